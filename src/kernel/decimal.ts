/**
 * Exact decimals: 40 significant digits, ties away from zero ("half up" as people and the tax forms use it). That holds
 * any product of a numeric(18,6) quantity, a numeric(18,4) price and a conversion factor; rounding happens only where a
 * rule names it (`round2` …). A constructor of its own, so that no library's global setting can change results.
 */
import { Decimal as Base } from 'decimal.js'

export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 })
export type Decimal = Base

export const ZERO: Decimal = new Decimal(0)
export const ONE: Decimal = new Decimal(1)

/** Reads a number as it travels (JSON number, numeric string, Decimal); null, undefined and '' read 0. Throws on anything else. */
export function dec(value: unknown): Decimal {
  if (value === null || value === undefined || value === '') return ZERO
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return new Decimal(value)
  return new Decimal(value as Decimal)
}

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Any value as a number; null, empty and values that are no numbers give 0, so that a half-filled form computes. */
export function toDecimal(value: unknown): Decimal {
  if (value instanceof Decimal) return value
  if (value === null || value === undefined) return ZERO
  if (Base.isDecimal(value)) return finite(new Decimal(value))
  if (typeof value === 'number' || typeof value === 'bigint') return finite(new Decimal(value))
  if (typeof value === 'string' && NUMERIC.test(value.trim())) return new Decimal(value.trim())
  return ZERO
}
const finite = (value: Decimal): Decimal => (value.isFinite() ? value : ZERO)

export const isDecimal = (value: unknown): value is Decimal => Base.isDecimal(value)

const TEXTS = new Map<string, Decimal>()
/** Amounts that rows of documents share: none, one, a round price. */
const MAX_TEXTS = 5000

/** The decimal of a text as PostgreSQL writes a number; equal texts may have the same object, since decimals do not change. */
export function ofText(text: string): Decimal {
  let value = TEXTS.get(text)
  if (!value) {
    value = new Decimal(text)
    if (TEXTS.size < MAX_TEXTS) TEXTS.set(text, value)
  }
  return value
}

/** Rounds half up to `places` decimals (negative: tens, hundreds …). */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  if (places >= 0 && value.decimalPlaces() <= places) return value
  if (places >= 0) return value.toDecimalPlaces(places, Base.ROUND_HALF_UP)
  const unit = new Decimal(10).pow(-places)
  return value.div(unit).toDecimalPlaces(0, Base.ROUND_HALF_UP).times(unit)
}
/** To the centavo, half-up. */
export const round2 = (value: Decimal): Decimal => new Decimal(value).toDecimalPlaces(2, Base.ROUND_HALF_UP)
/** To unit prices' four decimals, half-up. */
export const round4 = (value: Decimal): Decimal => new Decimal(value).toDecimalPlaces(4, Base.ROUND_HALF_UP)
/** To quantities' six decimals, half-up. */
export const round6 = (value: Decimal): Decimal => new Decimal(value).toDecimalPlaces(6, Base.ROUND_HALF_UP)

/** Equality digit by digit: makes no new decimal, unlike `eq`, which matters where thousands are compared. */
export function sameDecimal(a: Decimal, b: Decimal): boolean {
  if (a.d === null || b.d === null) return false
  if (a.isZero() && b.isZero()) return true
  if (a.s !== b.s || a.e !== b.e || a.d.length !== b.d.length) return false
  return a.d.every((word, i) => word === b.d[i])
}

/** An amount in whole centavos, half-up; what hot loops count in. */
export function toCents(value: unknown): bigint {
  // The common case, a JSON number of pesos and centavos, needs no decimal object: below 2^53 centavos the
  // product is within half a unit of the integer meant.
  if (typeof value === 'number' && Math.abs(value) < 90_000_000_000_000) {
    const cents = value * 100
    const whole = Math.round(cents)
    if (Math.abs(cents - whole) < 1e-3) return BigInt(whole)
  }
  return unitsOf(value, 2)
}

const PLAIN = /^-?\d+(\.\d*)?$/

/** A number in whole units of its decimal place `places`, half-up: 2 for centavos, 6 for millionths. */
export function unitsOf(value: unknown, places: number): bigint {
  // The common case, no more decimals than are counted, needs no arithmetic.
  const text = typeof value === 'string' ? value : value instanceof Decimal ? value.toFixed() : ''
  if (PLAIN.test(text)) {
    const point = text.indexOf('.')
    const decimals = point < 0 ? 0 : text.length - point - 1
    if (decimals <= places) return BigInt(text.replace('.', '') + '0'.repeat(places - decimals))
  }
  return BigInt(dec(value).times(new Decimal(10).pow(places)).toDecimalPlaces(0, Base.ROUND_HALF_UP).toFixed(0))
}

/** The amount in pesos of a number of centavos. */
export function fromCents(cents: bigint): Decimal {
  const negative = cents < 0n
  const digits = (negative ? -cents : cents).toString().padStart(3, '0')
  return new Decimal(`${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

/** A number written with fixed decimals, its thousands separated: `1234.5` gives `1,234.5`. Zero never has a sign. */
export function groupThousands(fixed: string): string {
  const negative = fixed.startsWith('-')
  const [whole = '0', fraction] = (negative ? fixed.slice(1) : fixed).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const zero = !/[1-9]/.test(fixed)
  return `${negative && !zero ? '-' : ''}${digits}${fraction ? `.${fraction}` : ''}`
}
