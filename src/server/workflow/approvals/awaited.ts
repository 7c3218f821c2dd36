/** The names of the users and roles whose decision a record awaits, so that its author knows whom to ask. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { isOwn } from '../../../engine/runtime/workflow/index.ts'
import { approverNames } from '../../platform/auth/active-users.ts'
import { cachedPrincipalOf } from '../../platform/auth/cached-principal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { holdersOf } from '../../platform/notifications/holders.ts'
import { dueDecision } from './approvals.ts'

/** Users named where any holder of the permission may decide; more are not named. */
const NAMED = 5

/**
 * Users by name and roles by title, in the order of their tasks. Where the tasks name neither, the users who hold the permission,
 * without those whose own record it is. Empty when no decision is pending.
 */
export async function awaited(ctx: Ctx, module: Module, record: Row): Promise<readonly string[]> {
  const transition = dueDecision(ctx, module, record)
  if (!transition) return []
  const tasks = await ctx.db.query<{ user_id: number | null; role: string | null }>(
    sql`
      SELECT user_id, role
      FROM ${table(ctx, 'approval_task')}
      WHERE module = ${module.name} AND record_id = ${record.id} AND state = 'pending'
      ORDER BY id
    `,
  )
  if (!tasks.length) return []
  const named = await approverNames(ctx, tasks)
  return named.length ? named : approverNames(ctx, await openTo(ctx, module, record, transition.code))
}

/** The first users who could take the decision that is open to all with the permission. */
async function openTo(ctx: Ctx, module: Module, record: Row, code: string): Promise<{ user_id: number; role: null }[]> {
  const users: { user_id: number; role: null }[] = []
  for (const user_id of await holdersOf(ctx, module, code)) {
    const principal = await cachedPrincipalOf(ctx, user_id)
    if (principal && !isOwn(module, record, principal)) users.push({ user_id, role: null })
    if (users.length === NAMED) break
  }
  return users
}
