import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { today as businessDay, instantOf, wallClock } from '../state/zone.ts'

dayjs.extend(customParseFormat)

/** Masks of the product (for reading and typing) and the forms of values in requests and responses. */
export const DATE_MASK = 'YYYY/MM/DD'
export const DATETIME_MASK = 'YYYY/MM/DD hh:mm A'
export const TIME_MASK = 'hh:mm A'
export const MONTH_MASK = 'YYYY/MM'
const DATE_VALUE = 'YYYY-MM-DD'
const TIME_VALUE = 'HH:mm:ss'

/** Time of a date-and-time that was typed without one. */
export const DEFAULT_TIME = '00:00:00'
/** Day used for a time without a date, where a library needs a full date. */
export const DEFAULT_DATE = '1990/01/01'

/** With the year, and without it for this year. Months are written in any case. */
const NAMED_FORMS = [
  'MMM D YYYY',
  'MMM D',
  'MMMM D',
  'D MMM',
  'D MMMM',
  'D MMMM YYYY',
  'MMMM D YYYY',
  'MMM D, YYYY',
  'D MMM YYYY',
  'MMMM D, YYYY',
  'MMM DD YYYY',
  'MMM DD, YYYY',
  'DD MMM YYYY',
]
const TIME_FORMS = ['hh:mm A', 'h:mm A', 'h:mmA', 'hh:mmA', 'h A', 'hA', 'HH:mm:ss', 'HH:mm', 'H:mm', 'HHmm']

/** `YYYY-MM-DD` for a typed text (mask, ISO, `20261121`, `11/21` of this year, `dec 5 2026`, `today`, `+7` days from it), or null. */
export function parseDate(text: string, today = businessDay()): string | null {
  const clean = text.trim()
  if (!clean) return null
  if (/^(t|today|now)$/i.test(clean)) return today
  if (/^[+-]\d{1,4}$/.test(clean)) return dayjs(today).add(Number(clean), 'day').format(DATE_VALUE)
  const [year, month, day] = dateParts(clean, today)
  if (year && month && day) {
    const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return dayjs(value, DATE_VALUE, true).isValid() ? value : null
  }
  const named = clean
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[a-z]+/g, (word) => word[0]!.toUpperCase() + word.slice(1))
  for (const form of NAMED_FORMS) {
    const year = form.includes('YYYY')
    const parsed = dayjs(year ? named : `${named} ${today.slice(0, 4)}`, year ? form : `${form} YYYY`, true)
    if (parsed.isValid()) return parsed.format(DATE_VALUE)
  }
  return null
}

function dateParts(text: string, today: string): readonly (string | undefined)[] {
  const leading = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (leading) return leading.slice(1)
  const trailing = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(text)
  return trailing ? [trailing[3] ?? today.slice(0, 4), trailing[1], trailing[2]] : []
}

/** `HH:mm:ss` for a typed text (`1:30 pm`, `1330`, `13:30`), or null. */
export function parseTime(text: string): string | null {
  const clean = text
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/([AP])\.?M?\.?$/, '$1M')
  for (const form of TIME_FORMS) {
    const parsed = dayjs(`${DEFAULT_DATE} ${clean}`, `YYYY/MM/DD ${form}`, true)
    if (parsed.isValid()) return parsed.format(TIME_VALUE)
  }
  return null
}

/** ISO instant of a date and time of the company's clock, typed by the mask; a date without a time gets 00:00:00. */
export function parseDateTime(text: string, today?: string): string | null {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const date = parseDate(first, today)
  if (!date) return null
  const time = rest.length ? parseTime(rest.join(' ')) : DEFAULT_TIME
  return time ? instantOf(`${date} ${time}`) : null
}

export const formatDate = (value: unknown): string => format(value, DATE_MASK)
export const formatDateTime = (value: unknown): string => format(value, DATETIME_MASK)
export const formatMonth = (value: unknown): string =>
  format(value && /^\d{4}-\d{2}$/.test(String(value)) ? `${value}-01` : value, MONTH_MASK)
export const formatTime = (value: unknown): string =>
  value ? dayjs(`${DEFAULT_DATE} ${String(value)}`, ['YYYY/MM/DD HH:mm:ss', 'YYYY/MM/DD HH:mm']).format(TIME_MASK) : ''

function format(value: unknown, mask: string): string {
  if (!value) return ''
  const wall = wallClock(value)
  return wall ? dayjs(wall).format(mask) : String(value)
}
