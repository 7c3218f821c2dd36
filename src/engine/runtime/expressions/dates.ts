/** Arithmetic on plain business dates, `YYYY-MM-DD` strings without a zone. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})/
const DAY_MS = 86_400_000

/** Midnight of the date as a UTC day count; undefined when it is not a date. Date-times count by their date part. */
export function dayNumber(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? DATE.exec(value) : null
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const time = Date.UTC(year, month - 1, day)
  return Number.isNaN(time) || new Date(time).getUTCDate() !== day ? undefined : time / DAY_MS
}

/** The date of a day count within the years that `isDay` allows. */
export function fromDayNumber(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

const FIRST_DAY = Date.parse('0000-01-01T00:00:00Z') / DAY_MS
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z') / DAY_MS
/** Whether a day count can be written as `YYYY-MM-DD`; false for NaN. */
const isDay = (day: number): boolean => day >= FIRST_DAY && day <= LAST_DAY

/** Whole days from `a` to `b`, negative when `b` is earlier; null when either is missing. */
export function daysBetween(a: unknown, b: unknown): number | null {
  const [from, to] = [dayNumber(a), dayNumber(b)]
  return from === undefined || to === undefined ? null : to - from
}

/** The date `days` later; null without a date, or when the result lies outside of the years 0 to 9999. */
export function addDays(date: unknown, days: number): string | null {
  const later = (dayNumber(date) ?? Number.NaN) + Math.trunc(days)
  return isDay(later) ? fromDayNumber(later) : null
}

/** Same day `months` later; the last day of the month when that day does not exist there. Null like `addDays`. */
export function addMonths(date: unknown, months: number): string | null {
  const day = dayNumber(date)
  if (day === undefined) return null
  const start = new Date(day * DAY_MS)
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + Math.trunc(months), 1))
  if (!isDay(target.getTime() / DAY_MS)) return null
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), last))
  return target.toISOString().slice(0, 10)
}

export function startOfMonth(date: unknown): string | null {
  const day = dayNumber(date)
  return day === undefined ? null : `${fromDayNumber(day).slice(0, 8)}01`
}

export function endOfMonth(date: unknown): string | null {
  const next = addMonths(startOfMonth(date), 1)
  return next === null ? null : addDays(next, -1)
}

/** ISO day of the week, Monday 1 to Sunday 7. */
export function weekday(date: unknown): number | null {
  const day = dayNumber(date)
  return day === undefined ? null : ((((day + 3) % 7) + 7) % 7) + 1
}

/** Year, month or day of the month as a number. */
export function datePart(date: unknown, part: 'year' | 'month' | 'day'): number | null {
  const day = dayNumber(date)
  if (day === undefined) return null
  const text = fromDayNumber(day)
  const at = { year: [0, 4], month: [5, 7], day: [8, 10] }[part] as [number, number]
  return Number(text.slice(at[0], at[1]))
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
