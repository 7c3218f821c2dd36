/** Figures of a list: how they are asked for and what they read like. Shared by the server, dashboards and the views of a list. */
import type { FieldType, Option, RowFilter } from './field.ts'

/** Spans by which a date is grouped. Weeks begin on Monday. */
export const DATE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DateUnit = (typeof DATE_UNITS)[number]

export const MEASURE_KINDS = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const
export type MeasureKind = (typeof MEASURE_KINDS)[number]

/** `previous`: the period of the same length before; `year`: the same period of the year before. */
export const COMPARISONS = ['previous', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A field or path by which records are grouped: `customer_id`, `customer.customer_group_id`, `transaction_date:month`, `items.item_id`, `tags`. */
export interface Grouping {
  readonly path: string
  /** For dates and instants; a day when absent. */
  readonly unit?: DateUnit
}

/** A figure: `count` of records, `count:items` of lines, `sum:total`, `average:items.unit_price`. */
export interface Measure {
  readonly kind: MeasureKind
  /** A field or path; absent: the records themselves, which can only be counted. */
  readonly path?: string
}

/** A condition on a figure of a group. */
export interface Having {
  /** Key of a measure that is asked for. */
  readonly measure: string
  readonly operator: HavingOperator
  readonly value: number
}
export const HAVING_OPERATORS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
export type HavingOperator = keyof typeof HAVING_OPERATORS

/** What is asked, beside the list's own filter, search and window. */
export interface AggregateRequest {
  readonly groups: readonly Grouping[]
  readonly measures: readonly Measure[]
  readonly having: readonly Having[]
  /** Keys of groups and measures, `-` before those that descend. */
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[]
  /** Groups answered one by one. */
  readonly limit: number
  /** Whether the groups beyond the limit are answered as one. */
  readonly others: boolean
  readonly totals: boolean
  /** Compares the period that the filter gives to the date `on` (the module's own date when absent). */
  readonly compare?: { readonly with: Comparison; readonly on?: string }
}

/** Name of a grouping or a measure in requests and answers: `transaction_date:month`, `sum:total`. */
export const groupKey = ({ path, unit }: Grouping): string => (unit ? `${path}:${unit}` : path)
export const measureKey = ({ kind, path }: Measure): string => (path ? `${kind}:${path}` : kind)

/** A grouping from its key; undefined where its span of dates is none. */
export function groupingOf(word: string): Grouping | undefined {
  const [path = '', unit, ...rest] = word.split(':')
  if (unit === undefined) return { path }
  return rest.length || !(DATE_UNITS as readonly string[]).includes(unit) ? undefined : { path, unit: unit as DateUnit }
}

/** A measure from its key; undefined where its kind is none, or where it lacks the field that it is of. */
export function measureOf(word: string): Measure | undefined {
  const [kind = '', path, ...rest] = word.split(':')
  if (rest.length || !(MEASURE_KINDS as readonly string[]).includes(kind) || (!path && kind !== 'count')) return undefined
  return { kind: kind as MeasureKind, ...(path ? { path } : {}) }
}

/** How the values of a grouping are shown. */
export interface GroupColumn {
  readonly key: string
  readonly title: string
  readonly type: FieldType | 'tags'
  readonly unit?: DateUnit
  /** Module that the values are ids of. */
  readonly to?: string
  readonly options?: readonly Option[]
}
/** How the values of a measure are shown. */
export interface MeasureColumn {
  readonly key: string
  readonly kind: MeasureKind
  /** Title of the measured field; absent where records are counted. */
  readonly title?: string
  readonly type: FieldType
  readonly scale?: number
}

export type Figure = number | string | null

export interface AggregateRow {
  /** One value for each grouping; dates are the first day of their span. */
  readonly keys: readonly (string | number | boolean | null)[]
  /** Names of referenced records; null for other values, which the reader formats. */
  readonly labels: readonly (string | null)[]
  readonly values: readonly Figure[]
  /** The same figures of the period that is compared with. */
  readonly previous?: readonly Figure[]
  /** Finds the records of the group in the list, together with the request's own filter. */
  readonly filter: RowFilter
  /** Filters of single values, where each counts other records; null where there is no list of them. */
  readonly filters?: readonly (RowFilter | null)[]
  /** The module of the group's records, where groups are of several modules. */
  readonly module?: string
}

/** Figures of all groups together, or of those beyond the limit. Null where figures cannot be added up. */
export interface AggregateSum {
  readonly groups?: number
  readonly values: readonly Figure[]
  readonly previous?: readonly Figure[]
}

export interface Period {
  readonly from: string
  readonly to: string
}

export interface Aggregate {
  readonly groups: readonly GroupColumn[]
  readonly measures: readonly MeasureColumn[]
  readonly rows: readonly AggregateRow[]
  /** Number of groups, also of those beyond the limit. */
  readonly total_groups: number
  readonly totals?: AggregateSum
  readonly others?: AggregateSum
  readonly period?: Period & { readonly previous: Period }
  /** The window that a large list opens on, as in the list itself. */
  readonly window?: { readonly field: string; readonly from: string }
}
