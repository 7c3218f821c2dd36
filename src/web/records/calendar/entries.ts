/** The requests of a calendar, and the conversion of a list's rows to its entries. */

import type { Calendar, Module, Row } from '../../../engine/model/module.ts'
import { formatLabel } from '../../../engine/runtime/format/index.ts'
import { isDate } from '../../../kernel/dates.ts'
import type { Params } from '../../api/client.ts'
import { label } from '../../i18n/index.ts'
import { rawValue } from '../index/cells.tsx'
import { statusOf } from '../index/StatusBadge.tsx'
import { type Conditions, type Filters, type ListState, queryParams } from '../index/url-state.ts'
import { holds } from '../periods/cards.ts'
import { spoken } from '../spoken.ts'
import { type Entry, inOrder, type Tone } from './month.ts'
import { t } from './text.ts'

/** Rows per request: the most that a list gives. A month with more says so. */
export const MOST = 500

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)
const earlier = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b)

/** One request for the days from `first` to `last`: all rows that overlap them, within the list's own filters and search. */
export function paramsOf(calendar: Calendar, state: ListState, first: string, last: string): Params {
  const { sort: _sort, filters, ...rest } = state
  const set = (into: Filters, field: string, conditions: Conditions): Filters => ({ ...into, [field]: { ...into[field], ...conditions } })
  if (calendar.range) {
    const [from, to] = calendar.range
    return {
      page: 1,
      limit: MOST,
      ...queryParams({ ...rest, sort: '', filters: { ...filters, [from]: { eq: first }, [to]: { eq: last } } }),
    }
  }
  const { start, end = start } = calendar
  const within = set(filters, end, { gte: later(filters[end]?.gte, first) })
  const overlapping = set(within, start, { lte: earlier(filters[start]?.lte, last) })
  return { page: 1, limit: MOST, ...queryParams({ ...rest, sort: start, filters: overlapping }) }
}

/** The request for earlier rows that return every year; undefined where the list's own filters exclude such days. */
export function yearlyParams(calendar: Calendar, state: ListState, first: string): Params | undefined {
  const { sort: _sort, filters, ...rest } = state
  const startFilter = filters[calendar.start]
  if (calendar.yearly === undefined || startFilter?.lte !== undefined || startFilter?.gte !== undefined || startFilter?.eq !== undefined)
    return undefined
  const before = { [calendar.start]: { lt: first }, [calendar.yearly]: { eq: 'true' } }
  return { page: 1, limit: MOST, ...queryParams({ ...rest, sort: calendar.start, filters: { ...filters, ...before } }) }
}

/** Rows of earlier years on their days from `first` to `last`; those with the same name as a `dated` row there are left out. */
export function returning(entries: readonly Entry[], dated: readonly Entry[], first: string, last: string): Entry[] {
  const years = [...new Set([first.slice(0, 4), last.slice(0, 4)])]
  return entries.flatMap((entry) =>
    years.flatMap((year) => {
      const from = `${year}${entry.from.slice(4)}`
      if (from <= entry.from || from < first || from > last || !isDate(from)) return []
      if (dated.some((candidate) => candidate.from === from && candidate.title === entry.title)) return []
      return [{ ...entry, id: `${entry.id}-${year}`, from, to: from }]
    }),
  )
}

const words = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : typeof value === 'boolean' ? undefined : label(String(value))

/** The colour of an entry: its tone, and the value in words. */
function colourOf(module: Module, calendar: Calendar, row: Row): { tone: Tone; meaning?: string } {
  if (calendar.color === undefined) return { tone: 'blue' }
  if (module.workflow && calendar.color === 'status') {
    const status = statusOf(module, row)
    return status ? { tone: status.tone, meaning: label(status.title) } : { tone: 'grey' }
  }
  const value = row[calendar.color]
  const option = module.field[calendar.color]?.options?.find((candidate) => candidate.value === value)
  const meaning = words(option?.label ?? value)
  return { tone: calendar.tones[String(value)] ?? 'grey', ...(meaning !== undefined && { meaning }) }
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined

/**
 * The day with the last row of a month that has more rows than the list gives: it may lack entries, and the days after it have none.
 * Undefined where all rows came, and where a report gives them in an order of its own.
 */
export function cutOf(calendar: Calendar, rows: readonly Row[], total: number): string | undefined {
  return calendar.range || rows.length >= total ? undefined : dayOf(rows.at(-1)?.[calendar.start])
}

/** Entries in the order of a day; rows without a first day are left out. */
export function entriesOf(
  module: Module,
  calendar: Calendar,
  rows: readonly Row[],
  pathOf: ((row: Row) => string | undefined) | undefined,
): Entry[] {
  return inOrder(
    rows.flatMap((row, index): Entry[] => {
      const from = dayOf(row[calendar.start])
      if (from === undefined) return []
      const path = pathOf?.(row)
      const [group, place] = [calendar.group, calendar.rows].map((by) => (by === undefined ? undefined : words(rawValue(row, by))))
      return [
        {
          id: String(row.id ?? index),
          title: formatLabel(calendar.title, module.report ? row : spoken(module, row)) || `#${String(row.id)}`,
          from,
          to: later(calendar.end && dayOf(row[calendar.end]), from),
          ...colourOf(module, calendar, row),
          ...(group !== undefined && { group }),
          ...(place !== undefined && { row: place }),
          ...(path && { path }),
        },
      ]
    }),
  )
}

/**
 * Papers of periods that have no record yet, on the days on which they are due: they lead to the cards of their year, where they are
 * prepared.
 */
export function expectedEntries(
  module: Module,
  calendar: Calendar,
  expected: readonly Row[],
  { filters, search, today, base }: Pick<ListState, 'filters' | 'search'> & { readonly today: string; readonly base: string },
): Entry[] {
  const periods = module.periods!
  if (search) return []
  return expected.flatMap((row, index): Entry[] => {
    const due = dayOf(row[periods.due])
    if (due === undefined || !holds(filters, row)) return []
    const isLate = due < today
    return [
      {
        id: `expected-${index}-${due}`,
        title: formatLabel(calendar.title, spoken(module, row)) || label(module.singular),
        from: due,
        to: due,
        tone: isLate ? 'red' : 'amber',
        meaning: t(isLate ? 'periods.lateUnprepared' : 'periods.toPrepare'),
        path: `${base}?show=periods&month=${String(row.year)}`,
      },
    ]
  })
}

/** The colours in use, each with its meaning. */
export const legendOf = (entries: readonly Entry[]): { tone: Tone; meaning: string }[] => {
  const seen = new Map(entries.flatMap(({ tone, meaning }) => (meaning === undefined ? [] : [[meaning, tone] as const])))
  return [...seen].map(([meaning, tone]) => ({ meaning, tone })).sort((a, b) => a.meaning.localeCompare(b.meaning))
}
