import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Module } from '../../../engine/module.ts'
import { post } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import classes from './advice.module.css'

/** What speaks against an action: on one record, or without `id` on all of them together. */
interface ActionNote {
  readonly id?: number
  readonly text: string
}

/** The notes as they stand beneath the question; the action may be done all the same. */
export const ActionNotes = ({ notes, nameOf }: { notes: readonly ActionNote[]; nameOf?: (id: number) => string }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('actions.advice')} className={classes.notes!}>
    {/* Long lists scroll; a keyboard has to reach them for that. */}
    <ul className={classes.list} {...(notes.length > 4 && { tabIndex: 0, 'aria-label': t('actions.advice') })}>
      {notes.map(({ id, text }) => (
        <li key={`${id ?? ''}${text}`}>
          {id !== undefined && nameOf && <strong>{nameOf(id)}</strong>} {text}
        </li>
      ))}
    </ul>
  </Alert>
)

/** Asks the server what speaks against the action; nothing when nothing does. `nameOf` tells several records apart. */
export async function adviceOn(
  module: Module,
  action: string,
  ids: readonly number[],
  nameOf?: (id: number) => string,
): Promise<ReactNode | undefined> {
  const notes = await post<readonly ActionNote[]>(`${module.name}/bulk/${action}/advice`, { ids })
  return notes.length ? <ActionNotes notes={notes} {...(nameOf && { nameOf })} /> : undefined
}
