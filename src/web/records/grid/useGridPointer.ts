import { type DragEvent, type MouseEvent, useRef } from 'react'
import type { GridParts } from './commands.ts'
import { useFillHandle } from './useFillHandle.ts'
import type { Active } from './useGridSelection.ts'

/** The cell under the pointer. */
const cellOf = (target: EventTarget): Active | null => {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-column]')
  const key = cell?.closest<HTMLElement>('[data-key]')?.dataset.key
  return cell && key ? { key, column: Number(cell.dataset.column) } : null
}
const isSame = (active: Active | null, other: Active): boolean => active?.key === other.key && active.column === other.column

/** The mouse in a grid: a press selects, a second one edits, dragging selects several cells, fills down or moves a line. */
export function useGridPointer({ store, lines, fields, history, selection, editing, rows }: GridParts, focusGrid: () => void) {
  const { active, block, setActive, extendTo } = selection
  const selecting = useRef(false)
  const dragged = useRef<string>(null)
  const fill = useFillHandle({ store, lines: lines.name, fields, history, block, setActive, extendTo })
  return {
    onMouseDown: (event: MouseEvent) => {
      if (fill.begin(event)) return focusGrid()
      const cell = cellOf(event.target)
      // A second click on the active cell edits it, as a double click would.
      const again = cell !== null && isSame(active, cell)
      if (!cell || (editing.now && again)) return
      event.preventDefault()
      editing.stop()
      selecting.current = event.button === 0
      if (event.shiftKey && active) {
        extendTo(cell)
        return focusGrid()
      }
      setActive(cell)
      focusGrid()
      if (again || fields[cell.column]?.type === 'boolean') editing.edit(cell)
    },
    /** The pointer drags a selection over the cells. */
    onMouseMove: (event: MouseEvent) => {
      if (fill.drag(cellOf(event.target)?.key)) return
      if (!selecting.current || event.buttons !== 1) {
        selecting.current = false
        return
      }
      const cell = editing.now ? null : cellOf(event.target)
      if (cell && active && !isSame(active, cell)) extendTo(cell)
    },
    onDragStart: (event: DragEvent) => {
      dragged.current = (event.target as HTMLElement).closest<HTMLElement>('[data-grip]')?.dataset.grip ?? null
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const over = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
      if (!dragged.current || over === undefined) return
      event.preventDefault()
      rows.moveTo(dragged.current, Number(over))
      dragged.current = null
    },
  }
}
