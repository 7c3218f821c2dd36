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
  const shownFigures = figures
  return (
    <>
      <Figures figures={shownFigures} />
      <div className={classes.widgets}>
        {shownFigures.year_employees && <Years rows={shownFigures.year_employees} />}
        {shownFigures.payroll_expenses && <Expenses rows={shownFigures.payroll_expenses} />}
        {shownFigures.population_pyramid && <Pyramid rows={shownFigures.population_pyramid} />}
        <AttritionCard figures={shownFigures} />
        {shownFigures.pending_filing_request && <Pending rows={shownFigures.pending_filing_request} />}
        {shownFigures.leave_filing && <Leaves rows={shownFigures.leave_filing} />}
        {shownFigures.break_status && <RightNow rows={shownFigures.break_status} />}
        {shownFigures.total_employment_type && <Types rows={shownFigures.total_employment_type} />}
        {shownFigures.totalStatusSum && <Statuses rows={shownFigures.totalStatusSum} />}
        {shownFigures.get_employment_details_completion && <Completion rows={shownFigures.get_employment_details_completion} />}
        {shownFigures.bday_corner && <Birthdays rows={shownFigures.bday_corner} />}
        {shownFigures.anniv_corner && <Anniversaries rows={shownFigures.anniv_corner} />}
        {shownFigures.newly_hired_employee && <Newcomers rows={shownFigures.newly_hired_employee} />}
        {shownFigures.todayEscalation && <Escalations rows={shownFigures.todayEscalation} />}
      </div>
    </>
  )
}
