import { Skeleton } from '@mantine/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import type { Field, JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import type { Inputs } from '../useInputs.ts'
import type { Messages } from './compiled.ts'
import { HIDDEN, SchemaForm, type SchemaFormHandle, uiOf } from './SchemaForm.tsx'
import type { FormContext } from './theme.tsx'
import { useValidator } from './validators.ts'

export interface InputFieldsHandle {
  /** The values once every text is looked up, and their errors; the first field with an error then has the focus. */
  ready(): Promise<{ values: Row; messages: Messages }>
}

/**
 * The fields of a dialog without a record behind it, drawn and validated by RJSF. `name` says which of the module's
 * compiled schemas checks them (`transition post`, `record`); `fields` are those of `schema` that the dialog shows.
 */
export function InputFields({
  ref,
  module,
  name,
  schema,
  fields,
  inputs,
  errors,
  onChange,
  idPrefix,
  autoFocus = false,
}: {
  ref: Ref<InputFieldsHandle>
  module: Pick<Module, 'hash'>
  name: string
  schema: JsonSchema
  fields: readonly Field[]
  inputs: Inputs
  /** Messages of the server. */
  errors: Messages
  onChange?: (name: string) => void
  idPrefix: string
  autoFocus?: boolean
}) {
  const form = useRef<SchemaFormHandle>(null)
  const validator = useValidator(module, name, schema)
  const { values, set, entryOf, ready } = inputs
  const latest = useRef(values)
  latest.current = values
  useImperativeHandle(
    ref,
    () => ({
      ready: async () => {
        const { values: entered, unresolved } = await ready()
        const asked = new Set(fields.map((field) => field.name))
        // Overrides "required": the entered text is the error.
        const messages = { ...(await form.current?.check(entered, asked)), ...unresolved }
        const wrong = fields.find((field) => messages[field.name])
        if (wrong) document.getElementById(`${idPrefix}${wrong.name}`)?.focus()
        return { values: entered, messages }
      },
    }),
    [ready, fields, idPrefix],
  )
  const context = useMemo<FormContext>(
    () => ({
      field: Object.fromEntries(fields.map((field) => [field.name, field])),
      entryOf,
      around: { value: (field) => latest.current[field] },
    }),
    [fields, entryOf],
  )
  const uiSchema = useMemo<UiSchema<Row, RJSFSchema, FormContext>>(() => {
    const names = Object.keys(schema.properties ?? {})
    const hidden = Object.fromEntries(names.map((field) => [field, HIDDEN]))
    const asked = fields.map((field, index) => [field.name, uiOf({ required: field.required, autoFocus: autoFocus && index === 0 })])
    return { ...hidden, ...Object.fromEntries(asked), 'ui:order': [...fields.map((field) => field.name), '*'] }
  }, [schema, fields, autoFocus])
  const change = useCallback(
    (field: string, value: unknown) => {
      set(field, value)
      onChange?.(field)
    },
    [set, onChange],
  )
  if (!validator) return <Skeleton height={60 * fields.length} />
  return (
    <SchemaForm
      ref={form}
      schema={schema}
      validator={validator}
      uiSchema={uiSchema}
      values={values}
      onChange={change}
      idPrefix={idPrefix}
      context={context}
      errors={errors}
    />
  )
}
