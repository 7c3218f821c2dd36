/** Checks whether a round of approval can end at all, before it begins. */
import type { ApprovalLevel, Module, Row } from '../../../engine/model/module.ts'
import { can, roleKey } from '../../../engine/runtime/permissions/index.ts'
import { approvalPlan, isOwn } from '../../../engine/runtime/workflow/index.ts'
import { activeAmong } from '../../platform/auth/active-users.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { envFor } from '../../platform/expressions.ts'
import { approvalContext, decides, dueDecision } from './approvals.ts'
import { holders, usersOfFields } from './tasks.ts'

/**
 * Refuses to begin a round of approval that no one could end: a level must name enough active users who have the right to
 * approve and neither prepared the record nor are its subject. Levels without names are open to all users who can
 * approve.
 */
export async function requireDeciders(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const transition = decides(ctx, module) ? dueDecision(ctx, module, record) : undefined
  if (!transition) return
  const context = await approvalContext(ctx, module, record)
  const plan = approvalPlan(module, transition.approval!, {
    record,
    settings: ctx.settings,
    env: await envFor(ctx, module),
    given: context.levels,
  })
  const fields = await usersOfFields(ctx, module, record, plan)
  for (const { level, quorum } of plan) {
    const named = holders(level, { record, manager: context.manager_user_id, fields, given: new Set() })
    if (named.some((holder) => holder.user_id === null && holder.role === null)) continue
    const active = await activeAmong(
      ctx,
      named.flatMap((holder) => holder.user_id ?? []),
      named.flatMap((holder) => holder.role ?? []),
    )
    const others = active.filter(({ principal }) => !isOwn(module, record, principal))
    const able = others.filter(({ principal }) => can(principal, module, transition.code))
    if (able.length >= quorum) continue
    const approve = `can approve ${module.title.toLowerCase()}`
    const why =
      others.length === 0
        ? missing(level)
        : able.length > 0
          ? `${quorum} users must, and only ${able.map(({ name }) => name).join(', ')} ${approve}`
          : level.role === undefined
            ? `${others.map(({ name }) => name).join(', ')} ${approve.replace('can', 'cannot')}`
            : `no one with the role ${roleKey(level.role)} ${approve}`
    throw refuse('E_APPROVAL', `This cannot be approved: ${why}. Ask an administrator to grant it or to change the approval.`)
  }
}

const missing = (level: ApprovalLevel): string =>
  level.role !== undefined
    ? `no other active user has the role ${roleKey(level.role)}`
    : level.manager
      ? 'there is no manager who is another active user'
      : level.field !== undefined
        ? 'no other active user is named as the approver'
        : 'the approver is not another active user'
