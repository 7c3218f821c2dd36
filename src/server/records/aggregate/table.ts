/**
 * Figures of a list as a table to download: a row for each group, or, as in a pivot, with the last groupings spread over
 * columns. Sums of rows, of columns and of everything are asked for on their own: an average of averages is none.
 */
import {
  type Aggregate,
  type AggregateRequest,
  type AggregateRow,
  type Figure,
  type GroupColumn,
  groupKey,
  type MeasureColumn,
} from '../../../engine/model/aggregate.ts'
import type { Module } from '../../../engine/model/module.ts'
import { formatMonth } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { requireAction } from '../access.ts'
import type { Export, ExportColumn } from '../export/rows.ts'
import { MAX_LIMIT } from './request.ts'

/** Columns of figures at most: spreadsheets of more are not read. */
const MAX_COLUMNS = 250
const EMPTY = '(empty)'
const TOTAL = 'Total'

interface Table {
  readonly request: AggregateRequest
  /** Number of groupings, the last ones, that become columns. */
  readonly spread: number
  /** Whether the groups of every level but the last have a row with their sums above what is in them. */
  readonly subtotals?: boolean
  readonly ask: (request: AggregateRequest) => Promise<Aggregate>
}

/** A month as its lists show it, a quarter and a year by their names, a choice by its label. */
export function words({ type, unit, options }: GroupColumn, key: unknown, label: string | null): string {
  if (label) return label
  if (key === null || key === undefined || key === '') return EMPTY
  const text = String(key)
  if (type === 'boolean') return key === true ? 'Yes' : 'No'
  if (unit === 'month') return formatMonth(text.slice(0, 7))
  if (unit === 'year') return text.slice(0, 4)
  if (unit === 'quarter') return `Q${(Number(text.slice(5, 7)) + 2) / 3} ${text.slice(0, 4)}`
  return options?.find(({ value }) => value === key)?.label ?? text
}

const measureTitle = ({ kind, title }: MeasureColumn): string =>
  title === undefined ? 'Number' : kind === 'sum' ? title : `${title} (${kind})`

export const groupTitle = ({ title, unit }: GroupColumn): string => (unit && unit !== 'day' ? `${title} (${unit})` : title)

export const exportColumn = (title: string, type: ExportColumn['type']): ExportColumn => ({ title, type, sql: '' })

/** A figure with the decimals of its field, as lists export it. */
const figure = ({ scale }: MeasureColumn, value: Figure): Figure =>
  scale === undefined || typeof value !== 'number' ? value : value.toFixed(scale)
export const figures = (measures: readonly MeasureColumn[], values: readonly Figure[]): Figure[] =>
  values.map((value, index) => figure(measures[index]!, value))

const idOf = (keys: readonly unknown[]): string => JSON.stringify(keys)

/** 400 where the groups are more than one answer has. */
function whole(answer: Aggregate): Aggregate {
  if (answer.total_groups > answer.rows.length)
    throw invalid({ group: [`More than ${MAX_LIMIT} groups: narrow the list, or group by less.`] })
  return answer
}

/** The figures of each of these groups by its key. */
const valuesOf = ({ rows, measures }: Aggregate): ReadonlyMap<string, readonly Figure[]> =>
  new Map(rows.map(({ keys, values }) => [idOf(keys), figures(measures, values)]))

/**
 * The table of a request; its last `spread` groupings become columns. 400 where it would be too large, 403 without the
 * right to export.
 */
export async function figureTable(ctx: Ctx, module: Module, { request, spread, subtotals = false, ask }: Table): Promise<Export> {
  requireAction(ctx, module, 'export')
  const { groups } = request
  if (spread < 0 || spread > groups.length) throw invalid({ spread: [`A whole number from 0 to ${groups.length}.`] })
  const asked = { ...request, limit: MAX_LIMIT, others: false, totals: true }
  if (spread === 0 && !(subtotals && groups.length > 1)) return flat(whole(await ask(asked)))
  // Conditions on figures are of the cells: a row or a column of a pivot has all of its records.
  const tableOf = async (part: AggregateRequest['groups']) =>
    whole(
      await ask({
        ...asked,
        groups: part,
        having: part.length === groups.length ? request.having : [],
        sort: part.map((group) => ({ key: groupKey(group), descending: false })),
      }),
    )
  if (spread === 0) {
    const levels: Aggregate[] = []
    for (const level of groups.keys()) levels.push(await tableOf(groups.slice(0, level + 1)))
    return flat({ ...levels.at(-1)!, rows: outlineOf(levels) })
  }
  const cells = await tableOf(groups)
  const rows = await tableOf(groups.slice(0, groups.length - spread))
  const columns = await tableOf(groups.slice(groups.length - spread))
  if (columns.rows.length * cells.measures.length > MAX_COLUMNS)
    throw invalid({ group: [`More than ${MAX_COLUMNS} columns: spread a grouping with fewer values.`] })
  return spreadOver({ cells, rows, columns, down: groups.length - spread })
}

/** The groups of every level, each above those within it, in the order of their names. */
function outlineOf(levels: readonly Aggregate[]): readonly AggregateRow[] {
  const within = levels.map(({ rows }, level) => Map.groupBy(rows, ({ keys }) => idOf(keys.slice(0, level))))
  const below = (level: number, id: string): readonly AggregateRow[] =>
    (within[level]?.get(id) ?? []).flatMap((row) => [row, ...below(level + 1, idOf(row.keys))])
  return below(0, idOf([]))
}

/** A row for each group, and the totals below. A row of fewer keys has the sums of all groups that begin with them. */
function flat({ groups, measures, rows, totals }: Aggregate): Export {
  const head = groups.map((group) => exportColumn(groupTitle(group), group.unit === 'day' ? 'date' : 'text'))
  const body = rows.map(({ keys, labels, values }) => [
    ...groups.map((group, index) => {
      if (index >= keys.length) return index === keys.length ? TOTAL : null
      return group.unit === 'day' ? keys[index] : words(group, keys[index], labels[index] ?? null)
    }),
    ...figures(measures, values),
  ])
  const sum = groups.length && totals ? [[TOTAL, ...groups.slice(1).map(() => null), ...figures(measures, totals.values)]] : []
  return {
    columns: [...head, ...measures.map((measure) => exportColumn(measureTitle(measure), measure.type))],
    rows: (async function* () {
      yield [...body, ...sum]
    })(),
  }
}

interface Spread {
  readonly cells: Aggregate
  readonly rows: Aggregate
  readonly columns: Aggregate
  /** Number of groupings that stay rows. */
  readonly down: number
}

/** A pivot: its last column and its last row are the totals. */
function spreadOver({ cells, rows, columns, down }: Spread): Export {
  const { groups, measures } = cells
  const values = valuesOf(cells)
  const none = measures.map(() => null)
  const titleOf = (name: string, measure: MeasureColumn) => (measures.length > 1 ? `${name} · ${measureTitle(measure)}` : name)
  const named = (part: readonly GroupColumn[], { keys, labels }: AggregateRow) =>
    part.map((group, index) => words(group, keys[index], labels[index] ?? null))
  const heads = columns.rows.map((row) => named(groups.slice(down), row).join(' · '))
  const lines = rows.rows.map((row) => [
    ...named(groups.slice(0, down), row),
    ...columns.rows.flatMap(({ keys }) => values.get(idOf([...row.keys, ...keys])) ?? none),
    ...figures(measures, row.values),
  ])
  const total = [
    TOTAL,
    ...groups.slice(1, down).map(() => null),
    ...columns.rows.flatMap((column) => figures(measures, column.values)),
    ...(cells.totals ? figures(measures, cells.totals.values) : none),
  ]
  return {
    columns: [
      ...groups.slice(0, down).map((group) => exportColumn(groupTitle(group), 'text')),
      ...[...heads, TOTAL].flatMap((name) => measures.map((measure) => exportColumn(titleOf(name, measure), measure.type))),
    ],
    rows: (async function* () {
      yield [...lines, ...(down ? [total] : [total.slice(1)])]
    })(),
  }
}
