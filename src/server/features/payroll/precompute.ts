/**
 * Precomputing a payroll: in batches, one transaction each. A batch marks its employees with the name of the run, so
 * that a job that was cut off goes on with those that are not marked yet, and nobody is computed twice. The payroll's
 * own state changes once, when all are done.
 */
import { randomUUID } from 'node:crypto'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Ctx, JobSubject } from '../../platform/context.ts'
import { AppError, notFound, refuse } from '../../platform/errors.ts'
import { table } from '../../records/row.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { computeBatch, payItems } from './compute.ts'
import { beginRun, payrollModule, type Run, resumeRun } from './run.ts'

export const PRECOMPUTE_QUEUE = 'payroll.precompute'

/** Employees of one transaction. */
const BATCH = 250
/** Payrolls up to this size are computed while the user waits. */
const AT_ONCE = 100
/** A run that has not been heard of for this long is taken for lost: another may begin. */
const LOST_AFTER_MS = 15 * 60_000

type Progress = (done: number, total: number, note?: string) => void
const FROM: ReadonlySet<string> = new Set(['draft', 'precomputed', 'declined'])

/** Locks the payroll's row; 422 unless it may be precomputed. */
async function lockPayroll(ctx: Ctx, id: number): Promise<{ status: string; version: number }> {
  const [row] = await ctx.db.query<{ status: string; version: number }>(
    `SELECT status, version FROM ${table(ctx, 'payroll')} WHERE id = $1 FOR UPDATE`,
    [id],
  )
  if (!row) throw notFound()
  if (!FROM.has(row.status)) throw refuse('E_STATE', `A payroll that is ${row.status} cannot be precomputed. Undo its later steps first.`)
  return row
}

export const processingError = () =>
  refuse('E_PROCESSING', 'This payroll is being precomputed. Please wait until it finishes, or cancel it.')

/** 409 while a precomputation has the payroll. */
export async function requireIdle(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.db.query<{ at: string }>(
    `SELECT at FROM ${table(ctx, 'payroll_run')} WHERE payroll_id = $1 AND state = 'running'`,
    [id],
  )
  // A start in the future was noted before the clock was set back.
  const age = row ? ctx.clock.now().getTime() - new Date(row.at).getTime() : LOST_AFTER_MS
  if (age > -LOST_AFTER_MS && age < LOST_AFTER_MS) throw processingError()
}

/** Begins a precomputation of the whole payroll. Those of `atOnce` employees are done at once; of larger ones the answer names the job. */
export async function precompute(ctx: Ctx, id: number, atOnce = AT_ONCE): Promise<Row> {
  const module = payrollModule(ctx)
  await ctx.services.records.get(ctx, module, id)
  const run = randomUUID()
  const { job_id, count } = await ctx.db.tx(async () => {
    await lockPayroll(ctx, id)
    await requireIdle(ctx, id)
    const [{ n } = { n: 0 }] = await ctx.db.query<{ n: number }>(`SELECT count(*) AS n FROM ${employeesTable(ctx)} WHERE parent_id = $1`, [
      id,
    ])
    if (!Number(n)) throw refuse('E_EMPTY', 'This payroll has no employees. Add employees to the pay group or to the payroll.')
    const { hash } = await beginRun(ctx, id)
    const later = Number(n) > atOnce
    const job = later ? await ctx.services.jobs.send(ctx, PRECOMPUTE_QUEUE, { id, run }) : null
    await ctx.db.query(
      `INSERT INTO ${table(ctx, 'payroll_run')} (payroll_id, run, tables, state, job_id, error, started_by, at) VALUES ($1, $2, $3, 'running', $4, NULL, $5, $6)
       ON CONFLICT (payroll_id) DO UPDATE SET run = EXCLUDED.run, tables = EXCLUDED.tables, state = 'running', job_id = EXCLUDED.job_id, error = NULL, started_by = EXCLUDED.started_by, at = EXCLUDED.at`,
      [id, run, hash, job, ctx.principal.user_id || null, ctx.clock.now().toISOString()],
    )
    return { job_id: job, count: Number(n) }
  })
  if (job_id === null) {
    try {
      await work(ctx, id, run, () => undefined)
    } catch (error) {
      await failRun(ctx, id, run, error instanceof AppError ? error.message : 'The precomputation failed unexpectedly.')
      throw error
    }
  }
  const record = await ctx.services.records.get(ctx, module, id)
  return job_id === null
    ? record
    : { ...record, job_id, processing: { action: 'precompute', job_id, state: 'running', error: null, total: count }, actions: [] }
}

/** The job: goes on where an earlier try was cut off. */
export async function workPrecompute(ctx: Ctx, data: Json, progress: Progress): Promise<Json> {
  const { id, run } = data as { id: number; run: string }
  await work(ctx, id, run, progress)
  return { id }
}

async function work(ctx: Ctx, id: number, run: string, progress: Progress): Promise<void> {
  const state = await ctx.db.tx(() => stateOf(ctx, id, run))
  if (!state) return
  const of = await ctx.db.tx(() => resumeRun(ctx, id, state.tables))
  const items = await payItems(ctx)
  const [{ total } = { total: 0 }] = await ctx.db.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${employeesTable(ctx)} WHERE parent_id = $1`,
    [id],
  )
  for (;;) {
    const left = await ctx.db.tx(() => nextBatch(ctx, of, run, items))
    if (left === 'cancelled') return
    progress(Math.max(0, Number(total) - left), Number(total))
    if (left === 0) break
  }
  await finish(ctx, id, run)
}

const failRun = (ctx: Ctx, id: number, run: string, message: string) =>
  ctx.db.query(
    `UPDATE ${table(ctx, 'payroll_run')} SET state = 'failed', error = $3 WHERE payroll_id = $1 AND run = $2 AND state = 'running' RETURNING run`,
    [id, run, message],
  )

/** The payroll of a precomputation that failed for good says why; it is free to be tried again. */
export async function endPrecompute(ctx: Ctx, data: Json, message: string): Promise<JobSubject | undefined> {
  const { id, run } = (data ?? {}) as { id?: number; run?: string }
  if (id === undefined || run === undefined) return undefined
  const module = payrollModule(ctx)
  if (!(await failRun(ctx, id, run, message)).length) return undefined
  return { module: module.name, record_id: id, title: `${module.singular}: the precomputation failed` }
}

/** The run as it stands, if it is still this one that is wanted. */
async function stateOf(ctx: Ctx, id: number, run: string): Promise<{ tables: string } | undefined> {
  const [row] = await ctx.db.query<{ tables: string }>(
    `UPDATE ${table(ctx, 'payroll_run')} SET at = $3 WHERE payroll_id = $1 AND run = $2 AND state = 'running' RETURNING tables`,
    [id, run, ctx.clock.now().toISOString()],
  )
  return row
}

/** One transaction: the next employees that this run has not computed. Answers how many are left after them. */
async function nextBatch(ctx: Ctx, of: Run, run: string, items: Awaited<ReturnType<typeof payItems>>): Promise<number | 'cancelled'> {
  // The run's row is held until the batch is committed: two workers of one run follow each other.
  if (!(await stateOf(ctx, of.payroll_id, run))) return 'cancelled'
  const rows = await ctx.db.query<{ employee_id: number; left: number }>(
    `SELECT employee_id, count(*) OVER () AS left FROM ${employeesTable(ctx)} WHERE parent_id = $1 AND run IS DISTINCT FROM $2 ORDER BY id LIMIT ${BATCH}`,
    [of.payroll_id, run],
  )
  if (!rows.length) return 0
  await computeBatch(
    ctx,
    of,
    rows.map((row) => row.employee_id),
    run,
    items,
  )
  return Number(rows[0]!.left) - rows.length
}

/** All are computed: totals and the new state, once. */
async function finish(ctx: Ctx, id: number, run: string): Promise<void> {
  const module = payrollModule(ctx)
  await ctx.db.tx(async () => {
    await lockPayroll(ctx, id)
    if (!(await stateOf(ctx, id, run))) return
    await writeTotals(ctx, id)
    await ctx.db.query(`UPDATE ${table(ctx, 'payroll_run')} SET state = 'done' WHERE payroll_id = $1`, [id])
    await ctx.services.workflow.transition(ctx, module, id, 'precompute', {})
  })
}

/** The payroll's totals from its employees. */
export async function writeTotals(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.query(
    `UPDATE ${table(ctx, 'payroll')} p SET employee_count = s.n, total_gross = s.gross, total_deductions = s.deductions, total_net = s.net, total_employer = s.employer, total = s.net
     FROM (SELECT count(*) AS n, coalesce(sum(gross), 0) AS gross, coalesce(sum(deductions), 0) AS deductions, coalesce(sum(net_pay), 0) AS net, coalesce(sum(employer_shares), 0) AS employer
           FROM ${employeesTable(ctx)} WHERE parent_id = $1) s WHERE p.id = $1`,
    [id],
  )
}

/** Computes one employee anew with the tables of now; the others stay as they are. */
export async function precomputeEmployee(ctx: Ctx, id: number, employeeId: number): Promise<Row> {
  const module = payrollModule(ctx)
  await ctx.services.records.get(ctx, module, id)
  await ctx.db.tx(async () => {
    const { status } = await lockPayroll(ctx, id)
    await requireIdle(ctx, id)
    const [line] = await ctx.db.query<{ run: string | null }>(
      `SELECT run FROM ${employeesTable(ctx)} WHERE parent_id = $1 AND employee_id = $2`,
      [id, employeeId],
    )
    if (!line) throw notFound('The employee is not in this payroll.')
    const of = await beginRun(ctx, id)
    const mark = line.run ?? 'single'
    await computeBatch(ctx, of, [employeeId], mark, await payItems(ctx))
    await writeTotals(ctx, id)
    // The payroll changed: whoever has it open must see the new totals.
    await ctx.db.query(`UPDATE ${table(ctx, 'payroll')} SET version = version + 1 WHERE id = $1`, [id])
    const [open] = await ctx.db.query(`SELECT 1 FROM ${employeesTable(ctx)} WHERE parent_id = $1 AND state = 'pending' LIMIT 1`, [id])
    if (!open && status !== 'precomputed') await ctx.services.workflow.transition(ctx, module, id, 'precompute', {})
  })
  return ctx.services.records.get(ctx, module, id)
}

/** Stops a precomputation after the batch that it is at. What is computed stays, the payroll remains as it was. */
export async function cancel(ctx: Ctx, id: number): Promise<Row> {
  const module = payrollModule(ctx)
  const record = await ctx.services.records.get(ctx, module, id)
  const stopped = await ctx.db.query(
    `UPDATE ${table(ctx, 'payroll_run')} SET state = 'cancelled' WHERE payroll_id = $1 AND state = 'running' RETURNING run`,
    [id],
  )
  if (!stopped.length) throw refuse('E_STATE', 'This payroll is not being precomputed.')
  return record
}
