import { useListHref } from '../../../routing/list-href.ts'
import classes from '../dashboard.module.css'
import { Tile } from '../Tile.tsx'
import { t } from '../text.ts'
import { lastDays, todays, yearOf } from './filters.ts'
import { PENDING } from './Lists.tsx'
import type { TalentFigures } from './types.ts'

/** Days for which employees count as new, as on the server. */
const NEW_DAYS = 30
const count = (value: number): string => value.toLocaleString('en-US')

/** The first numbers that one asks for. */
export function Figures({ figures }: { figures: TalentFigures }) {
  const wayTo = useListHref()
  const { total_employee, total_newly_hired, break_status, pending_filing_request, todayEscalation, year_employees } = figures
  const statusCount = (status: string): number => break_status?.find((row) => row.status === status)?.count ?? 0
  const year = year_employees?.at(-1)
  return (
    <div className={classes.tiles}>
      {total_employee !== null && (
        <Tile
          title={t('talent.employees')}
          value={count(total_employee)}
          note={t('talent.active')}
          to={wayTo('employee', '?filter[status]=active')}
        />
      )}
      {total_newly_hired !== null && (
        <Tile
          title={t('talent.newlyHired')}
          value={count(total_newly_hired)}
          to={wayTo('employee', `?${lastDays('date_hired', NEW_DAYS)}&sort=-date_hired`)}
        />
      )}
      {year && (
        <Tile
          title={t('talent.left')}
          value={count(year.separated)}
          note={String(year.year)}
          to={wayTo('employee', `?${yearOf('date_separated', year.year)}`)}
        />
      )}
      {break_status && (
        <Tile
          title={t('talent.here')}
          value={count(statusCount('working'))}
          note={t('talent.onBreak', { count: statusCount('on_break') })}
        />
      )}
      {pending_filing_request && (
        <Tile
          title={t('talent.pending')}
          value={count(pending_filing_request.reduce((sum, row) => sum + row.count, 0))}
          // Of several kinds, each with its list: the card below has the ways.
          to={`#${PENDING}`}
        />
      )}
      {todayEscalation && (
        <Tile
          title={t('talent.concerns')}
          value={count(todayEscalation.length)}
          to={wayTo('escalation_and_concern', `?${todays('date_raised')}`)}
        />
      )}
    </div>
  )
}
