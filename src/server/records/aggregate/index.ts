/**
 * Figures of a list: `GET {module}/aggregate`. Rows, filters, search and window are those of the list, by the same
 * conditions, so that no figure tells what the list would not.
 */
import type { Aggregate, AggregateRequest, AggregateRow, AggregateSum, Measure } from '../../../engine/model/aggregate.ts'
import type { Lines, Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, ListQuery } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { sql } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { requireAction } from '../access.ts'
import { whereSql, windowOf } from '../list.ts'
import { commonWords } from '../query/common-words.ts'
import { envOf } from '../query/env.ts'
import { valueConditions } from '../query/filter.ts'
import type { FilterEnv } from '../query/filter-env.ts'
import type { Spot } from '../query/reader.ts'
import { comparing } from './comparison.ts'
import { Joins, linesOf, type Reading, readingOf, targetOf } from './expressions.ts'
import { filterOf, type Group, groupOf } from './groups.ts'
import { type Measured, measured } from './measures.ts'
import { statementOf } from './statement.ts'

/** How long the statement may take: people wait for it. */
const TIMEOUT_MS = 15_000

/** A measure with the target of its path; none where records or lines are counted. */
interface Asked {
  readonly measure: Measure
  readonly target?: Target
  readonly lines?: Lines
}

/** Figures of the records that the caller can list. 400 for names that they cannot use, 503 where it takes too long. */
export async function aggregate(ctx: Ctx, module: Module, request: AggregateRequest, list: ListQuery): Promise<Aggregate> {
  requireAction(ctx, module, 'index')
  const env = envOf(ctx)
  const spot: Spot = { module, alias: 't' }
  const targets = request.groups.map(({ path }) => targetOf(env, module, path, 'group'))
  const asked = request.measures.map((measure) => askedOf(env, module, measure))
  const lines = onlyLines([...targets.map(linesOf), ...asked.map((entry) => entry.lines)])
  const collapsed = collapses(targets, asked, lines) ? new Collapsed() : undefined
  const compared = comparing(env, spot, request, list)
  const common = await commonWords(ctx, module, list.search)

  const [groupJoins, measureJoins, lineJoins] = [new Joins(), new Joins(), new Joins()]
  const alias = lines && env.alias()
  const lineConditions = lines && alias ? conditionsOnLines(env, spot, lines, { alias, list }) : []
  const measures = asked.map((entry) =>
    measureOf(env, spot, entry, { joins: collapsed && entry.lines ? lineJoins : measureJoins, alias, collapsed }),
  )
  const groups = request.groups.map((grouping, index): Group => {
    const reading = readingOf(env, groupJoins, spot, { target: targets[index]!, lines: alias })
    return groupOf(env, grouping, reading, grouping.path === compared?.on ? compared.moved : undefined)
  })

  const where = [
    whereSql(ctx, env, module, { query: compared ? { ...list, filter: compared.filter, window: 'all' } : list, action: 'index', common }),
    ...(compared ? [compared.where] : []),
  ]
  const ofLines = lines && alias ? joinOf(env, { lines, alias, conditions: lineConditions, joins: lineJoins, collapsed }) : ''
  const from = (joins: readonly string[]): string =>
    `from ${qualify(env.schema, module.entity.table)} t ${joins.filter(Boolean).join(' ')} where ${where.join(' and ')}`
  const text = statementOf({
    request: checkedHaving(request, measures),
    groups,
    measures,
    source: {
      grouped: from([ofLines, ...groupJoins.texts, ...measureJoins.texts]),
      whole: from([ofLines, ...measureJoins.texts]),
    },
    ...(compared ? { current: compared.current } : {}),
    params: env.params,
  })
  const answer = await ctx.db.tx(async () => {
    await ctx.db.query(sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`)
    return (await ctx.db.prepared<Answer>(text, env.params.values))[0]!
  })
  const window = windowOf(module, { ...list, filter: list.filter ?? {} }, env.today)
  return {
    groups: groups.map(({ column }) => column),
    measures: measures.map(({ column }) => column),
    rows: answer.rows.map((row) => ({ ...row, filter: filterOf(groups, row.keys, list.filter ?? {}, env.today) })),
    total_groups: Number(answer.total_groups),
    ...(answer.totals ? { totals: answer.totals } : {}),
    ...(answer.others ? { others: answer.others } : {}),
    ...(compared ? { period: { ...compared.period, previous: compared.previous } } : {}),
    ...(window ? { window } : {}),
  }
}

interface Answer {
  readonly rows: readonly Omit<AggregateRow, 'filter'>[]
  readonly total_groups: number
  readonly totals: AggregateSum | null
  readonly others: AggregateSum | null
}

/** The meaning of a measure's path. `count:items` counts lines. */
function askedOf(env: FilterEnv, module: Module, measure: Measure): Asked {
  const { kind, path } = measure
  if (!path) return { measure }
  const counted = kind === 'count' ? module.lines.find(({ name }) => name === path) : undefined
  if (counted && env.reader.sees(counted)) return { measure, lines: counted }
  if (kind === 'count') throw invalid({ measure: [`"${path}" are no lines of ${module.title} that can be counted.`] })
  const target = targetOf(env, module, path, 'measure')
  const lines = linesOf(target)
  return { measure, target, ...(lines ? { lines } : {}) }
}

function onlyLines(all: readonly (Lines | undefined)[]): Lines | undefined {
  const matches = [...new Set(all.filter((each) => each !== undefined))]
  if (matches.length > 1)
    throw invalid({
      measure: [`Figures of ${matches.map(({ title }) => title).join(' and ')} cannot be mixed: ask for them one after the other.`],
    })
  return matches[0]
}

/**
 * Whether lines are summed for each record before records are: otherwise an amount of the record would count once for each
 * of its lines.
 */
function collapses(groups: readonly Target[], asked: readonly Asked[], lines: Lines | undefined): boolean {
  if (!lines) return false
  const whole = asked.find(({ measure, lines: linesName }) => !linesName && (measure.kind === 'sum' || measure.kind === 'average'))
  if (whole && groups.some(linesOf))
    throw invalid({
      measure: [
        `"${whole.measure.path}" belongs to the whole record, so it cannot be divided among groups of its ${lines.title.toLowerCase()}.`,
      ],
    })
  return whole !== undefined
}

/** Filters on the lines apply to each line that is summed, not only to the records that have such a line. */
function conditionsOnLines(
  env: FilterEnv,
  spot: Spot,
  lines: Lines,
  { alias, list }: { readonly alias: string; readonly list: ListQuery },
): string[] {
  return Object.entries(list.filter ?? {}).flatMap(([path, given]) => {
    const target = given === undefined || given === '' ? undefined : env.reader.name(spot.module, path, 'filter')
    if (target?.kind !== 'lines' || target.lines !== lines) return []
    return valueConditions(env, { ...spot, lines: { lines, alias } }, target.rest, { given, path })
  })
}

/** Aggregates of one record's lines, computed before those of the records. */
class Collapsed {
  readonly columns: string[] = []

  /** Adds an aggregate and returns the expression that reads it. */
  add(aggregate: string): string {
    this.columns.push(`${aggregate} as c${this.columns.length}`)
    return `collapsed.c${this.columns.length - 1}`
  }
}

interface LineJoin {
  readonly lines: Lines
  readonly alias: string
  readonly conditions: readonly string[]
  /** Joins of references of the lines, inside of the sub-select. */
  readonly joins: Joins
  /** Absent where every line is a row of its own. */
  readonly collapsed: Collapsed | undefined
}

function joinOf(env: FilterEnv, { lines, alias, conditions, joins, collapsed }: LineJoin): string {
  const table = `${qualify(env.schema, lines.table)} ${alias}`
  const where = [`${alias}.parent_id = t.id`, ...conditions].join(' and ')
  if (!collapsed) return `join ${table} on ${where}`
  return `left join lateral (select ${collapsed.columns.join(', ') || '1'} from ${table} ${joins.texts.join(' ')} where ${where}) collapsed on true`
}

interface MeasurePlace {
  readonly joins: Joins
  /** Alias of the joined lines. */
  readonly alias: string | undefined
  readonly collapsed: Collapsed | undefined
}

function measureOf(env: FilterEnv, spot: Spot, { measure, target, lines }: Asked, { joins, alias, collapsed }: MeasurePlace): Measured {
  const reading: Reading | undefined = target && readingOf(env, joins, spot, { target, lines: alias })
  if (reading?.several) throw invalid({ measure: [`"${measure.path}" has several values in one record: group by it instead.`] })
  // Beside joined lines a record is counted once, however many lines it has.
  const isRepeated = alias !== undefined && !collapsed && !lines
  return measured(measure, {
    ...(reading ? { reading } : {}),
    count: isRepeated ? { sql: 'count(distinct t.id)', combine: 'none' } : { sql: 'count(*)', combine: 'sum' },
    ...(collapsed && lines ? { collapsed: (aggregate: string) => collapsed.add(aggregate) } : {}),
  })
}

/** 400 for a condition on a figure that is no number. */
function checkedHaving(request: AggregateRequest, measures: readonly Measured[]): AggregateRequest {
  for (const { measure } of request.having) {
    const column = measures.find((each) => each.column.key === measure)?.column
    if (column && ['date', 'datetime', 'time'].includes(column.type))
      throw invalid({ having: [`"${measure}" is no number to compare with.`] })
  }
  return request
}
