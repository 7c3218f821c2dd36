import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  functionalUpdate,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useAtomValue } from 'jotai'
import { type CSSProperties, lazy, memo, Suspense, useCallback, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Column, Module, Row } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { densityAtom } from '../../state/preferences.ts'
import { later } from '../../ui/later.tsx'
import { TagChips, tagsOf } from '../tags/TagChips.tsx'
import { CellValue, type PathOf, rawValue } from './cells.tsx'
import { type Arrangement, columnAt, drawn, LEAST_SCALE, widthOf } from './columns.ts'
import { isNumeric, numberText, placesOf } from './format.ts'
import styles from './RecordTable.module.css'
import { reportColumn } from './report-layout.ts'
import { nextSort } from './url-state.ts'

const VirtualRows = later(async () => (await import('./VirtualRows.tsx')).default, <tbody />)
/** Chips of tags beside a row's first value. */
const MOST_TAGS = 2
/** Pages longer than this draw only the rows in sight. */
const VIRTUAL_FROM = 51
const SELECT = '_select'
const SELECT_WIDTH = 44
const ACTIONS = '_actions'
/** Of one action of a row, and of the padding around them. */
const ACTION_WIDTH = 28
const ACTIONS_PADDING = 16
const RowActions = lazy(() => import('./RowActions.tsx'))
export const ROW_HEIGHT = { compact: 32, normal: 40, relaxed: 48 } as const

// Order, pins and selection are a few lines here, and a good part of a list's code as features of the table.
const features = tableFeatures({ columnResizingFeature, columnSizingFeature })
const helper = createColumnHelper<typeof features, Row>()
export type ListRow = TableRow<typeof features, Row>

export interface RecordTableProps {
  module: Module
  rows: readonly Row[]
  /** Skeleton rows stand in while the first page is on its way. */
  loading?: boolean
  /** The rows shown belong to the page before. */
  stale?: boolean
  totals?: Row
  sort: string
  onSort: (sort: string) => void
  arrangement: Arrangement
  setArrangement: (arrangement: Arrangement) => void
  /** Absent: rows cannot be selected. */
  selection?: Readonly<Record<string, boolean>>
  onSelection?: (selection: Record<string, boolean>) => void
  pathOf: PathOf
  /** Where a row opens; absent: rows do not open. */
  rowPath?: (row: Row) => string
  onHover?: (row: Row) => void
}

const sortedAs = (sort: string, path: string): 'ascending' | 'descending' | undefined =>
  sort === path ? 'ascending' : sort === `-${path}` ? 'descending' : undefined

interface RowProps {
  row: ListRow
  /** Changes whenever the columns are rearranged; row objects stay the same. */
  arrangement: Arrangement
  /** Decimals of each column of figures. */
  places: ReadonlyMap<string, number>
  selected: boolean
  onSelect: (id: string, selected: boolean) => void
  module: Module
  pathOf: PathOf
  rowPath: ((row: Row) => string) | undefined
  onHover: ((row: Row) => void) | undefined
}

/** Pinned columns come first, so that each stands where it begins; the one of boxes is always pinned. */
const pinStyle = (column: { id: string; getStart: () => number }, { pinned }: Arrangement): CSSProperties | undefined =>
  column.id === SELECT || pinned.includes(column.id) ? { position: 'sticky', left: column.getStart(), zIndex: 1 } : undefined

/** The link of a row holds no other link. */
const nowhere: PathOf = () => undefined

/** One record. Its first cell is the link that the keyboard moves through; a click anywhere opens it too. */
export const RecordRow = memo(({ row, arrangement, places, selected, onSelect, module, pathOf, rowPath, onHover }: RowProps) => {
  const navigate = useNavigate()
  const path = rowPath?.(row.original)
  const cells = row.getAllCells()
  const first = cells.find(({ column }) => column.id !== SELECT)
  return (
    <tr
      className={styles.row}
      data-selected={selected || undefined}
      data-opens={path !== undefined || undefined}
      onMouseEnter={onHover && (() => onHover(row.original))}
      onClick={(event) => {
        if (path && !(event.target as HTMLElement).closest('a,button,input,label')) navigate(path)
      }}
    >
      {cells.map((cell) => {
        const style = pinStyle(cell.column, arrangement)
        if (cell.column.id === SELECT) {
          return (
            <td key={cell.id} className={styles.select} style={style}>
              <Checkbox
                size="xs"
                checked={selected}
                onChange={(event) => onSelect(row.id, event.currentTarget.checked)}
                aria-label={t('list.select', {
                  record: String(row.original.label ?? row.original.name ?? row.id),
                })}
              />
            </td>
          )
        }
        if (cell.column.id === ACTIONS) {
          return (
            <td key={cell.id} className={styles.rowActions}>
              <Suspense>
                <RowActions module={module} row={row.original} />
              </Suspense>
            </td>
          )
        }
        const column = columnAt(module, cell.column.id)!
        const drawnValue = (
          <CellValue
            module={module}
            column={column}
            row={row.original}
            pathOf={cell === first && path ? nowhere : pathOf}
            places={places.get(column.path)}
          />
        )
        const value = module.report && column.align !== 'end' ? <span className={styles.lines}>{drawnValue}</span> : drawnValue
        return (
          <td key={cell.id} className={styles.cell} data-end={column.align === 'end' || undefined} style={style}>
            {cell === first && path ? (
              <Link to={path} className={styles.opener} data-row-link>
                {value}
              </Link>
            ) : (
              value
            )}
            {cell === first && <TagChips tags={tagsOf(module, row.original)} most={MOST_TAGS} />}
          </td>
        )
      })}
    </tr>
  )
})

const SkeletonRows = ({ columns, count }: { columns: readonly { id: string }[]; count: number }) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles.row}>
      {columns.map(({ id }) => (
        <td key={id} className={styles.cell}>
          {id !== SELECT && id !== ACTIONS && <Skeleton height={10} width={`${50 + ((row * 17 + id.length * 7) % 40)}%`} />}
        </td>
      ))}
    </tr>
  ))

/** A page of records as a table: sortable, resizable, pinnable columns, selectable rows, sticky head and totals. */
export const RecordTable = (props: RecordTableProps) => {
  const { module, rows, arrangement, setArrangement, selection, onSelection, sort, onSort, totals } = props
  const density = useAtomValue(densityAtom)
  const scroller = useRef<HTMLDivElement>(null)
  const selectable = selection !== undefined
  const reported = useMemo(() => {
    const { report } = module
    if (!report) return undefined
    const refAs = new Map(report.columns.map((column) => [column.name, column.refAs] as const))
    return new Map(module.columns.map((column) => [column.path, reportColumn(column, rows, totals, refAs.get(column.path))] as const))
  }, [module, rows, totals])
  const rowActions = module.report?.records?.actions.length ?? 0
  const columns = useMemo(
    () => [
      ...(selectable ? [helper.display({ id: SELECT, size: SELECT_WIDTH, enableResizing: false })] : []),
      ...drawn(module, arrangement).map((column) =>
        helper.display({ id: column.path, size: reported?.get(column.path)?.width ?? widthOf(column, module), minSize: 60 }),
      ),
      ...(rowActions > 0
        ? [helper.display({ id: ACTIONS, size: rowActions * ACTION_WIDTH + ACTIONS_PADDING, enableResizing: false })]
        : []),
    ],
    [module, arrangement, selectable, reported, rowActions],
  )
  const places = useMemo(
    () =>
      new Map(
        drawn(module, arrangement)
          .filter(({ type, byDigit }) => isNumeric(type) && !byDigit)
          .map(
            ({ path, type, scale }) =>
              [
                path,
                placesOf(
                  rows.map((row) => rawValue(row, path)),
                  type,
                  scale,
                ),
              ] as const,
          ),
      ),
    [module, arrangement, rows],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns,
    data,
    // Rows of a report need no id.
    getRowId: (row: Row, index: number) => String(row.id ?? `row-${index}`),
    columnResizeMode: 'onEnd',
    state: { columnSizing: { ...arrangement.widths } },
    onColumnSizingChange: (updater) => setArrangement({ ...arrangement, widths: functionalUpdate(updater, { ...arrangement.widths }) }),
  })
  const headers = table.getHeaderGroups()[0]!.headers
  const width = headers.reduce((sum, header) => sum + header.column.getSize(), 0)
  // Pinned columns stand at exact offsets; otherwise columns give way a little before the table scrolls.
  const flexible = arrangement.pinned.length === 0
  // Those of a report keep their width, but for texts, which share the rest.
  const colWidth = (column: { id: string; getSize: () => number }): string | number | undefined => {
    if (reported && flexible) {
      const { shares } = reported.get(column.id) ?? { shares: false }
      return shares && arrangement.widths[column.id] === undefined ? undefined : column.getSize()
    }
    return flexible ? `${(100 * column.getSize()) / width}%` : column.getSize()
  }
  const tableStyle: CSSProperties & Record<'--row', string> = {
    ...(flexible ? { width: '100%', minWidth: width * (reported ? 1 : LEAST_SCALE) } : { width }),
    '--row': `${ROW_HEIGHT[density]}px`,
  }
  const listRows = table.getRowModel().rows
  const select = (ids: readonly string[], on: boolean) => onSelection?.({ ...selection, ...Object.fromEntries(ids.map((id) => [id, on])) })
  // Rows are drawn again only when something of theirs changes, so what they call stays the same.
  const latest = useRef(select)
  latest.current = select
  const onSelect = useCallback((id: string, on: boolean) => latest.current([id], on), [])
  const selectedRows = listRows.filter(({ id }) => selection?.[id]).length
  const allSelected = selectedRows > 0 && selectedRows === listRows.length
  const rowProps = (row: ListRow): RowProps => ({
    row,
    arrangement,
    places,
    module,
    pathOf: props.pathOf,
    rowPath: props.rowPath,
    onHover: props.onHover,
    selected: selection?.[row.id] ?? false,
    onSelect,
  })

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-stale={props.stale || undefined}
      data-report={reported !== undefined || undefined}
      data-density={density}
      // Rows of reports lead nowhere: without a place of its own in the order of the keys, a long one could not be scrolled by them.
      {...(module.report ? { role: 'region', 'aria-label': module.title, tabIndex: 0 } : { tabIndex: -1 })}
    >
      <table className={styles.table} style={tableStyle} aria-busy={props.loading || props.stale}>
        <colgroup>
          {headers.map(({ column }) => (
            <col key={column.id} style={{ width: colWidth(column) }} />
          ))}
        </colgroup>
        <thead className={styles.head}>
          <tr>
            {headers.map((header) => {
              const { column } = header
              if (column.id === SELECT) {
                return (
                  <th key={column.id} scope="col" className={styles.select} style={pinStyle(column, arrangement)}>
                    <Checkbox
                      size="xs"
                      checked={allSelected}
                      indeterminate={selectedRows > 0 && !allSelected}
                      onChange={() =>
                        select(
                          listRows.map(({ id }) => id),
                          !allSelected,
                        )
                      }
                      aria-label={t('list.selectAll')}
                    />
                  </th>
                )
              }
              if (column.id === ACTIONS) {
                return (
                  <th key={column.id} scope="col" className={styles.rowActions}>
                    <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
                  </th>
                )
              }
              const { title, sortable, align, path } = columnAt(module, column.id)!
              const sorted = sortedAs(sort, path)
              return (
                <th
                  key={path}
                  scope="col"
                  className={styles.heading}
                  data-end={align === 'end' || undefined}
                  style={pinStyle(column, arrangement)}
                  {...(sorted && { 'aria-sort': sorted })}
                >
                  {sortable ? (
                    <button type="button" className={styles.sorter} title={label(title)} onClick={() => onSort(nextSort(sort, path))}>
                      <span>{label(title)}</span>
                      {sorted === 'ascending' ? (
                        <IconArrowUp size={14} />
                      ) : sorted === 'descending' ? (
                        <IconArrowDown size={14} />
                      ) : (
                        <IconArrowsSort size={14} className={styles.unsorted!} />
                      )}
                    </button>
                  ) : (
                    <span className={styles.plain} title={label(title)}>
                      <span>{label(title)}</span>
                    </span>
                  )}
                  <span
                    className={styles.handle}
                    onMouseDown={header.getResizeHandler()}
                    onTouchStart={header.getResizeHandler()}
                    aria-hidden
                  />
                </th>
              )
            })}
          </tr>
        </thead>
        {props.loading ? (
          <tbody>
            <SkeletonRows columns={headers.map(({ column }) => column)} count={10} />
          </tbody>
        ) : listRows.length >= VIRTUAL_FROM ? (
          <VirtualRows
            rows={listRows}
            scroller={scroller}
            rowHeight={ROW_HEIGHT[density]}
            span={headers.length}
            inert={props.stale ?? false}
            draw={(row) => <RecordRow key={row.id} {...rowProps(row)} />}
          />
        ) : (
          <tbody inert={props.stale ?? false}>
            {listRows.map((row) => (
              <RecordRow key={row.id} {...rowProps(row)} />
            ))}
          </tbody>
        )}
        {totals && (
          <tfoot className={styles.foot}>
            <tr>
              {headers.map(({ column }, index) => {
                const shownColumn = columnAt(module, column.id)
                const total = shownColumn && totals[shownColumn.path]
                return (
                  <td key={column.id} className={styles.cell} data-end={shownColumn?.align === 'end' || undefined}>
                    {total !== undefined && total !== null && shownColumn
                      ? totalText(shownColumn, total, places.get(shownColumn.path))
                      : index === 0
                        ? t('list.total')
                        : null}
                  </td>
                )
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const totalText = (column: Column, total: unknown, places: number | undefined): string =>
  isNumeric(column.type) ? numberText(total, column.type, column.scale, column.byDigit, places) : String(total)
