/**
 * Who can grant rights to whom. Users who can change users, roles, access and permissions alike govern rights and can
 * grant any. All others who can change some of these cannot grant a right that they do not have, nor change an account
 * with more rights than theirs: otherwise a clerk who maintains the list of users could give themselves any right.
 */

import type { Principal, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { forbidden, refuse } from '../errors.ts'
import { loadPrincipalOf } from './principal.ts'

const GOVERNING = ['user', 'user_role', 'user_access', 'user_permission'] as const

/** A right: a code on a module. */
export interface Right {
  readonly module: string
  readonly code: string
}

const governs = ({ grants }: Principal): boolean => GOVERNING.every((name) => grants[name]?.includes('edit'))

/** The server itself, developers, and users who can change all parts of rights. */
export const mayGrant = (ctx: Ctx): boolean => ctx.principal.user_id === 0 || ctx.principal.is_developer || governs(ctx.principal)

/**
 * Refuses a change, already written in this transaction, by which callers would lose their own right to change users and
 * roles (E_OWN_RIGHTS). Without this rule the only administrator of a company could shut everybody out for good.
 */
export async function requireOwnAuthority(ctx: Ctx): Promise<void> {
  const { principal } = ctx
  if (principal.user_id === 0 || principal.is_developer || !governs(principal)) return
  const after = await loadPrincipalOf(ctx, principal.user_id)
  if (!after || !governs(after))
    throw refuse(
      'E_OWN_RIGHTS',
      'You would lose your own access to users, roles, user access and user permissions. Ask another administrator to make this change.',
    )
}

/** Refuses rights that the caller does not have. */
export function requireOwnRights(ctx: Ctx, rights: readonly Right[], access: readonly string[] = []): void {
  if (mayGrant(ctx)) return
  const beyond = rights.find(({ module, code }) => {
    const known = ctx.modules.get(module)
    return known && !can(ctx.principal, known, code)
  })
  if (beyond)
    throw forbidden(
      `You cannot give or manage the permission "${beyond.code}" on ${ctx.modules.get(beyond.module)!.title}, which you do not have.`,
    )
  const hidden = access.find((code) => !ctx.principal.access.includes(code))
  if (hidden) throw forbidden(`You cannot give or manage access to "${hidden}", which you do not have.`)
}

/** Refuses branches beyond the caller's own; none assigned means all of them. */
export function requireOwnBranches(ctx: Ctx, branches: unknown): void {
  const ownBranches = ctx.principal.branch_ids
  if (mayGrant(ctx) || !ownBranches.length) return
  const given = Array.isArray(branches) ? branches.map(Number) : []
  if (!given.length || given.some((value) => !ownBranches.includes(value)))
    throw forbidden('You cannot grant access to branches that you are not assigned to.')
}

/** Refuses to change an account whose rights, those of today or of a later day, go beyond the caller's. */
export async function requireAuthorityOver(ctx: Ctx, user: number): Promise<void> {
  if (mayGrant(ctx)) return
  const rights = await ctx.db.query<Right>(
    sql`
      SELECT m.name AS module, code
      FROM ${table(ctx, 'user')} u
      JOIN ${table(ctx, 'user_role__modules')} l ON l.parent_id = u.user_role_id AND l.is_enabled IS NOT FALSE
      JOIN ${table(ctx, 'user_role__apps')} a ON a.parent_id = l.parent_id
        AND a.application_id = l.application_id
        AND a.is_enabled IS NOT FALSE
      JOIN ${table(ctx, 'application')} p ON p.id = l.application_id AND p.is_active IS NOT FALSE
      JOIN ${table(ctx, 'module')} m ON m.id = l.module_id
        AND m.is_active IS NOT FALSE, unnest(l.permission_codes) AS code
      WHERE u.id = ${user}
      UNION
      SELECT m.name, code
      FROM ${table(ctx, 'user_access')} o
      JOIN ${table(ctx, 'user_access__modules')} l ON l.parent_id = o.id AND l.is_enabled IS NOT FALSE
      JOIN ${table(ctx, 'module')} m ON m.id = l.module_id, unnest(l.permission_codes) AS code
      WHERE o.user_id = ${user} AND o.is_override
      UNION
      SELECT m.name, p.action
      FROM ${table(ctx, 'user_permission')} p
      JOIN ${table(ctx, 'module')} m ON m.id = p.module_id
      WHERE p.user_id = ${user} AND p.effect = 'enable'
    `,
  )
  const [row] = await ctx.db.query<{ access: string[] | null; is_developer: boolean | null }>(
    sql`
      SELECT r.access_codes AS access, u.is_developer
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      WHERE u.id = ${user}
    `,
  )
  if (row?.is_developer) throw forbidden(DEVELOPERS)
  requireOwnRights(ctx, rights, row?.access ?? [])
}

const DEVELOPERS = 'Only developers can do this with the account of a developer.'

/** Credentials of an account are set only by users with as many rights: a developer's only by developers. */
export async function requireAuthorityToSignIn(ctx: Ctx, users: readonly number[]): Promise<void> {
  if (ctx.principal.user_id === 0 || ctx.principal.is_developer) return
  const others = users.filter((user) => user !== ctx.principal.user_id)
  const [developer] = others.length
    ? await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'user')} WHERE id = ANY (${others}::bigint[]) AND is_developer`)
    : []
  if (developer) throw forbidden(DEVELOPERS)
  for (const other of others) await requireAuthorityOver(ctx, other)
}

/** The rights in a saved role or access, as its lines say: of enabled lines in enabled applications. */
export async function rightsIn(ctx: Ctx, row: Row | undefined, applications: 'apps' | 'applications'): Promise<Right[]> {
  const lines = (row?.modules as Row[] | undefined) ?? []
  if (!lines.length) return []
  const open = new Set(
    ((row![applications] as Row[] | undefined) ?? [])
      .filter((candidate) => candidate.is_enabled !== false)
      .map((entry) => Number(entry.application_id)),
  )
  const names = new Map(
    (await ctx.db.query<{ id: number; name: string }>(sql`SELECT id, name FROM ${table(ctx, 'module')}`)).map((entry) => [
      entry.id,
      entry.name,
    ]),
  )
  return lines
    .filter(
      (line) =>
        line.is_enabled !== false &&
        (line.application_id === null || line.application_id === undefined || open.has(Number(line.application_id))),
    )
    .flatMap((line) =>
      ((line.permission_codes as string[] | null) ?? []).map((code) => ({ module: names.get(Number(line.module_id)) ?? '', code })),
    )
}
