/**
 * Transitions with work in batches before them (`job`): computing the employees of a payroll, for example. A batch is one
 * transaction and marks its work with the name of the run, so that an interrupted run continues where it was. The record
 * changes its state once, when everything is done. A small job is done while the user waits; a larger one in the
 * background, with progress, and it can be cancelled.
 */

import { randomUUID } from 'node:crypto'
import type { Json, Module, Row, Transition } from '../../engine/model/module.ts'
import type { Ctx, JobSubject, TransitionJob, TransitionRun } from '../platform/context.ts'
import { type Sql, sql, table } from '../platform/db/sql.ts'
import { AppError, notFound, refuse } from '../platform/errors.ts'
import { read } from '../records/read.ts'
import { answer } from '../records/response.ts'

export const JOB_QUEUE = 'workflow.job'

/** A run without a sign of life for this long counts as lost: another can begin. */
const LOST_AFTER_MS = 15 * 60_000

type Progress = (done: number, total: number, note?: string) => void

const ownTable = (ctx: Ctx): Sql => table(ctx, 'transition_run')

interface Found {
  readonly module: Module
  readonly transition: Transition
  readonly job: TransitionJob
}

const jobOf = (ctx: Ctx, name: string): TransitionJob => {
  const job = ctx.services.transitionJobs.get(name)
  if (!job) throw new Error(`There is no job "${name}".`)
  return job
}

/** The transition of a run and its job, if the module still declares one. */
function find(ctx: Ctx, run: Pick<TransitionRun, 'module' | 'action'>): Found | undefined {
  const module = ctx.modules.get(run.module)
  const transition = module?.workflow?.transitions[run.action]
  return module && transition?.job ? { module, transition, job: jobOf(ctx, transition.job) } : undefined
}

/** The newest run of a record's job, in any state. */
export async function runOf(
  ctx: Ctx,
  module: string,
  id: number,
): Promise<(TransitionRun & { readonly started_by: number | null }) | undefined> {
  const [row] = await ctx.db.query<TransitionRun & { started_by: number | null }>(
    sql`
      SELECT module, record_id AS id, action, run, data, input, state, error, job_id, total, started_by
      FROM ${ownTable(ctx)}
      WHERE module = ${module} AND record_id = ${id}
    `,
  )
  return row
}

/** 409 while a job works on the record. */
export async function requireIdle(ctx: Ctx, module: string, id: number): Promise<void> {
  const [row] = await ctx.db.query<{ at: string }>(
    sql`
      SELECT at
      FROM ${ownTable(ctx)}
      WHERE module = ${module} AND record_id = ${id} AND state = 'running'
    `,
  )
  // A start in the future was recorded before the clock was set back.
  const age = row ? ctx.clock.now().getTime() - new Date(row.at).getTime() : LOST_AFTER_MS
  if (age > -LOST_AFTER_MS && age < LOST_AFTER_MS)
    throw refuse('E_PROCESSING', 'This record is being processed. Please wait until it finishes, or cancel it.')
}

/** A deleted record has no runs. */
export async function forgetRuns(ctx: Ctx, module: string, id: number): Promise<void> {
  await ctx.db.query(sql`DELETE FROM ${ownTable(ctx)} WHERE module = ${module} AND record_id = ${id}`)
}

interface StartOptions {
  /** The most parts that are done while the caller waits; the job's own number by default. */
  readonly atOnce?: number
}

/** A transition that is tried on one record. */
export interface TransitionAttempt {
  readonly transition: Transition
  readonly id: number
  readonly input: Row
}

/** Locks the record and refuses what the caller cannot do with it; returns it. */
type Admit = (ctx: Ctx, module: Module, input: TransitionAttempt) => Promise<Row>

/** Begins the job of a transition; returns the record, with the job where it is done in the background. */
export async function startJob(
  admit: Admit,
  ctx: Ctx,
  { module, transition, id, input, atOnce }: { module: Module; transition: Transition; id: number; input: Row } & StartOptions,
): Promise<Row> {
  const job = jobOf(ctx, transition.job!)
  const { run, parts, job_id } = await ctx.db.tx(() =>
    begin(admit, ctx, { module, transition, id, input, atOnce: atOnce ?? job.atOnce }, job),
  )
  if (job_id !== null) {
    const record = await read(ctx, module, id, { action: 'view' })
    return { ...record, job_id, processing: { action: transition.name, job_id, state: 'running', error: null, total: parts }, actions: [] }
  }
  try {
    await work(ctx, { moduleName: module.name, id, name: run, progress: () => undefined })
  } catch (error) {
    await fail(ctx, {
      module: module.name,
      id,
      run,
      message: error instanceof AppError ? error.message : `${transition.title} failed unexpectedly.`,
    })
    throw error
  }
  return answer(ctx, module, id)
}

async function begin(
  admit: Admit,
  ctx: Ctx,
  { module, transition, id, input, atOnce }: { module: Module; transition: Transition; id: number; input: Row; atOnce: number },
  job: TransitionJob,
) {
  const record = await admit(ctx, module, { transition, id, input })
  await requireIdle(ctx, module.name, id)
  const run = randomUUID()
  const { parts, data } = await job.begin(ctx, record)
  const sent = { module: module.name, id, run }
  const job_id = parts > atOnce ? await ctx.services.jobs.send(ctx, JOB_QUEUE, sent) : null
  // The version was compared when the job was requested.
  const { version: _version, ...given } = input
  await ctx.db.query(
    sql`
      INSERT INTO ${ownTable(ctx)} (
        module, record_id, action, run, data, input, total, state, job_id, error, started_by, at
      )
      VALUES (
        ${module.name}, ${id}, ${transition.name}, ${run}, ${JSON.stringify(data)}, ${JSON.stringify(given)}, ${parts},
        'running', ${job_id}, NULL, ${ctx.principal.user_id || null}, ${ctx.clock.now().toISOString()}
      )
      ON CONFLICT (module, record_id) DO UPDATE SET action = EXCLUDED.action, run = EXCLUDED.run, data = EXCLUDED.data,
        input = EXCLUDED.input, total = EXCLUDED.total, state = 'running', job_id = EXCLUDED.job_id, error = NULL,
        started_by = EXCLUDED.started_by, at = EXCLUDED.at
    `,
  )
  return { run, parts, job_id }
}

/** Runs a queued job: continues where an earlier try was cut off. */
export async function workJob(ctx: Ctx, data: Json, progress: Progress): Promise<Json> {
  const { module, id, run } = data as { module: string; id: number; run: string }
  await work(ctx, { moduleName: module, id, name: run, progress })
  return { id }
}

interface QueuedTransition {
  readonly moduleName: string
  readonly id: number
  readonly name: string
  readonly progress: Progress
}

async function work(ctx: Ctx, { moduleName, id, name, progress }: QueuedTransition): Promise<void> {
  const run = await ctx.db.tx(() => alive(ctx, moduleName, id, name))
  if (!run) return
  const match = find(ctx, run)
  if (!match) throw notFound('Cannot find module')
  const batch = await ctx.db.tx(() => match.job.open(ctx, run))
  for (;;) {
    // The run's row is locked until the batch is committed: two workers of one run wait for each other.
    const left = await ctx.db.tx(async () => ((await alive(ctx, moduleName, id, name)) ? batch() : undefined))
    if (left === undefined) return
    progress(Math.max(0, run.total - left), run.total)
    if (left === 0) break
  }
  await finish(ctx, match, run)
}

/** The run, locked, if it is still the current one. */
async function alive(ctx: Ctx, module: string, id: number, run: string): Promise<TransitionRun | undefined> {
  const [row] = await ctx.db.query<TransitionRun>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET at = ${ctx.clock.now().toISOString()}
      WHERE module = ${module} AND record_id = ${id} AND run = ${run} AND state = 'running'
      RETURNING module, record_id AS id, action, run, data, input, state, error, job_id, total
    `,
  )
  return row
}

/** Everything is done: runs the transition itself, once. */
async function finish(ctx: Ctx, { module, transition, job }: Found, run: TransitionRun): Promise<void> {
  await ctx.db.tx(async () => {
    await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, module.entity.table)} WHERE id = ${run.id} FOR UPDATE`)
    if (!(await alive(ctx, module.name, run.id, run.run))) return
    await job.finish?.(ctx, run)
    await ctx.db.query(sql`
      UPDATE ${ownTable(ctx)}
      SET state = 'done'
      WHERE module = ${module.name} AND record_id = ${run.id}
    `)
    await ctx.services.workflow.carryOut(ctx, module, { id: run.id, action: transition.name, input: run.input })
  })
}

interface FailedRun {
  readonly module: string
  readonly id: number
  readonly run: string
  readonly message: string
}

const fail = (ctx: Ctx, { module, id, run, message }: FailedRun) =>
  ctx.db.query<{ action: string }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET state = 'failed', error = ${message}
      WHERE module = ${module} AND record_id = ${id} AND run = ${run} AND state = 'running'
      RETURNING action
    `,
  )

/** Stores the reason on the record of a job that failed for good; it can be tried again. */
export async function endJob(ctx: Ctx, data: Json, message: string): Promise<JobSubject | undefined> {
  const { module: name, id, run } = (data ?? {}) as { module?: string; id?: number; run?: string }
  if (name === undefined || id === undefined || run === undefined) return undefined
  const [failed] = await fail(ctx, { module: name, id, run, message })
  const module = ctx.modules.get(name)
  if (!failed || !module) return undefined
  const title = module.workflow?.transitions[failed.action]?.title ?? failed.action
  return { module: name, record_id: id, title: `${module.singular}: ${title} failed` }
}

/** Stops the job after its present batch. Finished batches stay, the record remains as it was. */
export async function cancelJob(ctx: Ctx, module: Module, id: number): Promise<Row> {
  const record = await ctx.services.records.get(ctx, module, id)
  const stopped = await ctx.db.query(
    sql`
      UPDATE ${ownTable(ctx)}
      SET state = 'cancelled'
      WHERE module = ${module.name} AND record_id = ${id} AND state = 'running'
      RETURNING run
    `,
  )
  if (!stopped.length) throw refuse('E_STATE', 'No job works on this record.')
  return record
}
