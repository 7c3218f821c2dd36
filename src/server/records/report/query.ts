/** Declared reports: `report.query` as one statement over the rows of one or several modules, within what the caller may see. */
import type { Field, Json, Lines, Module, Row } from '../../../engine/model/module.ts'
import { canDo, fieldsAlong, isRestricted, nameOf, referenceField, type Target } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { requireAction } from '../access.ts'
import { envOf } from '../query/env.ts'
import { valueConditions } from '../query/filter.ts'
import type { FilterEnv } from '../query/filter-env.ts'
import { pathSql, type RefScope, refSql } from '../query/refs.ts'
import { scopeSql } from '../query/scope.ts'
import { type ReportPage, runPage } from './page.ts'
import { readParameters } from './parameters.ts'

type Aggregate = 'sum' | 'count' | 'min' | 'max' | 'avg'
type Source = string | Partial<Record<Aggregate, string>>
/** What is read of one module. */
interface Part {
  readonly from: string
  readonly lines?: string
  readonly where?: Readonly<Record<string, Json>>
  readonly group?: readonly string[]
  readonly select?: Readonly<Record<string, Source>>
}
interface Query extends Part {
  /** Figures of further modules for the same groups. */
  readonly beside?: readonly (Part & { readonly group: readonly string[] })[]
  readonly sort?: string | readonly string[]
}

/**
 * Rows of a report with a declared query, a page of them with the totals of all.
 * @throws 403 for a caller who cannot list the module of the query
 */
export async function runQuery(ctx: Ctx, module: Module, request: Readonly<Record<string, unknown>>): Promise<ReportPage> {
  const report = module.report!
  const query = report.query as unknown as Query
  const values = await readParameters(ctx, module, request)
  const env = envOf(ctx)
  requireAction(ctx, ctx.modules.get(query.from)!, 'index')
  const columns = report.columns.filter(({ name }) => report.formulas?.[name] === undefined)
  const sourceOf = ({ name }: Field): Source => query.select?.[name] ?? name
  const beside = (query.beside ?? []).map((part) => ({ part, figures: Object.keys(part.select ?? {}) }))
  const isBeside = ({ name }: Field) => beside.some(({ figures }) => figures.includes(name))
  const mainColumns = columns.filter((column) => !isBeside(column))
  const unread: string[] = []
  let rows = partSql(
    { ctx, env, values },
    query,
    mainColumns.map((column) => [column, sourceOf(column)] as const),
  )
  if (beside.length) {
    // Every column is a figure of one part, or a group that all parts have.
    const keys = mainColumns.filter((column) => typeof sourceOf(column) === 'string')
    const parts = [allColumns(columns, mainColumns, rows)]
    for (const { part, figures } of beside) {
      const readable = ctx.system !== undefined || canDo(ctx.principal, ctx.modules.get(part.from)!, 'index')
      if (!readable) unread.push(...figures)
      else {
        const groups = keys.map((column) => [column, part.group[query.group!.indexOf(String(sourceOf(column)))]!] as const)
        const summed = columns.flatMap((column) => {
          const source = part.select?.[column.name]
          return source === undefined ? [] : [[column, source] as const]
        })
        const taken = [...groups, ...summed]
        parts.push(
          allColumns(
            columns,
            taken.map(([column]) => column),
            partSql({ ctx, env, values }, part, taken),
          ),
        )
      }
    }
    const grouped = keys.map(({ name }) => quote(name))
    const merged = columns.map((column) =>
      keys.includes(column) ? quote(column.name) : `max(${quote(column.name)}) as ${quote(column.name)}`,
    )
    rows = `select ${merged.join(', ')} from (${parts.join(' union all ')}) u group by ${grouped.join(', ')}`
  }
  const scope: RefScope = { ...env, mode: 'list' }
  const references = columns.flatMap((column) => {
    const reference = refSql(scope, column, { module, alias: 'q' })
    return reference ? [`${reference} as ${quote(column.refAs!)}`] : []
  })
  const text = `select ${['q.*', ...references].join(', ')} from (${rows}) q`
  return runPage(ctx, module, { query: request, sql: text, params: env.params.values, order: orderOf(query, columns), unread })
}

/** The statement with all columns in their order, those that it does not have empty. */
const allColumns = (columns: readonly Field[], had: readonly Field[], rows: string): string =>
  `select ${columns.map((column) => (had.includes(column) ? quote(column.name) : `null::${column.storage} as ${quote(column.name)}`)).join(', ')} from (${rows}) p`

interface Reading {
  readonly ctx: Ctx
  readonly env: FilterEnv
  /** Values of the report's parameters. */
  readonly values: Row
}

/** The rows of one module as the caller can list them, in these columns. */
function partSql({ ctx, env, values }: Reading, part: Part, columns: readonly (readonly [Field, Source])[]): string {
  const origin = ctx.modules.get(part.from)!
  const lines = origin.lines.find((line) => line.name === part.lines)
  const alias = env.alias()
  const rows = env.alias()
  const scope: RefScope = { ...env, mode: 'list' }
  const inLines = (path: string) => lines !== undefined && referenceOrField(lines, path.split('.')[0]!) !== undefined
  const spotOf = (path: string) => ({ module: origin, alias, ...(inLines(path) && { lines: { lines: lines!, alias: rows } }) })

  // Other rows, or fields that the caller may not see, are not shown by way of a report either. What is not
  // confidential is shown along paths because the report's descriptor says so.
  const readable = (path: string): Readable => {
    if (ctx.system !== undefined) return 'all'
    const owner = inLines(path) ? lines! : origin
    const first = referenceOrField(owner, path.split('.')[0]!)
    if ((first && !env.reader.sees(first)) || (owner === lines && !env.reader.sees(lines))) return undefined
    const along = fieldsAlong(ctx.modules, owner, path)
    if (!along?.slice(1).some(isRestricted)) return 'all'
    return env.reader.name(origin, inLines(path) ? `${lines!.name}.${path}` : path, 'column')
  }
  const sqlOf = (path: string, found: Readable): string => {
    const target = found === 'all' ? undefined : found?.kind === 'lines' ? found.rest : found
    return pathSql(scope, spotOf(path), path.split('.'), { depth: 0, target })
  }
  // A column read along a reference is a query of its own, which PostgreSQL groups by only under a name.
  const along = new Map<string, { name: string; sql: string }>()
  const grouped = (part.group ?? []).flatMap((path) => {
    const found = readable(path)
    if (!found) return []
    if (!path.includes('.')) return [sqlOf(path, found)]
    const dimension = along.get(path) ?? { name: quote(`g${along.size + 1}`), sql: sqlOf(path, found) }
    along.set(path, dimension)
    return [`g.${dimension.name}`]
  })
  const sqlOrName = (path: string, found: Readable): string => (along.has(path) ? `g.${along.get(path)!.name}` : sqlOf(path, found))
  const selected = columns.map(([column, source]) => {
    const [aggregate, path] = typeof source === 'string' ? [undefined, source] : (Object.entries(source)[0] as [Aggregate, string])
    const found = readable(path)
    const value = found ? (aggregate ? `${aggregate}(${sqlOf(path, found)})` : sqlOrName(path, found)) : `null::${column.storage}`
    return `${value} as ${quote(column.name)}`
  })
  const beside = along.size
    ? ` cross join lateral (select ${[...along.values()].map(({ sql, name }) => `${sql} as ${name}`).join(', ')}) g`
    : ''
  const joined = lines ? ` join ${qualify(env.schema, lines.table)} ${rows} on ${rows}.parent_id = ${alias}.id` : ''
  const from = `${qualify(env.schema, origin.entity.table)} ${alias}${joined}${beside}`
  const where = [...scopeSql(ctx, env, origin, { alias, action: 'index' }), ...conditions()]
  const group = grouped.length ? ` group by ${grouped.join(', ')}` : ''
  return `select ${selected.join(', ')} from ${from} where ${where.join(' and ') || 'true'}${group}`

  /** Conditions of the descriptor, parameters filled in; one whose parameter is empty restricts nothing. */
  function conditions(): string[] {
    const filled = (given: Json): unknown =>
      typeof given === 'string' && given.startsWith('$') ? (values[given.slice(1)] ?? undefined) : given
    return Object.entries(part.where ?? {}).flatMap(([path, given]) => {
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
