/** Declared reports: `report.query` as one statement over a module's rows, within what the caller may see. */
import type { Field, Json, Lines, Module } from '../../../engine/model/module.ts'
import { fieldsAlong, isRestricted, nameOf, referenceField, type Target } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { envOf } from '../query/env.ts'
import { valueConditions } from '../query/filter.ts'
import { pathSql, type RefScope, refSql } from '../query/refs.ts'
import { scopeSql } from '../query/scope.ts'
import { type ReportPage, runPage } from './page.ts'
import { readParameters } from './parameters.ts'

type Aggregate = 'sum' | 'count' | 'min' | 'max' | 'avg'
interface Query {
  readonly from: string
  readonly lines?: string
  readonly where?: Readonly<Record<string, Json>>
  readonly group?: readonly string[]
  readonly select?: Readonly<Record<string, string | Partial<Record<Aggregate, string>>>>
  readonly sort?: string | readonly string[]
}

/** Rows of a report with a declared query, a page of them with the totals of all. */
export async function runQuery(ctx: Ctx, module: Module, request: Readonly<Record<string, unknown>>): Promise<ReportPage> {
  const report = module.report!
  const query = report.query as unknown as Query
  const origin = ctx.modules.get(query.from)!
  const lines = origin.lines.find((line) => line.name === query.lines)
  const values = await readParameters(ctx, module, request)
  const env = envOf(ctx)
  const scope: RefScope = { ...env, mode: 'list' }
  const inLines = (path: string) => lines !== undefined && referenceOrField(lines, path.split('.')[0]!) !== undefined
  const spotOf = (path: string) => ({ module: origin, alias: 't', ...(inLines(path) && { lines: { lines: lines!, alias: 'l' } }) })

  // Other rows, or fields that the caller may not see, are not shown by way of a report either. What is not
  // confidential is shown along paths because the report's descriptor says so.
  const readable = (path: string): Readable => {
    if (ctx.system !== undefined) return 'all'
    const part = inLines(path) ? lines! : origin
    const first = referenceOrField(part, path.split('.')[0]!)
    if ((first && !env.reader.sees(first)) || (part === lines && !env.reader.sees(lines))) return undefined
    const along = fieldsAlong(ctx.modules, part, path)
    if (!along?.slice(1).some(isRestricted)) return 'all'
    return env.reader.name(origin, inLines(path) ? `${lines!.name}.${path}` : path, 'column')
  }
  const sqlOf = (path: string, found: Readable): string => {
    const target = found === 'all' ? undefined : found?.kind === 'lines' ? found.rest : found
    return pathSql(scope, spotOf(path), path.split('.'), { depth: 0, target })
  }
  // A column read along a reference is a query of its own, which PostgreSQL groups by only under a name.
  const along = new Map<string, { name: string; sql: string }>()
  const grouped = (query.group ?? []).flatMap((path) => {
    const found = readable(path)
    if (!found) return []
    if (!path.includes('.')) return [sqlOf(path, found)]
    const dimension = along.get(path) ?? { name: quote(`g${along.size + 1}`), sql: sqlOf(path, found) }
    along.set(path, dimension)
    return [`g.${dimension.name}`]
  })
  const sqlOrName = (path: string, found: Readable): string => (along.has(path) ? `g.${along.get(path)!.name}` : sqlOf(path, found))
  const columns = report.columns.map((column) => {
    const source = query.select?.[column.name] ?? column.name
    const [aggregate, path] = typeof source === 'string' ? [undefined, source] : (Object.entries(source)[0] as [Aggregate, string])
    const found = readable(path)
    const value = found ? (aggregate ? `${aggregate}(${sqlOf(path, found)})` : sqlOrName(path, found)) : 'null'
    return { column, value }
  })
  const beside = along.size
    ? ` cross join lateral (select ${[...along.values()].map(({ sql, name }) => `${sql} as ${name}`).join(', ')}) g`
    : ''
  const from = `${qualify(env.schema, origin.entity.table)} t${lines ? ` join ${qualify(env.schema, lines.table)} l on l.parent_id = t.id` : ''}${beside}`
  const where = [...scopeSql(ctx, env, origin, { alias: 't', action: 'index' }), ...conditions()]
  const group = grouped.length ? ` group by ${grouped.join(', ')}` : ''
  const rows = `select ${columns.map(({ column, value }) => `${value} as ${quote(column.name)}`).join(', ')} from ${from} where ${where.join(' and ') || 'true'}${group}`
  const references = report.columns.flatMap((column) => {
    const reference = refSql(scope, column, { module, alias: 'q' })
    return reference ? [`${reference} as ${quote(column.refAs!)}`] : []
  })
  const text = `select ${['q.*', ...references].join(', ')} from (${rows}) q`
  return runPage(ctx, module, { query: request, sql: text, params: env.params.values, order: orderOf(query, report.columns) })

  /** Conditions of the descriptor, parameters filled in; one whose parameter is empty restricts nothing. */
  function conditions(): string[] {
    const filled = (given: Json): unknown =>
      typeof given === 'string' && given.startsWith('$') ? (values[given.slice(1)] ?? undefined) : given
    return Object.entries(query.where ?? {}).flatMap(([path, given]) => {
      const operators = given !== null && typeof given === 'object' && !Array.isArray(given)
      const value = operators
        ? Object.fromEntries(Object.entries(given).map(([op, operand]) => [op, filled(operand as Json)]))
        : filled(given)
      if (value === undefined) return []
      // The report's own filters are the descriptor's; a value from the user follows the names rule.
      const found = JSON.stringify(given).includes('"$') ? readable(path) : 'all'
      const named = inLines(path) ? `${lines!.name}.${path}` : path
      const target = found === 'all' ? nameOf('system', ctx.modules, { module: origin, path: named, use: 'filter' }) : found
      if (!target) throw invalid({ [path]: [`There is no field "${path}" to filter by.`] })
      return valueConditions(env, spotOf(path), target.kind === 'lines' && inLines(path) ? target.rest : target, { given: value, path })
    })
  }
}

const referenceOrField = (part: Module | Lines, name: string): Field | undefined => part.field[name] ?? referenceField(part, name)

/** A path that may be read: all of it, or as far as the names rule lets the caller; undefined: not at all. */
type Readable = Target | 'all' | undefined

/** Order by columns of the report; ties by the columns in their own order, so that pages never overlap. */
function orderOf(query: Query, columns: readonly Field[]): string {
  const wanted = [query.sort ?? []].flat().map((name) => ({ name: name.replace(/^-/, ''), descending: name.startsWith('-') }))
  const named = wanted.filter(({ name }) => columns.some((column) => column.name === name))
  const rest = columns.filter((column) => !named.some(({ name }) => name === column.name) && column.storage !== 'jsonb')
  return [
    ...named.map(({ name, descending }) => `${quote(name)}${descending ? ' desc' : ''} nulls last`),
    ...rest.map(({ name }) => quote(name)),
  ].join(', ')
}
