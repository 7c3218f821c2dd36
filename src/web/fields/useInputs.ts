import { useCallback, useRef, useState } from 'react'
import type { Row } from '../../engine/model/module.ts'
import { isFocusLost } from '../ui/focus.ts'
import { ReferenceEntries, type ReferenceEntry } from './entry.ts'
import { settled } from './lookups.ts'

/**
 * Leaves inputs that write on blur (dates, references, JSON) first. Returns the function that gives the focus back to the input,
 * or to its grid where the input is gone, unless something else has it meanwhile.
 */
export function leaveInput(): () => void {
  const input = document.activeElement
  if (!(input instanceof HTMLElement) || !input.matches('input, textarea, [contenteditable]')) return () => undefined
  const grid = input.closest<HTMLElement>('[role="grid"]')
  input.blur()
  return () => {
    if (!isFocusLost()) return
    const target = input.isConnected ? input : grid
    target?.focus({ preventScroll: true })
  }
}

export interface Inputs {
  readonly values: Row
  set(name: string, value: unknown): void
  /** The typed text of a reference until it is a record. */
  entryOf(name: string): ReferenceEntry
  /**
   * The state of the inputs once every text is looked up: the values, and messages of texts without a matching record. A
   * dialog that is sent while there are any would send the former value, or nothing.
   */
  ready(): Promise<{ values: Row; unresolved: Record<string, string[]> }>
}

/** The values of a dialog without a record behind it. */
export function useInputs(initial: () => Row): Inputs {
  const [values, setValues] = useState(initial)
  // A lookup writes after the render that started it: the values to send are read from here.
  const latest = useRef(values)
  const [entries] = useState(() => new ReferenceEntries(() => undefined))
  const set = useCallback((name: string, value: unknown) => {
    latest.current = { ...latest.current, [name]: value }
    setValues(latest.current)
  }, [])
  const entryOf = useCallback((name: string) => entries.at(name), [entries])
  const ready = useCallback(async () => {
    leaveInput()
    await settled()
    return { values: latest.current, unresolved: entries.unresolved() }
  }, [entries])
  return { values, set, entryOf, ready }
}
