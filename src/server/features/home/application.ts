/**
 * The first page of an application: counts of open documents that the caller can list, by badge, and the records of the
 * application that were changed last. Two statements for any number of modules.
 */
import type { Module, Row } from '../../../engine/model/module.ts'
import { badgeOf } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { notFound } from '../../platform/errors.ts'
import { handler, text } from '../../platform/http/params.ts'
import { type Menu, type MenuModule, menusOf } from '../../platform/meta/navigation.ts'
import { envOf } from '../../records/query/env.ts'
import { filterSql, progressSql } from '../../records/query/filter.ts'
import type { FilterEnv } from '../../records/query/filter-env.ts'
import { labelSql } from '../../records/query/refs.ts'
import { scopeSql } from '../../records/query/scope.ts'
import { column, instant } from '../../records/query/values.ts'
import { listQuery } from '../../records/routes/query.ts'

const RECENT = 10
/** Records waiting for approval that a link names one by one. */
const NAMED = 200
const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'filing'])
/** Records that users write; logs and computed rows change by themselves. */
const WRITTEN: ReadonlySet<string> = new Set([...DOCUMENTS, 'master', 'process'])
const ORDER = ['red', 'amber', 'grey', 'blue', 'green']

interface Count {
  readonly title: string
  readonly tone: string
  readonly count: number
  /** The list with these records, as the query of its address. */
  readonly query: string
}

/** A document of the menu; the menu can narrow it, for instance to orders that are to be received. */
interface Entry {
  readonly entry: MenuModule
  readonly module: Module
}

const entriesOf = (ctx: Ctx, menu: Menu): Entry[] =>
  menu.groups.flatMap(({ modules }) =>
    modules.flatMap((entry) => {
      const module = ctx.modules.get(entry.name)
      return module && module.kind !== 'report' && module.kind !== 'dashboard' && module.entity.table ? [{ entry, module }] : []
    }),
  )

const statusSql = (names: readonly string[]): string => `t."status" in (${names.map(literal).join(', ') || 'null'})`

/** Whether a record still needs an action: a draft, one in progress, or one that is not served in full. */
function underWay(env: FilterEnv, module: Module): string | undefined {
  const { workflow } = module
  if (!workflow) return undefined
  const states = Object.values(workflow.states)
  const before = states.filter(
    ({ final, flags }) => !final && !flags.some((flag) => ['is_posted', 'is_closed', 'is_voided'].includes(flag)),
  )
  const conditions = before.length ? [statusSql(before.map(({ name }) => name))] : []
  if (workflow.progress && module.field.progress && workflow.states.posted) {
    const progress = progressSql(module, 't', () => env.params.add(env.today, 'date'))
    conditions.push(
      `(t."status" = 'posted' and coalesce(${progress}, ${literal(workflow.progress.names[2])}) <> ${literal(workflow.progress.names[2])})`,
    )
  }
  return conditions.length ? `(${conditions.join(' or ')})` : undefined
}

/** Drafts that have been submitted: approval is requested, the status has not changed yet. */
const waitingSql = (env: FilterEnv, module: Module): string =>
  `exists (select 1 from ${quote(env.schema)}.approval_task a where a.module = ${literal(module.name)} and a.record_id = t.id and a.state = 'pending')`

interface Found {
  at: number
  status: string
  progress: string | null
  waiting: boolean
  count: number
  ids: number[] | null
}

async function countsOf(ctx: Ctx, entries: readonly Entry[]): Promise<Count[][]> {
  const env = envOf(ctx)
  const parts = entries.flatMap(({ entry, module }, index) => {
    const open = underWay(env, module)
    if (!open) return []
    const narrowed = entry.query
      ? filterSql(env, module, 't', listQuery(Object.fromEntries(new URLSearchParams(entry.query))).filter ?? {})
      : []
    const where = [...scopeSql(ctx, env, module, { alias: 't', action: 'index' }), ...narrowed, open].join(' and ')
    const progress = module.field.progress ? progressSql(module, 't', () => env.params.add(env.today, 'date')) : 'null::text'
    const drafts = Object.values(module.workflow!.states).filter(({ flags }) => flags.includes('is_draft'))
    const waiting = drafts.length ? `(${statusSql(drafts.map(({ name }) => name))} and ${waitingSql(env, module)})` : 'false'
    return [
      `select ${index} as at, x.status, x.progress, x.waiting, count(*)::int as count, case when x.waiting then (array_agg(x.id))[1:${NAMED}] end as ids
       from (select t.id, t."status" as status, ${progress} as progress, ${waiting} as waiting from ${qualify(env.schema, module.entity.table)} t where ${where}) x group by 2, 3, 4`,
    ]
  })
  const rows = parts.length ? await ctx.db.prepared<Found>(parts.join(' union all '), env.params.values) : []
  return entries.map(({ entry, module }, index) => {
    const matches = rows.filter((row) => Number(row.at) === index)
    const badges = new Map<string, Count & { name: string }>()
    for (const row of matches) {
      if (row.waiting) continue
      const badge = badgeOf(module, { status: row.status, progress: row.progress }, env.today)
      if (!badge) continue
      const query = new URLSearchParams({ ...fixed(entry), 'filter[status]': badge.name, window: 'all' })
      // Progress is stored as of its last change; records that are overdue today are counted with those stored as
      // overdue.
      const count = (badges.get(badge.name)?.count ?? 0) + row.count
      badges.set(badge.name, { name: badge.name, title: badge.title, tone: badge.tone, count, query: query.toString() })
    }
    const waiting = matches.filter((row) => row.waiting)
    const ids = waiting.flatMap((row) => row.ids ?? [])
    const sum = waiting.reduce((all, row) => all + row.count, 0)
    if (sum > 0)
      badges.set('waiting', {
        name: 'waiting',
        title: 'Waiting for approval',
        tone: 'amber',
        count: sum,
        query: new URLSearchParams({ ...fixed(entry), 'filter[id][in]': ids.join(','), window: 'all' }).toString(),
      })
    return [...badges.values()]
      .sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone) || b.count - a.count)
      .map(({ name: _name, ...count }) => count)
  })
}

const fixed = (entry: MenuModule): Record<string, string> => Object.fromEntries(new URLSearchParams(entry.query ?? ''))

/** Records of the application's modules that were changed last. */
async function recentOf(ctx: Ctx, modules: readonly Module[]): Promise<Row[]> {
  const env = envOf(ctx)
  const scope = { ...env, mode: 'list' as const }
  const parts = modules.map((module) => {
    const where = scopeSql(ctx, env, module, { alias: 't', action: 'index' }).join(' and ') || 'true'
    const progress = module.field.progress ? progressSql(module, 't', () => env.params.add(env.today, 'date')) : 'null::text'
    const status = module.workflow ? 't."status"' : 'null::text'
    return `(select ${literal(module.name)} as module, t.id, ${labelSql(scope, module, 't')} as label, ${status} as status, ${progress} as progress, ${instant(column('t', 'updated_at'))} as at, t.updated_at as changed
      from ${qualify(env.schema, module.entity.table)} t where t.updated_at is not null and ${where} order by t.updated_at desc, t.id desc limit ${RECENT})`
  })
  if (!parts.length) return []
  const sql = `select module, id, label, status, progress, at from (${parts.join(' union all ')}) r order by changed desc, module, id desc limit ${RECENT}`
  const rows = await ctx.db.prepared<Row>(sql, env.params.values)
  return rows.map(({ module: name, id, label, status, progress, at: instant }) => {
    const module = ctx.modules.get(String(name))!
    const badge = badgeOf(module, { status, progress }, env.today)
    return {
      module: name,
      singular: module.singular,
      id,
      label,
      at: instant,
      ...(badge && { badge: { title: badge.title, tone: badge.tone } }),
    }
  })
}

export const applicationPage = handler('home.application', async (ctx, { params }) => {
  const menu = (await menusOf(ctx)).find(({ name }) => name === text(params, 'application'))
  if (!menu) throw notFound('This application is not in your menu.')
  const entries = entriesOf(ctx, menu)
  const documents = entries.filter(({ module }) => DOCUMENTS.has(module.kind))
  const counts = await countsOf(ctx, documents)
  const seen = new Set(entries.map(({ module }) => module).filter(({ kind, field }) => WRITTEN.has(kind) && field.updated_at))
  return {
    documents: documents.map(({ entry }, index) => ({
      name: entry.name,
      title: entry.title,
      icon: entry.icon,
      ...(entry.query && { query: entry.query }),
      new: entry.query === undefined && entry.actions.includes('new'),
      counts: counts[index]!,
    })),
    recent: await recentOf(ctx, [...seen]),
  }
})
