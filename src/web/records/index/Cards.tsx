import { Checkbox, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { type Column, type Module, type Row, SUBTOTAL } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { useSession } from '../../routing/navigation.ts'
import { TagChips, tagsOf } from '../tags/TagChips.tsx'
import { rowName } from './bulk.ts'
import styles from './Cards.module.css'
import { cardColumns, titleOf } from './card-columns.ts'
import { CellValue, nowhere } from './cells.tsx'
import { recordColumn, SELECT } from './list-table.ts'
import type { RowsProps } from './RecordTable.tsx'

const RowActions = lazy(() => import('./RowActions.tsx'))

/** So many totals stay in sight below the rows: one line of them. */
const FEW_TOTALS = 2

const isTotal = ({ report }: Module, row: Row): boolean =>
  (report?.outline?.total !== undefined && row[report.outline.total] === true) ||
  (report?.subtotals !== undefined && row[SUBTOTAL] !== undefined)

/** The list on a phone: one column is the card's title, the status its badge, the others label and value. */
export const Cards = ({ module, table, loading, stale, pathOf, rowPath, drillPath, sums }: RowsProps) => {
  const session = useSession()
  if (loading) {
    return (
      <div className={styles.list} aria-busy="true">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={104} radius={8} />
        ))}
      </div>
    )
  }
  const columns = table.getVisibleLeafColumns().flatMap((column) => recordColumn(column) ?? [])
  const selectable = table.getColumn(SELECT) !== undefined
  const places = cardColumns(module, columns, {
    rows: table.getRowModel().rows.map(({ original }) => original),
    me: session?.user.employee_id,
  })
  const summedIn = (sum: Row) => columns.filter(({ path }) => sum[path] !== undefined && sum[path] !== null)
  const value = (column: Column, row: Row, links = pathOf) => <CellValue module={module} column={column} row={row} pathOf={links} />
  return (
    <ul className={styles.list} data-stale={stale || undefined} inert={stale}>
      {table.getRowModel().rows.map((tableRow) => {
        const { id, original: row } = tableRow
        const selected = tableRow.getIsSelected()
        const path = rowPath?.(row)
        const { title, others } = titleOf(places, row)
        return (
          <li key={id} className={styles.card} data-selected={selected || undefined} data-total={isTotal(module, row) || undefined}>
            <div className={styles.top}>
              {selectable && (
                <Checkbox
                  size="xs"
                  checked={selected}
                  onChange={tableRow.getToggleSelectedHandler()}
                  aria-label={t('list.select', { record: rowName(row) })}
                />
              )}
              <span className={styles.title}>
                {module.report?.subtotals && row[SUBTOTAL] !== undefined && `${t('list.total')}: `}
                {title &&
                  (path ? (
                    <Link to={path} className={styles.link} data-row-link>
                      {value(title, row, nowhere)}
                    </Link>
                  ) : (
                    value(title, row)
                  ))}
              </span>
              {places.status && value(places.status, row)}
            </div>
            <TagChips tags={tagsOf(module, row)} />
            <dl className={styles.pairs}>
              {others.map((column) => {
                const made = drillPath?.(row, column.path)
                return (
                  <div key={column.path}>
                    <dt>{label(column.title)}</dt>
                    <dd>
                      {made ? (
                        <Link to={made} className={styles.drill}>
                          {value(column, row)}
                        </Link>
                      ) : (
                        value(column, row)
                      )}
                    </dd>
                  </div>
                )
              })}
            </dl>
            {module.report?.records && (
              <Suspense>
                <RowActions module={module} row={row} wide />
              </Suspense>
            )}
          </li>
        )
      })}
      {sums.map((sum, place) => (
        <li
          key={place}
          className={`${styles.card} ${styles.totals}`}
          data-many={sums.length > 1 || summedIn(sum).length > FEW_TOTALS || undefined}
        >
          <div className={styles.top}>
            <span className={styles.title}>{t('list.total')}</span>
          </div>
          <dl className={styles.pairs}>
            {summedIn(sum).map((column) => (
              <div key={column.path}>
                <dt>{label(column.title)}</dt>
                <dd className="tabular">{value(column, sum)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
