import { useCallback, useMemo, useRef, useState } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import type { RecordStore } from '../form/store.ts'
import { type Block, blockOf } from './range.ts'

/** The active cell: by row key, so that it stays on its line when lines move. */
export interface Active {
  readonly key: string
  readonly column: number
}

export interface GridSelection {
  readonly active: Active | null
  /** Where the selection of several cells was begun; the active cell is its other corner. */
  readonly anchor: Active | null
  /** The cells that an action is on: those selected together, or the active one. */
  readonly block: Block | undefined
  /** The active cell as it was set last, before anything is drawn. */
  readonly current: () => Active | null
  readonly setActive: (cell: Active | null) => void
  readonly extendTo: (active: Active) => void
  /** Makes a cell the active one, by its place, and brings it into view. */
  readonly go: (row: number, column: number, extend?: boolean) => void
  /** Focus that came by itself selects the first cell. */
  readonly onFocus: () => void
}

/** Which cells of a grid are selected. */
export function useGridSelection({
  store,
  name,
  fields,
  reveal,
}: {
  store: RecordStore
  name: string
  fields: readonly Field[]
  reveal: (index: number) => void
}): GridSelection {
  const [active, select] = useState<Active | null>(null)
  // Known at once: what selects a cell focuses the grid next, and focus selects the first cell when there is none.
  const selected = useRef<Active | null>(null)
  const [anchor, setAnchor] = useState<Active | null>(null)
  const current = useCallback(() => selected.current, [])
  const setActive = useCallback((cell: Active | null) => {
    selected.current = cell
    select(cell)
    setAnchor(null)
  }, [])
  const extendTo = useCallback((cell: Active) => {
    const from = selected.current
    selected.current = cell
    select(cell)
    setAnchor((begun) => begun ?? from)
  }, [])
  const go = useCallback(
    (row: number, column: number, extend = false) => {
      const keys = store.keys(name)
      const index = Math.max(0, Math.min(keys.length - 1, row))
      const key = keys[index]
      if (!key) return
      const cell = { key, column: Math.max(0, Math.min(fields.length - 1, column)) }
      if (extend) extendTo(cell)
      else setActive(cell)
      reveal(index)
    },
    [store, name, fields.length, reveal, setActive, extendTo],
  )
  const order = store.keys(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that moves takes its cells to other places
  const block = useMemo(() => (active ? blockOf(store, name, anchor ?? active, active) : undefined), [store, name, anchor, active, order])
  const onFocus = useCallback(() => {
    if (!selected.current) go(0, 0)
  }, [go])
  return { active, anchor, block, current, setActive, extendTo, go, onFocus }
}
