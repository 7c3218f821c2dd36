/** Fields of a resolved module: types, storage, rules, and their child tables. */
import type { Json } from '../../kernel/json.ts'

export const FIELD_TYPES = [
  'text',
  'longtext',
  'richtext',
  'code',
  'email',
  'phone',
  'url',
  'password',
  'secret',
  'licensekey',
  'money',
  'quantity',
  'rate',
  'percent',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'time',
  'daterange',
  'month',
  'select',
  'multiselect',
  'toggle',
  'reference',
  'references',
  'lines',
  'address',
  'attachment',
  'attachments',
  'image',
  'color',
  'geopoint',
  'geofence',
  'user',
  'employee',
  'tin',
  'sss_no',
  'philhealth_no',
  'pagibig_no',
  'json',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** PostgreSQL column type of a field; `none` for child tables and values that are never stored. */
export type Storage =
  | 'text'
  | 'bigint'
  | 'integer'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'time'
  | 'jsonb'
  | 'bigint[]'
  | 'text[]'
  | 'daterange'
  | 'none'

/** A CEL expression in source form. Parsed and type-checked at load; compiled once per side (see `expressions/`). */
export type Expression = string

export type { Json }
/** Standard JSON Schema 2020-12. Loose on purpose: ajv and RJSF check it. */
export type JsonSchema = { [key: string]: unknown }

/** A record in requests and responses: field values by name, lines as arrays of records. Money and quantities are JSON numbers. */
export type Row = Record<string, unknown>

/** Conditions on rows of another module: equality, `in` lists, and `$field` / `$parent.field` for siblings. */
export type RowFilter = Record<string, Json>

export interface Option {
  readonly value: string
  readonly label: string
  /** Colour of its badge; always beside its label. */
  readonly tone?: 'grey' | 'green' | 'amber' | 'red' | 'blue'
  /** False: forms do not offer it. */
  readonly offered?: boolean
}
export interface Check {
  /** `confirm`: the record can be saved once the message is confirmed. */
  readonly severity?: 'confirm'
  readonly expr: Expression
  readonly message: string
}
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly title: string
  readonly description?: string
  readonly help?: string
  readonly storage: Storage
  /** Decimals kept for numeric storage: money 2, quantity 6, rate 4, percent 4, number by descriptor. */
  readonly scale?: number
  /** A rule for input (form, API, import); never NOT NULL by itself. */
  readonly required: boolean
  readonly unique: boolean
  readonly index: boolean
  /** Module referenced by `reference`, `references`, `user`, `employee`. */
  readonly to?: string
  /** Name of the resolved object(s) in responses: `supplier_id` → `supplier`, `posted_by` → `posted_by_user`. */
  readonly refAs?: string
  /** Further columns of the target that expressions, `fetch` and labels need; the resolved object contains them. */
  readonly refColumns: readonly string[]
  /** Details of a record of the target that pickers show beneath its label. */
  readonly picker?: readonly PickerDetail[]
  /** Figures of a record of the target that pickers show, from endpoints of the target. */
  readonly pickerFigures?: readonly PickerFigure[]
  readonly pickerChoices?: PickerChoices
  readonly filter?: RowFilter
  /** Conditions of what is offered beside `filter`; others can be chosen and saved as well. */
  readonly offered?: RowFilter
  /** `"item_id.uom_id"`: copied from the picked reference when empty; of several references, from the one that is picked. */
  readonly fetch?: readonly { readonly from: string; readonly path: string }[]
  /** Filled by the server from a row of another module, once per save for all lines; read-only. */
  readonly lookup?: FieldLookup
  readonly suggest?: FieldSuggest
  /** Expression; makes the field read-only and stored. */
  readonly computed?: Expression
  /** Computed when the record is read; it has no column. */
  readonly live: boolean
  /** For a line: written by later events (for instance receipts), so that it is empty while the record is new. */
  readonly later?: boolean
  /** Initial value on a new form where nothing else fills the field. */
  readonly propose?: Proposal
  readonly default?: { readonly value: Json } | { readonly expr: Expression }
  readonly visible?: Expression
  readonly readonly: boolean | Expression
  readonly requiredWhen?: Expression
  readonly checks: readonly Check[]
  /** Permission code needed to see or change the field at all. */
  readonly access?: string
  /** For an integer: the field that names the module of which this is a record. */
  readonly recordOf?: string
  /** Right, as `module.code`, without which the field cannot be changed. */
  readonly editRight?: string
  /** Masked in lists, logs and exports. */
  readonly sensitive: boolean
  readonly renamedFrom?: string
  readonly options?: readonly Option[]
  /** The list that `options` come from: a stored value that is no longer in it can stay. */
  readonly optionsOf?: 'accountRoles'
  readonly widget?: string
  /** Whether a request can set it: false for numbers, status, flags, computed, audit and counter fields. */
  readonly writable: boolean
  /** Standard JSON Schema of the value without null. */
  readonly schema: JsonSchema
  readonly origin: 'module' | 'template' | 'kind' | 'system' | 'overlay'
}

/** A value of a referenced record that distinguishes it from others of nearly the same name. */
export interface PickerDetail {
  /** Its path in a choice: `selling_price`, `brand.name`. */
  readonly path: string
  readonly title: string
  readonly type: FieldType
  readonly scale?: number
  readonly options?: readonly Option[]
}

/**
 * `next`: the number after that of the newest record with the same values in these fields; `where`: the only record that meets
 * a condition, the first of them that just one record meets.
 */
export type Proposal = { readonly next: readonly string[] } | { readonly where: readonly RowFilter[] } | { readonly first: true }

/** A figure in a picker: `value` of the rows that the module's GET `call` returns for `ids`. */
export interface PickerFigure {
  readonly call: string
  readonly value: string
  readonly title: string
  readonly type: FieldType
  /** Parameters of the call, each from a field of that name around the picker. */
  readonly with: readonly string[]
}

/** The module's GET `call` that returns choices for the values of `with` around the picker; the first of them must be filled. */
export interface PickerChoices {
  readonly call: string
  readonly with: readonly string[]
  /** Asked also while the first of `with` is empty. */
  readonly always?: boolean
}

export interface FieldLookup {
  readonly module: string
  /** Column of the target → sibling reference (`$item_id`) or constant. */
  readonly where: RowFilter
  readonly value: string
  readonly else?: Json
  /** Shown at `field` when no row is found and `unless`, over the row, does not hold. */
  readonly missing?: { readonly field: string; readonly message: string; readonly unless?: Expression }
}

/**
 * Values that are offered while a text is entered; `for`: module and path of the field itself, under which they are asked
 * for: `invoice.items.lot_no`.
 */
export type FieldSuggest = { readonly for: string } & (SuggestedRows | SuggestedSource)

/** Values of rows of another module. */
export interface SuggestedRows {
  readonly module: string
  /** Column of that module → sibling reference (`$item_id`) or constant. */
  readonly where: RowFilter
  readonly value: string
  /** Number column: only values whose sum is more than 0 are offered. */
  readonly left?: string
  /** Values with the least of it come first. */
  readonly first?: string
}

/** Values of a field of the row that the line was copied from. */
export interface SuggestedSource {
  readonly source: string
}

/** A child table: real table `<module>__<name>` with `id`, `parent_id`, `line_no`. */
export interface Lines {
  readonly name: string
  readonly title: string
  readonly table: string
  readonly fields: readonly Field[]
  readonly field: Readonly<Record<string, Field>>
  readonly template?: string
  readonly minItems: number
  readonly maxItems: number
  readonly readonly: boolean | Expression
  /** Rows are neither added, removed nor moved. */
  readonly fixed?: boolean | Expression
  readonly visible?: Expression
  readonly access?: string
  /** Columns that rows are looked up by together; `parent_id` is the record. */
  readonly indexes?: readonly (readonly string[])[]
  /** Stored separately from the record: neither returned, loaded nor saved with it. */
  readonly apart?: boolean
  /** Columns of the grid in order; the rest open in the row form. */
  readonly columns: readonly string[]
}
