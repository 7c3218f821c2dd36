/**
 * Units of measure: a factor is an exact fraction of base units, frozen on the line it was used on (1 box is 12/1
 * pieces, a third of a meter is 1/3). Quantities have six decimals and are rounded half-up, once, at the end.
 */
import { type Decimal, dec } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { fromMicros, toMicros } from '../minor-units.ts'
import { readAmount } from '../statutory/amount.ts'
import { divideHalfUp } from './allocate.ts'

/** Number of base units in one unit: `num / den`, both above zero, at most six decimals each. */
export interface Factor {
  readonly num: unknown
  readonly den: unknown
}
/** The unit in which an item is counted. */
export const BASE: Factor = { num: 1, den: 1 }

/** Millionths of a quantity; more than six decimals are an error, never rounded away. */
function readMicros(value: unknown, field: string): bigint {
  const amount = readAmount(value, field)
  if (amount.decimalPlaces() > 6) throw new DomainError(field, `"${field}" has more than six decimals: ${amount}`)
  return toMicros(amount)
}

/** The factor as a fraction of whole numbers. Throws `DomainError` naming `factor.num` or `factor.den`. */
function fractionOf(factor: Factor): { num: bigint; den: bigint } {
  const num = readMicros(factor.num, 'factor.num')
  const den = readMicros(factor.den, 'factor.den')
  if (num <= 0n) throw new DomainError('factor.num', 'A unit holds more than nothing of the base unit.')
  if (den <= 0n) throw new DomainError('factor.den', 'A factor is divided by more than zero.')
  return { num, den }
}

/**
 * A quantity of one unit in another: `round6(qty × from / to)`, computed as one fraction. Exact wherever six decimals can
 * hold the result; converting back then gives the same quantity. Throws `DomainError` that names the field.
 */
export function convertQuantity(qty: unknown, from: Factor, to: Factor): Decimal {
  const micros = readMicros(qty, 'qty')
  const source = fractionOf(from)
  const target = fractionOf(to)
  return fromMicros(divideHalfUp(micros * source.num * target.den, source.den * target.num))
}

/** Quantity in base units, to six decimals: `round6(qty × num / den)`. Ordered and served quantities are compared in base units. */
export const baseQuantity = (qty: unknown, factor: Factor): Decimal => convertQuantity(qty, factor, BASE)

/** Quantity in units of a quantity in base units: `round6(base × den / num)`. */
export const unitQuantity = (base: unknown, factor: Factor): Decimal => convertQuantity(base, BASE, factor)

/** A price of one unit as the price of another, exactly; it is rounded for display. */
export function convertPrice(price: Decimal, from: Factor, to: Factor): Decimal {
  const source = fractionOf(from)
  const target = fractionOf(to)
  return price.times(dec(target.num * source.den)).div(dec(target.den * source.num))
}

/**
 * Checks whether the unit accepts the quantity (E_UOM_FRACTION). `precision` is its number of decimals; 0 allows whole
 * quantities only. Throws `DomainError` on `qty`.
 */
export function checkPrecision(qty: unknown, unit: { readonly name: string; readonly precision: number }): void {
  if (readAmount(qty, 'qty').decimalPlaces() <= unit.precision) return
  throw new DomainError(
    'qty',
    unit.precision === 0
      ? `${unit.name} accepts whole quantities only.`
      : `${unit.name} accepts ${unit.precision} decimal${unit.precision === 1 ? '' : 's'}.`,
  )
}
