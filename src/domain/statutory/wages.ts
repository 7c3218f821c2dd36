/** Minimum wages by region and date, factors, and the rates that follow from them. */
import { type Decimal, round2 } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readPositive } from './amount.ts'
import { inForce } from './effective.ts'
import type { FactorRow, MinimumWageRow, StatutoryTables } from './tables.ts'

/** The category of wages that no other one takes in. */
const GENERAL = 'non_agriculture'

/** The minimum wage of a region and category on a date, basic only. */
export function minimumWage(tables: StatutoryTables, date: string, region: string, category = GENERAL): MinimumWageRow {
  const rows = tables.minimum_wages.get(`${region}|${category}`)
  if (!rows) throw new DomainError('region', `There is no minimum wage for "${category}" in region "${region}"`)
  return inForce(rows, date, `Minimum wage ${region}, ${category}`)
}

/** The same where the tables know one; of a category that the region does not have, the general one. Undefined before the first wage order known. */
export function knownMinimumWage(tables: StatutoryTables, date: string, region: string, category = GENERAL): MinimumWageRow | undefined {
  const rows = tables.minimum_wages.get(`${region}|${category}`) ?? tables.minimum_wages.get(`${region}|${GENERAL}`)
  const first = rows?.[0]
  return first && first.effective_from <= date ? minimumWage(tables, date, region, first.category) : undefined
}

/** A daily rate, with the region and category whose minimum wage it is compared with. */
export interface DailyWage {
  readonly date: string
  readonly region: string
  readonly category: string
  readonly dailyRate: Amount
}

/** Whether a daily basic rate is not above the minimum wage: RR 11-2018 section 2.78.1(B)(13). */
export const isMinimumWage = (tables: StatutoryTables, { date, region, category, dailyRate }: DailyWage): boolean =>
  readPositive(dailyRate, 'daily_rate').lte(minimumWage(tables, date, region, category).rate)

/** The days that a factor covers. An unknown factor counts like the nearest suggested one of a five- or six-day week. */
export function factorRow(tables: StatutoryTables, factor: Decimal): FactorRow {
  const known = tables.factors.find((row) => row.factor.eq(factor))
  if (known) return known
  return { factor, source: 'Agreed with the employee', rest_days: factor.gte(365), regular_holidays: true, special_days: true }
}

const requireFactor = (factor: Amount): Decimal => {
  const read = readPositive(factor, 'factor')
  if (read.isZero()) throw new DomainError('factor', 'The factor is zero')
  return read
}

/** Daily rate of a monthly salary: × 12 ÷ factor, not rounded (rates are rounded on the pay line). */
export const dailyRate = (monthly: Amount, factor: Amount): Decimal =>
  readPositive(monthly, 'monthly_rate').times(12).div(requireFactor(factor))

/** Estimated equivalent monthly rate of a daily rate: × factor ÷ 12, half-up to the centavo. */
export const monthlyEquivalent = (daily: Amount, factor: Amount): Decimal =>
  round2(readPositive(daily, 'daily_rate').times(requireFactor(factor)).div(12))
