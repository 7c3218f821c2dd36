/**
 * Discounts (trading rules F1 and F2): on a line as a percentage, a chain of percentages or an amount, and on a whole
 * document as an amount that the lines share. Amounts in centavos; a percentage is a number like 5 for 5%.
 */
import { type Decimal, dec, fromCents, ONE, round2, toCents, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readAmount, readPositive } from '../statutory/amount.ts'
import { hasBothSigns, largestRemainder } from './allocate.ts'

/** At most one of the three; none of them, or zero, is no discount. */
interface Discount {
  /** Percent off, 0 to 100. */
  readonly discount_percent?: Amount | null | undefined
  /** Percentages one after the other, each on the rest after the one before: 10 and 5 deduct 14.5%. */
  readonly discount_percents?: readonly Amount[] | null | undefined
  /** Pesos off the line. */
  readonly discount_amount?: Amount | null | undefined
}
export interface PricedLine extends Discount {
  /** In the unit of the line; negative on a line that takes goods back. */
  readonly qty: Amount
  /** Pesos per unit, four decimals. */
  readonly unit_price: Amount
}
interface LineAmount {
  /** `round2(qty × unit_price)`. */
  readonly gross: bigint
  /** The deducted amount; has the sign of `gross`. */
  readonly discount: bigint
  /** `gross - discount`; the base of VAT. */
  readonly amount: bigint
}

const HUNDRED = dec(100)

function readPercent(value: unknown, field: string): Decimal {
  const percent = readPositive(value, field)
  if (percent.gt(HUNDRED)) throw new DomainError(field, 'A discount is at most 100%.')
  return percent
}

/** One percentage that deducts as much as a chain of them: `(1 - a)(1 - b)…` off the whole, exactly. */
export function chainedPercent(percents: readonly Amount[]): Decimal {
  const left = percents.reduce<Decimal>(
    (rest, amount, index) => rest.times(ONE.minus(readPercent(amount, `discount_percents.${index}`).div(HUNDRED))),
    ONE,
  )
  return ONE.minus(left).times(HUNDRED)
}

/**
 * The discount of a line, in centavos. A percentage, and a chain as a whole, is rounded once, half-up to the centavo.
 * Throws `DomainError` that names the field: more than one kind of discount, a percentage outside 0 to 100, an amount
 * below zero or above the line's.
 */
export function discountOf(gross: bigint, discount: Discount): bigint {
  const given = (value: Amount | null | undefined) => value !== null && value !== undefined && value !== ''
  const percent = given(discount.discount_percent) ? readPercent(discount.discount_percent, 'discount_percent') : ZERO
  const chain = chainedPercent(discount.discount_percents ?? [])
  const amount = given(discount.discount_amount) ? toCents(readPositive(discount.discount_amount, 'discount_amount')) : 0n
  if ([!percent.isZero(), !chain.isZero(), amount !== 0n].filter(Boolean).length > 1)
    throw new DomainError('discount_amount', 'Give the discount as a percentage or as an amount, not both.')
  if (amount > (gross < 0n ? -gross : gross)) throw new DomainError('discount_amount', 'The discount is more than the amount of the line.')
  if (amount !== 0n) return gross < 0n ? -amount : amount
  return toCents(
    round2(
      fromCents(gross)
        .times(percent.isZero() ? chain : percent)
        .div(HUNDRED),
    ),
  )
}

/** Rule F1: `round2(qty × unit_price)` less the line's discount. Throws `DomainError` naming the field. */
export function lineAmount(line: PricedLine): LineAmount {
  const gross = toCents(readAmount(line.qty, 'qty').times(readPositive(line.unit_price, 'unit_price')))
  const discount = discountOf(gross, line)
  return { gross, discount, amount: gross - discount }
}

/**
 * Rule F2: the share of each line in a discount on the whole document, by largest remainder on the amounts. In a document
 * with both sold and returned lines, the sold lines bear it: returned goods are credited at the price paid for them.
 */
export function shareDiscount(discount: bigint, amounts: readonly bigint[]): bigint[] {
  if (!hasBothSigns(amounts)) return largestRemainder(discount, amounts)
  return largestRemainder(
    discount,
    amounts.map((amount) => (amount < 0n === discount < 0n ? amount : 0n)),
  )
}
