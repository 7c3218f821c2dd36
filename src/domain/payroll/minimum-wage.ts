/** Rates of pay against the minimum wage of the region: rates below it, and employees marked as earning it who do not. */
import { addDays } from '../../kernel/dates.ts'
import { Decimal } from '../../kernel/decimal.ts'
import { knownMinimumWage, type MinimumWageRow, pesos, type StatutoryTables } from '../statutory/index.ts'
import { readTerms, type Terms, termsBetween, termsOn } from './terms.ts'
import type { EmployeeTerms } from './types.ts'

export type WageKind = 'below_minimum_wage' | 'above_minimum_wage' | 'minimum_wage_unmarked'

export interface WageFinding {
  readonly kind: WageKind
  /** The day on which the rate and the wage order are in force. */
  readonly date: string
  /** Pesos a day of eight hours, or a month for household workers. */
  readonly rate: Decimal
  readonly minimum: MinimumWageRow
  readonly words: string
}

const EIGHT = new Decimal(8)

/** The category of a household worker's wage, which is a monthly one. */
const HOUSEHOLD_CATEGORY = 'household'

/**
 * Compares the rate of each of an employee's terms between two days with the minimum wage of the employee's region on the last day on
 * which they hold; a wage order that takes effect meanwhile counts. Pay for fewer hours than eight is compared as if it
 * were for eight. The latest finding of each kind. None without a region or a rate of pay, or where the
 * tables know no wage of that day. Rates of pay: RA 6727; who is marked: NIRC section 24(A)(2), RR 11-2018 section 2.78.1(B)(13).
 */
export function wageFindings(employee: EmployeeTerms, from: string, to: string, tables: StatutoryTables): WageFinding[] {
  const region = employee.region
  if (!region) return []
  const parts = termsBetween(readTerms(employee, tables), from, to)
  const result = new Map<WageKind, WageFinding>()
  for (const [index, { terms }] of parts.entries()) {
    const next = parts[index + 1]
    const date = next ? addDays(next.from, -1) : to
    const minimum = wageOn(terms, region, date, tables)
    if (!minimum) continue
    const rate = rateOf(terms, minimum)
    const kind = kindOf(terms.employee, rate, minimum.rate)
    if (kind) result.set(kind, { kind, date, rate, minimum, words: wordsOf(kind, rate, minimum) })
  }
  return [...result.values()]
}

/** A rate of pay beside the minimum wage of the employee's region. */
export interface WageStanding {
  readonly standing: 'below' | 'at' | 'above'
  /** Pesos a day of eight hours, or a month for household workers. */
  readonly rate: Decimal
  readonly minimum: MinimumWageRow
}

/** How the rate of an employee's terms on a day stands to the minimum wage; undefined without a region, or a wage of that day. */
export function wageStanding(employee: EmployeeTerms, date: string, tables: StatutoryTables): WageStanding | undefined {
  if (!employee.region) return undefined
  const terms = termsOn(readTerms(employee, tables), date)
  const minimum = wageOn(terms, employee.region, date, tables)
  if (!minimum) return undefined
  const rate = rateOf(terms, minimum)
  return { standing: rate.lt(minimum.rate) ? 'below' : rate.gt(minimum.rate) ? 'above' : 'at', rate, minimum }
}

/** No basic pay was agreed, as with people who invoice their services: there is no rate to compare. Pieces are pay. */
const isUnpaid = ({ employee, rates }: Terms): boolean =>
  employee.no_rate === true && rates.monthly.isZero() && employee.paid_by_piece !== true

/** Whether an employee has a rate of pay on a day. */
export const hasRate = (employee: EmployeeTerms, date: string, tables: StatutoryTables): boolean =>
  !isUnpaid(termsOn(readTerms(employee, tables), date))

function wageOn(terms: Terms, region: string, date: string, tables: StatutoryTables): MinimumWageRow | undefined {
  if (isUnpaid(terms)) return undefined
  const { employee } = terms
  const household = employee.membership === 'household'
  const row = knownMinimumWage(tables, date, region, household ? HOUSEHOLD_CATEGORY : employee.wage_category)
  return household && row?.category !== HOUSEHOLD_CATEGORY ? undefined : row
}

/** A monthly salary that was rounded from the daily wage may come out a fraction of a centavo beside it. */
const rateOf = ({ rates, hoursPerDay }: Terms, { per }: MinimumWageRow): Decimal =>
  (per === 'month' ? rates.monthly : rates.daily.times(EIGHT).div(Decimal.min(EIGHT, hoursPerDay))).toDecimalPlaces(2)

function kindOf(employee: EmployeeTerms, rate: Decimal, minimum: Decimal): WageKind | undefined {
  if (rate.lt(minimum)) return 'below_minimum_wage'
  if (employee.minimum_wage_earner) return rate.gt(minimum) ? 'above_minimum_wage' : undefined
  return rate.eq(minimum) && employee.tax_method !== 'none' ? 'minimum_wage_unmarked' : undefined
}

function wordsOf(kind: WageKind, rate: Decimal, { region, category, per, rate: least, effective_from, source }: MinimumWageRow): string {
  const rateText = `${pesos(rate)} a ${per}`
  const wage = `the minimum wage of ${region}${category === 'non_agriculture' ? '' : ` (${category.replaceAll('_', ' ')})`}, ${pesos(least)} a ${per} since ${effective_from} (${source})`
  if (kind === 'below_minimum_wage') return `The rate of ${rateText} is below ${wage}`
  if (kind === 'above_minimum_wage')
    return `Marked as a minimum wage earner, so that no tax is withheld, but the rate of ${rateText} is above ${wage}`
  return `The rate of ${rateText} is ${wage}: it is non-taxable, but the employee is not tagged as a minimum wage earner`
}
