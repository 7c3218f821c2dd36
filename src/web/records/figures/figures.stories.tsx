import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import { refusal } from '../../testing/api.ts'
import IndexPage from '../index/IndexPage.tsx'
import { answering, callsMade, shownAt } from './storyFigures.tsx'

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Figures of a list',
  component: IndexPage,
  parameters: { ownRouter: true },
  beforeEach: answering(),
}
export default meta
type Story = StoryObj<typeof IndexPage>
/** The screen's code comes with the first story. */
const SLOW = { timeout: 15_000 }

/** Groups open onto their records, with the sums below the columns that they are of. */
export const Grouped: Story = {
  decorators: [shownAt('/?show=grouped')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const group = await canvas.findByRole('button', { name: /^Acme Builders/ }, SLOW)
    await expect(within(group.closest('tr')!).getByText('12,345.50')).toBeVisible()
    await userEvent.click(group)
    await expect(await canvas.findByRole('link', { name: 'PO-2026-000001' })).toHaveAttribute('href', '/procurement/purchase_order/view/1')
    await expect(callsMade().at(-1)!.query.get('filter[supplier_id]')).toBe('1')
    await userEvent.click(canvas.getByRole('button', { name: /^Acme Builders/ }))
    await expect(canvas.queryByRole('link', { name: 'PO-2026-000001' })).toBeNull()
  },
}

/** Two levels: a group opens onto the groups within it. */
export const GroupedTwice: Story = {
  decorators: [shownAt('/?show=grouped&group=supplier_id,status')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Acme Builders/ }, SLOW))
    await expect(await canvas.findByRole('button', { name: /^posted/ })).toBeVisible()
  },
}

/** Sums of rows, of columns and of everything; a figure leads to its records, a heading sorts. */
export const PivotTable: Story = {
  decorators: [shownAt('/?show=pivot')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const row = await canvas.findByRole('row', { name: /^Acme Builders/ }, SLOW)
    await expect(
      within(row)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Acme Builders', '12,345.50', '24,691.00', '37,036.50', '12,345.50'])
    await expect(within(row).getAllByRole('link')[1]).toHaveAttribute('href', expect.stringContaining('filter%5Bsupplier_id%5D=1'))
    await userEvent.click(canvas.getByRole('button', { name: 'Sort by Oct 2026' }))
    await expect(canvas.getAllByRole('row')[1]).toHaveTextContent(/^Dela Cruz/)
    await userEvent.click(canvas.getByRole('button', { name: 'Swap rows and columns' }))
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent('across=supplier_id'))
    await expect(await canvas.findByRole('row', { name: /^Sep 2026/ })).toBeVisible()
  },
}

/** Choices go from rows to columns by dragging, and come back by Alt with an arrow key, which also changes their order. */
export const PivotArranged: Story = {
  decorators: [shownAt('/?show=pivot&group=supplier_id,status&across=transaction_date:month')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findAllByRole('row', { name: /^Acme Builders/ }, SLOW)
    const choice = (name: string) => canvasElement.querySelector<HTMLElement>(`[data-choice="${name}"]`)!
    const address = (text: string) => waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent(text))
    const dataTransfer = new DataTransfer()
    await fireEvent.dragStart(choice('status'), { dataTransfer })
    await fireEvent.dragOver(choice('transaction_date:month'), { dataTransfer })
    await fireEvent.drop(choice('transaction_date:month'), { dataTransfer })
    await address('group=supplier_id&across=transaction_date%3Amonth%2Cstatus')
    choice('status').focus()
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await address('across=status%2Ctransaction_date%3Amonth')
    await waitFor(() => expect(choice('status')).toHaveFocus())
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await address('group=supplier_id%2Cstatus&across=transaction_date%3Amonth')
    await waitFor(() => expect(choice('status')).toHaveFocus())
    await userEvent.keyboard('{Delete}')
    await address('group=supplier_id&across=transaction_date%3Amonth')
  },
}

export const TwoFigures: Story = { decorators: [shownAt('/?show=pivot&measure=count,sum:total&group=supplier_id&across=status')] }

/** Kinds of charts, and the table that each was drawn from. */
export const Chart: Story = {
  decorators: [shownAt('/?show=chart')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const table = within(await canvas.findByRole('table', { name: 'Figures of the chart' }, SLOW))
    await expect(table.getByRole('link', { name: 'Oct 2026' })).toBeVisible()
    for (const kind of ['Line', 'Area', 'Pie', 'Stacked bars']) {
      await userEvent.click(canvas.getByRole('radio', { name: kind }))
      await waitFor(() => expect(canvasElement.querySelector('.recharts-surface')).not.toBeNull(), SLOW)
    }
    await expect(canvas.getByLabelText('Address')).toHaveTextContent('chart=stacked')
  },
}

export const ChartOfSeries: Story = { decorators: [shownAt('/?show=chart&group=transaction_date:month&across=supplier_id&chart=stacked')] }

/** A card moves by its menu; the step of the workflow asks first. */
export const Board: Story = {
  decorators: [shownAt('/?show=board')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const draft = within(await canvas.findByRole('region', { name: 'Draft: 1' }, SLOW))
    await userEvent.click(await draft.findByRole('button', { name: 'Move PO-2026-000001' }, SLOW))
    const moves = await within(document.body).findAllByRole('menuitem', undefined, SLOW)
    await expect(moves.map(({ textContent }) => textContent)).toEqual(['Posted', 'Voided'])
    await userEvent.click(moves[0]!)
    const dialog = within(await within(document.body).findByRole('dialog', undefined, SLOW))
    await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
    await waitFor(() => expect(callsMade().some(({ method, path }) => method === 'POST' && path.endsWith('/1/post'))).toBe(true))
  },
}

/** A column says why a card cannot be dropped on it. */
export const Refused: Story = {
  decorators: [shownAt('/?show=board')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const posted = within(await canvas.findByRole('region', { name: 'Posted: 2' }, SLOW))
    const card = (await posted.findByRole('link', { name: 'PO-2026-000001' }, SLOW)).closest('li')!
    const dataTransfer = new DataTransfer()
    await fireEvent.dragStart(card, { dataTransfer })
    const draft = canvas.getByRole('region', { name: 'Draft: 1' })
    await fireEvent.dragOver(draft, { dataTransfer })
    await expect(await within(draft).findByText('There is no step from Posted to Draft.')).toBeVisible()
    await fireEvent.drop(draft, { dataTransfer })
    await expect(callsMade().some(({ method }) => method === 'POST')).toBe(false)
  },
}

const nothing: Aggregate = { groups: [], measures: [], rows: [], total_groups: 0 }
export const Nothing: Story = {
  beforeEach: answering({ status: 200, body: { success: true, data: nothing } }),
  decorators: [shownAt('/?show=pivot')],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('No records match.', undefined, SLOW)).toBeVisible()
  },
}

/** What the server refuses is said, and the choices stay. */
export const Failing: Story = {
  beforeEach: answering(
    refusal(400, 'Please check the highlighted fields.', { errors: { measure: ['"total" belongs to the whole record.'] } }),
  ),
  decorators: [shownAt('/?show=chart')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/belongs to the whole record/, undefined, SLOW)).toBeVisible()
    await expect(canvas.getByRole('combobox', { name: 'Figure' })).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  decorators: [shownAt('/?show=pivot')],
  play: async ({ canvasElement }) => {
    const row = await within(canvasElement).findByRole('row', { name: /^Dela Cruz Hardware/ }, SLOW)
    // The names of the rows leave room for their figures, and stay beside them.
    const name = within(row).getByRole('rowheader')
    await expect(name.getBoundingClientRect().width).toBeLessThan(innerWidth * 0.6)
    await expect(getComputedStyle(name).position).toBe('sticky')
  },
}

/** The choices of a chart are fields of full width on a phone. */
export const PhoneChart: Story = {
  globals: { viewport: { value: 'phone' } },
  decorators: [shownAt('/?show=chart')],
  play: async ({ canvasElement }) => {
    const figure = await within(canvasElement).findByRole('combobox', { name: 'Figure' }, SLOW)
    await expect(figure.getBoundingClientRect().width).toBeGreaterThan(100)
  },
}
