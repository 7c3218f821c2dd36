import { Stack } from '@mantine/core'
import type { ErrorSchema, FieldProps, FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema, WidgetProps } from '@rjsf/utils'
import { type ComponentType, useCallback, useSyncExternalStore } from 'react'
import type { Field, Row } from '../../../engine/model/module.ts'
import type { ReferenceEntry } from '../entry.ts'
import { FieldCell } from '../FieldCell.tsx'
import type { Ref } from '../ref.ts'
import { INPUTS } from '../registry.tsx'
import type { InputProps, Surroundings } from '../types.ts'

/** Data that our widgets need beside RJSF's own. */
export interface FormContext {
  readonly field: Readonly<Record<string, Field>>
  /** The typed text of a reference or a date until it is a value. */
  entryOf(name: string): ReferenceEntry
  readonly around?: Surroundings
  /** The records beside reference values, where the form has them; they may be loaded after their value. */
  readonly resolved?: { read(field: Field): unknown; subscribe(field: Field, listener: () => void): () => void }
  /** The record picked with the value that `onChange` brings next. */
  picked?(name: string, ref: Ref | readonly Ref[] | null | undefined): void
  /** Draws a note below a field. */
  readonly Note?: ComponentType<{ readonly field: Field }>
  /** Draws the fields; without it they are drawn one below the other. */
  readonly Layout?: ComponentType<LayoutProps>
}
export type LayoutProps = ObjectFieldTemplateProps<Row, RJSFSchema, FormContext>

const nothing = () => undefined

/** An input of ours as an RJSF widget. */
function widgetOf(Input: ComponentType<InputProps>): ComponentType<WidgetProps<Row, RJSFSchema, FormContext>> {
  return function ModuleWidget({ id, name, value, required, readonly, disabled, autofocus, rawErrors, onChange, onBlur, registry }) {
    const { field: fields, entryOf, around, resolved: known, picked } = registry.formContext
    const field = fields[name]!
    const subscribe = useCallback((listener: () => void) => known?.subscribe(field, listener) ?? nothing, [known, field])
    const read = () => known?.read(field)
    const resolved = useSyncExternalStore(subscribe, read, read)
    return (
      <Input
        id={id}
        field={field}
        value={value}
        resolved={resolved}
        required={required === true && readonly !== true}
        readOnly={readonly === true}
        disabled={disabled === true}
        error={rawErrors?.[0]}
        autoFocus={autofocus === true}
        entry={entryOf(name)}
        {...(around && { around })}
        onBlur={() => onBlur(id, value)}
        onChange={(next, ref) => {
          picked?.(name, ref)
          onChange(next ?? undefined)
        }}
      />
    )
  }
}

/** One widget per field type, from the same registry as the cells of the line grid. */
export const widgets = Object.fromEntries(Object.entries(INPUTS).map(([type, Input]) => [type, widgetOf(Input)]))

type Props = FieldProps<unknown, RJSFSchema, FormContext>

/**
 * Any value, by the widget of its field's type. RJSF's own fields are not used for values: they go by the JSON type,
 * rewrite numbers in the browser's notation, and draw a frame around lists and objects.
 */
function ValueField({
  fieldPathId,
  name,
  schema,
  uiSchema,
  formData,
  required,
  readonly,
  disabled,
  autofocus,
  rawErrors,
  registry,
  ...on
}: Props) {
  const field = registry.formContext.field[name]!
  const Widget = registry.widgets[field.type]!
  const options = uiSchema?.['ui:options'] ?? {}
  return (
    <Widget
      id={fieldPathId.$id}
      name={name}
      label={field.title}
      schema={schema}
      {...(uiSchema && { uiSchema })}
      options={options}
      value={formData}
      required={typeof options.required === 'boolean' ? options.required : required === true}
      readonly={readonly === true}
      disabled={disabled === true}
      autofocus={autofocus === true}
      {...(rawErrors && { rawErrors })}
      onChange={(value, errors) => on.onChange(value, fieldPathId.path, errors as ErrorSchema<unknown> | undefined)}
      onBlur={on.onBlur}
      onFocus={on.onFocus}
      registry={registry}
    />
  )
}

/** The frame of a field: its place, its help. Its label and message belong to the input. */
function ModuleFieldTemplate({ fieldPathId, hidden, children, registry }: FieldTemplateProps<Row, RJSFSchema, FormContext>) {
  const field = registry.formContext.field[String(fieldPathId.path.at(-1))]
  if (fieldPathId.path.length === 0) return children
  const { Note } = registry.formContext
  if (hidden || !field) return null
  return (
    <FieldCell field={field} note={Note && <Note field={field} />}>
      {children}
    </FieldCell>
  )
}

function ObjectFieldTemplate(props: LayoutProps) {
  const { Layout } = props.registry.formContext
  if (Layout) return <Layout {...props} />
  return <Stack>{props.properties.filter(({ hidden }) => !hidden).map(({ content }) => content)}</Stack>
}

export const fields = { value: ValueField }
export const templates = { FieldTemplate: ModuleFieldTemplate, ObjectFieldTemplate }
