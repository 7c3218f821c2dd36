import { Drawer, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Field, Lines } from '../../../engine/model/module.ts'
import { ReadField } from '../../fields/FieldValue.tsx'
import { inputFor } from '../../fields/registry.tsx'
import { t } from '../../fields/text.ts'
import { cellPath } from '../form/errors.ts'
import type { RecordStore } from '../form/store.ts'
import { useCellErrors, useRow } from '../form/useStore.ts'
import { gridFields } from './columns.ts'
import { rowName } from './GridCell.tsx'

/** All fields of one line, those without a column included. */
export default function RowDrawer({
  store,
  lines,
  rowKey,
  readOnly,
  onClose,
}: {
  store: RecordStore
  lines: Lines
  rowKey: string
  readOnly: boolean
  onClose: () => void
}) {
  const row = useRow(store, lines.name, rowKey)
  const number = store.indexOf(lines.name, rowKey) + 1
  const fields = lines.fields.filter((field) => !['id', 'parent_id', 'line_no', 'source_module', 'source_line_id'].includes(field.name))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      closeButtonProps={{ 'aria-label': t('fields.close') }}
      title={[t('grid.line', { number }), rowName(gridFields(lines), row)].filter(Boolean).join(' · ')}
    >
      <Stack gap="sm">
        {fields.map((field) => (
          <RowField key={field.name} {...{ store, lines, rowKey, field, readOnly }} />
        ))}
      </Stack>
    </Drawer>
  )
}

function RowField({
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
