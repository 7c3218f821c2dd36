/** The recipients of a memo. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

export const MEMO = 'memorandum_corner'

/** A memo's audience, over `k` (the memo) and `e` (an employee). */
export const inAudience = sql`
  CASE k.audience
    WHEN 'branch' THEN e.branch_id = ANY (k.branch_ids)
    WHEN 'department' THEN e.department_id = ANY (k.department_ids)
    WHEN 'team' THEN e.team_id = ANY (k.team_ids)
    WHEN 'employee' THEN e.id = ANY (k.employee_ids)
    ELSE true
    END
`
export const inForce = sql`k.is_active IS NOT FALSE AND k.is_archived IS NOT TRUE`

/** Memos `k` for the signed-in employee `e`. */
export const forMe = (ctx: Ctx): { from: string; params: unknown[] } => ({
  from: `FROM ${table(ctx, MEMO).text} k JOIN ${table(ctx, 'employee').text} e ON e.id = $1 WHERE ${inForce.text} AND k.date_issued <= $2::date AND ${inAudience.text}`,
  params: [ctx.principal.employee_id, ctx.clock.today(ctx.company.time_zone)],
})

/** Whether the memo is for the signed-in employee, regardless of their rights on memos. */
export async function memoForMe(ctx: Ctx, id: number): Promise<boolean> {
  if (!ctx.principal.employee_id) return false
  const { from, params } = forMe(ctx)
  return (await ctx.db.query(`SELECT 1 ${from} AND k.id = $3`, [...params, id])).length > 0
}
