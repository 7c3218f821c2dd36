import { useMemo } from 'react'
import type { Field, Lines } from '../../../engine/model/module.ts'
import { ReadField } from '../../fields/FieldValue.tsx'
import { inputFor } from '../../fields/registry.tsx'
import { cellPath } from '../form/errors.ts'
import type { RecordStore } from '../form/store.ts'
import { useCellErrors, useRow } from '../form/useStore.ts'

/** One field of a line: its input, or its value where it cannot be changed. */
export function RowField({
  store,
  lines,
  rowKey,
  field,
  readOnly,
}: {
  store: RecordStore
  lines: Lines
  rowKey: string
  field: Field
  readOnly: boolean
}) {
  const row = useRow(store, lines.name, rowKey)
  const errors = useCellErrors(store, lines.name, rowKey, field.name)
  const state = store.cellStates(lines.name, rowKey)[field.name]
  const around = useMemo(
    () => ({
      value: (name: string) => (name.startsWith('parent.') ? store.value(name.slice(7)) : store.row(lines.name, rowKey)[name]),
    }),
    [store, lines.name, rowKey],
  )
  if (state?.visible === false) return null
  const resolved = field.refAs ? row[field.refAs] : undefined
  if (readOnly || !field.writable || state?.readonly) return <ReadField field={field} value={row[field.name]} resolved={resolved} />
  const Input = inputFor(field.type)
  return (
    <Input
      id={`row-${rowKey}-${field.name}`}
      field={field}
      value={row[field.name]}
      resolved={resolved}
      required={Boolean(state?.required)}
      error={errors[0]}
      around={around}
      entry={store.entries.at(cellPath(lines.name, rowKey, field.name))}
      onChange={(value, ref) => store.setCells(lines.name, [{ key: rowKey, field: field.name, value, ref }])}
    />
  )
}
