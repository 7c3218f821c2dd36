import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { TileAnswer, TilesAnswer } from '../../../../engine/model/tile-answer.ts'
import { receive } from '../../../api/live.ts'
import { type MockAnswer, refusal } from '../../../testing/api.ts'
import { Stage } from '../../admin/AdminStory.tsx'
import { installAdminApi } from '../../admin/testing.ts'
import TileDashboard from './TileDashboard.tsx'

const money = { key: 'sum:total', kind: 'sum', title: 'Total', type: 'money', scale: 2 } as const
const count = { key: 'count', kind: 'count', type: 'integer' } as const
const figures = { module: 'invoice', names: ['total'], show: 'total', filter: { is_posted: true }, measures: [money], rows: [], groups: [] }
const customer = { key: 'customer_id', title: 'Customer', type: 'reference', to: 'customer' } as const
const month = { key: 'transaction_date:month', title: 'Date', type: 'date', unit: 'month' } as const
const NAMES = [
  'Acme Builders',
  'Beta Stores',
  'Dela Cruz Hardware and General Merchandise of Mandaluyong',
  'Ecija Farms',
  'Far East',
  'Gala',
  'Hue',
  'Ilaya',
]
const COLUMNS = [
  { path: 'transaction_no', title: 'Transaction no.', type: 'text' },
  { path: 'customer.name', title: 'Customer', type: 'text' },
  { path: 'due_date', title: 'Due date', type: 'date' },
  { path: 'balance', title: 'Balance', type: 'money', scale: 2 },
] as const

const BANDS = Array.from({ length: 20 }, (_, index) => `${15 + 3 * index}–${17 + 3 * index}`)

/** Every kind of tile with so many groups and records. */
function tilesOf(many: number): TileAnswer[] {
  const names = NAMES.slice(0, many)
  const groups = names.map((name, index) => ({ keys: [index + 1], labels: [name], values: [900_000 / (index + 1)], filter: {} }))
  const total = many ? 1_250_300.5 : 0
  const records = {
    module: 'invoice',
    filter: {},
    columns: COLUMNS,
    total: many,
    rows: names.map((name, index) => ({
      id: index + 1,
      values: [`SI-2026-00000${index + 1}`, name, `2026-11-0${index + 1}`, 12_345.6 * (index + 1)],
      date: `2026-11-0${index + 1}`,
    })),
  }
  const stage = (title: string, value: number) => ({ name: title, title, module: 'invoice', filter: {}, measure: money, value })
  return [
    { name: 'new', type: 'shortcuts', title: 'New records', span: 12, shortcuts: [] },
    {
      ...figures,
      name: 'month',
      type: 'figure',
      title: 'Sales this month',
      span: 3,
      total_groups: 0,
      totals: { values: [total], previous: [many ? 1_000_000 : 0] },
    },
    {
      ...figures,
      name: 'late',
      type: 'figure',
      title: 'Overdue receivables',
      span: 3,
      late: true,
      total_groups: 0,
      totals: { values: [many ? 112_226_785.06 : 0] },
    },
    {
      ...figures,
      measures: [count],
      name: 'done',
      type: 'progress',
      title: 'Lines reconciled',
      span: 3,
      goal: many * 10,
      total_groups: 0,
      totals: { values: [many * 7] },
    },
    {
      ...figures,
      name: 'by_month',
      type: 'chart',
      title: 'Sales by month',
      span: 6,
      groups: [month],
      total_groups: many,
      period: { from: '2026-01-01', to: '2026-08-31', previous: { from: '2025-01-01', to: '2025-08-31' } },
      rows: names.map((_, index) => ({
        keys: [`2026-0${index + 1}-01`],
        labels: [null],
        values: [100_000 * (index + 1)],
        previous: [80_000],
        filter: {},
      })),
    },
    {
      ...figures,
      name: 'share',
      type: 'chart',
      chart: 'pie',
      title: 'Sales by customer',
      span: 6,
      groups: [customer],
      total_groups: many,
      rows: groups,
    },
    {
      name: 'funnel',
      type: 'funnel',
      title: 'From quotation to payment',
      span: 6,
      stages: [stage('Quoted', total), stage('Ordered', total * 0.6), stage('Collected', total * 0.2)],
    },
    {
      ...figures,
      name: 'top',
      type: 'ranking',
      title: 'Top customers',
      span: 6,
      groups: [customer],
      total_groups: many,
      rows: groups,
    },
    { name: 'list', type: 'list', title: 'Overdue invoices', span: 6, late: true, records },
    {
      name: 'days',
      type: 'calendar',
      title: 'Invoices due',
      span: 6,
      records: { ...records, date: 'due_date', days: { from: '2026-11-01', to: '2026-11-30' } },
    },
    {
      name: 'words',
      type: 'text',
      title: 'Closing',
      span: 12,
      text: 'Close the month by the fifth.\n\nAsk accounting before you reopen it.',
    },
  ]
}
const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
const board = (tiles: readonly TileAnswer[], more: Partial<TilesAnswer> = {}): MockAnswer =>
  ok({ tiles, removed: [], arranged: false, ...more })
const answering = (answer: MockAnswer) => () => installAdminApi(({ path }) => (path.endsWith('/tiles') ? answer : undefined))

const meta: Meta = {
  title: 'Dashboards/Tiles',
  parameters: { ownRouter: true },
  render: () => (
    <Stage module="sales_dashboard" title="Sales">
      <TileDashboard />
    </Stage>
  ),
  beforeEach: answering(board(tilesOf(8))),
}
export default meta
type Story = StoryObj

// proves: dashboard.tiles.*.late, dashboard.tiles.*.text
/** Every kind of tile, with as much as there is room for. */
export const Many: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('₱1,250,300.50', { selector: '[class*="value"]' })).toBeVisible()
    // Amounts stay within their tiles.
    const values = [...canvasElement.querySelectorAll<HTMLElement>('[class*="_value"]')]
    await expect(values.length).toBeGreaterThan(2)
    for (const value of values) await expect(value.scrollWidth).toBeLessThanOrEqual(value.clientWidth)
    await expect(canvas.getByText('before: ₱1,000,000.00')).toBeVisible()
    await expect(canvas.getByRole('img', { name: 'Late' })).toBeVisible()
    await expect(canvas.getByText('70%')).toBeVisible()
    await expect(canvas.getByText('SI-2026-000008')).toBeInTheDocument()
    await expect(canvas.getByRole('cell', { name: /^8/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Sales by month: As a table' }))
    await expect(canvas.getByRole('rowheader', { name: 'Mar 2026' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
    const page = within(document.body)
    await expect(await page.findByRole('menuitem', { name: 'Everything as a workbook (.xlsx)' })).toBeInTheDocument()
    await expect(page.getByRole('menuitem', { name: 'Sales by month (.csv)' })).toBeInTheDocument()
  },
}
/** Of bars that lie, every one has its name, however low the tile. */
export const Ages: Story = {
  beforeEach: answering(
    board([
      {
        ...figures,
        name: 'ages',
        type: 'chart',
        chart: 'mirrored',
        title: 'Age and gender',
        span: 6,
        groups: [{ key: 'age_band', title: 'Age', type: 'text' }],
        total_groups: BANDS.length,
        rows: BANDS.map((band, index) => ({ keys: [band], labels: [band], values: [index + 1], filter: {} })),
      },
    ]),
  ),
  play: async ({ canvasElement }) => {
    const named = () =>
      [...canvasElement.querySelectorAll('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-label')].map((tick) => tick.textContent)
    await waitFor(() => expect(named()).toEqual(BANDS), { timeout: 10_000 })
  },
}
export const ManyDark: Story = { globals: { scheme: 'dark' } }
/** One column, figures beside their names. */
export const ManyOnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const One: Story = { beforeEach: answering(board(tilesOf(1))) }
/** Nothing behind any tile: each says so in its place. */
export const Empty: Story = {
  beforeEach: answering(board(tilesOf(0))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Overdue invoices')).toBeVisible()
    await expect(canvas.getAllByText('Nothing to show.')).toHaveLength(4)
    await expect(canvas.queryByRole('img', { name: 'Late' })).toBeNull()
  },
}
/** Some tiles could not be read: they say why, and the others stand. */
export const SomeFailing: Story = {
  beforeEach: answering(
    board(
      tilesOf(3).map((tile, index) =>
        index % 3 === 1 ? { name: tile.name, type: tile.type, title: tile.title, span: tile.span, error: 'It took too long.' } : tile,
      ),
    ),
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect((await canvas.findAllByText('It took too long.')).length).toBeGreaterThan(1)
    await expect(canvas.getByText('Overdue receivables')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Try again' })[0]).toBeVisible()
  },
}
/** A reader who can open none of the lists behind the figures. */
export const NothingToSee: Story = { beforeEach: answering(board([])) }
export const Failing: Story = { beforeEach: answering(refusal(500, 'It broke.')) }

/** A change of the records that the tiles are made of refreshes them, whoever made it. */
export const Refreshed: Story = {
  beforeEach: () => {
    let asked = 0
    return installAdminApi(({ path }) => (path.endsWith('/tiles') ? board(tilesOf(asked++ > 0 ? 1 : 3)) : undefined))
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('SI-2026-000003')).toBeInTheDocument()
    receive({ type: 'record', data: { module: 'invoice', actor: 3 } })
    await waitFor(() => expect(canvas.queryByText('SI-2026-000003')).toBeNull(), { timeout: 10_000 })
  },
}

const sent: unknown[] = []
/** Tiles are moved, widened and removed by buttons, and put back. */
export const Arranged: Story = {
  beforeEach: () => {
    sent.length = 0
    return installAdminApi(({ path, method, body }) => {
      if (!path.endsWith('/tiles')) return undefined
      if (method === 'GET')
        return board(tilesOf(3), { arranged: true, removed: [{ name: 'gone', type: 'list', title: 'Orders to deliver' }] })
      sent.push(body)
      return ok(null)
    })
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Arrange tiles' }))
    const earlier = await canvas.findByRole('button', { name: 'Move Overdue receivables earlier' })
    await userEvent.click(earlier)
    await expect(canvas.getByRole('button', { name: 'Move Overdue receivables earlier' })).toHaveFocus()
    await expect(canvas.getByText('Overdue receivables: place 2 of 11')).toBeInTheDocument()
    await userEvent.click(canvas.getByRole('button', { name: 'Make Top customers wider' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Remove Closing' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Orders to deliver' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save arrangement' }))
    await expect(await canvas.findByRole('button', { name: 'Arrange tiles' })).toBeVisible()
    await expect(sent).toEqual([
      expect.objectContaining({
        order: ['new', 'late', 'month', 'done', 'by_month', 'share', 'funnel', 'top', 'list', 'days', 'gone'],
        removed: ['words'],
        spans: expect.objectContaining({ top: 7 }),
      }),
    ])
  },
}
