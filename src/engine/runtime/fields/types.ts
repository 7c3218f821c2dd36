/**
 * The one table of field types: storage, scale, JSON Schema, alignment, filters, presentation. All code that
 * depends on the meaning of a type (tables, validation, forms, lists, imports) reads it here.
 */
import type { FieldType, JsonSchema, Storage } from '../../model/module.ts'
import { PATTERNS } from './patterns.ts'

/** The format of a value for users. */
export type FormatKind =
  | 'text'
  | 'paragraph'
  | 'html'
  | 'money'
  | 'decimal'
  | 'percent'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'daterange'
  | 'month'
  | 'option'
  | 'options'
  | 'reference'
  | 'references'
  | 'file'
  | 'files'
  | 'image'
  | 'color'
  | 'address'
  | 'point'
  | 'area'
  | 'masked'
  | 'json'
  | 'rows'

export type FilterOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'like' | 'null' | 'between'

export interface FieldTypeInfo {
  readonly storage: Storage
  /** Decimals by default. */
  readonly scale?: number
  /** Total number of digits, for numeric storage. */
  readonly precision?: number
  /** Schema of a value; lengths and bounds here are the outermost ones a descriptor can tighten. */
  readonly schema: JsonSchema
  readonly align: 'start' | 'end'
  readonly operators: readonly FilterOperator[]
  readonly format: FormatKind
  /** Allowed in a list column. */
  readonly listable: boolean
  readonly sortable: boolean
  /** Found by text search. */
  readonly searchable: boolean
  /** Default target module. */
  readonly to?: string
}

const EQUALS: readonly FilterOperator[] = ['eq', 'ne', 'in', 'null']
const TEXT: readonly FilterOperator[] = ['eq', 'ne', 'in', 'like', 'null']
const ORDERED: readonly FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'between', 'null']

const text = (maxLength: number, more: Partial<FieldTypeInfo> & { schema?: JsonSchema } = {}): FieldTypeInfo => ({
  storage: 'text',
  align: 'start',
  operators: TEXT,
  format: 'text',
  listable: true,
  sortable: true,
  searchable: true,
  ...more,
  schema: { type: 'string', maxLength, ...more.schema },
})
/** Largest value that is exact both in `numeric(precision, scale)` and as a JSON number. */
const decimal = (precision: number, scale: number, format: FormatKind): FieldTypeInfo => {
  const limit = 10 ** Math.min(precision - scale, 15 - scale) - 1
  return {
    storage: 'numeric',
    precision,
    scale,
    align: 'end',
    operators: ORDERED,
    format,
    listable: true,
    sortable: true,
    searchable: false,
    schema: { type: 'number', minimum: -limit, maximum: limit },
  }
}
const plain = (storage: Storage, schema: JsonSchema, format: FormatKind, more: Partial<FieldTypeInfo> = {}): FieldTypeInfo => ({
  storage,
  schema,
  format,
  align: 'start',
  operators: EQUALS,
  listable: true,
  sortable: true,
  searchable: false,
  ...more,
})
const unlisted = { listable: false, sortable: false, operators: ['null'] as const }

/** Identifiers of records are positive and exact in JSON. */
export const ID_SCHEMA: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const ids = { type: 'array', items: ID_SCHEMA, uniqueItems: true, maxItems: 1000 }
const latitude = { type: 'number', minimum: -90, maximum: 90 }
const longitude = { type: 'number', minimum: -180, maximum: 180 }
const object = (properties: Record<string, unknown>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const line = { type: 'string', maxLength: 200 }
const dateSchema = { type: 'string', format: 'date' }

export const fieldTypes: Readonly<Record<FieldType, FieldTypeInfo>> = Object.freeze({
  text: text(255),
  longtext: text(10_000, { format: 'paragraph', listable: false, sortable: false }),
  richtext: text(100_000, { format: 'html', listable: false, sortable: false, operators: ['like', 'null'] }),
  code: text(40),
  email: text(254, { schema: { format: 'email' } }),
  phone: text(30, { schema: { pattern: PATTERNS.phone } }),
  url: text(2000, { schema: { pattern: PATTERNS.url } }),
  password: text(200, { ...unlisted, format: 'masked', searchable: false }),
  secret: text(2000, { ...unlisted, format: 'masked', searchable: false }),
  licensekey: text(60, { schema: { pattern: PATTERNS.licensekey } }),
  money: decimal(18, 2, 'money'),
  quantity: decimal(18, 6, 'decimal'),
  rate: decimal(18, 4, 'money'),
  percent: decimal(9, 4, 'percent'),
  number: decimal(18, 6, 'decimal'),
  integer: plain('integer', { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 }, 'integer', {
    align: 'end',
    operators: ORDERED,
  }),
  boolean: plain('boolean', { type: 'boolean' }, 'boolean', { operators: ['eq', 'ne', 'null'] }),
  date: plain('date', dateSchema, 'date', { operators: ORDERED }),
  datetime: plain('timestamptz', { type: 'string', format: 'date-time' }, 'datetime', { operators: ORDERED }),
  time: plain('time', { type: 'string', pattern: PATTERNS.time }, 'time', { operators: ORDERED }),
  daterange: plain('daterange', object({ from: dateSchema, to: dateSchema }, ['from', 'to']), 'daterange', {
    sortable: false,
    operators: ['null'],
  }),
  month: plain('text', { type: 'string', pattern: PATTERNS.month }, 'month', { operators: ORDERED }),
  select: plain('text', { type: 'string', maxLength: 100 }, 'option'),
  multiselect: plain('text[]', { type: 'array', items: { type: 'string', maxLength: 100 }, uniqueItems: true }, 'options', {
    sortable: false,
    operators: ['in', 'null'],
  }),
  toggle: plain('boolean', { type: 'boolean' }, 'boolean', { operators: ['eq', 'ne', 'null'] }),
  reference: plain('bigint', ID_SCHEMA, 'reference'),
  references: plain('bigint[]', ids, 'references', { sortable: false, operators: ['eq', 'in', 'null'] }),
  lines: plain('none', { type: 'array' }, 'rows', unlisted),
  address: plain(
    'jsonb',
    object(
      {
        line_1: line,
        line_2: line,
        barangay: line,
        city: line,
        province: line,
        region: line,
        country: line,
        zip_code: { type: 'string', maxLength: 10 },
      },
      [],
    ),
    'address',
    { ...unlisted, searchable: true },
  ),
  attachment: plain('bigint', ID_SCHEMA, 'file', { sortable: false, operators: ['null'] }),
  attachments: plain('bigint[]', ids, 'files', unlisted),
  image: plain('bigint', ID_SCHEMA, 'image', { sortable: false, operators: ['null'] }),
  color: plain('text', { type: 'string', pattern: PATTERNS.color }, 'color'),
  geopoint: plain('jsonb', object({ latitude, longitude }, ['latitude', 'longitude']), 'point', unlisted),
  geofence: plain(
    'jsonb',
    object(
      {
        latitude,
        longitude,
        radius: { type: 'number', exclusiveMinimum: 0, maximum: 100_000, description: 'Metres.' },
      },
      ['latitude', 'longitude', 'radius'],
    ),
    'area',
    unlisted,
  ),
  user: plain('bigint', ID_SCHEMA, 'reference', { to: 'user' }),
  employee: plain('bigint', ID_SCHEMA, 'reference', { to: 'employee' }),
  tin: text(20, { schema: { pattern: PATTERNS.tin } }),
  sss_no: text(12, { schema: { pattern: PATTERNS.sss_no } }),
  philhealth_no: text(14, { schema: { pattern: PATTERNS.philhealth_no } }),
  pagibig_no: text(14, { schema: { pattern: PATTERNS.pagibig_no } }),
  json: plain('jsonb', {}, 'json', unlisted),
})

/** Whether a value of this type is the id of another record (one or many). */
export const isReference = (type: FieldType): boolean =>
  type === 'reference' || type === 'references' || type === 'user' || type === 'employee'
/** Exact decimals and integers. */
export const isNumeric = (type: FieldType): boolean => fieldTypes[type].storage === 'numeric' || type === 'integer'
