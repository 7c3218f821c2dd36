/**
 * Measures as parts that PostgreSQL computes for each group, and that add up to the figures of several groups: an average
 * is a sum and a count. `distinct` cannot be added up, so its total is computed separately.
 */
import type { Measure, MeasureColumn } from '../../../engine/model/aggregate.ts'
import { measureKey } from '../../../engine/model/aggregate.ts'
import type { FieldType } from '../../../engine/model/field.ts'
import { invalid } from '../../platform/errors.ts'
import { instant } from '../query/values.ts'
import type { Reading } from './expressions.ts'

/** Decimals of an average of whole numbers. */
const AVERAGE_SCALE = 2
const NUMBERS: ReadonlySet<string> = new Set(['numeric', 'integer'])
const ORDERED: ReadonlySet<string> = new Set(['numeric', 'integer', 'date', 'timestamptz', 'time'])

/** How the parts of several groups become that of all of them; `none`: they cannot. */
export type Combine = 'sum' | 'min' | 'max' | 'none'

interface Part {
  /** The aggregate over the rows for which `filter` holds (all when empty). */
  readonly aggregate: (filter: string) => string
  readonly combine: Combine
}

/** A measure of a request: its parts, and the figure from their expressions. */
export interface Measured {
  readonly column: MeasureColumn
  readonly parts: readonly Part[]
  readonly figure: (parts: readonly string[]) => string
}

const filtered = (aggregate: string, filter: string): string => (filter ? `${aggregate} filter (where ${filter})` : aggregate)
const part = (aggregate: string, combine: Combine): Part => ({ aggregate: (filter) => filtered(aggregate, filter), combine })
/** The sum of nothing is zero. */
const total = (value: string): Part => ({ aggregate: (filter) => `coalesce(${filtered(`sum(${value})`, filter)}, 0)`, combine: 'sum' })
const only = ([first]: readonly string[]): string => first!

/** What a measure is computed from. */
interface MeasureSource {
  /** The measured path; absent where records or lines are counted. */
  readonly reading?: Reading
  /** The expression that counts records, or lines. */
  readonly count: { readonly sql: string; readonly combine: Combine }
  /** The first of two steps where the values of a record's lines are collapsed before the records are: the parts of one record. */
  readonly collapsed?: (aggregate: string) => string
}

/** Computes a measure from its source; 400 where the field has no such figure. */
export function measured(measure: Measure, { reading, count, collapsed }: MeasureSource): Measured {
  const { kind } = measure
  const field = reading?.field
  const column = (type: FieldType, scale?: number): MeasureColumn => ({
    key: measureKey(measure),
    kind,
    ...(reading ? { title: reading.titles.join(' · ') } : {}),
    type,
    ...(scale === undefined ? {} : { scale }),
  })
  if (kind === 'count') {
    const counted = collapsed ? total(collapsed('count(*)')) : part(count.sql, count.combine)
    return { column: column('integer'), parts: [counted], figure: only }
  }
  const value = reading!.sql
  const refused = (what: string) => invalid({ measure: [`"${measure.path}" is no ${what}, so it has no ${kind}.`] })
  const isNumber = field !== undefined && NUMBERS.has(field.storage)
  switch (kind) {
    case 'sum': {
      if (!isNumber) throw refused('number')
      const inner = collapsed ? collapsed(`sum(${value})`) : value
      return { column: column(field.type, field.scale), parts: [total(inner)], figure: only }
    }
    case 'average': {
      if (!isNumber) throw refused('number')
      const scale = field.scale ?? AVERAGE_SCALE
      const parts = collapsed
        ? [part(`sum(${collapsed(`sum(${value})`)})`, 'sum'), part(`sum(${collapsed(`count(${value})`)})`, 'sum')]
        : [part(`sum(${value})`, 'sum'), part(`count(${value})`, 'sum')]
      const type = field.type === 'integer' ? 'number' : field.type
      return { column: column(type, scale), parts, figure: ([sum, n]) => `round((${sum})::numeric / nullif(${n}, 0), ${scale})` }
    }
    case 'min':
    case 'max': {
      if (!field || !ORDERED.has(field.storage) || field.to) throw refused('number, date or time')
      const inner = collapsed ? collapsed(`${kind}(${value})`) : value
      const figure = (parts: readonly string[]) => (field.storage === 'timestamptz' ? instant(only(parts)) : only(parts))
      return { column: column(field.type, field.scale), parts: [part(`${kind}(${inner})`, kind)], figure }
    }
    case 'distinct': {
      if (collapsed)
        throw invalid({ measure: [`"${measure.path}" can only be counted together with figures of lines, not of whole records.`] })
      return { column: column('integer'), parts: [part(`count(distinct ${value})`, 'none')], figure: only }
    }
  }
}
