/** Days after the last day of an employment that a payroll had already paid: the final pay deducts them. */
import { daysBetween } from '../../kernel/dates.ts'
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { pesos, type RuleUsed, readAmount } from '../statutory/index.ts'
import { lostHours } from './basic.ts'
import type { Earning } from './lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import { factorRule, paidDays } from './salary.ts'
import { readTerms, type TimeSlice, timeSlices } from './terms.ts'
import type { OverpaidDays } from './types.ts'

const RETURN: RuleUsed = {
  table: 'Recovery of pay paid in error',
  effective_from: '1950-08-30',
  source: 'Civil Code art. 2154',
}

/** One line for each payroll that paid such days. */
export const takenBack = (job: Job): Earning[] =>
  (job.input.overpaid ?? []).flatMap((overpaidDays, index) => takenBackLine(job, overpaidDays, index))

/**
 * The pay for these days at the daily rate of the salary, less that payroll's deductions for them: the same as an absence
 * on these days would have cost.
 */
function takenBackLine(job: Job, overpaid: OverpaidDays, index: number): Earning[] {
  const { from, to, payroll } = overpaid
  const terms = readTerms(overpaid.employee, job.tables)
  const slicesOf = (time: OverpaidDays['time']): TimeSlice[] =>
    timeSlices(time, { ...job.period, from, to }, terms, job.tables).filter((slice) => slice.terms.rate_type === 'monthly')
  const rows = slicesOf(overpaid.time).map((slice) => ({
    slice,
    days: slice.terms.factor.rest_days ? new Decimal(daysBetween(slice.from, slice.to) + 1) : paidDays(slice.time, slice.terms),
    daily: slice.terms.rates.daily,
  }))
  const lost = slicesOf(overpaid.taken_off)
    .map((slice) => ({ slice, hours: lostHours(job, slice), hourly: slice.terms.rates.hourly }))
    .filter((row) => !row.hours.isZero())
  let [days, exact, minimum] = [ZERO, ZERO, ZERO]
  const add = (slice: TimeSlice, count: Decimal, pay: Decimal): void => {
    days = days.plus(count)
    exact = exact.plus(pay)
    if (slice.minimumWageEarner) minimum = minimum.plus(pay)
  }
  for (const { slice, days: count, daily } of rows) add(slice, count, count.times(daily))
  for (const { slice, hours, hourly } of lost) add(slice, hours.div(slice.terms.hoursPerDay).neg(), hours.times(hourly).neg())
  const paid = readAmount(overpaid.paid, `overpaid.${index}.paid`)
  const amount = Decimal.min(round2(exact), paid)
  if (amount.lte(0)) return []
  const isOne = rows.length === 1
  return [
    {
      code: `OVERPAID_DAYS${index === 0 ? '' : `_${index + 1}`}`,
      name: 'Days paid after leaving',
      // Pay of another month does not change the contributions of this one.
      kind: overpaid.month === job.coverage.slice(0, 7) ? KINDS.basic : { ...KINDS.basic, sss: false, pagibig: false },
      quantity: days,
      unit: 'day',
      rate: (isOne ? rows[0]!.daily : exact.div(days)).neg(),
      amount: amount.neg(),
      minimum_wage_amount: minimum.eq(exact) ? amount.neg() : Decimal.min(round2(minimum), amount).neg(),
      words: () =>
        `${payroll} paid your salary for the days from ${from} to ${to}, which are after your last day: they are taken back at the daily rate of that payroll.`,
      formula: () => {
        const paidDaysOf = rows.map((row) => `${row.days} days${isOne ? '' : ` from ${row.slice.from}`} × ${pesos(row.daily)}`).join(' + ')
        const lostOf = lost.map((row) => ` − ${pesos(row.hours)} h × ${pesos(row.hourly)} not paid then`).join('')
        const most = amount.eq(round2(exact)) ? '' : `, not more than the basic pay of that payroll, ${pesos(paid)}`
        return `${paidDaysOf}${lostOf} = ${pesos(round2(exact))}${most}, taken off`
      },
      inputs: () => ({ payroll, days: pesos(days), daily_rate: pesos(isOne ? rows[0]!.daily : exact.div(days)) }),
      rules: () => [RETURN, ...rows.map((row) => factorRule(row.slice.terms))],
    },
  ]
}
