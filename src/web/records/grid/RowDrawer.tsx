import { Drawer, Stack } from '@mantine/core'
import type { Lines } from '../../../engine/model/module.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from '../form/store.ts'
import { useRow } from '../form/useStore.ts'
import { gridFields } from './columns.ts'
import { rowName } from './GridCell.tsx'
import { RowField } from './RowField.tsx'

const INTERNAL: readonly string[] = ['id', 'parent_id', 'line_no', 'source_module', 'source_line_id']

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
  const fields = lines.fields.filter(({ name, widget }) => !INTERNAL.includes(name) && widget !== 'hidden')
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
