/** The records of all applications that wait for the caller's decision, by module. */
import type { Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { menusOf } from '../../platform/meta/navigation.ts'
import { envOf } from '../../records/query/env.ts'
import { awaits, scopeSql } from '../../records/query/scope.ts'

/** Records that a link names one by one. */
const NAMED = 200

/** Records of one module that wait for the caller, and the address of their list. */
interface Waiting {
  readonly module: string
  readonly title: string
  readonly icon: string
  readonly count: number
  readonly route: string
}

/** What waits for the caller, most records first. Only what they can list counts, and modules of their menus. */
export async function waitingFor(ctx: Ctx): Promise<Waiting[]> {
  const pending = await ctx.db.query<{ module: string }>(
    sql`SELECT DISTINCT module FROM ${table(ctx, 'approval_task')} WHERE state = 'pending'`,
  )
  if (!pending.length) return []
  const entries = (await menusOf(ctx)).flatMap(({ name, groups }) =>
    groups.flatMap(({ modules }) => modules.map((entry) => ({ ...entry, application: name }))),
  )
  const modules = pending.flatMap(({ module: name }): { module: Module; application: string }[] => {
    const module = ctx.modules.get(name)
    const listed = entries.filter((entry) => entry.name === name)
    const place = listed.find(({ application }) => application === module?.application) ?? listed[0]
    return module && place ? [{ module, application: place.application }] : []
  })
  if (!modules.length) return []
  const env = envOf(ctx)
  const parts = modules.map(({ module }) => {
    const where = [...scopeSql(ctx, env, module, { alias: 't', action: 'index' }), awaits(ctx, env, module, 't')]
    return `select ${literal(module.name)} as module, count(*)::int as count, (array_agg(t.id order by t.id))[1:${NAMED}] as ids from ${qualify(env.schema, module.entity.table)} t where ${where.join(' and ')}`
  })
  const rows = await ctx.db.prepared<{ module: string; count: number; ids: number[] | null }>(parts.join(' union all '), env.params.values)
  return rows
    .flatMap(({ module: name, count, ids }): Waiting[] => {
      if (count === 0) return []
      const { module, application } = modules.find((entry) => entry.module.name === name)!
      const query = new URLSearchParams({ 'filter[id][in]': (ids ?? []).join(','), window: 'all' })
      return [{ module: name, title: module.title, icon: module.icon, count, route: `/${application}/${name}?${query}` }]
    })
    .sort((first, second) => second.count - first.count)
}
