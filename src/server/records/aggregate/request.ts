/** `group=…&measure=…&having[…][…]=…` as a request for figures. */
import {
  type AggregateRequest,
  COMPARISONS,
  type Comparison,
  DATE_UNITS,
  type Grouping,
  groupingOf,
  groupKey,
  HAVING_OPERATORS,
  type Having,
  type HavingOperator,
  MEASURE_KINDS,
  type Measure,
  measureKey,
  measureOf,
} from '../../../engine/model/aggregate.ts'
import type { ListQuery } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { didYouMean } from '../query/paths.ts'
import { listQuery } from '../routes/query.ts'

const MAX_GROUPS = 4
const MAX_MEASURES = 12
const DEFAULT_LIMIT = 100
/** Groups in one answer at most. */
export const MAX_LIMIT = 5000
const HAVING = /^having\[([^\]]{1,200})\](?:\[([a-z]+)\])?$/
const OWN = new Set(['group', 'measure', 'sort', 'limit', 'others', 'totals', 'compare', 'on', 'format', 'spread', 'subtotals'])

type Query = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(',') : typeof value === 'string' ? value : '')
const wordsOf = (value: unknown): string[] => [
  ...new Set(
    textOf(value)
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
export const isOn = (value: unknown): boolean => ['true', '1', 'yes'].includes(textOf(value))

function groupingFrom(word: string): Grouping {
  const grouping = groupingOf(word)
  if (grouping) return grouping
  const unit = word.split(':')[1]!
  throw invalid({ group: [`"${word}" groups by none of ${DATE_UNITS.join(', ')}.${didYouMean(unit, DATE_UNITS)}`] })
}

function measureFrom(word: string): Measure {
  const measure = measureOf(word)
  if (measure) return measure
  const kind = word.split(':')[0]!
  if (word === kind && (MEASURE_KINDS as readonly string[]).includes(kind))
    throw invalid({ measure: [`Say of which field the ${kind} is wanted: "${kind}:total".`] })
  throw invalid({ measure: [`"${word}" is none of ${MEASURE_KINDS.join(', ')}.${didYouMean(kind, MEASURE_KINDS)}`] })
}

function havingOf(query: Query, measures: readonly string[]): Having[] {
  return Object.entries(query).flatMap(([name, given]) => {
    const match = HAVING.exec(name)
    if (!match) return []
    const [, measure = '', operator = 'eq'] = match
    if (!measures.includes(measure)) throw invalid({ having: [`"${measure}" is not measured.${didYouMean(measure, measures)}`] })
    if (!Object.hasOwn(HAVING_OPERATORS, operator))
      throw invalid({ having: [`There is no operator "${operator}".${didYouMean(operator, Object.keys(HAVING_OPERATORS))}`] })
    const value = Number(textOf(given))
    if (textOf(given).trim() === '' || !Number.isFinite(value))
      throw invalid({ having: [`"${textOf(given).slice(0, 40)}" is not a number.`] })
    return [{ measure, operator: operator as HavingOperator, value }]
  })
}

function limitOf(given: unknown): number {
  if (given === undefined || given === '') return DEFAULT_LIMIT
  const limit = Number(textOf(given))
  if (!Number.isInteger(limit) || limit < 1) throw invalid({ limit: ['A whole number of at least 1.'] })
  return Math.min(limit, MAX_LIMIT)
}

function sortOf(given: unknown, keys: readonly string[]): AggregateRequest['sort'] {
  return wordsOf(given).map((word) => {
    const key = word.replace(/^[-+]/, '')
    if (!keys.includes(key)) throw invalid({ sort: [`"${key}" is neither a group nor a measure of this request.${didYouMean(key, keys)}`] })
    return { key, descending: word.startsWith('-') }
  })
}

function comparisonOf(query: Query): AggregateRequest['compare'] {
  const word = textOf(query.compare)
  if (!word) return undefined
  if (!(COMPARISONS as readonly string[]).includes(word))
    throw invalid({ compare: [`"${word}" is none of ${COMPARISONS.join(', ')}.${didYouMean(word, COMPARISONS)}`] })
  const on = textOf(query.on)
  return { with: word as Comparison, ...(on ? { on } : {}) }
}

/** The request for figures, and the list's own part of it. 400 for words that mean nothing, with the nearest one. */
export function aggregateRequest(query: Query): { readonly request: AggregateRequest; readonly list: ListQuery } {
  const groups = wordsOf(query.group).map(groupingFrom)
  const measures = wordsOf(query.measure).map(measureFrom)
  if (groups.length > MAX_GROUPS) throw invalid({ group: [`At most ${MAX_GROUPS} groups.`] })
  if (measures.length > MAX_MEASURES) throw invalid({ measure: [`At most ${MAX_MEASURES} measures.`] })
  const measured = measures.length ? measures : [{ kind: 'count' as const }]
  const keys = measured.map(measureKey)
  const compare = comparisonOf(query)
  return {
    request: {
      groups,
      measures: measured,
      having: havingOf(query, keys),
      sort: sortOf(query.sort, [...groups.map(groupKey), ...keys]),
      limit: limitOf(query.limit),
      others: isOn(query.others),
      totals: isOn(query.totals),
      ...(compare ? { compare } : {}),
    },
    list: listQuery(Object.fromEntries(Object.entries(query).filter(([name]) => !OWN.has(name) && !HAVING.test(name)))),
  }
}
