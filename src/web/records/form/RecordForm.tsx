import type { Module } from '../../../engine/model/module.ts'
import { later } from '../../ui/later.tsx'
import { LineGrid } from '../grid/LineGrid.tsx'
import { RecordLoading } from '../view/states.tsx'
import { type RecordContext, RecordField } from './RecordField.tsx'
import { Sections } from './Sections.tsx'
import { useFields } from './useRecordOf.ts'

const SchemaRecordForm = later(async () => (await import('./SchemaRecordForm.tsx')).default, <RecordLoading />)

interface Props {
  readonly module: Module
  readonly context: RecordContext
}

/**
 * A module's form. RJSF draws and validates editable forms without child tables. Forms with child tables are drawn only
 * from the store, since the form library would exceed the size limit of the first form; views do not use it either (the
 * measurements are in docs/dependencies.md).
 */
export const RecordForm = ({ module, context }: Props) =>
  context.mode === 'view' || module.lines.length > 0 ? (
    <StoreForm module={module} context={context} />
  ) : (
    <SchemaRecordForm module={module} context={context} />
  )

/** A form whose every part subscribes to its own value: a key press costs one field, however long the document is. */
function StoreForm({ module, context }: Props) {
  const { store, mode, editable } = context
  const fields = useFields(module, store)
  const content = (name: string) => {
    const field = fields[name]
    if (field) return <RecordField field={field} context={context} />
    const lines = module.lines.find((candidate) => candidate.name === name)
    if (!lines) return null
    const readOnly = mode === 'view' || lines.readonly === true || (editable !== '*' && !editable.includes(name))
    return <LineGrid store={store} lines={lines} readOnly={readOnly} />
  }
  return <Sections module={module} context={context} content={content} />
}
