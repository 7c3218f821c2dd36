import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module, Row, Transition } from '../../../engine/model/module.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockCall } from '../../testing/api.ts'
import { documentWorkflow, mockField, mockModule } from '../../testing/modules.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import IndexPage from '../index/IndexPage.tsx'

const SLOW = { timeout: 15_000 }
const post = documentWorkflow.transitions.post as Transition
const standing = {
  options: [
    { value: 'ready', label: 'Ready: send the list and pay', tone: 'blue' },
    { value: 'paid', label: 'Paid', tone: 'green' },
  ],
} as const

const returns: Module = mockModule(
  'tax_return',
  [
    mockField('year', 'integer'),
    mockField('month', 'integer'),
    mockField('agency', 'select', {
      options: [
        { value: 'SSS', label: 'SSS' },
        { value: 'BIR', label: 'BIR' },
      ],
    }),
    mockField('standing', 'select', standing),
    mockField('due_date', 'date'),
    mockField('total', 'money'),
    mockField('difference', 'money'),
  ],
  {
    kind: 'log',
    workflow: documentWorkflow,
    endpoints: [
      { method: 'GET', path: 'expected', handler: '', params: null, code: 'index' },
      {
        method: 'POST',
        path: 'generate',
        handler: '',
        params: null,
        code: 'new',
        button: {
          title: 'Generate a month',
          tone: 'primary',
          download: false,
          input: [mockField('period', 'month'), mockField('agency', 'text')],
        },
      },
    ],
    periods: {
      of: 'month',
      paper: ['agency'],
      standing: 'standing',
      due: 'due_date',
      figures: ['total', 'difference'],
      steps: { ready: post.name },
      expects: 'expected',
      begin: 'generate',
      first: true,
    },
  },
)

const paper = (id: number, month: number, agency: string, more: Row): Row => ({
  id,
  version: 1,
  year: 2026,
  month,
  agency,
  status: 'draft',
  standing: 'ready',
  due_date: `2026-${String(month + 1).padStart(2, '0')}-10`,
  total: 1000 * id,
  difference: 0,
  ...more,
})
const MANY = [
  paper(1, 9, 'BIR', { status: 'posted', standing: 'paid', difference: -50 }),
  paper(2, 9, 'SSS', { status: 'posted', standing: 'paid' }),
  paper(3, 10, 'SSS', {}),
]
const LACKING: Row[] = [{ year: 2026, month: 10, agency: 'BIR', due_date: '2026-11-10', total: 4321.5 }]

let sent: MockCall[] = []
const answering =
  (rows: readonly Row[], lacking: readonly Row[] = [], fails = false) =>
  () => {
    sent = []
    return installMockApi((call) => {
      const { path, method, query } = call
      if (method !== 'GET') sent.push(call)
      if (path.endsWith('/paginate')) {
        if (fails) return { status: 500, body: { success: false, message: 'The server failed.', code: 500, reference_id: 'r-1' } }
        const data = rows.filter(({ year }) => String(year) === query.get('filter[year]'))
        return { status: 200, body: { success: true, data, pagination: { page: 1, per_page: 500, total: data.length } } }
      }
      if (path.endsWith('/expected'))
        return { status: 200, body: { success: true, data: lacking.filter(({ year }) => String(year) === query.get('year')) } }
      if (path.endsWith('/generate')) return { status: 200, body: { success: true, data: { note: '10/2026: generated.' } } }
      return undefined
    })
  }

const Address = () => <output aria-label="Address">{useLocation().search}</output>
const shownAt =
  (address: string, module = returns): Decorator =>
  (Story) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <ModuleRouteProvider value={{ application: 'talent', module, base: '/talent/tax_return', can: () => true }}>
          <Story />
          <Address />
          <Overlays />
        </ModuleRouteProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )

const in2026 = shownAt('/?month=2026')

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Periods',
  component: IndexPage,
  parameters: { ownRouter: true },
  beforeEach: answering(MANY, LACKING),
}
export default meta
type Story = StoryObj<typeof IndexPage>

// proves: periods, periods.of, periods.paper, periods.standing, periods.due, periods.figures, periods.steps, periods.expects, periods.begin, periods.first
export const Many: Story = {
  decorators: [in2026],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    const october = within(await canvas.findByRole('region', { name: 'October 2026' }, SLOW))
    // The latest first; the papers of a month in the order of their choices, with or without a record.
    await expect(canvas.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['October 2026', 'September 2026'])
    const cards = (region: typeof october) => region.getAllByRole('listitem').map((each) => each.textContent)
    await expect(cards(october)).toEqual([
      'SSSReady: send the list and payDue date2026/11/10Total3,000.00Post',
      expect.stringMatching(/^BIR(To prepare|Late: not prepared yet)Due date2026\/11\/10Total4,321.50Prepare$/),
    ])
    // What is settled has no next step; a figure of nothing has no line.
    const september = within(canvas.getByRole('region', { name: 'September 2026' }))
    await expect(cards(september)).toEqual([
      'SSSPaidDue date2026/10/10Total2,000.00',
      'BIRPaidDue date2026/10/10Total1,000.00Difference-50.00',
    ])
    await expect(october.getByRole('link', { name: 'SSS' })).toHaveAttribute('href', '/talent/tax_return/view/3')
    await userEvent.click(october.getByRole('button', { name: 'Prepare: BIR, October 2026' }))
    const dialog = within(await body.findByRole('dialog', { name: 'Generate a month' }, SLOW))
    await userEvent.click(await dialog.findByRole('button', { name: 'Generate a month' }, SLOW))
    await waitFor(() => expect(sent.map(({ body: given }) => given)).toEqual([{ period: '2026-10', agency: 'BIR' }]), SLOW)
  },
}
export const ManyDark: Story = { decorators: [in2026], globals: { scheme: 'dark' } }

export const Years: Story = {
  decorators: [in2026],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('region', { name: 'October 2026' }, SLOW)
    await userEvent.click(canvas.getByRole('button', { name: 'Previous year' }))
    await expect(await canvas.findByText('No records match', {}, SLOW)).toBeVisible()
    await expect(canvas.getByLabelText('Address')).toHaveTextContent('month=2025')
    await userEvent.click(canvas.getByRole('button', { name: 'Next year' }))
    await expect(await canvas.findByRole('region', { name: 'October 2026' }, SLOW)).toBeVisible()
  },
}

/** Without a call that makes it, a new record begins with the year and the paper. */
export const One: Story = {
  beforeEach: answering([], [{ year: 2025, agency: 'BIR', due_date: '2026-01-31' }]),
  decorators: [
    shownAt('/', {
      ...returns,
      actions: { ...returns.actions, new: { name: 'new', title: 'New', code: 'new', kind: 'collection' } },
      periods: {
        of: 'year',
        paper: ['agency'],
        standing: 'standing',
        due: 'due_date',
        figures: ['total'],
        steps: {},
        expects: 'expected',
        first: true,
      },
    }),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const begin = await canvas.findByRole('link', { name: 'Prepare: BIR, 2025' }, SLOW)
    const values = new URL(begin.getAttribute('href')!, 'http://localhost').searchParams.get('values')
    await expect(JSON.parse(values!)).toEqual({ year: 2025, agency: 'BIR' })
    await expect(canvas.queryByRole('button', { name: 'Next year' })).toBeNull()
  },
}

export const Empty: Story = {
  beforeEach: answering([]),
  decorators: [shownAt('/')],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/no records yet/i, {}, SLOW)).toBeVisible()
  },
}

export const Failing: Story = {
  decorators: [in2026],
  beforeEach: answering([], [], true),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: /again/i }, SLOW)).toBeVisible()
  },
}
