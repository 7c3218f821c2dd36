/** Choices for pickers: `{id, name, label, …}` of the rows that the caller reaches. */
import type { Module, Row } from '../../engine/model/module.ts'
import { isAskedFor, nameable, nameOf, placeAt, placesOf } from '../../engine/runtime/permissions/index.ts'
import type { Ctx, ListQuery } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { requirePicker } from './access.ts'
import { paging } from './list.ts'
import { envOf } from './query/env.ts'
import { filterSql, valueConditions } from './query/filter.ts'
import type { FilterEnv } from './query/filter-env.ts'
import { inForceSql } from './query/in-force.ts'
import { orderSql } from './query/order.ts'
import { fieldOf } from './query/paths.ts'
import { type Layer, type RefScope, refObject, type Wants, want, wantsOf } from './query/refs.ts'
import { pickedSql } from './query/scope.ts'
import { searchSql } from './query/search.ts'

const DEFAULT_LIMIT = 50

/**
 * Rows for a picker; 403 for callers without any reference to the module. `fields` asks for further columns (dotted through references),
 * `for` narrows those that references to the module need for `fetch` and expressions to one of them (`module.field`,
 * `module.lines.field`).
 */
export async function dropdown(ctx: Ctx, module: Module, query: ListQuery & { fields?: string; for?: string }): Promise<Row[]> {
  requirePicker(ctx, module)
  const env = envOf(ctx)
  const { limit, offset } = paging({ ...query, limit: query.limit ?? DEFAULT_LIMIT })
  const searched = module.search.length ? module.search : [module.entity.name]
  const where =
    [
      pickedSql(ctx, env, { target: module, referrer: ctx.modules.get(query.for?.split('.')[0] ?? ''), alias: 't' }),
      ...conditions(ctx, env, module, query.filter ?? {}),
      ...(isOfAnyTime(query) ? [] : inForceSql(env, module, 't')),
      ...(query.search?.trim() ? searchSql(env, module, { alias: 't', text: query.search, paths: searched }) : []),
    ].join(' and ') || 'true'
  const { name } = module.entity
  const byName = module.kind === 'document' || !module.field[name] || !env.reader.name(module, name, 'sort') ? undefined : name
  // Fields that the caller cannot name do not sort the choices for them: the order would reveal the values.
  const choices = module.entity.choices?.filter((name) => env.reader.name(module, name.replace(/^-/, ''), 'sort')).join()
  const order = orderSql(env, module, { alias: 't', sort: query.sort ?? (choices || byName), plainFlags: true })
  const keys = [...exactSql(env, module, query.search), ...order.keys]
  const scope: RefScope = { ...env, mode: 'list' }
  const object = refObject(scope, module, { alias: 't', layers: layersOf(ctx, env, module, query), reached: true })
  const rows = `select ${object} as o from ${qualify(env.schema, module.entity.table)} t ${order.joins.join(' ')} where ${where} order by ${keys.join(', ')} limit ${limit}${offset ? ` offset ${env.params.add(offset, 'bigint')}` : ''}`
  const [answer] = await ctx.db.prepared<{ rows: Row[] }>(
    `select coalesce(json_agg(x.o), '[]'::json) as rows from (${rows}) x`,
    env.params.values,
  )
  return answer!.rows
}

/**
 * A request for certain records, or for all times, also gets those not in force today: a record that was chosen once must
 * still be named.
 */
const isOfAnyTime = (query: ListQuery): boolean => query.window === 'all' || query.filter?.id !== undefined

/** The conditions of a request: on fields that the caller can name, and those of the references that they pick through. */
function conditions(ctx: Ctx, env: FilterEnv, module: Module, filter: Row): string[] {
  const { who } = env.reader
  const asked = Object.keys(filter).filter(
    (name) => !env.reader.name(module, name, 'filter') && isAskedFor(who, ctx.modules, module, { name, given: filter[name] }),
  )
  const named = Object.fromEntries(Object.entries(filter).filter(([name]) => !asked.includes(name)))
  return [
    ...filterSql(env, module, 't', named),
    ...asked.flatMap((name) =>
      valueConditions(env, { module, alias: 't' }, nameOf('system', ctx.modules, { module, path: name, use: 'filter' })!, {
        given: filter[name],
        path: name,
      }),
    ),
  ]
}

/** Exact matches of name or code come first, then those that begin with the text, then those that contain it. */
function exactSql(env: FilterEnv, module: Module, search: string | undefined): string[] {
  const text = search?.trim()
  const names = ['code', module.entity.name].filter(
    (name) => module.field[name]?.storage === 'text' && env.reader.name(module, name, 'search'),
  )
  if (!text || !names.length) return []
  const asked = env.params.add(text.toLowerCase(), 'text')
  const columns = names.map((name) => `lower(${env.reader.column({ module, alias: 't' }, module.field[name]!)})`)
  const first = (condition: (column: string) => string) => `coalesce(${columns.map(condition).join(' or ')}, false) desc`
  return [first((column) => `${column} = ${asked}`), first((column) => `starts_with(${column}, ${asked})`)]
}

/** Columns of every choice where the module has them: forms use them to distinguish records of the same name. */
const ALWAYS = ['code', 'is_active', 'is_closed']

/** Further columns of a choice: those of the references, and those that the request names as far as the caller can name them. */
function layersOf(ctx: Ctx, env: FilterEnv, module: Module, query: { fields?: string; for?: string }): Layer[] {
  const { who } = env.reader
  const place = query.for ? placeAt(who, ctx.modules, module, query.for) : undefined
  const places = query.for ? (place ? [place] : []) : placesOf(who, ctx.modules, module)
  const asked = (query.fields ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path && nameable(who, ctx.modules, { module, path, use: 'column' }))
  const details = (module.entity.picker ?? []).filter((path) => nameable(who, ctx.modules, { module, path, use: 'column' }))
  const columns = [...ALWAYS.filter((name) => module.field[name]), ...details]
  return [
    ...places.map((by) => ({ wants: withReferences(module, by.field.refColumns), by })),
    { wants: withReferences(module, [...asked, ...columns]), by: undefined },
  ]
}

/** Reference columns include their resolved object, so that forms can show them. */
function withReferences(module: Module, columns: readonly string[]): Wants {
  const wants = wantsOf(columns)
  for (const path of columns) {
    const refAs = fieldOf(module, path)?.refAs
    if (refAs) want(wants, [refAs, 'id'])
  }
  return wants
}
