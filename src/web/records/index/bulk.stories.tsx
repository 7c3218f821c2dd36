import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { installMockApi, type MockCall } from '../../testing/api.ts'
import { orderModule } from '../../testing/modules.ts'
import { openDialogs } from '../../ui/dialogs/index.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import BulkBar from './BulkBar.tsx'

const ROWS = [
  { id: 1, transaction_no: 'PO-MAK-2026-000001', label: 'PO-MAK-2026-000001', status: 'draft' },
  { id: 2, transaction_no: 'PO-MAK-2026-000002', label: 'PO-MAK-2026-000002', status: 'draft' },
  { id: 3, transaction_no: 'PO-MAK-2026-000003', label: 'PO-MAK-2026-000003', status: 'posted' },
]
const RESULTS = [
  { id: 1, success: true },
  { id: 2, success: false, message: 'The period is locked.' },
]
/** Also closes what a story left open: dialogs are outside the drawn story. */
const answers = (results: readonly object[]) => () => {
  const undo = installMockApi(({ path }: MockCall) =>
    path.startsWith('purchase_order/bulk/') ? { status: 200, body: { success: true, data: results } } : undefined,
  )
  return () => {
    undo()
    for (const { settle } of openDialogs()) settle(undefined)
  }
}

const meta: Meta<typeof BulkBar> = {
  title: 'Records/Bulk actions',
  component: BulkBar,
  args: { module: orderModule, rows: ROWS, can: () => true, onExport: fn(), onClear: fn() },
  beforeEach: answers(RESULTS),
  render: (args) => (
    <>
      <BulkBar {...args} />
      <Overlays />
    </>
  ),
}
export default meta
type Story = StoryObj<typeof BulkBar>

const post = async (canvasElement: HTMLElement) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name: 'Post 2 of 3' }))
  const page = within(canvasElement.ownerDocument.body)
  const dialog = await page.findByRole('dialog', { name: 'Post' }, { timeout: 5_000 })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Post' }))
  return page
}

/** Each action says to how many of the selected records it applies. */
export const Selected: Story = {
  play: async ({ canvasElement }) => {
    // What cannot be undone never leads.
    const names = within(canvasElement)
      .getAllByRole('button')
      .map((button) => String(button.textContent || button.ariaLabel))
    const last = names.findIndex((name) => name.startsWith('Delete'))
    await expect(last).toBeGreaterThan(names.findIndex((name) => name.startsWith('Post')))
    await expect(names.slice(last + 1)).toEqual(['Clear the selection'])
  },
}
export const SelectedPhone: Story = { decorators: [(Story) => <div style={{ maxWidth: 390 }}>{Story()}</div>] }
/** Some were done and some were refused: each with its reason. */
export const Partial: Story = {
  play: async ({ args, canvasElement }) => {
    const page = await post(canvasElement)
    const results = await page.findByRole('dialog', { name: 'Post: results' }, { timeout: 5_000 })
    await waitFor(() => expect(within(results).getByText('The period is locked.')).toBeVisible())
    await expect(within(results).getByText('PO-MAK-2026-000002')).toBeVisible()
    await waitFor(() => expect(args.onClear).toHaveBeenCalledOnce())
  },
}
/** A refusal that one may override is asked on the record itself: the results say where. */
export const Overridable: Story = {
  beforeEach: answers([
    { id: 1, success: true },
    { id: 2, success: false, rule: 'E_CONFIRM', message: 'Over the credit limit.' },
  ]),
  play: async ({ canvasElement }) => {
    const page = await post(canvasElement)
    const results = await page.findByRole('dialog', { name: 'Post: results' }, { timeout: 5_000 })
    await waitFor(() => expect(within(results).getByText('Over the credit limit. Open it to confirm.')).toBeVisible())
  },
}
export const PartialDark: Story = { ...Partial, globals: { scheme: 'dark' } }
/** All went well: nothing to read one by one. */
export const Done: Story = {
  beforeEach: answers(RESULTS.map(({ id }) => ({ id, success: true }))),
  play: async ({ args, canvasElement }) => {
    const page = await post(canvasElement)
    await waitFor(() => expect(args.onClear).toHaveBeenCalledOnce())
    await expect(page.queryByRole('dialog', { name: 'Post: results' })).toBeNull()
  },
}
