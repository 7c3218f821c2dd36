import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { forbidden, invalid } from '../errors.ts'

/** 403 with `refusal` unless the caller maintains roles; 400 at `roles` for a code that no role has. */
export async function requireRoles(ctx: Ctx, codes: readonly string[], refusal: string): Promise<void> {
  const roles = ctx.modules.get('user_role')
  if (!roles || (ctx.system === undefined && !can(ctx.principal, roles, 'edit'))) throw forbidden(refusal)
  const known = await ctx.db.query<{ code: string }>(
    sql`SELECT code FROM ${table(ctx, roles.entity.table)} WHERE code = ANY (${codes}::text[])`,
  )
  const missing = codes.filter((code) => !known.some((role) => role.code === code))
  if (missing.length) throw invalid({ roles: [`There is no role ${missing.join(', ')}.`] })
}
