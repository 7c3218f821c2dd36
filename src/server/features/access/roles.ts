/** Roles: which applications, modules, plugins and permission codes a role holds. Changes go through the record services, so they are audited and versioned. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { flag, handler, id, ids, optionalId, rows } from '../../platform/http/params.ts'
import { homesOf, type RegistryModule, registryModules } from './access.ts'

interface RoleLine extends Row {
  id?: number
  application_id: number
  module_id: number
  permission_codes: string[]
  is_enabled: boolean
}
interface Role extends Row {
  id: number
  apps: (Row & { id?: number; application_id: number; sort_order: number; is_enabled: boolean })[]
  modules: RoleLine[]
  plugins: (Row & { id?: number; plugin_id: number; is_enabled: boolean })[]
}

const userRole = (ctx: Ctx) => ctx.modules.get('user_role')!

async function read(ctx: Ctx, roleId: number, action = 'view'): Promise<Role> {
  return (await ctx.services.records.get(ctx, userRole(ctx), roleId, action)) as Role
}

const bare = {
  apps: ({ id: line, application_id, sort_order, is_enabled }: Role['apps'][number]) => ({
    ...lineId(line),
    application_id,
    sort_order,
    is_enabled,
  }),
  modules: ({ id: line, application_id, module_id, permission_codes, is_enabled }: RoleLine) => ({
    ...lineId(line),
    application_id,
    module_id,
    permission_codes,
    is_enabled,
  }),
  plugins: ({ id: line, plugin_id, is_enabled }: Role['plugins'][number]) => ({ ...lineId(line), plugin_id, is_enabled }),
}
const lineId = (line: number | undefined): Row => (line === undefined ? {} : { id: line })

/** Changes some of a role's lists in one transaction; `change` returns the lists that differ. */
const alter = (
  ctx: Ctx,
  roleId: number,
  change: (role: Role) => Promise<Partial<Pick<Role, 'apps' | 'modules' | 'plugins'>> & Row>,
): Promise<Role> =>
  ctx.db.tx(async () => {
    const role = await read(ctx, roleId, 'edit')
    const { apps, modules, plugins, ...rest } = await change(role)
    return (await ctx.services.records.update(ctx, userRole(ctx), roleId, {
      ...rest,
      ...(apps ? { apps: apps.map(bare.apps) } : {}),
      ...(modules ? { modules: modules.map(bare.modules) } : {}),
      ...(plugins ? { plugins: plugins.map(bare.plugins) } : {}),
    })) as Role
  })

const roleIn = (request: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>>; body: Row }): number =>
  optionalId(request.params, 'id') ?? optionalId(request.query, 'user_role_id') ?? id(request.body, 'user_role_id')
const roleOf = (request: { query: Readonly<Record<string, unknown>>; body: Row }): number =>
  optionalId(request.body, 'user_role_id') ?? id(request.query, 'user_role_id')

/* ---------- reading ---------- */

const appsOf = async (ctx: Ctx, roleId: number): Promise<Row[]> => {
  await read(ctx, roleId)
  return ctx.db.query(
    sql`
      SELECT l.id, a.id AS application_id, a.subdomain AS name, a.title, a.subdomain, a.icon, a.color,
        l.is_enabled IS NOT FALSE AS is_enabled, l.sort_order
      FROM ${table(ctx, 'user_role__apps')} l
      JOIN ${table(ctx, 'application')} a ON a.id = l.application_id
      WHERE l.parent_id = ${roleId}
      ORDER BY l.sort_order, l.line_no
    `,
  )
}
const apps = handler('role.apps', async (ctx, request) => {
  const roleId = roleIn(request)
  return { id: roleId, apps: await appsOf(ctx, roleId) }
})

/** Modules that can belong to an application, with the role's grants on each. */
export async function modulesIn(ctx: Ctx, roleId: number, application?: number): Promise<Row[]> {
  const role = await read(ctx, roleId)
  const applications = await ctx.db.query<{ id: number; subdomain: string }>(sql`SELECT id, subdomain FROM ${table(ctx, 'application')}`)
  return (await registryModules(ctx)).flatMap((registryModule) => {
    const lines = role.modules.filter((line) => line.module_id === registryModule.module_id)
    const homes = new Set([...homesOf(ctx, registryModule.name, applications), ...lines.map((line) => line.application_id)])
    if (homes.size === 0 && registryModule.application_id) homes.add(registryModule.application_id)
    return [...homes]
      .filter((home) => application === undefined || home === application)
      .map((application_id) => {
        const line = lines.find((other) => other.application_id === application_id)
        return {
          ...registryModule,
          application_id,
          codes: line?.permission_codes ?? [],
          granted: line !== undefined,
          is_enabled: line?.is_enabled ?? false,
        }
      })
  })
}
const modules = handler('role.modules', (ctx, request) => modulesIn(ctx, roleIn(request), optionalId(request.query, 'application_id')))

const getOverride = handler('role.getOverride', async (ctx, request) => {
  const role = await read(ctx, roleIn(request))
  return { user_role_id: role.id, is_override: role.is_override === true, modules: await modulesIn(ctx, role.id) }
})

const plugins = handler('role.plugins', async (ctx, request) => {
  const role = await read(ctx, roleIn(request))
  const all = await ctx.db.query<Row & { plugin_id: number }>(
    sql`
      SELECT id AS plugin_id, code, name, coalesce(title, name) AS title, description, icon, is_installed,
        is_enabled AS is_available
      FROM ${table(ctx, 'plugin')}
      ORDER BY name
    `,
  )
  return all.map((entry) => ({ ...entry, is_enabled: role.plugins.some((line) => line.plugin_id === entry.plugin_id && line.is_enabled) }))
})

const permissions = handler('role.permissions', async (ctx, request) => {
  const roleId = roleIn(request)
  return (await modulesIn(ctx, roleId))
    .filter((row) => row.granted)
    .map(({ application_id, module_id, name, title, codes, is_enabled }) => ({
      application_id,
      module_id,
      module: name,
      title,
      permission_codes: codes,
      is_enabled,
    }))
})

/* ---------- changing ---------- */

const setModule =
  (enabled: boolean) =>
  async (ctx: Ctx, request: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, unknown>>; body: Row }) => {
    const module_id = id(request.params, 'id')
    const application = optionalId(request.body, 'application_id')
    const known = (await registryModules(ctx)).find((registryModule) => registryModule.module_id === module_id)
    if (!known) throw notFound('There is no such module.')
    const roleId = roleOf(request)
    await alter(ctx, roleId, async (role) => {
      const mine = (line: RoleLine) => line.module_id === module_id && (application === undefined || line.application_id === application)
      // A module that was never granted gets the usual grants of its kind when it is switched on.
      if (enabled && !role.modules.some(mine)) return { modules: [...role.modules, await firstGrant(ctx, known, application)] }
      return { modules: role.modules.map((line) => (mine(line) ? { ...line, is_enabled: enabled } : line)) }
    })
    return modulesIn(ctx, roleId, application)
  }

async function firstGrant(ctx: Ctx, module: RegistryModule, application: number | undefined): Promise<RoleLine> {
  const applications = await ctx.db.query<{ id: number; subdomain: string }>(
    sql`SELECT id, subdomain FROM ${table(ctx, 'application')} ORDER BY sort_order`,
  )
  const home = application ?? homesOf(ctx, module.name, applications)[0] ?? module.application_id ?? applications[0]?.id
  if (home === undefined || home === null) throw invalid({ application_id: ['Field is required'] })
  return {
    application_id: home,
    module_id: module.module_id,
    permission_codes: ['index', 'view'].filter((code) => module.permission_codes.includes(code)),
    is_enabled: true,
  }
}

const disableModule = handler('role.disableModule', setModule(false))
const enableModule = handler('role.enableModule', setModule(true))

const togglePlugin = handler('role.togglePlugin', async (ctx, request) => {
  const plugin_id = id(request.params, 'id')
  const [known] = await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'plugin')} WHERE id = ${plugin_id}`)
  if (!known) throw notFound('There is no such plugin.')
  const role = await alter(ctx, roleOf(request), async ({ plugins: now }) => ({
    plugins: now.some((line) => line.plugin_id === plugin_id)
      ? now.map((line) => (line.plugin_id === plugin_id ? { ...line, is_enabled: !line.is_enabled } : line))
      : [...now, { plugin_id, is_enabled: true }],
  }))
  return { plugin_id, is_enabled: role.plugins.some((line) => line.plugin_id === plugin_id && line.is_enabled) }
})

const grantApps = handler('role.grantApps', async (ctx, { body }) => {
  const roleId = id(body, 'user_role_id')
  const wanted = ids(body, 'applications')
  await alter(ctx, roleId, async (role) => {
    const last = Math.max(0, ...role.apps.map((line) => line.sort_order ?? 0))
    const fresh = wanted.filter((value) => !role.apps.some((line) => line.application_id === value))
    return {
      apps: [
        ...role.apps.map((line) => (wanted.includes(line.application_id) ? { ...line, is_enabled: true } : line)),
        ...fresh.map((application_id, n) => ({ application_id, sort_order: last + n + 1, is_enabled: true })),
      ],
    }
  })
  return appsOf(ctx, roleId)
})

/** Removes an application from a role, with everything granted in it. */
const removeApp = handler('role.removeApp', async (ctx, request) => {
  const application = id(request.params, 'id')
  const roleId = roleOf(request)
  await alter(ctx, roleId, async (role) => {
    if (!role.apps.some((line) => line.application_id === application)) throw notFound('The role does not include this application.')
    return {
      apps: role.apps.filter((line) => line.application_id !== application),
      modules: role.modules.filter((line) => line.application_id !== application),
    }
  })
  return appsOf(ctx, roleId)
})

/** Lines to grant, checked against what the modules know. */
async function grants(ctx: Ctx, given: readonly Row[], application?: number): Promise<RoleLine[]> {
  const known = new Map((await registryModules(ctx)).map((registryModule) => [registryModule.module_id, registryModule]))
  return given.map((row) => {
    const module = known.get(id(row, 'module_id'))
    const codes = row.permission_codes ?? row.codes ?? module?.permission_codes.filter((code) => code === 'index' || code === 'view')
    if (!module || !Array.isArray(codes)) throw invalid({ modules: ['There is no such module.'] })
    const unknown = codes.find((code) => !module.permission_codes.includes(String(code)))
    if (unknown !== undefined) throw invalid({ modules: [`${module.title} have no permission "${String(unknown).slice(0, 40)}".`] })
    return {
      application_id: optionalId(row, 'application_id') ?? application ?? id({ application_id: module.application_id }, 'application_id'),
      module_id: module.module_id,
      permission_codes: codes as string[],
      is_enabled: row.is_enabled !== false,
    }
  })
}
const sameLine = (a: RoleLine, b: RoleLine): boolean => a.module_id === b.module_id && a.application_id === b.application_id

/** Puts modules into an application of the role, or sets the codes of those that are there. */
const insertModules = handler('role.insertModules', async (ctx, { body }) => {
  const roleId = id(body, 'user_role_id')
  const application = id(body, 'application_id')
  const list = Array.isArray(body.modules)
    ? body.modules.map((module) => (typeof module === 'object' ? module : { module_id: module }))
    : body.modules
  const wanted = await grants(ctx, rows({ modules: list }, 'modules'), application)
  await alter(ctx, roleId, async (role) => {
    // Grants in an application that the role does not include would have no effect, and come alive when it is granted later.
    if (!role.apps.some((line) => line.application_id === application && line.is_enabled !== false))
      throw invalid({ application_id: ['The role does not include this application. Grant the application first.'] })
    return {
      modules: [
        ...role.modules.map((line) => {
          const now = wanted.find((other) => sameLine(other, line))
          return now ? { ...line, permission_codes: now.permission_codes, is_enabled: now.is_enabled } : line
        }),
        ...wanted.filter((line) => !role.modules.some((other) => sameLine(other, line))),
      ],
    }
  })
  return modulesIn(ctx, roleId, application)
})

/** Replaces all grants of the role in the applications named by the lines, or only records that it is an override. */
const override = handler('role.override', async (ctx, { params, body }) => {
  const roleId = id(params, 'id')
  const wanted = body.modules === undefined ? undefined : await grants(ctx, rows(body, 'modules'))
  const role = await alter(ctx, roleId, async () => ({
    is_override: flag(body, 'is_override'),
    ...(wanted ? { modules: wanted } : {}),
  }))
  return { user_role_id: role.id, is_override: role.is_override === true, modules: await modulesIn(ctx, roleId) }
})

const setPermissions =
  (enabled: boolean) =>
  async (ctx: Ctx, { params, body }: { params: Readonly<Record<string, string>>; body: Row }) => {
    const roleId = id(params, 'id')
    const known = new Map((await registryModules(ctx)).map((registryModule) => [registryModule.module_id, registryModule]))
    const wanted = rows(body, 'permissions').map((row) => {
      const module = known.get(id(row, 'module_id'))
      const action = String(row.action ?? row.permission_code ?? '')
      if (!module?.permission_codes.includes(action))
        throw invalid({ permissions: [`There is no permission "${action.slice(0, 40)}" on this module.`] })
      return { module, application_id: optionalId(row, 'application_id'), action }
    })
    await alter(ctx, roleId, async (role) => {
      const lines = role.modules.map((line) => ({ ...line, permission_codes: [...line.permission_codes] }))
      for (const { module, application_id, action } of wanted) {
        const mine = lines.filter(
          (line) => line.module_id === module.module_id && (application_id === undefined || line.application_id === application_id),
        )
        if (enabled && mine.length === 0) lines.push({ ...(await firstGrant(ctx, module, application_id)), permission_codes: [action] })
        for (const line of mine)
          line.permission_codes = enabled
            ? [...new Set([...line.permission_codes, action])]
            : line.permission_codes.filter((code) => code !== action)
      }
      return { modules: lines.filter((line) => line.permission_codes.length) }
    })
    return modulesIn(ctx, roleId)
  }
const enablePermissions = handler('role.enablePermissions', setPermissions(true))
const disablePermissions = handler('role.disablePermissions', setPermissions(false))

export const roleHandlers = [
  apps,
  modules,
  getOverride,
  plugins,
  permissions,
  disableModule,
  enableModule,
  togglePlugin,
  grantApps,
  removeApp,
  insertModules,
  override,
  enablePermissions,
  disablePermissions,
]
