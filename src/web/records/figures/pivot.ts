/** The grid of a pivot table, from the figures of its cells, rows and columns. */
import type { Aggregate, AggregateRow, Figure } from '../../../engine/model/aggregate.ts'
import type { RowFilter } from '../../../engine/model/field.ts'
import { groupText } from './words.ts'

export interface Head {
  readonly id: string
  /** One name for each of its groupings. */
  readonly names: readonly string[]
  readonly filter: RowFilter
  /** Figures of the whole row or column. */
  readonly values: readonly Figure[]
}

interface Pivot {
  readonly rows: readonly Head[]
  readonly columns: readonly Head[]
  /** Figures of a cell; undefined where it has no records. */
  readonly cell: (row: Head, column: Head) => readonly Figure[] | undefined
  readonly totals: readonly Figure[]
  /** The largest size of the first figure in a cell, for the shades. */
  readonly largest: number
}

const idOf = (keys: readonly unknown[]): string => JSON.stringify(keys)

function headOf({ keys, labels, values, filter }: AggregateRow, { groups }: Aggregate): Head {
  return { id: idOf(keys), names: groups.map((group, index) => groupText(group, keys[index], labels[index])), filter, values }
}

/** Joins the answers: `cells` grouped by rows and columns, `rows` and `columns` by their own groupings only. */
export function pivotOf(cells: Aggregate, rows: Aggregate, columns: Aggregate): Pivot {
  const result = new Map(cells.rows.map(({ keys, values }) => [idOf(keys), values]))
  const size = ({ values }: AggregateRow) => Math.abs(Number(values[0] ?? 0))
  return {
    rows: rows.rows.map((row) => headOf(row, rows)),
    columns: columns.groups.length ? columns.rows.map((row) => headOf(row, columns)) : [],
    cell: (row, column) => result.get(idOf([...(JSON.parse(row.id) as unknown[]), ...(JSON.parse(column.id) as unknown[])])),
    totals: rows.totals?.values ?? [],
    largest: cells.rows.reduce((most, row) => Math.max(most, size(row)), 0),
  }
}

/** What rows are sorted by: a figure of a column, or of the whole row where `column` is absent. */
export interface PivotSort {
  readonly column?: string
  readonly measure: number
  readonly descending: boolean
}

/** The rows in the order that the reader asked for; without one, in that of their names. */
export function sortedRows(pivot: Pivot, sort: PivotSort | undefined): readonly Head[] {
  if (!sort) return pivot.rows
  const column = pivot.columns.find(({ id }) => id === sort.column)
  const figure = (row: Head): number => Number((column ? pivot.cell(row, column) : row.values)?.[sort.measure] ?? Number.NEGATIVE_INFINITY)
  const sign = sort.descending ? -1 : 1
  return [...pivot.rows].sort((a, b) => {
    const [left, right] = [figure(a), figure(b)]
    return left === right ? 0 : sign * (left < right ? -1 : 1)
  })
}
