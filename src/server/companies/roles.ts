/** Updates of roles in existing companies when the product changes, from the role templates, and how their settings name roles. */

import type { ModuleSet, Row } from '../../engine/model/module.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../platform/audit/index.ts'
import type { RegisteredCompany } from '../platform/companies/registry.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { installedPackages } from '../platform/meta/installed-packages.ts'
import type { RoleTemplate } from '../platform/product.ts'
import { grantsOf } from './role-templates.ts'

interface Grant {
  readonly role_id: number
  readonly module: string
  readonly codes: readonly string[]
}

/** Changes in the registry of a company's modules that an upgrade finds. */
export interface ModuleChanges {
  /** Applications that the company did not have before. */
  readonly applications: readonly string[]
  /** Modules that the company did not have before. */
  readonly added: readonly string[]
  /** Modules that have a menu entry and permissions of their own now, and were reached through other records only before. */
  readonly shown: readonly string[]
}

/**
 * Grants the new modules of an upgrade to the roles of a company: by the template of the role, and, for modules that were
 * reached only through their owner's records (`hidden`), to the roles that could reach them so. Grants on other modules,
 * and an administrator's removals, stay as they are. The audit trail says what each role was granted.
 */
export async function grantModules(ctx: Ctx, changes: ModuleChanges): Promise<void> {
  if (!changes.applications.length && !changes.added.length && !changes.shown.length) return
  const roles = await ctx.db.query<{ id: number; code: string | null }>(
    sql`SELECT id, upper(code) AS code FROM ${table(ctx, 'user_role')} ORDER BY id`,
  )
  if (!roles.length) return
  await enterApplications(ctx, roles, changes.applications)
  const held = await heldGrants(ctx)
  const grants = [
    ...byTemplate(ctx, roles, new Map([...ctx.modules].filter(([name]) => changes.added.includes(name)))),
    ...changes.shown.flatMap((name) => byOwner(ctx.modules, held, name)),
  ].filter(({ role_id, module }) => !held.get(role_id)?.has(module))
  if (!grants.length) return
  await insertGrants(ctx, grants)
  for (const { id } of roles) {
    const roleGrants = grants.filter((grant) => grant.role_id === id)
    if (!roleGrants.length) continue
    const note = { granted: Object.fromEntries(roleGrants.map(({ module, codes }) => [module, codes])) }
    await writeAudit(ctx, { module: ctx.modules.get('user_role')!, record_id: id, action: 'update', note })
  }
}

/** Lets roles enter applications that are new, where their template says so, after those that they enter already. */
async function enterApplications(ctx: Ctx, roles: readonly { id: number; code: string | null }[], added: readonly string[]): Promise<void> {
  const entered = roles.flatMap(({ id, code }) => {
    const template = ctx.services.product.roles.find((role) => role.code === code)
    return template ? applicationsOf(ctx, template).flatMap((name) => (added.includes(name) ? [{ role_id: id, name }] : [])) : []
  })
  if (!entered.length) return
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'user_role__apps')} (parent_id, line_no, application_id, sort_order, is_enabled)
      SELECT g.role_id, n.last + row_number() OVER w, a.id, n.last + row_number() OVER w, true
      FROM jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) AS g(role_id bigint, name text)
      JOIN ${table(ctx, 'application')} a ON a.name = g.name
      JOIN LATERAL (
        SELECT coalesce(max(greatest(line_no, sort_order)), 0) AS last
        FROM ${table(ctx, 'user_role__apps')}
        WHERE parent_id = g.role_id
      ) n ON true
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table(ctx, 'user_role__apps')} x WHERE x.parent_id = g.role_id AND x.application_id = a.id
      )
      WINDOW w AS (PARTITION BY g.role_id ORDER BY a.sort_order, a.id)
    `,
  )
}

/** Names of the applications that a role enters, in its order. */
function applicationsOf(ctx: Ctx, role: RoleTemplate): readonly string[] {
  const all = ctx.services.product.applications.map(({ name }) => name)
  return role.applications.includes('*') ? all : role.applications
}

/** Creates a role with the grants of its template; returns its id. */
export async function createRole(ctx: Ctx, role: RoleTemplate, values: Row = {}): Promise<number> {
  const idsOf = async (module: string): Promise<ReadonlyMap<string, number>> =>
    new Map(
      (await ctx.db.query<{ id: number; name: string }>(sql`SELECT id, name FROM ${table(ctx, module)}`)).map(({ id, name }) => [name, id]),
    )
  const [applications, modules] = [await idsOf('application'), await idsOf('module')]
  const entered = applicationsOf(ctx, role).filter((name) => applications.has(name))
  const rows = [...grantsOf(role, ctx.modules)].flatMap(([name, permission_codes]): Row[] => {
    const module = ctx.modules.get(name)!
    const home = [module.application, ...module.alsoIn.map((also) => also.application)].find((application) => entered.includes(application))
    const application_id = applications.get(home ?? entered[0] ?? '')
    const module_id = modules.get(name)
    return application_id && module_id ? [{ application_id, module_id, permission_codes, is_enabled: true }] : []
  })
  const made = await ctx.services.records.create(ctx, ctx.modules.get('user_role')!, {
    code: role.code,
    name: role.name,
    access_codes: role.access ?? [],
    apps: entered.map((name, index) => ({ application_id: applications.get(name)!, sort_order: index + 1, is_enabled: true })),
    modules: rows,
    ...values,
  })
  return Number(made.id)
}

/** Makes the roles of the product in a new company, but for those that it has; employees get theirs where none is chosen. */
export async function makeProductRoles(ctx: Ctx): Promise<void> {
  const taken = await roleCodes(ctx)
  for (const role of ctx.services.product.roles)
    if (!taken.has(role.code)) await createRole(ctx, role, { is_default: role.code === 'EMPLOYEE' })
}

async function roleCodes(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ code: string }>(sql`SELECT upper(code) AS code FROM ${table(ctx, 'user_role')} WHERE code IS NOT NULL`)
  return new Set(rows.map(({ code }) => code))
}

/** Makes the roles of packages that the company has not had yet. One that was deleted since stays away. */
export async function makePackageRoles(ctx: Ctx): Promise<void> {
  const had = new Set((await installedPackages(ctx.db, ctx.company)).flatMap(({ roles }) => roles))
  const wanted = ctx.services.product.packages.flatMap(({ roles }) => roles).filter((code) => !had.has(code))
  if (!wanted.length) return
  const taken = await roleCodes(ctx)
  for (const role of ctx.services.product.roles) if (wanted.includes(role.code) && !taken.has(role.code)) await createRole(ctx, role)
}

function byTemplate(ctx: Ctx, roles: readonly { id: number; code: string | null }[], added: ModuleSet): Grant[] {
  return roles.flatMap(({ id, code }) => {
    const template = added.size ? ctx.services.product.roles.find((role) => role.code === code) : undefined
    return template ? [...grantsOf(template, added)].map(([module, codes]) => ({ role_id: id, module, codes })) : []
  })
}

/** Codes of each role by module. */
async function heldGrants(ctx: Ctx): Promise<Map<number, Map<string, readonly string[]>>> {
  const rows = await ctx.db.query<{ role_id: number; module: string; codes: string[] | null; is_enabled: boolean | null }>(
    sql`
      SELECT l.parent_id AS role_id, m.name AS module, l.permission_codes AS codes, l.is_enabled
      FROM ${table(ctx, 'user_role__modules')} l
      JOIN ${table(ctx, 'module')} m ON m.id = l.module_id
    `,
  )
  const held = new Map<number, Map<string, readonly string[]>>()
  for (const { role_id, module, codes, is_enabled } of rows) {
    const roleModules = held.get(role_id) ?? new Map<string, readonly string[]>()
    roleModules.set(module, [...(roleModules.get(module) ?? []), ...(is_enabled === false ? [] : (codes ?? []))])
    held.set(role_id, roleModules)
  }
  return held
}

/** Users who can view the record can list and view the records of its panels, and edit there what they can edit. */
function byOwner(modules: ModuleSet, held: ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>, name: string): Grant[] {
  const known = codesOf(modules.get(name)!)
  const owners = [...modules.values()].flatMap((owner) =>
    owner.panels.filter((panel) => panel.module === name).map(({ may }) => ({ owner: owner.name, may })),
  )
  return [...held].flatMap(([role_id, roleModules]) => {
    const codes = owners.flatMap(({ owner, may }) => {
      const codes = roleModules.get(owner) ?? []
      if (!codes.includes('view')) return []
      return ['index', 'view', ...(codes.includes('view_all') ? ['view_all'] : []), ...(codes.includes('edit') ? may : [])]
    })
    const granted = [...new Set(codes)].filter((code) => known.includes(code))
    return granted.length ? [{ role_id, module: name, codes: granted }] : []
  })
}

/** In the module's own application where the role enters it, else in one that lists it, else in the role's first. */
async function insertGrants(ctx: Ctx, grants: readonly Grant[]): Promise<void> {
  const rows = grants.map((grant) => {
    const module = ctx.modules.get(grant.module)!
    return { ...grant, homes: [module.application, ...module.alsoIn.map((also) => also.application)] }
  })
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'user_role__modules')} (
        parent_id, line_no, application_id, module_id, permission_codes, is_enabled
      )
      SELECT g.role_id,
        coalesce(
          (SELECT max(line_no) FROM ${table(ctx, 'user_role__modules')} WHERE parent_id = g.role_id), 0
        ) + row_number() OVER (PARTITION BY g.role_id ORDER BY m.id),
        a.id, m.id, ARRAY(SELECT jsonb_array_elements_text(g.codes)), true
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(
        role_id bigint, module text, codes jsonb, homes jsonb
      )
      JOIN ${table(ctx, 'module')} m ON m.name = g.module
      JOIN LATERAL (
        SELECT x.id
        FROM ${table(ctx, 'user_role__apps')} l
        JOIN ${table(ctx, 'application')} x ON x.id = l.application_id
        WHERE l.parent_id = g.role_id AND l.is_enabled IS NOT FALSE
        ORDER BY array_position(ARRAY(SELECT jsonb_array_elements_text(g.homes)), x.name::text) NULLS LAST,
          l.sort_order, l.line_no
        LIMIT 1
      ) a ON true
    `,
  )
}

type Level = Row & { role?: string }

/** Approval levels and pending decisions of releases that named roles by their display name now name them by their code. */
export async function nameRolesByCode(db: Db, company: RegisteredCompany): Promise<void> {
  const stored = await db.query<{ id: number; value: unknown }>(
    sql`
      SELECT id, value
      FROM ${table({ company }, 'settings')}
      WHERE key LIKE '%.approval\\_levels' AND value::text LIKE '%"role"%'
    `,
  )
  if (stored.length) {
    const roles = await db.query<{ code: string; name: string }>(
      sql`SELECT code, name FROM ${table({ company }, 'user_role')} WHERE code IS NOT NULL`,
    )
    const codes = new Set(roles.map(({ code }) => code.toUpperCase()))
    const codeOf = (name: string) => (codes.has(name.toUpperCase()) ? name : (roles.find((role) => role.name === name)?.code ?? name))
    for (const { id, value } of stored) {
      if (!Array.isArray(value)) continue
      const levels = (value as Level[]).map((level) => (typeof level.role === 'string' ? { ...level, role: codeOf(level.role) } : level))
      if (JSON.stringify(levels) !== JSON.stringify(value))
        await db.query(sql`UPDATE ${table({ company }, 'settings')} SET value = ${JSON.stringify(levels)} WHERE id = ${id}`)
    }
  }
  await db.query(
    sql`
      UPDATE ${table({ company }, 'approval_task')} t
      SET role = upper(r.code)
      FROM ${table({ company }, 'user_role')} r
      WHERE t.role = r.name
        AND t.role <> upper(r.code)
        AND NOT EXISTS (SELECT 1 FROM ${table({ company }, 'user_role')} x WHERE upper(x.code) = t.role)
    `,
  )
}

/** Says with every role how many active users hold it. */
export async function countRoleUsers(ctx: Ctx): Promise<void> {
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'user_role')} r
      SET user_count = n.count
      FROM (
        SELECT x.id, count(u.id) AS count
        FROM ${table(ctx, 'user_role')} x
        LEFT JOIN ${table(ctx, 'user')} u ON u.user_role_id = x.id AND u.is_active IS NOT FALSE
        GROUP BY x.id
      ) n
      WHERE n.id = r.id AND r.user_count IS DISTINCT FROM n.count
    `,
  )
}
