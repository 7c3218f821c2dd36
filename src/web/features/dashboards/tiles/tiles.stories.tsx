import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { type MockAnswer, refusal } from '../../../testing/api.ts'
import { Stage } from '../../admin/AdminStory.tsx'
import { installAdminApi } from '../../admin/testing.ts'
import TileDashboard from './TileDashboard.tsx'
import type { TileAnswer } from './types.ts'

const money = { key: 'sum:total', kind: 'sum', title: 'Total', type: 'money', scale: 2 } as const
const base = { module: 'invoice', names: ['total'], show: 'total', filter: { is_posted: true }, measures: [money], total_groups: 3 }
const TILES: readonly TileAnswer[] = [
  {
    ...base,
    name: 'month',
    type: 'figure',
    title: 'Sales this month',
    groups: [],
    rows: [],
    totals: { values: [1_250_300.5], previous: [1_000_000] },
  },
  { ...base, name: 'none', type: 'figure', title: 'Overdue receivables', groups: [], rows: [], totals: { values: [112_226_785.06] } },
  {
    ...base,
    name: 'by_month',
    type: 'chart',
    title: 'Sales by month',
    period: { from: '2026-01-01', to: '2026-03-31', previous: { from: '2025-01-01', to: '2025-03-31' } },
    groups: [{ key: 'transaction_date:month', title: 'Date', type: 'date', unit: 'month' }],
    rows: ['2026-01-01', '2026-02-01', '2026-03-01'].map((key, index) => ({
      keys: [key],
      labels: [null],
      values: [100_000 * (index + 1)],
      previous: [80_000],
      filter: {},
    })),
  },
  {
    ...base,
    name: 'top',
    type: 'ranking',
    title: 'Top customers',
    description: 'Posted invoices without VAT.',
    groups: [{ key: 'customer_id', title: 'Customer', type: 'reference', to: 'customer' }],
    rows: ['Acme Builders', 'Beta Stores', 'Dela Cruz Hardware and General Merchandise of Mandaluyong'].map((name, index) => ({
      keys: [index + 1],
      labels: [name],
      values: [900_000 / (index + 1)],
      filter: {},
    })),
  },
]
const ok = (tiles: readonly TileAnswer[]): MockAnswer => ({ status: 200, body: { success: true, data: { tiles } } })
const answering = (answer: MockAnswer) => () => installAdminApi(({ path }) => (path.endsWith('/tiles') ? answer : undefined))

const meta: Meta = {
  title: 'Dashboards/Tiles',
  parameters: { ownRouter: true },
  render: () => (
    <Stage module="sales_dashboard" title="Sales">
      <TileDashboard />
    </Stage>
  ),
  beforeEach: answering(ok(TILES)),
}
export default meta
type Story = StoryObj

export const Declared: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('1,250,300.50')).toBeVisible()
    // Amounts stay within their tiles.
    const values = [...canvasElement.querySelectorAll<HTMLElement>('[class*="tileValue"]')]
    await expect(values).toHaveLength(2)
    for (const value of values) await expect(value.scrollWidth).toBeLessThanOrEqual(value.clientWidth)
    await expect(canvas.getByText('+25% · before: 1,000,000.00')).toBeVisible()
    await expect(canvas.getByText('Acme Builders')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Sales by month: As a table' }))
    await expect(canvas.getByRole('rowheader', { name: 'Mar 2026' })).toBeVisible()
  },
}
export const DeclaredDark: Story = { globals: { scheme: 'dark' } }
/** A reader who can open none of the lists behind the figures. */
export const NothingToSee: Story = { beforeEach: answering(ok([])) }
export const Failing: Story = { beforeEach: answering(refusal(500, 'It broke.')) }
