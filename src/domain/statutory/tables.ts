/**
 * The statutory tables: effective-dated data in `tables/`, read once into exact decimals. A company's own rows
 * (edited or imported) are read by the same `readTables`, so that functions never care where a row came from.
 */
import { type Decimal, dec } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { DAY_TYPES, type DayType } from '../time/types.ts'
import { type Effective, inOrder } from './effective.ts'
import deMinimis from './tables/de-minimis.json' with { type: 'json' }
import factors from './tables/factors.json' with { type: 'json' }
import holidays from './tables/holidays.json' with { type: 'json' }
import household from './tables/household.json' with { type: 'json' }
import minimumWage from './tables/minimum-wage.json' with { type: 'json' }
import otherBenefits from './tables/other-benefits.json' with { type: 'json' }
import pagibig from './tables/pagibig.json' with { type: 'json' }
import philhealth from './tables/philhealth.json' with { type: 'json' }
import premiumRates from './tables/premium-rates.json' with { type: 'json' }
import sss from './tables/sss.json' with { type: 'json' }
import withholdingTax from './tables/withholding-tax.json' with { type: 'json' }

/** Pay periods for which the regulations print a withholding table; `annual` is the graduated tax itself. */
export const TAX_PERIODS = ['daily', 'weekly', 'semi_monthly', 'monthly', 'annual'] as const
export type TaxPeriod = (typeof TAX_PERIODS)[number]

export const DE_MINIMIS_ITEMS = [
  'monetised_leave',
  'medical_dependents',
  'rice',
  'uniform',
  'medical_assistance',
  'laundry',
  'achievement_award',
  'gifts',
  'overtime_meal',
  'productivity',
] as const
export type DeMinimisItem = (typeof DE_MINIMIS_ITEMS)[number]

export interface SssRow extends Effective {
  readonly employee_rate: Decimal
  readonly employer_rate: Decimal
  /** Lowest and highest monthly salary credit (MSC) of business employers. */
  readonly msc_minimum: Decimal
  readonly msc_maximum: Decimal
  readonly msc_step: Decimal
  /** The part of the MSC above this goes to the mandatory provident fund (MPF, formerly WISP). */
  readonly regular_maximum: Decimal
  readonly household_msc_minimum: Decimal
  /** Employees' compensation, paid by the employer only. */
  readonly ec: { readonly low: Decimal; readonly high: Decimal; readonly high_from_msc: Decimal }
}
export interface PhilhealthRow extends Effective {
  readonly rate: Decimal
  readonly floor: Decimal
  readonly ceiling: Decimal
}
export interface PagibigRow extends Effective {
  readonly fund_salary_maximum: Decimal
  /** Up to this compensation the employee's lower rate applies. */
  readonly low_compensation: Decimal
  readonly employee_low_rate: Decimal
  readonly employee_rate: Decimal
  readonly employer_rate: Decimal
}
export interface Bracket {
  /** Lowest taxable compensation of the bracket. */
  readonly over: Decimal
  readonly base: Decimal
  readonly rate: Decimal
}
export interface WithholdingRow extends Effective, Readonly<Record<TaxPeriod, readonly Bracket[]>> {
  readonly annex: string
}
export interface DeMinimisLimit {
  readonly limit: Decimal
  readonly per: 'day' | 'month' | 'semester' | 'year'
  /** `of_minimum_wage`: the limit is a share of the region's daily minimum wage. */
  readonly unit: 'pesos' | 'days' | 'of_minimum_wage'
}
export interface DeMinimisRow extends Effective {
  readonly limits: Readonly<Record<DeMinimisItem, DeMinimisLimit>>
}
export interface CeilingRow extends Effective {
  readonly ceiling: Decimal
}
export interface HouseholdRow extends Effective {
  readonly employer_pays_all_below: Decimal
}
export interface MinimumWageRow extends Effective {
  readonly region: string
  /** Sector, area or size: `non_agriculture`, `agriculture`, `retail_service_15`, `household` … */
  readonly category: string
  readonly per: 'day' | 'month'
  readonly rate: Decimal
}
export interface DayMultiples {
  /** Multiple of the hourly rate within the first eight hours, and for overtime. */
  readonly worked: Decimal
  readonly overtime: Decimal
  /** Multiple of the daily rate of a daily-paid employee who did not work. */
  readonly unworked: Decimal
}
export interface PremiumRow extends Effective {
  /** Night shift differential, a share of the rate of the hour. */
  readonly night: Decimal
  readonly multiples: Readonly<Record<DayType, DayMultiples>>
}
export interface FactorRow {
  readonly factor: Decimal
  readonly source: string
  /** Whether a monthly salary built on this factor already pays these days when nothing is worked. */
  readonly rest_days: boolean
  readonly regular_holidays: boolean
  readonly special_days: boolean
}
export interface HolidayRow {
  readonly date: string
  readonly kind: 'regular' | 'special' | 'special_working'
  readonly name: string
  readonly source: string
  /** Regions, provinces or cities of a local holiday; none for the nation. */
  readonly places?: readonly string[]
}

export interface StatutoryTables {
  readonly sss: readonly SssRow[]
  readonly philhealth: readonly PhilhealthRow[]
  readonly pagibig: readonly PagibigRow[]
  readonly withholding: readonly WithholdingRow[]
  readonly de_minimis: readonly DeMinimisRow[]
  readonly other_benefits: readonly CeilingRow[]
  readonly household: readonly HouseholdRow[]
  /** By `region|category`. */
  readonly minimum_wages: ReadonlyMap<string, readonly MinimumWageRow[]>
  readonly premiums: readonly PremiumRow[]
  readonly factors: readonly FactorRow[]
  readonly holidays: readonly HolidayRow[]
}

interface Data {
  readonly rows: readonly object[]
}
/** Tables as data; the shapes are checked by the schemas in `schemas/statutory/`. */
export interface StatutoryData {
  readonly sss: Data
  readonly philhealth: Data
  readonly pagibig: Data
  readonly withholding: Data
  readonly de_minimis: Data
  readonly other_benefits: Data
  readonly household: Data
  readonly minimum_wages: Data
  readonly premiums: Data
  readonly factors: Data
  readonly holidays: Data
}

/** The same value with every number read as an exact decimal. */
function exact(value: unknown): unknown {
  if (typeof value === 'number') return dec(value)
  if (Array.isArray(value)) return value.map(exact)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exact(member)]))
  return value
}

function effectiveRows<Row extends Effective>(data: Data, table: string): Row[] {
  const rows = exact(data.rows) as Row[]
  if (rows.length === 0) throw new DomainError(table, `${table}: the table has no rows`)
  return inOrder(rows, table)
}

/** Reads tables from data. A table without rows, two rows of one date, or a missing kind of day is an error. */
export function readTables(data: StatutoryData): StatutoryTables {
  const wages = new Map<string, MinimumWageRow[]>()
  for (const row of exact(data.minimum_wages.rows) as MinimumWageRow[]) {
    const key = `${row.region}|${row.category}`
    const rows = wages.get(key) ?? []
    rows.push(row)
    wages.set(key, rows)
  }
  for (const [key, rows] of wages) wages.set(key, inOrder(rows, `Minimum wage ${key.replace('|', ', ')}`))
  const premiums = effectiveRows<PremiumRow>(data.premiums, 'Premium rates')
  for (const row of premiums)
    for (const type of DAY_TYPES)
      if (!row.multiples[type]) throw new DomainError(`premiums.${type}`, `Premium rates of ${row.effective_from}: "${type}" is missing`)
  return {
    sss: effectiveRows(data.sss, 'SSS table'),
    philhealth: effectiveRows(data.philhealth, 'PhilHealth table'),
    pagibig: effectiveRows(data.pagibig, 'Pag-IBIG table'),
    withholding: effectiveRows(data.withholding, 'Withholding tax table'),
    de_minimis: effectiveRows(data.de_minimis, 'De minimis limits'),
    other_benefits: effectiveRows(data.other_benefits, 'Ceiling of other benefits'),
    household: effectiveRows(data.household, 'Household employers'),
    minimum_wages: wages,
    premiums,
    factors: exact(data.factors.rows) as FactorRow[],
    holidays: data.holidays.rows as HolidayRow[],
  }
}

/** The tables as shipped. */
export const STATUTORY_DATA: StatutoryData = {
  sss,
  philhealth,
  pagibig,
  withholding: withholdingTax,
  de_minimis: deMinimis,
  other_benefits: otherBenefits,
  household,
  minimum_wages: minimumWage,
  premiums: premiumRates,
  factors,
  holidays,
}
export const STATUTORY: StatutoryTables = readTables(STATUTORY_DATA)
