/**
 * Withholding tax on compensation (NIRC sections 24 and 79; RR 11-2018 section 2.79(B)): the table of one
 * period, the cumulative-average method, and the yearly graduated tax.
 */
import { type Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import type { Bracket, StatutoryTables, TaxPeriod } from './tables.ts'

/** How often an employee is paid, in the payroll's terms. */
export const PAY_FREQUENCIES = ['daily', 'weekly', 'bi_weekly', 'semi_monthly', 'monthly'] as const
export type PayFrequency = (typeof PAY_FREQUENCIES)[number]

/**
 * The regulations print no bi-weekly table (unconfirmed). `weekly_doubled`, the default: the tax of half the
 * pay by the weekly table, twice, as RR 2-98 section 2.79 treats periods of several months by the monthly
 * table. `semi_monthly`: the semi-monthly table. `annual`: 26 times the pay by the yearly table, divided by 26.
 */
export type BiWeeklyRule = 'weekly_doubled' | 'semi_monthly' | 'annual'

export interface TaxOfPeriod {
  readonly tax: Decimal
  readonly bracket: Bracket
  readonly rule: RuleUsed
}

/** The last bracket whose floor is not above the amount. Printed gaps of a peso ("to 20,832", "from 20,833") close so. */
function bracketOf(brackets: readonly Bracket[], amount: Decimal): Bracket {
  return brackets.findLast((bracket) => bracket.over.lte(amount)) ?? brackets[0]!
}

/** Taxable compensation of one period of the table, in pesos. */
export interface TaxablePay {
  readonly date: string
  readonly period: TaxPeriod
  readonly regular: Amount
  readonly supplementary?: Amount
}

/**
 * Tax of one period by the table: only the regular taxable compensation selects the bracket, and its rate is applied to
 * regular and supplementary together; half-up to the centavo.
 */
export function withholdingTax(tables: StatutoryTables, { date, period, regular, supplementary = ZERO }: TaxablePay): TaxOfPeriod {
  const row = inForce(tables.withholding, date, 'Withholding tax table')
  const regularTaxable = readPositive(regular, 'taxable_regular')
  const total = regularTaxable.plus(readPositive(supplementary, 'taxable_supplementary'))
  const brackets = row[period]
  if (!brackets) throw new DomainError('period', `There is no withholding table for "${String(period)}"`)
  const bracket = bracketOf(brackets, regularTaxable)
  const tax = round2(bracket.base.plus(total.minus(bracket.over).times(bracket.rate)))
  return {
    tax,
    bracket,
    rule: {
      table:
        period === 'annual'
          ? 'Graduated income tax'
          : `Withholding tax table, ${period.replace('_', '-')}${row.annex ? ` (Annex ${row.annex})` : ''}`,
      effective_from: row.effective_from,
      source: row.source,
      get row() {
        return bracket.rate.isZero()
          ? `not over ${pesos(brackets[1]!.over)}: no tax`
          : `from ${pesos(bracket.over)}: ${pesos(bracket.base)} plus ${percent(bracket.rate)} of the excess`
      },
    },
  }
}

/** Taxable compensation of one payroll, in pesos. */
export interface TaxablePayroll {
  readonly date: string
  readonly frequency: PayFrequency
  readonly regular: Amount
  readonly supplementary?: Amount
  readonly biWeekly?: BiWeeklyRule
}

/** The same for the frequency of a payroll; bi-weekly by the chosen rule. */
export function taxOfPay(
  tables: StatutoryTables,
  { date, frequency, regular, supplementary = ZERO, biWeekly = 'weekly_doubled' }: TaxablePayroll,
): TaxOfPeriod {
  if (frequency !== 'bi_weekly') return withholdingTax(tables, { date, period: frequency, regular, supplementary })
  const [reg, sup] = [readPositive(regular, 'taxable_regular'), readPositive(supplementary, 'taxable_supplementary')]
  if (biWeekly === 'semi_monthly') return withholdingTax(tables, { date, period: 'semi_monthly', regular: reg, supplementary: sup })
  if (biWeekly === 'annual') {
    const year = withholdingTax(tables, { date, period: 'annual', regular: reg.times(26), supplementary: sup.times(26) })
    return { ...year, tax: round2(year.tax.div(26)) }
  }
  const week = withholdingTax(tables, { date, period: 'weekly', regular: reg.div(2), supplementary: sup.div(2) })
  return { ...week, tax: week.tax.times(2) }
}

/** Graduated tax on the year's taxable compensation. */
export const annualTax = (tables: StatutoryTables, date: string, taxable: Amount): TaxOfPeriod =>
  withholdingTax(tables, { date, period: 'annual', regular: taxable })

export interface CumulativeAverage {
  readonly average: Decimal
  /** Tax of the average, rounded, times the periods. */
  readonly tax_to_date: Decimal
  /** The tax to withhold now: the tax to date less the tax already withheld, never below zero. */
  readonly tax: Decimal
  readonly bracket: Bracket
  readonly rule: RuleUsed
}

/** Taxable compensation of the year to date, in pesos. */
export interface TaxableYear {
  readonly date: string
  readonly frequency: PayFrequency
  readonly year: { readonly taxable: Amount; readonly periods: number; readonly withheld: Amount }
  readonly biWeekly?: BiWeeklyRule
}

/**
 * Cumulative-average method, RR 11-2018 section 2.79(B)(5)(a). The average of all taxable compensation of the
 * year, a previous employer's included, over the periods it represents is rounded to the centavo; so is its
 * tax; the bracket is that of the average. The regulation does not fix the rounding: its illustration 11
 * agrees with this one, and annualisation levels any difference.
 */
export function cumulativeAverage(
  tables: StatutoryTables,
  { date, frequency, year, biWeekly = 'weekly_doubled' }: TaxableYear,
): CumulativeAverage {
  if (!(year.periods > 0)) throw new DomainError('periods', 'The cumulative average needs at least one period')
  const average = round2(readPositive(year.taxable, 'taxable').div(year.periods))
  const taxOfPeriod = taxOfPay(tables, { date, frequency, regular: average, supplementary: ZERO, biWeekly })
  const toDate = taxOfPeriod.tax.times(year.periods)
  const rest = toDate.minus(readPositive(year.withheld, 'withheld'))
  return { average, tax_to_date: toDate, tax: rest.isNegative() ? ZERO : rest, bracket: taxOfPeriod.bracket, rule: taxOfPeriod.rule }
}

/**
 * Year-end or last pay: the yearly tax less the tax already withheld, by present and previous employers; a negative
 * result is refunded.
 */
export function annualise(
  tables: StatutoryTables,
  date: string,
  year: { readonly taxable: Amount; readonly withheld: Amount },
): { readonly tax_due: Decimal; readonly tax: Decimal; readonly bracket: Bracket; readonly rule: RuleUsed } {
  const due = annualTax(tables, date, year.taxable)
  return { tax_due: due.tax, tax: due.tax.minus(readPositive(year.withheld, 'withheld')), bracket: due.bracket, rule: due.rule }
}
