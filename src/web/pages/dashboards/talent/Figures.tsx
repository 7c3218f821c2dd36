import classes from '../dashboard.module.css'
import { Tile } from '../Tile.tsx'
import { t } from '../text.ts'
import { useWays } from '../useWay.ts'
import type { TalentFigures } from './types.ts'

const count = (value: number): string => value.toLocaleString('en-US')

/** The first numbers that one asks for. */
export function Figures({ figures }: { figures: TalentFigures }) {
  const wayTo = useWays()
  const { total_employee, newly_hired_employee, break_status, pending_filing_request, todayEscalation, year_employees } = figures
  const at = (status: string): number => break_status?.find((row) => row.status === status)?.count ?? 0
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
      {newly_hired_employee && (
        <Tile title={t('talent.newlyHired')} value={count(newly_hired_employee.length)} to={wayTo('employee', '?sort=-date_hired')} />
      )}
      {year && (
        <Tile
          title={t('talent.left')}
          value={count(year.separated)}
          note={String(year.year)}
          to={wayTo('employee', `?filter[date_separated][gte]=${year.year}-01-01`)}
        />
      )}
      {break_status && (
        <Tile
          title={t('talent.here')}
          value={count(at('working'))}
          note={t('talent.onBreak', { count: at('on_break') })}
          to={wayTo('break_status')}
        />
      )}
      {pending_filing_request && (
        <Tile
          title={t('talent.pending')}
          value={count(pending_filing_request.reduce((sum, row) => sum + row.count, 0))}
          to={wayTo('supervisor_portal')}
        />
      )}
      {todayEscalation && <Tile title={t('talent.concerns')} value={count(todayEscalation.length)} to={wayTo('escalation_and_concern')} />}
    </div>
  )
}
