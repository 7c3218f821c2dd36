import { useCallback, useEffect, useRef } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { ownerKey, SESSION_ENDED, type SessionEnded } from '../../api/session.ts'
import { now } from '../../state/zone.ts'
import type { RecordStore } from './store.ts'

const PAUSE_MS = 800

/** Unsaved values of a form, stored in this browser until they are saved or discarded. */
interface Draft {
  readonly at: string
  readonly version: number | null
  readonly values: Row
  /** The record that the values were entered on; none for a new one. */
  readonly base?: Row
}

/**
 * A draft that was entered on an older version of a record, on the record as it is now: what can still be changed comes
 * from the draft, its state and its computed values do not.
 */
export function onCurrent(
  module: Pick<Module, 'fields' | 'lines'>,
  { values }: Draft,
  current: Row,
  editable: '*' | readonly string[],
): Row {
  const fields = module.fields.filter(({ writable }) => writable)
  const tables = module.lines.filter(({ readonly }) => readonly !== true).map(({ name }) => ({ name, refAs: undefined }))
  const names = [...fields, ...tables].filter(({ name }) => editable === '*' || editable.includes(name))
  const taken = names.flatMap(({ name, refAs }) => (refAs ? [name, refAs] : [name])).filter((name) => name in values)
  return { ...current, ...Object.fromEntries(taken.map((name) => [name, values[name]])) }
}

/** The key of a form's draft. A new record made from others has a draft of its own, so that neither ever replaces the other. */
export const draftKey = (module: string, id: number | 'new', origin = ''): string =>
  `draft:${ownerKey()}:${module}:${id}${origin && `:${origin}`}`

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    return draft && typeof draft === 'object' && 'values' in draft ? draft : null
  } catch {
    return null
  }
}

const dropDraft = (key: string): void => localStorage.removeItem(key)

/** Stores a draft a moment after the last change and when the form is left. Returns the function that discards it for good. */
export function useDraft(store: RecordStore, key: string, { version, base }: Pick<Draft, 'version' | 'base'>): () => void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const write = () => {
      waiting.current = undefined
      if (!store.dirty) return
      try {
        localStorage.setItem(
          key,
          JSON.stringify({ at: now().toISOString(), version, values: store.copy(), ...(base && { base }) } satisfies Draft),
        )
      } catch {
        // Storage is full or refused: the form works without a draft.
      }
    }
    const stop = store.subscribe('any', () => {
      clearTimeout(waiting.current)
      waiting.current = setTimeout(write, PAUSE_MS)
    })
    // A reloaded page ends without unmounting its components.
    const flush = () => {
      if (waiting.current === undefined) return
      clearTimeout(waiting.current)
      write()
    }
    const keep = (event: Event) => {
      flush()
      if (store.dirty && readDraft(key)) (event as SessionEnded).stored = true
    }
    window.addEventListener('pagehide', flush)
    window.addEventListener(SESSION_ENDED, keep)
    return () => {
      stop()
      window.removeEventListener('pagehide', flush)
      window.removeEventListener(SESSION_ENDED, keep)
      flush()
    }
  }, [store, key, version, base])
  return useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    dropDraft(key)
  }, [key])
}
