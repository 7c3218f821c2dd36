/** Can a round of approval end at all? Asked before it begins. */
import type { ApprovalLevel, Module, Row } from '../../../engine/model/module.ts'
import { roleKey } from '../../../engine/runtime/permissions/index.ts'
import { approvalPlan } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { refuse } from '../../platform/errors.ts'
import { envFor } from '../../platform/expressions.ts'
import { approvalContext, decides, dueDecision } from './approvals.ts'
import { holders } from './tasks.ts'

/**
 * Refuses to begin a round of approval that nobody could end: a level that names a role that no active user but the one
 * who prepared the record holds, a user who is gone, or a manager who is not there. Levels that name nobody are open to
 * all who may approve.
 */
export async function requireDeciders(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const transition = decides(ctx, module) ? dueDecision(ctx, module, record) : undefined
  if (!transition) return
  const context = await approvalContext(ctx, module, record)
  const plan = approvalPlan(module, transition.approval!, record, ctx.settings, await envFor(ctx, module), context.levels)
  const table = (name: string) => qualify(ctx.company.schema, name)
  for (const { level } of plan) {
    const named = holders(level, record, context.manager_user_id, new Set())
    const employee = level.field !== undefined && ['employee', 'reference'].includes(module.field[level.field]?.type ?? '')
    if (employee || named.some((one) => one.user_id === null && one.role === null)) continue
    const [found] = await ctx.db.query(
      `SELECT 1 FROM ${table('user')} u LEFT JOIN ${table('user_role')} r ON r.id = u.user_role_id AND r.is_active IS NOT FALSE
       WHERE u.is_active IS NOT FALSE AND u.id IS DISTINCT FROM $3 AND (u.id = ANY ($1::bigint[]) OR upper(r.code) = ANY ($2::text[])) LIMIT 1`,
      [named.flatMap((one) => one.user_id ?? []), named.flatMap((one) => one.role ?? []), record.created_by ?? null],
    )
    if (!found) throw refuse('E_APPROVAL', `No one can approve this: ${missing(level)}. Ask an administrator to change the approval.`)
  }
}

const missing = (level: ApprovalLevel): string =>
  level.role !== undefined
    ? `no other active user has the role ${roleKey(level.role)}`
    : level.manager
      ? 'there is no manager'
      : level.field !== undefined
        ? 'the approver is not named'
        : 'the approver is no active user, or prepared it'
