import type { Field, FieldType, Storage } from '../../../engine/module.ts'

const STORAGE: Partial<Record<FieldType, Storage>> = { date: 'date', references: 'bigint[]' }

/** A field that no descriptor has, for a hand-written dialog that uses the inputs of the forms. */
export const plainField = (name: string, type: FieldType, title: string, more: Partial<Field> = {}): Field => ({
  name,
  type,
  title,
  storage: STORAGE[type] ?? 'text',
  required: false,
  unique: false,
  index: false,
  refColumns: [],
  readonly: false,
  checks: [],
  sensitive: false,
  writable: true,
  schema: {},
  origin: 'module',
  ...more,
})
