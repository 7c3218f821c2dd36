import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '../../../api/client.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { Await } from '../../../ui/Await.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import classes from '../dashboard.module.css'
import { label } from '../text.ts'
import { useRefresh } from '../useRefresh.ts'
import { AttritionCard } from './AttritionCard.tsx'
import { Expenses, Pyramid, Years } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { Completion, Leaves, Pending, RightNow, Statuses, Types } from './Lists.tsx'
import { Anniversaries, Birthdays, Escalations, Newcomers } from './People.tsx'
import type { TalentFigures } from './types.ts'

const figuresQuery = queryOptions({
  queryKey: ['dashboard', 'talent'],
  queryFn: ({ signal }) => get<TalentFigures>('talent/dashboard', undefined, signal),
})

/** Modules whose records the figures are counted from, besides filings. */
const COUNTED = ['employee', 'employment_status_log', 'payroll', 'raw_time_log', 'time_log', 'break_status', 'escalation_and_concern']

/** The company's employees at a glance; every figure links to its records. */
export default function TalentDashboard() {
  const { module } = useModuleRoute()
  const query = useQuery(figuresQuery)
  useRefresh(figuresQuery.queryKey, COUNTED, true)
  const title = label(module.title)
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <Await query={query} height={420}>
        {(figures) => <Widgets figures={figures} />}
      </Await>
    </div>
  )
}

function Widgets({ figures }: { figures: TalentFigures }) {
  const it = figures
  return (
    <>
      <Figures figures={it} />
      <div className={classes.widgets}>
        {it.year_employees && <Years rows={it.year_employees} />}
        {it.payroll_expenses && <Expenses rows={it.payroll_expenses} />}
        {it.population_pyramid && <Pyramid rows={it.population_pyramid} />}
        <AttritionCard figures={it} />
        {it.pending_filing_request && <Pending rows={it.pending_filing_request} />}
        {it.leave_filing && <Leaves rows={it.leave_filing} />}
        {it.break_status && <RightNow rows={it.break_status} />}
        {it.total_employment_type && <Types rows={it.total_employment_type} />}
        {it.totalStatusSum && <Statuses rows={it.totalStatusSum} />}
        {it.get_employment_details_completion && <Completion rows={it.get_employment_details_completion} />}
        {it.bday_corner && <Birthdays rows={it.bday_corner} />}
        {it.anniv_corner && <Anniversaries rows={it.anniv_corner} />}
        {it.newly_hired_employee && <Newcomers rows={it.newly_hired_employee} />}
        {it.todayEscalation && <Escalations rows={it.todayEscalation} />}
      </div>
    </>
  )
}
