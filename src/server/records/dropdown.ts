/** Choices for pickers: `{id, name, label, …}` of the rows in the caller's reach. */
import type { Module, Row } from '../../engine/model/module.ts'
import { isAskedFor, nameable, nameOf, placeAt, placesOf } from '../../engine/runtime/permissions/index.ts'
import type { Ctx, ListQuery } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { run } from '../platform/db/run.ts'
import { requirePicker } from './access.ts'
import { paging } from './list.ts'
import { envOf } from './query/env.ts'
import { type FilterEnv, filterSql, valueConditions } from './query/filter.ts'
import { inForceSql } from './query/in-force.ts'
import { orderSql } from './query/order.ts'
import { fieldOf } from './query/paths.ts'
import { type Layer, type RefScope, refObject, type Wants, want, wantsOf } from './query/refs.ts'
import { scopeSql } from './query/scope.ts'
import { searchSql } from './query/search.ts'

const DEFAULT_LIMIT = 50

/**
 * Rows for a picker; 403 for who meets no reference to the module. `fields` asks for further columns (dotted through references), `for` narrows those that
 * references to the module need for `fetch` and expressions to one of them (`module.field`, `module.lines.field`).
 */
export async function dropdown(ctx: Ctx, module: Module, query: ListQuery & { fields?: string; for?: string }): Promise<Row[]> {
  requirePicker(ctx, module)
  const env = envOf(ctx)
  const { limit, offset } = paging({ ...query, limit: query.limit ?? DEFAULT_LIMIT })
  const searched = module.search.length ? module.search : [module.entity.name]
  const where =
    [
      ...scopeSql(ctx, env, module, 't', 'dropdown'),
      ...conditions(ctx, env, module, query.filter ?? {}),
      ...(isOfAnyTime(query) ? [] : inForceSql(env, module, 't')),
      ...(query.search?.trim() ? searchSql(env, module, 't', query.search, searched) : []),
    ].join(' and ') || 'true'
  const { name } = module.entity
  const byName = module.kind === 'document' || !module.field[name] || !env.reader.name(module, name, 'sort') ? undefined : name
  // What somebody may not name orders nothing for them: the order would tell it.
  const choices = module.entity.choices?.filter((name) => env.reader.name(module, name.replace(/^-/, ''), 'sort')).join()
  const order = orderSql(env, module, 't', query.sort ?? (choices || byName), true)
  const keys = [...exactSql(env, module, query.search), ...order.keys]
  const scope: RefScope = { ...env, mode: 'list' }
  const object = refObject(scope, module, 't', layersOf(ctx, env, module, query), true)
  const rows = `select ${object} as o from ${qualify(env.schema, module.entity.table)} t ${order.joins.join(' ')} where ${where} order by ${keys.join(', ')} limit ${limit}${offset ? ` offset ${env.params.add(offset, 'bigint')}` : ''}`
  const [answer] = await run<{ rows: Row[] }>(ctx, `select coalesce(json_agg(x.o), '[]'::json) as rows from (${rows}) x`, env.params.values)
  return answer!.rows
}

/** Who asks for certain records, or says so, is answered what is not in force today, too: it has to be named where it was chosen once. */
const isOfAnyTime = (query: ListQuery): boolean => query.window === 'all' || query.filter?.id !== undefined

/** The conditions of a request: on what the caller may name, and those that the references they pick through make. */
function conditions(ctx: Ctx, env: FilterEnv, module: Module, filter: Row): string[] {
  const { who } = env.reader
  const asked = Object.keys(filter).filter(
    (name) => !env.reader.name(module, name, 'filter') && isAskedFor(who, ctx.modules, module, name, filter[name]),
  )
  const named = Object.fromEntries(Object.entries(filter).filter(([name]) => !asked.includes(name)))
  return [
    ...filterSql(env, module, 't', named),
    ...asked.flatMap((name) =>
      valueConditions(env, { module, alias: 't' }, nameOf('system', ctx.modules, module, name, 'filter')!, filter[name], name),
    ),
  ]
}

/** What is called or coded exactly as typed comes first, then what begins with it, then what only contains it. */
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

/** Columns that every choice carries where the module has them: forms tell records of one name apart by them. */
const ALWAYS = ['code', 'is_active', 'is_closed']

/** Further columns of a choice: those that the references bring, and those that the request asks for as far as the caller may name them. */
function layersOf(ctx: Ctx, env: FilterEnv, module: Module, query: { fields?: string; for?: string }): Layer[] {
  const { who } = env.reader
  const one = query.for ? placeAt(who, ctx.modules, module, query.for) : undefined
  const places = query.for ? (one ? [one] : []) : placesOf(who, ctx.modules, module)
  const asked = (query.fields ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path && nameable(who, ctx.modules, module, path, 'column'))
  const details = (module.entity.picker ?? []).filter((path) => nameable(who, ctx.modules, module, path, 'column'))
  const own = [...ALWAYS.filter((name) => module.field[name]), ...details]
  return [
    ...places.map((by) => ({ wants: withReferences(module, by.field.refColumns), by })),
    { wants: withReferences(module, [...asked, ...own]), by: undefined },
  ]
}

/** Reference columns bring their resolved object, so that forms can show them. */
function withReferences(module: Module, columns: readonly string[]): Wants {
  const wants = wantsOf(columns)
  for (const path of columns) {
    const refAs = fieldOf(module, path)?.refAs
    if (refAs) want(wants, [refAs, 'id'])
  }
  return wants
}
