import type { Module, Row, State } from '../../../engine/module.ts'
import { label } from '../../i18n/index.ts'
import { words } from '../../i18n/words.ts'
import styles from './StatusBadge.module.css'

export interface Status {
  title: string
  tone: State['tone']
}

/** How a record stands: its progress while it is posted and has one, else its state. */
export const statusOf = (module: Module, row: Row): Status | undefined => {
  const name = row.status
  if (typeof name !== 'string') return undefined
  const progress = row.progress
  if (name === 'posted' && typeof progress === 'string' && progress) {
    return { title: words(progress), tone: module.workflow?.progress?.tones[progress] ?? 'green' }
  }
  const state = module.workflow?.states[name]
  return { title: state?.title ?? words(name), tone: state?.tone ?? 'grey' }
}

/** A tone and always a word with it. */
export const StatusBadge = ({ module, row }: { module: Module; row: Row }) => {
  const status = statusOf(module, row)
  return status ? (
    <span className={styles.badge} data-tone={status.tone}>
      {label(status.title)}
    </span>
  ) : null
}
