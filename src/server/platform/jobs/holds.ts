/**
 * Which process works on which job. Every process writes a heartbeat; what a silent one held is given back to the
 * queue within seconds, so that a killed process costs its jobs no more than that.
 */

import { randomUUID } from 'node:crypto'
import type { Db } from '../context.ts'
import { sql } from '../db/sql.ts'

/** How often a process says that it lives. */
export const BEAT_MS = 1_500
/** A process that was silent for this long is dead, or so busy that others do its work. */
const SILENT = sql`interval '8 seconds'`
/** Time that pg-boss gets to close the jobs that a handler has returned. */
const LEAVE_MS = 8_000
/** Entries of dead processes and of finished jobs are cleared after this time. */
const CLEAR_AFTER = sql`interval '1 day'`
/** A job that was begun this often without progress in between is given up: it may be what ends the process. */
export const MAX_TRIES = 5

// A heartbeat in the future was written before the database's clock was set back.
const ALIVE = sql`i.seen_at BETWEEN now() - ${SILENT} AND now() + ${SILENT}`

/** The holds of one process. */
export function createHolds(db: Db) {
  const instance = randomUUID()
  /** Jobs that this process took and that pg-boss may not have closed yet, with how often it took them. */
  const inHand = new Map<string, number>()
  const count = (ids: readonly string[], change: number): void => {
    for (const id of ids) {
      const times = (inHand.get(id) ?? 0) + change
      if (times > 0) inHand.set(id, times)
      else inHand.delete(id)
    }
  }
  return {
    /** Shows the other processes that this one is alive. */
    beat: () =>
      db.query(sql`
        INSERT INTO platform.job_instance (id)
        VALUES (${instance})
        ON CONFLICT (id) DO UPDATE SET seen_at = now()
      `),

    /** Takes the jobs that were just fetched. */
    async take(ids: readonly string[]): Promise<void> {
      count(ids, 1)
      await db.query(
        sql`
          INSERT INTO platform.job_hold (job_id, instance)
          SELECT unnest(${ids}::uuid[]), ${instance}
          ON CONFLICT (job_id) DO UPDATE SET instance = EXCLUDED.instance, held_at = now()
        `,
      )
    },

    /** The jobs are no longer worked on here; if the queue still thinks so, `release` gives them back. */
    leave(ids: readonly string[]): void {
      // pg-boss closes them after this: until then they are not free.
      setTimeout(() => count(ids, -1), LEAVE_MS).unref()
    },

    /** Counts that the job is begun, `done` steps being done. Answers which try it is, or undefined if another process has taken it. */
    async begin(id: string, done: number): Promise<number | undefined> {
      const [row] = await db.query<{ tries: number }>(
        sql`
          UPDATE platform.job_hold
          SET tries = CASE WHEN ${done}::bigint > mark THEN 1 ELSE tries + 1 END, mark = ${done}::bigint,
            held_at = now()
          WHERE job_id = ${id} AND instance = ${instance}
          RETURNING tries
        `,
      )
      return row?.tries
    },

    /** Whether the job still belongs to this process. Inside a transaction it stays so until its end. */
    async isMine(id: string): Promise<boolean> {
      const rows = await db.query(sql`SELECT 1 FROM platform.job_hold WHERE job_id = ${id} AND instance = ${instance} FOR UPDATE`)
      return rows.length > 0
    },

    /**
     * Gives back to their queues the jobs whose process is dead, and those of this process that it no longer works
     * on. Each further try without progress waits a little longer. Answers their number.
     */
    async release(queues: readonly string[]): Promise<number> {
      const rows = await db.query(
        sql`
          UPDATE jobs.job
          SET state = 'retry', start_after = now() + make_interval(secs => 2 * greatest(free.tries - 1, 0))
          FROM (
            SELECT j.name, j.id, coalesce(h.tries, 0) AS tries
            FROM jobs.job j
            LEFT JOIN platform.job_hold h ON h.job_id = j.id
            LEFT JOIN platform.job_instance i ON i.id = h.instance
            WHERE j.state = 'active'
              AND j.name = ANY (${queues}::text[])
              AND CASE
                WHEN h.instance = ${instance} THEN NOT j.id = ANY (${[...inHand.keys()]}::uuid[]) AND h.held_at < now() - ${SILENT}
                WHEN h.instance IS NULL THEN j.started_on < now() - ${SILENT}
                ELSE NOT coalesce(${ALIVE}, false)
                END
          ) free
          WHERE job.name = free.name AND job.id = free.id AND job.state = 'active'
          RETURNING job.id
        `,
      )
      return rows.length
    },

    /** Removes old entries. */
    async clear(): Promise<void> {
      await db.query(sql`DELETE FROM platform.job_instance i WHERE i.seen_at < now() - ${CLEAR_AFTER}`)
      await db.query(
        sql`
          DELETE FROM platform.job_hold h
          WHERE h.held_at < now() - ${CLEAR_AFTER}
            AND NOT EXISTS (
              SELECT 1 FROM jobs.job j WHERE j.id = h.job_id AND j.state IN ('created', 'retry', 'active')
            )
        `,
      )
    },

    /** The process ends in good order: its running jobs count as no try, and others need not wait until it is silent. */
    async end(): Promise<void> {
      await db.query(
        sql`
          UPDATE platform.job_hold
          SET tries = greatest(tries - 1, 0)
          WHERE instance = ${instance} AND job_id = ANY (${[...inHand.keys()]}::uuid[])
        `,
      )
      await db.query(sql`DELETE FROM platform.job_instance WHERE id = ${instance}`)
    },
  }
}
