import { useMemo } from 'react'
import type { GridSubject } from './subject.ts'
import type { GridSelection } from './useGridSelection.ts'

/** What is done to whole lines; each is one step of the history. */
export interface GridLines {
  /** Adds a line below the one at `index` and makes its cell the active one; nothing where no more lines may be. */
  readonly addAfter: (index: number, column?: number) => void
  readonly remove: (key: string) => void
  /** Copies a line below itself and answers the copy's key. */
  readonly duplicate: (key: string) => string | undefined
  /** Moves a line by so many places. */
  readonly move: (key: string, by: number) => void
  readonly moveTo: (key: string, index: number) => void
  /** One step back or forth in what was done. */
  readonly step: (by: 'undo' | 'redo') => void
}

/** Adds, removes, copies and moves lines, and takes back what was done to them. */
export function useGridLines(
  { store, lines: { name, maxItems }, history, readOnly, fixed }: GridSubject,
  { setActive, current }: GridSelection,
  reveal: (index: number) => void,
): GridLines {
  return useMemo(() => {
    const moveTo = (key: string, index: number) => {
      if (fixed) return
      history.mark()
      store.move(name, key, index)
    }
    return {
      addAfter: (index, column = 0) => {
        if (readOnly || fixed || store.keys(name).length >= maxItems) return
        history.mark()
        const [key] = store.insert(name, index + 1, [{}])
        if (key) setActive({ key, column })
        reveal(index + 1)
      },
      remove: (key) => {
        if (fixed) return
        const index = store.indexOf(name, key)
        history.mark()
        store.remove(name, new Set([key]))
        const next = store.keys(name)[Math.min(index, store.keys(name).length - 1)]
        setActive(next ? { key: next, column: current()?.column ?? 0 } : null)
      },
      duplicate: (key) => {
        if (fixed) return undefined
        history.mark()
        return store.duplicate(name, key)
      },
      moveTo,
      move: (key, by) => moveTo(key, store.indexOf(name, key) + by),
      step: (by) => {
        history[by]()
        const active = current()
        if (active && store.indexOf(name, active.key) < 0) {
          const last = store.keys(name).at(-1)
          setActive(last ? { key: last, column: active.column } : null)
        }
      },
    }
  }, [store, name, maxItems, history, readOnly, fixed, setActive, current, reveal])
}
