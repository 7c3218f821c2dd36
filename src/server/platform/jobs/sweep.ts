/** Jobs that `job_progress` takes for queued or active and that no queue will ever work off. */

import type { Json } from '../../../engine/model/module.ts'
import type { Company, Db } from '../context.ts'
import { sql } from '../db/sql.ts'
import { progressTable } from './progress.ts'

interface QueuedJob {
  readonly id: string
  readonly queue: string
  readonly user_id: number | null
  readonly data: Json
}

const UUID = sql`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`

/**
 * Open jobs of the company that ended in the queue without a message, or are missing there: given up by an earlier
 * version, removed after weeks, or of the company whose backup this one was made from.
 */
export const unfinished = (db: Db, company: Company): Promise<QueuedJob[]> =>
  db.query<QueuedJob>(
    sql`
      SELECT p.job_id AS id, p.queue, p.user_id, coalesce(p.data, j.data->'data') AS data
      FROM ${progressTable(company)} p
      LEFT JOIN jobs.job j ON j.name = p.queue
        AND j.id = CASE WHEN p.job_id ~ '${UUID}' THEN p.job_id::uuid END
        AND j.data->>'company' = ${company.code}
      WHERE p.state NOT IN ('completed', 'failed') AND (j.id IS NULL OR j.state IN ('completed', 'cancelled', 'failed'))
      ORDER BY p.updated_at
      LIMIT 1000
    `,
  )
