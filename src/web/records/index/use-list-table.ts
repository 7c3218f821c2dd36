import { createColumnHelper, functionalUpdate, type RowSelectionState, type Updater, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column, Module, Row } from '../../../engine/model/module.ts'
import { rawValue } from './cells.tsx'
import { type Arrangement, addedColumns, besideDay, type ColumnRoom, leastWidthOf, roomOf, type SetArrangement } from './columns.ts'
import {
  ACTIONS,
  defaultSort,
  type ListTable,
  listFeatures,
  paginationOf,
  pinningOf,
  SELECT,
  sortInAddress,
  sortingOf,
  sortText,
  visibilityOf,
  withOrder,
  withPinning,
  withVisibility,
} from './list-table.ts'
import { reportColumn, reportLayout, textOf } from './report-layout.ts'
import type { ListState } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

const SELECT_WIDTH = 44
/** Of one action of a row, and of the padding around them. */
const ACTION_WIDTH = 28
const ACTIONS_PADDING = 16
const LEAST_WIDTH = 60
const helper = createColumnHelper<typeof listFeatures, Row>()

interface ListTableOptions {
  readonly module: Module
  readonly rows: readonly Row[]
  readonly totals: readonly Row[]
  /** What the address says; `limit` is the size of the pages that are asked for. */
  readonly state: Pick<ListState, 'page' | 'limit' | 'sort'>
  readonly setState: SetListState
  readonly pageCount: number
  readonly arrangement: Arrangement
  readonly setArrangement: SetArrangement
  /** Rows can be chosen. */
  readonly selectable: boolean
  readonly selection: RowSelectionState
  readonly onSelectionChange: (change: Updater<RowSelectionState>) => void
}

/**
 * The columns of a list: the module's own, which keep their place while they are hidden, and the fields that the user
 * added. The other fields would make every list slower to open; `ColumnsPanel` offers them from the module. A report's
 * columns are as wide as what stands in them.
 */
const useColumns = ({ module, rows, totals, selectable, arrangement: { order, hidden } }: ListTableOptions) => {
  const rowActions = module.report?.records?.actions.length ?? 0
  const beside = (selectable ? SELECT_WIDTH : 0) + (rowActions > 0 ? rowActions * ACTION_WIDTH + ACTIONS_PADDING : 0)
  const reported = useMemo(() => {
    const { report } = module
    if (!report) return undefined
    const fields = new Map(report.columns.map((column) => [column.name, column] as const))
    const laid = reportLayout(
      (setting) => module.columns.map((column) => reportColumn(column, { rows, totals, field: fields.get(column.path) }, setting)),
      beside,
    )
    return { setting: laid.setting, columns: new Map(module.columns.map(({ path }, index) => [path, laid.columns[index]!] as const)) }
  }, [module, rows, totals, beside])
  const rooms = useMemo(
    () => (column: Column) =>
      roomOf(
        column,
        module,
        rows.map((row) => textOf(column, row, module.field[column.path])),
      ),
    [module, rows],
  )
  const added = useMemo(() => addedColumns(module, { order, hidden }), [module, order, hidden])
  return useMemo(
    () =>
      helper.columns([
        ...(selectable ? [helper.display({ id: SELECT, size: SELECT_WIDTH, enableResizing: false })] : []),
        ...[...module.columns, ...added].map((declared) => {
          const column = besideDay(declared, hidden)
          const report = reported?.columns.get(column.path)
          const room: ColumnRoom = report
            ? { width: report.width, least: leastWidthOf(column, module), whole: report.width }
            : rooms(column)
          return helper.accessor((row) => rawValue(row, column.path), {
            id: column.path,
            header: column.title,
            enableSorting: column.sortable,
            size: room.width,
            minSize: LEAST_WIDTH,
            meta: {
              column,
              least: room.least,
              whole: room.whole,
              line: room.line ?? room.whole,
              wish: report?.wish ?? 0,
              setting: reported?.setting ?? 0,
            },
          })
        }),
        ...(rowActions > 0
          ? [helper.display({ id: ACTIONS, size: rowActions * ACTION_WIDTH + ACTIONS_PADDING, enableResizing: false })]
          : []),
      ]),
    [module, selectable, reported, rooms, added, rowActions, hidden],
  )
}

/**
 * The table of a list. The server sorts and pages, so both are manual; every change of state goes to where that part
 * is kept (`list-table.ts`), and comes back from there.
 */
export const useListTable = (options: ListTableOptions): ListTable => {
  const { module, rows, state, setState, pageCount, arrangement, setArrangement, selectable, selection, onSelectionChange } = options
  const columns = useColumns(options)
  const standard = defaultSort(module)
  const sort = state.sort || standard
  const tableState = useMemo(
    () => ({
      sorting: sortingOf(sort),
      columnVisibility: visibilityOf(module, arrangement),
      columnOrder: [...arrangement.order],
      columnPinning: pinningOf(arrangement),
      columnSizing: { ...arrangement.widths },
    }),
    [module, arrangement, sort],
  )
  const pagination = useMemo(() => paginationOf({ page: state.page, limit: state.limit }), [state.page, state.limit])
  return useTable({
    features: listFeatures,
    columns,
    data: rows,
    // Rows of a report need no id.
    getRowId: (row: Row, index: number) => String(row.id ?? `row-${index}`),
    manualSorting: true,
    manualPagination: true,
    sortDescFirst: false,
    enableRowSelection: selectable,
    columnResizeMode: 'onEnd',
    pageCount,
    state: { ...tableState, pagination, rowSelection: selection },
    onSortingChange: (change) =>
      setState({ sort: sortInAddress(sortText(functionalUpdate(change, tableState.sorting)), state.sort, standard), page: 1 }),
    onPaginationChange: (change) => {
      const { pageIndex, pageSize } = functionalUpdate(change, pagination)
      setState({ page: pageIndex + 1, ...(pageSize !== pagination.pageSize && { limit: pageSize }) })
    },
    onRowSelectionChange: onSelectionChange,
    onColumnVisibilityChange: (change) =>
      setArrangement((before) => withVisibility(module, before, functionalUpdate(change, visibilityOf(module, before)))),
    onColumnOrderChange: (change) => setArrangement((before) => withOrder(before, functionalUpdate(change, [...before.order]))),
    onColumnPinningChange: (change) => setArrangement((before) => withPinning(before, functionalUpdate(change, pinningOf(before)))),
    onColumnSizingChange: (change) => setArrangement((before) => ({ ...before, widths: functionalUpdate(change, { ...before.widths }) })),
  })
}
