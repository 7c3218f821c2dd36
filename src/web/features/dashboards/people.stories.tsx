import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { navigationQuery, queryClient } from '../../api/queries.ts'
import { type MockAnswer, type MockCall, mockNavigation, refusal } from '../../testing/api.ts'
import { Stage } from '../admin/AdminStory.tsx'
import { installAdminApi, made } from '../admin/testing.ts'
import PortalDashboard from './portal/PortalDashboard.tsx'
import type { PortalDay } from './portal/types.ts'

const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
const ref = (id: number, name: string) => ({ id, name, label: name })
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
  benefit_claims: [
    {
      id: 1,
      transaction_no: 'SBC-2026-000001',
      benefit: 'Sickness',
      date_from: '2026-10-05',
      date_to: '2026-10-12',
      amount: 5400,
      advanced: 5400,
      state: 'Filed',
    },
  ],
  loan_balances: [
    {
      id: 1,
      transaction_no: 'LN-000001',
      loan_type: ref(1, 'Company loan'),
      amortization: 1500,
      deduction_frequency: 'monthly',
      balance: 12_000,
      is_paused: false,
    },
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
const answers = ({ path }: MockCall): MockAnswer | undefined => (path === 'employee_portal/dashboard' ? ok(day) : undefined)

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

const portal = () => (
  <Stage module="employee_portal_dashboard" title="Dashboard">
    <PortalDashboard />
  </Stage>
)

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
