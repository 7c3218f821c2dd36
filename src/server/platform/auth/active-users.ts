/** Which users could act, for rules that must not wait for somebody who is gone or has no right to. */
import type { Module } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { loadPrincipalOf } from './principal.ts'

/** People tried until one of them may: where a role has more, all of them are granted the same but for overrides. */
const TRIED = 50

interface Among {
  readonly userIds: readonly number[]
  /** Codes in capitals. */
  readonly roles: readonly string[]
  readonly exceptUserId: number | null
  /** Right that they need as well. */
  readonly may?: { readonly module: Module; readonly code: string }
}

/** Is there an active user among the ids, or with one of the roles, who has the right that is needed? */
export async function ableAmong(ctx: Ctx, { may, ...among }: Among): Promise<'able' | 'without right' | 'nobody'> {
  const table = (name: string) => qualify(ctx.company.schema, name)
  const users = await ctx.db.query<{ id: number }>(
    `SELECT u.id FROM ${table('user')} u LEFT JOIN ${table('user_role')} r ON r.id = u.user_role_id AND r.is_active IS NOT FALSE
     WHERE u.is_active IS NOT FALSE AND u.id IS DISTINCT FROM $3 AND (u.id = ANY ($1::bigint[]) OR upper(r.code) = ANY ($2::text[]))
     ORDER BY u.id LIMIT ${TRIED}`,
    [among.userIds, among.roles, among.exceptUserId],
  )
  if (!may) return users.length ? 'able' : 'nobody'
  for (const { id } of users) {
    const principal = await loadPrincipalOf(ctx, Number(id))
    if (principal && can(principal, may.module, may.code)) return 'able'
  }
  return users.length ? 'without right' : 'nobody'
}

/** Names of users (by id) and titles of roles (by upper-case code), in the order given; inactive ones are left out. */
export async function approverNames(
  ctx: Ctx,
  approvers: readonly { readonly user_id: number | null; readonly role: string | null }[],
): Promise<string[]> {
  const table = (name: string) => qualify(ctx.company.schema, name)
  const rows = await ctx.db.query<{ name: string }>(
    `SELECT coalesce(u.name, u.username, r.name) AS name
     FROM ROWS FROM (json_to_recordset($1::json) AS (user_id bigint, role text)) WITH ORDINALITY AS a(user_id, role, n)
       LEFT JOIN ${table('user')} u ON u.id = a.user_id AND u.is_active IS NOT FALSE
       LEFT JOIN ${table('user_role')} r ON upper(r.code) = a.role AND r.is_active IS NOT FALSE
     WHERE coalesce(u.id, r.id) IS NOT NULL ORDER BY a.n`,
    [JSON.stringify(approvers)],
  )
  return [...new Set(rows.map(({ name }) => name))]
}
