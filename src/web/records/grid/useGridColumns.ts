import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Lines } from '../../../engine/model/module.ts'
import type { RecordStore } from '../form/store.ts'
import { columnsOf, features, gridFields, leastWidth, subjectOf, tracks } from './columns.ts'

const NO_SELECTION = () => null

/** The columns of a child table: their fields, which one stays in sight, and how wide a row is. */
export function useGridColumns(store: RecordStore, lines: Lines, keys: readonly string[], editable: boolean) {
  const isNew = store.value('id') === undefined || store.value('id') === null
  // Looked at again when lines come and go, not with each key press.
  const shown = gridFields(lines, isNew, store.rows(lines.name))
    .map(({ name }) => name)
    .join()
  const fields = useMemo(() => shown.split(',').flatMap((name) => lines.field[name] ?? []), [lines, shown])
  const columns = useMemo(() => columnsOf(fields), [fields])
  const data = useMemo(() => keys.map((key) => ({ key })), [keys])
  const table = useTable({ features, columns, data, getRowId: (row) => row.key }, NO_SELECTION)
  const size = (name: string) => table.getColumn(name)?.getSize() ?? 150
  return {
    fields,
    /** Name of the column that stays in sight. */
    frozen: subjectOf(fields)?.name,
    width: leastWidth(fields, size, editable),
    template: tracks(fields, size, editable),
  }
}
