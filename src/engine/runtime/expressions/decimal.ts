/**
 * Exact decimals of the engine: 40 significant digits, ties away from zero ("half up" as people and the
 * tax forms use it). A constructor of its own, so that no library's global setting can change results.
 */
import { Decimal as Base } from 'decimal.js'

export const Decimal = Base.clone({
  precision: 40,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -40,
  toExpPos: 40,
})
export type Decimal = Base

export const ZERO: Decimal = new Decimal(0)
export const ONE: Decimal = new Decimal(1)

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Any value as a number; null, empty and what is not a number read 0, so that a half-filled form computes. */
export function toDecimal(value: unknown): Decimal {
  if (value instanceof Decimal) return value
  if (value === null || value === undefined) return ZERO
  if (Base.isDecimal(value)) return finite(new Decimal(value))
  if (typeof value === 'number' || typeof value === 'bigint') return finite(new Decimal(value))
  if (typeof value === 'string' && NUMERIC.test(value.trim())) return new Decimal(value.trim())
  return ZERO
}

function finite(value: Decimal): Decimal {
  return value.isFinite() ? value : ZERO
}

/** Rounds half up to `places` decimals (negative: tens, hundreds …). */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  if (places >= 0 && value.decimalPlaces() <= places) return value
  if (places >= 0) return value.toDecimalPlaces(places, Base.ROUND_HALF_UP)
  const unit = new Decimal(10).pow(-places)
  return value.div(unit).toDecimalPlaces(0, Base.ROUND_HALF_UP).times(unit)
}

/** Equality digit by digit: makes no new decimal, unlike `eq`, which matters where thousands are compared. */
export function sameDecimal(a: Decimal, b: Decimal): boolean {
  if (a.d === null || b.d === null) return false
  if (a.isZero() && b.isZero()) return true
  if (a.s !== b.s || a.e !== b.e || a.d.length !== b.d.length) return false
  return a.d.every((word, i) => word === b.d[i])
}

export function isDecimal(value: unknown): value is Decimal {
  return Base.isDecimal(value)
}
