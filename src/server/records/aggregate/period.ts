/** Periods of a request: the one that its filter names, and the one to compare it with. */
import type { Comparison, DateUnit, Period } from '../../../engine/model/aggregate.ts'
import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth, monthOf, yearOf } from '../../../kernel/dates.ts'
import { invalid } from '../../platform/errors.ts'
import { listOf } from '../query/compare.ts'
import { dateSpan } from '../query/dates.ts'

/** The days that a filter on a date leaves, where it has a first and a last one. */
export function periodOf(filter: unknown, today: string, path: string): Period | undefined {
  if (filter === undefined || filter === null || filter === '') return undefined
  const span = (value: unknown): Period => dateSpan(value, today, path)
  if (typeof filter !== 'object' || Array.isArray(filter)) return Array.isArray(filter) ? undefined : span(filter)
  const { eq, between, gte, gt, lte, lt } = filter as Record<string, unknown>
  if (eq !== undefined && !Array.isArray(eq)) return span(eq)
  if (between !== undefined) {
    const [first, last] = listOf(between, path)
    return first === undefined || last === undefined ? undefined : { from: span(first).from, to: span(last).to }
  }
  const from = gte !== undefined ? span(gte).from : gt !== undefined ? addDays(span(gt).to, 1) : undefined
  const to = lte !== undefined ? span(lte).to : lt !== undefined ? addDays(span(lt).from, -1) : undefined
  return from && to && from <= to ? { from, to } : undefined
}

const MONTHS_OF_YEAR = 12
const monthNumber = (date: string): number => yearOf(date) * MONTHS_OF_YEAR + monthOf(date)

/** Whole months from a first to a last day; undefined where the span is no whole months. */
const wholeMonths = ({ from, to }: Period): number | undefined =>
  from === firstOfMonth(from) && to === lastOfMonth(to) ? monthNumber(to) - monthNumber(from) + 1 : undefined

interface Compared {
  readonly previous: Period
  /** How far the earlier period lies back, so that its figures stand beside those of the same part of the later one. */
  readonly shift: { readonly months: number } | { readonly days: number }
}

/**
 * The period before: whole months are compared with as many whole months, other spans with as many days. 400 where the
 * year before would overlap the period itself.
 */
export function comparedWith(period: Period, comparison: Comparison): Compared {
  const months = wholeMonths(period)
  const ends = (last: string): string => (months === undefined ? last : lastOfMonth(last))
  const back = (count: number): Period => ({ from: addMonths(period.from, -count), to: ends(addMonths(period.to, -count)) })
  if (comparison === 'year') {
    const previous = back(MONTHS_OF_YEAR)
    if (previous.to >= period.from) throw invalid({ compare: ['A period of more than a year cannot be compared with the year before.'] })
    return { previous, shift: { months: MONTHS_OF_YEAR } }
  }
  if (months !== undefined) return { previous: back(months), shift: { months } }
  const days = daysBetween(period.from, period.to) + 1
  return { previous: { from: addDays(period.from, -days), to: addDays(period.to, -days) }, shift: { days } }
}

/** The last day of a span of dates that begins on `first`. */
export function lastOf(first: string, unit: DateUnit): string {
  switch (unit) {
    case 'day':
      return first
    case 'week':
      return addDays(first, 6)
    case 'month':
      return lastOfMonth(first)
    case 'quarter':
      return lastOfMonth(addMonths(first, 2))
    case 'year':
      return `${first.slice(0, 4)}-12-31`
  }
}
