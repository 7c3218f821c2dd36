import { useCallback, useState } from 'react'
import { cellPath } from '../form/errors.ts'
import type { CellChange } from '../form/store.ts'
import { isEditable } from './editable.ts'
import type { GridSubject } from './subject.ts'
import type { Active, GridSelection } from './useGridSelection.ts'

interface Editing {
  readonly typed: string | undefined
  readonly before: CellChange
}

export interface CellEditing {
  /** The edit that is under way, in the active cell. */
  readonly now: Editing | null
  readonly canEdit: (active: Active) => boolean
  /** Opens a cell, with a character that was typed in it; a box is ticked at once. Nothing for a cell that cannot be written. */
  readonly edit: (active: Active, typed?: string) => void
  /** Ends the edit; `undo` gives the cell the value back that it had. */
  readonly stop: (undo?: boolean) => void
}

/** The cell that is written in. */
export function useCellEditing(
  { store, lines, fields, history, readOnly }: GridSubject,
  { setActive }: GridSelection,
  focusGrid: () => void,
): CellEditing {
  const [now, setNow] = useState<Editing | null>(null)
  const { name } = lines
  const canEdit = useCallback(
    ({ key, column }: Active) => {
      const field = fields[column]
      return !readOnly && field !== undefined && isEditable(field, store.cellStates(name, key)[field.name])
    },
    [fields, readOnly, store, name],
  )
  const edit = useCallback(
    (active: Active, typed?: string) => {
      const field = fields[active.column]
      if (!field || !canEdit(active)) return
      const row = store.row(name, active.key)
      history.mark()
      if (field.type === 'boolean') {
        store.setCells(name, [{ key: active.key, field: field.name, value: row[field.name] !== true }])
        return
      }
      setActive(active)
      const ref = (field.refAs ? row[field.refAs] : undefined) as never
      setNow({ typed, before: { key: active.key, field: field.name, value: row[field.name], ref } })
    },
    [fields, canEdit, store, name, history, setActive],
  )
  const stop = useCallback(
    (undo = false) => {
      if (!now) return
      // Written back only when something was written: a reference that was merely typed at is as it was.
      const { key, field, value } = now.before
      if (undo && store.row(name, key)[field] !== value) store.setCells(name, [now.before])
      else if (undo) store.entries.settle(cellPath(name, key, field))
      setNow(null)
      focusGrid()
    },
    [now, store, name, focusGrid],
  )
  return { now, canEdit, edit, stop }
}
