/** Reading amounts that come from outside: exact decimals, or a typed error that names the field. */
import { Decimal } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'

/** Pesos, hours, days or a rate as they travel: a decimal text (`'30450.00'`), a JSON number, or a decimal. */
export type Amount = string | number | Decimal

const NUMBER = /^-?\d+(\.\d+)?$/

/** The amount as an exact decimal. Nothing, an empty text, `NaN` or words are errors, never zero. */
export function readAmount(value: unknown, field: string): Decimal {
  if (value instanceof Decimal && value.isFinite()) return value
  if (typeof value === 'number' && Number.isFinite(value)) return new Decimal(value)
  if (typeof value === 'string' && NUMBER.test(value)) return new Decimal(value)
  if (value === null || value === undefined || value === '') throw new DomainError(field, `"${field}" is missing`)
  throw new DomainError(field, `"${field}" is not a number: ${String(value)}`)
}

/** The same, and not below zero. */
export function readPositive(value: unknown, field: string): Decimal {
  const amount = readAmount(value, field)
  if (amount.isNegative() && !amount.isZero()) throw new DomainError(field, `"${field}" is negative: ${amount}`)
  return amount
}

/** `30450` → `30,450.00`, for explanations. Rates keep up to six decimals. */
export function pesos(value: Decimal): string {
  const text = value.toFixed(2)
  const exact = value.decimalPlaces() <= 2 ? text : value.toDecimalPlaces(6).toString()
  const point = exact.indexOf('.')
  const start = exact.startsWith('-') ? 1 : 0
  let whole = point < 0 ? exact : exact.slice(0, point)
  for (let index = whole.length - 3; index > start; index -= 3) whole = `${whole.slice(0, index)},${whole.slice(index)}`
  return `${whole}${point < 0 ? '.00' : exact.slice(point)}`
}

/** `0.05` → `5%`. */
export const percent = (rate: Decimal): string => `${rate.times(100).toString()}%`
