/**
 * What the SSS pays during maternity and sickness leave, and the salary differential that the employer adds so that a
 * mother has her full pay (RA 11210; DOLE Department Advisory 01-19; RMC 105-2019: benefit and differential are exempt).
 */
import { Dec, type Decimal, round2, ZERO } from '../decimal.ts'
import { DomainError } from '../errors.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import type { TraceLine } from '../time/trace.ts'

const SEMESTER_DAYS = 180

/** Average daily salary credit: the six highest monthly salary credits of the twelve months before the semester of the contingency, by 180. */
export function averageDailySalaryCredit(salaryCredits: readonly Amount[]): Decimal {
  if (salaryCredits.length > 12) throw new DomainError('salary_credits', 'There are at most twelve monthly salary credits.')
  const highest = salaryCredits
    .map((credit, index) => readPositive(credit, `salary_credits.${index}`))
    .sort((a, b) => b.cmp(a))
    .slice(0, 6)
  return highest.reduce<Decimal>((sum, credit) => sum.plus(credit), ZERO).div(SEMESTER_DAYS)
}

export interface Benefit {
  readonly amount: Decimal
  trace(): TraceLine[]
}

/** SSS maternity benefit: the average daily salary credit for every day. Fewer than three contributions: nothing. */
export function sssMaternityBenefit(salaryCredits: readonly Amount[], days: number, minContributions = 3): Benefit {
  requireDays(days)
  const paid = salaryCredits.length >= minContributions
  const daily = averageDailySalaryCredit(salaryCredits)
  const amount = paid ? round2(daily.times(days)) : ZERO
  return {
    amount,
    trace: () => [
      {
        about: 'sss_maternity',
        text: paid
          ? `Six highest monthly salary credits ÷ 180 = ${pesos(daily)} a day × ${days} days = ${pesos(amount)}.`
          : `No benefit: fewer than ${minContributions} contributions in the twelve months before.`,
        source: 'RA 11210; SSS',
      },
    ],
  }
}

/** SSS sickness benefit: 90% of the average daily salary credit, for a confinement of at least four days, at most 120 days a year. */
export function sssSicknessBenefit(
  salaryCredits: readonly Amount[],
  days: number,
  used = 0,
  rules: { readonly share: Amount; readonly min_days: number; readonly max_days: number } = { share: '0.9', min_days: 4, max_days: 120 },
): Benefit & { readonly days: number } {
  requireDays(days)
  requireDays(used, 'used')
  const isPaid = salaryCredits.length >= 3 && days >= rules.min_days
  const count = isPaid ? Math.max(0, Math.min(days, rules.max_days - used)) : 0
  const daily = averageDailySalaryCredit(salaryCredits).times(readPositive(rules.share, 'rules.share'))
  const amount = round2(daily.times(count))
  return {
    days: count,
    amount,
    trace: () => [
      {
        about: 'sss_sickness',
        text: `90% of the average daily salary credit = ${pesos(daily)} a day × ${count} days = ${pesos(amount)}.`,
        source: 'SSS sickness benefit',
      },
    ],
  }
}

function requireDays(days: number, field = 'days'): void {
  if (!Number.isInteger(days) || days < 0) throw new DomainError(field, 'Days are whole and not negative.')
}

export interface Differential {
  readonly full_pay: Decimal
  /** Employee shares of SSS, PhilHealth and Pag-IBIG for the days of the leave. */
  readonly shares: Decimal
  readonly sss_benefit: Decimal
  /** Full pay − shares − benefit, as it comes out; negative means that the benefit is more than the pay. */
  readonly difference: Decimal
  /** What the employer pays: the difference, never less than nothing. */
  readonly amount: Decimal
  trace(): TraceLine[]
}

/**
 * The salary differential. Full pay is the monthly salary for days ÷ 30 months (3.5 for 105 days). Rounded half-up
 * where the worksheet of the advisory has a figure: full pay, shares, benefit.
 */
export function maternityDifferential(input: {
  readonly monthly_salary: Amount
  readonly days: number
  readonly monthly_shares: Amount
  readonly sss_benefit: Amount
  /** Distressed employers, retail and service with ten workers or less, and micro-enterprises are exempt. */
  readonly is_exempt_employer?: boolean
}): Differential {
  requireDays(input.days)
  const salary = readPositive(input.monthly_salary, 'monthly_salary')
  const months = new Dec(input.days).div(30)
  const fullPay = round2(salary.times(months))
  const shares = round2(readPositive(input.monthly_shares, 'monthly_shares').times(months))
  const benefit = round2(readPositive(input.sss_benefit, 'sss_benefit'))
  const difference = fullPay.minus(shares).minus(benefit)
  const amount = input.is_exempt_employer ? ZERO : Dec.max(difference, ZERO)
  return {
    full_pay: fullPay,
    shares,
    sss_benefit: benefit,
    difference,
    amount,
    trace: () => [
      {
        about: 'maternity_differential',
        text: `Full pay ${pesos(salary)} × ${months.toDecimalPlaces(4)} months = ${pesos(fullPay)}, less your shares of contributions ${pesos(shares)}, less the SSS benefit ${pesos(benefit)} = ${pesos(difference)}${
          input.is_exempt_employer ? '; the employer is exempt from paying it' : difference.isNegative() ? '; nothing is added' : ''
        }.`,
        source: 'RA 11210; DOLE Department Advisory 01-19',
      },
    ],
  }
}
