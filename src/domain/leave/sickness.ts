/** The SSS benefit of sickness leave; the employer advances it. Maternity is settled with the payroll. */
import { daysBetween } from '../../kernel/dates.ts'
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, percent, pesos, readPositive } from '../statutory/amount.ts'
import { type Effective, inForce, inOrder } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import data from './tables/sss-sickness.json' with { type: 'json' }

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

export interface SicknessRules extends Effective {
  /** Of the average daily salary credit. */
  readonly share: Amount
  /** Days of confinement from which on it is paid. */
  readonly min_days: number
  /** Days of a calendar year. */
  readonly max_days: number
  /** Days for the same illness, over more than one year. */
  readonly same_illness_days: number
  /** Monthly contributions in the twelve months before. */
  readonly min_contributions: number
}

const RULES: readonly SicknessRules[] = inOrder(data.rows, 'SSS sickness benefit')

/** The conditions in force on the first day of a confinement. */
export const sicknessRules = (on: string): SicknessRules => inForce(RULES, on, 'SSS sickness benefit', 'date_from')

/** A confinement that the SSS pays for, as payroll advances it. */
export interface SicknessClaim {
  /** Distinguishes the lines of two claims. */
  readonly key: string
  /** The number of the claim, for the explanation. */
  readonly claim: string
  readonly from: string
  readonly to: string
  /** Calendar days of confinement that the benefit is for. */
  readonly days: number
  /** The last day that this payroll pays. */
  readonly until: string
  /** Days of the calendar year that earlier claims took, and of the same illness. */
  readonly used: number
  readonly illness_used?: number
  /** The SSS's own figure for all of the days in pesos; computed from the credits unless given. */
  readonly sss_benefit?: Amount
  /** Recorded regular monthly salary credits of the twelve months before the semester of contingency. */
  readonly credits?: readonly Amount[]
  /** Days and pesos that earlier payrolls advanced. */
  readonly advanced_days: number
  readonly advanced: Amount
}

/** What a payroll advances of a claim. */
interface SicknessAdvance {
  readonly days: number
  readonly amount: Decimal
  /** Days that the whole claim pays, and its benefit. */
  readonly all_days: number
  readonly benefit: Decimal
}

/**
 * The part of a claim's benefit that a payroll advances: the days until its last one, at the share of the whole benefit
 * that they have, less what was advanced before. So the advances of a claim come to its benefit to the centavo.
 */
export function sicknessAdvance(claim: SicknessClaim): SicknessAdvance {
  const computed = sssSicknessBenefit(claim.credits ?? [], claim, sicknessRules(claim.from))
  const allDays = claim.sss_benefit === undefined ? computed.days : claim.days
  const benefit = claim.sss_benefit === undefined ? computed.amount : round2(readPositive(claim.sss_benefit, 'sickness.sss_benefit'))
  const last = claim.until < claim.to ? claim.until : claim.to
  const passed = last < claim.from ? 0 : Math.min(allDays, daysBetween(claim.from, last) + 1)
  const due = allDays === 0 ? ZERO : round2(benefit.times(passed).div(allDays))
  return { days: passed - claim.advanced_days, amount: due.minus(claim.advanced), all_days: allDays, benefit }
}

interface SicknessBenefit {
  /** Days that are paid. */
  readonly days: number
  readonly amount: Decimal
  trace(): TraceLine[]
}

type Confinement = Pick<SicknessClaim, 'from' | 'days' | 'used' | 'illness_used'>

/**
 * Days of a confinement that the limits of the law leave: in each calendar year, less what earlier claims of its first year took,
 * and for one illness (RA 11199 section 14(c)).
 */
export function payableDays({ from, days, used, illness_used = 0 }: Confinement, rules: SicknessRules): number {
  for (const [count, field] of [
    [days, 'days'],
    [used, 'used'],
    [illness_used, 'illness_used'],
  ] as const)
    if (!Number.isInteger(count) || count < 0) throw new DomainError(field, 'Days are whole and not negative.')
  const inYear = Math.min(days, daysBetween(from, `${from.slice(0, 4)}-12-31`) + 1)
  const ofYears = Math.max(0, Math.min(inYear, rules.max_days - used)) + Math.min(days - inYear, rules.max_days)
  return Math.max(0, Math.min(ofYears, rules.same_illness_days - illness_used))
}

/** SSS sickness benefit: a share (90%) of the average daily salary credit for each day, half-up to the centavo once. */
export function sssSicknessBenefit(salaryCredits: readonly Amount[], confinement: Confinement, rules: SicknessRules): SicknessBenefit {
  const payable = payableDays(confinement, rules)
  const isPaid = salaryCredits.length >= rules.min_contributions && confinement.days >= rules.min_days
  const count = isPaid ? payable : 0
  const daily = averageDailySalaryCredit(salaryCredits).times(readPositive(rules.share, 'rules.share'))
  const amount = round2(daily.times(count))
  return {
    days: count,
    amount,
    trace: () => [
      {
        about: 'sss_sickness',
        text: isPaid
          ? `${percent(new Decimal(rules.share))} of the average daily salary credit = ${pesos(daily)} a day × ${count} days = ${pesos(amount)}.`
          : `No benefit: it takes ${rules.min_contributions} contributions in the twelve months before and ${rules.min_days} days of confinement.`,
        source: rules.source,
      },
    ],
  }
}
