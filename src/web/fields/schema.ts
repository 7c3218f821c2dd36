import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Field, Module } from '../../engine/model/module.ts'
import { RECORD_FIELD, RECORD_LINES } from './rjsf.ts'

export type Mode = 'new' | 'edit' | 'view'
export interface FormSchema {
  readonly schema: RJSFSchema
  readonly uiSchema: UiSchema
}

const built = new WeakMap<object, FormSchema>()

/**
 * JSON Schema and uiSchema of a module's form, built once per module object: RJSF compares them by identity
 * and rebuilds everything when they change. Fields the user may not see are already absent from the module.
 */
export function schemaFor(module: Pick<Module, 'fields' | 'lines'> & object): FormSchema {
  const known = built.get(module)
  if (known) return known
  const properties: Record<string, RJSFSchema> = {}
  const uiSchema: UiSchema = { 'ui:submitButtonOptions': { norender: true } }
  for (const field of module.fields) {
    properties[field.name] = { ...valueSchema(field), title: field.title }
    uiSchema[field.name] = { 'ui:field': RECORD_FIELD, 'ui:label': false }
  }
  for (const lines of module.lines) {
    properties[lines.name] = { type: 'array', title: lines.title, items: { type: 'object' } }
    uiSchema[lines.name] = { 'ui:field': RECORD_LINES, 'ui:label': false }
  }
  const schema: FormSchema = { schema: { type: 'object', properties }, uiSchema }
  built.set(module, schema)
  return schema
}

/** RJSF draws by `type`; what a value must satisfy is the validator's business. */
const valueSchema = (field: Field): RJSFSchema => ({
  type:
    field.storage === 'numeric' || field.storage === 'integer' || field.storage === 'bigint'
      ? 'number'
      : field.storage === 'boolean'
        ? 'boolean'
        : 'string',
})
