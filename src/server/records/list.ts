/** Lists: one statement per page, with the caller's rows, filters, search, order and count. */
import type { Module, Row } from '../../engine/model/module.ts'
import { searchedPaths } from '../../engine/runtime/permissions/index.ts'
import { addDays } from '../../kernel/dates.ts'
import type { Ctx, ListQuery, Page } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import type { Params } from '../platform/db/params.ts'
import { invalid } from '../platform/errors.ts'
import { accessKey, requireAction } from './access.ts'
import { type Counted, countText, estimate, knownLarge, MAX_COUNT } from './count.ts'
import { withLive } from './live.ts'
import { commonWords } from './query/common-words.ts'
import { envOf } from './query/env.ts'
import { chosenFields } from './query/fields.ts'
import { filterSql } from './query/filter.ts'
import type { FilterEnv } from './query/filter-env.ts'
import { orderSql } from './query/order.ts'
import { filled } from './query/person.ts'
import { readPlan } from './query/plan.ts'
import { readerOf } from './query/reader.ts'
import { awaits, scopeSql } from './query/scope.ts'
import { searchSql } from './query/search.ts'
import { cutSubjects } from './subject.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 500
const MAX_OFFSET = 10_000_000
/** A list of a large module opens on this many days unless something narrows it. */
const WINDOW_DAYS = 366

/** Page and size of a request; 400 when they are not whole numbers in range. */
export function paging(query: ListQuery): { page: number; limit: number; offset: number } {
  const whole = (value: unknown, name: string, fallback: number, max: number): number => {
    if (value === undefined || value === '') return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1) throw invalid({ [name]: ['A whole number of at least 1.'] })
    return Math.min(number, max)
  }
  const limit = whole(query.limit, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
  const page = whole(query.page, 'page', 1, Math.floor(MAX_OFFSET / limit))
  return { page, limit, offset: (page - 1) * limit }
}

/** The window a large module opens on: no filter, no search, not lifted by `window: 'all'`. */
export function windowOf(module: Module, query: ListQuery, today: string): { field: string; from: string } | undefined {
  const field = module.entity.date
  if (module.entity.volume !== 'large' || !field || query.window === 'all' || query.search?.trim()) return undefined
  const narrowed = Object.values(query.filter ?? {}).some((value) => value !== undefined && value !== '')
  return narrowed ? undefined : { field, from: addDays(today, -WINDOW_DAYS) }
}

/**
 * Conditions of a list: the caller's rows, filters, search, window. `true` when nothing restricts it. `common`: words of the
 * search that many records contain.
 */
export function whereSql(
  ctx: Ctx,
  env: FilterEnv,
  module: Module,
  { query, action, common }: { readonly query: ListQuery; readonly action: string; readonly common?: ReadonlySet<string> },
): string {
  const window = windowOf(module, query, env.today)
  const conditions = [
    ...scopeSql(ctx, env, module, { alias: 't', action }),
    ...filterSql(env, module, 't', { ...query.filter, ...(window ? { [window.field]: { gte: window.from } } : {}) }),
    ...(query.search?.trim()
      ? searchSql(env, module, { alias: 't', text: query.search, paths: searchedPaths(env.modules, module), common })
      : []),
  ]
  return conditions.length ? conditions.join(' and ') : 'true'
}

/** The condition that a row awaits the caller's decision. */
export const awaitingSql = (ctx: Ctx, env: FilterEnv, module: Module): string => awaits(ctx, env, module, 't')

/** One page of records that the caller can see; `more`: further conditions on the row `t`. */
export async function list(
  ctx: Ctx,
  module: Module,
  query: ListQuery,
  more: (env: FilterEnv) => readonly string[] = () => [],
): Promise<Page> {
  requireAction(ctx, module, 'index')
  const env = envOf(ctx)
  const { page, limit, offset } = paging(query)
  const only = chosenFields(ctx, env, module, query.fields)
  const common = await commonWords(ctx, module, query.search)
  const where = [whereSql(ctx, env, module, { query, action: 'index', common }), ...more(env)].join(' and ')
  const counted = env.params.values.slice()
  const order = orderSql(env, module, { alias: 't', sort: query.sort })
  const plan = readPlan(
    {
      schema: env.schema,
      modules: ctx.modules,
      timeZone: env.timeZone,
      reader: (base) => readerOf(ctx, base),
      access: accessKey(ctx, module),
      mode: 'list',
      ...(only && { only }),
    },
    module,
  )
  const table = qualify(env.schema, module.entity.table)
  const from = `from ${table} t where ${where}`
  const large = query.count === 'exact' ? undefined : knownLarge(ctx, from, counted)
  const counting = query.count !== 'none' && large === undefined
  const header = filled(plan.header, env.params, ctx, env.today)
  const joins = order.joins.join(' ')
  const keys = order.keys.join(', ')
  const asked: PageQuery = { table, header, joins, where, keys, limit, offset, params: env.params }
  const isSearched = Boolean(query.search?.trim()) && query.count !== 'exact' && offset + limit <= MAX_COUNT
  const text =
    counting && isSearched
      ? searchedPage(asked)
      : pageText(asked, counting ? `(${countText(from, query.count === 'exact')})` : 'null::bigint')
  const [answer] = await ctx.db.prepared<{ total: number | null; rows: Row[] }>(text, env.params.values)
  const data = answer!.rows
  const hasMore = data.length > limit
  if (hasMore) data.pop()
  await withLive(ctx, module, data)
  await cutSubjects(ctx, module, data)
  const { total, estimated } = await totalOf()
  const window = windowOf(module, query, env.today)
  return {
    data,
    pagination: {
      page,
      per_page: limit,
      current_page: page,
      total,
      last_page: Math.max(1, Math.ceil(total / limit)),
      ...(estimated ? { total_is_estimate: true } : {}),
      ...(window ? { window } : {}),
    },
  }

  /** The planner knows how often a word is looked up, and nothing of a comparison with each row. */
  function guessed(): Counted | undefined {
    if (!common.size) return undefined
    const envOfQuery = envOf(ctx)
    const condition = [whereSql(ctx, envOfQuery, module, { query, action: 'index' }), ...more(envOfQuery)].join(' and ')
    return { from: `from ${table} t where ${condition}`, values: envOfQuery.params.values }
  }

  async function totalOf(): Promise<{ total: number; estimated: boolean }> {
    const seen = offset + data.length + (hasMore ? 1 : 0)
    if (query.count === 'none') return { total: seen, estimated: hasMore }
    if (large !== undefined) return { total: Math.max(large, seen), estimated: true }
    const exact = answer!.total ?? 0
    if (query.count === 'exact' || exact <= MAX_COUNT) return { total: exact, estimated: false }
    return { total: Math.max(await estimate(ctx, from, counted, guessed()), exact, seen), estimated: true }
  }
}

interface PageQuery {
  readonly table: string
  /** Select list of a row `t`. */
  readonly header: string
  readonly joins: string
  readonly where: string
  readonly keys: string
  readonly limit: number
  readonly offset: number
  readonly params: Params
}

const answerSql = (total: string, rows: string): string =>
  `select ${total} as total, coalesce((select json_agg(x) from (${rows}) x), '[]'::json) as rows`

/** A page beside its count. Ids first, then the wide row for the page's ids only: deep pages stay in the index. */
function pageText({ table, header, joins, where, keys, limit, offset, params }: PageQuery, total: string): string {
  const ids = `select t.id from ${table} t ${joins} where ${where} order by ${keys} limit ${limit + 1}${offset ? ` offset ${params.add(offset, 'bigint')}` : ''}`
  return answerSql(total, `select ${header} from (${ids}) p join ${table} t on t.id = p.id ${joins} order by ${keys}`)
}

/** A page and its count, up to the cap, from one pass: comparing texts is what a search spends its time on. */
function searchedPage({ table, header, joins, where, keys, limit, offset, params }: PageQuery): string {
  const ids = `select t.id from ${table} t ${joins} where ${where} order by ${keys} limit ${MAX_COUNT + 1}`
  const first = params.add(offset, 'bigint')
  const rows = `select ${header} from found p join ${table} t on t.id = p.id where p.n > ${first} and p.n <= ${first} + ${limit + 1} order by p.n`
  return `with found as materialized (select s.id, row_number() over () as n from (${ids}) s) ${answerSql('(select count(*) from found)', rows)}`
}

/** Ids of all records of a query that the caller can list, in its order, without pages. */
export async function idsOf(ctx: Ctx, module: Module, query: Pick<ListQuery, 'filter' | 'sort' | 'search'>): Promise<number[]> {
  requireAction(ctx, module, 'index')
  const env = envOf(ctx)
  const where = whereSql(ctx, env, module, { query: { ...query, window: 'all' }, action: 'index' })
  const { joins, keys } = orderSql(env, module, { alias: 't', sort: query.sort })
  const from = `${qualify(env.schema, module.entity.table)} t ${joins.join(' ')}`
  const text = `select t.id from ${from} where ${where} order by ${keys.join(', ')}`
  return (await ctx.db.prepared<{ id: number }>(text, env.params.values)).map(({ id }) => Number(id))
}

/** Every record of a query as its list shows it, page by page: for calls that answer a bounded set whole. */
export async function listAll(ctx: Ctx, module: Module, query: Omit<ListQuery, 'page' | 'limit' | 'count'>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data } = await list(ctx, module, { ...query, page, limit: MAX_LIMIT, count: 'none', window: 'all' })
    rows.push(...data)
    if (data.length < MAX_LIMIT) return rows
  }
}
