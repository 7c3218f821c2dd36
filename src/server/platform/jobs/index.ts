/**
 * Background jobs by pg-boss, in the same database. A job sent inside a transaction exists only if that transaction
 * commits. Its progress is in `job_progress` and is sent to the user by server-sent events.
 *
 * pg-boss is the queue; this folder (`holds.ts`) decides which process works on a job, and whether it is started again
 * after that process died: a killed server is not the fault of its jobs.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Company, Ctx, JobEnd, Jobs } from '../context.ts'
import type { Database } from '../db/index.ts'
import { sql } from '../db/sql.ts'
import { AppError, notFound } from '../errors.ts'
import { diskProblem } from '../files/disk.ts'
import { adapter } from './adapter.ts'
import { BEAT_MS, createHolds, MAX_TRIES } from './holds.ts'
import { isInterruption, ServerStops } from './interruptions.ts'
import { failJob, progressTable, writeNote } from './progress.ts'
import { unfinished } from './sweep.ts'

/** Jobs that a process takes from a queue at once, and how many of them it runs at a time. */
const BATCH = 20
const AT_A_TIME = 4
/** Delay until a job of another process is noticed; a process notices its own at once. */
const POLL_SECONDS = 1
/** Interval at which jobs of dead processes are searched for. */
const RELEASE_MS = 3_000
/** Interval at which `job_progress` is compared with the queue. */
const SWEEP_MS = 60_000
/** Every limit of pg-boss at its maximum: a long job is not a dead one. */
const QUEUE = { expireInSeconds: 24 * 3600, retryLimit: 1_000_000, retryDelay: 1 }
/** Resets a setting of earlier versions; the types do not know that pg-boss accepts null. */
const NO_HEARTBEAT = { heartbeatSeconds: null as unknown as number }

const UNEXPECTED = 'The job failed unexpectedly. Please try again, or ask your administrator.'
const CUT_OFF = 'The job was cut off and could not be completed. Please try again.'

interface Envelope {
  readonly company: string
  readonly username: string
  readonly data: Json
}
type Work = Parameters<Jobs['work']>[1]

/** The contexts in which jobs run. */
interface JobContexts {
  /** The company's context of the user who sent a job; throws when this user no longer exists. */
  as(company: string, username: string): Promise<Ctx>
  /** The company's context of the system. */
  system(company: Company): Promise<Ctx>
  companies(): Promise<readonly Company[]>
}

export interface JobRunner extends Jobs {
  /** Starts the workers and the search for jobs of dead processes. */
  start(contexts: JobContexts): Promise<void>
  /** Returns unfinished jobs to their queues and stops. */
  stop(): Promise<void>
  /** Ends jobs that no process works on any more: at start, and every minute. */
  sweep(): Promise<void>
}

/** Jobs on this database; `fail` receives errors that no caller waits for. */
export function createJobs(database: Database, fail: (error: unknown) => void): JobRunner {
  const { db } = database
  const boss = new PgBoss({
    db: adapter(database),
    schema: 'jobs',
    supervise: true,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', fail)
  const holds = createHolds(db)
  const workers = new Map<string, { readonly work: Work; readonly settle: JobEnd | undefined }>()
  /** Ids of pg-boss's workers, by queue. */
  const waiting = new Map<string, string>()
  const timers: NodeJS.Timeout[] = []
  let contexts: JobContexts | undefined
  let stopping = false
  let running: Promise<unknown> | undefined
  const started = () =>
    (running ??= boss.start().catch((error: unknown) => {
      // The next sender tries again: the database may have been unavailable.
      running = undefined
      throw error
    }))

  /** Ends a job as failed; where its cleanup fails as well, at least the job itself is over. */
  const end = async (company: Company, job: Parameters<typeof failJob>[1], mine?: () => Promise<boolean>): Promise<void> => {
    const ctx = await contexts!.system(company)
    try {
      await failJob(ctx, job, workers.get(job.queue)?.settle, mine)
    } catch (error) {
      if (isInterruption(error)) throw error
      fail(error)
      await failJob(ctx, job, undefined, mine)
    }
  }

  const messageOf = (error: unknown): string => {
    const known = diskProblem(error) ?? error
    return known instanceof AppError ? known.message : UNEXPECTED
  }

  /** Runs the handler as the sender; throws its errors. */
  const carryOut = async (queue: string, work: Work, id: string, envelope: Envelope): Promise<void> => {
    const ctx = await contexts!.as(envelope.company, envelope.username)
    const { user_id } = ctx.principal
    const tell = (data: Row) =>
      ctx.services.events.publish(envelope.company, { type: 'job', user_id, data: { id, queue, ...data } as Json })
    // One after another, and all before the end: a progress step after the end would be dropped.
    let noted: Promise<void> = Promise.resolve()
    try {
      const result = await work(ctx, envelope.data, (done, total, note) => {
        if (stopping) throw new ServerStops()
        // Inside a transaction the progress cannot be stored beside it: only listeners get it.
        if (!db.inTransaction)
          noted = noted
            .then(
              async () =>
                void (await writeNote(db, ctx.company, id, { queue, user_id, state: 'active', done, total, ...(note ? { note } : {}) })),
            )
            .catch(fail)
        tell({ state: 'active', done, total, note: note ?? null })
      })
      await noted
      await writeNote(db, ctx.company, id, { queue, user_id, state: 'completed', result })
      tell({ state: 'completed' })
    } finally {
      await noted
    }
  }

  /** Runs one job. Returns whether it is over; otherwise it goes back to its queue. Never throws. */
  const run = async (queue: string, work: Work, id: string, envelope: Envelope): Promise<boolean> => {
    try {
      const company = (await contexts!.companies()).find((candidate) => candidate.code === envelope.company)
      // A closed company has no users to notify.
      if (!company) return true
      const [row] = await db.query<{ state: string; done: number }>(
        sql`SELECT state, done FROM ${progressTable(company)} WHERE job_id = ${id}`,
      )
      if (row?.state === 'completed' || row?.state === 'failed') return true
      const tries = await holds.begin(id, Number(row?.done ?? 0))
      if (tries === undefined || stopping) return false
      const failed = (message: string) => end(company, { id, queue, user_id: null, data: envelope.data, message }, () => holds.isMine(id))
      if (tries > MAX_TRIES) {
        await failed(CUT_OFF)
        return true
      }
      try {
        await carryOut(queue, work, id, envelope)
      } catch (error) {
        if (stopping || isInterruption(error)) throw error
        await failed(messageOf(error))
        if (!(error instanceof AppError)) fail(error)
      }
      return true
    } catch (error) {
      if (!stopping) fail(error)
      return false
    }
  }

  const batch = (queue: string, work: Work) => async (fetched: { id: string; data: Envelope }[]) => {
    const jobs = [...fetched]
    const ids = jobs.map((job) => job.id)
    const results: { id: string; status: 'completed' | 'failed' }[] = []
    try {
      await holds.take(ids)
      const lane = async () => {
        for (let job = jobs.shift(); job; job = jobs.shift())
          results.push({ id: job.id, status: (await run(queue, work, job.id, job.data)) ? 'completed' : 'failed' })
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, lane))
      return results
    } finally {
      holds.leave(ids)
    }
  }

  const sweep = async (): Promise<void> => {
    if (!contexts) return
    await holds.release([...workers.keys()])
    for (const company of await contexts.companies()) {
      try {
        for (const job of await unfinished(db, company)) await end(company, { ...job, message: CUT_OFF })
      } catch (error) {
        fail(error)
      }
    }
    await holds.clear()
  }

  /** Calls `work` repeatedly, never twice at once. */
  const every = (ms: number, work: () => Promise<unknown>): void => {
    let busy = false
    const round = async () => {
      if (busy || stopping) return
      busy = true
      await work().catch(fail)
      busy = false
    }
    timers.push(setInterval(() => void round(), ms).unref())
  }

  return {
    async send(ctx, queue, data) {
      await started()
      const envelope: Envelope = { company: ctx.company.code, username: ctx.principal.username, data }
      const id = await boss.send(queue, envelope)
      if (!id) throw new Error(`The job queue ${queue} took no job.`)
      await writeNote(db, ctx.company, id, { queue, user_id: ctx.principal.user_id, state: 'created', data })
      db.afterCommit(() => {
        const worker = waiting.get(queue)
        if (worker) boss.notifyWorker(worker)
      })
      return id
    },
    work(queue, work, settle) {
      workers.set(queue, { work, settle: settle ?? workers.get(queue)?.settle })
    },
    async start(given) {
      contexts = given
      await started()
      await holds.beat()
      for (const queue of workers.keys()) {
        await boss.createQueue(queue, QUEUE)
        await boss.updateQueue(queue, { ...QUEUE, ...NO_HEARTBEAT })
      }
      // No other product works in the embedded database: active jobs there were interrupted.
      if (database.embedded) await db.query(sql`UPDATE jobs.job SET state = 'retry' WHERE state = 'active'`)
      await sweep()
      every(BEAT_MS, holds.beat)
      every(RELEASE_MS, () => holds.release([...workers.keys()]))
      every(SWEEP_MS, sweep)
      for (const [queue, { work }] of workers) {
        const take = { batchSize: BATCH, burstWhenBatchFull: true, pollingIntervalSeconds: POLL_SECONDS, perJobResults: true } as const
        waiting.set(queue, await boss.work<Envelope>(queue, take, batch(queue, work)))
      }
    },
    async stop() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      if (!running) return
      await boss.stop({ graceful: true, timeout: 5000 })
      if (contexts) await holds.end().catch(fail)
    },
    sweep,
  }
}

/** `GET jobs/{id}`: the progress of a job of the caller. */
export function registerJobRoutes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.get<{ Params: { id: string } }>('/jobs/:id', async (request) => {
    const ctx = await deps.ctx(request)
    const [row] = await ctx.db.query<Row>(
      sql`
        SELECT job_id AS id, queue, state, done, total, note, result, error
        FROM ${progressTable(ctx.company)}
        WHERE job_id = ${request.params.id} AND user_id = ${ctx.principal.user_id}
      `,
    )
    if (!row) throw notFound('The job was not found.')
    return { success: true, data: row }
  })
}
