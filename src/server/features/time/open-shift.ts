/** The punches of the caller's current work day: a night shift continues after midnight. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { policyOf } from './policy.ts'
import { localDate } from './punch.ts'

interface UnderWay {
  readonly date: string
  readonly status: 'in' | 'out' | 'on_break'
  readonly logs: readonly Row[]
}

/**
 * Punches of today, and those since the last arrival where the employee was at work at midnight; and the resulting clock
 * state. An arrival counts no longer than the policy's longest stretch of work.
 */
export async function underWay(ctx: Ctx, worker: { readonly id: number; readonly zone: string }): Promise<UnderWay> {
  const now = ctx.clock.now()
  const date = localDate(now, worker.zone)
  const oldest = new Date(now.getTime() - policyOf(ctx).punches.longest_minutes * 60_000)
  const logs = await ctx.db.query<Row>(
    sql`
      WITH day AS (
        SELECT (${date}::date)::timestamp AT TIME ZONE ${worker.zone} AS starts,
          (${date}::date + 1)::timestamp AT TIME ZONE ${worker.zone} AS ends
      ),
        own AS (SELECT * FROM ${table(ctx, 'raw_time_log')} WHERE employee_id = ${worker.id}),
        before AS (
          SELECT own.*
          FROM own, day
          WHERE logged_at < day.starts AND logged_at > ${oldest.toISOString()}
          ORDER BY logged_at DESC, own.id DESC
          LIMIT 1
        ),
        arrival AS (
          SELECT max(logged_at) AS at
          FROM own, day
          WHERE logged_at < day.starts
            AND logged_at > ${oldest.toISOString()}
            AND direction = 'In'
            AND type IS DISTINCT FROM 'break_in'
        ),
        since AS (
          SELECT CASE WHEN EXISTS (
            SELECT 1 FROM before WHERE direction = 'In' OR type = 'break_out'
          ) THEN coalesce(arrival.at, day.starts) ELSE day.starts END AS at
          FROM day, arrival
        )
      SELECT own.id, type, direction, logged_at, source, latitude::float8 AS latitude, longitude::float8 AS longitude,
        is_inside_geofence, photo
      FROM own, day, since
      WHERE logged_at >= since.at AND logged_at < day.ends
      ORDER BY logged_at, own.id
    `,
  )
  const last = logs.at(-1)
  return { date, status: !last ? 'out' : last.type === 'break_out' ? 'on_break' : last.direction === 'In' ? 'in' : 'out', logs }
}
