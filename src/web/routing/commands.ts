/**
 * Commands of the current screen, and their keys. Screens register commands while they are mounted; the keyboard
 * listener, the command palette and the `?` help all read this one list, so that they cannot disagree.
 */

import type { ComponentType } from 'react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Command {
  readonly id: string
  /** Title in the palette and in the key help. */
  readonly title: string
  /** `n`, `/`, `?`, `mod+s`, `mod+enter`, `escape`, `enter`, `arrowdown`. `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[]
  /** Heading in the key help. */
  readonly group?: string
  /** Synonyms for the search in the palette. */
  readonly keywords?: string
  readonly icon?: ComponentType<{ size?: number }>
  readonly run: () => void
  readonly disabled?: boolean
  /** Also while the user types in a field (the default for `mod+` combinations). */
  readonly whileTyping?: boolean
  /** Key only: not offered in the palette. */
  readonly hidden?: boolean
  /** The focused element handles its keys, not this listener: it is only listed in the help. */
  readonly elsewhere?: boolean
}

type Registration = { current: readonly Command[] }
const registrations = new Set<Registration>()
const listeners = new Set<() => void>()
let snapshot: readonly Command[] = []

const publish = () => {
  snapshot = [...registrations].flatMap(({ current }) => current)
  for (const listener of listeners) listener()
}

/** Registers commands for as long as the calling component is mounted. The latest registration of a key wins. */
export const useCommands = (commands: readonly Command[]): void => {
  const registration = useRef<Registration>({ current: commands }).current
  useEffect(() => {
    registrations.add(registration)
    publish()
    return () => {
      registrations.delete(registration)
      publish()
    }
  }, [registration])
  // Titles and handlers follow the render without notifying listeners: they are read when used.
  useEffect(() => {
    registration.current = commands
  })
}

/** All commands now, for lists that are being drawn. */
export const useCommandList = (): readonly Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )

/** All commands at this moment, read afresh. */
export const currentCommands = (): readonly Command[] => [...registrations].flatMap(({ current }) => current)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/** The name of a pressed key as commands spell it. */
const keyName = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string => {
  const key = event.key.toLowerCase()
  const shift = event.shiftKey && key.length > 1 ? 'shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${key}`
}

/** Whether a dialog, menu or list is open. Pickers may keep their list in the page while it is closed. */
const inOverlay = (): boolean =>
  [...document.querySelectorAll('[role="dialog"],[role="menu"],[role="listbox"]')].some((element) => element.checkVisibility())

/** The Escape that closes a dialog: when the event arrives here, the dialog may be gone. */
let closing: Event | undefined

/** Records a key press before any handler runs: in the capture phase, registered before any dialog. */
export const noteKey = (event: KeyboardEvent): void => {
  closing = event.key === 'Escape' && inOverlay() ? event : undefined
}

/** Finds and runs the command of a key press. An open dialog keeps all keys except its own commands. */
export const dispatchKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return
  const name = keyName(event)
  const typing = isTyping(event.target)
  const command = currentCommands().findLast(
    ({ keys, disabled, elsewhere, whileTyping }) =>
      !disabled && !elsewhere && keys?.includes(name) && (!typing || whileTyping || name.startsWith('mod+')),
  )
  if (!command || (!command.whileTyping && (event === closing || inOverlay()))) return
  // A focused button or link handles Enter itself.
  if (name === 'enter' && event.target instanceof HTMLElement && event.target.closest('button,a,[role="button"]')) return
  event.preventDefault()
  command.run()
}
