/** Set-based writes: one statement for a record with any number of lines. */

import type { Field, Lines, Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { isDecimal } from '../../../kernel/decimal.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import type { ReadBack } from '../read.ts'

const SYSTEM = new Set(['id', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at'])
/** The columns that link a row to its record; in a header `parent_id` is a field like any other. */
const OF_LINES = new Set(['parent_id', 'line_no'])

/** The fields of a record or its lines that have a column of their own to write, and their columns in statements. */
interface Stored {
  readonly fields: readonly Field[]
  /** The columns, quoted: `"a", "b"`. */
  readonly columns: string
  /** The same, read from the alias `v`. */
  readonly values: string
  /** With their types, as a row of JSON is read: `"a" bigint, "b" text`. */
  readonly types: string
}

const stored = onceFor((part: Module | Lines): Stored => {
  const fields = part.fields.filter(
    (field) => field.storage !== 'none' && !SYSTEM.has(field.name) && ('entity' in part || !OF_LINES.has(field.name)),
  )
  return { fields, ...columnsOf(fields) }
})

const columnsOf = (fields: readonly Field[]): Omit<Stored, 'fields'> => {
  const names = fields.map(({ name }) => quote(name))
  return {
    columns: names.join(', '),
    values: names.map((name) => `v.${name}`).join(', '),
    types: fields.map(({ storage }, index) => `${names[index]} ${storage}`).join(', '),
  }
}

/** A value as JSON from which PostgreSQL reads the column; numbers as exact text. */
function jsonValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (isDecimal(value)) return value.toFixed()
  if (field.storage === 'daterange') {
    const { from, to } = value as { from: string; to: string }
    return `[${from},${to}]`
  }
  return value
}

/** The values of a row; a column that the JSON does not name is read as empty. */
function rowJson(fields: readonly Field[], row: Row): Row {
  const json: Row = {}
  for (const field of fields) {
    const value = jsonValue(field, row[field.name])
    if (value !== null) json[field.name] = value
  }
  return json
}

const actor = (ctx: Ctx): number | null => (ctx.principal.user_id > 0 ? ctx.principal.user_id : null)

/** A further statement that runs with the write: `from` names the WITH query that returns the written row's id. */
type Along = (params: Params, from: string) => string

/** What runs with a write, and how the statement reads back the record for a response; without `back` it does not. */
interface Beside {
  readonly along: Along
  readonly back?: ReadBack | undefined
}

/** Inserts the record with its lines, and further statements, in one statement; returns its id, and the record where it is read back. */
export async function insertRecord(
  ctx: Ctx,
  module: Module,
  record: Row,
  { along, back }: Beside,
): Promise<{ readonly id: number; readonly row?: Row }> {
  const params = new Params()
  const { fields, ...shape } = stored(module)
  const by = params.add(actor(ctx), 'bigint')
  const now = params.add(ctx.clock.now().toISOString(), 'timestamptz')
  const head = fields.length
    ? `select ${shape.values}, 1, ${by}, ${now}, ${by}, ${now} from json_to_record(${params.add(JSON.stringify(rowJson(fields, record)), 'json')}) as v(${shape.types})`
    : `select 1, ${by}, ${now}, ${by}, ${now}`
  const columns = `${fields.length ? `${shape.columns}, ` : ''}version, created_by, created_at, updated_by, updated_at`
  const parts = [
    `h as (insert into ${qualify(ctx.company.schema, module.entity.table)} (${columns}) ${head} returning ${back ? '*' : 'id'})`,
  ]
  const written = new Map<string, string>()
  module.lines.forEach((lines, index) => {
    const rows = (record[lines.name] as Row[] | undefined) ?? []
    const placed = rows.map((row, position) => ({ row, line_no: position + 1 }))
    if (!rows.length) return
    const insert = insertLinesSql(ctx, { lines, rows: placed, parent: 'h.id', from: ', h' }, params)
    parts.push(`l${index} as (${insert}${back ? ' returning *' : ''})`)
    written.set(lines.name, `l${index}`)
  })
  parts.push(`a as (${along(params, 'h')})`)
  const answer = back ? `select (select id from h) as id, b.row from (${back.sql(params, 'h', written)}) b` : 'select id from h'
  const [inserted] = await ctx.db.prepared<{ id: number; row?: Row }>(`with ${parts.join(', ')} ${answer}`, params.values)
  const { id, row } = inserted!
  return back && row ? { id, row: await back.completed(row) } : { id }
}

interface Placed {
  readonly row: Row
  readonly line_no: number
}

interface NewLines {
  readonly lines: Lines
  readonly rows: readonly Placed[]
  /** SQL of the record's id, and the source of that column in the statement. */
  readonly parent: string
  readonly from?: string
}

function insertLinesSql(ctx: Ctx, { lines, rows, parent, from = '' }: NewLines, params: Params): string {
  const { fields, columns, values, types } = stored(lines)
  const json = params.add(JSON.stringify(rows.map(({ row, line_no }) => ({ ...rowJson(fields, row), line_no }))), 'json')
  const [names, read, typed] = fields.length ? [`, ${columns}`, `, ${values}`, `, ${types}`] : ['', '', '']
  return `insert into ${qualify(ctx.company.schema, lines.table)} (parent_id, line_no${names}) select ${parent}, v.line_no${read} from json_to_recordset(${json}) as v(line_no int${typed})${from}`
}

/** Names of header fields whose value differs. */
export const changedFields = (module: Module, before: Row, after: Row): Field[] =>
  stored(module).fields.filter((field) => !sameStored(field, before[field.name], after[field.name]))

/** Equality of two values of a field as they are stored. */
export function sameStored(field: Field, a: unknown, b: unknown): boolean {
  if (field.storage === 'jsonb' || field.storage === 'daterange') return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  if (field.storage.endsWith('[]')) return JSON.stringify(a ?? []) === JSON.stringify(b ?? [])
  return sameValue(a ?? null, b ?? null)
}

/** The changed fields of a stored header, and the record with their values. */
interface HeaderChange {
  readonly id: number
  /** The version that was read. */
  readonly version: number
  readonly fields: readonly Field[]
  readonly record: Row
}

/**
 * Writes the changed values of a header and increases its version; returns the new version, with the record where it is read
 * back, or undefined when `version` is no longer the stored one.
 */
export async function updateHeader(
  ctx: Ctx,
  module: Module,
  { id, version, fields, record }: HeaderChange,
  { along, back }: Beside,
): Promise<{ readonly version: number; readonly row?: Row } | undefined> {
  const params = new Params()
  const set = fields.map((field) => `${quote(field.name)} = v.${quote(field.name)}`)
  const by = params.add(actor(ctx), 'bigint')
  const now = params.add(ctx.clock.now().toISOString(), 'timestamptz')
  const from = fields.length
    ? ` from json_to_record(${params.add(JSON.stringify(rowJson(fields, record)), 'json')}) as v(${columnsOf(fields).types})`
    : ''
  const update = `update ${qualify(ctx.company.schema, module.entity.table)} t set ${[...set, 'version = t.version + 1', `updated_by = ${by}`, `updated_at = ${now}`].join(', ')}${from} where t.id = ${params.add(id, 'bigint')} and t.version = ${params.add(version, 'bigint')} returning ${back ? 't.*' : 't.id, t.version'}`
  const text = `with h as (${update}), a as (${along(params, 'h')}) ${back ? back.sql(params, 'h') : 'select version from h'}`
  if (!back) return (await ctx.db.prepared<{ version: number }>(text, params.values))[0]
  const [updated] = await ctx.db.prepared<{ row: Row & { version: number } }>(text, params.values)
  return updated && { version: updated.row.version, row: await back.completed(updated.row) }
}

/** The difference between stored and new rows of a child table. */
export interface LineChanges {
  readonly lines: Lines
  readonly removed: readonly number[]
  readonly changed: readonly Placed[]
  readonly added: readonly Placed[]
}

/** The writes to each child table of a save; tables without changes are left out. */
export function lineChanges(module: Module, before: Row, after: Row): LineChanges[] {
  return module.lines.flatMap((lines) => {
    const rowsBefore = new Map(((before[lines.name] as Row[] | undefined) ?? []).map((row) => [row.id as number, row]))
    const rows = ((after[lines.name] as Row[] | undefined) ?? []).map((row, index) => ({ row, line_no: index + 1 }))
    const keptIds = new Set(rows.map(({ row }) => row.id))
    const { fields } = stored(lines)
    const changes: LineChanges = {
      lines,
      removed: [...rowsBefore.keys()].filter((id) => !keptIds.has(id)),
      changed: rows.filter(({ row, line_no }) => {
        const old = rowsBefore.get(row.id as number)
        return old && (old.line_no !== line_no || fields.some((field) => !sameStored(field, old[field.name], row[field.name])))
      }),
      added: rows.filter(({ row }) => !rowsBefore.has(row.id as number)),
    }
    return changes.removed.length || changes.changed.length || changes.added.length ? [changes] : []
  })
}

/** Applies line changes: at most one delete, one update and one insert per child table. */
export async function writeLines(ctx: Ctx, id: number, changes: readonly LineChanges[]): Promise<void> {
  for (const { lines, removed, changed, added } of changes) {
    const table = qualify(ctx.company.schema, lines.table)
    if (removed.length) {
      const params = new Params()
      await ctx.db.prepared(
        `delete from ${table} where parent_id = ${params.add(id, 'bigint')} and id = any(${params.ids(removed)})`,
        params.values,
      )
    }
    if (changed.length) {
      const params = new Params()
      const { fields, types } = stored(lines)
      const json = params.add(JSON.stringify(changed.map(({ row, line_no }) => ({ ...rowJson(fields, row), id: row.id, line_no }))), 'json')
      const set = ['line_no = v.line_no', ...fields.map((field) => `${quote(field.name)} = v.${quote(field.name)}`)].join(', ')
      await ctx.db.prepared(
        `update ${table} t set ${set} from json_to_recordset(${json}) as v(id bigint, line_no int${fields.length ? `, ${types}` : ''}) where t.id = v.id and t.parent_id = ${params.add(id, 'bigint')}`,
        params.values,
      )
    }
    if (added.length) {
      const params = new Params()
      const parent = params.add(id, 'bigint')
      await ctx.db.prepared(insertLinesSql(ctx, { lines, rows: added, parent }, params), params.values)
    }
  }
}
