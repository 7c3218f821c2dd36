/** Which users could act, for rules that must not wait for somebody who is gone. */
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

/** Is there an active user among the ids, or with one of the roles (upper-case codes), other than `exceptUserId`? */
export async function hasActiveUser(
  ctx: Ctx,
  among: { readonly userIds: readonly number[]; readonly roles: readonly string[]; readonly exceptUserId: number | null },
): Promise<boolean> {
  const table = (name: string) => qualify(ctx.company.schema, name)
  const [user] = await ctx.db.query(
    `SELECT 1 FROM ${table('user')} u LEFT JOIN ${table('user_role')} r ON r.id = u.user_role_id AND r.is_active IS NOT FALSE
     WHERE u.is_active IS NOT FALSE AND u.id IS DISTINCT FROM $3 AND (u.id = ANY ($1::bigint[]) OR upper(r.code) = ANY ($2::text[])) LIMIT 1`,
    [among.userIds, among.roles, among.exceptUserId],
  )
  return user !== undefined
}
