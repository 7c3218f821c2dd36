import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { receive } from '../../api/live.ts'
import { navigationQuery, queryClient } from '../../api/queries.ts'
import { type MockAnswer, type MockCall, mockNavigation, refusal } from '../../testing/api.ts'
import { Stage } from '../admin/AdminStory.tsx'
import { installAdminApi, made } from '../admin/testing.ts'
import PortalDashboard from './portal/PortalDashboard.tsx'
import type { PortalDay } from './portal/types.ts'
import TalentDashboard from './talent/TalentDashboard.tsx'
import type { TalentFigures } from './talent/types.ts'

const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
const ref = (id: number, name: string) => ({ id, name, label: name })
const person = (employee_id: number, name: string) => ({ employee_id, employee: ref(employee_id, name), department: ref(1, 'Technology') })

const figures: TalentFigures = {
  todayEscalation: [
    { id: 1, transaction_no: 'ESC-2026-000001', title: 'The lift is out of order', type: 'Concern', priority: 'high', employee: null },
  ],
  totalStatusSum: [
    { status: 'active', count: 120 },
    { status: 'inActive', count: 9 },
  ],
  bday_corner: [{ ...person(1, 'Santos, Maria'), date: '2026-11-24' }],
  anniv_corner: [{ ...person(2, 'Reyes, Paolo'), date: '2026-12-01', years: 1 }],
  newly_hired_employee: [{ ...person(3, 'Cruz, Ana'), date_hired: '2026-11-03' }],
  total_newly_hired: 1,
  total_employee: 120,
  total_employment_type: [
    { employment_type_id: 1, employment_type: ref(1, 'Full-time'), count: 100 },
    { employment_type_id: 2, employment_type: ref(2, 'Contract'), count: 20 },
  ],
  attrition_by_timezone: [{ id: 1, name: 'Manila', headcount: 120, separated: 9, rate: 7.3 }],
  attrition_by_departments: [
    { id: 1, name: 'Warehouse', headcount: 30, separated: 6, rate: 18.2 },
    { id: null, name: '', headcount: 2, separated: 0, rate: 0 },
  ],
  attrition_by_teams: [{ id: 4, name: 'Night crew', headcount: 12, separated: 2, rate: 15.4 }],
  population_pyramid: [
    { age_from: 20, age_to: 24, male: 8, female: 11 },
    { age_from: 25, age_to: 29, male: 20, female: 24 },
  ],
  pending_filing_request: [
    { module: 'leave_filing', title: 'Leave Filings', count: 7 },
    { module: 'overtime_filing', title: 'Overtime Filings', count: 0 },
  ],
  payroll_expenses: Array.from({ length: 12 }, (_, month) => ({
    month: `2026-${String(month + 1).padStart(2, '0')}`,
    gross: 3_000_000 + month * 10_000,
    employer: 300_000,
    total: 3_300_000,
    net: 2_500_000,
  })),
  leave_filing: [{ leave_type_id: 1, leave_type: ref(1, 'Vacation leave'), filings: 22, approved_days: 31.5, pending_days: 4 }],
  break_status: [
    { status: 'working', count: 80 },
    { status: 'on_break', count: 4 },
    { status: 'out', count: 36 },
  ],
  year_employees: [
    { year: 2025, hired: 20, separated: 6, headcount: 110 },
    { year: 2026, hired: 19, separated: 9, headcount: 120 },
  ],
  get_employment_details_completion: [
    { section: 'personal', title: 'Personal', fields: ['birth_at', 'email'], complete: 111, total: 120, percent: 92.5 },
  ],
}

const hours = { is_rest_day: false, holiday: null, time_in: '08:00', time_out: '17:00' }
const day: PortalDay = {
  date: '2026-11-20',
  employee: {
    id: 4,
    employee: ref(4, 'Cruz, Juana'),
    first_name: 'Juana',
    position: 'Clerk',
    department: 'Technology',
    may_clock: true,
    asks_place: false,
    asks_photo: false,
  },
  today_schedule: { date: '2026-11-20', ...hours },
  week: [
    { date: '2026-11-20', ...hours },
    { date: '2026-11-21', ...hours, is_rest_day: true },
    { date: '2026-11-30', ...hours, holiday: 'Bonifacio Day' },
  ],
  time_status: 'in',
  today_logs: [{ id: 1, type: 'time_in', logged_at: '2026-11-20T00:02:00Z' }],
  today_filings: [
    {
      module: 'overtime_filing',
      title: 'Overtime Filing',
      id: 3,
      transaction_no: 'OT-2026-000003',
      date_from: '2026-11-20',
      date_to: '2026-11-20',
      status: 'approved',
      state: 'Approved',
      openable: true,
    },
  ],
  pending_filings: [
    {
      module: 'leave_filing',
      title: 'Leave Filing',
      id: 8,
      transaction_no: 'LF-2026-000008',
      date_from: '2026-12-22',
      date_to: '2026-12-23',
      status: 'posted',
      state: 'Pending',
      openable: true,
    },
  ],
  leave_balances: [{ leave_type_id: 1, leave_type: ref(1, 'Vacation leave'), balance: 8.5, reserved: 2 }],
  loan_balances: [
    { id: 1, transaction_no: 'LN-000001', loan_type: ref(1, 'Company loan'), amortization: 1500, balance: 12_000, is_paused: false },
  ],
  latest_payslip: {
    id: 5,
    pay_period: ref(9, '2026-11 first half'),
    payout_date: '2026-11-15',
    gross: 16_662.5,
    total_deductions: 2901.25,
    net_pay: 13_761.25,
  },
  documents: [
    {
      id: 12,
      name: 'certificate-of-employment-E0001.pdf',
      module: 'employee_requisition',
      record_id: 3,
      transaction_no: 'REQ-2026-000003',
      created_at: '2026-11-20T03:00:00Z',
    },
  ],
  holidays: [{ id: 1, name: 'Bonifacio Day', date: '2026-11-30', holiday_type: ref(1, 'Regular holiday') }],
  memos: [
    {
      id: 2,
      title: 'Year-end party',
      body: '<p>On 18 December.</p>',
      attachments: [],
      date_issued: '2026-11-10',
      requires_acknowledgement: true,
      acknowledged_at: null,
    },
  ],
  may: { clock: true, break: true, payslip: true },
}

const entry = (name: string) => ({
  name,
  title: name,
  icon: 'file-text',
  actions: ['index', 'view'],
  ...(name.endsWith('filing') && { kind: 'filing' }),
})
const application = (name: string, modules: readonly string[]) => ({
  name,
  title: name,
  icon: 'users',
  color: 'teal',
  groups: [{ title: 'All', modules: modules.map(entry) }],
})
const answers = ({ path }: MockCall): MockAnswer | undefined =>
  path === 'talent/dashboard' ? ok(figures) : path === 'employee_portal/dashboard' ? ok(day) : undefined

const meta: Meta = {
  title: 'Dashboards/People',
  parameters: { ownRouter: true },
  beforeEach: () => {
    queryClient.clear()
    queryClient.setQueryData(navigationQuery.queryKey, {
      ...mockNavigation,
      applications: [
        application('talent', ['employee', 'payroll', 'leave_filing', 'break_status']),
        application('employee_portal', ['payslip', 'overtime_filing']),
      ],
    })
    return installAdminApi(answers)
  },
}
export default meta
type Story = StoryObj

const talent = () => (
  <Stage module="talent_dashboard" title="Dashboard">
    <TalentDashboard />
  </Stage>
)
const portal = () => (
  <Stage module="employee_portal_dashboard" title="Dashboard">
    <PortalDashboard />
  </Stage>
)

/** Every chart has its table with the same figures. */
export const Talent: Story = {
  render: talent,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Payroll expenses: As a table' }))
    const shown = canvas.getByRole('group', { name: 'Payroll expenses' })
    await expect(await within(shown).findByRole('row', { name: '2026/12 3,110,000.00 300,000.00' })).toBeVisible()
    await expect(canvas.getByText('92.5%', { exact: false })).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'By team' }))
    await expect(await canvas.findByText('Night crew')).toBeVisible()
  },
}
export const TalentDark: Story = { render: talent, globals: { scheme: 'dark' } }
/** A change of the counted records refreshes the figures. */
export const TalentRefreshed: Story = {
  render: talent,
  beforeEach: () => {
    let asked = 0
    return installAdminApi(({ path }) =>
      path === 'talent/dashboard'
        ? ok({ ...figures, ...(asked++ > 0 && { payroll_expenses: null }) })
        : path === 'meta/navigation'
          ? ok({ applications: [application('talent', ['employee', 'leave_filing'])] })
          : undefined,
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('201-file completeness')
    // The menus are loaded: figures link to their records, and the kinds of filings are known.
    await canvas.findAllByRole('link')
    await expect(canvas.getByRole('heading', { name: 'Payroll expenses' })).toBeVisible()
    receive({ type: 'record', data: { module: 'leave_filing', actor: 3 } })
    await waitFor(() => expect(canvas.queryByRole('heading', { name: 'Payroll expenses' })).toBeNull(), { timeout: 10_000 })
  },
}
/** Parts that the server omits for lack of a right are missing, and nothing replaces them. */
export const TalentNarrow: Story = {
  render: talent,
  beforeEach: () =>
    installAdminApi(({ path }) =>
      path === 'talent/dashboard' ? ok({ ...figures, payroll_expenses: null, bday_corner: null, population_pyramid: null }) : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('201-file completeness')).toBeVisible()
    await expect(canvas.queryByText('Payroll expenses')).toBeNull()
    await expect(canvas.queryByText('Birthdays')).toBeNull()
  },
}
export const TalentFailed: Story = {
  render: talent,
  beforeEach: () => installAdminApi(({ path }) => (path === 'talent/dashboard' ? refusal(500, 'It broke.') : undefined)),
}

export const Portal: Story = {
  render: portal,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Hello, Juana')).toBeVisible()
    await expect(canvas.getByText('13,761.25')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Start break' }))
    await waitFor(() => expect(made[0]).toMatchObject({ path: 'break_status', body: { status: 'on_break', source: 'web' } }))
  },
}
export const PortalDark: Story = { render: portal, globals: { scheme: 'dark' } }
/** A refused punch shows the reason beside the buttons. */
export const PunchRefused: Story = {
  render: portal,
  beforeEach: () =>
    installAdminApi((call) =>
      call.path === 'employee_portal/dashboard'
        ? ok({ ...day, time_status: 'out', today_logs: [] })
        : call.path === 'time_log'
          ? refusal(422, 'You may punch only from the company’s network.', { rule: 'E_PUNCH_NETWORK' })
          : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Time in' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('company’s network')
  },
}
export const PortalOfNoEmployee: Story = {
  render: portal,
  beforeEach: () => installAdminApi(({ path }) => (path === 'employee_portal/dashboard' ? ok({ ...day, employee: null }) : undefined)),
}
