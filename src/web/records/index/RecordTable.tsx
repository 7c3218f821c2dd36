import { Skeleton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type CSSProperties, useMemo, useState } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { t } from '../../i18n/index.ts'
import { densityAtom } from '../../state/preferences.ts'
import { later } from '../../ui/later.tsx'
import { type PathOf, rawValue } from './cells.tsx'
import { type Arrangement, fitted } from './columns.ts'
import { isNumeric, numberText, placesOf } from './format.ts'
import { type ListHeader, type ListRow, type ListTable, recordColumn } from './list-table.ts'
import { RecordRow } from './RecordRow.tsx'
import styles from './RecordTable.module.css'
import { RecordTableHead } from './RecordTableHead.tsx'
import { reportWidths, textOf } from './report-layout.ts'
import type { DrillPath } from './use-records.ts'

const VirtualRows = later(async () => (await import('./VirtualRows.tsx')).default, <tbody />)
/** Pages longer than this draw only the rows in sight. */
const VIRTUAL_FROM = 51
const SKELETONS = 10
const ROW_HEIGHT = { compact: 32, normal: 40, relaxed: 48 } as const

export interface RowsProps {
  module: Module
  table: ListTable
  /** Skeleton rows are shown while the first page is loading. */
  loading: boolean
  /** The shown rows belong to the page before. */
  stale: boolean
  /** Sums over all rows, by column: one, or one for each kind of rows; none where nothing adds up. */
  sums: readonly Row[]
  pathOf: PathOf
  /** Address of a row; absent: rows do not open. */
  rowPath: ((row: Row) => string | undefined) | undefined
  /** Address of what a figure is made of; absent: figures lead nowhere. */
  drillPath?: DrillPath | undefined
}

const SkeletonRows = ({ headers }: { headers: readonly ListHeader[] }) =>
  Array.from({ length: SKELETONS }, (_, row) => (
    <tr key={row} className={styles.row}>
      {headers.map(({ column, id }) => (
        <td key={id} className={styles.cell}>
          {recordColumn(column) && <Skeleton height={10} width={`${50 + ((row * 17 + id.length * 7) % 40)}%`} />}
        </td>
      ))}
    </tr>
  ))

interface TotalsProps {
  module: Module
  headers: readonly ListHeader[]
  sums: readonly Row[]
  places: ReadonlyMap<string, number>
}

const Totals = ({ module, headers, sums, places }: TotalsProps) => {
  const first = headers.find(({ column }) => recordColumn(column))
  const fields = module.report?.columns
  return (
    <tfoot className={styles.foot}>
      {sums.map((totals, place) => (
        <tr key={place}>
          {headers.map((header) => {
            const { id } = header.column
            const column = recordColumn(header.column)
            const total = column && totals[column.path]
            const figure = column && isNumeric(column.type)
            return (
              <td key={id} className={styles.cell} data-end={column?.align === 'end' || undefined}>
                {column && total !== undefined && total !== null
                  ? figure
                    ? numberText(total, column.type, { scale: column.scale, byDigit: column.byDigit, places: places.get(id) })
                    : textOf(
                        column,
                        totals,
                        fields?.find(({ name }) => name === column.path),
                      )
                  : header === first && t('list.total')}
              </td>
            )
          })}
        </tr>
      ))}
    </tfoot>
  )
}

/** Decimals of each column of figures, so that they stand under each other. */
const usePlaces = (headers: readonly ListHeader[], rows: readonly ListRow[]): ReadonlyMap<string, number> =>
  useMemo(
    () =>
      new Map(
        headers
          .flatMap(({ column }) => recordColumn(column) ?? [])
          .filter(({ type, byDigit }) => isNumeric(type) && !byDigit)
          .map(({ path, type, scale }) => {
            const values = rows.map(({ original }) => rawValue(original, path))
            return [path, placesOf(values, type, scale)] as const
          }),
      ),
    [headers, rows],
  )

/** How wide the table and its columns are drawn. */
const layoutOf = (headers: readonly ListHeader[], { pinned, widths }: Arrangement, report: boolean) => {
  const columns = headers.map(({ column }) => column)
  const width = columns.reduce((sum, column) => sum + column.getSize(), 0)
  // Pinned columns have exact offsets.
  if (pinned.length > 0) return { colWidths: columns.map((column) => column.getSize()), style: { width } }
  // Columns of a report keep their width, except texts, which share the rest.
  if (report) {
    const laid = reportWidths(
      columns.map((column) => ({
        width: column.getSize(),
        wish: widths[column.id] === undefined ? (column.columnDef.meta?.wish ?? 0) : 0,
      })),
    )
    return { colWidths: laid.widths, style: { width: '100%', minWidth: laid.minWidth } }
  }
  const fit = fitted(
    columns.map((column) => {
      const width = column.getSize()
      // A width that the user chose is kept.
      const { least = width, whole = width, line = whole } = widths[column.id] === undefined ? (column.columnDef.meta ?? {}) : {}
      return { width, least, whole, line }
    }),
  )
  return { colWidths: fit.widths, style: { width: '100%', minWidth: fit.minWidth } }
}

/** A page of records as a table: sortable, resizable, pinnable columns, rows to choose, sticky head and totals. */
export const RecordTable = ({
  module,
  table,
  arrangement,
  onHover,
  pathOf,
  rowPath,
  drillPath,
  loading,
  stale,
  sums,
}: RowsProps & { arrangement: Arrangement; onHover: ((row: Row) => void) | undefined }) => {
  const density = useAtomValue(densityAtom)
  // State, not a ref: rows that are there at the first drawing need the element they scroll in.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const { headers } = table.getHeaderGroups()[0]!
  const { rows } = table.getRowModel()
  const places = usePlaces(headers, rows)
  const { colWidths, style } = layoutOf(headers, arrangement, module.report !== undefined)
  const tableStyle: CSSProperties & Record<'--row', string> = { ...style, '--row': `${ROW_HEIGHT[density]}px` }
  const draw = (row: ListRow) => (
    <RecordRow key={row.id} {...{ row, arrangement, places, module, pathOf, rowPath, drillPath, onHover }} selected={row.getIsSelected()} />
  )
  return (
    <div
      ref={setScroller}
      className={styles.scroller}
      data-stale={stale || undefined}
      data-report={module.report !== undefined || undefined}
      data-setting={headers.find(({ column }) => column.columnDef.meta?.setting)?.column.columnDef.meta?.setting}
      data-density={density}
      // Rows of reports lead nowhere: without a place of its own in the order of the keys, a long one could not be scrolled by them.
      {...(module.report ? { role: 'region', 'aria-label': module.title, tabIndex: 0 } : { tabIndex: -1 })}
    >
      <table className={styles.table} style={tableStyle} aria-busy={loading || stale}>
        <colgroup>
          {headers.map(({ column }, index) => (
            <col key={column.id} style={{ width: colWidths[index] }} />
          ))}
        </colgroup>
        <RecordTableHead table={table} headers={headers} />
        {loading ? (
          <tbody>
            <SkeletonRows headers={headers} />
          </tbody>
        ) : rows.length >= VIRTUAL_FROM ? (
          <VirtualRows rows={rows} scroller={scroller} rowHeight={ROW_HEIGHT[density]} span={headers.length} inert={stale} draw={draw} />
        ) : (
          <tbody inert={stale}>{rows.map(draw)}</tbody>
        )}
        {sums.length > 0 && <Totals module={module} headers={headers} sums={sums} places={places} />}
      </table>
    </div>
  )
}
