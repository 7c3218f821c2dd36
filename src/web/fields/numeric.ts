import type { Field } from '../../engine/model/module.ts'
import { digitsOf } from '../../engine/runtime/fields/digits.ts'
import { readByDigit } from '../../engine/runtime/fields/grouping.ts'
import { Decimal } from '../../kernel/decimal.ts'

/** How a numeric field is entered and shown. */
interface NumericRules {
  /** The most decimals that can be entered. */
  readonly scale: number
  /** Decimals always shown when the field is not being edited. */
  readonly shown: number
  readonly min: number
  readonly max: number
  /** The most digits before the decimal point. */
  readonly digits: number
  readonly negative: boolean
  /** Keep a zero visible while editing; otherwise it turns blank so that typing starts clean. */
  readonly allowZero: boolean
  readonly suffix: string
  /** Thousands are separated; not in years and ids. */
  readonly grouped: boolean
  /** The type of the field's value: a number, or its text where the record stores text. */
  readonly output: 'number' | 'string'
}

const DEFAULT_SCALE: Partial<Record<Field['type'], number>> = { money: 2, percent: 2, quantity: 6, rate: 4, number: 2, integer: 0 }

/**
 * Rules of a numeric field: precision 2 unless the field sets another (whole numbers 0), the safe-integer range unless
 * limits are given, no negatives unless `minimum` is below zero, percent up to 100.
 */
export function numericRules(field: Pick<Field, 'type' | 'scale' | 'schema'> & Partial<Pick<Field, 'name'>>): NumericRules {
  const minimum = asNumber(field.schema.minimum) ?? exclusive(field.schema.exclusiveMinimum)
  const maximum = asNumber(field.schema.maximum) ?? exclusive(field.schema.exclusiveMaximum)
  const percent = field.type === 'percent'
  const negative = field.schema['x-allow-negative'] === true || (minimum !== undefined && minimum < 0)
  const scale = field.type === 'integer' ? 0 : (field.scale ?? DEFAULT_SCALE[field.type] ?? 2)
  return {
    scale,
    shown: field.type === 'quantity' || percent ? 0 : Math.min(scale, 2),
    min: minimum ?? (negative ? Number.MIN_SAFE_INTEGER : 0),
    max: maximum ?? (percent ? 100 : Number.MAX_SAFE_INTEGER),
    digits: percent ? 3 : 16,
    negative,
    allowZero: field.schema['x-allow-zero'] === true,
    suffix: percent ? '%' : '',
    grouped: !readByDigit(field),
    output: field.schema.type === 'string' ? 'string' : 'number',
  }
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
/** An exclusive limit also bounds the input; the validator checks the rest. */
const exclusive = asNumber

/** Allowed text while typing: digits, one point, a leading minus when allowed. */
export function cleanNumeric(text: string, rules: NumericRules): string {
  const negative = rules.negative && /^\s*[-(]/.test(text)
  const digits = text.replace(/[^0-9.]/g, '')
  const point = digits.indexOf('.')
  const whole = (point < 0 ? digits : digits.slice(0, point)).slice(0, rules.digits)
  const fraction =
    point < 0
      ? ''
      : digits
          .slice(point + 1)
          .replace(/\./g, '')
          .slice(0, rules.scale)
  const dot = point >= 0 && rules.scale > 0 ? '.' : ''
  return `${negative ? '-' : ''}${whole}${dot}${fraction}`
}

/**
 * Whether a pasted text is one number: its commas stand only between thousands, so that 1,5 never becomes 15. Signs of
 * currencies and whatever else surrounds the digits are passed over.
 */
export function isReadable(text: string): boolean {
  const digits = text.replace(/[^0-9.,]/g, '')
  return /[0-9]/.test(digits) && (!digits.includes(',') || digitsOf(digits) !== undefined)
}

/**
 * The number of a pasted text, half-up at the field's scale; undefined when the field cannot hold it. While typing, a
 * minus sign that does not belong there is seen to be ignored, and a limit to be applied. A pasted block is not read
 * cell by cell: -2 must not become 2 in it, nor 150 % become 100 %.
 */
export function readNumeric(text: string, rules: NumericRules): number | undefined {
  if (!isReadable(text) || /\p{L}/u.test(text.replace(/\bPHP/i, ''))) return undefined
  const digits = text.replace(/[^0-9.]/g, '')
  if (digits.split('.').length > 2) return undefined
  const value = new Decimal(digits).times(/^[^0-9]*[-(\u2212]/.test(text) ? -1 : 1).toDecimalPlaces(rules.scale, Decimal.ROUND_HALF_UP)
  return value.lt(rules.min) || value.gt(rules.max) ? undefined : value.toNumber()
}

/** The number of a text, half-up at the field's scale and clamped to its range; null when there is none. */
export function parseNumeric(text: string, rules: NumericRules): number | null {
  const clean = cleanNumeric(text, rules)
  if (!/[0-9]/.test(clean)) return null
  const rounded = new Decimal(clean.endsWith('.') ? clean.slice(0, -1) : clean).toDecimalPlaces(rules.scale, Decimal.ROUND_HALF_UP)
  if (rounded.lt(rules.min)) return rules.min
  if (rounded.gt(rules.max)) return rules.max
  return rounded.toNumber()
}

/** The value for the record: the number itself, or its digits. */
export const outputOf = (value: number | null, rules: Pick<NumericRules, 'output'>): number | string | null =>
  value !== null && rules.output === 'string' ? String(value) : value

/** A figure beside other text, by its type: prices with two decimals at least, quantities without trailing zeros. */
export function figureText(type: Field['type'], value: unknown, scale?: number): string {
  const rules = numericRules({ type, schema: {}, ...(scale !== undefined && { scale }) })
  return formatNumeric(value, rules) + rules.suffix
}

/** Text of a number outside editing: thousands separators, the shown decimals at least, the scale at most. */
export function formatNumeric(
  value: unknown,
  rules: Pick<NumericRules, 'scale' | 'shown'> & Partial<Pick<NumericRules, 'grouped'>>,
): string {
  if (value === null || value === undefined || value === '') return ''
  let exact: Decimal
  try {
    exact = new Decimal(value as string)
  } catch {
    return String(value)
  }
  const fixed = exact.toDecimalPlaces(rules.scale, Decimal.ROUND_HALF_UP)
  const text = fixed.toFixed(Math.max(rules.shown, fixed.decimalPlaces()))
  const [whole = '0', fraction] = text.split('.')
  const grouped = rules.grouped === false ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/** Text of the input on focus: plain digits, blank for zero unless `allowZero`. */
export function editNumeric(value: unknown, rules: NumericRules): string {
  if (value === null || value === undefined || value === '') return ''
  const exact = new Decimal(value as string)
  if (exact.isZero() && !rules.allowZero) return ''
  return exact.toDecimalPlaces(rules.scale, Decimal.ROUND_HALF_UP).toFixed()
}
