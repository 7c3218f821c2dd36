import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { post } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import classes from './advice.module.css'

/** A warning about an action: on one record, or without `id` on all of them together. */
interface ActionNote {
  readonly id?: number
  /** The record's label, where it may not be on the page. */
  readonly label?: string
  readonly text: string
}

/** The warnings beneath the question; the action is still possible. */
const ActionNotes = ({ notes, nameOf }: { notes: readonly ActionNote[]; nameOf?: (id: number) => string }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('actions.advice')} className={classes.notes!}>
    {/* Long lists scroll; for that they must be reachable with the keyboard. */}
    <ul className={classes.list} {...(notes.length > 4 && { tabIndex: 0, 'aria-label': t('actions.advice') })}>
      {notes.map(({ id, text, label }) => (
        <li key={`${id ?? ''}${text}`}>
          {id !== undefined && nameOf && <strong>{label ?? nameOf(id)}</strong>} {text}
        </li>
      ))}
    </ul>
  </Alert>
)

/**
 * Asks the server for warnings about an action on records, or on all records of a list; empty without warnings. `nameOf`
 * distinguishes several records.
 */
export async function adviceOn(
  module: Module,
  action: string,
  selected: readonly number[] | { readonly matching: unknown },
  nameOf?: (id: number) => string,
): Promise<ReactNode | undefined> {
  const notes = await post<readonly ActionNote[]>(
    `${module.name}/bulk/${action}/advice`,
    Array.isArray(selected) ? { ids: selected } : selected,
  )
  return notes.length ? <ActionNotes notes={notes} {...(nameOf && { nameOf })} /> : undefined
}

/** Warnings about a call of the module with the input entered so far; empty without warnings. */
export async function adviceOnCall(
  module: Module,
  call: string,
  asked: { readonly id: number | undefined; readonly input: unknown },
): Promise<ReactNode | undefined> {
  const notes = await post<readonly ActionNote[]>(`${module.name}/call-advice`, { call, ...asked })
  return notes.length ? <ActionNotes notes={notes.map(({ text }) => ({ text }))} /> : undefined
}
