import { type MouseEvent, useRef } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import type { RecordStore } from '../form/store.ts'
import type { GridHistory } from './history.ts'
import { type Block, type Corner, fillRows } from './range.ts'

/**
 * The handle at the corner of the selection: dragged down it repeats the selected rows over those below, as in a
 * spreadsheet. The keyboard has Ctrl+D for it.
 */
export function useFillHandle({
  store,
  lines,
  fields,
  history,
  block,
  setActive,
  extendTo,
}: {
  store: RecordStore
  lines: string
  fields: readonly Field[]
  history: GridHistory
  block: Block | undefined
  setActive: (corner: Corner) => void
  extendTo: (corner: Corner) => void
}) {
  const dragging = useRef<{ block: Block; bottom: number } | null>(null)

  /** A press of the button: true when it took hold of the handle. */
  const begin = (event: MouseEvent): boolean => {
    if (!block || event.button !== 0 || !(event.target as HTMLElement).closest('[data-fill]')) return false
    event.preventDefault()
    dragging.current = { block, bottom: block.bottom }
    const end = () => {
      const held = dragging.current
      dragging.current = null
      if (!held || held.bottom === held.block.bottom) return
      history.mark()
      fillRows(store, lines, { fields, block: held.block, bottom: held.bottom })
    }
    // The button may be let go outside of the grid.
    window.addEventListener('mouseup', end, { once: true })
    return true
  }

  /** The pointer is over a row while the button is held: the selection grows to it. True while the handle is held. */
  const drag = (key: string | undefined): boolean => {
    const held = dragging.current
    if (!held) return false
    const row = key === undefined ? -1 : store.indexOf(lines, key)
    if (row < 0) return true
    const bottom = Math.max(row, held.block.bottom)
    if (bottom !== held.bottom) {
      const keys = store.keys(lines)
      held.bottom = bottom
      setActive({ key: keys[held.block.top]!, column: held.block.left })
      extendTo({ key: keys[bottom]!, column: held.block.right })
    }
    return true
  }

  return { begin, drag }
}
