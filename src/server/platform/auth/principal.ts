import type { Principal } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Company, Ctx, Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'

interface UserRow {
  id: number
  username: string
  name: string | null
  branch_id: number | null
  branch_ids: number[] | null
  employee_id: number | null
  is_developer: boolean | null
  user_role_id: number | null
  role: string | null
  role_code: string | null
  access_codes: string[] | null
  /** The user's own access, where it replaces the role's today. */
  override_id: number | null
  override_branches: number[] | null
  /** Whether the user has an access of their own that begins or ends on a day. */
  is_dated: boolean
}

/** A user's rights on a day, and whether other days may have others. */
export interface DatedPrincipal {
  readonly principal: Principal | undefined
  readonly isDated: boolean
}

/**
 * A user's identity and rights on a day; undefined when unknown or inactive. Rights on a module are the union over the
 * enabled applications of the role, or of the user's own access where that overrides the role, and what a module gives to
 * everyone; the user's own enable and disable rows come on top. A developer has every right on every module, so that a
 * new module can be tried before it is granted. Three short queries; callers cache by the company's rights version.
 */
export const loadPrincipal = async (db: Db, company: Company, userId: number, today: string): Promise<Principal | undefined> =>
  (await loadDatedPrincipal(db, company, userId, today)).principal

/** The same, with whether it holds on that day only. */
export async function loadDatedPrincipal(db: Db, company: Company, userId: number, today: string): Promise<DatedPrincipal> {
  const [user] = await db.prepared<UserRow>(sql`
      SELECT u.id, u.username, u.name, u.branch_id, u.branch_ids, u.employee_id, u.is_developer, r.id AS user_role_id,
        r.name AS role, r.code AS role_code, r.access_codes, a.id AS override_id, a.branch_ids AS override_branches,
        EXISTS (
          SELECT 1
          FROM ${table({ company }, 'user_access')} d
          WHERE d.user_id = u.id AND (d.valid_from IS NOT NULL OR d.valid_until IS NOT NULL)
        ) AS is_dated
      FROM ${table({ company }, 'user')} u
      LEFT JOIN ${table({ company }, 'user_role')} r ON r.id = u.user_role_id AND r.is_active IS NOT FALSE
      LEFT JOIN ${table({ company }, 'user_access')} a ON a.user_id = u.id
        AND a.is_override
        AND (a.valid_from IS NULL OR a.valid_from <= ${today})
        AND (a.valid_until IS NULL OR a.valid_until >= ${today})
      WHERE u.id = ${userId} AND u.is_active IS NOT FALSE
    `)
  if (!user) return { principal: undefined, isDated: false }
  const [holder, source] = user.override_id === null ? [user.user_role_id, 'user_role'] : [user.override_id, 'user_access']
  const applications = await db.prepared<{ id: number; name: string }>(sql`
      SELECT a.id, a.subdomain AS name
      FROM ${table({ company }, `${source}__${source === 'user_role' ? 'apps' : 'applications'}`)} l
      JOIN ${table({ company }, 'application')} a ON a.id = l.application_id
      WHERE l.parent_id = ${holder} AND l.is_enabled IS NOT FALSE AND a.is_active IS NOT FALSE
      ORDER BY ${source === 'user_role' ? sql`l.sort_order` : sql`a.sort_order`}, l.line_no
    `)
  const granted = await db.prepared<{ module: string; code: string; effect: 'enable' | 'disable' }>(sql`
      SELECT m.name AS module, code, 'enable' AS effect
      FROM ${table({ company }, `${source}__modules`)} l
      JOIN ${table({ company }, 'module')} m ON m.id = l.module_id, unnest(l.permission_codes) AS code
      WHERE l.parent_id = ${holder}
        AND l.is_enabled IS NOT FALSE
        AND m.is_active IS NOT FALSE
        AND (l.application_id IS NULL OR l.application_id = ANY (${applications.map((application) => application.id)}::bigint[]))
      UNION ALL
      SELECT m.name, p.action, p.effect
      FROM ${table({ company }, 'user_permission')} p
      JOIN ${table({ company }, 'module')} m ON m.id = p.module_id
      WHERE p.user_id = ${user.id} AND m.is_active IS NOT FALSE
      UNION ALL
      SELECT m.name, code, 'enable'
      FROM ${table({ company }, 'module')} m,
        unnest(CASE WHEN ${user.is_developer === true} THEN m.permission_codes ELSE m.everyone_codes END) AS code
      WHERE m.is_active IS NOT FALSE
      ORDER BY effect DESC
    `)
  const principal: Principal = {
    user_id: user.id,
    username: user.username,
    name: user.name ?? user.username,
    role: user.role ?? '',
    role_code: user.role_code ?? '',
    branch_id: user.branch_id,
    branch_ids: (user.override_branches?.length ? user.override_branches : user.branch_ids) ?? [],
    employee_id: user.employee_id,
    is_developer: user.is_developer === true,
    grants: grantsFrom(granted),
    access: user.access_codes ?? [],
    applications: applications.map((application) => application.name),
  }
  return { principal, isDated: user.is_dated }
}

/** Users who can change the company work on during maintenance, to end it. */
export const worksInMaintenance = (principal: Principal): boolean => can(principal, { name: 'company', actions: {} }, 'edit')

/** Another user of the caller's company. */
export const loadPrincipalOf = (ctx: Ctx, userId: number): Promise<Principal | undefined> =>
  loadPrincipal(ctx.db, ctx.company, userId, ctx.clock.today(ctx.company.time_zone))

/** Enabled codes by module; rows come with `enable` first, so that a `disable` has the last word. */
function grantsFrom(rows: readonly { module: string; code: string; effect: string }[]): Record<string, string[]> {
  const grants = new Map<string, Set<string>>()
  for (const { module, code, effect } of rows) {
    const codes = grants.get(module) ?? new Set()
    grants.set(module, codes)
    if (effect === 'disable') codes.delete(code)
    else codes.add(code)
  }
  return Object.fromEntries([...grants].filter(([, codes]) => codes.size > 0).map(([module, codes]) => [module, [...codes]]))
}
