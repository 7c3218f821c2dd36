/**
 * What TanStack Table carries for a list, and how each part of its state is kept: sorting and paging in the address,
 * columns (shown, order, pins, widths) in the user's arrangement.
 */
import {
  type ColumnPinningState,
  type ColumnVisibilityState,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type PaginationState,
  type ReactTable,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import type { Column, Module, Row } from '../../../engine/model/module.ts'
import { type Arrangement, extraColumns, type Listed, withColumn } from './columns.ts'
import type { ListState } from './url-state.ts'

export const listFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: {} as {
    /** The column of the descriptor; the columns of boxes and of actions have none. */
    readonly column?: Column
    /** Width that the column keeps in a narrow window. */
    readonly least?: number
    /** Width at which nothing that stands in the column is cut. */
    readonly whole?: number
    /** Width at which its texts stand on one line. */
    readonly line?: number
    /** Width at which the texts of a report's column are whole; 0: it takes no share of the room that is left. */
    readonly wish?: number
    /** How closely a report is set, the same for all of its columns. */
    readonly setting?: number
  },
})
export type ListTable = ReactTable<typeof listFeatures, Row>
export type ListRow = TableRow<typeof listFeatures, Row>
export type ListHeader = ReturnType<ListTable['getHeaderGroups']>[number]['headers'][number]
export type ListColumn = ListHeader['column']

/** The column of boxes that choose rows, pinned at the start. */
export const SELECT = '_select'
/** The column of what can be done with a row, pinned at the end. */
export const ACTIONS = '_actions'
const isRecordColumn = (id: string): boolean => id !== SELECT && id !== ACTIONS

/** The column of the descriptor that a table's column stands for. */
export const recordColumn = ({ columnDef }: ListColumn): Column | undefined => columnDef.meta?.column

/** `-total,id` as the table has it. */
export const sortingOf = (sort: string): SortingState =>
  sort
    .split(',')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('-') ? { id: part.slice(1), desc: true } : { id: part, desc: false }))

/** The table's order as the address has it. */
export const sortText = (sorting: SortingState): string => sorting.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join()

/** The order in which a module's list opens. */
export const defaultSort = ({ sort: [first] }: Pick<Module, 'sort'>): string =>
  first ? sortText([{ id: first.field, desc: first.descending }]) : ''

/** What the address says after a change of order: nothing for the module's own, whose column can be turned round like any other. */
export const sortInAddress = (next: string, before: string, standard: string): string => {
  if (next === '' && before === '') return standard.startsWith('-') ? standard.slice(1) : standard && `-${standard}`
  return next === standard ? '' : next
}

export const paginationOf = ({ page, limit }: Pick<ListState, 'page' | 'limit'>): PaginationState => ({
  pageIndex: page - 1,
  pageSize: limit,
})

/** Which of all columns show: the module's own unless they are hidden, other fields when they were added. */
export const visibilityOf = (module: Listed, { order, hidden }: Arrangement): ColumnVisibilityState => ({
  ...Object.fromEntries(module.columns.map(({ path }) => [path, !hidden.includes(path)])),
  ...Object.fromEntries(extraColumns(module).map(({ path }) => [path, order.includes(path) && !hidden.includes(path)])),
})

/** The arrangement in which these columns show; a column that is not named stays as it is. */
export const withVisibility = (module: Listed, arrangement: Arrangement, next: ColumnVisibilityState): Arrangement => {
  const before = visibilityOf(module, arrangement)
  return Object.entries(next)
    .filter(([path, on]) => path in before && before[path] !== on)
    .reduce((changed, [path, on]) => withColumn(module, changed, path, on), arrangement)
}

export const pinningOf = ({ pinned }: Arrangement): ColumnPinningState => ({ start: [SELECT, ...pinned], end: [ACTIONS] })

/** The arrangement with what the table pins at the start. */
export const withPinning = (arrangement: Arrangement, { start }: ColumnPinningState): Arrangement => ({
  ...arrangement,
  pinned: start.filter(isRecordColumn),
})

/** The arrangement with the table's order. */
export const withOrder = (arrangement: Arrangement, order: readonly string[]): Arrangement => ({
  ...arrangement,
  order: order.filter(isRecordColumn),
})
