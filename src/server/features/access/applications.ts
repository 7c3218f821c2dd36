/** Applications: their menus as arranged by an administrator, and the users who can reach a module. */

import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { handler, id, ids, optionalId, optionalText, rows } from '../../platform/http/params.ts'
import { groupOrder, menusOf, navigationTree, placeIn } from '../../platform/meta/navigation.ts'
import { registryModules } from './access.ts'
import { modulesIn } from './roles.ts'

interface Entry extends Row {
  id?: number
  parent: string | null
  module_id: number
  title: string | null
  icon: string | null
  permission_codes: string[] | null
  is_module: boolean
  is_report: boolean
  sort_order: number
}
interface Application extends Row {
  id: number
  subdomain: string
  navigation: Entry[]
}

const modules = (ctx: Ctx) => ctx.modules.get('application')!

const readApplication = async (ctx: Ctx, applicationId: number, action = 'view'): Promise<Application> =>
  (await ctx.services.records.get(ctx, modules(ctx), applicationId, action)) as Application

/** The menu as lines: its own, or the descriptors' default while it has none. */
async function entriesOf(ctx: Ctx, application: Application): Promise<Entry[]> {
  if (application.navigation.length) return [...application.navigation].sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0)).map(bare)
  const order = groupOrder(application.subdomain, ctx.services.product.applications)
  const known = await registryModules(ctx)
  return known
    .flatMap((registryModule) => {
      const module = ctx.modules.get(registryModule.name)!
      const place = placeIn(module, application.subdomain)
      return place && !module.hidden ? [{ registryModule, module, place }] : []
    })
    .sort((a, b) => order(a.place.group, b.place.group) || a.module.order - b.module.order)
    .map(({ registryModule, module, place }, n) => ({
      parent: place.group,
      module_id: registryModule.module_id,
      title: null,
      icon: null,
      permission_codes: place.actions ? [...place.actions] : null,
      is_module: module.kind !== 'report',
      is_report: module.kind === 'report',
      sort_order: n + 1,
    }))
}

const bare = ({ id: line, parent, module_id, title, icon, permission_codes, is_module, is_report, sort_order }: Entry): Entry => ({
  ...(line === undefined ? {} : { id: line }),
  parent,
  module_id,
  title,
  icon,
  permission_codes,
  is_module,
  is_report,
  sort_order,
})

/** Keeps the order of a list as its lines' numbers. */
const numbered = (entries: readonly Entry[]): Entry[] => entries.map((entry, n) => ({ ...entry, sort_order: n + 1 }))

/** Changes an application's menu in one transaction and returns the application. */
const arrange = (
  ctx: Ctx,
  applicationId: number,
  change: (entries: Entry[], application: Application) => Promise<Entry[]> | Entry[],
): Promise<Row> =>
  ctx.db.tx(async () => {
    const application = await readApplication(ctx, applicationId, 'edit')
    const entries = await change(await entriesOf(ctx, application), application)
    return ctx.services.records.update(ctx, modules(ctx), applicationId, { navigation: numbered(entries) })
  })

async function entryFor(ctx: Ctx, moduleId: number, parent?: string): Promise<Entry> {
  const known = (await registryModules(ctx)).find((registryModule) => registryModule.module_id === moduleId)
  if (!known) throw invalid({ module_id: ['There is no such module.'] })
  const report = known.kind === 'report'
  return {
    parent: parent ?? known.group,
    module_id: moduleId,
    title: null,
    icon: null,
    permission_codes: null,
    is_module: !report,
    is_report: report,
    sort_order: 0,
  }
}

/** An entry by its line, or by its module while the menu has no lines of its own yet. */
function find(entries: readonly Entry[], value: unknown, name: string): number {
  const wanted = id({ [name]: value }, name)
  const byLine = entries.findIndex((entry) => entry.id === wanted)
  const index = byLine >= 0 ? byLine : entries.findIndex((entry) => entry.module_id === wanted)
  if (index < 0) throw invalid({ [name]: ['There is no such entry in the menu.'] })
  return index
}

/* ---------- reading ---------- */

const navigation = handler('application.navigation', async (ctx, { body }) => {
  const wanted = body.application ?? body.application_id ?? body.subdomain
  const menu = (await menusOf(ctx)).find((candidate) => candidate.name === wanted || candidate.id === Number(wanted))
  if (!menu) throw notFound('Your role does not include this application.')
  return navigationTree(menu)
})

const lists = handler('application.lists', (ctx) =>
  ctx.db.query(
    sql`
      SELECT a.id, a.name, a.subdomain, a.title, a.icon, a.color, a.description, a.release, a.sort_order,
        a.is_active IS NOT FALSE AS is_active,
        (
          SELECT count(*)
          FROM ${table(ctx, 'user')} u
          JOIN ${table(ctx, 'user_role__apps')} l ON l.parent_id = u.user_role_id
          WHERE l.application_id = a.id AND l.is_enabled IS NOT FALSE
        ) AS users
      FROM ${table(ctx, 'application')} a
      ORDER BY a.sort_order, a.id
    `,
  ),
)

const allModules = handler('application.modules', (ctx) => registryModules(ctx))

const plugins = handler('application.plugins', (ctx) =>
  ctx.db.query(
    sql`
      SELECT id, code, name, coalesce(title, name) AS title, description, release, icon, is_installed, is_enabled
      FROM ${table(ctx, 'plugin')}
      ORDER BY name
    `,
  ),
)

const modulesOf = handler('application.modulesOf', async (ctx, { params, query }) => {
  const application = await readApplication(ctx, id(params, 'id'))
  const role = optionalId(query, 'user_role_id')
  if (role !== undefined) return modulesIn(ctx, role, application.id)
  const known = new Map((await registryModules(ctx)).map((registryModule) => [registryModule.module_id, registryModule]))
  return (await entriesOf(ctx, application)).flatMap((entry) => {
    const module = known.get(entry.module_id)
    return module ? [{ ...module, ...entry, entry_id: entry.id ?? null, title: entry.title ?? module.title, module: module.name }] : []
  })
})

/** The users who can reach a module, with the codes they hold on it. */
const userAccess = handler('application.userAccess', async (ctx, { params }) => {
  const [row] = await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ${id(params, 'module_id')}`)
  const module = row && ctx.modules.get(row.name)
  if (!module) throw notFound('There is no such module.')
  const users = await ctx.db.query<{ id: number; username: string; name: string; user_role: string | null }>(
    sql`
      SELECT u.id, u.username, u.name, r.name AS user_role
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      WHERE u.is_active IS NOT FALSE
      ORDER BY u.name
      LIMIT 1000
    `,
  )
  const result: Row[] = []
  for (const user of users) {
    const principal = await loadPrincipalOf(ctx, user.id)
    if (principal && can(principal, module, 'index')) result.push({ ...user, codes: principal.grants[module.name] ?? [] })
  }
  return result
})

/* ---------- changing ---------- */

const setActive = async (ctx: Ctx, applicationId: number, active?: boolean): Promise<Row> =>
  ctx.db.tx(async () => {
    const application = await readApplication(ctx, applicationId, 'edit')
    if (application.subdomain === 'command' && (active === false || (active === undefined && application.is_active === true)))
      throw invalid({ id: ['Command cannot be deactivated: no one could activate it again.'] })
    return ctx.services.records.update(ctx, modules(ctx), applicationId, { is_active: active ?? application.is_active !== true })
  })
const toggle = handler('application.toggle', (ctx, { body }) => setActive(ctx, id(body, 'id')))
const activate = handler('application.activate', (ctx, { params }) => setActive(ctx, id(params, 'id'), true))
const update = handler('application.update', (ctx, { params, body }) =>
  ctx.services.records.update(ctx, modules(ctx), id(params, 'id'), body),
)

const setModules = handler('application.setModules', async (ctx, { params, body }) => {
  const wanted = ids(body, 'modules')
  return arrange(ctx, id(params, 'id'), async (entries) => [
    ...entries.filter((entry) => wanted.includes(entry.module_id)),
    ...(await Promise.all(
      wanted.filter((value) => !entries.some((entry) => entry.module_id === value)).map((value) => entryFor(ctx, value)),
    )),
  ])
})

const link = handler('application.link', async (ctx, { params, body }) => {
  const module_id = id(body, 'module_id')
  return arrange(ctx, id(params, 'id'), async (entries) => {
    if (entries.some((entry) => entry.module_id === module_id)) throw invalid({ module_id: ['The module is already in this menu.'] })
    return [...entries, await entryFor(ctx, module_id, optionalText(body, 'parent', 120))]
  })
})

const swap = handler('application.swap', (ctx, { params, body }) =>
  arrange(ctx, id(params, 'id'), (entries) => {
    const [from, to] = [find(entries, body.from ?? body.id, 'from'), find(entries, body.to ?? body.with, 'to')]
    const list = [...entries]
    const [a, b] = [list[from]!, list[to]!]
    list[from] = { ...b, parent: a.parent }
    list[to] = { ...a, parent: b.parent }
    return list
  }),
)

/** Moves a module to another application: its place in the menu, and the roles' grants on it. */
const transfer = handler('application.transfer', (ctx, { params, body }) =>
  ctx.db.tx(async () => {
    const [from, to, module_id] = [id(params, 'id'), id(body, 'application_id'), id(body, 'module_id')]
    if (from === to) throw invalid({ application_id: ['Choose another application.'] })
    let moved: Entry | undefined
    const left = await arrange(ctx, from, (entries) => {
      moved = entries[find(entries, module_id, 'module_id')]
      return entries.filter((entry) => entry.module_id !== module_id)
    })
    await arrange(ctx, to, (entries) =>
      entries.some((entry) => entry.module_id === module_id) ? entries : [...entries, { ...bare(moved!), id: undefined } as Entry],
    )
    const roles = await ctx.db.query<{ parent_id: number }>(
      sql`
        SELECT DISTINCT parent_id
        FROM ${table(ctx, 'user_role__modules')}
        WHERE module_id = ${module_id} AND application_id = ${from}
      `,
    )
    const role = ctx.modules.get('user_role')!
    for (const { parent_id } of roles) {
      const row = await ctx.services.records.get(ctx, role, parent_id, 'edit')
      const lines = (row.modules as Row[]).map(({ id: line, application_id, module_id: listed, permission_codes, is_enabled }) => ({
        id: line,
        application_id: listed === module_id && application_id === from ? to : application_id,
        module_id: listed,
        permission_codes,
        is_enabled,
      }))
      await ctx.services.records.update(ctx, role, parent_id, { modules: lines })
    }
    return left
  }),
)

const move = handler('application.move', (ctx, { params, body }) =>
  arrange(ctx, id(params, 'id'), (entries) => {
    const from = find(entries, body.entry_id ?? body.id ?? body.module_id, 'id')
    const entry = entries[from]!
    const parent = 'parent' in body ? (optionalText(body, 'parent', 120) ?? '') : entry.parent
    const rest = entries.filter((_other, n) => n !== from)
    const siblings = rest.filter((other) => (other.parent ?? '') === (parent ?? ''))
    const position = Math.min(Math.max(Number(body.position ?? siblings.length) || 0, 0), siblings.length)
    const before = siblings[position]
    const last = siblings.at(-1)
    const target = before ? rest.indexOf(before) : last ? rest.indexOf(last) + 1 : rest.length
    return [...rest.slice(0, target), { ...entry, parent }, ...rest.slice(target)]
  }),
)

/** Back to the menu that the descriptors describe. */
const reset = handler('application.reset', (ctx, { params }) =>
  ctx.services.records.update(ctx, modules(ctx), id(params, 'id'), { navigation: [] }),
)

const override = handler('application.override', async (ctx, { params, body }) => {
  const given = await Promise.all(
    rows({ navigation: body.navigation ?? body.entries }, 'navigation').map(async (row) => ({
      ...(await entryFor(ctx, id(row, 'module_id'), optionalText(row, 'parent', 120))),
      title: optionalText(row, 'title', 120) ?? null,
      icon: optionalText(row, 'icon', 60) ?? null,
      permission_codes: Array.isArray(row.permission_codes) ? (row.permission_codes as string[]) : null,
    })),
  )
  return arrange(ctx, id(params, 'id'), () => given)
})

export const applicationHandlers = [
  navigation,
  lists,
  allModules,
  plugins,
  modulesOf,
  userAccess,
  toggle,
  activate,
  update,
  setModules,
  link,
  swap,
  transfer,
  move,
  reset,
  override,
]
