/** Months and anniversaries of plain dates, as plans for leave count service. */
import { addDays } from '../dates.ts'
import { requireDate } from '../statutory/effective.ts'

const parts = (date: string): [year: number, month: number, day: number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8, 10)),
]
const text = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Days of a month, 1 is January. */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day so many months later; 31 January and one month is the last of February. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = parts(requireDate(date, 'date'))
  const index = year * 12 + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return text(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))
}

/** Complete months from one date to another: the month is complete on the day before its date returns. */
export function completedMonths(from: string, to: string): number {
  requireDate(to, 'to')
  const [fromYear, fromMonth] = parts(requireDate(from, 'from'))
  const next = addDays(to, 1)
  const [nextYear, nextMonth] = parts(next)
  const months = (nextYear - fromYear) * 12 + nextMonth - fromMonth
  return Math.max(0, months > 0 && addMonths(from, months) > next ? months - 1 : months)
}

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`
export const lastOfMonth = (date: string): string => {
  const [year, month] = parts(date)
  return text(year, month, daysInMonth(year, month))
}
export const dayOfMonth = (date: string): number => Number(date.slice(8, 10))
export const monthOf = (date: string): number => Number(date.slice(5, 7))
export const yearOf = (date: string): number => Number(date.slice(0, 4))
