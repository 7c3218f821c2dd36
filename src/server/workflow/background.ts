/**
 * Transitions as jobs: of a record with very many lines, and of very many records. The record keeps its state until the
 * job's single transaction has committed, and shows meanwhile that it is being processed; a failure is shown in the same
 * place.
 */

import { randomUUID } from 'node:crypto'
import type { Json, Module, Row } from '../../engine/model/module.ts'
import type { Ctx, JobSubject, TransitionCall } from '../platform/context.ts'
import { join, type Sql, sql, table } from '../platform/db/sql.ts'
import { notFound, refuse } from '../platform/errors.ts'
import { partsOfJob } from '../platform/http/idempotency.ts'
import { requireAction } from '../records/access.ts'
import { audienceById, publishRecord } from '../records/audience/audience.ts'
import { type BulkAction, type BulkResult, eachRecord } from '../records/bulk.ts'
import { read } from '../records/read.ts'
import { named } from './matching.ts'

export const TRANSITION_QUEUE = 'workflow.transition'
export const BULK_QUEUE = 'workflow.bulk'

/** A job without a sign of life for this long counts as lost: the record can be tried again. */
const LOST_AFTER_MS = 3_600_000

type Progress = (done: number, total: number, note?: string) => void

const ownTable = (ctx: Ctx): Sql => table(ctx, 'processing')
const settingOf = (ctx: Ctx, key: string): number => Number(ctx.settings[key] ?? Number.POSITIVE_INFINITY)

async function isLarge(ctx: Ctx, module: Module, id: number): Promise<boolean> {
  const most = settingOf(ctx, 'background_above_lines')
  if (!Number.isFinite(most)) return false
  const parts = module.lines.map((lines) => sql`SELECT 1 FROM ${table(ctx, lines.table)} WHERE parent_id = ${id}`)
  const [match] = await ctx.db.query<{ n: number }>(
    sql`
      SELECT count(*) AS n
      FROM (${join(parts, ' UNION ALL ')} LIMIT ${most + 1}) l
    `,
  )
  return Number(match?.n) > most
}

/**
 * Queues the transition if the record is too large to wait for, and returns the record with the job; undefined where the
 * transition must run at once, also to say why it is refused. 409 while a job works on the record.
 */
export async function transitionLater(ctx: Ctx, module: Module, { id, action, input }: TransitionCall): Promise<Row | undefined> {
  const transition = Object.hasOwn(module.workflow?.transitions ?? {}, action) ? module.workflow!.transitions[action]! : undefined
  if (!transition || !(transition.effects.length || transition.reverses) || module.lines.length === 0) return undefined
  if (!(await isLarge(ctx, module, id))) return undefined
  const record = await read(ctx, module, id, { action: 'view' })
  requireAction(ctx, module, action)
  const actions = await ctx.services.workflow.actions(ctx, module, record)
  if (!actions.some((actionState) => actionState.name === action && actionState.allowed)) return undefined
  const now = ctx.clock.now()
  const job_id = await ctx.db.tx(async () => {
    const data = { module: module.name, id, action, input: { ...input, version: input.version ?? record.version } }
    const job = await ctx.services.jobs.send(ctx, TRANSITION_QUEUE, data as Json)
    const [mine] = await ctx.db.query(
      sql`
        INSERT INTO ${ownTable(ctx)} AS p (module, record_id, action, version, job_id, state, at)
        VALUES (${module.name}, ${id}, ${action}, ${record.version}, ${job}, 'running', ${now.toISOString()})
        ON CONFLICT (module, record_id) DO UPDATE SET action = EXCLUDED.action, version = EXCLUDED.version,
          job_id = EXCLUDED.job_id, state = 'running', error = NULL, at = EXCLUDED.at
        WHERE p.state = 'failed'
          OR p.at NOT BETWEEN ${new Date(now.getTime() - LOST_AFTER_MS).toISOString()} AND ${now.toISOString()}
        RETURNING job_id
      `,
    )
    if (!mine) throw refuse('E_PROCESSING', 'This record is being processed. Please wait until it finishes.')
    return job
  })
  await changed(ctx, module, record)
  return { ...record, job_id, processing: { action, job_id, state: 'running', error: null }, actions: [] }
}

const changed = async (ctx: Ctx, module: Module, record: Row): Promise<void> => {
  const id = Number(record.id)
  publishRecord(ctx, await audienceById(ctx, module, id), { id, version: Number(record.version) })
}

/** Runs the transition that `transitionLater` queued: all of it in one transaction, or none and the reason is stored. */
export async function workTransition(ctx: Ctx, data: Json, progress: Progress): Promise<Json> {
  const { id, action, input, ...rest } = data as unknown as { module: string; id: number; action: string; input: Row }
  const module = ctx.modules.get(rest.module)
  if (!module) throw notFound('Cannot find module')
  await ctx.db.tx(async () => {
    const gone = await ctx.db.query(
      sql`
        DELETE FROM ${ownTable(ctx)}
        WHERE module = ${module.name} AND record_id = ${id} AND state = 'running'
        RETURNING 1
      `,
    )
    // A job that is restarted after its commit finds nothing left to do.
    if (gone.length) await ctx.services.workflow.carryOut({ ...ctx, progress }, module, { id, action, input })
  })
  return { id }
}

/** Stores the reason on the record of a transition that failed for good; it can be tried again. */
export async function endTransition(ctx: Ctx, _data: Json, message: string, job: { id: string }): Promise<JobSubject | undefined> {
  const rows = await ctx.db.query<{ module: string; record_id: number; action: string; version: number }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET state = 'failed', error = ${message}
      WHERE job_id = ${job.id} AND state = 'running'
      RETURNING module, record_id, action, version
    `,
  )
  const [row] = rows
  const module = row && ctx.modules.get(row.module)
  if (!module) return undefined
  await changed(ctx, module, { id: row.record_id, version: row.version })
  const title = module.workflow?.transitions[row.action]?.title ?? row.action
  return { module: module.name, record_id: Number(row.record_id), title: `${module.singular}: ${title} failed` }
}

/** Whether an action is on more records than a user waits for. */
export const isMany = (ctx: Ctx, ids: readonly number[]): boolean => ids.length > settingOf(ctx, 'background_above_records')

/** Queues an action on many records, with the labels of refused ones where the caller wants them; returns the job's id. */
export async function bulkLater(
  ctx: Ctx,
  module: Module,
  {
    action,
    ids,
    input = {},
    versions = {},
    labelled,
  }: Pick<BulkAction, 'action' | 'ids' | 'input' | 'versions'> & { readonly labelled?: boolean },
): Promise<string> {
  requireAction(ctx, module, action)
  const data = { module: module.name, action, ids, input, versions, run: randomUUID(), ...(labelled && { labelled }) }
  return ctx.services.jobs.send(ctx, BULK_QUEUE, data as unknown as Json)
}

interface BulkJob {
  readonly module: string
  readonly action: string
  readonly ids: readonly number[]
  readonly input: Row
  readonly versions?: BulkAction['versions']
  /** The name under which finished records are recorded: a restarted job does none of them twice. */
  readonly run?: string
  readonly labelled?: boolean
}

/** Runs the action that `bulkLater` queued; returns the result of each record. */
export async function workBulk(ctx: Ctx, data: Json, progress: Progress): Promise<Json> {
  const { action, ids, input, versions = {}, run, labelled, ...rest } = data as unknown as BulkJob
  const module = ctx.modules.get(rest.module)
  if (!module) throw notFound('Cannot find module')
  const results: BulkResult[] = await eachRecord(ctx, module, { action, ids, input, versions, once: partsOfJob(ctx, run), progress })
  return (labelled ? await named(ctx, module, results) : results) as unknown as Json
}

/** Finished records stay finished; the user who asked is notified that the rest is not. */
export async function endBulk(ctx: Ctx, data: Json): Promise<JobSubject | undefined> {
  const { action, ids, ...rest } = (data ?? {}) as Partial<BulkJob>
  const module = ctx.modules.get(rest.module ?? '')
  if (!module || !action) return undefined
  const title = module.workflow?.transitions[action]?.title ?? action
  return { module: module.name, title: `${title} of ${ids?.length ?? 'many'} ${module.title} was cut off` }
}
