/** Dates in expressions: a missing one gives null, and date-times count by their date part. */
import {
  dateOfDay,
  dayOfMonth,
  dayNumber as daysSinceEpoch,
  firstOfMonth,
  isDate,
  lastOfMonth,
  monthOf,
  addMonths as monthsLater,
  weekday as weekdayOf,
  yearOf,
} from '../../../kernel/dates.ts'

const DATE_PART = /^\d{4}-\d{2}-\d{2}/

/** The date of a value; undefined when it is not a date. */
const dateOf = (value: unknown): string | undefined => {
  const date = typeof value === 'string' ? DATE_PART.exec(value)?.[0] : undefined
  return date !== undefined && isDate(date) ? date : undefined
}

/** Whole days since 1970-01-01; undefined when it is not a date. */
export function dayNumber(value: unknown): number | undefined {
  const date = dateOf(value)
  return date === undefined ? undefined : daysSinceEpoch(date)
}

const FIRST_DAY = daysSinceEpoch('0000-01-01')
const LAST_DAY = daysSinceEpoch('9999-12-31')
/** Whether a day count can be written as `YYYY-MM-DD`; false for NaN. */
const isDay = (day: number): boolean => day >= FIRST_DAY && day <= LAST_DAY

/** Whole days from `a` to `b`, negative when `b` is earlier; null when either is missing. */
export function daysBetween(a: unknown, b: unknown): number | null {
  const [from, to] = [dayNumber(a), dayNumber(b)]
  return from === undefined || to === undefined ? null : to - from
}

/** The date `days` later; null without a date, or when the result is outside the years 0 to 9999. */
export function addDays(date: unknown, days: number): string | null {
  const later = (dayNumber(date) ?? Number.NaN) + Math.trunc(days)
  return isDay(later) ? dateOfDay(later) : null
}

/** Same day `months` later; the last day of the month when that day does not exist there. Null like `addDays`. */
export function addMonths(date: unknown, months: number): string | null {
  const day = dateOf(date)
  const later = day === undefined ? '' : monthsLater(day, Math.trunc(months))
  return isDate(later) ? later : null
}

export function startOfMonth(date: unknown): string | null {
  const day = dateOf(date)
  return day === undefined ? null : firstOfMonth(day)
}

export function endOfMonth(date: unknown): string | null {
  const day = dateOf(date)
  return day === undefined ? null : lastOfMonth(day)
}

/** ISO day of the week, Monday 1 to Sunday 7. */
export function weekday(date: unknown): number | null {
  const day = dateOf(date)
  return day === undefined ? null : weekdayOf(day)
}

/** Year, month or day of the month as a number. */
export function datePart(date: unknown, part: 'year' | 'month' | 'day'): number | null {
  const day = dateOf(date)
  return day === undefined ? null : { year: yearOf, month: monthOf, day: dayOfMonth }[part](day)
}

const TIME = /^(\d{2}):(\d{2})/
const MINUTES_OF_DAY = 1440

/** Whole minutes between two moments, or from one time of the day to the next occurrence of another; null without both. */
export function minutesBetween(a: unknown, b: unknown): number | null {
  if (typeof a !== 'string' || typeof b !== 'string') return null
  const [from, to] = [TIME.exec(a), TIME.exec(b)]
  if (from && to) {
    const minutes = Number(to[1]) * 60 + Number(to[2]) - Number(from[1]) * 60 - Number(from[2])
    return (minutes + MINUTES_OF_DAY) % MINUTES_OF_DAY
  }
  const minutes = (Date.parse(b) - Date.parse(a)) / 60_000
  return Number.isNaN(minutes) ? null : Math.floor(minutes)
}
