/** Months of service, as plans for leave count them. Dates that are none are refused with their field. */
import { addDays, monthOf, addMonths as monthsLater, yearOf } from '../../kernel/dates.ts'
import { requireDate } from '../statutory/effective.ts'

/** The same day `months` later; 31 January and one month is the last of February. */
export const addMonths = (date: string, months: number): string => monthsLater(requireDate(date, 'date'), months)

/** Complete months from one date to another: the month is complete on the day before its date returns. */
export function completedMonths(from: string, to: string): number {
  requireDate(to, 'to')
  requireDate(from, 'from')
  const next = addDays(to, 1)
  const months = (yearOf(next) - yearOf(from)) * 12 + monthOf(next) - monthOf(from)
  return Math.max(0, months > 0 && addMonths(from, months) > next ? months - 1 : months)
}
