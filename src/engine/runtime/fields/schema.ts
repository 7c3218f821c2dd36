/** Standard JSON Schema of field values, rows and requests. */
import type { Field, JsonSchema, Lines } from '../../model/module.ts'
import { fieldTypes, ID_SCHEMA } from './types.ts'

/** JSON Schema keywords of a descriptor's field, in the order in which they are written. */
export const SCHEMA_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
] as const

/** Schema of the value without null: that of the type, tightened by the field's own keywords and options. */
export function valueSchema(
  field: Pick<Field, 'type' | 'title' | 'description' | 'options' | 'scale'>,
  keywords: Readonly<Record<string, unknown>>,
): JsonSchema {
  const schema: JsonSchema = {
    title: field.title,
    ...(field.description ? { description: field.description } : {}),
    ...fieldTypes[field.type].schema,
  }
  for (const keyword of SCHEMA_KEYWORDS) {
    if (keywords[keyword] === undefined) continue
    schema[keyword] = keywords[keyword]
    if (keyword === 'exclusiveMinimum') delete schema.minimum
    if (keyword === 'exclusiveMaximum') delete schema.maximum
  }
  if (field.type === 'toggle' && field.options) schema.type = 'string'
  if (field.options) {
    const values = field.options.map((option) => option.value)
    if (field.type === 'multiselect') schema.items = { type: 'string', enum: values }
    else {
      delete schema.maxLength
      schema.enum = values
    }
  }
  return schema
}

/** The same value, or null: allowed in a request for a field that users can leave empty. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  }
}

/** Whether a request must contain it: not when the server fills it in. */
const mustBeSent = (field: Field): boolean => field.required && !field.default && !field.fetch && !field.lookup

function properties(fields: readonly Field[]): {
  properties: Record<string, JsonSchema>
  required: string[]
} {
  const writable = fields.filter((field) => field.writable)
  return {
    properties: Object.fromEntries(writable.map((field) => [field.name, mustBeSent(field) ? field.schema : nullable(field.schema)])),
    required: writable.filter(mustBeSent).map((field) => field.name),
  }
}

/** Schema of one row: its writable fields, and the `id` of an existing row. */
function rowSchema(lines: Lines): JsonSchema {
  const shape = properties(lines.fields)
  return {
    type: 'object',
    additionalProperties: false,
    required: shape.required,
    properties: { id: nullable({ ...ID_SCHEMA }), ...shape.properties },
  }
}

/** Request schema of create and update: writable fields, rows of child tables, and the `version` an update is based on. */
export function requestSchema(title: string, fields: readonly Field[], lines: readonly Lines[]): JsonSchema {
  const shape = properties(fields)
  const tables = lines.filter((table) => table.readonly !== true)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    additionalProperties: false,
    required: [...shape.required, ...tables.filter((table) => table.minItems > 0).map((table) => table.name)],
    properties: {
      version: { type: 'integer', minimum: 1 },
      ...shape.properties,
      ...Object.fromEntries(
        tables.map((table) => [
          table.name,
          {
            title: table.title,
            type: 'array',
            minItems: table.minItems,
            maxItems: table.maxItems,
            items: rowSchema(table),
          },
        ]),
      ),
    },
  }
}
