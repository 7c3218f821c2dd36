/** The lines of maternity leave on a payslip: the time taken off basic pay, the benefit, the differential, and the shares of contributions. */
import { addDays, daysBetween } from '../../kernel/dates.ts'
import { Decimal, ONE, round2, ZERO } from '../../kernel/decimal.ts'
import {
  householdEmployerPaysAll,
  pagibigContribution,
  paidBySalary,
  pesos,
  philhealthContribution,
  type RuleUsed,
  readPositive,
  sssContribution,
} from '../statutory/index.ts'
import { type Earning, HourLines, total } from './lines.ts'
import { maternityDaysPaid, maternityMonths, maternityPay, sixHighest, sssMaternityBenefit } from './maternity.ts'
import { KINDS } from './pay-item-kinds.ts'
import { hours, type Job } from './payslip-context.ts'
import { isMinimumWageEarner, type Terms, type TimeSlice, termsBetween, termsOn } from './terms.ts'
import type { MaternityLeave } from './types.ts'

const RA_11210: RuleUsed = { table: 'Maternity leave', effective_from: '2019-03-11', source: 'RA 11210; DOLE Department Advisory 01-19' }
const EXEMPT: RuleUsed = { table: 'Tax of maternity benefits', effective_from: '2019-03-11', source: 'RMC 105-2019' }
const SSS_BENEFIT: RuleUsed = { table: 'SSS maternity benefit', effective_from: '2019-03-11', source: 'RA 11199 section 14-A; RA 11210' }

const isWithin = (date: string, { from, to }: MaternityLeave): boolean => from <= date && date <= to

/** Minutes of a maternity leave among the time of this payroll. */
const minutesOf = (leave: MaternityLeave, from: string, to: string): number =>
  leave.time.reduce((sum, day) => (from <= day.date && day.date <= to ? sum + day.minutes : sum), 0)

/** Whether a maternity leave pays for a date, so that no other line does. */
export const isMaternityDay = (leaves: readonly MaternityLeave[] | undefined, date: string): boolean =>
  leaves?.some((leave) => isWithin(date, leave)) ?? false

/** Hours on maternity leave under the same terms. */
interface Absence {
  readonly from: string
  readonly to: string
  readonly away: Decimal
  readonly terms: Terms
  readonly minimum: boolean
}

/**
 * Deducts the time of maternity leaves from the basic pay (`paid`: its lines), because the benefit and the differential
 * are its full pay. All of it where the leave covers all scheduled time. SSS and Pag-IBIG stay due on the salary: the
 * employer continues to remit them (DOLE Department Advisory 01-19).
 */
export function maternityTime(job: Job, paid: readonly Earning[]): Earning[] {
  const leaves = job.input.maternity ?? []
  if (leaves.length === 0) return []
  const salary = total(paid, (line) => line.amount)
  if (!salary.isPositive() || salary.isZero()) return []
  const lines = new HourLines()
  let minutes = 0
  const add = ({ from, to, away, terms, minimum }: Absence): void =>
    lines.add(
      { code: 'MATERNITY_LEAVE', name: 'Maternity leave', kind: KINDS.maternity_leave },
      {
        from,
        to,
        hours: away,
        hourly: terms.rates.hourly,
        multiple: ONE.neg(),
        minimum_wage: minimum,
        words: 'Time on maternity leave: the SSS benefit and the salary differential are its full pay.',
        rules: () => [RA_11210],
      },
    )
  for (const slice of job.slices) {
    let away = ZERO
    for (const leave of leaves) {
      const leaveMinutes = job.slices.length === 1 ? minutesOf(leave, leave.from, leave.to) : minutesOf(leave, slice.from, slice.to)
      minutes += leaveMinutes
      away = away.plus(hours(leaveMinutes))
    }
    // A monthly salary pays the holidays of the leave, too.
    if (slice.terms.rate_type === 'monthly') away = away.plus(slice.terms.hoursPerDay.times(holidaysOf(job, slice)))
    add({ from: slice.from, to: slice.to, away, terms: slice.terms, minimum: slice.minimumWageEarner })
  }
  // A salary without time is paid for its workdays, and those of the leave are taken off.
  if (!job.time) {
    const starts = termsBetween(job.terms, job.period.from, job.period.to)
    for (const [index, { from, terms }] of starts.entries()) {
      const to = starts[index + 1] ? addDays(starts[index + 1]!.from, -1) : job.period.to
      const leaveMinutes = leaves.reduce((sum, leave) => sum + minutesOf(leave, from, to), 0)
      if (terms.rate_type === 'monthly')
        add({ from, to, away: hours(leaveMinutes), terms, minimum: isMinimumWageEarner(terms, job.tables, to) })
    }
  }
  const [line] = lines.earnings()
  const isWhole = isWholePeriod(job, leaves, minutes)
  if (!line && !isWhole) return []
  const amount = isWhole ? salary.neg() : Decimal.max(line!.amount, salary.neg())
  const share = job.minimumWageEarner ? amount : ZERO
  return [
    line && amount.eq(line.amount)
      ? line
      : {
          code: 'MATERNITY_LEAVE',
          name: 'Maternity leave',
          kind: KINDS.maternity_leave,
          quantity: ONE,
          unit: 'period',
          rate: amount,
          amount,
          minimum_wage_amount: share,
          words: () => 'You were on maternity leave all of the time: the SSS benefit and the salary differential are your full pay.',
          formula: () => `${pesos(amount.abs())}, taken off`,
          rules: () => [RA_11210],
        },
  ]
}

/** Holidays in a maternity leave that the salary of a part of the period pays. */
function holidaysOf(job: Job, { time, terms }: TimeSlice): number {
  const paid = time.unworked_holidays.filter(
    ({ date, day_type, worked_minutes }) =>
      worked_minutes === undefined &&
      isMaternityDay(job.input.maternity, date) &&
      !paidBySalary(terms.factor, day_type, job.settings.holiday_on_rest_day).isZero(),
  )
  return paid.length
}

/** Nothing but maternity leave: all scheduled time, or every day where no time is recorded. */
function isWholePeriod(job: Job, leaves: readonly MaternityLeave[], minutes: number): boolean {
  const { time, period } = job
  if (time)
    return time.scheduled_minutes > 0
      ? minutes >= time.scheduled_minutes
      : isMaternityDay(leaves, period.from) && isMaternityDay(leaves, period.to)
  return leaves.some((leave) => leave.from <= period.from && leave.to >= period.to)
}

/** The employee's shares of SSS, PhilHealth and Pag-IBIG of a month of the salary. */
function monthlyShares(job: Job, monthly: Decimal): Decimal {
  const { tables, coverage, employee } = job
  if (employee.membership === 'household' && householdEmployerPaysAll(tables, coverage, monthly)) return ZERO
  const due = (agency: 'sss' | 'philhealth' | 'pagibig', amount: () => Decimal): Decimal =>
    employee.not_contributing?.includes(agency) ? ZERO : amount()
  const sss = due('sss', () => {
    const { employee: regular, employee_mpf } = sssContribution(tables, coverage, monthly, employee.membership ?? 'business')
    return regular.plus(employee_mpf)
  })
  const philhealth = due('philhealth', () => philhealthContribution(tables, coverage, monthly).employee)
  const pagibig = due('pagibig', () => pagibigContribution(tables, coverage, monthly).employee)
  return sss.plus(philhealth).plus(pagibig)
}

/** The SSS benefit and the salary differential of the leaves that this payroll settles, each paid once and in full. */
export function maternityBenefits(job: Job): Earning[] {
  const lines: Earning[] = []
  for (const leave of job.input.maternity ?? []) {
    if (!leave.settles) continue
    const { monthly } = termsOn(job.terms, leave.from).rates
    const credits = leave.credits ?? []
    const benefit =
      leave.sss_benefit === undefined
        ? sssMaternityBenefit(credits, leave)
        : round2(readPositive(leave.sss_benefit, 'maternity.sss_benefit'))
    const shares = monthlyShares(job, monthly)
    const pay = maternityPay({ monthly_rate: monthly, days: leave.days, monthly_employee_shares: shares, sss_benefit: benefit })
    const months = new Decimal(leave.days).div(30).toDecimalPlaces(4)
    const fullPay = `${pesos(monthly)} × ${months} months − ${pesos(shares)} shares × ${months} months`
    const counted = maternityMonths(leave.from)
    const line = (code: string, name: string, amount: Decimal) => ({
      code: `${code}-${leave.key}`,
      name,
      quantity: ONE,
      unit: 'period' as const,
      rate: amount,
      amount,
    })
    if (!benefit.isZero())
      lines.push({
        ...line('SSS_MATERNITY', 'SSS maternity benefit', benefit),
        kind: KINDS.sss_benefit,
        words: () =>
          leave.pays_differential && pay.differential.isZero()
            ? `SSS maternity benefit of your leave from ${leave.from} to ${leave.to} (${leave.filing}), which your employer advances. It is exempt from tax. Full pay of the leave less your contributions is ${pesos(pay.full_pay.minus(pay.employee_shares))}, which the benefit covers: there is no salary differential.`
            : `SSS maternity benefit of your leave from ${leave.from} to ${leave.to} (${leave.filing}), which your employer advances. It is exempt from tax.`,
        formula: () =>
          leave.sss_benefit === undefined
            ? `(${sixHighest(credits).map(pesos).join(' + ')}) ÷ 180 × ${Math.min(leave.days, maternityDaysPaid(leave.from))} days = ${pesos(benefit)}`
            : `${pesos(benefit)}, as entered with the leave`,
        inputs: () => ({
          days: String(leave.days),
          ...(leave.sss_benefit === undefined
            ? { months_counted: `${counted.from} to ${counted.to}`, months_on_record: String(credits.length) }
            : {}),
        }),
        rules: () => [SSS_BENEFIT, EXEMPT],
      })
    if (leave.pays_differential && !pay.differential.isZero())
      lines.push({
        ...line('MATERNITY_DIFFERENTIAL', 'Maternity salary differential', pay.differential),
        kind: KINDS.maternity_differential,
        words: () =>
          `Full pay during the leave from ${leave.from} to ${leave.to} (${leave.filing}), less the SSS benefit and your contributions. It is exempt from tax and counts for the 13th month.`,
        formula: () =>
          `${fullPay} − ${pesos(benefit)} = ${pesos(pay.full_pay)} − ${pesos(pay.employee_shares)} − ${pesos(benefit)} = ${pesos(pay.differential)}`,
        inputs: () => ({
          full_pay: pesos(pay.full_pay),
          employee_shares: pesos(pay.employee_shares),
          sss_benefit: pesos(benefit),
          days: String(leave.days),
        }),
        rules: () => [RA_11210, EXEMPT],
      })
  }
  return lines
}

/**
 * Full pay bears the employee's contributions during the leave: the differential was paid without them. So the part of
 * this payroll's contributions (`deducted`) that belongs to days of leave is the employer's to bear. Taxable as the salary
 * that it is a part of; the contributions lower taxable pay by as much.
 */
export function maternityShares(job: Job, deducted: Decimal): Earning[] {
  const leaves = (job.input.maternity ?? []).filter((leave) => leave.pays_differential)
  if (leaves.length === 0 || !deducted.isPositive() || deducted.isZero()) return []
  const first = job.coverage
  const next = `${first.slice(5, 7) === '12' ? Number(first.slice(0, 4)) + 1 : first.slice(0, 4)}-${String((Number(first.slice(5, 7)) % 12) + 1).padStart(2, '0')}-01`
  const days = daysBetween(first, next)
  let away = 0
  for (const leave of leaves) {
    const from = leave.from > first ? leave.from : first
    const until = leave.to < next ? leave.to : next
    if (from < next && until >= first) away += daysBetween(from, until) + (until < next ? 1 : 0)
  }
  const amount = round2(deducted.times(Math.min(away, days)).div(days))
  if (amount.isZero()) return []
  return [
    {
      code: 'MATERNITY_SHARES',
      name: 'Contributions during maternity leave',
      kind: KINDS.maternity_shares,
      quantity: new Decimal(away),
      unit: 'day',
      rate: round2(deducted.div(days)),
      amount,
      words: () =>
        'Your contributions for the days of your maternity leave: your salary differential was paid without them, so your employer bears them now.',
      formula: () => `${pesos(deducted)} × ${away} of ${days} days = ${pesos(amount)}`,
      inputs: () => ({ contributions: pesos(deducted), days: String(away) }),
      rules: () => [RA_11210],
    },
  ]
}
