/**
 * Values of a request before they are validated: JSON of any shape. Reading one here never runs code of the value
 * (`{"toString": 1}` makes `String()` and `Number()` throw).
 */

const WHOLE = /^-?\d{1,16}$/

/** A safe integer, given as a number or as its digits; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && WHOLE.test(value.trim()) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** The text of a string, number or boolean; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
