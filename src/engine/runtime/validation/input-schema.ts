import type { Field, JsonSchema } from '../../model/module.ts'

/**
 * JSON Schema of a dialog's values before a transition or call. The server checks requests with it and compiles it for
 * browsers. A field that a condition can hide is not required here: the rules of fields decide.
 */
export const inputSchema = (fields: readonly Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
  required: fields.filter((field) => field.required && field.visible === undefined).map(({ name }) => name),
})
