/** A monthly salary's part of one pay period: the whole of it, the days of joiners and leavers, or each terms' days. */
import { addDays, daysBetween } from '../../kernel/dates.ts'
import { Decimal, ONE, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type PayFrequency, paidBySalary, pesos, type RuleUsed } from '../statutory/index.ts'
import type { DayType, PeriodTime } from '../time/types.ts'
import { dated, type Earning } from './lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import { hours, type Job } from './payslip-context.ts'
import { isMinimumWageEarner, type Terms, termsBetween } from './terms.ts'
import type { PayPeriod, Workday } from './types.ts'

/** Days that are paid as ordinary ones. */
export const ORDINARY: ReadonlySet<DayType> = new Set(['ordinary', 'special_working'])

/** How often is paid, and which payroll of the month it is. */
export type PayTurn = Pick<PayPeriod, 'frequency' | 'number' | 'count'>

/** A stretch of the period under one set of terms; `days` in the unit by which the salary is shared. */
interface Slice {
  readonly from: string
  readonly to: string
  readonly terms: Terms
}

/** The basic pay line of a monthly salary; none when no part of the period is paid by the month. */
export function salary(job: Job): Earning | undefined {
  const { period } = job
  const starts = [...termsBetween(job.terms, period.from, period.to)]
  // A wage order inside the period can make employees minimum wage earners or not, which changes the tax of the days.
  for (const [index, { from, terms, minimumWageEarner }] of job.slices.entries())
    if (index > 0 && minimumWageEarner !== job.slices[index - 1]!.minimumWageEarner && from > period.from && from <= period.to)
      if (!starts.some((start) => start.from === from)) starts.push({ from, terms })
  starts.sort((a, b) => (a.from < b.from ? -1 : 1))
  const slices = starts.map(
    (start, index): Slice => ({ ...start, to: starts[index + 1] ? addDays(starts[index + 1]!.from, -1) : period.to }),
  )
  if (!slices.some(({ terms }) => terms.rate_type === 'monthly')) return undefined
  if (isPartial(job)) return partialSalary(job, slices)
  return slices.length > 1 ? changedSalary(job, slices) : wholeSalary(job)
}

/** Labor Code; where terms changed, the day on which their factor began. */
const FACTORS_SINCE = '1974-11-01'
/** The factor behind the daily rate. */
export const factorRule = ({ factor, effective_from }: Terms): RuleUsed => ({
  table: 'Factor (paid days of a year)',
  effective_from: effective_from || FACTORS_SINCE,
  source: factor.source,
  row: `factor ${factor.factor}`,
})

const basic = (
  values: Pick<Earning, 'quantity' | 'unit' | 'rate' | 'amount' | 'words' | 'formula' | 'inputs'> & Partial<Earning>,
): Earning => ({
  code: 'BASIC',
  name: 'Basic pay',
  kind: KINDS.basic,
  ...values,
})

function wholeSalary(job: Job): Earning {
  const { monthly } = job.rates
  const amount = round2(periodShare(job.period, monthly, job.factor.factor))
  return basic({
    quantity: ONE,
    unit: 'period',
    rate: amount,
    amount,
    words: () => `Your monthly salary of ${pesos(monthly)}, ${SHARE_WORDS[job.period.frequency]}.`,
    formula: () => `${pesos(monthly)}${SHARE_FORMULA[job.period.frequency]} = ${pesos(amount)}`,
    inputs: () => ({ monthly_rate: pesos(monthly), frequency: job.period.frequency }),
    rules: () => [factorRule(job.current)],
  })
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
export function periodShare(period: PayTurn, monthly: Decimal, factor: Decimal): Decimal {
  switch (period.frequency) {
    case 'monthly':
      return monthly
    case 'semi_monthly': {
      const half = round2(monthly.div(2))
      return period.number === period.count ? monthly.minus(half) : half
    }
    case 'bi_weekly':
      return monthly.times(12).div(26)
    case 'weekly':
      return monthly.times(12).div(52)
    case 'daily':
      return monthly.times(12).div(factor)
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
function partialSalary(job: Job, slices: readonly Slice[]): Earning {
  const { employee, period } = job
  const first = employee.hired_on !== undefined && employee.hired_on > period.from ? employee.hired_on : period.from
  const last = employee.separated_on !== undefined && employee.separated_on < period.to ? employee.separated_on : period.to
  const rows: { from: string; terms: Terms; days: Decimal; minimum: boolean }[] = []
  for (const slice of slices) {
    const from = slice.from < first ? first : slice.from
    const to = slice.to > last ? last : slice.to
    if (to < from || slice.terms.rate_type !== 'monthly') continue
    const days = slice.terms.factor.rest_days ? new Decimal(daysBetween(from, to) + 1) : scheduledDays(job, slice, { from, to })
    rows.push({ from, terms: slice.terms, days, minimum: isMinimumWageEarner(slice.terms, job.tables, to) })
  }
  let [days, exact, minimum, whole] = [ZERO, ZERO, ZERO, ZERO]
  for (const row of rows) {
    const pay = row.days.times(row.terms.rates.daily)
    days = days.plus(row.days)
    exact = exact.plus(pay)
    if (row.minimum) minimum = minimum.plus(pay)
    whole = Decimal.max(whole, periodShare(period, row.terms.rates.monthly, row.terms.factor.factor))
  }
  const uncapped = round2(exact)
  const amount = Decimal.min(uncapped, round2(whole))
  const isOne = rows.length === 1
  const isCapped = uncapped.greaterThan(amount)
  return basic({
    quantity: days,
    unit: 'day',
    rate: isOne ? rows[0]!.terms.rates.daily : days.isZero() ? ZERO : exact.div(days),
    amount,
    minimum_wage_amount: rows.every((row) => row.minimum) ? amount : Decimal.min(round2(minimum), amount),
    words: () =>
      `You were employed for a part of the period: the days scheduled for you are paid${isOne ? '' : ', each at the rate of its date'}.`,
    formula: () =>
      `${rows.map((row) => `${row.days} ${row.days.eq(1) ? 'day' : 'days'}${isOne ? '' : ` from ${row.from}`} × ${pesos(row.terms.rates.daily)}`).join(' + ')} = ${pesos(uncapped)}${isCapped ? `, at most the ${pesos(amount)} of a whole period` : ''}`,
    inputs: () =>
      isOne
        ? { days: days.toString(), daily_rate: pesos(rows[0]!.terms.rates.daily) }
        : Object.fromEntries(
            rows.flatMap((row) =>
              dated(row.from, [
                ['days', row.days.toString()],
                ['daily_rate', pesos(row.terms.rates.daily)],
              ]),
            ),
          ),
    rules: () => rows.map((row) => factorRule(row.terms)),
  })
}

/** The paid days that time knows of a stretch of the period. */
function scheduledDays(job: Job, { from, to, terms }: Slice, employed: Pick<Slice, 'from' | 'to'> = { from, to }): Decimal {
  const { workdays } = job.input
  if (workdays) {
    const isPaid = ({ date, day_type }: Workday): boolean =>
      employed.from <= date && date <= employed.to && !paidBySalary(terms.factor, day_type).isZero()
    return new Decimal(workdays.filter(isPaid).length)
  }
  if (!job.time) throw new DomainError('time.days_scheduled', 'The first or last period of an employee needs its scheduled days')
  let days = ZERO
  for (const slice of job.slices)
    if (!job.time.parts || (slice.from >= from && slice.from <= to)) days = days.plus(paidDays(slice.time, terms))
  return days
}

/** Scheduled days, and the holidays among the workdays that the factor or the company pays. */
export function paidDays(time: PeriodTime, { factor, hoursPerDay }: Terms): Decimal {
  const paid = (type: DayType): boolean => !type.endsWith('rest_day') && !paidBySalary(factor, type).isZero()
  let days = new Decimal(time.days_scheduled)
  for (const holiday of time.unworked_holidays) {
    // A holiday worked in part is counted with the days worked, below.
    if (holiday.worked_minutes !== undefined) continue
    if (holiday.company_paid !== undefined || paid(holiday.day_type)) days = days.plus(1)
  }
  for (const day of time.worked)
    if (!ORDINARY.has(day.day_type) && paid(day.day_type))
      days = days.plus(
        hours(day.regular + day.regular_night)
          .div(hoursPerDay)
          .ceil(),
      )
  return days
}

const DAY_WORDS = { working_days: 'working days', calendar_days: 'days', thirty_days: 'days' } as const

/**
 * A salary that changes inside the period: each of the terms is paid for its days. By working days, those that the
 * factor pays, as the DOLE Handbook (chapter 13) comes to them; half-months of 15 of 30 where no time says how many
 * there are. The slices are summed before rounding.
 */
function changedSalary(job: Job, slices: readonly Slice[]): Earning {
  const { unit, days } = daysOf(job, slices)
  const all = days.reduce((sum, decimal) => sum.plus(decimal), ZERO)
  let [exact, minimum] = [ZERO, ZERO]
  const rows = slices.map((slice, index) => ({ ...slice, days: days[index]! })).filter(({ terms }) => terms.rate_type === 'monthly')
  for (const row of rows) {
    const pay = periodShare(job.period, row.terms.rates.monthly, row.terms.factor.factor).times(row.days).div(all)
    exact = exact.plus(pay)
    if (isMinimumWageEarner(row.terms, job.tables, row.to)) minimum = minimum.plus(pay)
  }
  const amount = round2(exact)
  return basic({
    quantity: ONE,
    unit: 'period',
    rate: amount,
    amount,
    minimum_wage_amount: minimum.eq(exact) ? amount : round2(minimum),
    words: () => 'Your terms changed inside this period; each salary is paid for its days.',
    formula: () => {
      const sum = rows
        .map((row) => `${pesos(row.terms.rates.monthly)} from ${row.from} for ${row.days} of ${all} ${DAY_WORDS[unit]}`)
        .join(' + ')
      const share = SHARE_FORMULA[job.period.frequency]
      return `${share ? `(${sum})${share}` : sum} = ${pesos(amount)}`
    },
    inputs: () =>
      Object.fromEntries(
        rows.flatMap((row) =>
          dated(row.from, [
            ['monthly_rate', pesos(row.terms.rates.monthly)],
            ['days', row.days.toString()],
          ]),
        ),
      ),
    rules: () => rows.map((row) => factorRule(row.terms)),
  })
}

/** The days of each slice, in the unit that the company's setting, the period and the time allow. */
function daysOf(job: Job, slices: readonly Slice[]): { unit: keyof typeof DAY_WORDS; days: Decimal[] } {
  const { period, settings } = job
  const parts = job.time?.parts
  const knowsDays = parts !== undefined && parts[0]!.from === period.from && parts.at(-1)!.to === period.to
  if (settings.salary_change === 'working_days' && knowsDays) {
    const days = slices.map((slice) =>
      slice.terms.factor.rest_days ? new Decimal(daysBetween(slice.from, slice.to) + 1) : scheduledDays(job, slice),
    )
    if (days.some((day) => !day.isZero())) return { unit: 'working_days', days }
  }
  const isByMonth = period.frequency === 'monthly' || period.frequency === 'semi_monthly'
  const unit = settings.salary_change === 'calendar_days' || !isByMonth ? 'calendar_days' : 'thirty_days'
  const between = unit === 'thirty_days' ? daysOfThirty : daysBetween
  return { unit, days: slices.map((slice) => new Decimal(between(slice.from, addDays(slice.to, 1)))) }
}

/** Days between two dates when every month has thirty. */
function daysOfThirty(from: string, to: string): number {
  const position = (date: string): number => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number]
    return (year * 12 + month) * 30 + Math.min(day, 30)
  }
  return position(to) - position(from)
}
