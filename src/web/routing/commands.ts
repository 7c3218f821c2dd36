/**
 * What can be done on the current screen, and the keys that do it. Screens register commands while they
 * are mounted; the keyboard listener, the command palette and the `?` help all read this one list, so
 * that they cannot disagree.
 */

import type { ComponentType } from 'react'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Command {
  readonly id: string
  /** Said in the palette and in the key help. */
  readonly title: string
  /** `n`, `/`, `?`, `mod+s`, `mod+enter`, `escape`, `enter`, `arrowdown`. `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[]
  /** Heading in the key help. */
  readonly group?: string
  /** Other words that people look for it by in the palette. */
  readonly keywords?: string
  readonly icon?: ComponentType<{ size?: number }>
  readonly run: () => void
  readonly disabled?: boolean
  /** Also while the user types in a field (for `mod+` combinations this is the rule). */
  readonly whileTyping?: boolean
  /** Key only: not offered in the palette. */
  readonly hidden?: boolean
  /** Its keys are heard by what is focused, not here: it is listed so that people learn of them. */
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

/** Registers commands for as long as the calling component is mounted. Later registrations win a key. */
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
  // Titles and handlers follow the render without notifying anyone: they are read when used.
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
export const keyName = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string => {
  const key = event.key.toLowerCase()
  const shift = event.shiftKey && key.length > 1 ? 'shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${key}`
}

/** Is a dialog, menu or list open? Pickers may keep their list in the page while it is closed. */
const inOverlay = (): boolean =>
  [...document.querySelectorAll('[role="dialog"],[role="menu"],[role="listbox"]')].some((one) => one.checkVisibility())

/** The Escape that closes a dialog: by the time the press gets here, the dialog may be gone. */
let closing: Event | undefined

/** Looks at a key press before anybody acts on it; on the way down, and listening before any dialog does. */
export const noteKey = (event: KeyboardEvent): void => {
  closing = event.key === 'Escape' && inOverlay() ? event : undefined
}

/** Finds and runs the command of a key press. A dialog that is open keeps all keys but its own. */
export const dispatchKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return
  const name = keyName(event)
  const typing = isTyping(event.target)
  const command = currentCommands().findLast(
    ({ keys, disabled, elsewhere, whileTyping }) =>
      !disabled && !elsewhere && keys?.includes(name) && (!typing || whileTyping || name.startsWith('mod+')),
  )
  if (!command || (!command.whileTyping && (event === closing || inOverlay()))) return
  // A focused button or link keeps Enter for itself.
  if (name === 'enter' && event.target instanceof HTMLElement && event.target.closest('button,a,[role="button"]')) return
  event.preventDefault()
  command.run()
}
