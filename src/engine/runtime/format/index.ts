/**
 * The formats of values for users: one set of masks for screens, exports, print forms and messages. Numbers are formatted
 * from exact decimals, never through floats.
 */

import { type Decimal, groupThousands, roundHalfUp, toDecimal } from '../../../kernel/decimal.ts'
import type { Field, FieldType, Row } from '../../model/module.ts'
import { isEmpty, toText } from '../expressions/index.ts'
import { readByDigit } from '../fields/grouping.ts'

/** The product's format constants. */
export const CONSTANTS = {
  currency: 'PHP',
  currencySymbol: '₱',
  moneyPlaces: 2,
  numberPlaces: 0,
  thousands: ',',
  dateMask: 'YYYY/MM/DD',
  dateTimeMask: 'YYYY/MM/DD hh:mm A',
  timeMask: 'hh:mm A',
  defaultTime: '00:00:00',
  defaultDate: '1990/01/01',
  inputDebounceMs: 100,
  selectDelayMs: 300,
  toggleDelayMs: 500,
  pageSize: 10,
  locales: ['de', 'en-gb', 'en-us', 'es', 'es-419', 'fr', 'it', 'pl', 'pt', 'pt-br'],
} as const

/** `1,234.50`: half up to `places`, thousands separated. An empty value gives ''. */
export function formatNumber(value: unknown, places: number = CONSTANTS.numberPlaces): string {
  if (isEmpty(value)) return ''
  return groupThousands(roundHalfUp(toDecimal(value), places).toFixed(places))
}

/** A number with its own decimals, at most `most`: quantities and factors. */
export function formatPlain(value: unknown, most = 6): string {
  return isEmpty(value) ? '' : groupThousands(roundHalfUp(toDecimal(value), most).toFixed())
}

/** `₱1,234.50`, `-₱5.00`. */
export function formatCurrency(value: unknown, places: number = CONSTANTS.moneyPlaces): string {
  const text = formatNumber(value, places)
  return text.startsWith('-') ? `-${CONSTANTS.currencySymbol}${text.slice(1)}` : text && `${CONSTANTS.currencySymbol}${text}`
}

/** `12%`, `2.5%`: percent fields hold 12 for twelve percent. */
export function formatPercent(value: unknown, most = 4): string {
  return isEmpty(value) ? '' : `${formatPlain(value, most)}%`
}

/** `YYYY/MM/DD` of a plain date, or of an instant in the given zone. An empty or invalid value gives ''. */
export function formatDate(value: unknown, timeZone?: string): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value.replaceAll('-', '/')
  const parts = instantParts(value, timeZone)
  return parts ? `${parts.year}/${parts.month}/${parts.day}` : ''
}

/** `YYYY/MM/DD hh:mm A` of an instant in the given zone (the viewer's when left out). */
export function formatDateTime(value: unknown, timeZone?: string): string {
  const parts = instantParts(value, timeZone)
  return parts ? `${parts.year}/${parts.month}/${parts.day} ${twelve(Number(parts.hour), parts.minute!)}` : ''
}

/** `hh:mm A` of a time of day, `HH:mm` or `HH:mm:ss`. */
export function formatTime(value: unknown): string {
  const parts = typeof value === 'string' ? /^(\d{2}):(\d{2})/.exec(value) : null
  return parts ? twelve(Number(parts[1]), parts[2]!) : ''
}

/** `2026/01` of a month `YYYY-MM`. */
export const formatMonth = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 7).replace('-', '/') : '')

function twelve(hour: number, minute: string): string {
  return `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function instantParts(value: unknown, timeZone?: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> | undefined {
  if (isEmpty(value)) return undefined
  const date = value instanceof Date ? value : new Date(String(value))
  if (Number.isNaN(date.getTime())) return undefined
  const key = timeZone ?? ''
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone ? { timeZone } : {}),
    })
    formats.set(key, format)
  }
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
}

const SIZES = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** `1.50 KB`: base 1024, 2 decimals, Bytes to PB. */
export function formatFileSize(bytes: unknown): string {
  let size: Decimal = toDecimal(bytes)
  let unit = 0
  while (size.abs().gte(1024) && unit < SIZES.length - 1) {
    size = size.div(1024)
    unit += 1
  }
  return `${size.toFixed(2)} ${SIZES[unit]}`
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago`, `in 2 days`, `just now`, seen from `now`. */
export function formatRelative(value: unknown, now: Date, locale = 'en'): string {
  if (isEmpty(value)) return ''
  const date = value instanceof Date ? value : new Date(String(value))
  if (Number.isNaN(date.getTime())) return ''
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) {
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / length), unit)
    }
  }
  return 'just now'
}

/** Masks a sensitive value: its last four characters are shown, digits and letters before them as dots: `•••-•••-•89-0000`. */
export function mask(value: unknown): string {
  const text = toText(value)
  const keep = text.length > 6 ? 4 : 0
  return text.slice(0, text.length - keep).replaceAll(/[\p{L}\p{N}]/gu, '•') + text.slice(text.length - keep)
}

const MONEY: ReadonlySet<FieldType> = new Set(['money'])
const EXACT: ReadonlySet<FieldType> = new Set(['quantity', 'rate', 'number'])

export interface FormatOptions {
  readonly timeZone?: string
  /** Omits the peso sign, as in columns of money. */
  readonly bare?: boolean
  /** Shows a sensitive value whole. */
  readonly reveal?: boolean
}

/** A value in the format of its field type; `sensitive` fields are masked unless revealed. */
export function formatValue(
  field: Pick<Field, 'type'> & Partial<Pick<Field, 'name' | 'scale' | 'options' | 'sensitive' | 'schema'>>,
  value: unknown,
  options: FormatOptions = {},
): string {
  if (isEmpty(value)) return ''
  const text = plainValue(field, value, options)
  return field.sensitive && !options.reveal ? mask(text) : text
}

function plainValue(
  field: Pick<Field, 'type'> & Partial<Pick<Field, 'name' | 'scale' | 'options' | 'schema'>>,
  value: unknown,
  options: FormatOptions,
): string {
  if (MONEY.has(field.type)) return options.bare ? formatNumber(value, field.scale ?? 2) : formatCurrency(value, field.scale ?? 2)
  if (EXACT.has(field.type)) return formatPlain(value, field.scale ?? 6)
  switch (field.type) {
    case 'percent':
      return formatPercent(value, field.scale ?? 4)
    case 'integer':
      return readByDigit(field) ? toText(value) : formatNumber(value, 0)
    case 'date':
      return formatDate(value, options.timeZone)
    case 'datetime':
      return formatDateTime(value, options.timeZone)
    case 'time':
      return formatTime(value)
    case 'month':
      return formatMonth(value)
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    default:
  }
  if (Array.isArray(value)) return value.map((each) => optionLabel(field, each)).join(', ')
  return optionLabel(field, value)
}

function optionLabel(field: Partial<Pick<Field, 'options'>>, value: unknown): string {
  if (value !== null && typeof value === 'object' && ('label' in value || 'name' in value)) {
    const { label, name } = value as { label?: unknown; name?: unknown }
    return toText(label ?? name)
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return field.options?.find((option) => option.value === value)?.label ?? toText(value)
}

const PLACE = /\{([a-z0-9_.]+)\}/gi

/** Field paths that a label template names: `{transaction_no} · {supplier.name}` → both. */
export const labelPaths = (template: string): string[] => [...template.matchAll(PLACE)].map((match) => match[1]!)

/**
 * Fills a label template from a record. An empty value is dropped with its separator, so that `{code} · {name}` without a
 * code gives only the name.
 */
export function formatLabel(template: string, record: Row): string {
  let filled = ''
  let from = 0
  for (const match of template.matchAll(PLACE)) {
    const text = toText(atPath(record, match[1]!))
    const before = template.slice(from, match.index)
    if (text !== '') filled += (filled === '' && from > 0 ? '' : before) + text
    from = match.index + match[0].length
  }
  return (filled + (filled ? template.slice(from) : '')).trim()
}

/** Value at a dotted path of a record; undefined where the path ends early. */
export function atPath(record: Row, path: string): unknown {
  let value: unknown = record
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Row)[name]
  }
  return value
}
