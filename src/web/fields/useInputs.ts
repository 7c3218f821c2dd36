import { useCallback, useRef, useState } from 'react'
import type { Row } from '../../engine/model/module.ts'
import { ReferenceEntries, type ReferenceEntry } from './entry.ts'
import { settled } from './lookups.ts'

/** Inputs that write when they are left (dates, references, JSON) are left first. */
export function leaveInput(): void {
  if (document.activeElement instanceof HTMLElement && document.activeElement.matches('input, textarea, [contenteditable]'))
    document.activeElement.blur()
}

export interface Inputs {
  readonly values: Row
  set(name: string, value: unknown): void
  /** What is typed into a reference until it is a record. */
  entryOf(name: string): ReferenceEntry
  /**
   * What stands in the inputs once every text is looked up: the values, and messages of the texts that name no record. A
   * dialog that sends while there are any would send what was there before, or nothing.
   */
  ready(): Promise<{ values: Row; unresolved: Record<string, string[]> }>
}

/** The values of a dialog without a record behind it. */
export function useInputs(initial: () => Row): Inputs {
  const [values, setValues] = useState(initial)
  // A look-up writes after the drawing that asked for it: what is sent is read from here.
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
