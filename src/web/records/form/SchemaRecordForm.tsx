import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { createContext, use, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import { HIDDEN, SchemaForm, type SchemaFormHandle, uiOf } from '../../fields/form/SchemaForm.tsx'
import type { FormContext, LayoutProps } from '../../fields/form/theme.tsx'
import { useValidator } from '../../fields/form/validators.ts'
import type { Ref } from '../../fields/ref.ts'
import { RecordLoading } from '../view/states.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { isAsked, type RecordContext, RecordField } from './RecordField.tsx'
import { Sections } from './Sections.tsx'
import type { RecordStore } from './store.ts'
import { useFields } from './useRecordOf.ts'
import { useMessages, useRecord, useStates } from './useStore.ts'
import { rulesOf } from './validator.ts'

interface Props {
  readonly module: Module
  readonly context: RecordContext
}

const Around = createContext<Props | undefined>(undefined)

/** RJSF's fields in the module's layout; fields that are not inputs (computed, closed by the state) are read from the store. */
function Layout({ properties }: LayoutProps) {
  const { module, context } = use(Around)!
  const inputs = new Map(properties.map(({ name, content }) => [name, content]))
  const content = (name: string) => {
    const field = module.field[name]!
    return isAsked(field, context.editable) ? inputs.get(name) : <RecordField field={field} context={context} />
  }
  return <Sections module={module} context={context} content={content} />
}

function Note({ field }: { readonly field: Field }) {
  return <ProposalNote store={use(Around)!.context.store} field={field} />
}

/** RJSF's settings of each field: which are inputs, and their present state by the conditions. */
function uiSchemaOf(module: Module, store: RecordStore, editable: RecordContext['editable']): UiSchema<Row, RJSFSchema, FormContext> {
  const ui: Record<string, UiSchema<Row, RJSFSchema, FormContext>> = {}
  for (const name of Object.keys(module.schema.properties ?? {})) {
    const field = module.field[name]
    const state = field && isAsked(field, editable) ? store.state(field) : undefined
    ui[name] = state?.visible ? uiOf({ readOnly: state.readonly, required: state.required }) : HIDDEN
  }
  return ui
}

/** The part of the record that the schema covers. */
const valuesOf = (module: Module, record: Row): Row =>
  toJson(
    Object.fromEntries(
      module.fields.filter(({ writable, storage }) => writable && storage !== 'none').map(({ name }) => [name, record[name]]),
    ),
  )

/**
 * The form of a module without child tables, drawn and validated by RJSF. Its data are the store's: entered values go
 * there, and fetched, proposed or computed ones come back. Messages of the server come as `extraErrors`.
 */
export default function SchemaRecordForm({ module, context }: Props) {
  const { store, idPrefix, editable } = context
  const form = useRef<SchemaFormHandle>(null)
  const validator = useValidator(module, 'record', module.schema)
  const record = useRecord(store)
  const fields = useFields(module, store)
  const states = useStates(store, module.fields)
  const messages = useMessages(store)
  const refs = useRef(new Map<string, Ref | readonly Ref[] | null | undefined>())
  const values = useMemo(() => valuesOf(module, record), [module, record])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` says when the states in the store differ
  const uiSchema = useMemo(() => uiSchemaOf(module, store, editable), [module, store, editable, states])
  const formContext = useMemo<FormContext>(
    () => ({
      field: fields,
      entryOf: (name) => store.entries.at(name),
      around: { value: (name) => store.value(name.replace(/^parent\./, '')) },
      resolved: {
        read: (field) => store.resolved(field),
        subscribe: (field, listener) => store.subscribe(`h:${field.name}`, listener),
      },
      picked: (name, ref) => void refs.current.set(name, ref),
      Note,
      Layout,
    }),
    [fields, store],
  )
  const change = useCallback(
    (name: string, value: unknown) => {
      const ref = refs.current.get(name)
      refs.current.delete(name)
      store.set(name, value, ref)
    },
    [store],
  )
  useEffect(() => {
    if (!validator) return
    const check: RecordStore['check'] = (only) => form.current!.check(toJson(store.snapshot()), only)
    store.check = check
    return () => {
      if (store.check === check) store.check = undefined
    }
  }, [store, validator])
  const around = useMemo(() => ({ module, context }), [module, context])
  if (!validator) return <RecordLoading />
  return (
    <Around value={around}>
      <SchemaForm
        ref={form}
        schema={module.schema}
        validator={validator}
        uiSchema={uiSchema}
        values={values}
        onChange={change}
        idPrefix={idPrefix}
        context={formContext}
        rules={() => rulesOf(module, store)}
        leave={MISSING}
        errors={messages}
      />
    </Around>
  )
}

/** The rules check missing values, with their conditions. */
const MISSING = ['required']
