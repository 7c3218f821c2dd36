/**
 * Fringe benefits tax of managerial and supervisory employees: a final tax that the employer bears on the grossed-up
 * value of benefits that are neither de minimis nor required by the business (NIRC section 33; return 1603-Q). Rates, the
 * taxed share of a value and the day of the return are dated data.
 */
import { Decimal, dec, round2 } from '../../kernel/decimal.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { type Effective, inForce, inOrder, type RuleUsed } from './effective.ts'
import data from './tables/fringe-benefits.json' with { type: 'json' }

interface FringeRow extends Effective {
  readonly rate: number
  readonly non_resident_rate: number
  /** Part of the value that is taxed, by kind of benefit. */
  readonly shares: Readonly<Record<string, number | undefined>>
  /** Months after the quarter, and the day; 31 is the last day of any month. */
  readonly due: { readonly month: number; readonly day: number }
}
const TABLE = 'Fringe benefits tax'
const ROWS: readonly FringeRow[] = inOrder(data.rows as readonly FringeRow[], TABLE)

export interface FringeBenefit {
  /** Kind of the benefit, as the table names those that are taxed in part. */
  readonly kind?: string
  /** A non-resident alien not engaged in trade or business (NIRC section 25(B)). */
  readonly is_non_resident?: boolean
}
export interface FringeBenefitTax {
  /** The part of the value that is taxed, pesos. */
  readonly monetary_value: Decimal
  readonly grossed_up: Decimal
  readonly tax: Decimal
  /** Share of the grossed-up value. */
  readonly rate: Decimal
  /** The computation in words and figures. */
  readonly formula: string
  readonly rule: RuleUsed
}

/**
 * Monetary value = value × share of its kind; grossed-up value = monetary value ÷ (1 − rate); tax = grossed-up value × rate;
 * each half-up to the centavo. By the day of the benefit. Throws `DomainError` for a value below zero, or a day before the
 * first rate.
 */
export function fringeBenefitTax(date: string, value: Amount, benefit: FringeBenefit = {}): FringeBenefitTax {
  const row = inForce(ROWS, date, TABLE)
  const rate = dec(benefit.is_non_resident ? row.non_resident_rate : row.rate)
  const share = dec(row.shares[benefit.kind ?? ''] ?? 1)
  const whole = readPositive(value, 'value')
  const taxed = round2(whole.times(share))
  const divisor = new Decimal(1).minus(rate)
  const exact = taxed.div(divisor)
  const [grossedUp, tax] = [round2(exact), round2(exact.times(rate))]
  const part = share.eq(1) ? '' : `${pesos(whole)} × ${percent(share)} = ${pesos(taxed)}; `
  return {
    monetary_value: taxed,
    grossed_up: grossedUp,
    tax,
    rate,
    formula: `${part}${pesos(taxed)} ÷ ${percent(divisor)} = ${pesos(grossedUp)}; × ${percent(rate)} = ${pesos(tax)}`,
    rule: {
      table: TABLE,
      effective_from: row.effective_from,
      source: row.source,
      row: `${percent(rate)} of the grossed-up value of ${pesos(grossedUp)}`,
    },
  }
}

/** The last day of the return 1603-Q of a quarter, `YYYY-MM-DD`, by the row in force at its end. Weekends and holidays do not move it. */
export function fringeReturnDue({ year, quarter }: { readonly year: number; readonly quarter: number }): string {
  const end = new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10)
  const { due } = inForce(ROWS, end, TABLE)
  const last = new Date(Date.UTC(year, quarter * 3 + due.month, 0)).getUTCDate()
  return new Date(Date.UTC(year, quarter * 3 + due.month - 1, Math.min(due.day, last))).toISOString().slice(0, 10)
}
