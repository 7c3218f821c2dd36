/** A field that no descriptor describes: for dialogs written by hand, and for tests. */
import type { Field, FieldType, Storage } from './field.ts'

const STORAGE: Partial<Record<FieldType, Storage>> = {
  money: 'numeric',
  quantity: 'numeric',
  rate: 'numeric',
  percent: 'numeric',
  number: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  daterange: 'daterange',
  multiselect: 'text[]',
  reference: 'bigint',
  references: 'bigint[]',
  user: 'bigint',
  employee: 'bigint',
  attachment: 'bigint',
  attachments: 'bigint[]',
  image: 'bigint',
  json: 'jsonb',
  address: 'jsonb',
  geopoint: 'jsonb',
  geofence: 'jsonb',
  lines: 'none',
}

/** With every default filled in; `more` says what differs. */
export const makeField = (name: string, type: FieldType, title: string, more: Partial<Field> = {}): Field => ({
  name,
  type,
  title,
  storage: STORAGE[type] ?? 'text',
  required: false,
  unique: false,
  index: false,
  live: false,
  refColumns: [],
  readonly: false,
  checks: [],
  sensitive: false,
  writable: more.computed === undefined,
  schema: {},
  origin: 'module',
  ...more,
})
