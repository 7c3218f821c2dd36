/** Figures that descriptors declare: as a request of their reader, less those of another list, in rows with names of their own. */

import type { AggregateRow, AggregateSum, Figure } from '../../../engine/model/aggregate.ts'
import { groupKey, measureKey } from '../../../engine/model/aggregate.ts'
import { CHOSEN, type Figures } from '../../../engine/model/dashboard.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { FigureAnswer } from '../../../engine/model/tile-answer.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import { nameable, type Use } from '../../../engine/runtime/permissions/names.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { dateSpan } from '../query/dates.ts'
import type { FigureChoice } from './choice.ts'
import { aggregate } from './index.ts'
import { readReport } from './of-report.ts'

/** Groups read of each list before one is subtracted from the other. */
const MAX_GROUPS = 5000

/** Whether the caller can list the module, and use the names in it. */
export function seesNames(ctx: Ctx, name: string, uses: Readonly<Partial<Record<Use, readonly string[]>>>): boolean {
  const module = ctx.modules.get(name)
  if (!module) return false
  if (ctx.system !== undefined) return true
  if (!canDo(ctx.principal, module, 'index')) return false
  // A report answers for its own names.
  if (module.report) return true
  return (Object.entries(uses) as [Use, readonly string[]][]).every(([use, paths]) =>
    paths.every((path) => nameable(ctx.principal, ctx.modules, { module, path, use })),
  )
}

/** Whether the caller can list every module that the figures are of, and name every field in them. */
export function seesFigures(ctx: Ctx, figures: Figures): boolean {
  const counted = ctx.modules.get(figures.module)?.lines.map(({ name }) => name) ?? []
  const measured = Object.values(figures.measures).flatMap(({ path }) => (path && !counted.includes(path) ? [path] : []))
  const uses = {
    group: [...figures.groups.map(({ path }) => path), ...measured],
    filter: [...Object.keys(figures.where), ...(figures.date ? [figures.date] : [])],
  }
  return seesNames(ctx, figures.module, uses) && (!figures.less || seesFigures(ctx, figures.less))
}

/** Reads declared figures with the caller's rights; the caller must see them (`seesFigures`). */
export async function readFigures(ctx: Ctx, figures: Figures, choice: FigureChoice): Promise<FigureAnswer> {
  const figure = await read(ctx, figures, choice)
  if (!figures.less) return figure
  const less = await read(ctx, { ...figures.less, limit: MAX_GROUPS }, choice)
  return ordered(subtracted(figure, less), figures, choice)
}

async function read(ctx: Ctx, figures: Figures, choice: FigureChoice): Promise<FigureAnswer> {
  const module = ctx.modules.get(figures.module)!
  if (module.report) return readReport(ctx, module, figures, choice)
  const filter = conditionsOf(ctx, module, figures, choice)
  const names = Object.keys(figures.measures)
  const answer = await aggregate(
    ctx,
    module,
    {
      groups: figures.groups,
      measures: Object.values(figures.measures),
      having: [],
      sort: sortOf(figures, choice),
      limit: figures.less ? MAX_GROUPS : (choice.limit ?? figures.limit),
      others: figures.groups.length > 0 && !figures.less,
      totals: true,
      ...(figures.compare && figures.period ? { compare: { with: figures.compare, ...(figures.date ? { on: figures.date } : {}) } } : {}),
    },
    { filter, window: 'all', ...(figures.search ? { search: figures.search } : {}) },
  )
  return { ...answer, module: module.name, names, filter }
}

/** What is counted or listed: the conditions of a tile. */
type Wanted = Pick<Figures, 'where' | 'period' | 'date'>

/** The days that a tile is of, as the filter of its date. */
export function daysOf({ period: declared }: Wanted, { period }: FigureChoice, today: string): unknown {
  const wanted = declared === CHOSEN ? period : declared
  const span = typeof wanted === 'string' ? dateSpan(wanted, today, 'period') : undefined
  return span ? { gte: span.from, lte: span.to } : wanted
}

/** The declared conditions; relative dates as days, so that a link to the list shows the same records on another day. */
export function conditionsOf(ctx: Ctx, module: Module, wanted: Wanted, choice: FigureChoice): Record<string, unknown> {
  const date = wanted.date ?? module.entity.date
  const days = wanted.period ? daysOf(wanted, choice, ctx.clock.today(ctx.company.time_zone)) : undefined
  return {
    ...wanted.where,
    ...(date && days !== undefined ? { [date]: days } : {}),
    ...narrowedTo(ctx, module, choice),
  }
}

/** The chosen records as conditions: on a field of the module's own, or of the record that owns its records. */
function narrowedTo(ctx: Ctx, module: Module, { narrowed = {} }: FigureChoice): Record<string, number> {
  const owner = module.entity.owner
  const target = ctx.modules.get((owner && module.field[owner]?.to) || '')
  return Object.fromEntries(
    Object.entries(narrowed).flatMap(([name, id]) => {
      if (module.field[name]?.to) return [[name, id]]
      return owner && target?.field[name]?.to ? [[`${owner}.${name}`, id]] : []
    }),
  )
}

/** The declared order by the keys of the request. */
function sortOf(figures: Figures, { reversed }: FigureChoice): { key: string; descending: boolean }[] {
  return (figures.sort ?? '')
    .split(',')
    .filter(Boolean)
    .map((word) => {
      const name = word.replace(/^[-+]/, '')
      const measure = figures.measures[name]
      const grouping = figures.groups.find((candidate) => groupKey(candidate) === name || candidate.path === name)
      const key = measure ? measureKey(measure) : grouping ? groupKey(grouping) : name
      return { key, descending: word.startsWith('-') !== (reversed ?? false) }
    })
}

const minus = (from: Figure | undefined, take: Figure | undefined): Figure =>
  new Decimal(Number(from ?? 0)).minus(Number(take ?? 0)).toNumber()

const sumLess = (sum: AggregateSum | undefined, less: AggregateSum | undefined): AggregateSum | undefined =>
  sum && {
    ...sum,
    values: sum.values.map((value, index) => minus(value, less?.values[index])),
    ...(sum.previous ? { previous: sum.previous.map((value, index) => minus(value, less?.previous?.[index])) } : {}),
  }

/** One list's figures less another's, group by group; groups of the other alone are negative. */
function subtracted(figure: FigureAnswer, less: FigureAnswer): FigureAnswer {
  const keyOf = ({ keys }: AggregateRow): string => JSON.stringify(keys)
  const others = new Map(less.rows.map((row) => [keyOf(row), row]))
  const rows = figure.rows.map((row) => {
    const other = others.get(keyOf(row))
    others.delete(keyOf(row))
    return { ...row, ...sumLess(row, other)! }
  })
  const zero = (row: AggregateRow): AggregateRow => ({
    ...row,
    values: row.values.map(() => 0),
    ...(row.previous ? { previous: row.previous.map(() => 0) } : {}),
  })
  const alone = [...others.values()].map((row) => ({ ...row, ...sumLess(zero(row), row)! }))
  const totals = sumLess(figure.totals, less.totals)
  return { ...figure, rows: [...rows, ...alone], total_groups: rows.length + alone.length, ...(totals ? { totals } : {}) }
}

/** Rows in the declared order, as many as are wanted. */
function ordered(answer: FigureAnswer, figures: Figures, choice: FigureChoice): FigureAnswer {
  const keys = sortOf(figures, choice)
  const figureOf = (row: AggregateRow, key: string): Figure | boolean | undefined => {
    const measure = answer.measures.findIndex((column) => column.key === key)
    return measure < 0 ? row.keys[answer.groups.findIndex((column) => column.key === key)] : row.values[measure]
  }
  const compare = (a: Figure | boolean | undefined, b: Figure | boolean | undefined): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''))
  const rows = [...answer.rows].sort((a, b) => {
    for (const { key, descending } of keys) {
      const order = compare(figureOf(a, key), figureOf(b, key))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
  return { ...answer, rows: rows.slice(0, choice.limit ?? figures.limit) }
}

/** Name of a group in rows: the last part of its path. References bring their label under their own name. */
const nameOf = (path: string): string => path.split('.').at(-1)!.split(':')[0]!

/** The groups as plain rows: `{ item_id, item, qty, total }`. */
export function rowsOf(answer: FigureAnswer, figures: Figures): Row[] {
  return answer.rows.map((row) => {
    const groups = figures.groups.flatMap(({ path }, index): [string, unknown][] => {
      const name = nameOf(path)
      const label = row.labels[index]
      return label === null || label === undefined
        ? [[name, row.keys[index]]]
        : [
            [name, row.keys[index]],
            [name.replace(/_ids?$/, ''), label],
          ]
    })
    const values = answer.names.flatMap((name, index): [string, unknown][] => [
      [name, row.values[index]],
      ...(row.previous ? [[`previous_${name}`, row.previous[index]] as [string, unknown]] : []),
    ])
    return Object.fromEntries([...groups, ...values])
  })
}
