import { useEffect } from 'react'
import type { Row } from '../../../engine/module.ts'
import { ownerKey } from '../../api/session.ts'
import type { RecordStore } from './store.ts'

const PAUSE_MS = 800

/** Unsaved values of a form, kept in this browser until they are saved or discarded. */
export interface Draft {
  readonly at: string
  readonly version: number | null
  readonly values: Row
}

export const draftKey = (module: string, id: number | 'new'): string => `draft:${ownerKey()}:${module}:${id}`

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    return draft && typeof draft === 'object' && 'values' in draft ? draft : null
  } catch {
    return null
  }
}

export const dropDraft = (key: string): void => localStorage.removeItem(key)

/** Keeps a draft of the store, a moment after the last change. */
export function useDraft(store: RecordStore, key: string, version: number | null): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      if (!store.dirty) return
      try {
        localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), version, values: store.copy() } satisfies Draft))
      } catch {
        // Storage is full or refused: the form goes on without a draft.
      }
    }
    const stop = store.subscribe('any', () => {
      clearTimeout(timer)
      timer = setTimeout(write, PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, key, version])
}
