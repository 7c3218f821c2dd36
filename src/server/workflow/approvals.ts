/** Approvals given in the present round, and the recording of a decision. */
import type { ApprovalContext } from '../../engine/workflow/index.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

/** Decisions since the record was last sent for approval. A disapproval ends the round. */
export async function approvalContext(ctx: Ctx, module: string, id: number): Promise<ApprovalContext> {
  const rows = await ctx.db.query<{ level: number; user_id: number; on_behalf_of: number | null }>(
    `SELECT level, user_id, on_behalf_of FROM ${qualify(ctx.company.schema, 'approval')}
     WHERE module = $1 AND record_id = $2 AND action = 'approve' AND id > coalesce((
       SELECT max(id) FROM ${qualify(ctx.company.schema, 'approval')} WHERE module = $1 AND record_id = $2 AND action <> 'approve'), 0)
     ORDER BY id`,
    [module, id],
  )
  return {
    decisions: rows.map((row) => ({
      level: row.level,
      user_id: row.user_id,
      ...(row.on_behalf_of ? { for_user_id: row.on_behalf_of } : {}),
    })),
  }
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
