/** Declared reports: `report.query` as one statement over a module's rows, within what the caller may see. */
import type { Field, Json, Lines, Module, Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { seesOf } from '../records/access.ts'
import { envOf } from '../records/plan/env.ts'
import { type FilterEnv, filterSql } from '../records/plan/filter.ts'
import { referenceField } from '../records/plan/paths.ts'
import { pathSql, type RefScope, refSql } from '../records/plan/refs.ts'
import { scopeSql } from '../records/plan/scope.ts'
import { quote, tableName } from '../records/plan/sql.ts'
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

/** A child table looks like a module to what only asks for fields. */
const asModule = (lines: Lines): Module => ({ ...lines, lines: [], workflow: undefined }) as unknown as Module

/** Rows of a report with a declared query, a page of them with the totals of all. */
export async function runQuery(ctx: Ctx, module: Module, request: Readonly<Record<string, unknown>>): Promise<ReportPage> {
  const report = module.report!
  const query = report.query as unknown as Query
  const origin = ctx.modules.get(query.from)!
  const lines = origin.lines.find((one) => one.name === query.lines)
  const values = await readParameters(ctx, module, request)
  const env: FilterEnv = { ...envOf(ctx), sees: () => true, through: () => true }
  const scope: RefScope = { ...env, mode: 'list' }

  const inLines = (path: string) => lines !== undefined && referenceOrField(asModule(lines), path.split('.')[0]!) !== undefined
  const sqlOf = (path: string): string =>
    inLines(path) ? pathSql(scope, asModule(lines!), 'l', path.split('.'), 0) : pathSql(scope, origin, 't', path.split('.'), 0)

  // Other rows, or fields that the caller may not see, are not shown by way of a report either.
  const sees = seesOf(ctx)
  const shown = (path: string) => {
    const field = referenceOrField(inLines(path) ? asModule(lines!) : origin, path.split('.')[0]!)
    return field === undefined || sees(field)
  }
  const columns = report.columns.map((column) => {
    const source = query.select?.[column.name] ?? column.name
    const [aggregate, path] = typeof source === 'string' ? [undefined, source] : (Object.entries(source)[0] as [Aggregate, string])
    const value = shown(path) ? (aggregate ? `${aggregate}(${sqlOf(path)})` : sqlOf(path)) : 'null'
    return { column, value }
  })
  const from = `${tableName(env.schema, origin.entity.table)} t${lines ? ` join ${tableName(env.schema, lines.table)} l on l.parent_id = t.id` : ''}`
  const where = [...scopeSql(ctx, env, origin, 't', 'index'), ...conditions(env, origin, lines, query.where ?? {}, values, inLines)]
  const group = query.group?.length ? ` group by ${query.group.map(sqlOf).join(', ')}` : ''
  const rows = `select ${columns.map(({ column, value }) => `${value} as ${quote(column.name)}`).join(', ')} from ${from} where ${where.join(' and ') || 'true'}${group}`
  const named = report.columns.flatMap((column) => {
    const reference = refSql(scope, column, 'q')
    return reference ? [`${reference} as ${quote(column.refAs!)}`] : []
  })
  const text = `select ${['q.*', ...named].join(', ')} from (${rows}) q`
  return runPage(ctx, module, request, text, env.params.values, orderOf(query, report.columns))
}

const referenceOrField = (part: Module, name: string): Field | undefined => part.field[name] ?? referenceField(part, name)

/** Conditions of the descriptor, parameters filled in; one whose parameter is empty restricts nothing. */
function conditions(
  env: FilterEnv,
  origin: Module,
  lines: Lines | undefined,
  where: Readonly<Record<string, Json>>,
  values: Row,
  inLines: (path: string) => boolean,
): string[] {
  const filled = (given: Json): unknown =>
    typeof given === 'string' && given.startsWith('$') ? (values[given.slice(1)] ?? undefined) : given
  return Object.entries(where).flatMap(([path, given]) => {
    const operators = given !== null && typeof given === 'object' && !Array.isArray(given)
    const value = operators ? Object.fromEntries(Object.entries(given).map(([op, one]) => [op, filled(one as Json)])) : filled(given)
    if (value === undefined) return []
    return inLines(path) ? filterSql(env, asModule(lines!), 'l', { [path]: value }) : filterSql(env, origin, 't', { [path]: value })
  })
}

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
