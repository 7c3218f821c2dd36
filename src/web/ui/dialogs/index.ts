/**
 * Dialogs with a promise: `if (await dialogs.danger({ message })) …`. One host in the frame draws them;
 * several stack. Enter confirms, Escape and 'Cancel' answer false.
 */
import type { ReactNode } from 'react'
import type { MessageKey } from '../../i18n/index.ts'
import { openerOf } from '../focus.ts'

export type DialogKind = 'warning' | 'danger' | 'confirm' | 'modal' | 'base'

interface DialogOptions {
  title?: string
  message?: ReactNode
  /** Beneath the message in a lighter style: its subject. */
  note?: ReactNode
  /** Text of the confirming button. */
  confirm?: string
  cancel?: string
  /** Cannot be dismissed other than by its buttons. */
  persistent?: boolean
}
/** Content that closes itself: `close(value)` settles the promise. */
type DialogContent<T> = (close: (value?: T) => void) => ReactNode
interface ModalOptions {
  title: string
  /** Largest width in pixels; 700 unless stated. */
  width?: number
  persistent?: boolean
}

export interface OpenDialog extends DialogOptions {
  readonly id: number
  readonly kind: DialogKind
  readonly width?: number
  readonly content?: DialogContent<unknown>
  readonly settle: (value: unknown) => void
  /** What had the focus before, and gets it back. */
  readonly opener: HTMLElement | undefined
}

/** The words each kind uses when none are given. */
export const DEFAULTS: Record<DialogKind, { title: MessageKey; message: MessageKey }> = {
  base: { title: 'dialog.title', message: 'dialog.base' },
  warning: { title: 'dialog.title', message: 'dialog.warning' },
  danger: { title: 'dialog.title', message: 'dialog.danger' },
  confirm: { title: 'dialog.confirmTitle', message: 'dialog.confirm' },
  modal: { title: 'dialog.title', message: 'dialog.base' },
}

let open: readonly OpenDialog[] = []
let nextId = 1
const listeners = new Set<() => void>()

const publish = (dialogs: readonly OpenDialog[]) => {
  open = dialogs
  for (const listener of listeners) listener()
}

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const openDialogs = (): readonly OpenDialog[] => open

const push = <T>(dialog: Omit<OpenDialog, 'id' | 'settle' | 'opener'>): Promise<T> =>
  new Promise((resolve) => {
    const id = nextId++
    const settle = (value: unknown) => {
      publish(open.filter((other) => other.id !== id))
      resolve(value as T)
    }
    publish([...open, { ...dialog, id, settle, opener: openerOf(document.activeElement) }])
  })

const ask =
  (kind: DialogKind) =>
  (options: DialogOptions = {}): Promise<boolean> =>
    push<boolean>({ kind, ...options })

export const dialogs = {
  base: ask('base'),
  confirm: ask('confirm'),
  warning: ask('warning'),
  /** For what cannot be undone. */
  danger: ask('danger'),
  /** A dialog with its own content; returns the value it closes with, `undefined` when dismissed. */
  modal: <T>(options: ModalOptions, content: DialogContent<T>): Promise<T | undefined> =>
    push<T | undefined>({ kind: 'modal', ...options, content: content as DialogContent<unknown> }),
}
