/**
 * The names that expressions can refer to. Types are few on purpose: every number is an exact decimal, dates are plain
 * strings, identifiers of records (`id`) can be compared but not used in arithmetic.
 */
import type { Field, FieldType, Lines, Module, ModuleSet } from '../../model/module.ts'

export type Scalar = 'number' | 'id' | 'text' | 'bool' | 'date' | 'datetime' | 'time' | 'null' | 'any'
/** A record or a resolved reference. `open`: members that are not listed are allowed and read as `any`. */
export interface ObjectType {
  readonly kind: 'object'
  readonly fields: Readonly<Record<string, Type>>
  readonly open: boolean
}
/** Rows of a child table, or the resolved objects of a `references` field, for aggregates. */
export interface LinesType {
  readonly kind: 'lines'
  readonly row: ObjectType
}
export interface ListType {
  readonly kind: 'list'
  readonly of: Type
}
export type Type = Scalar | ObjectType | LinesType | ListType

/** Names visible to one expression. `parent` is set in row scope only. */
export interface ScopeTypes {
  readonly record: ObjectType
  readonly parent?: ObjectType
  /** `user`, `company`, `branch`, `settings` and those that the caller adds (`input` of a transition). */
  readonly globals: Readonly<Record<string, Type>>
}

export const objectType = (fields: Record<string, Type>, open = false): ObjectType => ({
  kind: 'object',
  fields,
  open,
})
export const linesType = (row: ObjectType): LinesType => ({ kind: 'lines', row })

const BY_FIELD_TYPE: Partial<Record<FieldType, Type>> = {
  money: 'number',
  quantity: 'number',
  rate: 'number',
  percent: 'number',
  number: 'number',
  integer: 'number',
  boolean: 'bool',
  toggle: 'bool',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  reference: 'id',
  user: 'id',
  employee: 'id',
  attachment: 'id',
  image: 'id',
  references: { kind: 'list', of: 'id' },
  attachments: { kind: 'list', of: 'id' },
  multiselect: { kind: 'list', of: 'text' },
  json: 'any',
  address: 'any',
  geopoint: 'any',
  geofence: 'any',
  daterange: 'any',
  lines: 'any',
}

/** Type of a field's value in expressions; field types not listed are text. A toggle with options is text. */
export function typeOfField(field: { readonly type: FieldType; readonly name?: string; readonly options?: unknown }): Type {
  if (field.name === 'id') return 'id'
  if (field.type === 'toggle' && field.options) return 'text'
  return BY_FIELD_TYPE[field.type] ?? 'text'
}

/** Whether a value of `type` can be stored in a field of type `target`. */
export function fits(type: Type, target: Type): boolean {
  if (type === target || type === 'any' || type === 'null' || target === 'any') return true
  if (typeof type === 'object' || typeof target === 'object') {
    return (
      typeof type === 'object' && typeof target === 'object' && type.kind === 'list' && target.kind === 'list' && fits(type.of, target.of)
    )
  }
  const textual = new Set<Type>(['text', 'date', 'datetime', 'time'])
  if (textual.has(type) && textual.has(target)) return type === 'text' || target === 'text' || (type === 'datetime' && target === 'date')
  return type === 'number' && target === 'id'
}

export function typeName(type: Type): string {
  if (typeof type === 'string') return type
  return type.kind === 'list' ? `list of ${typeName(type.of)}` : type.kind === 'lines' ? 'rows' : 'record'
}

const RESOLVED: Record<string, Type> = { id: 'id', name: 'text', label: 'text' }
const SYSTEM: Record<string, Type> = {
  id: 'id',
  version: 'number',
  created_by: 'id',
  created_at: 'datetime',
  updated_by: 'id',
  updated_at: 'datetime',
}

/**
 * A resolved reference: with the set of modules its columns are typed and checked; without it (the browser knows one
 * module at a time) the columns in the response are known by name and typed by value.
 */
function referenceType(field: Field, modules: ModuleSet | undefined): ObjectType {
  const target = field.to ? modules?.get(field.to) : undefined
  if (target) {
    const fields: Record<string, Type> = { ...SYSTEM, ...RESOLVED }
    for (const column of target.fields) fields[column.name] = typeOfField(column)
    return objectType(fields)
  }
  return objectType(RESOLVED, true)
}

function recordFields(fields: readonly Field[], modules: ModuleSet | undefined): Record<string, Type> {
  const types: Record<string, Type> = { ...SYSTEM }
  for (const field of fields) {
    types[field.name] = typeOfField(field)
    if (!field.refAs) continue
    const target = referenceType(field, modules)
    types[field.refAs] = field.type === 'references' ? linesType(target) : target
  }
  return types
}

/** Type of one row of a child table. */
function rowType(lines: Lines, modules?: ModuleSet): ObjectType {
  return objectType({ ...recordFields(lines.fields, modules), line_no: 'number', parent_id: 'id' })
}

/** Type of a whole record: header, resolved references, child tables, status flags. */
export function recordType(module: Pick<Module, 'fields' | 'lines' | 'workflow'>, modules?: ModuleSet): ObjectType {
  const fields = recordFields(module.fields, modules)
  if (module.workflow) {
    fields.status ??= 'text'
    fields.progress ??= 'text'
    for (const flag of module.workflow.flags) fields[flag] ??= 'bool'
  }
  for (const lines of module.lines) fields[lines.name] = linesType(rowType(lines, modules))
  return objectType(fields)
}

/** `user`, `company`, `branch`, `settings`: the same in every expression. */
export const GLOBALS: Readonly<Record<string, Type>> = {
  user: objectType({
    id: 'id',
    name: 'text',
    username: 'text',
    branch_id: 'id',
    employee_id: 'id',
    role: 'text',
  }),
  company: objectType({ id: 'id', code: 'text', name: 'text' }),
  branch: objectType({ id: 'id', code: 'text', name: 'text' }, true),
  settings: objectType({}, true),
}

/** Scope of a check that asks for confirmation: the stored record is `before`. */
export const askingScope = (scope: ScopeTypes): ScopeTypes => ({ ...scope, globals: { ...scope.globals, before: scope.record } })

/**
 * Scope of a module's expressions: the header, or with `lines` the rows of that child table.
 * Give `modules` where all modules are known (loading, server) to have reference columns checked.
 */
export function scopeOf(
  module: Pick<Module, 'fields' | 'lines' | 'workflow'>,
  options: { lines?: string; modules?: ModuleSet; globals?: Record<string, Type> } = {},
): ScopeTypes {
  // Modules still change while they are resolved; only frozen ones keep one scope for good.
  if (options.globals || !Object.isFrozen(module)) return buildScope(module, options)
  const ofSet = scopes.get(options.modules ?? NO_MODULES) ?? new WeakMap<object, Map<string, ScopeTypes>>()
  scopes.set(options.modules ?? NO_MODULES, ofSet)
  const ofModule = ofSet.get(module) ?? new Map<string, ScopeTypes>()
  ofSet.set(module, ofModule)
  const lines = options.lines ?? ''
  let scope = ofModule.get(lines)
  if (!scope) ofModule.set(lines, (scope = buildScope(module, options)))
  return scope
}

const NO_MODULES = {}
const scopes = new WeakMap<object, WeakMap<object, Map<string, ScopeTypes>>>()

function buildScope(
  module: Pick<Module, 'fields' | 'lines' | 'workflow'>,
  options: { lines?: string; modules?: ModuleSet; globals?: Record<string, Type> },
): ScopeTypes {
  const header = recordType(module, options.modules)
  const globals = { ...GLOBALS, ...options.globals }
  if (!options.lines) return { record: header, globals }
  const rows = header.fields[options.lines]
  const record = typeof rows === 'object' && rows.kind === 'lines' ? rows.row : objectType({})
  return { record, parent: header, globals }
}
