import { Alert, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { get } from '../../../api/client.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { Await } from '../../../ui/Await.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import classes from '../dashboard.module.css'
import { label, t } from '../text.ts'
import { useRefresh } from '../useRefresh.ts'
import { Clock, PORTAL } from './Clock.tsx'
import { Decisions } from './Decisions.tsx'
import { Memos } from './Memos.tsx'
import { BenefitClaims, Documents, Filings, Holidays, LatestPayslip, LeaveBalances, Loans, Schedule } from './Parts.tsx'
import portal from './portal.module.css'
import type { PortalDay } from './types.ts'

const dayQuery = queryOptions({
  queryKey: PORTAL,
  queryFn: ({ signal }) => get<PortalDay>('employee_portal/dashboard', undefined, signal),
})

/** Modules on which the employee's day depends, besides filings. */
const COUNTED = [
  'raw_time_log',
  'time_log',
  'break_status',
  'shift_schedule',
  'employee_balance_history',
  'loan_entry',
  'sss_benefit_claim',
  'payslip',
  'payroll',
  'memorandum_corner',
  'holiday',
]

/** An employee's own day: clock, schedule, filings, balances, payslip and news. */
export default function PortalDashboard() {
  const { module } = useModuleRoute()
  const query = useQuery(dayQuery)
  useRefresh(PORTAL, COUNTED, true)
  const title = label(module.title)
  usePageTitle(title)
  const day = query.data
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{day?.employee ? t('portal.hello', { name: day.employee.first_name }) : title}</h1>
      <Await query={query} height={420}>
        {(today) => <Parts day={today} />}
      </Await>
    </div>
  )
}

/** Short names of the most common filings and requests. */
const FILE = {
  leave_filing: 'portal.fileLeave',
  overtime_filing: 'portal.fileOvertime',
  official_business_filing: 'portal.fileBusiness',
  timelog_filing: 'portal.fileTime',
  shift_adjustment: 'portal.changeShift',
  employee_requisition: 'portal.requestDocument',
  data_change_request: 'portal.changeData',
  escalation_and_concern: 'portal.raiseConcern',
} as const

/** The most common task: filing something, with one tap. */
function QuickFilings({ rows }: { rows: readonly { module: string; title: string }[] }) {
  const { application } = useModuleRoute()
  if (!rows.length) return null
  return (
    <Group gap="xs" className={portal.quick} component="nav" aria-label={t('portal.file')}>
      {rows.map((row) => (
        <Button
          key={row.module}
          component={Link}
          to={`/${application}/${row.module}/new`}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.6} />}
        >
          {row.module in FILE ? t(FILE[row.module as keyof typeof FILE]) : label(row.title)}
        </Button>
      ))}
    </Group>
  )
}

function Parts({ day }: { day: PortalDay }) {
  const isEmployee = day.employee !== null
  return (
    <>
      {!isEmployee && <Alert color="yellow">{t('portal.noEmployee')}</Alert>}
      <QuickFilings rows={day.may.file ?? []} />
      <div className={classes.widgets}>
        {isEmployee && <Clock day={day} />}
        <Decisions />
        {isEmployee && <LatestPayslip slip={day.latest_payslip} may={day.may.payslip === true} />}
        {isEmployee && <Schedule week={day.week} today={day.date} />}
        {isEmployee && <Filings title={t('portal.todayFilings')} rows={day.today_filings} />}
        {isEmployee && <Filings title={t('portal.pendingFilings')} rows={day.pending_filings} />}
        {isEmployee && <LeaveBalances rows={day.leave_balances} />}
        {isEmployee && <Loans rows={day.loan_balances} />}
        {isEmployee && <BenefitClaims rows={day.benefit_claims} />}
        {isEmployee && <Documents rows={day.documents} />}
        <Memos memos={day.memos} />
        <Holidays rows={day.holidays} />
      </div>
    </>
  )
}
