import { Checkbox } from '@mantine/core'
import { type CSSProperties, lazy, memo, Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type Module, type Row, SUBTOTAL } from '../../../engine/model/module.ts'
import { t } from '../../i18n/index.ts'
import { TagChips, tagsOf } from '../tags/TagChips.tsx'
import { rowName } from './bulk.ts'
import { CellValue, nowhere, type PathOf } from './cells.tsx'
import { type Arrangement, WORDY } from './columns.ts'
import { ACTIONS, type ListColumn, type ListRow, recordColumn, SELECT } from './list-table.ts'
import styles from './RecordTable.module.css'
import type { DrillPath } from './use-records.ts'

const RowActions = lazy(() => import('./RowActions.tsx'))
/** Chips of tags beside a row's first value. */
const MOST_TAGS = 2

interface RowProps {
  row: ListRow
  /** Changes whenever the columns are rearranged; row objects stay the same. */
  arrangement: Arrangement
  /** Decimals of each column of figures. */
  places: ReadonlyMap<string, number>
  selected: boolean
  module: Module
  pathOf: PathOf
  rowPath: ((row: Row) => string | undefined) | undefined
  drillPath: DrillPath | undefined
  onHover: ((row: Row) => void) | undefined
}

/** A column pinned at the start stands where it begins; the one of actions is pinned by its class. */
export const pinStyle = (column: ListColumn): CSSProperties | undefined =>
  column.getIsPinned() === 'start' ? { position: 'sticky', left: column.getStart('start'), zIndex: 1 } : undefined

/** One record. Its first cell is the link that the keyboard moves through; a click anywhere opens it too. */
export const RecordRow = memo(({ row, places, selected, module, pathOf, rowPath, drillPath, onHover }: RowProps) => {
  const navigate = useNavigate()
  const path = rowPath?.(row.original)
  const cells = row.getVisibleCells()
  const outline = module.report?.outline
  const indent = outline?.level ? Number(row.original[outline.level] ?? 0) : 0
  const subtotal = module.report?.subtotals && row.original[SUBTOTAL]
  const first = cells.find(({ column }) => column.id !== SELECT)
  const tags = tagsOf(module, row.original)
  // A name is whole on two lines; tags stand beside it on one, and a number has no space to fold by.
  const folds = first !== undefined && indent === 0 && tags.length === 0 && /\S\s/.test(String(first.getValue() ?? ''))
  return (
    <tr
      className={styles.row}
      data-total={(outline?.total && row.original[outline.total] === true) || subtotal !== undefined || undefined}
      data-selected={selected || undefined}
      data-opens={path !== undefined || undefined}
      onMouseEnter={onHover && (() => onHover(row.original))}
      onClick={(event) => {
        if (path && !(event.target as HTMLElement).closest('a,button,input,label')) navigate(path)
      }}
    >
      {cells.map((cell) => {
        const style = pinStyle(cell.column)
        if (cell.column.id === SELECT)
          return (
            <td key={cell.id} className={styles.select} style={style}>
              <Checkbox
                size="xs"
                checked={selected}
                onChange={row.getToggleSelectedHandler()}
                aria-label={t('list.select', { record: rowName(row.original) })}
              />
            </td>
          )
        if (cell.column.id === ACTIONS)
          return (
            <td key={cell.id} className={styles.rowActions}>
              <Suspense>
                <RowActions module={module} row={row.original} />
              </Suspense>
            </td>
          )
        const column = recordColumn(cell.column)!
        const opens = cell === first && path !== undefined
        const text = (
          <CellValue
            module={module}
            column={column}
            row={row.original}
            pathOf={opens ? nowhere : pathOf}
            places={places.get(column.path)}
          />
        )
        const named =
          column.path === subtotal ? (
            <>
              {t('list.total')}: {text}
            </>
          ) : (
            text
          )
        const wraps = module.report ? column.align !== 'end' : WORDY.has(column.type) && (cell !== first || folds)
        const value = wraps ? <span className={styles.lines}>{named}</span> : named
        const made = opens ? undefined : drillPath?.(row.original, column.path)
        return (
          <td
            key={cell.id}
            className={styles.cell}
            data-end={column.align === 'end' || undefined}
            style={cell === first && indent > 0 ? { ...style, paddingInlineStart: `${8 + indent * 20}px` } : style}
          >
            {opens ? (
              <Link to={path} className={styles.opener} data-row-link>
                {value}
              </Link>
            ) : made ? (
              <Link to={made} className={styles.drill} tabIndex={-1}>
                {value}
              </Link>
            ) : (
              value
            )}
            {cell === first && <TagChips tags={tags} most={MOST_TAGS} />}
          </td>
        )
      })}
    </tr>
  )
})
