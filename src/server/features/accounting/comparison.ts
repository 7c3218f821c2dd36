/** The earlier period that figures of a period are set beside. */
import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth, monthOf, yearOf } from '../../../kernel/dates.ts'

export interface Span {
  readonly title: string
  /** Empty: from the first entry on. */
  readonly from: string | null
  readonly to: string
}

export const slashed = (date: string): string => date.replaceAll('-', '/')

/** The period that is compared: the one before, as long, or the same days a year earlier. */
export function compared(from: string | null, to: string, how: unknown): Span | undefined {
  if (how !== 'previous_period' && how !== 'previous_year') return undefined
  const whole = from !== null && from === firstOfMonth(from) && to === lastOfMonth(to)
  if (from === null || how === 'previous_year') {
    const earlier = (date: string): string =>
      date === lastOfMonth(date) ? lastOfMonth(addMonths(firstOfMonth(date), -12)) : addMonths(date, -12)
    const last = from === null && how === 'previous_period' ? addDays(firstOfMonth(to), -1) : earlier(to)
    return {
      title: from === null ? slashed(last) : `${slashed(addMonths(from, -12))} to ${slashed(last)}`,
      from: from === null ? null : addMonths(from, -12),
      to: last,
    }
  }
  const last = addDays(from, -1)
  const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) + 1
  const first = whole ? addMonths(from, -months) : addDays(last, -daysBetween(from, to))
  return { title: `${slashed(first)} to ${slashed(last)}`, from: first, to: last }
}
