/**
 * The lookups of the assistant. All go through the record services with the caller's rights, so an answer never contains
 * records that the caller could not list.
 */

import { keepsRecords } from '../../../engine/model/kind.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { formatCurrency } from '../../../engine/runtime/format/index.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx, ListQuery } from '../../platform/context.ts'
import { menusOf } from '../../platform/meta/navigation.ts'
import { applicationFor } from '../../platform/notifications/destination.ts'
import help from './help.json' with { type: 'json' }

/** Rows read for a sum; for a longer list the answer says that it is longer. */
const MOST = 5000
const PAGE = 500

export interface Link {
  readonly title: string
  readonly route: string
}
export interface Found {
  readonly module: string
  readonly title: string
  readonly count: number
  readonly rows: readonly Row[]
  readonly sum?: string
  readonly sum_of?: string
  readonly average?: string
  /** The sum covers only the first rows. */
  readonly partial?: boolean
  readonly links: readonly Link[]
}

/** Modules whose records the user can list. */
export const visibleModules = (ctx: Ctx): Module[] =>
  [...ctx.modules.values()].filter((module) => keepsRecords(module.kind) && can(ctx.principal, module, 'index'))

/**
 * The application in which the user reaches a module: its own, else the first of theirs whose menu has it, else the first in
 * which it opens by its address.
 */
export async function placeOf(ctx: Ctx, module: Module): Promise<string> {
  const menus = await menusOf(ctx)
  const listing = menus.filter((candidate) => candidate.groups.some((group) => group.modules.some((entry) => entry.name === module.name)))
  const menu = listing.find((candidate) => candidate.name === module.application) ?? listing[0]
  const application =
    menu?.name ??
    applicationFor(
      module,
      menus.map(({ name }) => name),
    )
  return `/${application}/${module.name}`
}

/** The money column that says what a record is worth: the last one its list shows. */
export const amountOf = (module: Module): string | undefined =>
  module.columns.filter((column) => column.type === 'money' && module.field[column.path]).at(-1)?.path

/** How a record reads in a sentence. */
export const nameOf = (module: Module, row: Row): string => {
  const number = row.transaction_no ?? row.code ?? ''
  const party = Object.keys(row).find(
    (key) => typeof row[key] === 'object' && row[key] !== null && ['supplier', 'customer', 'employee'].includes(key),
  )
  const about = party ? (row[party] as Row).name : (row[module.entity.name] ?? row.name ?? row.title ?? '')
  return [...new Set([number, about].filter(Boolean).map(String))].join(' · ') || `#${String(row.id)}`
}

/** Lists records, counts them, and adds up a money field when asked to. */
export async function queryRecords(ctx: Ctx, module: Module, query: ListQuery, sumField?: string): Promise<Found> {
  const route = await placeOf(ctx, module)
  const first = await ctx.services.records.list(ctx, module, {
    ...query,
    window: 'all',
    limit: sumField ? PAGE : (query.limit ?? 5),
    count: 'exact',
  })
  const links = first.data.slice(0, 5).map((row) => ({ title: nameOf(module, row), route: `${route}/view/${String(row.id)}` }))
  const found = {
    module: module.name,
    title: module.title,
    count: first.pagination.total,
    links: [...links, { title: module.title, route }],
  }
  if (!sumField) return { ...found, rows: first.data }
  let total = new Decimal(0)
  let rows = first.data
  for (let page = 2; ; page++) {
    for (const row of rows) total = total.plus(String(row[sumField] ?? 0))
    if ((page - 1) * PAGE >= Math.min(first.pagination.total, MOST)) break
    rows = (await ctx.services.records.list(ctx, module, { ...query, window: 'all', page, limit: PAGE, count: 'none' })).data
    if (!rows.length) break
  }
  return {
    ...found,
    rows: first.data.slice(0, 5),
    sum: formatCurrency(total.toFixed()),
    sum_of: module.field[sumField]!.title,
    ...(first.pagination.total ? { average: formatCurrency(total.dividedBy(Math.min(first.pagination.total, MOST)).toFixed(2)) } : {}),
    partial: first.pagination.total > MOST,
  }
}

/** Passes every record of a query, up to a limit, to a callback page by page; returns whether there were more. */
export async function eachRow(
  ctx: Ctx,
  module: Module,
  query: ListQuery,
  take: (row: Row) => void,
): Promise<{ count: number; partial: boolean }> {
  let count = 0
  for (let page = 1; (page - 1) * PAGE < MOST; page++) {
    const { data } = await ctx.services.records.list(ctx, module, { ...query, window: 'all', page, limit: PAGE, count: 'none' })
    for (const row of data) take(row)
    count += data.length
    if (data.length < PAGE) return { count, partial: false }
  }
  return { count, partial: true }
}

interface HelpPage {
  readonly title: string
  readonly text: string
  /** Words by which it is found, with blanks between them. */
  readonly words: string
  readonly route: string | null
}

/** The help page that fits the words best; words of its title count twice. */
export function findHelp(words: readonly string[]): HelpPage | undefined {
  const asked = new Set(words.filter((word) => word.length > 1 && !COMMON.has(word)))
  const scored = help.map((page) => {
    const title = new Set(page.title.toLowerCase().split(' '))
    const known = new Set(page.words.split(' '))
    return { page, score: [...asked].reduce((sum, word) => sum + (title.has(word) ? 2 : known.has(word) ? 1 : 0), 0) }
  })
  const best = scored.sort((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.page : undefined
}

/** Whether the best-matching help page contains most of the words asked for. A single word does not make it the answer. */
export function isAbout(words: readonly string[]): boolean {
  const asked = words.filter((word) => word.length > 1 && !COMMON.has(word))
  const page = findHelp(words)
  const known = new Set(page ? [...page.title.toLowerCase().split(' '), ...page.words.split(' ')] : [])
  return asked.filter((word) => known.has(word)).length * 2 > asked.length
}

/** Words of every question, which do not distinguish pages. */
const COMMON = new Set([
  'a',
  'an',
  'the',
  'do',
  'i',
  'to',
  'how',
  'can',
  'my',
  'is',
  'of',
  'for',
  'in',
  'on',
  'what',
  'where',
  'paano',
  'ang',
  'ng',
  'and',
  'me',
])
