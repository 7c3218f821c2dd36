import { Button, CloseButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Params } from '../../api/client.ts'
import { label, t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import { toastError } from '../../ui/toast.ts'
import styles from './BulkBar.module.css'
import { type BulkAction, bulkActions, matchingActions } from './bulk.ts'
import type { PathOf } from './cells.tsx'
import { type Matching, runBulk } from './run-bulk.tsx'

const BulkTags = lazy(() => import('../tags/BulkTags.tsx'))

/** Actions on the selected records: each button shows the number of records to which it applies. */
const BulkBar = ({
  module,
  rows,
  can,
  pathOf,
  parameters,
  matching,
  onExport,
  onClear,
}: {
  module: Module
  rows: readonly Row[]
  can: (code: string) => boolean
  pathOf: PathOf
  /** Those of a report whose rows are chosen. */
  parameters?: Params
  /** Absent where only ticked records can be chosen. */
  matching?: Matching
  onExport: () => void
  onClear: () => void
}) => {
  const [running, setRunning] = useState<string>()
  const all = matching?.chosen ? matching : undefined
  const selected = all ? all.total : rows.length
  const actions = all ? matchingActions(module, can) : bulkActions(module, rows, can)
  const ordinary = actions.filter(({ name }) => name !== 'delete')
  // Actions that cannot be undone come last, separated from the rest.
  const last = actions.filter(({ name }) => name === 'delete')

  const run = async (action: BulkAction) => {
    setRunning(action.name)
    try {
      if (await runBulk(module, action, rows, { pathOf, ...(all && { all }), ...(parameters && { parameters }) })) onClear()
    } catch (error) {
      toastError(error)
    } finally {
      setRunning(undefined)
    }
  }

  const button = (action: BulkAction) => (
    <Button
      key={action.name}
      size="xs"
      variant="default"
      loading={running === action.name}
      disabled={running !== undefined}
      onClick={() => run(action)}
      {...(action.danger && { className: styles.danger! })}
    >
      {all || action.ids.length === rows.length
        ? label(action.title)
        : t('bulk.someOf', { action: label(action.title), count: action.ids.length, total: rows.length })}
    </Button>
  )
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bulk.label')}>
      <strong className={styles.count} aria-live="polite">
        {all ? t('bulk.allSelected', { count: selected }) : t('bulk.selected', { count: selected })}
      </strong>
      {matching && !all && (
        <button type="button" className={styles.everything} onClick={matching.onChoose}>
          {t('bulk.selectAll', { count: matching.total })}
        </button>
      )}
      {ordinary.map(button)}
      {!all && can('edit') && rows.some((row) => Array.isArray(row.tags)) && !module.field.tags && (
        <Late
          kind="popover"
          position="bottom-start"
          width={260}
          label={t('tags.label')}
          button={
            <Button size="xs" variant="default">
              {t('tags.label')}
            </Button>
          }
        >
          <Suspense>
            <BulkTags module={module} rows={rows} />
          </Suspense>
        </Late>
      )}
      {module.actions.export && (
        <Button size="xs" variant="default" onClick={onExport}>
          {t('list.export')}
        </Button>
      )}
      {last.map(button)}
      <CloseButton onClick={onClear} aria-label={t('bulk.clear')} className={styles.close!} />
    </div>
  )
}

export default BulkBar
