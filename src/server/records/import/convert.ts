/** Converts rows of texts to records: values by field type, references by code, name or label. */

import type { Field, Row } from '../../../engine/model/module.ts'
import { coerce } from '../../../engine/runtime/fields/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { pacer } from '../../platform/pace.ts'
import { restore } from '../export/formula.ts'
import { envOf } from '../query/env.ts'
import { labelSql, nameSql, type RefScope } from '../query/refs.ts'
import { scopeSql } from '../query/scope.ts'
import type { ChildValues } from './children.ts'
import type { SheetColumn } from './columns.ts'

export interface RowError {
  readonly row: number
  readonly field?: string
  readonly message: string
}
/** A record of the sheet with the number of its first row (titles are row 1). */
export interface SheetRecord {
  readonly row: number
  readonly values: Row
  /** Its child records. */
  readonly children?: ChildValues
}

/** Records of a sheet; rows whose header cells are all empty add lines to the record above. */
export async function convertRows(
  ctx: Ctx,
  columns: readonly (SheetColumn | undefined)[],
  rows: readonly string[][],
): Promise<{ records: SheetRecord[]; errors: RowError[] }> {
  const references = await findReferences(ctx, columns, rows)
  const errors: RowError[] = []
  const records: SheetRecord[] = []
  const pace = pacer()
  for (const [index, cells] of rows.entries()) {
    await pace()
    const row = index + 2
    const header: Row = {}
    const lines = new Map<string, Row>()
    const children: Record<string, Row> = {}
    // An unquoted comma moves the cells after it: half a row must not be imported as if it were whole.
    if (cells.slice(columns.length).some((text) => text.trim()))
      errors.push({ row, message: 'There are more cells in this row than titles.' })
    columns.forEach((column, position) => {
      const text = restore(cells[position] ?? '')
      if (!column || text === '') return
      const result = column.field.to ? referenceValue(column.field, text, references) : coerce(column.field, text, ctx.company.time_zone)
      if ('error' in result) {
        errors.push({ row, field: column.title, message: result.error })
        return
      }
      if (column.child) children[column.child.key] = { ...children[column.child.key], [column.field.name]: result.value }
      else if (!column.lines) header[column.field.name] = result.value
      else lines.set(column.lines.name, { ...lines.get(column.lines.name), [column.field.name]: result.value })
    })
    const before = records.at(-1)
    const continues = before && !Object.keys(header).length && lines.size > 0
    const record = continues ? before : { row, values: header, ...(Object.keys(children).length && { children }) }
    for (const [name, line] of lines) record.values[name] = [...((record.values[name] as Row[] | undefined) ?? []), line]
    if (!continues && (Object.keys(header).length || lines.size)) records.push(record)
  }
  return { records, errors }
}

type Found = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
const key = (text: string): string => text.trim().toLowerCase()
const split = (field: Field, text: string): string[] =>
  field.storage === 'bigint[]'
    ? text
        .split(/[;,]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : [text]

function referenceValue(field: Field, text: string, found: Found): { value: unknown } | { error: string } {
  const ids: number[] = []
  for (const word of split(field, text)) {
    const matches = found.get(field.to!)?.get(key(word)) ?? []
    if (!matches.length) return { error: `"${word.slice(0, 60)}" was not found.` }
    if (matches.length > 1) return { error: `"${word.slice(0, 60)}" fits ${matches.length} records; write its code.` }
    ids.push(matches[0]!)
  }
  return { value: field.storage === 'bigint[]' ? ids : ids[0] }
}

/** One query per referenced module for all the words of the sheet. */
async function findReferences(ctx: Ctx, columns: readonly (SheetColumn | undefined)[], rows: readonly string[][]): Promise<Found> {
  const words = new Map<string, Set<string>>()
  const pace = pacer()
  for (const [index, column] of columns.entries()) {
    if (!column?.field.to) continue
    const set = words.get(column.field.to) ?? new Set<string>()
    for (const cells of rows) {
      await pace()
      for (const word of split(column.field, cells[index] ?? '')) if (word) set.add(key(word))
    }
    words.set(column.field.to, set)
  }
  const result = new Map<string, Map<string, number[]>>()
  for (const [name, set] of words) {
    const target = ctx.modules.get(name)
    if (!target || !set.size) continue
    const env = envOf(ctx)
    const scope: RefScope = { ...env, mode: 'list' }
    const asked = env.params.add([...set], 'text[]')
    const reach = scopeSql(ctx, env, target, { alias: 't', action: 'dropdown' }).join(' and ') || 'true'
    // Codes take precedence over names and names over labels: a word that is a record's code means that record, even if
    // others have it as their name.
    const codes = target.fields
      .filter((field) => field.storage === 'text' && (field.unique || field.name === target.entity.publicCode))
      .filter((field) => env.reader.name(target, field.name, 'search'))
      .map((field) => env.reader.column({ module: target, alias: 't' }, field))
    const ranks = [...codes, nameSql(scope, target, 't'), labelSql(scope, target, 't'), 't.id'].map(
      (sql, rank) => `(${rank < codes.length ? 0 : rank}, lower((${sql})::text))`,
    )
    const matched = await ctx.db.query<{ id: number; word: string; rank: number }>(
      `select distinct t.id, w.word, w.rank from ${qualify(env.schema, target.entity.table)} t cross join lateral (values ${ranks.join(', ')}) w(rank, word) where ${reach} and w.word = any(${asked})`,
      env.params.values,
    )
    const best = new Map<string, { rank: number; ids: Set<number> }>()
    for (const { id, word, rank } of matched) {
      const before = best.get(word)
      if (!before || rank < before.rank) best.set(word, { rank, ids: new Set([id]) })
      else if (rank === before.rank) before.ids.add(id)
    }
    result.set(name, new Map([...best].map(([word, { ids }]) => [word, [...ids]])))
  }
  return result
}
