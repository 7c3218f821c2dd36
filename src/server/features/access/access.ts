/** The access of single users: their current access, an override of their role, and single exceptions. */

import type { Row } from '../../../engine/model/module.ts'
import { codesOf } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import { requireAuthorityOver } from '../../platform/auth/grant-guard.ts'
import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { flag, handler, id, ids, oneOf, optionalId, optionalText, rows } from '../../platform/http/params.ts'
import { placeIn } from '../../platform/meta/navigation.ts'
import { companiesOf } from './switch-company.ts'

export interface RegistryModule {
  readonly module_id: number
  readonly application_id: number | null
  readonly name: string
  readonly title: string
  readonly group: string | null
  readonly kind: string
  readonly permission_codes: readonly string[]
}

/** The modules of the registry with every code that can be granted on them. */
export async function registryModules(ctx: Ctx): Promise<RegistryModule[]> {
  const known = await ctx.db.query<Omit<RegistryModule, 'permission_codes'>>(
    sql`
      SELECT id AS module_id, application_id, name, title, "group", kind
      FROM ${table(ctx, 'module')}
      WHERE is_active IS NOT FALSE
      ORDER BY "group", sort_order, title
    `,
  )
  return known.flatMap((entry) => {
    const module = ctx.modules.get(entry.name)
    return module ? [{ ...entry, permission_codes: codesOf(module) }] : []
  })
}

/** The applications in which a module can be granted: those whose menu shows it, else the one it belongs to. */
export function homesOf(ctx: Ctx, name: string, applications: readonly { id: number; subdomain: string }[]): number[] {
  const module = ctx.modules.get(name)
  return module ? applications.filter((application) => placeIn(module, application.subdomain)).map((application) => application.id) : []
}

async function userRow(ctx: Ctx, userId: number): Promise<Row & { id: number; user_role_id: number | null }> {
  const user = await ctx.services.records.get(ctx, ctx.modules.get('user')!, userId).catch(() => undefined)
  if (!user) throw notFound('There is no such user.')
  return user as Row & { id: number; user_role_id: number | null }
}

async function accessOf(ctx: Ctx, userId: number): Promise<Row> {
  const user = await userRow(ctx, userId)
  const [override] = await ctx.db.query<Row & { id: number }>(sql`SELECT * FROM ${table(ctx, 'user_access')} WHERE user_id = ${userId}`)
  const principal = await loadPrincipalOf(ctx, userId)
  const applications = await ctx.db.query<{ id: number; subdomain: string; title: string }>(
    sql`SELECT id, subdomain, title FROM ${table(ctx, 'application')} ORDER BY sort_order`,
  )
  const byRole = await ctx.db.query<{ module_id: number; application_id: number; codes: string[] }>(
    sql`
      SELECT module_id, application_id, permission_codes AS codes
      FROM ${table(ctx, 'user_role__modules')}
      WHERE parent_id = ${user.user_role_id} AND is_enabled IS NOT FALSE
    `,
  )
  const overridden = override
    ? await ctx.db.query<{ module_id: number; codes: string[]; is_enabled: boolean }>(
        sql`
          SELECT module_id, permission_codes AS codes, is_enabled
          FROM ${table(ctx, 'user_access__modules')}
          WHERE parent_id = ${override.id}
        `,
      )
    : []
  const modules = (await registryModules(ctx)).map((registryModule) => {
    const granted = byRole.filter((row) => row.module_id === registryModule.module_id)
    const codes = principal?.grants[registryModule.name] ?? []
    return {
      ...registryModule,
      application_id:
        granted[0]?.application_id ?? registryModule.application_id ?? homesOf(ctx, registryModule.name, applications)[0] ?? null,
      role_codes: [...new Set(granted.flatMap((row) => row.codes ?? []))],
      own_codes: overridden.find((row) => row.module_id === registryModule.module_id)?.codes ?? null,
      codes,
      is_enabled: codes.length > 0,
    }
  })
  return {
    user_id: userId,
    user: { id: user.id, name: user.name, username: user.username },
    user_role_id: user.user_role_id,
    user_role: user.user_role ?? null,
    is_override: override?.is_override === true,
    applications: applications.map(({ id: application_id, subdomain, title }) => ({
      application_id,
      name: subdomain,
      title,
      is_enabled: principal?.applications.includes(subdomain) ?? false,
    })),
    modules,
    branches: override?.branch_ids ?? user.branch_ids ?? [],
    inventory_locations: override?.inventory_location_ids ?? [],
    valid_from: override?.valid_from ?? null,
    valid_until: override?.valid_until ?? null,
    remarks: override?.remarks ?? null,
    ...(await companiesOf(ctx, userId)),
  }
}

const get = handler('access.get', (ctx, { query }) => accessOf(ctx, id(query, 'user_id')))

/** Lines of the module `user_access`, each checked against the registry. */
async function moduleLines(ctx: Ctx, given: readonly Row[]): Promise<Row[]> {
  const known = new Map((await registryModules(ctx)).map((registryModule) => [registryModule.module_id, registryModule]))
  return given.map((row) => {
    const module = known.get(id(row, 'module_id'))
    const codes = row.permission_codes ?? row.codes ?? []
    if (!module || !Array.isArray(codes)) throw invalid({ modules: ['There is no such module.'] })
    const unknown = codes.find((code) => !module.permission_codes.includes(String(code)))
    if (unknown !== undefined) throw invalid({ modules: [`${module.title} have no permission "${String(unknown).slice(0, 40)}".`] })
    return {
      module_id: module.module_id,
      application_id: optionalId(row, 'application_id') ?? null,
      permission_codes: codes,
      is_enabled: row.is_enabled !== false && codes.length > 0,
    }
  })
}

/** Replaces a user's role access with their own, or restores it. Takes effect with the next request. */
const override = handler('access.override', async (ctx, { body }) => {
  const user_id = id(body, 'user_id')
  await userRow(ctx, user_id)
  const access = ctx.modules.get('user_access')!
  const values: Row = { is_override: flag(body, 'is_override') }
  if (body.modules !== undefined) values.modules = await moduleLines(ctx, rows(body, 'modules'))
  if (body.applications !== undefined)
    values.applications = rows(body, 'applications').map((row) => ({
      application_id: id(row, 'application_id'),
      is_enabled: row.is_enabled !== false,
    }))
  if (body.branches !== undefined) values.branch_ids = ids({ branches: body.branches ?? [] }, 'branches')
  if (body.inventory_locations !== undefined)
    values.inventory_location_ids = ids({ inventory_locations: body.inventory_locations ?? [] }, 'inventory_locations')
  for (const name of ['valid_from', 'valid_until'] as const) if (name in body) values[name] = body[name] || null
  if ('remarks' in body) values.remarks = optionalText(body, 'remarks', 2000) ?? null
  await ctx.db.tx(async () => {
    const [row] = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'user_access')} WHERE user_id = ${user_id}`)
    const { records } = ctx.services
    if (!row) {
      // An override without lists of its own begins as a copy of what the user can do now.
      const now = await accessOf(ctx, user_id)
      values.modules ??= (now.modules as Row[])
        .filter((module) => (module.codes as string[]).length)
        .map((module) => ({
          module_id: module.module_id,
          application_id: module.application_id,
          permission_codes: module.codes,
          is_enabled: true,
        }))
      values.applications ??= (now.applications as Row[]).map(({ application_id, is_enabled }) => ({ application_id, is_enabled }))
      await records.create(asEditor(ctx), access, { user_id, ...values })
    } else await records.update(ctx, access, row.id, values)
  })
  return accessOf(ctx, user_id)
})

/** The module has no code `new`: a user's access is edited, whether or not there is a row for it yet. */
const asEditor = (ctx: Ctx): Ctx => asSystem(ctx, 'first override of a user')

/* ---------- single exceptions ---------- */

const exceptionsOf = (ctx: Ctx, user: number): Promise<Row[]> =>
  ctx.db.query(
    sql`
      SELECT p.id, p.user_id, p.user_role_id, p.module_id, m.name AS module, m.title, p.application_id, p.action,
        p.effect, p.source
      FROM ${table(ctx, 'user_permission')} p
      JOIN ${table(ctx, 'module')} m ON m.id = p.module_id
      WHERE p.user_id = ${user}
      ORDER BY m.title, p.action
    `,
  )

const ofUser = handler('permissions.ofUser', async (ctx, { params }) => {
  const user = await userRow(ctx, id(params, 'id'))
  return exceptionsOf(ctx, user.id)
})

interface Exception {
  readonly module_id: number
  readonly application_id: number | null
  readonly action: string
  readonly effect: 'enable' | 'disable'
}

async function readExceptions(ctx: Ctx, body: Row, effect?: 'enable' | 'disable'): Promise<Exception[]> {
  const known = new Map((await registryModules(ctx)).map((registryModule) => [registryModule.module_id, registryModule]))
  return rows(body, 'permissions').map((row) => {
    const module = known.get(id(row, 'module_id'))
    const action = String(row.action ?? '')
    if (!module?.permission_codes.includes(action))
      throw invalid({ permissions: [`There is no permission "${action.slice(0, 40)}" on this module.`] })
    return {
      module_id: module.module_id,
      application_id: optionalId(row, 'application_id') ?? module.application_id,
      action,
      effect: effect ?? oneOf(row, 'effect', ['enable', 'disable'], 'enable'),
    }
  })
}

const enable = handler('permissions.enable', async (ctx, { params, body }) => {
  const user = await userRow(ctx, id(params, 'id'))
  const wanted = await readExceptions(ctx, body)
  const role = optionalId(body, 'user_role_id') ?? user.user_role_id
  await ctx.db.tx(async () => {
    for (const exception of wanted) {
      const now = ctx.clock.now().toISOString()
      await ctx.db.query(
        sql`
          INSERT INTO ${table(ctx, 'user_permission')} AS p (
            user_id, user_role_id, application_id, module_id, action, effect, source, version, created_by, created_at,
            updated_at
          )
          VALUES (
            ${user.id}, ${role}, ${exception.application_id}, ${exception.module_id}, ${exception.action},
            ${exception.effect}, 'override', 1, ${ctx.principal.user_id}, ${now}, ${now}
          )
          ON CONFLICT (user_id, module_id, action) WHERE action IS NOT NULL DO UPDATE SET
            effect = excluded.effect, version = p.version + 1, updated_at = excluded.updated_at
        `,
      )
    }
    await requireAuthorityOver(ctx, user.id)
    await writeAudit(ctx, { module: ctx.modules.get('user')!, record_id: user.id, action: 'permissions', note: { enabled: wanted } })
  })
  return exceptionsOf(ctx, user.id)
})

const disable = handler('permissions.disable', async (ctx, { params, body }) => {
  const user = await userRow(ctx, id(params, 'id'))
  const wanted = await readExceptions(ctx, body, 'disable')
  await ctx.db.tx(async () => {
    for (const exception of wanted)
      await ctx.db.query(
        sql`
          DELETE FROM ${table(ctx, 'user_permission')}
          WHERE user_id = ${user.id} AND module_id = ${exception.module_id} AND action = ${exception.action}
        `,
      )
    await requireAuthorityOver(ctx, user.id)
    await writeAudit(ctx, { module: ctx.modules.get('user')!, record_id: user.id, action: 'permissions', note: { removed: wanted } })
  })
  return exceptionsOf(ctx, user.id)
})

export const accessHandlers = [get, override, ofUser, enable, disable]
