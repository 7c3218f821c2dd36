/** Users by what they may do. */

import type { Module, Principal } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { cachedPrincipalOf } from '../auth/cached-principal.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'

/** The most recipients of one record. */
const MAX_HOLDERS = 50

/**
 * Active users who hold a code on the module, for records without named approvers: every user who can approve them must
 * be notified. The roles narrow the choice; overrides of single users have the last word.
 */
export async function holdersOf(ctx: Ctx, module: Module, code: string): Promise<number[]> {
  if (!ctx.modules.get('user_role')) return []
  const rows = await ctx.db.query<{ id: number }>(
    sql`
      SELECT u.id
      FROM ${table(ctx, 'user')} u
      WHERE u.is_active IS NOT FALSE
        AND (
          EXISTS (
            SELECT 1
            FROM ${table(ctx, 'user_role__modules')} l
            JOIN ${table(ctx, 'module')} m ON m.id = l.module_id
            WHERE l.parent_id = u.user_role_id
              AND l.is_enabled IS NOT FALSE
              AND m.name = ${module.name}
              AND ${code} = ANY (l.permission_codes)
          )
          OR EXISTS (
            SELECT 1
            FROM ${table(ctx, 'user_permission')} p
            JOIN ${table(ctx, 'module')} m ON m.id = p.module_id
            WHERE p.user_id = u.id AND m.name = ${module.name} AND p.action = ${code} AND p.effect = 'enable'
          )
        )
      ORDER BY u.id
      LIMIT ${MAX_HOLDERS}
    `,
  )
  const holders: number[] = []
  for (const id of rows.map((row) => Number(row.id))) {
    const principal: Principal | undefined = await cachedPrincipalOf(ctx, id)
    if (principal && can(principal, module, code)) holders.push(id)
  }
  return holders
}
