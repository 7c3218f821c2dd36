/** The dates of a leave with the cost in days of each, by the employee's schedule, rest days and holidays (G118). */

import { type LeaveDay, type LeaveRequest, leaveDays } from '../../../domain/leave/days.ts'
import { dayNumber } from '../../../domain/time/clock.ts'
import { isHolidayType } from '../../../domain/time/holidays.ts'
import { type DayPlan, planDays } from '../../../domain/time/schedule.ts'
import type { Row } from '../../../engine/model/module.ts'
import { daysBetween } from '../../../kernel/dates.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesOf } from '../../records/row.ts'
import { loadInputs } from '../time/inputs.ts'
import { timeSetup } from '../time/setup.ts'
import type { LeaveType } from './types.ts'

/** The longest leave; a longer one is filed in parts. */
const MOST_DAYS = 366
const USUAL_MINUTES = 480

interface CostedDay {
  readonly date: string
  readonly qty: Decimal
  readonly with_pay: boolean
}
export interface LeaveCost {
  /** Dates that cost something. */
  readonly dates: readonly CostedDay[]
  readonly days: Decimal
  /** Days that take credits. */
  readonly paid: Decimal
}

/** The employee's schedule; an employee without any schedule owes every day that is neither rest day nor holiday. */
async function plansOf(ctx: Ctx, employee: number, from: string, to: string): Promise<DayPlan[]> {
  const setup = await timeSetup(ctx)
  const [input] = await loadInputs(ctx, setup, [employee], { from, to })
  if (!input) throw new DomainError('date_from', 'The employee is not employed on these dates.')
  const first = dayNumber(from, 'date_from')
  const last = dayNumber(to, 'date_to')
  const plans = planDays(input.time.schedule, input.time.filings ?? [], setup.calendar, { first, last })
  if (plans.some((plan) => plan.shift)) return plans
  return plans.map((plan) => ({ ...plan, is_duty: !plan.is_rest_day && !isHolidayType(plan.type) }))
}

/**
 * The cost of a filed leave. Dates marked in its rows as without pay stay so; unpaid kinds of leave cost no credits.
 * Throws a `DomainError` that names the invalid field.
 */
export async function leaveCost(ctx: Ctx, record: Row, type: LeaveType): Promise<LeaveCost> {
  const from = String(record.date_from).slice(0, 10)
  const to = String(record.date_to).slice(0, 10)
  if (to < from) throw new DomainError('date_to', 'The last day must not be before the first day.')
  if (daysBetween(from, to) >= MOST_DAYS) throw new DomainError('date_to', 'File a leave of more than a year in parts.')
  const plans = await plansOf(ctx, Number(record.employee_id), from, to)
  const duration = (record.duration_type ?? 'whole_day') as LeaveRequest['duration_type']
  const minutes =
    duration === 'hours'
      ? Math.round(
          dec(record.qty)
            .times(plans[0]?.shift?.required ?? USUAL_MINUTES)
            .toNumber(),
        )
      : undefined
  const request: LeaveRequest = { date_from: from, date_to: to, duration_type: duration, ...(minutes === undefined ? {} : { minutes }) }
  const { dates, days } = read(() => leaveDays(request, type.day_count, plans))
  const unpaid = new Set(
    linesOf(record, 'dates')
      .filter((row) => row.with_pay === false)
      .map((row) => String(row.date).slice(0, 10)),
  )
  const paysAtAll = type.is_paid && record.with_pay !== false
  const costed = dates
    .filter((date) => !date.days.isZero())
    .map((date: LeaveDay) => ({ date: date.date, qty: date.days, with_pay: paysAtAll && !unpaid.has(date.date) }))
  const paid = costed.reduce((sum, entry) => (entry.with_pay ? sum.plus(entry.qty) : sum), dec(0))
  return { dates: costed, days, paid }
}

/** The domain takes hours as minutes; users enter a part of a day. */
function read<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError && error.field === 'minutes')
      throw new DomainError('qty', 'Leave by the hour must be more than 0 and less than a day.')
    throw error
  }
}
