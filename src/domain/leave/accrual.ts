/**
 * Accrual plans: how leave credits come to be, month by month, by the quarter, by the year or on anniversaries, with a
 * ladder by years of service, proration for joiners, caps, and months without credit for too many unpaid days.
 */
import { addDays, dayOfMonth, firstOfMonth, lastOfMonth, monthOf, yearOf } from '../../kernel/dates.ts'
import { Decimal, round6, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import { addMonths, completedMonths } from './calendar.ts'
import { balanceOn, type LeaveEntry, type LeaveLedger } from './ledger.ts'

export const FREQUENCIES = ['monthly', 'quarterly', 'yearly', 'anniversary'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export interface AccrualPlan {
  readonly code: string
  readonly frequency: Frequency
  /** Days of a whole year of 12 months. A monthly plan of 15 gives 1.25 a month. */
  readonly days_per_year: Amount
  /** Years of service from which on another number of days holds, in order. */
  readonly ladder?: readonly { readonly from_years: number; readonly days_per_year: Amount }[]
  /** Credits come when their month, quarter or year has been worked (`end`), or at its beginning (`start`). */
  readonly timing: 'start' | 'end'
  /** No credits before this many complete months of service. */
  readonly start_after_months?: number
  /**
   * The part of a period that began before the hiring. `by_day_15`: a month counts whole when hired on or before the
   * 15th, and half after it. `by_month` (when not said): months begun count. `none`: the period counts whole.
   */
  readonly joiners?: 'by_day_15' | 'by_month' | 'none'
  /** Credits stop where the balance reaches this. */
  readonly max_balance?: Amount
  /** A month with more unpaid days than this earns nothing. Credits ahead of their period are given all the same. */
  readonly max_unpaid_days?: number
  /** Each credit can be used for this many months. */
  readonly expires_after_months?: number
  readonly effective_from?: string
  readonly effective_to?: string
}

interface AccrualEmployee {
  readonly hired_on: string
  readonly separated_on?: string
  /** Days without pay, or parts of days, by date. */
  readonly unpaid_days?: Readonly<Record<string, number>>
}

export interface Accrued {
  readonly entries: readonly LeaveEntry[]
  /** Dates on which nothing was credited, and why. */
  readonly nothing: readonly { readonly date: string; readonly why: 'cap' | 'unpaid_days' | 'service' | 'entered_already' }[]
  trace(): TraceLine[]
}

const MONTHS: Record<Frequency, number> = { monthly: 1, quarterly: 3, yearly: 12, anniversary: 12 }

/** A stretch of months that earns one credit. */
interface Period {
  readonly from: string
  readonly to: string
  readonly credited_on: string
}

/** The credits of a plan with dates from `from` to `to`, on top of the ledger's present entries. A repeated run gives nothing twice. */
export function accrue(
  plan: AccrualPlan,
  employee: AccrualEmployee,
  ledger: LeaveLedger,
  { from, to }: { readonly from: string; readonly to: string },
): Accrued {
  requirePlan(plan)
  requireDate(employee.hired_on, 'employee.hired_on')
  requireDate(from, 'from')
  if (requireDate(to, 'to') < from) throw new DomainError('to', 'The end must be after the start.')
  const entries: LeaveEntry[] = []
  const nothing: Accrued['nothing'][number][] = []
  const lines: TraceLine[] = []
  for (const period of periods(plan, employee, from, to)) {
    const date = period.credited_on
    const key = `accrual:${plan.code}:${date}`
    if (ledger.some((leaveEntry) => leaveEntry.key === key)) {
      nothing.push({ date, why: 'entered_already' })
      continue
    }
    const service = completedMonths(employee.hired_on, addDays(date, plan.timing === 'start' || plan.frequency === 'anniversary' ? -1 : 0))
    if (service < (plan.start_after_months ?? 0)) {
      nothing.push({ date, why: 'service' })
      continue
    }
    const yearly = daysPerYear(plan, service)
    const earned = earnedMonths(plan, employee, period)
    if (earned.months.isZero()) {
      nothing.push({ date, why: 'unpaid_days' })
      lines.push({ about: 'accrual', text: `${date}: ${earned.words.replace(/^, /, '')}.` })
      continue
    }
    const full = yearly.times(earned.months).div(12)
    const room =
      plan.max_balance === undefined
        ? undefined
        : Decimal.max(readPositive(plan.max_balance, 'plan.max_balance').minus(balanceOn([...ledger, ...entries], date)), ZERO)
    // Sixths of days: the part rounded away from one month is added in the next, so that a year gives its days exactly.
    const days = room === undefined ? carried(plan, { yearly, months: earned.months, period, full }) : Decimal.min(round6(full), room)
    if (days.isZero()) {
      nothing.push({ date, why: 'cap' })
      continue
    }
    const expires = plan.expires_after_months === undefined ? undefined : addDays(addMonths(date, plan.expires_after_months), -1)
    entries.push({
      date,
      kind: 'accrual',
      days,
      key,
      ...(expires === undefined ? {} : { expires_on: expires }),
      note: `For ${period.from} to ${period.to}`,
    })
    lines.push({
      about: 'accrual',
      text: `${date}: ${yearly} days a year × ${earned.months} of 12 months = ${full.toDecimalPlaces(6)} days${room?.lt(full) ? `, of which ${days} fit under the cap of ${plan.max_balance}` : ''}${earned.words}.`,
    })
  }
  return { entries, nothing, trace: () => lines }
}

function requirePlan(plan: AccrualPlan): void {
  if (!FREQUENCIES.includes(plan.frequency)) throw new DomainError('plan.frequency', `"${String(plan.frequency)}" is not a frequency.`)
  readPositive(plan.days_per_year, 'plan.days_per_year')
  let before = -1
  for (const [index, step] of (plan.ladder ?? []).entries()) {
    if (!Number.isInteger(step.from_years) || step.from_years <= before)
      throw new DomainError(`plan.ladder.${index}.from_years`, 'The steps of the ladder have whole years, each more than the one before.')
    before = step.from_years
  }
}

/** Days a year after this many complete months of service. */
export function daysPerYear(plan: AccrualPlan, serviceMonths: number): Decimal {
  let days = plan.days_per_year
  for (const step of plan.ladder ?? []) if (serviceMonths >= step.from_years * 12) days = step.days_per_year
  return readPositive(days, 'plan.days_per_year')
}

/** The plan's periods whose credit falls between two dates, from the hiring to the separation. */
function* periods(plan: AccrualPlan, employee: AccrualEmployee, from: string, to: string): Generator<Period> {
  const length = MONTHS[plan.frequency]
  const isAnniversary = plan.frequency === 'anniversary'
  const origin = isAnniversary ? employee.hired_on : firstOfMonth(employee.hired_on)
  // The first period begins with the quarter or the calendar year of the hiring.
  const start = isAnniversary ? origin : addMonths(origin, -((monthOf(origin) - 1) % length))
  for (let index = 0; ; index++) {
    const first = addMonths(start, index * length)
    const last = addDays(addMonths(start, (index + 1) * length), -1)
    // An anniversary's credit is for the year that was completed, on the day that completes it.
    const on = isAnniversary ? addDays(last, 1) : plan.timing === 'start' ? (first < employee.hired_on ? employee.hired_on : first) : last
    if (on > to) return
    if (employee.separated_on !== undefined && on > employee.separated_on) return
    if (on < from) continue
    if (plan.effective_from !== undefined && on < plan.effective_from) continue
    if (plan.effective_to !== undefined && on > plan.effective_to) return
    yield { from: first, to: last, credited_on: on }
  }
}

/** Months of a period that earn: joiners' part of it, without months of too many unpaid days. */
function earnedMonths(plan: AccrualPlan, employee: AccrualEmployee, period: Period): { months: Decimal; words: string } {
  let months: Decimal = ZERO
  const lost: string[] = []
  let isPartial = false
  for (let first = period.from; first <= period.to; first = addMonths(first, 1)) {
    const last = plan.frequency === 'anniversary' ? addDays(addMonths(first, 1), -1) : lastOfMonth(first)
    if (last < employee.hired_on) continue
    const unpaid = unpaidBetween(employee, first, last)
    if (plan.max_unpaid_days !== undefined && unpaid.gt(plan.max_unpaid_days)) {
      lost.push(
        `${plan.frequency === 'anniversary' ? `${first} to ${last}` : first.slice(0, 7)} (${unpaid.toDecimalPlaces(2)} unpaid days)`,
      )
      continue
    }
    const joinsHere = first < employee.hired_on
    const isHalf = joinsHere && plan.joiners === 'by_day_15' && dayOfMonth(employee.hired_on) > 15
    if (isHalf) isPartial = true
    months = months.plus(isHalf ? '0.5' : 1)
  }
  if (plan.joiners === 'none' && period.from < employee.hired_on) months = new Decimal(MONTHS[plan.frequency]).minus(lost.length)
  const words = `${isPartial ? ', half a month for the hiring after the 15th' : ''}${lost.length ? `, nothing for ${lost.join(', ')}, since more than ${plan.max_unpaid_days} in a month earn none` : ''}`
  return { months, words }
}

/** Days without pay of a stretch of dates. */
function unpaidBetween({ unpaid_days = {} }: AccrualEmployee, from: string, to: string): Decimal {
  let days: Decimal = ZERO
  for (const [date, part] of Object.entries(unpaid_days)) if (date >= from && date <= to) days = days.plus(part)
  return days
}

/** Days of one period of the year. */
interface ShareOfYear {
  readonly yearly: Decimal
  readonly months: Decimal
  readonly period: Period
  readonly full: Decimal
}

/** A monthly or quarterly share of a year so that the shares of whole years add up to them. */
function carried(plan: AccrualPlan, { yearly, months, period, full }: ShareOfYear): Decimal {
  const length = MONTHS[plan.frequency]
  if (length === 12 || !months.eq(length)) return round6(full)
  const before = new Decimal(monthOf(period.from) - 1)
  const upTo = (count: Decimal): Decimal => round6(yearly.times(count).div(12))
  return upTo(before.plus(length)).minus(upTo(before))
}

/** Leave of a part of a year: five days of service incentive leave and two months give 0.8333… days, unrounded. */
export function proratedDays(daysPerYear: Amount, months: Amount): Decimal {
  const count = readPositive(months, 'months')
  if (count.gt(12)) throw new DomainError('months', 'A year has twelve months.')
  return readPositive(daysPerYear, 'days_per_year').times(count).div(12)
}

/** Months of a calendar year that were served, as proration at separation counts them: begun months are whole. */
export function monthsServedIn(year: number, hiredOn: string, separatedOn?: string): number {
  const from = yearOf(hiredOn) < year ? 1 : yearOf(hiredOn) > year ? 13 : monthOf(hiredOn)
  const to = separatedOn === undefined || yearOf(separatedOn) > year ? 12 : yearOf(separatedOn) < year ? 0 : monthOf(separatedOn)
  return Math.max(0, to - from + 1)
}
