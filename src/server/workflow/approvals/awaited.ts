/** The names of the users and roles whose decision a record awaits, so that its author knows whom to ask. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { approverNames } from '../../platform/auth/active-users.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { dueDecision } from './approvals.ts'

/** Users by name and roles by title, in the order of their tasks; empty when nothing is pending, or anyone can decide. */
export async function awaited(ctx: Ctx, module: Module, record: Row): Promise<readonly string[]> {
  if (!dueDecision(ctx, module, record)) return []
  const tasks = await ctx.db.query<{ user_id: number | null; role: string | null }>(
    sql`
      SELECT user_id, role
      FROM ${table(ctx, 'approval_task')}
      WHERE module = ${module.name} AND record_id = ${record.id} AND state = 'pending'
      ORDER BY id
    `,
  )
  return tasks.length ? approverNames(ctx, tasks) : []
}
