import type { Module, Row, State } from '../../../engine/model/module.ts'
import { ToneBadge } from '../../fields/ToneBadge.tsx'
import { label } from '../../i18n/index.ts'
import { words } from '../../i18n/words.ts'

interface Status {
  title: string
  tone: State['tone']
}

/** Tones of common statuses where the status is a plain choice and no workflow gives it a tone. */
const TONES: Readonly<Record<string, State['tone']>> = {
  active: 'green',
  open: 'blue',
  acknowledged: 'green',
  pending: 'amber',
  on_leave: 'amber',
  suspended: 'amber',
  terminated: 'red',
}

/** The status of a record: its progress while it is posted and has one, else its state. */
export const statusOf = (module: Module, row: Row): Status | undefined => {
  const name = row.status
  if (typeof name !== 'string') return undefined
  const progress = row.progress
  if (name === 'posted' && typeof progress === 'string' && progress) {
    return { title: words(progress), tone: module.workflow?.progress?.tones[progress] ?? 'green' }
  }
  const state = module.workflow?.states[name]
  if (state) return { title: state.title, tone: state.tone }
  const option = module.field.status?.options?.find(({ value }) => value === name)
  return { title: option?.label ?? words(name), tone: option?.tone ?? TONES[name] ?? 'grey' }
}

export const StatusBadge = ({ module, row }: { module: Module; row: Row }) => {
  const status = statusOf(module, row)
  return status ? <ToneBadge tone={status.tone} text={label(status.title)} /> : null
}
