/** What the keys of the line grid do. A command answers false when it has nothing to do: the next one of the key is tried. */

import { isUntouched } from '../form/rows.ts'
import { clearBlock, fillDown } from './range.ts'
import type { GridSubject } from './subject.ts'
import type { CellEditing } from './useCellEditing.ts'
import type { GridLines } from './useGridLines.ts'
import type { GridSelection } from './useGridSelection.ts'

const PAGE_ROWS = 10

export interface GridParts extends GridSubject {
  readonly selection: GridSelection
  readonly editing: CellEditing
  readonly rows: GridLines
  /** Brings a row into view. */
  readonly reveal: (index: number) => void
  /** Puts the focus behind the grid. */
  readonly leave: () => void
}

interface GridPress {
  /** Shift is held: moving selects on the way. */
  readonly extend: boolean
  /** The grid, as it is drawn. */
  readonly grid: HTMLElement
}
type Run = (press: GridPress) => unknown

/** The commands for the state that the grid is in. */
export const gridCommands = (parts: GridParts) => {
  const { store, lines, fields, history, readOnly, selection, editing, rows, reveal, leave } = parts
  const { active, anchor, block, go } = selection
  const { name } = lines
  const count = store.keys(name).length
  const last = count - 1
  const lastColumn = fields.length - 1
  const row = active ? store.indexOf(name, active.key) : -1
  const column = active?.column ?? 0
  const isBlank = () => active !== null && isUntouched(store.row(name, active.key), lines.fields, () => ({}))
  const moveTo = (toRow: number, toColumn: number, extend = false): void => {
    editing.stop()
    go(toRow, toColumn, extend)
  }
  const towards =
    (toRow: number, toColumn: number): Run =>
    ({ extend }) =>
      moveTo(toRow, toColumn, extend)
  const addAfter = (index: number, column?: number): void => {
    editing.stop()
    rows.addAfter(index, column)
  }
  const moveLine = (by: number): void => {
    if (!readOnly && active) rows.move(active.key, by)
    reveal(Math.max(0, Math.min(last, row + by)))
  }
  /** Tab: the next cell, then the next line. At either end it leaves the grid. */
  const step = (by: 1 | -1): unknown => {
    const nextColumn = column + by
    if (nextColumn >= 0 && nextColumn <= lastColumn) return moveTo(row, nextColumn)
    const nextRow = row + by
    if (nextRow >= 0 && nextRow <= last) return moveTo(nextRow, by > 0 ? 0 : lastColumn)
    // Unless the last line has something in it: then a new one follows.
    if (by > 0 && !readOnly && !isBlank()) return addAfter(row)
    editing.stop()
    return false
  }
  return {
    nothing: () => undefined,
    addFirst: () => rows.addAfter(-1),
    addBelow: () => addAfter(row),
    addAfterLast: () => (row === last && !isBlank() ? addAfter(row, column) : false),
    next: () => step(1),
    previous: () => step(-1),
    rowAbove: () => moveTo(row - 1, column),
    rowBelow: () => moveTo(row + 1, column),
    up: towards(row - 1, column),
    down: towards(row + 1, column),
    left: towards(row, column - 1),
    right: towards(row, column + 1),
    firstRow: towards(0, column),
    lastRow: towards(last, column),
    rowStart: towards(row, 0),
    rowEnd: towards(row, lastColumn),
    gridStart: towards(0, 0),
    gridEnd: towards(last, lastColumn),
    pageDown: towards(row + PAGE_ROWS, column),
    pageUp: towards(row - PAGE_ROWS, column),
    selectAll: () => {
      go(0, 0)
      go(last, lastColumn, true)
    },
    selectOne: () => (anchor ? selection.setActive(active) : false),
    leave: () => leave(),
    followLink: ({ grid }) => {
      const link = readOnly && grid.querySelector<HTMLElement>('[data-active] a')
      if (!link) return false
      link.click()
    },
    edit: () => (active && editing.canEdit(active) ? editing.edit(active) : false),
    toggle: () => (active && fields[column]?.type === 'boolean' ? editing.edit(active) : false),
    takeBack: () => editing.stop(true),
    clear: () => {
      if (readOnly || !block) return
      history.mark()
      clearBlock(store, name, fields, block)
    },
    fillDown: () => {
      history.mark()
      if (block) fillDown(store, name, fields, block)
    },
    duplicate: () => {
      const copy = active && rows.duplicate(active.key)
      if (copy) selection.setActive({ key: copy, column })
    },
    removeLine: () => {
      if (!readOnly && active) rows.remove(active.key)
    },
    moveLineUp: () => moveLine(-1),
    moveLineDown: () => moveLine(1),
    undo: () => rows.step('undo'),
    redo: () => rows.step('redo'),
  } satisfies Record<string, Run>
}

export type GridCommand = keyof ReturnType<typeof gridCommands>
