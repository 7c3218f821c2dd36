/** Rows of an export: every record the caller may see under the list's filters, read through a cursor. */
import type { Field, Module } from '../../../engine/module.ts'
import type { Target } from '../../../engine/permissions/index.ts'
import type { Ctx, ListQuery } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { requireAction, type Sees, seesOf } from '../access.ts'
import { whereSql } from '../list.ts'
import { envOf } from '../plan/env.ts'
import { progressSql } from '../plan/filter.ts'
import { orderSql } from '../plan/order.ts'
import { didYouMean } from '../plan/paths.ts'
import { nameSql, pathSql, type RefScope } from '../plan/refs.ts'
import { tableName } from '../plan/sql.ts'
import { tagNamesSql } from '../plan/tags.ts'
import { column, valueSql } from '../plan/values.ts'

export interface ExportColumn {
  readonly title: string
  readonly type: Field['type'] | 'status'
  readonly sql: string
}
export interface Export {
  readonly columns: readonly ExportColumn[]
  readonly rows: AsyncIterable<unknown[][]>
}

const NEVER = new Set<Field['type']>([
  'password',
  'secret',
  'json',
  'attachment',
  'attachments',
  'image',
  'geofence',
  'geopoint',
  'richtext',
])
/** Columns of one export. */
const MAX_COLUMNS = 200
/** Cells that are read and written between two turns of the event loop. */
const BATCH_CELLS = 15_000
const SYSTEM = new Set(['version', 'created_by', 'updated_by', 'updated_at'])

/** Columns and a stream of rows; `columns` chooses them by name or dotted path. */
export function exportRows(ctx: Ctx, module: Module, query: ListQuery & { columns?: string }): Export {
  requireAction(ctx, module, 'export')
  const env = envOf(ctx)
  const sees = seesOf(ctx)
  const scope: RefScope = { ...env, mode: 'list' }
  const where = whereSql(ctx, env, module, { ...query, window: 'all' }, 'export')
  const order = orderSql(env, module, 't', query.sort)
  const paths = query.columns?.trim()
    ? query.columns
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    : defaultPaths(module, sees)
  requireColumns(paths)
  const columns = paths.map((path): ExportColumn => {
    const target = env.reader.name(module, path, 'column')
    const sql = target && expression(target, path)
    if (!target || !sql)
      throw invalid({ columns: [`There is no column "${path}".${didYouMean(path, env.reader.names(module, 'column'))}`] })
    const shown = module.columns.find((one) => one.path === path)
    return { title: shown?.title ?? titleOf(target, path), type: typeOf(target), sql }
  })
  const text = `select ${columns.map((one, index) => `${one.sql} as c${index}`).join(', ') || 't.id'} from ${tableName(env.schema, module.entity.table)} t ${order.joins.join(' ')} where ${where} order by ${order.keys.join(', ')}`
  return { columns, rows: arrays(ctx.db.stream(text, env.params.values, batchOf(columns.length)), columns.length) }

  function expression(target: Target, path: string): string | undefined {
    if (target.kind === 'builtin') return column('t', target.name)
    if (target.kind === 'tags') return tagNamesSql(env.schema, ctx.modules, module, 't')
    if (target.kind === 'progress') return progressSql(module, 't', () => env.params.add(env.today, 'date'))
    if (target.kind === 'reference') return hidden(target) ? undefined : pathSql(scope, { module, alias: 't' }, path.split('.'), 0, target)
    if (target.kind !== 'column') return undefined
    const { field } = target
    const own = env.reader.column({ module, alias: 't' }, field)
    const referenced = field.to ? ctx.modules.get(field.to) : undefined
    if (!referenced) return valueSql(own, field, 'list')
    const inner = env.alias()
    const from = `from ${tableName(env.schema, referenced.entity.table)} ${inner} where`
    const name = nameSql(scope, referenced, inner)
    return field.storage === 'bigint[]'
      ? `(select string_agg(${name}::text, '; ') ${from} ${inner}.id = any(${own}))`
      : `(select ${name} ${from} ${inner}.id = ${own})`
  }
}

const batchOf = (columns: number): number => Math.min(500, Math.max(20, Math.floor(BATCH_CELLS / Math.max(1, columns))))

/** Every column is a part of the statement; PostgreSQL takes 1664, and each path joins a table. */
function requireColumns(paths: readonly string[]): void {
  if (paths.length > MAX_COLUMNS) throw invalid({ columns: [`Choose ${MAX_COLUMNS} columns at most.`] })
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) throw invalid({ columns: [`The column "${twice.slice(0, 80)}" is chosen twice.`] })
}

/** Values masked in lists are masked behind a reference too: they are left out. */
function hidden(target: Target): boolean {
  if (target.kind === 'reference') return hidden(target.rest)
  return target.kind === 'column' && (target.field.sensitive || NEVER.has(target.field.type))
}

const defaultPaths = (module: Module, sees: Sees): string[] =>
  module.fields
    .filter((field) => field.storage !== 'none' && sees(field) && !NEVER.has(field.type) && !SYSTEM.has(field.name) && field.name !== 'id')
    .map((field) => field.name)

const titleOf = (target: Target, path: string): string =>
  target.kind === 'reference'
    ? `${target.field.title} ${titleOf(target.rest, path)}`
    : target.kind === 'column' || target.kind === 'progress'
      ? target.field.title
      : target.kind === 'tags'
        ? 'Tags'
        : path

const typeOf = (target: Target): ExportColumn['type'] =>
  target.kind === 'reference'
    ? typeOf(target.rest)
    : target.kind === 'column' || target.kind === 'progress'
      ? target.field.to
        ? 'text'
        : target.field.type
      : target.kind === 'tags'
        ? 'text'
        : 'integer'

async function* arrays(batches: AsyncIterable<Record<string, unknown>[]>, width: number): AsyncGenerator<unknown[][]> {
  for await (const batch of batches) yield batch.map((row) => Array.from({ length: width }, (_, index) => row[`c${index}`]))
}
