/** Can a round of approval end at all? Asked before it begins. */
import type { ApprovalLevel, Module, Row } from '../../../engine/model/module.ts'
import { roleKey } from '../../../engine/runtime/permissions/index.ts'
import { approvalPlan } from '../../../engine/runtime/workflow/index.ts'
import { ableAmong } from '../../platform/auth/active-users.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { envFor } from '../../platform/expressions.ts'
import { approvalContext, decides, dueDecision } from './approvals.ts'
import { holders } from './tasks.ts'

/**
 * Refuses to begin a round of approval that nobody could end: a level that names a role that no active user but the one
 * who prepared the record holds, a user who is gone, a manager who is not there, or a role without the right to approve. Levels that name nobody are open to
 * all who may approve.
 */
export async function requireDeciders(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const transition = decides(ctx, module) ? dueDecision(ctx, module, record) : undefined
  if (!transition) return
  const context = await approvalContext(ctx, module, record)
  const plan = approvalPlan(module, transition.approval!, record, ctx.settings, await envFor(ctx, module), context.levels)
  for (const { level } of plan) {
    const named = holders(level, record, context.manager_user_id, new Set())
    const employee = level.field !== undefined && ['employee', 'reference'].includes(module.field[level.field]?.type ?? '')
    if (employee || named.some((holder) => holder.user_id === null && holder.role === null)) continue
    const able = await ableAmong(ctx, {
      userIds: named.flatMap((holder) => holder.user_id ?? []),
      roles: named.flatMap((holder) => holder.role ?? []),
      exceptUserId: (record.created_by as number | undefined) ?? null,
      // A role is named by whoever writes the module, and granted it by somebody else.
      ...(level.role === undefined ? {} : { may: { module, code: transition.code } }),
    })
    if (able === 'nobody')
      throw refuse('E_APPROVAL', `No one can approve this: ${missing(level)}. Ask an administrator to change the approval.`)
    if (able === 'without right')
      throw refuse(
        'E_APPROVAL',
        `No one can approve this: no one with the role ${roleKey(level.role!)} may approve ${module.title.toLowerCase()}. Ask an administrator to grant it.`,
      )
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
