/**
 * Background jobs by pg-boss, in the same database. A job sent inside a transaction exists only if that
 * transaction commits. Progress is kept in `job_progress` and told to the user by server-sent events.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Json, Row } from '../../engine/module.ts'
import type { Ctx, Jobs } from '../context.ts'
import { type Database, qualify } from '../db/index.ts'
import { AppError, notFound } from '../errors.ts'

/** Jobs that a process takes from a queue at once, and how many of them it works on at a time. */
const BATCH = 20
const AT_A_TIME = 4
/** A job whose process has not been heard of for this long is started again. */
const HEARTBEAT_SECONDS = 60
/** How soon a job is seen that another process has sent; its own are seen at once. */
const POLL_SECONDS = 1

interface Envelope {
  readonly company: string
  readonly username: string
  readonly data: Json
}
type Work = Parameters<Jobs['work']>[1]

export interface JobRunner extends Jobs {
  /** Starts the workers. `context` acts for the user who sent a job. */
  start(context: (company: string, username: string) => Promise<Ctx>): Promise<void>
  stop(): Promise<void>
}

interface Result {
  rows: Row[]
  rowCount?: number | null
}

/**
 * How pg-boss reaches the database: through the current transaction when there is one, else on a connection
 * of its own. It sends several statements at once with BEGIN and COMMIT in them, so a failure must be rolled
 * back before the connection is given back.
 */
function adapter({ db, pool }: Database) {
  return {
    async executeSql(text: string, values?: unknown[]): Promise<Result> {
      if (db.inTransaction) {
        const rows = await db.query(text, values ?? [])
        return { rows, rowCount: rows.length }
      }
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        const result = (await (values?.length ? client.query(text, values as never[]) : client.query(text))) as unknown as Result | Result[]
        return Array.isArray(result)
          ? { rows: result.flatMap((one) => one.rows ?? []) }
          : { rows: result.rows, rowCount: result.rowCount ?? null }
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}

export function createJobs(database: Database, fail: (error: unknown) => void): JobRunner {
  const { db } = database
  const boss = new PgBoss({
    db: adapter(database),
    schema: 'jobs',
    supervise: true,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', fail)
  const workers = new Map<string, Work>()
  /** Those that wait for jobs, by queue. */
  const waiting = new Map<string, string>()
  let running: Promise<unknown> | undefined
  const started = () => (running ??= boss.start())

  // Notes may arrive out of order: the sender's after the worker's, a step's after the end. What is over stays
  // over, being queued replaces nothing, and the end keeps the steps that were counted.
  const note = (
    ctx: Ctx,
    id: string,
    set: { queue: string; state: string; done?: number; total?: number; note?: string; result?: Json; error?: string },
  ) =>
    db.query(
      `INSERT INTO ${qualify(ctx.company.schema, 'job_progress')} AS p (job_id, queue, user_id, state, done, total, note, result, error) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (job_id) DO UPDATE SET state = EXCLUDED.state, done = greatest(p.done, EXCLUDED.done), total = greatest(p.total, EXCLUDED.total), note = coalesce(EXCLUDED.note, p.note), result = EXCLUDED.result, error = EXCLUDED.error, updated_at = now()
       WHERE EXCLUDED.state <> 'created' AND p.state NOT IN ('completed', 'failed')`,
      [
        id,
        set.queue,
        ctx.principal.user_id,
        set.state,
        set.done ?? 0,
        set.total ?? 0,
        set.note ?? null,
        JSON.stringify(set.result ?? null),
        set.error ?? null,
      ],
    )

  const run = async (queue: string, work: Work, context: Parameters<JobRunner['start']>[0], id: string, envelope: Envelope) => {
    const ctx = await context(envelope.company, envelope.username)
    const tell = (data: Row) =>
      ctx.services.events.publish(envelope.company, { type: 'job', user_id: ctx.principal.user_id, data: { id, queue, ...data } as Json })
    // One after the other, and all before the end: a step that came later than the end would be dropped.
    let noted: Promise<void> = Promise.resolve()
    try {
      const result = await work(ctx, envelope.data, (done, total, text) => {
        // Inside of a transaction there is no noting beside it: then only listeners hear.
        if (!db.inTransaction)
          noted = noted
            .then(async () => void (await note(ctx, id, { queue, state: 'active', done, total, ...(text ? { note: text } : {}) })))
            .catch(fail)
        tell({ state: 'active', done, total, note: text ?? null })
      })
      await noted
      await note(ctx, id, { queue, state: 'completed', result })
      tell({ state: 'completed' })
    } catch (error) {
      const message = error instanceof AppError ? error.message : 'The job failed unexpectedly.'
      await noted
      await note(ctx, id, { queue, state: 'failed', error: message })
      tell({ state: 'failed', message })
      if (!(error instanceof AppError)) fail(error)
    }
  }

  const options = { heartbeatSeconds: HEARTBEAT_SECONDS }

  return {
    async send(ctx, queue, data) {
      await started()
      const envelope: Envelope = { company: ctx.company.code, username: ctx.principal.username, data }
      const id = await boss.send(queue, envelope)
      if (!id) throw new Error(`The job queue ${queue} took no job.`)
      await note(ctx, id, { queue, state: 'created' })
      db.afterCommit(() => {
        const worker = waiting.get(queue)
        if (worker) boss.notifyWorker(worker)
      })
      return id
    },
    work(queue, handler) {
      workers.set(queue, handler)
    },
    async start(context) {
      await started()
      for (const queue of workers.keys()) {
        await boss.createQueue(queue, options)
        await boss.updateQueue(queue, options)
      }
      // No other product works in the embedded database: what is active there was cut off.
      if (database.embedded) await db.query(`UPDATE jobs.job SET state = 'retry' WHERE state = 'active'`)
      for (const [queue, work] of workers) {
        const take = { batchSize: BATCH, burstWhenBatchFull: true, pollingIntervalSeconds: POLL_SECONDS }
        const worker = await boss.work<Envelope>(queue, take, async (batch) => {
          const jobs = [...batch]
          const lane = async () => {
            for (let job = jobs.shift(); job; job = jobs.shift()) await run(queue, work, context, job.id, job.data)
          }
          await Promise.all(Array.from({ length: AT_A_TIME }, lane))
        })
        waiting.set(queue, worker)
      }
    },
    async stop() {
      if (running) await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** `GET jobs/{id}`: how far a job of the caller is. */
export function registerJobRoutes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.get<{ Params: { id: string } }>('/jobs/:id', async (request) => {
    const ctx = await deps.ctx(request)
    const [row] = await ctx.db.query<Row>(
      `SELECT job_id AS id, queue, state, done, total, note, result, error FROM ${qualify(ctx.company.schema, 'job_progress')} WHERE job_id = $1 AND user_id = $2`,
      [request.params.id, ctx.principal.user_id],
    )
    if (!row) throw notFound('The job was not found.')
    return { success: true, data: row }
  })
}
