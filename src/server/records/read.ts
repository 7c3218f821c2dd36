/** Reading one record: header, references and child tables in one statement, within the caller’s rows. */

import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { literal, qualify } from '../platform/db/name.ts'
import type { Params } from '../platform/db/params.ts'
import { notFound } from '../platform/errors.ts'
import { accessKey, requireRecords } from './access.ts'
import { withLive } from './live.ts'
import { envOf } from './query/env.ts'
import type { FilterEnv } from './query/filter-env.ts'
import { filled } from './query/person.ts'
import { type ReadPlan, readPlan } from './query/plan.ts'
import { readerOf } from './query/reader.ts'
import { scopeSql } from './query/scope.ts'
import type { Mode } from './query/values.ts'
import { cutSubjects } from './subject.ts'

/** The most shapes of row predicates cached per plan; there are a handful. */
const MAX_TEXTS = 50

interface ReadOptions {
  readonly mode?: Mode
  /** Holds the header row until the transaction ends. */
  readonly lock?: boolean
  /** Reads every field, regardless of the caller's access: for calculations, never for responses. */
  readonly whole?: boolean
  /** Also reads a row outside the caller's rows; its fields are still those that the caller can see. */
  readonly anyRow?: boolean
  /** Only the columns of the header: no child tables, no resolved references, nothing that is derived on reading. */
  readonly storedOnly?: boolean
  /** Adds the job that works on the record, or that failed since its last change, as `processing`. */
  readonly processing?: boolean
}

/**
 * Reads a record within the caller's rows for `action`; 404 when there is none.
 */
export async function read(ctx: Ctx, module: Module, id: number, options: Reading): Promise<Row> {
  const env = envOf(ctx)
  const [match] = await rowsWhere(ctx, env, module, { ...options, where: `t.id = ${env.params.add(id, 'bigint')}` })
  if (!match) throw notFound()
  return options.whole ? match : completed(ctx, module, match)
}

/**
 * 404 unless the record is within the caller's rows for `action`. Reads only its own columns, without lines and references.
 */
export async function requireRecord(
  ctx: Ctx,
  module: Module,
  id: number,
  { action, lock = false }: Pick<Reading, 'action' | 'lock'>,
): Promise<void> {
  await read(ctx, module, id, { action, lock, mode: 'exact', whole: true, storedOnly: true })
}

/** Reads several whole records by one statement, for calculations; those outside the caller's rows for `action` are left out. */
export function readWhole(ctx: Ctx, module: Module, ids: readonly number[], options: Omit<Reading, 'whole' | 'anyRow'>): Promise<Row[]> {
  const env = envOf(ctx)
  return rowsWhere(ctx, env, module, { ...options, whole: true, where: `t.id = any(${env.params.ids([...ids])})` })
}

type Reading = ReadOptions & { readonly action: string }

/** The rows of a condition; locked rows in the order of their ids, so that two requests never wait for each other. */
async function rowsWhere(
  ctx: Ctx,
  env: FilterEnv,
  module: Module,
  { action, where: condition, ...options }: Reading & { readonly where: string },
): Promise<Row[]> {
  requireRecords(module)
  const where = [condition, ...(options.anyRow ? [] : scopeSql(ctx, env, module, { alias: 't', action }))].join(' and ')
  const plan = planFor(ctx, env, module, options)
  const parts = [
    options.storedOnly ? plan.stored : plan.header,
    ...(plan.lines && !options.storedOnly ? [plan.lines] : []),
    ...(options.processing ? [processingSql(env.schema, module)] : []),
  ]
  const select = filled(parts.join(', '), env.params, ctx, env.today)
  const key = `${options.lock ? 'lock' : 'read'} ${parts.length}${options.storedOnly ?? ''}${options.processing ?? ''} ${where}`
  let text = plan.texts.get(key)
  if (!text) {
    // A locking clause and aggregates may not share a level; the lock is taken in the innermost select.
    const from = options.lock
      ? `(select t.* from ${plan.table} t where ${where} order by t.id for update) t`
      : `${plan.table} t where ${where}`
    text = `select row_to_json(x) as row from (select ${select} from ${from}) x`
    if (plan.texts.size < MAX_TEXTS) plan.texts.set(key, text)
  }
  return (await ctx.db.prepared<{ row: Row }>(text, env.params.values)).map(({ row }) => row)
}

const planFor = (ctx: Ctx, env: FilterEnv, module: Module, { whole = false, mode = 'read' }: ReadOptions): ReadPlan =>
  readPlan(
    {
      schema: env.schema,
      modules: ctx.modules,
      timeZone: env.timeZone,
      reader: (base) => readerOf(ctx, base, undefined, whole),
      access: whole ? '*' : accessKey(ctx, module),
      mode,
    },
    module,
  )

/** Values that PostgreSQL does not compute, and those of other records that the caller cannot see. */
async function completed(ctx: Ctx, module: Module, row: Row): Promise<Row> {
  await withLive(ctx, module, [row])
  await cutSubjects(ctx, module, [row])
  return row
}

/** Reads a record in the statement that writes it, as `read` would read it for its writer right afterwards. */
export interface ReadBack {
  /** The query of the record: `header` and `lines` name the WITH queries with the written rows; other child tables are read as stored. */
  sql(params: Params, header: string, lines?: ReadonlyMap<string, string>): string
  /** The record, from the row that the query answered. */
  completed(row: Row): Promise<Row>
}

/** How the caller's statement reads back what it has written. */
export const readBack = (ctx: Ctx, module: Module): ReadBack => ({
  sql(params, header, lines = new Map()) {
    const env = envOf(ctx, params)
    const plan = planFor(ctx, env, module, {})
    const select = filled([plan.header, ...(plan.lines ? [plan.linesWritten(lines)] : [])].join(', '), params, ctx, env.today)
    return `select row_to_json(x) as row from (select ${select} from ${header} t) x`
  },
  completed: (row) => completed(ctx, module, row),
})

/** The job of the record's present version, read along with it: few records ever have one. */
const processingSql = (schema: string, module: Module): string =>
  `(select json_build_object('action', p.action, 'job_id', p.job_id, 'state', p.state, 'error', p.error) from ${qualify(schema, 'processing')} p where p.module = ${literal(module.name)} and p.record_id = t.id and p.version = t.version) as "processing"`
