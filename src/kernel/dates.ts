/** Plain calendar dates, `YYYY-MM-DD`, without zones. The functions ask for dates that exist (`isDate`). */

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Whole days since 1970-01-01; NaN for an invalid date. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** The date of a number of days since 1970-01-01. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Days and months in a sentence as people read them on screens: `2026-07-31` → `2026/07/31`, `2026-07` → `2026/07`. */
export const datesForPeople = (text: string): string =>
  text.replace(/\b(\d{4})-(0[1-9]|1[0-2])(?:-(\d{2}))?\b(?![-\d])/g, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join('/'))

/** Whether this text is a date of the calendar. 31 February parses in some readers: the text must come back unchanged. */
export function isDate(text: string): boolean {
  const day = DATE.test(text) ? dayNumber(text) : Number.NaN
  return !Number.isNaN(day) && dateOfDay(day) === text
}

/** A date `days` calendar days later. */
export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** Whole days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => Math.round(dayNumber(to) - dayNumber(from))

/** Days of a month, 1 is January. */
export function daysInMonth(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

/** The same day `months` later; 31 January and one month is the last of February. */
export function addMonths(date: string, months: number): string {
  const index = yearOf(date) * 12 + (monthOf(date) - 1) + months
  const [year, month] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return dateText(year, month, Math.min(dayOfMonth(date), daysInMonth(year, month)))
}

/** The date of a year, month (1 is January) and day. */
export const dateText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`
export const lastOfMonth = (date: string): string => dateText(yearOf(date), monthOf(date), daysInMonth(yearOf(date), monthOf(date)))

export const dayOfMonth = (date: string): number => Number(date.slice(8, 10))
export const monthOf = (date: string): number => Number(date.slice(5, 7))
export const yearOf = (date: string): number => Number(date.slice(0, 4))

/** ISO day of the week, Monday 1 to Sunday 7. */
export const weekday = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1
