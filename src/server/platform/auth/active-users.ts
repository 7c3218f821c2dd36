/** Which users could act, for rules that must not wait for a user who left or has no right to act. */

import type { Principal } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { cachedPrincipalOf } from './cached-principal.ts'

/** People tried: where a role has more, all of them are granted the same but for overrides. */
const TRIED = 50

/** The active users among the ids and with one of the roles (codes in capitals), with their rights. */
export async function activeAmong(
  ctx: Ctx,
  userIds: readonly number[],
  roles: readonly string[],
): Promise<{ name: string; principal: Principal }[]> {
  const users = await ctx.db.query<{ id: number; name: string }>(
    sql`
      SELECT u.id, coalesce(u.name, u.username) AS name
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id AND r.is_active IS NOT FALSE
      WHERE u.is_active IS NOT FALSE AND (u.id = ANY (${userIds}::bigint[]) OR upper(r.code) = ANY (${roles}::text[]))
      ORDER BY u.id
      LIMIT ${TRIED}
    `,
  )
  const result: { name: string; principal: Principal }[] = []
  for (const { id, name } of users) {
    const principal = await cachedPrincipalOf(ctx, Number(id))
    if (principal) result.push({ name, principal })
  }
  return result
}

/** Names of users (by id) and titles of roles (by upper-case code), in the order given; inactive ones are left out. */
export async function approverNames(
  ctx: Ctx,
  approvers: readonly { readonly user_id: number | null; readonly role: string | null }[],
): Promise<string[]> {
  const rows = await ctx.db.query<{ name: string }>(
    sql`
      SELECT coalesce(u.name, u.username, r.name) AS name
      FROM ROWS
      FROM (json_to_recordset(${JSON.stringify(approvers)}::json) AS (user_id bigint, role text))
      WITH ORDINALITY AS a(user_id, role, n)
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = a.user_id AND u.is_active IS NOT FALSE
      LEFT JOIN ${table(ctx, 'user_role')} r ON upper(r.code) = a.role AND r.is_active IS NOT FALSE
      WHERE coalesce(u.id, r.id) IS NOT NULL
      ORDER BY a.n
    `,
  )
  return [...new Set(rows.map(({ name }) => name))]
}
