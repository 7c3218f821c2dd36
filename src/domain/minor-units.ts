/** Whole-number units that ledgers count in: centavos for money, millionths for quantities. */
import { Decimal, unitsOf } from '../kernel/decimal.ts'

const MILLION = 1_000_000n

/** A quantity in millionths, half-up at the sixth decimal. */
export const toMicros = (quantity: unknown): bigint => unitsOf(quantity, 6)

/** The quantity of a number of millionths. */
export const fromMicros = (micros: bigint): Decimal => new Decimal(microsText(micros))

/** Millionths as a plain decimal text, as the database reads it. */
export function microsText(micros: bigint): string {
  const negative = micros < 0n
  const value = negative ? -micros : micros
  return `${negative ? '-' : ''}${value / MILLION}.${(value % MILLION).toString().padStart(6, '0')}`
}

/** Centavos as a plain decimal text, as the database reads it. */
export function centsText(cents: bigint): string {
  const negative = cents < 0n
  const value = negative ? -cents : cents
  return `${negative ? '-' : ''}${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`
}
