import { lazy, Suspense } from 'react'
import { t } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { Cards } from './Cards.tsx'
import styles from './IndexPage.module.css'
import { Pager } from './Pager.tsx'
import { RecordTable } from './RecordTable.tsx'
import { totalsOf } from './report-layout.ts'
import type { IndexController } from './use-index-controller.tsx'

const AlternateLayout = lazy(() => import('../layouts/AlternateLayout.tsx'))
const EmptyState = lazy(() => import('./EmptyState.tsx'))

/** The rows of a list: as a table, as cards on a phone, or in another layout; or why there are none. */
export const IndexRows = ({ list }: { list: IndexController }) => {
  const { module, layout, records, rows, pagination, table, state, setState, rowPath, pathOf, narrow, newPath, missing, arrangement, can } =
    list
  if (layout !== 'list')
    return (
      <Suspense>
        <AlternateLayout {...{ module, layout, state, setState, rowPath, pathOf, narrow, newPath, arrangement, can }} />
      </Suspense>
    )
  if (records.isError) return <ErrorPage error={records.error} onRetry={records.refetch} />
  if (missing) return <p className={styles.hint}>{t('report.ask')}</p>
  const window = pagination?.window
  if (rows.length === 0 && !records.isPending)
    return (
      <Suspense>
        <EmptyState
          module={module}
          narrowed={list.narrowed}
          newPath={newPath}
          onClear={() => setState({ filters: {}, search: '', page: 1 })}
          {...(window && { onAll: () => setState({ all: true }) })}
        />
      </Suspense>
    )
  const shared = {
    module,
    table,
    pathOf: list.pathOf,
    rowPath,
    drillPath: list.drillPath,
    loading: records.isPending,
    stale: records.isPlaceholderData,
    sums: totalsOf(records.data),
  }
  return (
    <>
      {narrow ? <Cards {...shared} /> : <RecordTable {...shared} arrangement={list.arrangement} onHover={list.onHover} />}
      {window && (
        <p className={styles.window}>
          {t('list.window', { from: String(window.from).replaceAll('-', '/') })}{' '}
          <button type="button" className={styles.all} onClick={() => setState({ all: true, page: 1 })}>
            {t('list.showAll')}
          </button>
        </p>
      )}
      {pagination && (!module.report || pagination.total > rows.length) && (
        <Pager table={table} pagination={pagination} fixed={module.report !== undefined} />
      )}
    </>
  )
}
