import { Skeleton } from '@mantine/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import type { Field, JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import { type FieldState, REQUIRED_MESSAGE } from '../../../engine/runtime/compute/index.ts'
import { isEmpty } from '../../../engine/runtime/expressions/index.ts'
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
  states,
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
  /** Which of them are shown and required now; without it, as the fields themselves say. */
  states?: Readonly<Record<string, FieldState>> | undefined
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
    const asked = fields.map((field, index) => {
      const { visible, required } = states?.[field.name] ?? { visible: true, required: field.required }
      return [field.name, visible ? uiOf({ required, autoFocus: autoFocus && index === 0 }) : HIDDEN]
    })
    return { ...hidden, ...Object.fromEntries(asked), 'ui:order': [...fields.map((field) => field.name), '*'] }
  }, [schema, fields, states, autoFocus])
  // The schema knows the fields that are always required; those of the moment are known here.
  const rules = useCallback(
    (entered: Row): Messages =>
      Object.fromEntries(
        fields
          .filter(({ name, required }) => !required && states?.[name]?.required && isEmpty(entered[name]))
          .map(({ name }) => [name, [REQUIRED_MESSAGE]]),
      ),
    [fields, states],
  )
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
      rules={rules}
      errors={errors}
    />
  )
}
