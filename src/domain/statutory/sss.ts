/**
 * SSS contributions (RA 11199). The month's compensation falls into a bracket with a monthly salary credit
 * (MSC); the shares are rates on the MSC, exact to the centavo. The part of the MSC above 20,000 goes to the
 * mandatory provident fund (MPF, also "WISP" and "MySSS Pension Booster").
 */
import { Decimal, ONE, ZERO } from '../../kernel/decimal.ts'
import { type Amount, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import type { SssRow, StatutoryTables } from './tables.ts'

/** The schedule that applies: household employers keep the lower credits. */
export type SssMembership = 'business' | 'household'

export interface SssContribution {
  readonly msc: Decimal
  /** The part of the credit that goes to the provident fund. */
  readonly mpf_credit: Decimal
  readonly employee: Decimal
  readonly employer: Decimal
  /** Shares in the provident fund, beside the regular ones. */
  readonly employee_mpf: Decimal
  readonly employer_mpf: Decimal
  /** Employees' compensation, employer only. */
  readonly ec: Decimal
  readonly rule: RuleUsed
}

/** The monthly salary credit of a compensation: the nearest 500, halves up, within the schedule's range. */
function monthlySalaryCredit(row: SssRow, compensation: Decimal, membership: SssMembership): Decimal {
  const lowest = membership === 'household' ? row.household_msc_minimum : row.msc_minimum
  const step = row.msc_step
  const nearest = compensation.plus(step.div(2)).div(step).floor().times(step)
  if (nearest.lt(lowest)) return lowest
  return nearest.gt(row.msc_maximum) ? row.msc_maximum : nearest
}

/**
 * Contributions of a month. `compensation` is all actual remuneration of the month (RA 11199 section 8(f)).
 * A month without pay has no contribution.
 */
export function sssContribution(
  tables: StatutoryTables,
  date: string,
  compensation: Amount,
  membership: SssMembership = 'business',
): SssContribution {
  const row = inForce(tables.sss, date, 'SSS table')
  const paid = readPositive(compensation, 'compensation')
  const rule = { table: 'SSS contribution schedule', effective_from: row.effective_from, source: row.source }
  if (paid.isZero())
    return {
      msc: ZERO,
      mpf_credit: ZERO,
      employee: ZERO,
      employer: ZERO,
      employee_mpf: ZERO,
      employer_mpf: ZERO,
      ec: ZERO,
      rule: { ...rule, row: 'no pay in the month, no contribution' },
    }
  const msc = monthlySalaryCredit(row, paid, membership)
  const regular = Decimal.min(msc, row.regular_maximum)
  const mpf = msc.minus(regular)
  return {
    msc,
    mpf_credit: mpf,
    employee: regular.times(row.employee_rate),
    employer: regular.times(row.employer_rate),
    employee_mpf: mpf.times(row.employee_rate),
    employer_mpf: mpf.times(row.employer_rate),
    ec: msc.lt(row.ec.high_from_msc) ? row.ec.low : row.ec.high,
    rule: {
      ...rule,
      get row() {
        return `monthly salary credit ${pesos(msc)} for ${sssRange(row, msc, membership)}`
      },
    },
  }
}

/** The compensation range of a credit, in words. */
function sssRange(row: SssRow, msc: Decimal, membership: SssMembership): string {
  const half = row.msc_step.div(2)
  const lowest = membership === 'household' ? row.household_msc_minimum : row.msc_minimum
  if (msc.gte(row.msc_maximum)) return `compensation of ${pesos(msc.minus(half))} and over`
  const to = pesos(msc.plus(half).minus(ONE.div(100)))
  return msc.lte(lowest) ? `compensation up to ${to}` : `compensation from ${pesos(msc.minus(half))} to ${to}`
}

/** One line of a printed schedule. */
export interface SssScheduleLine extends Omit<SssContribution, 'rule'> {
  readonly from: Decimal
  /** None on the last line: "and over". */
  readonly to: Decimal | null
}

/** The schedule in force on a date as the agency prints it, one line per salary credit. */
export function sssSchedule(tables: StatutoryTables, date: string, membership: SssMembership = 'business'): SssScheduleLine[] {
  const row = inForce(tables.sss, date, 'SSS table')
  const half = row.msc_step.div(2)
  const lowest = membership === 'household' ? row.household_msc_minimum : row.msc_minimum
  const lines: SssScheduleLine[] = []
  for (let msc = lowest; msc.lte(row.msc_maximum); msc = msc.plus(row.msc_step)) {
    const { rule: _, ...shares } = sssContribution(tables, date, msc, membership)
    const last = msc.eq(row.msc_maximum)
    lines.push({ ...shares, from: msc.eq(lowest) ? ZERO : msc.minus(half), to: last ? null : msc.plus(half).minus(ONE.div(100)) })
  }
  return lines
}
