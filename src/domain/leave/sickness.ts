/** The SSS benefit of sickness leave; the employer advances it. Maternity is settled with the payroll. */
import { type Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
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

export interface SicknessRules {
  /** Of the average daily salary credit. */
  readonly share: Amount
  /** Days of confinement from which on it is paid. */
  readonly min_days: number
  /** Days of a calendar year. */
  readonly max_days: number
  /** Monthly contributions in the twelve months before. */
  readonly min_contributions: number
}
export const SICKNESS_RULES: SicknessRules = { share: '0.9', min_days: 4, max_days: 120, min_contributions: 3 }

export interface SicknessBenefit {
  /** Days that are paid. */
  readonly days: number
  readonly amount: Decimal
  trace(): TraceLine[]
}

/** SSS sickness benefit: 90% of the average daily salary credit for each day, half-up to the centavo once. `used` are days paid in the year before. */
export function sssSicknessBenefit(
  salaryCredits: readonly Amount[],
  days: number,
  used = 0,
  rules: SicknessRules = SICKNESS_RULES,
): SicknessBenefit {
  requireDays(days, 'days')
  requireDays(used, 'used')
  const isPaid = salaryCredits.length >= rules.min_contributions && days >= rules.min_days
  const count = isPaid ? Math.max(0, Math.min(days, rules.max_days - used)) : 0
  const daily = averageDailySalaryCredit(salaryCredits).times(readPositive(rules.share, 'rules.share'))
  const amount = round2(daily.times(count))
  return {
    days: count,
    amount,
    trace: () => [
      {
        about: 'sss_sickness',
        text: isPaid
          ? `90% of the average daily salary credit = ${pesos(daily)} a day × ${count} days = ${pesos(amount)}.`
          : `No benefit: it takes ${rules.min_contributions} contributions in the twelve months before and ${rules.min_days} days of confinement.`,
        source: 'SSS sickness benefit',
      },
    ],
  }
}

function requireDays(days: number, field: string): void {
  if (!Number.isInteger(days) || days < 0) throw new DomainError(field, 'Days are whole and not negative.')
}
