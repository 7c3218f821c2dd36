import Form, { type IChangeEvent } from '@rjsf/core'
import type { CustomValidator, ErrorSchema, ErrorTransformer, RJSFSchema, RJSFValidationError, UiSchema } from '@rjsf/utils'
import { type Ref as ReactRef, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import type { JsonSchema, Row } from '../../../engine/model/module.ts'
import { type Messages, messageOf, withoutNulls } from './compiled.ts'
import { type FormContext, fields, templates, widgets } from './theme.tsx'
import type { RowValidator } from './validators.ts'

export interface SchemaFormHandle {
  /** Validates `values` by schema and rules, shows the errors and returns them; `only` names the fields that count. */
  check(values: Row, only?: ReadonlySet<string>): Promise<Messages>
}

type Ui = UiSchema<Row, RJSFSchema, FormContext>

interface Props {
  readonly ref?: ReactRef<SchemaFormHandle>
  readonly schema: JsonSchema
  readonly validator: RowValidator
  /** The present state of each field; a field that it does not name is not drawn. */
  readonly uiSchema: Ui
  readonly values: Row
  readonly onChange: (name: string, value: unknown) => void
  /** Ids of inputs are this and the name of the field. It ends with a hyphen. */
  readonly idPrefix: string
  readonly context: FormContext
  /** Rules beyond the schema: conditions and checks. */
  readonly rules?: ((values: Row) => Messages) | undefined
  /** Findings of the schema that `rules` decides better. */
  readonly leave?: readonly string[]
  /** Messages of the server, by field. */
  readonly errors?: Messages | undefined
}

/** Adds no values that the user did not enter: the module sets the defaults. */
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const
const NOTHING_LEFT: readonly string[] = []

const pathOf = ({ property = '' }: RJSFValidationError): string => property.replace(/^\./, '')

function messagesOf(errors: readonly RJSFValidationError[]): Messages {
  const messages: Messages = {}
  for (const error of errors) {
    const path = pathOf(error)
    messages[path] = [...new Set([...(messages[path] ?? []), error.message ?? ''])]
  }
  return messages
}

const errorSchemaOf = (messages: Messages): ErrorSchema<Row> =>
  Object.fromEntries(Object.entries(messages).map(([name, texts]) => [name, { __errors: texts }])) as ErrorSchema<Row>

/**
 * A form that RJSF draws and validates: its data are the values of the record or dialog, its validator is the module's
 * JSON Schema as compiled by the server, its widgets are our inputs. Nothing is validated while users type: `check` is
 * called before values are sent, and a message disappears when its field is changed.
 */
export function SchemaForm({
  ref,
  schema,
  validator,
  uiSchema,
  values,
  onChange,
  idPrefix,
  context,
  rules,
  leave = NOTHING_LEFT,
  errors,
}: Props) {
  const form = useRef<Form<Row, RJSFSchema, FormContext>>(null)
  const counts = useRef<ReadonlySet<string> | undefined>(undefined)
  const answer = useRef<(messages: Messages) => void>(undefined)
  useImperativeHandle(
    ref,
    () => ({
      check: (checked, only) =>
        new Promise((resolve) => {
          counts.current = only
          answer.current = resolve
          if (form.current?.validateFormWithFormData(withoutNulls(checked) as Row) !== false) resolve({})
        }),
    }),
    [],
  )
  const isCounted = (path: string): boolean => !counts.current || counts.current.has(path.split('.')[0]!)
  const customValidate: CustomValidator<Row, RJSFSchema, FormContext> = (checked, found) => {
    for (const [name, texts] of Object.entries(rules?.(checked ?? {}) ?? {})) {
      // RJSF makes a place for messages only where there is a value.
      const entry = ((found as Record<string, { __errors?: string[] }>)[name] ??= {})
      if (isCounted(name)) entry.__errors = [...(entry.__errors ?? []), ...texts]
    }
    return found
  }
  const transformErrors: ErrorTransformer<Row, RJSFSchema, FormContext> = (found) =>
    found.flatMap((error) => {
      const message = messageOf({ keyword: error.name ?? '', params: error.params ?? {}, ...(error.message && { message: error.message }) })
      return leave.includes(error.name ?? '') || !isCounted(pathOf(error)) ? [] : [{ ...error, message, stack: message }]
    })
  const formData = useMemo(() => withoutNulls(values) as Row, [values])
  const extraErrors = useMemo(() => errors && errorSchemaOf(errors), [errors])
  const change = useCallback(
    (event: IChangeEvent<Row, RJSFSchema, FormContext>, id?: string) => {
      if (!id?.startsWith(idPrefix)) return
      const name = id.slice(idPrefix.length)
      onChange(name, event.formData?.[name] ?? null)
    },
    [idPrefix, onChange],
  )
  return (
    <Form<Row, RJSFSchema, FormContext>
      ref={form}
      tagName="div"
      className="schema-form"
      schema={schema as RJSFSchema}
      uiSchema={uiSchema}
      validator={validator}
      fields={fields as never}
      widgets={widgets}
      templates={templates}
      formContext={context}
      formData={formData}
      onChange={change}
      onError={(found) => answer.current?.(messagesOf(found))}
      customValidate={customValidate}
      transformErrors={transformErrors}
      {...(extraErrors && { extraErrors })}
      idPrefix={idPrefix.slice(0, -1)}
      idSeparator="-"
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
      noHtml5Validate
      showErrorList={false}
    >
      <></>
    </Form>
  )
}

/** How RJSF draws a field of a module. */
export const uiOf = ({
  readOnly = false,
  required,
  autoFocus = false,
}: {
  readOnly?: boolean
  required?: boolean
  autoFocus?: boolean
}): Ui => ({
  'ui:field': 'value',
  'ui:readonly': readOnly,
  'ui:autofocus': autoFocus,
  ...(required !== undefined && { 'ui:options': { required } }),
})

/** How RJSF leaves a property of the schema out. */
export const HIDDEN: Ui = { 'ui:field': 'value', 'ui:widget': 'hidden' }
