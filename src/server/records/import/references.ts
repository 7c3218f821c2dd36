/** The records that words of a sheet mean: those that there are, and those of rows above in the same sheet. */

import type { Field, Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { pacer } from '../../platform/pace.ts'
import { restore } from '../export/formula.ts'
import { envOf } from '../query/env.ts'
import { labelSql, nameSql, type RefScope } from '../query/refs.ts'
import { scopeSql } from '../query/scope.ts'
import type { SheetColumn } from './columns.ts'
import type { LaterReference } from './sheet-record.ts'

type Columns = readonly (SheetColumn | undefined)[]
type Rows = readonly (readonly string[])[]

type Meant = { readonly value: unknown } | { readonly later: LaterReference } | { readonly error: string }
/** What a text of a column means in a row. */
type Lookup = (column: SheetColumn, text: string, row: number) => Meant

/** The records that a word fits best. */
interface Match {
  /** 0 for codes, above for names and labels. */
  readonly rank: number
  /** Whether one of the record's values is exactly the word, by id. */
  readonly ids: ReadonlyMap<number, ReadonlySet<string>>
}
type Matches = ReadonlyMap<string, ReadonlyMap<string, Match>>

const key = (text: string): string => text.trim().toLowerCase()
const short = (text: string): string => text.slice(0, 60)
const split = (field: Field, text: string): string[] =>
  field.storage === 'bigint[]'
    ? text
        .split(/[;,]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : [text]

const codesOf = (module: Module): Field[] =>
  module.fields.filter((field) => field.storage === 'text' && (field.unique || field.name === module.entity.publicCode))

/** Reads all the words of the sheet; the answer tells what each means. */
export async function findReferences(ctx: Ctx, module: Module, columns: Columns, rows: Rows): Promise<Lookup> {
  const matches = await matchesOf(ctx, columns, rows)
  const above = await codesOfRows(module, columns, rows)
  return ({ field, lines, child }, text, row) => {
    const ids: number[] = []
    for (const word of split(field, text)) {
      const match = matches.get(field.to!)?.get(key(word))
      const inSheet = field.to === module.name && match?.rank !== 0 ? (above.get(word.trim()) ?? above.get(key(word))) : undefined
      if (inSheet && field.storage === 'bigint' && !lines && !child && inSheet.row !== row)
        return inSheet.row < row
          ? { later: inSheet.reference }
          : { error: `"${short(word)}" is in row ${inSheet.row}, below this one. Move it above.` }
      if (!match) return { error: `"${short(word)}" was not found.` }
      // Two records can have codes that differ in case: the one that is written exactly so is meant.
      const exact = [...match.ids].filter(([, values]) => values.has(word.trim())).map(([id]) => id)
      const fitting = exact.length ? exact : [...match.ids.keys()]
      if (fitting.length > 1) return { error: `"${short(word)}" fits ${fitting.length} records; write its code.` }
      ids.push(fitting[0]!)
    }
    return { value: field.storage === 'bigint[]' ? ids : ids[0] }
  }
}

/** The rows of the sheet by their codes, as written and in lower case; the first row that has one counts. */
async function codesOfRows(
  module: Module,
  columns: Columns,
  rows: Rows,
): Promise<ReadonlyMap<string, { readonly row: number; readonly reference: LaterReference }>> {
  const result = new Map<string, { row: number; reference: LaterReference }>()
  if (!columns.some((column) => column?.field.to === module.name)) return result
  const codes = new Set(codesOf(module).map(({ name }) => name))
  const places = columns.flatMap((column, index) =>
    column && !column.lines && !column.child && codes.has(column.field.name) ? [{ index, field: column.field.name }] : [],
  )
  const pace = pacer()
  for (const [index, cells] of rows.entries()) {
    await pace()
    for (const { index: place, field } of places) {
      const value = restore(cells[place] ?? '').trim()
      for (const word of value ? [value, key(value)] : [])
        if (!result.has(word)) result.set(word, { row: index + 2, reference: { field, value } })
    }
  }
  return result
}

/** The ids of records of rows above, now that these are written; a record that is missing leaves its field empty. */
export async function idsOfLater(
  ctx: Ctx,
  module: Module,
  later: Readonly<Record<string, LaterReference>>,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [name, { field, value }] of Object.entries(later)) {
    const [record] = await ctx.db.query<{ id: number }>(
      sql`
        select id
        from ${table(ctx, module.entity.table)}
        where ${ref(field)} = ${value}
        order by id desc
        limit 1
      `,
    )
    if (record) ids[name] = record.id
  }
  return ids
}

/** One query per referenced module for all the words of the sheet. */
async function matchesOf(ctx: Ctx, columns: Columns, rows: Rows): Promise<Matches> {
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
  const result = new Map<string, Map<string, Match>>()
  for (const [name, set] of words) {
    const target = ctx.modules.get(name)
    if (!target || !set.size) continue
    const env = envOf(ctx)
    const scope: RefScope = { ...env, mode: 'list' }
    const asked = env.params.add([...set], 'text[]')
    const reach = scopeSql(ctx, env, target, { alias: 't', action: 'dropdown' }).join(' and ') || 'true'
    // Codes take precedence over names and names over labels: a word that is a record's code means that record, even if
    // others have it as their name.
    const codes = codesOf(target)
      .filter((field) => env.reader.name(target, field.name, 'search'))
      .map((field) => env.reader.column({ module: target, alias: 't' }, field))
    const ranks = [...codes, nameSql(scope, target, 't'), labelSql(scope, target, 't'), 't.id'].map(
      (expression, rank) => `(${rank < codes.length ? 0 : rank}, (${expression})::text)`,
    )
    const matched = await ctx.db.query<{ id: number; text: string; rank: number }>(
      `select distinct t.id, w.text, w.rank from ${qualify(env.schema, target.entity.table)} t cross join lateral (values ${ranks.join(', ')}) w(rank, text) where ${reach} and lower(w.text) = any(${asked})`,
      env.params.values,
    )
    const best = new Map<string, { rank: number; ids: Map<number, Set<string>> }>()
    for (const { id, text, rank } of matched) {
      // What a code is written like counts without spaces around it, as in the sheet.
      const word = key(text)
      const before = best.get(word)
      if (!before || rank < before.rank) best.set(word, { rank, ids: new Map([[id, new Set([text.trim()])]]) })
      else if (rank === before.rank) before.ids.set(id, (before.ids.get(id) ?? new Set()).add(text.trim()))
    }
    result.set(name, best)
  }
  return result
}
