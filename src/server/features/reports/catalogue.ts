/** The catalogue of reports: those of the caller's menus, with their bookmarks and saved views. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { menusOf } from '../../platform/meta/navigation.ts'
import { type SavedView, viewsByModule } from '../../records/views.ts'
import type { Report } from '../feature.ts'

/** A report in the menu of an application. */
interface MenuReport {
  readonly application: { readonly name: string; readonly title: string }
  readonly group: string
  readonly title: string
  readonly module: Module
}

/** The reports in the caller's menus, in the order of the menus. One in several applications is there once in each. */
const reportsOf = async (ctx: Ctx): Promise<MenuReport[]> =>
  (await menusOf(ctx)).flatMap((application) =>
    application.groups.flatMap(({ title: group, modules }) =>
      modules.flatMap(({ name, title, kind }) =>
        kind === 'report' && ctx.modules.has(name) ? [{ application, group, title, module: ctx.modules.get(name)! }] : [],
      ),
    ),
  )

/** What a saved view asks for: its filters, search and order, by the names of the call. */
export function queryOf(state: SavedView['state']): Record<string, string> {
  const filters = Object.entries((state.filters ?? {}) as Readonly<Record<string, Row>>).flatMap(([name, conditions]) =>
    Object.entries(conditions ?? {}).flatMap(([operator, value]) =>
      value === null || value === '' ? [] : [[operator === 'eq' ? `filter[${name}]` : `filter[${name}][${operator}]`, String(value)]],
    ),
  )
  const asked = (['sort', 'search'] as const).flatMap((name) => (state[name] ? [[name, String(state[name])]] : []))
  return Object.fromEntries([...asked, ...filters]) as Record<string, string>
}

/** The query of an address that asks what a saved view asks, in its layout: `filter[date_to]=2026-01-31&view=3`. */
export function addressOf({ id, state }: SavedView): string {
  const query = new URLSearchParams(queryOf(state))
  for (const name of ['show', 'group', 'across', 'measure', 'chart']) if (state[name]) query.set(name, String(state[name]))
  query.set('view', String(id))
  return query.toString()
}

const keyOf = (application: string, module: string): string => `${application}:${module}`

/** Bookmarks of the caller, as `application:module`. */
async function bookmarksOf(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ application: string; module: string }>(sql`
    SELECT a.subdomain AS application, m.name AS module
    FROM ${table(ctx, 'bookmark')} b
    JOIN ${table(ctx, 'application')} a ON a.id = b.application_id
    JOIN ${table(ctx, 'module')} m ON m.id = b.module_id
    WHERE b.user_id = ${ctx.principal.user_id} AND b.is_bookmark IS NOT FALSE
  `)
  return new Set(rows.map(({ application, module }) => keyOf(application, module)))
}

/** The rows of a report: its own, then its saved views, which ask it with their parameters. */
function rowsOf({ application, group, title, module }: MenuReport, marked: boolean, views: readonly SavedView[]): Row[] {
  const key = keyOf(application.name, module.name)
  const place = { application: application.title, group, application_name: application.name, module_name: module.name }
  return [
    { ...place, id: key, title, description: module.description ?? null, is_bookmark: marked, query: null, level: 0 },
    ...views.map((view) => ({
      ...place,
      id: `${key}:${view.id}`,
      title: view.name,
      description: view.own ? 'Your saved parameters' : 'Shared with you',
      is_bookmark: null,
      query: addressOf(view),
      level: 1,
    })),
  ]
}

/**
 * Reports that the caller can open, by application. `search` finds words of
 * a report's title, group or description and of the names of its saved views.
 */
export const reportCatalogue: Report = async (ctx, module, { page, limit }, given) => {
  const entries = (await reportsOf(ctx)).filter((entry) => entry.module.name !== module.name)
  const reports = [...new Set(entries.map((entry) => entry.module))]
  const [bookmarks, views] = [await bookmarksOf(ctx), await viewsByModule(ctx, reports)]
  const words = String(given.search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  const found = entries.flatMap((entry) => {
    const marked = bookmarks.has(keyOf(entry.application.name, entry.module.name))
    if (given.application && given.application !== entry.application.name) return []
    if (given.bookmarked === true && !marked) return []
    const [reportRow, ...saved] = rowsOf(entry, marked, views.get(entry.module.name) ?? [])
    const text = [entry.title, entry.group, entry.module.description ?? '', ...saved.map(({ title }) => title)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word)) ? [reportRow!, ...saved] : []
  })
  const all = limit === 'all'
  const size = all ? Math.max(found.length, 1) : Math.min(Math.max(Math.trunc(Number(limit ?? 50)) || 50, 1), 1000)
  const pageNumber = all ? 1 : Math.max(Math.trunc(Number(page ?? 1)) || 1, 1)
  return {
    success: true,
    data: found.slice((pageNumber - 1) * size, pageNumber * size),
    totals: {},
    pagination: {
      page: pageNumber,
      per_page: size,
      current_page: pageNumber,
      total: found.length,
      last_page: Math.max(1, Math.ceil(found.length / size)),
    },
  }
}
