import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Field, Lines } from '../../../engine/module.ts'
import { type CellChange, cellPath, isUntouched, type RecordStore } from '../form/store.ts'

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
 * Delete empties, Ctrl+Enter adds a line, Ctrl+D copies the line, Ctrl+Delete removes it, Alt+arrows move it.
 */
export function useGridKeys({
  store,
  lines,
  fields,
  readOnly,
  focusGrid,
  leave,
  reveal,
}: {
  store: RecordStore
  lines: Lines
  fields: readonly Field[]
  readOnly: boolean
  focusGrid: () => void
  leave: () => void
  reveal: (index: number) => void
}) {
  const [active, select] = useState<Active | null>(null)
  // Known at once: what selects a cell focuses the grid next, and focus selects the first cell when there is none.
  const selected = useRef<Active | null>(null)
  const setActive = useCallback((at: Active | null) => {
    selected.current = at
    select(at)
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
    [fields, editable, store, name],
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
    (row: number, column: number) => {
      const keys = store.keys(name)
      const index = Math.max(0, Math.min(keys.length - 1, row))
      const key = keys[index]
      if (!key) return
      setActive({ key, column: Math.max(0, Math.min(fields.length - 1, column)) })
      reveal(index)
    },
    [store, name, fields.length, reveal],
  )

  const addAfter = useCallback(
    (index: number, column = 0) => {
      if (readOnly || store.keys(name).length >= lines.maxItems) return
      const [key] = store.insert(name, index + 1, [{}])
      if (key) setActive({ key, column })
      reveal(index + 1)
    },
    [readOnly, store, name, lines.maxItems, reveal],
  )

  const removeLine = useCallback(
    (key: string) => {
      const index = store.indexOf(name, key)
      store.remove(name, new Set([key]))
      const next = store.keys(name)[Math.min(index, store.keys(name).length - 1)]
      setActive(next ? { key: next, column: selected.current?.column ?? 0 } : null)
    },
    [store, name, setActive],
  )

  const blank = useCallback((key: string) => isUntouched(store.row(name, key), lines.fields, () => ({})), [store, name, lines.fields])

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const keys = store.keys(name)
      if (event.defaultPrevented || !active || keys.length === 0) {
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
      const move = (nextRow: number, nextColumn: number) => {
        done()
        stop()
        go(nextRow, nextColumn)
      }
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
          if (!event.altKey) return move(ctrl ? (by < 0 ? 0 : keys.length - 1) : row + by, column)
          done()
          if (!readOnly) store.move(name, active.key, row + by)
          return reveal(Math.max(0, Math.min(keys.length - 1, row + by)))
        }
        case 'ArrowLeft':
          return move(row, ctrl ? 0 : column - 1)
        case 'ArrowRight':
          return move(row, ctrl ? fields.length - 1 : column + 1)
        case 'Home':
          return move(ctrl ? 0 : row, 0)
        case 'End':
          return move(ctrl ? keys.length - 1 : row, fields.length - 1)
        case 'PageDown':
          return move(row + 10, column)
        case 'PageUp':
          return move(row - 10, column)
        case 'F2':
          done()
          return edit(active)
        case 'Escape':
          done()
          return leave()
        case 'Delete':
        case 'Backspace': {
          done()
          if (ctrl) {
            if (!readOnly) removeLine(active.key)
            return
          }
          const field = fields[column]
          if (editable(active.key, field)) store.setCells(name, [{ key: active.key, field: field.name, value: null, ref: null }])
          return
        }
      }
      if (ctrl && event.key.toLowerCase() === 'd' && !readOnly) {
        done()
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
    [store, name, active, editing, fields, readOnly, addAfter, stop, go, edit, editable, blank, removeLine, leave, reveal],
  )

  /** Focus that came by itself selects the first cell. */
  const onFocus = useCallback(() => {
    if (!selected.current) go(0, 0)
  }, [go])

  return { active, setActive, onFocus, editing, edit, stop, go, addAfter, removeLine, onKeyDown }
}
