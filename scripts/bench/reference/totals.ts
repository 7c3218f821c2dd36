/** Amounts of a purchase document: line amounts, VAT once per document and spread over the lines, totals. */
import { Decimal } from 'decimal.js'

export interface LineInput {
  readonly qty: number
  readonly unit_price: number
  readonly discount_percent: number
  readonly vat_class: string
}

export interface LineAmounts {
  amount: number
  discount: number
  vat_category: string
  net: number
  tax_amount: number
  total: number
}

export interface Totals {
  readonly lines: LineAmounts[]
  readonly subtotal: number
  readonly taxable_amount: number
  readonly exempt_amount: number
  readonly vat_amount: number
  readonly total: number
}

const HUNDRED = new Decimal(100)
/** Whole centavos of an exact amount, half up. */
const cents = (value: Decimal): number => value.times(HUNDRED).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()

/** Splits `total` centavos in proportion to `weights`, the remainder to the largest fractions. */
function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => new Decimal(total).times(weight).div(sum))
  const parts = exact.map((decimal) => decimal.floor().toNumber())
  let left = total - parts.reduce((a, b) => a + b, 0)
  const order = exact.map((decimal, index) => ({ index, rest: decimal.minus(decimal.floor()) })).sort((a, b) => b.rest.cmp(a.rest))
  for (const { index } of order) {
    if (left <= 0) break
    parts[index]! += 1
    left -= 1
  }
  return parts
}

/** `rate` in percent; `computation` says whether prices include the tax. */
export function totalsOf(input: readonly LineInput[], computation: string, rate: number): Totals {
  const gross = input.map((line) => {
    const full = new Decimal(line.qty).times(line.unit_price)
    const discount = cents(full.times(line.discount_percent).div(100))
    return { amount: cents(full), discount, after: cents(full) - discount }
  })
  const taxed = input.map((line) => line.vat_class === 'V' && computation !== 'none')
  const base = gross.reduce((sum, line, index) => sum + (taxed[index] ? line.after : 0), 0)
  const exempt = gross.reduce((sum, line, index) => sum + (taxed[index] ? 0 : line.after), 0)
  const vat =
    computation === 'inclusive'
      ? base -
        cents(
          new Decimal(base)
            .div(HUNDRED)
            .times(100)
            .div(100 + rate),
        )
      : cents(new Decimal(base).div(HUNDRED).times(rate).div(100))
  const shares = spread(
    vat,
    gross.map((line, index) => (taxed[index] ? line.after : 0)),
  )
  const lines = gross.map((line, index): LineAmounts => {
    const tax = shares[index]!
    const net = computation === 'inclusive' ? line.after - tax : line.after
    return {
      amount: line.amount / 100,
      discount: line.discount / 100,
      vat_category: taxed[index] ? 'V' : 'E',
      net: net / 100,
      tax_amount: tax / 100,
      total: (net + tax) / 100,
    }
  })
  const taxable = computation === 'inclusive' ? base - vat : base
  return {
    lines,
    subtotal: gross.reduce((sum, line) => sum + line.after, 0) / 100,
    taxable_amount: taxable / 100,
    exempt_amount: exempt / 100,
    vat_amount: vat / 100,
    total: (taxable + exempt + vat) / 100,
  }
}
