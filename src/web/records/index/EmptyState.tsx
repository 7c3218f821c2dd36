import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import styles from './EmptyState.module.css'

/** An empty list: the purpose of the module and one button, or a link that clears filters without matches. */
const EmptyState = ({
  module,
  narrowed,
  newPath,
  onClear,
  onAll,
}: {
  module: Module
  narrowed: boolean
  newPath: string | undefined
  onClear: () => void
  /** Lists of large modules open on the last year only. */
  onAll?: () => void
}) => (
  <div className={styles.empty}>
    <span className={styles.icon}>
      <ModuleIcon name={module.icon} size={28} />
    </span>
    <h2 className={styles.title}>{narrowed ? t('empty.narrowed') : t('empty.title', { title: label(module.title) })}</h2>
    <p className={styles.text}>{narrowed ? t('empty.narrowedText') : module.description ? label(module.description) : t('empty.text')}</p>
    <Group gap="xs" justify="center">
      {narrowed && (
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
      {onAll && (
        <Button variant="default" onClick={onAll}>
          {t('list.showAll')}
        </Button>
      )}
      {!narrowed && newPath && (
        <Button component={Link} to={newPath} leftSection={<IconPlus size={16} />}>
          {t('empty.new', { singular: label(module.singular) })}
        </Button>
      )}
    </Group>
  </div>
)

export default EmptyState
