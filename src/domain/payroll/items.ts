/** COLA, allowances, bonuses, commissions and adjustments. */
import { Decimal, ONE, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { pesos, readAmount } from '../statutory/index.ts'
import { dated, type Earning, UNIT_WORDS } from './lines.ts'
import { KINDS, type KindRule } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import { holidayShare } from './premium.ts'
import type { Unit } from './result.ts'
import type { TimeSlice } from './terms.ts'
import type { PayItem, PayItemDifference } from './types.ts'

/** The lines of all pay items, COLA by day first. */
export function itemPay(job: Job): Earning[] {
  const cola = job.input.no_time ? undefined : dailyCola(job)
  const items = (job.input.items ?? []).map((item, index) => itemLine(job, item, `items.${index}`))
  return cola ? [cola, ...items] : items
}

/** COLA of the days worked or on paid leave; on regular holidays once, or times the holiday's multiple where the company says so. */
function dailyCola(job: Job): Earning | undefined {
  const rows = job.slices
    .map((slice) => ({ slice, perDay: slice.terms.cola_per_day ?? ZERO, days: colaDays(job, slice) }))
    .filter((row) => !row.days.isZero() && !row.perDay.isZero())
  if (rows.length === 0) return undefined
  let [days, exact, minimum] = [ZERO, ZERO, ZERO]
  for (const row of rows) {
    const pay = row.days.times(row.perDay)
    days = days.plus(row.days)
    exact = exact.plus(pay)
    if (row.slice.minimumWageEarner) minimum = minimum.plus(pay)
  }
  const amount = round2(exact)
  const perDay = rows.every((row) => row.perDay.eq(rows[0]!.perDay)) ? rows[0]!.perDay : undefined
  return {
    code: 'COLA',
    name: 'Cost of living allowance',
    kind: KINDS.cola,
    quantity: days,
    unit: 'day',
    rate: perDay ?? exact.div(days),
    amount,
    minimum_wage_amount: minimum.eq(exact) ? amount : round2(minimum),
    words: () => 'Cost of living allowance for the days that you worked or were on paid leave.',
    formula: () =>
      `${perDay ? `${pesos(days)} days × ${pesos(perDay)}` : rows.map((row) => `${pesos(row.days)} days × ${pesos(row.perDay)} (${row.slice.from} to ${row.slice.to})`).join(' + ')} = ${pesos(amount)}`,
    inputs: () =>
      perDay
        ? { days: pesos(days), per_day: pesos(perDay) }
        : Object.fromEntries(
            rows.flatMap((row) =>
              dated(row.slice.from, [
                ['days', pesos(row.days)],
                ['per_day', pesos(row.perDay)],
              ]),
            ),
          ),
  }
}

/** The days of one part of the period for which COLA is due. */
function colaDays(job: Job, { time, terms, premiums }: TimeSlice): Decimal {
  const dayMinutes = terms.hoursPerDay.times(60)
  let days = new Decimal(time.days_worked).plus(new Decimal(time.paid_leave_minutes).div(dayMinutes))
  // A day worked in part is among the days worked.
  for (const holiday of time.unworked_holidays)
    if (
      holiday.worked_minutes === undefined &&
      holiday.entitled &&
      (holiday.company_paid !== undefined || !premiums.multiples[holiday.day_type].unworked.isZero())
    )
      days = days.plus(holidayShare(holiday))
  if (job.settings.cola_multiplied_on_holidays)
    for (const day of time.worked)
      if (day.day_type.startsWith('regular_holiday') || day.day_type.startsWith('double_regular')) {
        // The premium for a rest day is on basic only: of the multiple, the holiday's own part.
        const holiday = premiums.multiples[day.day_type.startsWith('double') ? 'double_regular' : 'regular_holiday'].worked
        days = days.plus(new Decimal(day.regular + day.regular_night).div(dayMinutes).times(holiday.minus(1)))
      }
  return days
}

/** An item's own exceptions from the rule of its kind. */
export function ruleOf(item: PayItem): KindRule {
  const rule = KINDS[item.kind]
  if (!item.counts && !item.taxability && !item.account_role) return rule
  return {
    ...rule,
    ...item.counts,
    ...(item.taxability ? { tax: item.taxability } : {}),
    ...(item.account_role ? { account_role: item.account_role } : {}),
  }
}

function itemLine(job: Job, item: PayItem, field: string): Earning {
  const kind = ruleOf(item)
  if (kind.tax === 'de_minimis' && !item.benefit)
    throw new DomainError(`${field}.benefit`, `"${item.name}" does not say which de minimis benefit it is`)
  const unitAmount = unitOf(job, item, field)
  const { quantity, unit } = quantityOf(job, item, field)
  const share = item.prorated ? presentShare(job, item) : ONE
  const whole =
    item.per === 'month'
      ? monthShare(job, unitAmount)
      : item.per === 'year'
        ? monthShare(job, round2(unitAmount.div(12)))
        : unitAmount.times(quantity)
  const amount = round2(whole.times(share))
  return {
    code: item.code,
    name: item.name,
    kind,
    quantity,
    unit,
    rate: item.per === 'month' || item.per === 'year' ? amount : unitAmount,
    amount,
    ...(item.benefit ? { benefit: item.benefit } : {}),
    words: () =>
      item.explained
        ? item.explained.words
        : item.differences
          ? `${item.name}. Your pay changed for days that were already paid: the amount due under the new terms, less the amount paid.`
          : `${item.name}${share.eq(1) ? '' : ', in proportion to the time that was not absent'}.`,
    formula: () => {
      if (item.explained) return item.explained.formula
      if (item.differences) return differencesFormula(item.differences, amount)
      const steps = [
        item.per === 'month' || item.per === 'year' ? `, this payroll's part of ${pesos(unitAmount)} a ${item.per}` : '',
        unit === 'period' && quantity.eq(1) ? '' : ` × ${pesos(quantity)}${UNIT_WORDS[unit]}`,
        share.eq(1) ? '' : ` × ${pesos(share)} of the time`,
      ].join('')
      return item.per === 'month' || item.per === 'year'
        ? `${pesos(amount)}${steps}`
        : steps
          ? `${pesos(unitAmount)}${steps} = ${pesos(amount)}`
          : pesos(amount)
    },
    inputs: () => ({
      amount: pesos(unitAmount),
      quantity: pesos(quantity),
      ...Object.fromEntries(
        (item.differences ?? []).flatMap(({ from, to, paid, due, payroll }) =>
          dated(from, [
            ['to', to],
            ...(payroll === undefined ? [] : [['payroll', payroll] as const]),
            ['due', pesos(new Decimal(due))],
            ['paid', pesos(new Decimal(paid))],
          ]),
        ),
      ),
    }),
  }
}

/** The amount due less the amount paid, by earlier payroll. */
const differencesFormula = (differences: readonly PayItemDifference[], amount: Decimal): string =>
  `${differences
    .map(
      ({ from, to, paid, due, payroll }) =>
        `${pesos(new Decimal(due))} − ${pesos(new Decimal(paid))} (${from} to ${to}${payroll === undefined ? '' : `, ${payroll}`})`,
    )
    .join(' + ')} = ${pesos(amount)}`

/** Pesos per unit: the amount itself, or a multiple of the employee's own rate. */
function unitOf(job: Job, item: PayItem, field: string): Decimal {
  const amount = readAmount(item.amount, `${field}.amount`)
  if (item.times_rate === undefined) return amount
  const rate = { hour: job.rates.hourly, day: job.rates.daily, month: job.rates.monthly }[item.times_rate]
  if (!rate) throw new DomainError(`${field}.times_rate`, `"${String(item.times_rate)}" is not a rate of pay`)
  return amount.times(rate)
}

function quantityOf(job: Job, item: PayItem, field: string): { quantity: Decimal; unit: Unit } {
  if (item.per === 'hour') return { quantity: readAmount(item.quantity, `${field}.quantity`), unit: 'hour' }
  if (item.per !== 'day')
    return { quantity: item.quantity === undefined ? ONE : readAmount(item.quantity, `${field}.quantity`), unit: 'period' }
  if (item.quantity !== undefined) return { quantity: readAmount(item.quantity, `${field}.quantity`), unit: 'day' }
  if (!job.time) throw new DomainError('time', `"${item.name}" is paid per day worked and needs time`)
  return { quantity: new Decimal(job.time.days_worked), unit: 'day' }
}

/** A monthly amount over the month's payrolls: equal parts, the last one takes the centavos left. */
export function monthShare(job: Job, monthly: Decimal): Decimal {
  const { number, count } = job.period
  if (count === 1) return monthly
  const part = round2(monthly.div(count))
  return number === count ? monthly.minus(part.times(count - 1)) : part
}

/** The share of the scheduled time that was not an unpaid absence. */
function presentShare(job: Job, item: PayItem): Decimal {
  if (!job.time) throw new DomainError('time', `"${item.name}" is reduced by absences and needs time`)
  if (job.time.scheduled_minutes === 0) return ZERO
  const away = job.time.absent_minutes + job.time.unpaid_leave_minutes
  return Decimal.max(ZERO, ONE.minus(new Decimal(away).div(job.time.scheduled_minutes)))
}
