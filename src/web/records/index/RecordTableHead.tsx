import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { label, t } from '../../i18n/index.ts'
import { ACTIONS, type ListHeader, type ListTable, recordColumn, SELECT } from './list-table.ts'
import { pinStyle } from './RecordRow.tsx'
import styles from './RecordTable.module.css'

const SORTED = { asc: 'ascending', desc: 'descending' } as const

const SelectAll = ({ table }: { table: ListTable }) => {
  const all = table.getIsAllPageRowsSelected()
  return (
    <Checkbox
      size="xs"
      checked={all}
      indeterminate={!all && table.getIsSomePageRowsSelected()}
      onChange={table.getToggleAllPageRowsSelectedHandler()}
      aria-label={t('list.selectAll')}
    />
  )
}

/** The title of a column: sorts where the server can sort by it, and can be dragged wider. */
const Heading = ({ header }: { header: ListHeader }) => {
  const { column } = header
  const { title, align } = recordColumn(column)!
  const sorted = column.getIsSorted()
  const Arrow = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <th
      scope="col"
      className={styles.heading}
      data-end={align === 'end' || undefined}
      style={pinStyle(column)}
      {...(sorted && { 'aria-sort': SORTED[sorted] })}
    >
      {column.getCanSort() ? (
        <button type="button" className={styles.sorter} title={label(title)} onClick={column.getToggleSortingHandler()}>
          <span>{label(title)}</span>
          <Arrow size={14} {...(!sorted && { className: styles.unsorted! })} />
        </button>
      ) : (
        <span className={styles.plain} title={label(title)}>
          <span>{label(title)}</span>
        </span>
      )}
      <span className={styles.handle} onMouseDown={header.getResizeHandler()} onTouchStart={header.getResizeHandler()} aria-hidden />
    </th>
  )
}

/** The head of a list. */
export const RecordTableHead = ({ table, headers }: { table: ListTable; headers: readonly ListHeader[] }) => (
  <thead className={styles.head}>
    <tr>
      {headers.map((header) => {
        const { column } = header
        if (column.id === SELECT)
          return (
            <th key={column.id} scope="col" className={styles.select} style={pinStyle(column)}>
              <SelectAll table={table} />
            </th>
          )
        if (column.id === ACTIONS)
          return (
            <th key={column.id} scope="col" className={styles.rowActions}>
              <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
            </th>
          )
        return <Heading key={column.id} header={header} />
      })}
    </tr>
  </thead>
)
