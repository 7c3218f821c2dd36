/** Approvals given in the present round, and the recording of a decision. */
import type { ApprovalLevel, Module, Row } from '../../engine/module.ts'
import type { ApprovalContext } from '../../engine/workflow/index.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

/** Decisions since the record was last sent for approval, and the manager of whom it is about. A disapproval ends the round. */
export async function approvalContext(ctx: Ctx, { name: module, ...rest }: Module, record: Row): Promise<ApprovalContext> {
  const id = Number(record.id)
  const rows = await ctx.db.query<{ level: number; user_id: number; on_behalf_of: number | null }>(
    `SELECT level, user_id, on_behalf_of FROM ${qualify(ctx.company.schema, 'approval')}
     WHERE module = $1 AND record_id = $2 AND action = 'approve' AND id > coalesce((
       SELECT max(id) FROM ${qualify(ctx.company.schema, 'approval')} WHERE module = $1 AND record_id = $2 AND action <> 'approve'), 0)
     ORDER BY id`,
    [module, id],
  )
  return {
    manager_user_id: await managerOf(ctx, rest, record),
    decisions: rows.map((row) => ({
      level: row.level,
      user_id: row.user_id,
      ...(row.on_behalf_of ? { for_user_id: row.on_behalf_of } : {}),
    })),
  }
}

/** Does a level ask for the manager? Only then is it worth finding out who that is. */
const asksManager = (ctx: Ctx, { workflow }: Pick<Module, 'workflow'>): boolean =>
  Object.values(workflow?.transitions ?? {}).some(({ approval }) => {
    const set = approval?.setting ? ctx.settings[approval.setting.replace(/requires_approval$/, 'approval_levels')] : undefined
    const levels = Array.isArray(set) && set.length ? (set as unknown as ApprovalLevel[]) : (approval?.levels ?? [])
    return levels.some((level) => level.manager)
  })

/**
 * The user who is the manager of the record's owner (or of who prepared it), by the employees' `manager_id`.
 * Null without employees, or for whoever has no manager.
 */
async function managerOf(ctx: Ctx, module: Pick<Module, 'entity' | 'field' | 'workflow'>, record: Row): Promise<number | null> {
  const employees = ctx.modules.get('employee')
  if (!employees?.field.manager_id || !employees.field.user_id || !asksManager(ctx, module)) return null
  const owner = module.entity.owner ? module.field[module.entity.owner] : undefined
  const isEmployee = owner?.type === 'employee' || owner?.to === employees.name
  const table = qualify(ctx.company.schema, employees.entity.table)
  const [found] = await ctx.db.query<{ user_id: number | null }>(
    `SELECT m.user_id FROM ${table} e JOIN ${table} m ON m.id = e.manager_id WHERE ${isEmployee ? 'e.id' : 'e.user_id'} = $1`,
    [(owner ? record[owner.name] : undefined) ?? record.created_by ?? null],
  )
  return found?.user_id ?? null
}

export async function recordDecision(
  ctx: Ctx,
  decision: { module: string; id: number; level: number; action: string; remarks?: string; on_behalf_of?: number },
): Promise<void> {
  await ctx.db.query(
    `INSERT INTO ${qualify(ctx.company.schema, 'approval')} (module, record_id, level, action, user_id, on_behalf_of, remarks, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      decision.module,
      decision.id,
      decision.level,
      decision.action,
      ctx.principal.user_id,
      decision.on_behalf_of ?? null,
      decision.remarks ?? null,
      ctx.clock.now().toISOString(),
    ],
  )
}
