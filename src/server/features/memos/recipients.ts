/** The recipients of a memo. */

import type { Ctx } from '../../platform/context.ts'
import { empty, type Sql, sql, table } from '../../platform/db/sql.ts'
import { awaitAcknowledgements } from '../../platform/notifications/acknowledge.ts'

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

/** FROM and WHERE of the memos `k` for the signed-in employee `e`. */
export const forMe = (ctx: Ctx): Sql => sql`
  FROM ${table(ctx, MEMO)} k
  JOIN ${table(ctx, 'employee')} e ON e.id = ${ctx.principal.employee_id}
  WHERE ${inForce}
    AND k.date_issued <= ${ctx.clock.today(ctx.company.time_zone)}::date
    AND ${inAudience}
`

/** Whether the memo is for the signed-in employee, regardless of their rights on memos. */
export async function memoForMe(ctx: Ctx, id: number): Promise<boolean> {
  if (!ctx.principal.employee_id) return false
  return (await ctx.db.query(sql`SELECT 1 ${forMe(ctx)} AND k.id = ${id}`)).length > 0
}

/**
 * Lists who has yet to acknowledge the memos in force that ask for it, or one of them: employees of the audience who were hired
 * or moved into it since as well, and no longer those who are not in it.
 */
export async function awaitReaders(ctx: Ctx, id?: number): Promise<void> {
  const module = ctx.modules.get(MEMO)
  if (!module) return
  const readers = sql`
    FROM ${table(ctx, MEMO)} k
    JOIN ${table(ctx, 'employee')} e ON e.status = 'active' AND ${inAudience}
    WHERE ${inForce}
      AND k.requires_acknowledgement
      ${id === undefined ? empty : sql`AND k.id = ${id}`}
  `
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'acknowledgement')} a
      WHERE a.source = ${MEMO}
        AND a.status = 'Pending'
        ${id === undefined ? empty : sql`AND a.source_id = ${id}`}
        AND (a.source_id, a.employee_id) NOT IN (SELECT k.id, e.id ${readers})
    `,
  )
  await awaitAcknowledgements(ctx, module, sql`SELECT k.id AS source_id, e.id AS employee_id ${readers}`)
}
