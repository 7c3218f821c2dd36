import { Checkbox, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Column, Module, Row } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { TagChips, tagsOf } from '../tags/TagChips.tsx'
import { rowName } from './bulk.ts'
import styles from './Cards.module.css'
import { CellValue, nowhere } from './cells.tsx'
import { recordColumn, SELECT } from './list-table.ts'
import type { RowsProps } from './RecordTable.tsx'

const RowActions = lazy(() => import('./RowActions.tsx'))

/** The column that distinguishes cards: the first one; users who see only their own records need no name on them. */
const titleOf = (module: Module, columns: readonly Column[], ownOnly: boolean): Column | undefined => {
  const [first, second] = columns
  const { owner } = module.entity
  return ownOnly && owner !== undefined && first?.via === owner ? (second ?? first) : first
}

const isTotal = ({ report }: Module, row: Row): boolean => report?.outline?.total !== undefined && row[report.outline.total] === true

/** The list on a phone: one column is the card's title, the status its badge, the others label and value. */
export const Cards = ({ module, table, loading, stale, pathOf, rowPath, drillPath, totals }: RowsProps) => {
  const { can } = useModuleRoute()
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
  const described = columns.filter(({ type }) => type !== 'status')
  const title = titleOf(module, described, !can('view_all'))
  const others = described.filter((column) => column !== title)
  const status = columns.find(({ type }) => type === 'status')
  const value = (column: Column, row: Row, links = pathOf) => <CellValue module={module} column={column} row={row} pathOf={links} />
  return (
    <ul className={styles.list} data-stale={stale || undefined} inert={stale}>
      {table.getRowModel().rows.map((tableRow) => {
        const { id, original: row } = tableRow
        const selected = tableRow.getIsSelected()
        const path = rowPath?.(row)
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
                {title &&
                  (path ? (
                    <Link to={path} className={styles.link} data-row-link>
                      {value(title, row, nowhere)}
                    </Link>
                  ) : (
                    value(title, row)
                  ))}
              </span>
              {status && value(status, row)}
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
      {totals && (
        <li className={`${styles.card} ${styles.totals}`}>
          <div className={styles.top}>
            <span className={styles.title}>{t('list.total')}</span>
          </div>
          <dl className={styles.pairs}>
            {columns
              .filter(({ path }) => totals[path] !== undefined && totals[path] !== null)
              .map((column) => (
                <div key={column.path}>
                  <dt>{label(column.title)}</dt>
                  <dd className="tabular">{value(column, totals)}</dd>
                </div>
              ))}
          </dl>
        </li>
      )}
    </ul>
  )
}
