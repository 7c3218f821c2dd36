/**
 * How many days of credits a leave takes: the working days of the shift schedule (rest days, holidays and days without
 * schedule cost nothing), or every calendar day for leaves that the law grants in calendar days.
 */
import { Decimal, round6, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { dateText, dayNumber } from '../time/clock.ts'
import type { DayPlan } from '../time/schedule.ts'

const DAY_COUNTS = ['working', 'calendar'] as const
export type DayCount = (typeof DAY_COUNTS)[number]

export interface LeaveRequest {
  readonly date_from: string
  readonly date_to: string
  readonly duration_type: 'whole_day' | 'first_half' | 'second_half' | 'hours'
  /** For `hours`. */
  readonly minutes?: number
}

export interface LeaveDay {
  readonly date: string
  readonly days: Decimal
  /** Why the date costs nothing. */
  readonly free?: 'rest_day' | 'holiday' | 'no_schedule'
}

/** The dates of a leave with the days that each costs. `plans` cover its dates. */
export function leaveDays(
  request: LeaveRequest,
  count: DayCount,
  plans: readonly DayPlan[],
): { readonly dates: readonly LeaveDay[]; readonly days: Decimal } {
  const from = dayNumber(request.date_from, 'date_from')
  const to = dayNumber(request.date_to, 'date_to')
  if (to < from) throw new DomainError('date_to', 'The leave ends before it begins.')
  if (request.duration_type !== 'whole_day' && from !== to) throw new DomainError('date_to', 'Leave for a part of a day is for one date.')
  const byDay = new Map(plans.map((plan) => [plan.day, plan]))
  const dates: LeaveDay[] = []
  let sum: Decimal = ZERO
  for (let day = from; day <= to; day++) {
    const plan = byDay.get(day)
    if (!plan) throw new DomainError('date_from', `There is no schedule for ${dateText(day)}.`)
    const free = count === 'calendar' || plan.is_duty ? undefined : plan.is_rest_day ? 'rest_day' : plan.shift ? 'holiday' : 'no_schedule'
    const days = free ? ZERO : part(request, plan)
    sum = sum.plus(days)
    dates.push({ date: dateText(day), days, ...(free ? { free } : {}) })
  }
  return { dates, days: sum }
}

const HALF = new Decimal('0.5')

function part(request: LeaveRequest, plan: DayPlan): Decimal {
  if (request.duration_type === 'whole_day') return new Decimal(1)
  if (request.duration_type !== 'hours') return HALF
  const { minutes } = request
  if (minutes === undefined || !Number.isInteger(minutes) || minutes <= 0)
    throw new DomainError('minutes', 'Leave by the hour has whole minutes.')
  const required = plan.shift?.required ?? 480
  if (minutes > required) throw new DomainError('minutes', `The shift has only ${required} minutes.`)
  return round6(new Decimal(minutes).div(required))
}
