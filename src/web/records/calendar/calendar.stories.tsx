import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module, Row } from '../../../engine/model/module.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockCall } from '../../testing/api.ts'
import { balanceModule, mockField, orderModule } from '../../testing/modules.ts'
import { PLAIN } from '../index/columns.ts'
import IndexPage from '../index/IndexPage.tsx'
import { INITIAL } from '../index/url-state.ts'
import CalendarView from './CalendarView.tsx'

const absence = (id: number, date_from: string, date_to: string, supplier: string, status: string, way: string): Row => ({
  id,
  version: 1,
  transaction_no: `LF-2026-${String(id).padStart(6, '0')}`,
  date_from,
  date_to,
  supplier_id: id,
  supplier: { id, name: supplier, label: supplier },
  status,
  way,
})
const rows: Row[] = [
  absence(1, '2026-10-29', '2026-11-03', 'Ana Reyes', 'posted', 'sea'),
  absence(2, '2026-11-12', '2026-11-12', 'Ben Cruz', 'draft', 'air'),
  absence(3, '2026-11-18', '2026-11-24', 'Carla Dizon', 'posted', 'air'),
  absence(4, '2026-11-18', '2026-11-18', 'Dan Flores', 'voided', 'sea'),
  absence(5, '2026-11-18', '2026-11-19', 'Ella Garcia', 'posted', 'air'),
  absence(6, '2026-11-18', '2026-11-18', 'Fe Hizon', 'draft', 'sea'),
  absence(7, '2026-11-18', '2026-11-18', 'Gil Ibarra', 'posted', 'sea'),
]

const leave: Module = {
  ...orderModule,
  title: 'Leave Filings',
  calendar: {
    start: 'date_from',
    end: 'date_to',
    title: '{supplier.name} · {transaction_no}',
    color: 'status',
    tones: {},
    group: 'way',
    first: false,
  },
}
const holidays: Module = {
  ...leave,
  calendar: { start: 'date_from', title: '{supplier.name}', tones: {}, yearly: 'is_yearly', first: true },
}
const report: Module = {
  ...balanceModule,
  title: 'Team Absences',
  report: {
    ...balanceModule.report!,
    parameters: [mockField('from', 'date'), mockField('to', 'date'), mockField('team', 'text')],
    columns: [mockField('date_from', 'date'), mockField('transaction_no', 'text'), mockField('way', 'text')],
    records: { module: 'purchase_order', id: 'supplier_id', actions: [] },
  },
  calendar: { start: 'date_from', title: '{transaction_no}', color: 'way', tones: { sea: 'amber' }, range: ['from', 'to'], first: true },
}

/** The screen's code comes with the first story. */
const SLOW = { timeout: 15_000 }
/** Requested lists, newest last. */
let asked: URLSearchParams[] = []
let more = 0
const list = ({ path, query }: MockCall) => {
  if (!path.endsWith('/paginate')) return undefined
  asked.push(query)
  if (query.get('filter[is_yearly]') === 'true') {
    const data = [
      absence(30, '2019-11-30', '2019-11-30', 'Bonifacio Day', 'posted', 'sea'),
      absence(31, '2019-12-25', '2019-12-25', 'Christmas', 'posted', 'sea'),
    ]
    return { status: 200, body: { success: true, data, pagination: { page: 1, per_page: 500, total: 2 } } }
  }
  const from = query.get('filter[date_to][gte]') ?? query.get('filter[from]') ?? ''
  const to = query.get('filter[date_from][lte]') ?? query.get('filter[to]') ?? '9999'
  const found = rows.filter(
    (row) => String(row.date_to) >= from && String(row.date_from) <= to && JSON.stringify(row).includes(query.get('search') ?? ''),
  )
  return { status: 200, body: { success: true, data: found, pagination: { page: 1, per_page: 500, total: found.length + more } } }
}
const answering =
  (missing = 0) =>
  () => {
    asked = []
    more = missing
    return installMockApi(list)
  }

const Address = () => <output aria-label="Address">{useLocation().search}</output>

const shownAt =
  (address: string, module = leave): Decorator =>
  (Story) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <ModuleRouteProvider value={{ application: 'talent', module, base: '/talent/leave', can: () => true }}>
          <Story />
          <Address />
        </ModuleRouteProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )

const november = [shownAt('/?show=calendar&month=2026-11')]

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Calendar',
  component: IndexPage,
  parameters: { ownRouter: true },
  beforeEach: answering(),
}
export default meta
type Story = StoryObj<typeof IndexPage>

// proves: calendar, calendar.start, calendar.end, calendar.title, calendar.color, calendar.group
export const Month: Story = {
  decorators: november,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    // It began in October and continues: it is on each of its days, and its name includes its duration.
    const bars = await canvas.findAllByRole('link', { name: /Ana Reyes · LF-2026-000001 \(Posted, Oct 29 – Nov 3\)/ }, SLOW)
    await expect(bars).toHaveLength(6)
    await expect(bars[0]).toHaveAttribute('href', '/talent/leave/view/1')
    await expect(asked).toHaveLength(1)
    await expect(Object.fromEntries(asked[0]!)).toMatchObject({
      'filter[date_to][gte]': '2026-10-26',
      'filter[date_from][lte]': '2026-12-06',
    })
    const legend = within(canvas.getByRole('list', { name: 'Colours' }))
    await expect(legend.getAllByRole('listitem').map((item) => `${item.textContent} ${item.dataset.tone}`)).toEqual([
      'Draft grey',
      'Posted green',
      'Voided red',
    ])
    // Five on one day: three are shown, the others on request, under the names of their groups.
    await userEvent.click(canvas.getByRole('button', { name: /^2 more on .*November 18/ }))
    const dialog = within(await body.findByRole('dialog', { name: /2 more on .*November 18/ }))
    await expect(dialog.getAllByRole('list').map((element) => element.getAttribute('aria-label'))).toEqual(['air', 'sea'])
    await expect(dialog.getAllByRole('link')).toHaveLength(5)
    await userEvent.keyboard('{Escape}')
  },
}
export const MonthDark: Story = { decorators: november, globals: { scheme: 'dark' } }

export const Keys: Story = {
  decorators: november,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findAllByRole('link', { name: /Ana Reyes/ }, SLOW)
    const day = (name: RegExp) => canvas.getByRole('gridcell', { name })
    day(/^Sunday, November 1,.* 1 entry/).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{End}')
    await expect(day(/^Sunday, November 15/)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Home}{ArrowRight}{ArrowRight}{Enter}')
    await expect(document.activeElement).toHaveTextContent(/Carla Dizon/)
    await userEvent.keyboard('{Escape}')
    await expect(day(/^Wednesday, November 18.* 5 entries/)).toHaveFocus()
    await userEvent.keyboard('{PageUp}')
    await expect(await canvas.findByRole('heading', { name: 'October 2026' })).toBeVisible()
    await expect(day(/^Sunday, October 18/)).toHaveFocus()
    await expect(canvas.getByLabelText('Address')).toHaveTextContent('month=2026-10')
    // One day of a month is in the tab order.
    await expect(canvas.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toHaveLength(1)
  },
}

/** Months, search and the link back to the list are in the address. */
export const Address_: Story = {
  name: 'Address',
  decorators: [shownAt('/')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const layout = async (name: string) => {
      await userEvent.click(await canvas.findByRole('button', { name: /^View as/ }, SLOW))
      await userEvent.click(await within(document.body).findByRole('menuitem', { name }, SLOW))
    }
    await layout('Calendar')
    await expect(await canvas.findByRole('grid', {}, SLOW)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Next month' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Search' }), 'Carla')
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent(/show=calendar.*month=\d{4}-\d{2}/), SLOW)
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent('search=Carla'), SLOW)
    await userEvent.click(canvas.getByRole('button', { name: 'Today' }))
    await waitFor(() => expect(canvas.getByLabelText('Address')).not.toHaveTextContent('month='), SLOW)
    await layout('List')
    await expect(await canvas.findByRole('table', {}, SLOW)).toBeVisible()
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent('show=list'), SLOW)
  },
}

// proves: calendar.range, calendar.tones, calendar.first
export const Report: Story = {
  decorators: [shownAt('/?month=2026-11', report)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect((await canvas.findAllByText('LF-2026-000003', {}, SLOW))[0]).toBeVisible()
    await expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ 'filter[from]': '2026-10-26', 'filter[to]': '2026-12-06' })
    // The calendar sets the days; other parameters stay.
    await expect(canvas.queryByLabelText('From')).toBeNull()
    await expect(await canvas.findByLabelText('Team')).toBeVisible()
    const legend = within(canvas.getByRole('list', { name: 'Colours' }))
    await expect(legend.getAllByRole('listitem').map((item) => `${item.textContent} ${item.dataset.tone}`)).toEqual([
      'air grey',
      'sea amber',
    ])
  },
}

// proves: calendar.yearly
export const Yearly: Story = {
  decorators: [shownAt('/?month=2026-11', holidays)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const cell = await canvas.findByRole('gridcell', { name: /November 30.* 1 entry/ }, SLOW)
    await expect(within(cell).getByRole('link', { name: /Bonifacio Day/ })).toHaveAttribute('href', '/talent/leave/view/30')
    await expect(canvas.queryByText('Christmas')).toBeNull()
    await expect(asked.map((query) => query.get('filter[date_from][lt]'))).toContain('2026-10-26')
  },
}

const onPhone: Story['render'] = () => (
  <div style={{ maxWidth: 390 }}>
    <CalendarView
      module={leave}
      state={{ ...INITIAL, month: '2026-11' }}
      setState={() => undefined}
      rowPath={({ id }) => `/x/${id}`}
      pathOf={() => undefined}
      arrangement={PLAIN}
      can={() => true}
      narrow
    />
  </div>
)
export const Phone: Story = {
  beforeEach: answering(123),
  decorators: november,
  render: onPhone,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: /Thursday, November 12/ }, SLOW)).toBeVisible()
    await expect(canvas.queryByRole('grid')).toBeNull()
    await expect(canvas.getByText(/Showing the first 7 of 130/)).toBeVisible()
  },
}
export const PhoneDark: Story = { decorators: november, render: onPhone, globals: { scheme: 'dark' } }
export const Empty: Story = {
  decorators: [shownAt('/?show=calendar&month=2031-01')],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('No entries this month.', {}, SLOW)).toBeVisible()
  },
}

// proves: calendar.rows
export const Heat: Story = {
  decorators: [shownAt('/?show=heatmap&month=2026-11', { ...leave, calendar: { ...leave.calendar!, rows: 'supplier.name' } })],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const days = await canvas.findAllByRole('link', { name: /^Carla Dizon, .*: Posted$/ }, SLOW)
    await expect(days).toHaveLength(7)
    await expect(days[0]).toHaveTextContent('P')
    await expect(days[0]).toHaveAttribute('href', '/talent/leave/view/3')
    // From the last week of October only the days of November are shown.
    await expect(canvas.getAllByRole('link', { name: /^Ana Reyes, / })).toHaveLength(3)
    canvas.getByRole('link', { name: /^Ana Reyes, Sunday, November 1/ }).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(canvas.getByRole('link', { name: /^Ana Reyes, Tuesday, November 3/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(document.activeElement).toHaveAccessibleName(/^Ben Cruz, Tuesday, November 3/)
  },
}
export const HeatDark: Story = { ...Heat, globals: { scheme: 'dark' } }
