import { useMemo } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { ReadField } from '../../fields/FieldValue.tsx'
import { useFigureLink } from '../../fields/links.ts'
import { inputFor } from '../../fields/registry.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import type { RecordStore } from './store.ts'
import { useNamed } from './useRecordOf.ts'
import { useErrors, useFieldState, useValue } from './useStore.ts'

/** The context that a form passes to its fields. */
export interface RecordContext {
  readonly store: RecordStore
  readonly mode: 'new' | 'edit' | 'view'
  /** Fields that the user can change in the record's state; `*` for all. */
  readonly editable: '*' | readonly string[]
  readonly idPrefix: string
  /** Only this tab of the form is drawn; its title is elsewhere. */
  readonly tab?: number
  /** Name of the part of the record with whose tab the form opens; the first tab unless it is one. */
  readonly part?: string | null
  /** Saves one tab by its own call, where the module's tabs are saved separately. */
  readonly saveTab?: ((section: string) => void) | undefined
  readonly busy?: boolean
}

/** A header field that draws itself from the store. */
export function RecordField({ field, context }: { field: Field; context: RecordContext }) {
  const { store, mode, editable, idPrefix } = context
  const value = useValue(store, field.name)
  const state = useFieldState(store, field)
  const errors = useErrors(store, field.name)
  const linkOf = useFigureLink()
  const around = useMemo(() => ({ value: (name: string) => store.value(name.replace(/^parent\./, '')) }), [store])
  // A password can be set, but never read.
  if (!state.visible || (mode === 'view' && field.type === 'password')) return null
  const resolved = store.resolved(field)
  if (mode === 'view' || !isAsked(field, editable)) {
    if (field.recordOf !== undefined) return <NamedRecord field={field} value={value} />
    return <ReadField field={field} value={value} resolved={resolved} to={mode === 'view' ? linkOf(field.name, value) : undefined} />
  }
  const Input = inputFor(field.type)
  return (
    <FieldCell field={field} note={<ProposalNote store={store} field={field} />}>
      <Input
        id={`${idPrefix}${field.name}`}
        field={field}
        value={value}
        resolved={resolved}
        required={state.required && !state.readonly}
        readOnly={state.readonly}
        error={errors[0]}
        around={around}
        onChange={(next, ref) => store.set(field.name, next, ref)}
        entry={store.entries.at(field.name)}
      />
    </FieldCell>
  )
}

/** The record of a number that came without it: its name is asked for. */
const NamedRecord = ({ field, value }: { field: Field; value: unknown }) => (
  <ReadField field={field} value={value} resolved={useNamed(field, value)} />
)

/**
 * Whether the field is an input. A field that the record's state closes is shown as text; one that another field closes
 * may open again and stays an input.
 */
export const isAsked = (field: Field, editable: RecordContext['editable']): boolean =>
  field.writable && !field.computed && (editable === '*' || editable.includes(field.name))
