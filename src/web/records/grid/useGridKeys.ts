import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { Field, Lines } from '../../../engine/model/module.ts'
import { cellPath } from '../form/errors.ts'
import { isUntouched } from '../form/rows.ts'
import type { CellChange, RecordStore } from '../form/store.ts'
import type { GridHistory } from './history.ts'
import { blockOf, clearBlock, fillDown } from './range.ts'

/** The active cell: by row key, so that it stays on its line when lines move. */
export interface Active {
  readonly key: string
  readonly column: number
}
interface Editing {
  readonly typed: string | undefined
  readonly before: CellChange
}

/**
 * What the keys of a spreadsheet do: arrows, Tab and Enter move, typing or F2 edits, Escape takes back,
 * Delete empties, Shift with them selects several cells, Ctrl+D fills down, Ctrl+Z takes back, Ctrl+Enter adds a line,
 * Ctrl+Shift+D copies the line, Ctrl+Delete removes it, Alt+arrows move it.
 */
export function useGridKeys({
  store,
  lines,
  fields,
  history,
  readOnly,
  focusGrid,
  leave,
  reveal,
}: {
  store: RecordStore
  lines: Lines
  fields: readonly Field[]
  history: GridHistory
  readOnly: boolean
  focusGrid: () => void
  leave: () => void
  reveal: (index: number) => void
}) {
  const [active, select] = useState<Active | null>(null)
  // Known at once: what selects a cell focuses the grid next, and focus selects the first cell when there is none.
  const selected = useRef<Active | null>(null)
  /** Where the selection of several cells was begun; the active cell is its other corner. */
  const [anchor, setAnchor] = useState<Active | null>(null)
  const setActive = useCallback((at: Active | null) => {
    selected.current = at
    select(at)
    setAnchor(null)
  }, [])
  const extendTo = useCallback((at: Active) => {
    const from = selected.current
    selected.current = at
    select(at)
    setAnchor((begun) => begun ?? from)
  }, [])
  const [editing, setEditing] = useState<Editing | null>(null)
  const { name } = lines

  const editable = useCallback(
    (key: string, field: Field | undefined): field is Field =>
      !readOnly && field !== undefined && field.writable && store.cellStates(name, key)[field.name]?.readonly !== true,
    [readOnly, store, name],
  )

  const edit = useCallback(
    (at: Active, typed?: string) => {
      const field = fields[at.column]
      if (!editable(at.key, field)) return
      const row = store.row(name, at.key)
      history.mark()
      if (field.type === 'boolean') {
        store.setCells(name, [{ key: at.key, field: field.name, value: row[field.name] !== true }])
        return
      }
      setActive(at)
      setEditing({
        typed,
        before: { key: at.key, field: field.name, value: row[field.name], ref: (field.refAs ? row[field.refAs] : undefined) as never },
      })
    },
    [fields, editable, store, name, history, setActive],
  )

  const stop = useCallback(
    (undo = false) => {
      if (!editing) return
      // Written back only when something was written: a reference that was merely typed at is as it was.
      const { key, field, value } = editing.before
      if (undo && store.row(name, key)[field] !== value) store.setCells(name, [editing.before])
      else if (undo) store.entries.settle(cellPath(name, key, field))
      setEditing(null)
      focusGrid()
    },
    [editing, store, name, focusGrid],
  )

  const go = useCallback(
    (row: number, column: number, extend = false) => {
      const keys = store.keys(name)
      const index = Math.max(0, Math.min(keys.length - 1, row))
      const key = keys[index]
      if (!key) return
      const at = { key, column: Math.max(0, Math.min(fields.length - 1, column)) }
      if (extend) extendTo(at)
      else setActive(at)
      reveal(index)
    },
    [store, name, fields.length, reveal, setActive, extendTo],
  )

  const addAfter = useCallback(
    (index: number, column = 0) => {
      if (readOnly || store.keys(name).length >= lines.maxItems) return
      history.mark()
      const [key] = store.insert(name, index + 1, [{}])
      if (key) setActive({ key, column })
      reveal(index + 1)
    },
    [readOnly, store, name, lines.maxItems, reveal, history, setActive],
  )

  const removeLine = useCallback(
    (key: string) => {
      const index = store.indexOf(name, key)
      history.mark()
      store.remove(name, new Set([key]))
      const next = store.keys(name)[Math.min(index, store.keys(name).length - 1)]
      setActive(next ? { key: next, column: selected.current?.column ?? 0 } : null)
    },
    [store, name, setActive, history],
  )

  /** The cells that an action is on: those selected together, or the active one. */
  const order = store.keys(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that moves takes its cells to other places
  const block = useMemo(() => (active ? blockOf(store, name, anchor ?? active, active) : undefined), [store, name, anchor, active, order])

  /** One step back or forth in what was done to the lines. */
  const step = useCallback(
    (by: 'undo' | 'redo') => {
      history[by]()
      const at = selected.current
      if (at && store.indexOf(name, at.key) < 0) {
        const last = store.keys(name).at(-1)
        setActive(last ? { key: last, column: at.column } : null)
      }
    },
    [history, store, name, setActive],
  )

  const blank = useCallback((key: string) => isUntouched(store.row(name, key), lines.fields, () => ({})), [store, name, lines.fields])

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const keys = store.keys(name)
      if (event.defaultPrevented || !active || keys.length === 0) {
        const undo = !readOnly && !event.defaultPrevented && undoOf(event)
        if (undo) {
          event.preventDefault()
          event.stopPropagation()
          step(undo)
        }
        if (event.key === 'Enter' && keys.length === 0) {
          event.preventDefault()
          event.stopPropagation()
          addAfter(-1)
        }
        return
      }
      const row = store.indexOf(name, active.key)
      const { column } = active
      const ctrl = event.ctrlKey || event.metaKey
      const done = () => {
        event.preventDefault()
        event.stopPropagation()
      }
      const move = (nextRow: number, nextColumn: number, extend = false) => {
        done()
        stop()
        go(nextRow, nextColumn, extend)
      }
      const { shiftKey: extend } = event
      if (event.key === 'Enter' && ctrl) {
        done()
        stop()
        return addAfter(row)
      }
      if (event.key === 'Tab') {
        const step = event.shiftKey ? -1 : 1
        const next = column + step
        if (next >= 0 && next < fields.length) return move(row, next)
        const nextRow = row + step
        if (nextRow >= 0 && nextRow < keys.length) return move(nextRow, step > 0 ? 0 : fields.length - 1)
        // At either end Tab leaves the grid, unless the last line has something in it: then a new one follows.
        if (step > 0 && !readOnly && !blank(active.key)) {
          done()
          stop()
          return addAfter(row)
        }
        return stop()
      }
      if (event.key === 'Enter') {
        const link = readOnly && event.currentTarget.querySelector<HTMLElement>('[data-active] a')
        if (link) {
          done()
          return link.click()
        }
        if (!editing && !event.shiftKey && editable(active.key, fields[column])) {
          done()
          return edit(active)
        }
        if (editing && !event.shiftKey && row === keys.length - 1 && !blank(active.key)) {
          done()
          stop()
          return addAfter(row, column)
        }
        return move(row + (event.shiftKey ? -1 : 1), column)
      }
      if (editing) {
        if (event.key === 'Escape') {
          done()
          stop(true)
        } else if (event.key === 'F2') done()
        return
      }
      switch (event.key) {
        case 'ArrowUp':
        case 'ArrowDown': {
          const by = event.key === 'ArrowUp' ? -1 : 1
          if (!event.altKey) return move(ctrl ? (by < 0 ? 0 : keys.length - 1) : row + by, column, extend)
          done()
          if (!readOnly) history.mark()
          if (!readOnly) store.move(name, active.key, row + by)
          return reveal(Math.max(0, Math.min(keys.length - 1, row + by)))
        }
        case 'ArrowLeft':
          return move(row, ctrl ? 0 : column - 1, extend)
        case 'ArrowRight':
          return move(row, ctrl ? fields.length - 1 : column + 1, extend)
        case 'Home':
          return move(ctrl ? 0 : row, 0, extend)
        case 'End':
          return move(ctrl ? keys.length - 1 : row, fields.length - 1, extend)
        case 'PageDown':
          return move(row + 10, column, extend)
        case 'PageUp':
          return move(row - 10, column, extend)
        case 'F2':
          done()
          return edit(active)
        case 'Escape':
          done()
          if (anchor) return setActive(active)
          return leave()
        case 'Delete':
        case 'Backspace': {
          done()
          if (ctrl) {
            if (!readOnly) removeLine(active.key)
            return
          }
          if (readOnly || !block) return
          history.mark()
          clearBlock(store, name, fields, block)
          return
        }
      }
      const undo = undoOf(event)
      if (undo && !readOnly) {
        done()
        return step(undo)
      }
      if (ctrl && event.key.toLowerCase() === 'a') {
        done()
        go(0, 0)
        return go(keys.length - 1, fields.length - 1, true)
      }
      if (ctrl && event.key.toLowerCase() === 'd' && !readOnly) {
        done()
        history.mark()
        if (!event.shiftKey) return void (block && fillDown(store, name, fields, block))
        const copy = store.duplicate(name, active.key)
        if (copy) setActive({ key: copy, column })
        return
      }
      if (event.key === ' ' && fields[column]?.type === 'boolean') {
        done()
        return edit(active)
      }
      if (!ctrl && !event.altKey && event.key.length === 1) {
        if (!editable(active.key, fields[column])) return
        done()
        edit(active, event.key)
      }
    },
    [
      store,
      name,
      active,
      anchor,
      block,
      editing,
      fields,
      history,
      readOnly,
      addAfter,
      stop,
      go,
      edit,
      editable,
      blank,
      removeLine,
      leave,
      reveal,
      setActive,
      step,
    ],
  )

  /** Focus that came by itself selects the first cell. */
  const onFocus = useCallback(() => {
    if (!selected.current) go(0, 0)
  }, [go])

  return { active, setActive, extendTo, block, onFocus, editing, edit, stop, go, addAfter, removeLine, onKeyDown }
}

/** Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again. */
const undoOf = (event: KeyboardEvent): 'undo' | 'redo' | undefined => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}
