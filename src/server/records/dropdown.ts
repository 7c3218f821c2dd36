/** Choices for pickers: `{id, name, label, …}` of the rows in the caller's reach. */
import type { Module, ModuleSet, Row } from '../../engine/module.ts'
import type { Ctx, ListQuery } from '../context.ts'
import { seesOf } from './access.ts'
import { paging } from './list.ts'
import { envOf } from './plan/env.ts'
import { filterSql } from './plan/filter.ts'
import { orderSql } from './plan/order.ts'
import { findPath } from './plan/paths.ts'
import { type RefScope, refObject, type Wants, want } from './plan/refs.ts'
import { run } from './plan/run.ts'
import { scopeSql } from './plan/scope.ts'
import { searchSql } from './plan/search.ts'
import { tableName } from './plan/sql.ts'

const DEFAULT_LIMIT = 50

/**
 * Rows for a picker. `fields` asks for further columns (dotted through references), `for` narrows those that
 * references to the module need for `fetch` and expressions to one of them (`module.field`, `module.lines.field`).
 */
export async function dropdown(ctx: Ctx, module: Module, query: ListQuery & { fields?: string; for?: string }): Promise<Row[]> {
  const env = envOf(ctx)
  const { limit, offset } = paging({ ...query, limit: query.limit ?? DEFAULT_LIMIT })
  const searched = module.search.length ? module.search : [module.entity.name]
  const where =
    [
      ...scopeSql(ctx, env, module, 't', 'dropdown'),
      ...filterSql(env, module, 't', query.filter ?? {}),
      ...(query.search?.trim() ? searchSql(env, module, 't', query.search, searched) : []),
    ].join(' and ') || 'true'
  const byName = module.kind === 'document' || !module.field[module.entity.name] ? undefined : module.entity.name
  const order = orderSql(env, module, 't', query.sort ?? byName)
  const scope: RefScope = { ...env, mode: 'list' }
  const { columns, wants } = wanted(ctx, module, query, env.through)
  const object = refObject(scope, module, 't', columns, wants)
  const rows = `select ${object} as o from ${tableName(env.schema, module.entity.table)} t ${order.joins.join(' ')} where ${where} order by ${order.keys.join(', ')} limit ${limit}${offset ? ` offset ${env.params.add(offset, 'bigint')}` : ''}`
  const [answer] = await run<{ rows: Row[] }>(ctx, `select coalesce(json_agg(x.o), '[]'::json) as rows from (${rows}) x`, env.params.values)
  return answer!.rows
}

/** Further columns of a choice; reference columns bring their resolved object, so that forms can show them. */
function wanted(
  ctx: Ctx,
  module: Module,
  query: { fields?: string; for?: string },
  through: (module: Module, name: string) => boolean,
): { columns: string[]; wants: Wants } {
  const sees = seesOf(ctx)
  const asked = (query.fields ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((path) => path && through(module, path.split('.')[0]!))
  const columns = [
    ...new Set([...fieldsFor(ctx, module, query.for), ...asked, ...['code', 'is_active'].filter((name) => module.field[name])]),
  ].filter((path) => findPath(ctx.modules, module, path, sees))
  const wants: Wants = {}
  for (const path of columns) {
    const refAs = module.field[path]?.refAs
    if (refAs) want(wants, [refAs, 'id'])
  }
  return { columns, wants }
}

const needed = new WeakMap<ModuleSet, Map<string, readonly string[]>>()

/** Columns that forms need of a module's records when they pick one: what any reference to it fetches or reads. */
function columnsNeeded(modules: ModuleSet, name: string): readonly string[] {
  let ofSet = needed.get(modules)
  if (!ofSet) needed.set(modules, (ofSet = new Map()))
  let columns = ofSet.get(name)
  if (!columns) {
    const fields = [...modules.values()].flatMap((one) => [...one.fields, ...one.lines.flatMap((lines) => lines.fields)])
    columns = [...new Set(fields.filter((field) => field.to === name).flatMap((field) => field.refColumns))]
    ofSet.set(name, columns)
  }
  return columns
}

function fieldsFor(ctx: Ctx, module: Module, place: string | undefined): readonly string[] {
  if (!place) return columnsNeeded(ctx.modules, module.name)
  const [owner, ...path] = place.split('.')
  const source = ctx.modules.get(owner!)
  const field = path.length === 2 ? source?.lines.find((lines) => lines.name === path[0])?.field[path[1]!] : source?.field[path[0] ?? '']
  return field?.to === module.name ? field.refColumns : []
}
