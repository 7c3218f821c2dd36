/** Workdays of a pay period for employees who joined or left inside of it. */

import type { Workday } from '../../../domain/payroll/index.ts'
import type { DayResult } from '../../../domain/time/day-result.ts'
import { isHolidayType } from '../../../domain/time/holidays.ts'
import { addDays } from '../../../kernel/dates.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { scheduledDays } from './leavers.ts'
import type { Run } from './run.ts'

export interface Joining {
  readonly id: number
  readonly date_hired: string | null
  readonly date_separated: string | null
  readonly days_per_year: string | null
}

/** Paid days of a year from which on employees work six days of the week, and seven (DOLE Handbook: 261, 313, 365 and more). */
const SIX_DAYS = 300
const SEVEN_DAYS = 360
const [SUNDAY, SATURDAY] = [0, 6]

const isWorkday = (day: DayResult): boolean =>
  day.is_duty || (day.shift !== undefined && isHolidayType(day.day_type) && !day.day_type.endsWith('rest_day'))

/** Workdays of a person without any schedule, from the factor that the salary is shared by. */
function byFactor(factor: number, from: string, to: string): Workday[] {
  const days: Workday[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    const isRest = (weekday === SUNDAY && factor < SEVEN_DAYS) || (weekday === SATURDAY && factor < SIX_DAYS)
    if (!isRest) days.push({ date, day_type: 'ordinary' })
  }
  return days
}

/**
 * By employee, the workdays between the first and the last day of employment inside the run's pay period, by the schedule
 * or, without one, by the paid days of a year. Left out are employees of the whole period, and those whose time sheet has the
 * dates of the period and schedules days (`isScheduled`): it says the days. A sheet without a shift says none of them, although
 * the salary pays them: an employee exempt from time records has such a sheet. A fixed number of statements for any number of employees.
 */
export async function workdaysOf(
  ctx: Ctx,
  run: Run,
  employees: readonly Joining[],
  isScheduled: (id: number) => boolean,
): Promise<Map<number, readonly Workday[]>> {
  const { from, to } = run.period
  const isSameCutOff = run.dtr.from === from && run.dtr.to === to
  const partial = employees.filter(
    ({ id, date_hired, date_separated }) =>
      ((date_hired !== null && date_hired > from && date_hired <= to) ||
        (date_separated !== null && date_separated >= from && date_separated < to)) &&
      !(isSameCutOff && isScheduled(id)),
  )
  const days = await workdaysWithin(ctx, run, partial)
  return new Map(
    partial.map(({ id, date_hired, date_separated }) => {
      const first = date_hired !== null && date_hired > from ? date_hired : from
      const last = date_separated !== null && date_separated < to ? date_separated : to
      return [id, days.get(id)!.filter(({ date }) => first <= date && date <= last)]
    }),
  )
}

/** By employee, the workdays of the run's pay period by the schedule or, without one, by the paid days of a year. */
export async function workdaysWithin(
  ctx: Ctx,
  run: Run,
  employees: readonly Pick<Joining, 'id' | 'days_per_year'>[],
): Promise<Map<number, readonly Workday[]>> {
  const { from, to } = run.period
  const result = new Map<number, readonly Workday[]>()
  if (!employees.length) return result
  const schedules = ctx.modules.has('shift_template')
    ? await scheduledDays(
        ctx,
        employees.map(({ id }) => id),
        from,
        to,
      )
    : new Map<number, ReadonlyMap<string, DayResult>>()
  for (const { id, days_per_year } of employees) {
    const schedule = [...(schedules.get(id)?.values() ?? [])]
    const hasShift = schedule.some(({ shift }) => shift !== undefined)
    const days = hasShift
      ? schedule
          .filter((day) => from <= day.date && day.date <= to && isWorkday(day))
          .map(({ date, day_type }): Workday => ({ date, day_type }))
      : byFactor(Number(days_per_year) > 0 ? Number(days_per_year) : Number(run.factor), from, to)
    result.set(id, days)
  }
  return result
}

/** Hours of a full day's work: the employee's own before those of the group's pay rate. */
export const hoursOf = (run: Pick<Run, 'hours_per_day'>, { hours_per_day }: { readonly hours_per_day: string | null }): string =>
  dec(hours_per_day).greaterThan(0) ? hours_per_day! : run.hours_per_day
