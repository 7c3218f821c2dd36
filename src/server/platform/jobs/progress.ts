/** How far jobs are: one row each in `job_progress` of their company, which their senders read. */

import type { Json } from '../../../engine/model/module.ts'
import type { Company, Ctx, Db, JobEnd } from '../context.ts'
import { type Sql, sql, table } from '../db/sql.ts'
import { notifyUsers } from '../notifications/notify.ts'

interface Note {
  readonly queue: string
  readonly user_id: number
  readonly state: 'created' | 'active' | 'completed'
  readonly done?: number
  readonly total?: number
  readonly note?: string
  readonly data?: Json
  readonly result?: Json
}

export const progressTable = (company: Pick<Company, 'schema'>): Sql => table({ company }, 'job_progress')

/**
 * Writes how far a job is. Notes may arrive out of order: the sender's after the worker's, a step's after the end.
 * What is over stays over, being queued replaces nothing, and the end keeps the steps that were counted.
 */
export const writeNote = (db: Db, company: Pick<Company, 'schema'>, id: string, note: Note) =>
  db.query(
    sql`
      INSERT INTO ${progressTable(company)} AS p (job_id, queue, user_id, state, done, total, note, result, data)
      VALUES (
        ${id}, ${note.queue}, ${note.user_id}, ${note.state}, ${note.done ?? 0}, ${note.total ?? 0},
        ${note.note ?? null}, ${JSON.stringify(note.result ?? null)}, ${JSON.stringify(note.data ?? null)}
      )
      ON CONFLICT (job_id) DO UPDATE SET state = EXCLUDED.state, done = greatest(p.done, EXCLUDED.done),
        total = greatest(p.total, EXCLUDED.total), note = coalesce(EXCLUDED.note, p.note), result = EXCLUDED.result,
        error = NULL, updated_at = now()
      WHERE EXCLUDED.state <> 'created' AND p.state NOT IN ('completed', 'failed')
    `,
  )

interface FailedJob {
  readonly id: string
  readonly queue: string
  readonly user_id: number | null
  readonly data: Json
  /** For the user who requested the job. */
  readonly message: string
}

/**
 * Ends a job as failed, in one transaction with the cleanup of its queue (`settle`) and the notification of its sender.
 * Nothing happens to a job that is over, or when `mine` says that another process has it. `ctx` is the system's.
 */
export async function failJob(ctx: Ctx, job: FailedJob, settle: JobEnd | undefined, mine = async (): Promise<boolean> => true) {
  const { db, company } = ctx
  await db.tx(async () => {
    if (!(await mine())) return
    const [row] = await db.query<{ user_id: number | null }>(
      sql`
        INSERT INTO ${progressTable(company)} AS p (job_id, queue, user_id, state, error)
        VALUES (${job.id}, ${job.queue}, ${job.user_id}, 'failed', ${job.message})
        ON CONFLICT (job_id) DO UPDATE SET state = 'failed', error = EXCLUDED.error, updated_at = now()
        WHERE p.state NOT IN ('completed', 'failed')
        RETURNING user_id
      `,
    )
    if (!row) return
    const user = Number(row.user_id ?? job.user_id ?? 0)
    const subject = await settle?.(ctx, job.data, job.message, { id: job.id, user_id: user })
    const module = subject && ctx.modules.get(subject.module)
    if (module && user)
      await notifyUsers(ctx, module, subject.record_id ?? null, { users: [user], title: subject.title, description: job.message })
    db.afterCommit(() =>
      ctx.services.events.publish(company.code, {
        type: 'job',
        user_id: user,
        data: { id: job.id, queue: job.queue, state: 'failed', message: job.message },
      }),
    )
  })
}
