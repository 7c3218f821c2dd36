/** Rows of child tables, independent of their form: their keys, their values in requests, and which are untouched. */
import type { Field, Row } from '../../../engine/model/module.ts'
import { applyFetch } from '../../../engine/runtime/compute/index.ts'
import type { Ref } from '../../fields/ref.ts'
import { isRef } from '../../fields/types.ts'

/** The record or records that a reference field holds, as far as they are known. */
export type RefValue = Ref | readonly Ref[] | null | undefined

/** A value that is written into a field of the record or of a row. */
export interface WrittenValue {
  readonly field: Field | undefined
  readonly name: string
  readonly value: unknown
  readonly ref: RefValue
}

/** What the values of the row came from, which decides whether a picked reference may replace them. */
interface Origins {
  readonly isEntered: (name: string) => boolean
  readonly isProposed: (name: string) => boolean
}

/** The value with its resolved object, and the values that fields beside it take from a picked reference. */
export function writtenValues(fields: readonly Field[], row: Row, { field, name, value, ref }: WrittenValue, origins: Origins): Row {
  const set: Row = { [name]: value }
  if (field?.refAs) {
    if (ref !== undefined) set[field.refAs] = ref
    else if (value === null || value === undefined) set[field.refAs] = null
  }
  const before = field?.refAs ? row[field.refAs] : undefined
  if (!isRef(ref)) return set
  return { ...applyFetch(fields, row, { field: name, picked: ref, before: isRef(before) ? before : null, ...origins }), ...set }
}

/** The keys of a child table's rows, and the position of each. */
export interface RowKeys {
  readonly keys: readonly string[]
  readonly positions: ReadonlyMap<string, number>
}

export const NO_KEYS: RowKeys = { keys: [], positions: new Map() }
export const NO_ROWS: readonly Row[] = []
export const EMPTY_ROW: Row = Object.freeze({})

export const indexed = (keys: readonly string[]): RowKeys => ({ keys, positions: new Map(keys.map((key, index) => [key, index])) })

/** The values allowed in a request: those of writable fields. */
export const pickWritable = (fields: readonly Field[], from: Row): Row =>
  Object.fromEntries(
    fields
      .filter((field) => field.writable && field.storage !== 'none' && from[field.name] !== undefined)
      .map((field) => [field.name, from[field.name]]),
  )

/**
 * The record as the defaults of a row, or of a new one at a position, see it: with the rows before it. A default that counts
 * rows then gives a row the same number before and after it is inserted.
 */
export function recordBefore(record: Row, lines: string, row: Row | number): Row {
  const rows = (record[lines] as readonly Row[] | undefined) ?? NO_ROWS
  const position = typeof row === 'number' ? row : rows.indexOf(row)
  return position < 0 ? record : { ...record, [lines]: rows.slice(0, position) }
}

/** Whether a new row has no entered values beyond its defaults; such rows are neither sent nor checked. */
export function isUntouched(row: Row, fields: readonly Field[], defaults: () => Row): boolean {
  if (row.id !== undefined) return false
  const given = fields.filter(
    (field) => field.writable && row[field.name] !== null && row[field.name] !== undefined && row[field.name] !== '',
  )
  if (given.length === 0) return true
  const initial = defaults()
  return given.every((field) => String(row[field.name]) === String(initial[field.name]))
}
