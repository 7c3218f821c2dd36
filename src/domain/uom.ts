/** Units of measure: a factor is an exact fraction of base units, frozen on the line it was used on. */
import { Dec, type Decimal, dec, round6 } from './decimal.ts'

export interface Factor {
  readonly num: unknown
  readonly den: unknown
}

/** Quantity in base units, to six decimals: `round6(qty × num / den)`. */
export const baseQuantity = (qty: unknown, factor: Factor): Decimal => round6(new Dec(dec(qty)).times(dec(factor.num)).div(dec(factor.den)))

/** Does a quantity keep to a unit that only comes whole? */
export const isWhole = (qty: unknown): boolean => dec(qty).isInteger()
