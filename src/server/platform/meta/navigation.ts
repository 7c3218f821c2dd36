/** Menus: the applications of a role with the modules that a user can list, as arranged by descriptors or an administrator. */

import { beginsElsewhere } from '../../../engine/model/kind.ts'
import type { AlsoIn, Module, ModuleSet, Row } from '../../../engine/model/module.ts'
import { can, codesOf } from '../../../engine/runtime/permissions/index.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import { cached } from '../companies/cache.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import type { Application } from '../product.ts'
import { missingPackages } from './installed-packages.ts'

/** Layout of an application; see the specification's layout settings. */
interface LayoutFlags {
  readonly header: boolean
  readonly top_bar: boolean
  readonly footer: boolean
  readonly left_menu: boolean
  readonly left_menu_overlay: boolean
  readonly menu_hidden: boolean
}
export interface MenuModule {
  readonly name: string
  readonly title: string
  readonly icon: string
  readonly kind: string
  /** A dashboard whose tiles its reader arranges. */
  readonly tiles?: boolean
  readonly actions: readonly string[]
  readonly module_id: number | null
  /** The filter of the list when it is opened from here, as the query of its address. */
  readonly query?: string
}
interface MenuGroup {
  readonly title: string
  readonly modules: readonly MenuModule[]
}
export interface Menu {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly icon: string
  readonly color: string
  readonly description: string
  readonly version: string | null
  readonly layout: LayoutFlags
  readonly groups: readonly MenuGroup[]
}

interface ApplicationRow extends Row {
  readonly id: number
  readonly name: string
  readonly subdomain: string
  readonly title: string | null
  readonly icon: string | null
  readonly color: string | null
  readonly description: string | null
  readonly release: string | null
}
/** One line of an application's own menu. */
interface MenuEntry {
  readonly application_id: number
  readonly parent: string | null
  readonly module: string
  readonly title: string | null
  readonly icon: string | null
  readonly permission_codes: readonly string[] | null
}
interface Registry {
  readonly applications: readonly ApplicationRow[]
  readonly modules: ReadonlyMap<string, number>
  readonly entries: readonly MenuEntry[]
  /** Applications of packages that are not loaded now. */
  readonly missing: ReadonlySet<string>
}

const LAYOUT = ['header', 'top_bar', 'footer', 'left_menu', 'left_menu_overlay'] as const

const readRegistry = (ctx: Ctx): Promise<Registry> =>
  cached(ctx.db, ctx.company, 'menus', async () => {
    const applications = await ctx.db.query<ApplicationRow>(sql`SELECT * FROM ${table(ctx, 'application')} WHERE is_active IS NOT FALSE`)
    const modules = await ctx.db.query<{ id: number; name: string }>(sql`SELECT id, name FROM ${table(ctx, 'module')}`)
    const entries = await ctx.db.query<Row & MenuEntry>(
      sql`
        SELECT n.parent_id AS application_id, n.parent, m.name AS module, n.title, n.icon, n.permission_codes
        FROM ${table(ctx, 'application__navigation')} n
        JOIN ${table(ctx, 'module')} m ON m.id = n.module_id
        ORDER BY n.parent_id, n.sort_order, n.line_no
      `,
    )
    const missing = new Set(
      (await missingPackages(ctx.db, ctx.company, ctx.services.product)).flatMap((missingPackage) => missingPackage.applications),
    )
    return { missing, applications, modules: new Map(modules.map((module) => [module.name, module.id])), entries }
  })

/** Applications that the user can enter, in the order of their role, each with its groups. */
export async function menusOf(ctx: Ctx): Promise<Menu[]> {
  const registry = await readRegistry(ctx)
  return ctx.principal.applications.flatMap((name): Menu[] => {
    const row = registry.applications.find((application) => application.subdomain === name)
    if (!row || registry.missing.has(name)) return []
    const shipped = ctx.services.product.applications.find((application) => application.name === name)
    const applicationEntries = registry.entries.filter((entry) => entry.application_id === row.id)
    return [
      {
        id: row.id,
        name,
        title: row.title ?? shipped?.title ?? name,
        icon: row.icon ?? shipped?.icon ?? 'apps',
        color: row.color ?? shipped?.color ?? 'indigo',
        description: row.description ?? shipped?.description ?? '',
        version: row.release ?? null,
        layout: {
          ...(Object.fromEntries(LAYOUT.map((flag) => [flag, row[`layout_${flag}`] === true])) as Record<(typeof LAYOUT)[number], boolean>),
          menu_hidden: row.menu_hidden === true,
        },
        groups: applicationEntries.length ? ownGroups(ctx, applicationEntries, registry.modules) : groupsOf(ctx, name, registry.modules),
      },
    ]
  })
}

/** Whether the caller can list the module. Developers' modules are hidden from others, even where a role grants them. */
const mayOpen = (ctx: Ctx, module: Module): boolean =>
  can(ctx.principal, module, 'index') && (!module.developers || ctx.principal.is_developer)

/** What menus offer of a module to whoever holds the code. */
const offeredCodes = onceFor((module: Module) => codesOf(module).filter((code) => code !== 'new' || !beginsElsewhere(module)))

function menuModule(ctx: Ctx, module: Module, limit: readonly string[] | undefined, ids: ReadonlyMap<string, number>): MenuModule {
  const held = offeredCodes(module).filter((code) => can(ctx.principal, module, code))
  const actions = limit?.length ? held.filter((code) => limit.includes(code)) : held
  const { name, title, icon, kind } = module
  return { name, title, icon, kind, ...(module.dashboard ? { tiles: true } : {}), actions, module_id: ids.get(name) ?? null }
}

/** As an administrator arranged it: groups and modules in the order of the lines. */
function ownGroups(ctx: Ctx, entries: readonly MenuEntry[], ids: ReadonlyMap<string, number>): MenuGroup[] {
  const groups = new Map<string, MenuModule[]>()
  for (const entry of entries) {
    const module = ctx.modules.get(entry.module)
    if (!module || !mayOpen(ctx, module)) continue
    const made = menuModule(ctx, module, entry.permission_codes ?? undefined, ids)
    const group = entry.parent ?? module.group
    groups.set(group, [...(groups.get(group) ?? []), { ...made, title: entry.title || made.title, icon: entry.icon || made.icon }])
  }
  return [...groups].map(([title, modules]) => ({ title, modules }))
}

/** The position of a module in an application by its descriptor, or undefined. */
export function placeIn(module: Module, application: string): Place | undefined {
  const also = module.alsoIn.find((alsoIn) => alsoIn.application === application)
  // Its own application can offer fewer actions, too, where the others belong to another application.
  if (module.application === application) return { group: module.group, ...(also?.actions ? { actions: also.actions } : {}) }
  return (
    also && {
      group: also.group ?? module.group,
      ...(also.actions && { actions: also.actions }),
      ...(also.title && { title: also.title }),
      ...(also.filter && { query: queryOf(also.filter) }),
    }
  )
}

/** The position of a module in an application's menu, and its form there. */
interface Place {
  readonly group: string
  readonly actions?: readonly string[]
  readonly title?: string
  readonly query?: string
}

/** A filter as the query of a list's address: `filter[progress][in]=open,overdue`. */
const queryOf = (filter: NonNullable<AlsoIn['filter']>): string =>
  new URLSearchParams(
    Object.entries(filter).map(([field, value]): [string, string] =>
      Array.isArray(value) ? [`filter[${field}][in]`, value.join(',')] : [`filter[${field}]`, String(value)],
    ),
  ).toString()

/** The order of an application's groups: as the specification lists them, others by name. */
export function groupOrder(application: string, applications: readonly Application[]): (a: string, b: string) => number {
  const order = applications.find((candidate) => candidate.name === application)?.groups ?? []
  // Entries without a group (dashboards) come first.
  const place = (title: string) => (title === '' ? -1 : order.includes(title) ? order.indexOf(title) : order.length)
  return (a, b) => place(a) - place(b) || (a < b ? -1 : 1)
}

/** The modules of each application's menu, with their places in it. */
const placesOf = onceFor((modules: ModuleSet) => {
  const places = new Map<string, { readonly module: Module; readonly place: Place }[]>()
  for (const module of modules.values()) {
    if (module.hidden) continue
    for (const application of new Set([module.application, ...module.alsoIn.map((also) => also.application)]))
      places.set(application, [...(places.get(application) ?? []), { module, place: placeIn(module, application)! }])
  }
  return places
})

function groupsOf(ctx: Ctx, application: string, ids: ReadonlyMap<string, number>): MenuGroup[] {
  const groups = new Map<string, { order: number; module: MenuModule }[]>()
  for (const { module, place } of placesOf(ctx.modules).get(application) ?? []) {
    if (!mayOpen(ctx, module)) continue
    const made = menuModule(ctx, module, place.actions, ids)
    const entry = { order: module.order, module: { ...made, title: place.title ?? made.title, ...(place.query && { query: place.query }) } }
    groups.set(place.group, [...(groups.get(place.group) ?? []), entry])
  }
  const order = groupOrder(application, ctx.services.product.applications)
  return [...groups]
    .sort(([a], [b]) => order(a, b))
    .map(([title, list]) => ({ title, modules: list.sort((a, b) => a.order - b.order).map((entry) => entry.module) }))
}

/** A menu as the specification's tree: entries with `is_module`, `module`, `permission_codes`, `children`. */
export const navigationTree = (menu: Menu): Row[] =>
  menu.groups.map((group) => ({
    title: group.title,
    is_module: false,
    is_report: false,
    module: null,
    module_id: null,
    permission_codes: [],
    children: group.modules.map((module) => ({
      title: module.title,
      icon: module.icon,
      is_module: module.kind !== 'report',
      is_report: module.kind === 'report',
      module: module.name,
      module_id: module.module_id,
      permission_codes: module.actions,
      children: [],
    })),
  }))
