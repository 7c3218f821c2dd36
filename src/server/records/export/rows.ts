/** Rows of an export: every record the caller may see under the list's filters, read through a cursor. */
import type { Field, Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, ListQuery } from '../../platform/context.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { requireAction, type Sees, seesOf } from '../access.ts'
import { whereSql } from '../list.ts'
import { envOf } from '../query/env.ts'
import { progressSql } from '../query/filter.ts'
import { orderSql } from '../query/order.ts'
import { didYouMean } from '../query/paths.ts'
import { nameSql, pathSql, type RefScope } from '../query/refs.ts'
import { tagNamesSql } from '../query/tags.ts'
import { column, valueSql } from '../query/values.ts'

/**
 * A column of an export. Values are as in the database, but choices are written as their labels, and instants as
 * `YYYY-MM-DDTHH:mm:ss` by the company's clock.
 */
export interface ExportColumn {
  readonly title: string
  readonly type: Field['type'] | 'status'
  readonly sql: string
  /** Labels of the stored values. */
  readonly words?: ReadonlyMap<string, string>
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

/**
 * Columns and a stream of rows; `columns` chooses them by name or dotted path, else every field is a column. All rows under the
 * filters are exported; `within` limits them to the days that the list of a large module opens with.
 */
export function exportRows(ctx: Ctx, module: Module, query: ListQuery & { columns?: string; within?: boolean }): Export {
  requireAction(ctx, module, 'export')
  const env = envOf(ctx)
  const sees = seesOf(ctx)
  const scope: RefScope = { ...env, mode: 'list' }
  const where = whereSql(ctx, env, module, { query: query.within ? query : { ...query, window: 'all' }, action: 'export' })
  const order = orderSql(env, module, { alias: 't', sort: query.sort })
  const paths = query.columns?.trim()
    ? query.columns
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : defaultPaths(module, sees)
  requireColumns(paths)
  const columns = paths.map((path): ExportColumn => {
    const target = env.reader.name(module, path, 'column')
    const sql = target && expression(target, path)
    if (!target || !sql)
      throw invalid({ columns: [`There is no column "${path}".${didYouMean(path, env.reader.names(module, 'column'))}`] })
    const shown = [...module.columns, ...(module.offeredColumns ?? [])].find((candidate) => candidate.path === path)
    const words = wordsOf(module, target, badge(path))
    return { title: shown?.title ?? titleOf(target, path), type: typeOf(target), sql, ...(words && { words }) }
  })
  const text = `select ${columns.map((exportColumn, index) => `${exportColumn.sql} as c${index}`).join(', ') || 't.id'} from ${qualify(env.schema, module.entity.table)} t ${order.joins.join(' ')} where ${where} order by ${order.keys.join(', ')}`
  return { columns, rows: arrays(ctx.db.stream({ text, values: env.params.values }, batchOf(columns.length)), columns) }

  function byClock(sql: string): string {
    return `to_char(${sql} at time zone ${literal(env.timeZone)}, 'YYYY-MM-DD"T"HH24:MI:SS')`
  }

  /** Whether the column is exported as the status badge: the progress of a posted record, else the state. */
  function badge(path: string): boolean {
    return path === 'status' && module.field.progress !== undefined && !paths.includes('progress')
  }

  function expression(target: Target, path: string): string | undefined {
    if (badge(path) && target.kind === 'column') {
      const progress = env.reader.name(module, 'progress', 'column') && progressSql(module, 't', () => env.params.add(env.today, 'date'))
      const columnSql = env.reader.column({ module, alias: 't' }, target.field)
      return progress
        ? `case when ${columnSql} = 'posted' then coalesce(nullif(${progress}, ''), ${columnSql}) else ${columnSql} end`
        : columnSql
    }
    if (target.kind === 'builtin') return column('t', target.name)
    if (target.kind === 'tags') return tagNamesSql(env.schema, ctx.modules, module, 't')
    if (target.kind === 'progress') return progressSql(module, 't', () => env.params.add(env.today, 'date'))
    if (target.kind === 'reference') {
      const reached = hidden(target) ? undefined : pathSql(scope, { module, alias: 't' }, path.split('.'), { depth: 0, target })
      return reached && typeOf(target) === 'datetime' ? byClock(reached) : reached
    }
    if (target.kind !== 'column') return undefined
    const { field } = target
    const columnSql = env.reader.column({ module, alias: 't' }, field)
    const referenced = field.to ? ctx.modules.get(field.to) : undefined
    if (!referenced) return field.type === 'datetime' && !field.sensitive ? byClock(columnSql) : valueSql(columnSql, field, 'list')
    const inner = env.alias()
    const from = `from ${qualify(env.schema, referenced.entity.table)} ${inner} where`
    const name = nameSql(scope, referenced, inner)
    return field.storage === 'bigint[]'
      ? `(select string_agg(${name}::text, '; ') ${from} ${inner}.id = any(${columnSql}))`
      : `(select ${name} ${from} ${inner}.id = ${columnSql})`
  }
}

const batchOf = (columns: number): number => Math.min(500, Math.max(20, Math.floor(BATCH_CELLS / Math.max(1, columns))))

/** Every column is part of the statement; PostgreSQL takes 1664, and each path joins a table. */
function requireColumns(paths: readonly string[]): void {
  if (paths.length > MAX_COLUMNS) throw invalid({ columns: [`Choose ${MAX_COLUMNS} columns at most.`] })
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  if (twice !== undefined) throw invalid({ columns: [`The column "${twice.slice(0, 80)}" is chosen twice.`] })
}

/** Values masked in lists are masked behind a reference too: they are left out. */
function hidden(target: Target): boolean {
  if (target.kind === 'reference') return hidden(target.rest)
  return target.kind === 'column' && (target.field.sensitive || NEVER.has(target.field.type))
}

const defaultPaths = (module: Module, sees: Sees): string[] =>
  module.fields
    .filter(
      (field) =>
        field.storage !== 'none' &&
        field.widget !== 'hidden' &&
        sees(field) &&
        !NEVER.has(field.type) &&
        !SYSTEM.has(field.name) &&
        field.name !== 'id',
    )
    .map((field) => field.name)

const titleOf = (target: Target, path: string): string =>
  target.kind === 'reference'
    ? target.rest.kind === 'column' && target.rest.field.name === target.module.entity.name
      ? target.field.title
      : `${target.field.title} ${titleOf(target.rest, path)}`
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

/** Labels of a column's stored values; undefined where the values are exported as they are. */
function wordsOf(module: Module, target: Target, badge: boolean): ReadonlyMap<string, string> | undefined {
  if (target.kind === 'reference') return wordsOf(target.module, target.rest, false)
  if (target.kind !== 'column' && target.kind !== 'progress') return undefined
  const { field } = target
  const progress = (module.field.progress?.options ?? []).map(({ value, label }): [string, string] => [value, label])
  if (target.kind === 'progress') return new Map(progress)
  if (field.name === 'status' && module.workflow) {
    const states = Object.values(module.workflow.states).map(({ name, title }): [string, string] => [name, title])
    return new Map([...(badge ? progress : []), ...states])
  }
  return field.options ? new Map(field.options.map(({ value, label }) => [String(value), label])) : undefined
}

const inWords = (value: unknown, known: ReadonlyMap<string, string>): unknown =>
  Array.isArray(value) ? value.map((each) => known.get(String(each)) ?? each) : value === null ? null : (known.get(String(value)) ?? value)

async function* arrays(batches: AsyncIterable<Record<string, unknown>[]>, columns: readonly ExportColumn[]): AsyncGenerator<unknown[][]> {
  for await (const batch of batches)
    yield batch.map((row) => columns.map(({ words: known }, index) => (known ? inWords(row[`c${index}`], known) : row[`c${index}`])))
}
