/** How values read in lists: fixed masks, thousands separators, the same in every language. */

import type { Column } from '../../../engine/model/module.ts'
import { daysBetween } from '../../../kernel/dates.ts'
import { currentLocale, t } from '../../i18n/index.ts'
import { now, wallClock } from '../../state/zone.ts'

const DECIMALS: Partial<Record<Column['type'], readonly [number, number]>> = {
  money: [2, 2],
  quantity: [0, 6],
  rate: [2, 4],
  percent: [0, 4],
  number: [0, 2],
  integer: [0, 0],
}
const formats = new Map<string, Intl.NumberFormat>()

const numberFormat = (least: number, most: number): Intl.NumberFormat => {
  const key = `${least}/${most}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    roundingMode: 'halfExpand',
  })
  formats.set(key, format)
  return format
}

export const isNumeric = (type: Column['type']): boolean => type in DECIMALS

/**
 * Decimals that the figures of a column need, so that all of it are written with as many: `40.00` under `38.92`.
 * Whole numbers and money have theirs by their type.
 */
export const placesOf = (values: readonly unknown[], type: Column['type'], scale?: number): number => {
  const [least = 0, most = 0] = DECIMALS[type] ?? []
  const needed = values.map((value) => {
    const text = value === null || value === undefined || value === '' ? '' : String(value)
    return /^-?\d+\.\d+$/.test(text) ? text.split('.')[1]!.replace(/0+$/, '').length : 0
  })
  return Math.max(least, Math.min(scale ?? most, Math.max(0, ...needed)))
}

/** `1,234.50`; percent with its sign; years whole; at least `places` decimals. Values travel as JSON numbers and are only shown here, never added up. */
export const numberText = (
  value: unknown,
  type: Column['type'],
  { scale, byDigit = false, places = 0 }: { readonly scale?: number; readonly byDigit?: boolean; readonly places?: number } = {},
): string => {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (byDigit || Number.isNaN(number)) return String(value)
  const [least, most] = DECIMALS[type] ?? [0, 2]
  const fewest = Math.max(Math.min(least, scale ?? least), places)
  const text = numberFormat(fewest, Math.max(scale ?? most, fewest)).format(number)
  return type === 'percent' ? `${text}%` : text
}

/** `2026-11-21` → `2026/11/21`. */
export const dateText = (value: unknown): string => (value ? String(value).slice(0, 10).replaceAll('-', '/') : '')

const two = (value: number): string => String(value).padStart(2, '0')

/** `YYYY/MM/DD hh:mm A` of an instant by the company's clock. */
export const instantText = (value: unknown): string => {
  if (!value) return ''
  const wall = wallClock(value)
  return wall ? `${dateText(wall)} ${clockText(wall.slice(11))}` : String(value)
}

/** An instant beside its day: `09:04 PM`, with `+1` on the day after; of another time than the days around, in full. */
export const timeOn = (day: unknown, value: unknown): string => {
  const wall = value ? wallClock(value) : undefined
  const days = wall && day ? daysBetween(String(day).slice(0, 10), wall.slice(0, 10)) : Number.NaN
  if (!wall || !(Math.abs(days) <= 1)) return instantText(value)
  return [clockText(wall.slice(11)), days > 0 ? '+1' : days < 0 ? '−1' : ''].filter(Boolean).join(' ')
}

/** `13:30:00` → `01:30 PM`. */
export const clockText = (value: unknown): string => {
  const [hours = '', minutes = ''] = String(value ?? '').split(':')
  if (!minutes) return hours
  const hour = Number(hours)
  return `${two(hour % 12 || 12)}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
let relative: Intl.RelativeTimeFormat | undefined

/** `3 days ago`, `in 2 hours`, `just now`. */
export const relativeText = (value: unknown, present = now().getTime()): string => {
  const seconds = (new Date(String(value)).getTime() - present) / 1000
  if (Number.isNaN(seconds)) return ''
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  relative ??= new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : t('list.justNow')
}
