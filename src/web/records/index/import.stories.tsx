import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { brandModule } from '../../testing/modules.ts'
import ImportDialog from './ImportDialog.tsx'
import type { ImportError } from './import.ts'

const PROBLEMS: ImportError[] = [
  { row: 3, field: 'Code', message: 'The code BR001 is already used.' },
  { row: 7, field: 'Name', message: 'Field is required' },
  { row: 9, message: 'The row repeats row 8.' },
]
const WARNINGS: ImportError[] = [{ row: 4, field: 'Name', message: 'There is a brand of a similar name.' }]

/** Files cannot be sent as JSON: the import is answered here, other calls go to the network. */
const answers =
  (preview: object, imported: object = {}, status = 200) =>
  () => {
    const real = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const url = new URL(new Request(input, init).url)
      if (!url.pathname.endsWith('/brand/import')) return real(input, init)
      const body = url.searchParams.get('preview') === 'true' ? preview : imported
      return Response.json(status === 200 ? { success: true, data: body } : { success: false, ...body }, { status })
    }
    return () => {
      globalThis.fetch = real
    }
  }

const meta: Meta<typeof ImportDialog> = {
  title: 'Records/Import',
  component: ImportDialog,
  args: { module: brandModule, onDone: fn() },
  beforeEach: answers({ total: 12, errors: [] }, { created: 12 }),
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 640 }}>
        <Story />
      </div>
    ),
  ],
}
export default meta
type Story = StoryObj<typeof ImportDialog>

const choose = async (canvasElement: HTMLElement) => {
  const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]')
  await userEvent.upload(input!, new File(['code,name'], 'brands.csv', { type: 'text/csv' }))
}

export const NoFile: Story = {}
/** Nothing can be written while a row has a problem; each is named with its row and field. */
export const Problems: Story = {
  beforeEach: answers({ total: 12, errors: PROBLEMS }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await choose(canvasElement)
    await expect(await canvas.findByText('The code BR001 is already used.')).toBeVisible()
    await expect(canvas.getAllByRole('row')).toHaveLength(1 + PROBLEMS.length)
    await expect(canvas.getByRole('button', { name: 'Import' })).toBeDisabled()
  },
}
export const ProblemsDark: Story = { ...Problems, globals: { scheme: 'dark' } }
/** Warnings are shown, and hinder nothing. */
export const Warnings: Story = {
  beforeEach: answers({ total: 12, errors: [], warnings: WARNINGS }),
  play: async ({ canvasElement }) => {
    await choose(canvasElement)
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('There is a brand of a similar name.')).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('button', { name: /12/ })).toBeEnabled())
  },
}
export const Success: Story = {
  play: async ({ args, canvasElement }) => {
    await choose(canvasElement)
    const write = await within(canvasElement).findByRole('button', { name: /12/ })
    await waitFor(() => expect(write).toBeEnabled())
    await userEvent.click(write)
    await waitFor(() => expect(args.onDone).toHaveBeenCalledOnce())
  },
}
/** Existing records: what each row changes is shown, and the result can be kept as a file. */
export const Changes: Story = {
  args: { changes: true },
  beforeEach: answers(
    {
      total: 3,
      created: 1,
      updated: 1,
      unchanged: 1,
      errors: [],
      key: 'Code',
      seen: [[0, 0]],
      rows: [
        { row: 2, result: 'changed', record: 'BR001 · Aklan', changes: [{ field: 'Website', from: '', to: 'https://aklan.ph' }] },
        { row: 4, result: 'new', record: 'BR009 · Bohol', changes: [] },
      ],
    },
    { created: 1, updated: 1, unchanged: 1, report: 'Row' },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('radio', { name: /^Both/ }))
    await choose(canvasElement)
    await expect(await canvas.findByRole('row', { name: '2 BR001 · Aklan Website (empty) https://aklan.ph' })).toBeVisible()
    await expect(canvas.getByRole('row', { name: '4 BR009 · Bohol New record' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Import 2 rows' }))
    await expect(await canvas.findByRole('status')).toHaveTextContent('1 new, 1 changed, 1 unchanged.')
    await expect(canvas.getByRole('button', { name: 'Download the report' })).toBeVisible()
  },
}
/** The file itself cannot be read. */
export const Refused: Story = {
  beforeEach: answers({ message: 'The file has no column Code.' }, {}, 422),
  play: async ({ canvasElement }) => {
    await choose(canvasElement)
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent('The file has no column Code.')
  },
}
