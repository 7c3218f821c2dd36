/** One search over the records of all modules that a person may open. */
import { keepsRecords } from '../../engine/model/kind.ts'
import type { Module, Row } from '../../engine/model/module.ts'
import { can } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { literal, qualify } from '../platform/db/name.ts'
import { invalid } from '../platform/errors.ts'
import { likePattern } from './query/compare.ts'
import { envOf } from './query/env.ts'
import type { FilterEnv } from './query/filter-env.ts'
import { labelSql } from './query/refs.ts'
import { scopeSql } from './query/scope.ts'
import { searchSql } from './query/search.ts'
import { column } from './query/values.ts'

const MIN_TEXT = 2
/** An index of partial words knows no text shorter than this; a large table is not read as a whole. */
const MIN_TEXT_LARGE = 3
const MAX_TEXT = 100
const PER_MODULE = 4
/** Time limit of a search while the user types, in milliseconds. */
const MAX_MS = 3000
/** Of a large table no more matches than this are looked at to find the best ones. */
const CANDIDATES = 60

interface Found extends Row {
  readonly module: string
  readonly id: number
  readonly label: string
  /** Its number, code or name is the text that was typed. */
  readonly exact: boolean
}

/**
 * Records whose own number, code or name contains every word of the text, a few of each module: exact matches first, then
 * those that begin with the text; of the modules, too, the one with the best match comes first. Records that match only
 * through references are left to the lists (every payslip of a person is no answer to the person's name), which also
 * keeps this one statement quick.
 */
export async function findEverywhere(ctx: Ctx, typed: unknown): Promise<Found[]> {
  const text = (typeof typed === 'string' ? typed : '').replaceAll('\0', '').trim()
  if (text.length > MAX_TEXT) throw invalid({ search: [`At most ${MAX_TEXT} characters.`] })
  if (text.length < MIN_TEXT) return []
  const env = envOf(ctx)
  const parts = [...ctx.modules.values()].flatMap((module) => partOf(ctx, env, module, text) ?? [])
  if (!parts.length) return []
  const rows = await ctx.db.tx(async () => {
    await ctx.db.query(`set local statement_timeout = ${MAX_MS}`)
    return ctx.db.prepared<Found & { place: number }>(parts.join(' union all '), env.params.values)
  })
  const best = new Map<string, number>()
  for (const { module, place } of rows) best.set(module, Math.min(place, best.get(module) ?? place))
  return rows
    .sort((a, b) => best.get(a.module)! - best.get(b.module)!)
    .map(({ module, id, label, place }) => ({ module, id, label, exact: place === 0 }))
}

/** The best matches of one module as a select; undefined when the person opens none of its records or it has no names. */
function partOf(ctx: Ctx, env: FilterEnv, module: Module, text: string): string | undefined {
  const { kind, entity, hidden } = module
  if (!keepsRecords(kind) || hidden) return undefined
  if (!can(ctx.principal, module, 'index') || !can(ctx.principal, module, 'view')) return undefined
  const large = entity.volume === 'large'
  if (large && text.length < MIN_TEXT_LARGE) return undefined
  const names = module.search.filter((path) => {
    const target = env.reader.name(module, path, 'search')
    // Values that are closed to some are left to the lists: the search compares stored columns.
    return target?.kind === 'column' && target.field.storage === 'text' && !env.reader.open({ module, alias: 't' }, target.field)
  })
  if (!names.length) return undefined
  const table = qualify(env.schema, entity.table)
  const where = (conditions: readonly string[]) =>
    [...scopeSql(ctx, env, module, { alias: 't', action: 'index' }), ...conditions].join(' and ')
  const like = (pattern: string) => {
    const param = env.params.add(pattern, 'text')
    return `(${names.map((name) => `${column('t', name)} ilike ${param}`).join(' or ')})`
  }
  const [exact, begins] = [likePattern(text).slice(1, -1), likePattern(text).slice(1)]
  const matches = where(searchSql(env, module, { alias: 't', text, paths: names }))
  const columns = ['id', ...names].map((name) => column('t', name)).join(', ')
  const some = (condition: string, limit: number) => `(select ${columns} from ${table} t where ${condition} limit ${limit})`
  const from = large
    ? `${some(where([like(exact)]), PER_MODULE)} union ${some(matches, CANDIDATES)}`
    : `select ${columns} from ${table} t where ${matches}`
  const place = `case when ${like(exact)} then 0 when ${like(begins)} then 1 else 2 end`
  const best = `select t.id, ${place} as place from (${from}) t order by place, t.id desc limit ${PER_MODULE}`
  const label = labelSql({ ...env, mode: 'list' }, module, 't')
  return `(select ${literal(module.name)} as module, t.id, ${label} as label, p.place from (${best}) p join ${table} t on t.id = p.id order by p.place, p.id desc)`
}
