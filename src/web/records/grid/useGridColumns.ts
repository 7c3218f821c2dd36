import { useTable } from '@tanstack/react-table'
import { useMemo, useRef } from 'react'
import type { Field, Lines, Row } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'
import type { RecordStore } from '../form/store.ts'
import { useDerived } from '../form/useStore.ts'
import { AROUND, columnsOf, features, figureWidths, gridFields, leastWidth, readFields, shownFields, subjectOf, tracks } from './columns.ts'

const NO_SELECTION = () => null

/** The width of the window, as it was when the record was opened. */
const roomOf = (): number => (typeof window === 'undefined' ? 0 : window.innerWidth) - AROUND

/** The widths that the figures need now, as text: the grid is drawn again only when one needs another. */
function useFigureWidths(store: RecordStore, lines: string, fields: readonly Field[], editable: boolean): ReturnType<typeof figureWidths> {
  const measured = useRef<{ rows: readonly Row[]; fields: readonly Field[]; text: string }>(null)
  const text = useDerived(store, () => {
    const rows = store.rows(lines)
    if (measured.current?.rows !== rows || measured.current.fields !== fields)
      measured.current = { rows, fields, text: JSON.stringify(figureWidths(fields, rows, editable, roomOf())) }
    return measured.current.text
  })
  return useMemo(() => JSON.parse(text) as ReturnType<typeof figureWidths>, [text])
}

/** The names of the fields that a row shows, as text: the grid is drawn again only when they are others. */
function useShownFields(store: RecordStore, lines: string, fields: readonly Field[]): string {
  return useDerived(store, () => {
    const states = new Map<string, Readonly<Record<string, FieldState>>>()
    const statesOf = (key: string) => states.get(key) ?? states.set(key, store.cellStates(lines, key)).get(key)!
    return shownFields(fields, store.keys(lines), (key, name) => statesOf(key)[name]?.visible !== false)
      .map(({ name }) => name)
      .join()
  })
}

/** The columns of a child table: their fields, which one stays in sight, and how wide a row is. */
export function useGridColumns(store: RecordStore, lines: Lines, keys: readonly string[], editable: boolean) {
  const isNew = store.value('id') === undefined || store.value('id') === null
  // Looked at again when lines come and go, not with each key press.
  const rows = store.rows(lines.name)
  const all = gridFields(lines, isNew, rows)
  const possible = editable || !rows.length ? all : readFields(all, rows)
  const shown = useShownFields(store, lines.name, possible)
  const fields = useMemo(() => shown.split(',').flatMap((name) => lines.field[name] ?? []), [lines, shown])
  const figures = useFigureWidths(store, lines.name, fields, editable)
  const columns = useMemo(() => columnsOf(fields, figures), [fields, figures])
  const data = useMemo(() => keys.map((key) => ({ key })), [keys])
  const table = useTable({ features, columns, data, getRowId: (row) => row.key }, NO_SELECTION)
  const size = (name: string) => table.getColumn(name)?.getSize() ?? 150
  return {
    fields,
    /** Name of the column that stays in sight. */
    frozen: subjectOf(fields)?.name,
    dense: figures.dense,
    width: leastWidth(fields, size, editable),
    template: tracks(fields, size, editable, figures.wishes),
  }
}
