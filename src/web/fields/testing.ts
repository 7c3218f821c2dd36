import { makeField } from '../../engine/model/make-field.ts'
import type { Field, FieldType, JsonSchema, Lines, Module, Storage } from '../../engine/model/module.ts'
import { emptyModule } from '../../engine/runtime/compute/testing.ts'

export const humanized = (name: string): string => {
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const JSON_TYPES: Partial<Record<Storage, string>> = {
  numeric: 'number',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  'text[]': 'array',
  'bigint[]': 'array',
}

/** A resolved field as `resolve` would give it, for stories and tests. */
export function fieldOf(name: string, type: FieldType, more: Partial<Field> = {}): Field {
  const field = makeField(name, type, humanized(name), more)
  const schema = field.storage === 'jsonb' ? {} : { type: JSON_TYPES[field.storage] ?? 'string' }
  return { ...field, schema: { title: field.title, ...schema, ...more.schema } }
}

/** The request schema of a record with these fields. */
export const schemaOf = (fields: readonly Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.filter(({ writable }) => writable).map((field) => [field.name, field.schema])),
  required: fields.filter((field) => field.required && field.writable).map((field) => field.name),
})

export const byName = (fields: readonly Field[]): Record<string, Field> => Object.fromEntries(fields.map((field) => [field.name, field]))

export const linesOf = (name: string, fields: readonly Field[], more: Partial<Lines> = {}): Lines => ({
  name,
  title: humanized(name),
  table: name,
  fields,
  field: byName(fields),
  minItems: 0,
  maxItems: 1000,
  readonly: false,
  columns: fields.map((field) => field.name),
  ...more,
})

/** A whole module around the fields given: one section, no workflow. */
export const moduleOf = (name: string, fields: readonly Field[], more: Partial<Module> = {}): Module =>
  emptyModule(name, fields, {
    title: `${humanized(name)}s`,
    singular: humanized(name),
    application: 'resource',
    group: 'General',
    order: 1,
    icon: 'box',
    hash: `story-${name}`,
    form: {
      tabs: [{ sections: [{ fields: [...fields.map((field) => field.name), ...(more.lines ?? []).map((lines) => lines.name)] }] }],
    },
    schema: schemaOf(fields),
    ...more,
  })
