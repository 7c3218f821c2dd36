/** Basic pay of the period: the salary or the hours, less absences, tardiness and undertime. */
import { addDays, daysBetween } from '../dates.ts'
import { Dec, type Decimal, ONE, round2, ZERO } from '../decimal.ts'
import { DomainError } from '../errors.ts'
import { type PayFrequency, paidBySalary, pesos, readPositive } from '../statutory/index.ts'
import type { DayType } from '../time/types.ts'
import { hours, type Job, ratesOf } from './job.ts'
import { KINDS } from './kinds.ts'
import { type Earning, hourLine } from './lines.ts'
import type { EmployeeTerms } from './types.ts'

/** Basic pay by the type of the salary rate. */
export function basicPay(job: Job): Earning[] {
  return job.employee.rate_type === 'monthly' ? monthlyPaid(job) : paidByTime(job)
}

/** A monthly salary is paid whole, and what was not worked is taken off. */
function monthlyPaid(job: Job): Earning[] {
  const salary = salaryOfPeriod(job)
  return [salary, ...absences(job, salary.amount)]
}

/** The salary's part that belongs to one pay period. */
function salaryOfPeriod(job: Job): Earning {
  const whole = periodShare(job, job.rates.monthly)
  if (isPartial(job)) return partialSalary(job, whole)
  const changes = job.employee.rate_changes?.filter(
    (change) => change.effective_from > job.period.from && change.effective_from <= job.period.to,
  )
  if (changes?.length) return changedSalary(job, changes)
  const amount = round2(whole)
  return {
    code: 'BASIC',
    name: 'Basic pay',
    kind: KINDS.basic,
    quantity: ONE,
    unit: 'period',
    rate: amount,
    amount,
    words: () => `Your monthly salary of ${pesos(job.rates.monthly)}, ${SHARE_WORDS[job.period.frequency]}.`,
    formula: () => `${pesos(job.rates.monthly)}${SHARE_FORMULA[job.period.frequency]} = ${pesos(amount)}`,
    inputs: () => ({ monthly_rate: pesos(job.rates.monthly), frequency: job.period.frequency }),
  }
}

const SHARE_WORDS: Readonly<Record<PayFrequency, string>> = {
  monthly: 'paid once a month',
  semi_monthly: 'half of it in each of two payrolls',
  bi_weekly: 'paid every two weeks',
  weekly: 'paid every week',
  daily: 'paid by the day',
}
const SHARE_FORMULA: Readonly<Record<PayFrequency, string>> = {
  monthly: '',
  semi_monthly: ' ÷ 2',
  bi_weekly: ' × 12 ÷ 26',
  weekly: ' × 12 ÷ 52',
  daily: ' × 12 ÷ factor',
}

/** A monthly salary's share of one period. The second half of a month is what the first half left, to the centavo. */
export function periodShare(job: Job, monthly: Decimal): Decimal {
  switch (job.period.frequency) {
    case 'monthly':
      return monthly
    case 'semi_monthly': {
      const half = round2(monthly.div(2))
      return job.period.number === job.period.count ? monthly.minus(half) : half
    }
    case 'bi_weekly':
      return monthly.times(12).div(26)
    case 'weekly':
      return monthly.times(12).div(52)
    case 'daily':
      return monthly.times(12).div(job.factor.factor)
  }
}

/** Hired or separated inside the period. */
function isPartial({ employee, period }: Job): boolean {
  return (
    (employee.hired_on !== undefined && employee.hired_on > period.from) ||
    (employee.separated_on !== undefined && employee.separated_on < period.to)
  )
}

/**
 * Joiners and leavers are paid the days between their first and last day that the factor pays: scheduled days with
 * the holidays among them, or every calendar day. Never more than the whole period.
 */
function partialSalary(job: Job, whole: Decimal): Earning {
  const days = paidDays(job)
  const amount = Dec.min(round2(days.times(job.rates.daily)), round2(whole))
  return {
    code: 'BASIC',
    name: 'Basic pay',
    kind: KINDS.basic,
    quantity: days,
    unit: 'day',
    rate: job.rates.daily,
    amount,
    words: () => 'You were employed for a part of the period: the days scheduled for you are paid.',
    formula: () => `${days} days × ${pesos(job.rates.daily)} = ${pesos(amount)}`,
    inputs: () => ({ days: days.toString(), daily_rate: pesos(job.rates.daily) }),
  }
}

function paidDays(job: Job): Decimal {
  const { employee, period, time } = job
  if (job.factor.rest_days) {
    const first = employee.hired_on !== undefined && employee.hired_on > period.from ? employee.hired_on : period.from
    const last = employee.separated_on !== undefined && employee.separated_on < period.to ? employee.separated_on : period.to
    return new Dec(daysBetween(first, last) + 1)
  }
  if (!time) throw new DomainError('time.days_scheduled', 'The first or last period of an employee needs its scheduled days')
  const paid = (type: DayType): boolean => !type.endsWith('rest_day') && !paidBySalary(job.factor, type).isZero()
  let days = new Dec(time.days_scheduled)
  for (const holiday of time.unworked_holidays) if (paid(holiday.day_type)) days = days.plus(1)
  for (const day of time.worked)
    if (!ORDINARY.has(day.day_type) && paid(day.day_type))
      days = days.plus(
        hours(day.regular + day.regular_night)
          .div(job.hoursPerDay)
          .ceil(),
      )
  return days
}
const ORDINARY: ReadonlySet<DayType> = new Set(['ordinary', 'special_working'])

/**
 * A rate that changes inside the period is shared by days, half-months counting as 15 of 30 as the DOLE Handbook
 * (chapter 13) averages them; weekly and two-weekly pay by calendar days. The slices are summed before rounding.
 */
function changedSalary(job: Job, changes: readonly { effective_from: string; rate: unknown }[]): Earning {
  const { period } = job
  const byMonth = period.frequency === 'monthly' || period.frequency === 'semi_monthly'
  const between = byMonth ? daysOfThirty : daysBetween
  const days = between(period.from, addDays(period.to, 1))
  const sorted = [...changes].sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  const starts = [
    { from: period.from, monthly: job.rates.monthly },
    ...sorted.map((change) => ({ from: change.effective_from, monthly: readPositive(change.rate, 'employee.rate_changes.rate') })),
  ]
  const slices = starts.map((slice, index) => ({
    ...slice,
    days: between(slice.from, starts[index + 1]?.from ?? addDays(period.to, 1)),
  }))
  let sum = ZERO
  for (const slice of slices) sum = sum.plus(periodShare(job, slice.monthly).times(slice.days).div(days))
  const amount = round2(sum)
  return {
    code: 'BASIC',
    name: 'Basic pay',
    kind: KINDS.basic,
    quantity: ONE,
    unit: 'period',
    rate: amount,
    amount,
    words: () => 'Your salary changed inside this period; each rate is paid for its days.',
    formula: () => `${slices.map((slice) => `${pesos(slice.monthly)} for ${slice.days} of ${days} days`).join(' + ')} = ${pesos(amount)}`,
    inputs: () => Object.fromEntries(slices.map((slice) => [slice.from, pesos(slice.monthly)])),
  }
}

/** Days between two dates when every month has thirty. */
function daysOfThirty(from: string, to: string): number {
  const position = (date: string): number => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number]
    return (year * 12 + month) * 30 + Math.min(day, 30)
  }
  return position(to) - position(from)
}

/** What is taken off a monthly salary. The sum never exceeds the salary itself: an absence is no debt. */
function absences(job: Job, salary: Decimal): Earning[] {
  const { time, rates } = job
  if (!time) return []
  const lines: Earning[] = []
  let left = salary
  const takeOff = (code: string, name: string, minutes: number, words: string): void => {
    if (minutes === 0) return
    const line = hourLine({ code, name, kind: KINDS.basic, hours: hours(minutes), hourly: rates.hourly, multiple: ONE.neg(), words })
    const amount = Dec.max(line.amount, left.neg())
    left = left.plus(amount)
    if (!amount.isZero())
      lines.push(amount.eq(line.amount) ? line : { ...line, amount, words: () => `${words} Not more than the salary of the period.` })
  }
  takeOff('ABSENT', 'Absences', time.absent_minutes, 'Time that you were absent without leave.')
  takeOff('LEAVE_UNPAID', 'Leave without pay', time.unpaid_leave_minutes, 'Leave without pay.')
  takeOff(
    'LATE',
    'Tardiness',
    time.late_minutes,
    'Minutes late, at your hourly rate. There is no legal grace period; your company may give one.',
  )
  takeOff(
    'UNDERTIME',
    'Undertime',
    time.undertime_minutes,
    'Minutes that you left early. Overtime of another day does not make up for it (Labor Code art. 88).',
  )
  const forfeited = job.settings.forfeit_unworked_holiday ? forfeitedHolidays(job) : 0
  takeOff(
    'HOLIDAY_FORFEITED',
    'Holiday not paid',
    Number(job.hoursPerDay.times(60).times(forfeited)),
    'A regular holiday on which you did not work, after an absence without pay on the workday before (Labor Code IRR book III rule IV section 6).',
  )
  return lines
}

/** Regular holidays that the salary had paid and the absence before them lost. */
function forfeitedHolidays(job: Job): number {
  let days = 0
  for (const holiday of job.time!.unworked_holidays) {
    if (holiday.entitled || job.premiums.multiples[holiday.day_type].unworked.isZero()) continue
    if (!paidBySalary(job.factor, holiday.day_type, job.settings.holiday_on_rest_day).isZero()) days += 1
  }
  return days
}

/** Daily and hourly rates: what was worked on ordinary days, and leave with pay. */
function paidByTime(job: Job): Earning[] {
  const time = job.time
  if (!time) return []
  const lines: Earning[] = []
  let minutes = 0
  for (const day of time.worked) if (ORDINARY.has(day.day_type)) minutes += day.regular + day.regular_night
  if (minutes > 0)
    lines.push(
      hourLine({
        code: 'BASIC',
        name: 'Basic pay',
        kind: KINDS.basic,
        hours: hours(minutes),
        hourly: job.rates.hourly,
        words: 'Hours that you worked on ordinary days.',
      }),
    )
  if (time.paid_leave_minutes > 0)
    lines.push(
      hourLine({
        code: 'LEAVE_PAID',
        name: 'Leave with pay',
        kind: KINDS.basic,
        hours: hours(time.paid_leave_minutes),
        hourly: job.rates.hourly,
        words: 'Leave with pay.',
      }),
    )
  return lines
}

/** The rates after the last change inside the period, for what is valued at today's rate. */
export function latestRates(job: Job): Job['rates'] {
  let last: NonNullable<EmployeeTerms['rate_changes']>[number] | undefined
  for (const change of job.employee.rate_changes ?? [])
    if (change.effective_from <= job.period.to && (!last || change.effective_from > last.effective_from)) last = change
  if (!last) return job.rates
  return ratesOf(job.employee.rate_type, readPositive(last.rate, 'employee.rate_changes.rate'), job.factor.factor, job.hoursPerDay)
}
