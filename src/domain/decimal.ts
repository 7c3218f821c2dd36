/**
 * Exact decimals for business arithmetic. Rounding is half-up and happens only where a rule names it
 * (`round2` …); between those points 40 significant digits are kept, which holds any product of a
 * numeric(18,6) quantity, a numeric(18,4) price and a conversion factor.
 */
import { Decimal } from 'decimal.js'

export const Dec = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -20, toExpPos: 30 })
export type { Decimal } from 'decimal.js'

export const ZERO = new Dec(0)
export const ONE = new Dec(1)

/** Reads a number as it travels (JSON number, numeric string, Decimal, null) as an exact decimal; null, undefined and '' read 0. */
export function dec(value: unknown): Decimal {
  if (value === null || value === undefined || value === '') return ZERO
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return new Dec(value)
  return new Dec(value as Decimal)
}

/** To the centavo, half-up. */
export const round2 = (value: Decimal): Decimal => new Dec(value).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
/** To unit prices' four decimals, half-up. */
export const round4 = (value: Decimal): Decimal => new Dec(value).toDecimalPlaces(4, Decimal.ROUND_HALF_UP)
/** To quantities' six decimals, half-up. */
export const round6 = (value: Decimal): Decimal => new Dec(value).toDecimalPlaces(6, Decimal.ROUND_HALF_UP)

/** An amount in whole centavos, half-up; what hot loops count in. */
export function toCents(value: unknown): bigint {
  // The common case, a JSON number of pesos and centavos, needs no decimal object: below 2^53 centavos the
  // product is within half a unit of the integer meant.
  if (typeof value === 'number' && Math.abs(value) < 90_000_000_000_000) {
    const cents = value * 100
    const whole = Math.round(cents)
    if (Math.abs(cents - whole) < 1e-3) return BigInt(whole)
  }
  return BigInt(dec(value).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0))
}

/** The amount of pesos that so many centavos are. */
export function fromCents(cents: bigint): Decimal {
  const negative = cents < 0n
  const digits = (negative ? -cents : cents).toString().padStart(3, '0')
  return new Dec(`${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}
