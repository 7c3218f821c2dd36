import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { toastError } from '../../ui/toast.ts'
import { type BulkAction, bulkActions, rowName } from './bulk.ts'
import styles from './RowActions.module.css'

const iconOf = ({ danger, input }: BulkAction) => (danger ? IconX : input.length > 0 ? IconArrowBackUp : IconCheck)

/** Actions on the record of a report's row, without ticking it first: icons in a table, words on a card. */
const RowActions = ({ module, row, wide = false }: { module: Module; row: Row; wide?: boolean }) => {
  const [running, setRunning] = useState<string>()
  const run = (action: BulkAction) => {
    setRunning(action.name)
    import('./run-bulk.tsx')
      .then(({ runBulk }) => runBulk(module, action, [row]))
      .catch(toastError)
      .finally(() => setRunning(undefined))
  }
  return (
    <div className={styles.actions} data-wide={wide || undefined}>
      {bulkActions(module, [row], () => true).map((action) => {
        const Icon = iconOf(action)
        const common = {
          disabled: running !== undefined,
          loading: running === action.name,
          onClick: () => run(action),
          'aria-label': t('list.actionOn', { action: label(action.title), record: rowName(row) }),
        }
        return wide ? (
          <Button key={action.name} size="xs" variant="default" leftSection={<Icon size={14} aria-hidden />} {...common}>
            {label(action.title)}
          </Button>
        ) : (
          <ActionIcon
            key={action.name}
            size={26}
            variant="subtle"
            color={action.danger ? 'red' : 'gray'}
            title={label(action.title)}
            {...common}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        )
      })}
    </div>
  )
}

export default RowActions
