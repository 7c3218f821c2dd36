/** Which approval of a record is due. */
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import type { Occurrence } from './notify.ts'

/** The level whose decision a record awaits; undefined where none is pending. */
export async function pendingLevel(ctx: Ctx, module: string, id: number): Promise<number | undefined> {
  const [row] = await ctx.db.query<{ level: number | null }>(
    sql`
      SELECT min(level) AS level
      FROM ${table(ctx, 'approval_task')}
      WHERE module = ${module} AND record_id = ${id} AND state = 'pending'
    `,
  )
  return row?.level ?? undefined
}

/** Whether what is told is still so: an approval given before the delivery is due no more, and the next level has a note of its own. */
export const isStillDue = async (ctx: Ctx, { module, id, level }: Occurrence): Promise<boolean> =>
  level === undefined || (await pendingLevel(ctx, module, id)) === level
