/** Initial and fetched values of a form: defaults, values of a picked reference, conditions of pickers. */

import type { Field, Json, Lines, Module, ModuleSet, Row, RowFilter } from '../../model/module.ts'
import type { EvalEnv, ScopeTypes } from '../expressions/index.ts'
import { compileExpression, isEmpty, scopeOf } from '../expressions/index.ts'
import { sameValue, toField } from './values.ts'

type Source = Pick<Module, 'fields' | 'lines' | 'workflow'>

/** Default values of the header; child tables start empty. Fields without a default are absent. */
export function defaults(module: Source, env: EvalEnv, modules?: ModuleSet): Row {
  const scope = startScope(scopeOf(module, modules ? { modules } : {}))
  const row: Row = {}
  for (const field of module.fields) initial(field, row, (expr) => compileExpression(expr, scope).evaluate(row, env))
  for (const lines of module.lines) row[lines.name] = []
  return row
}

/** The record that a row is added to. */
interface RowPlace {
  readonly record: Row
  readonly env: EvalEnv
  readonly modules?: ModuleSet
}

/** Default values of a new row of a child table of this record. */
export function rowDefaults(module: Source, lines: Lines, { record, env, modules }: RowPlace): Row {
  const scope = startScope(scopeOf(module, { lines: lines.name, ...(modules ? { modules } : {}) }))
  const row: Row = {}
  for (const field of lines.fields) initial(field, row, (expr) => compileExpression(expr, scope).evaluate(row, env, record))
  return row
}

const startScopes = new WeakMap<ScopeTypes, ScopeTypes>()

/**
 * At the start of a record no reference is picked yet: `user`, `company` and `branch` are those of the user, also in a
 * module whose own reference has such a name.
 */
function startScope(scope: ScopeTypes): ScopeTypes {
  let start = startScopes.get(scope)
  if (!start) {
    const recordFields = Object.entries(scope.record.fields).filter(([name]) => !Object.hasOwn(scope.globals, name))
    startScopes.set(scope, (start = { ...scope, record: { ...scope.record, fields: Object.fromEntries(recordFields) } }))
  }
  return start
}

function initial(field: Field, row: Row, evaluate: (expr: string) => unknown): void {
  if (!field.default) return
  const value = 'expr' in field.default ? toField(field, evaluate(field.default.expr)) : field.default.value
  if (value !== null) row[field.name] = value
}

/** The field that was picked, its record, and the record picked before. */
interface PickedReference {
  readonly field: string
  readonly picked: Row | null
  readonly before?: Row | null
  /** Whether a user wrote the field; a default that is an expression has a value of its own in every form. */
  readonly isEntered?: (name: string) => boolean
  /** Whether the value of the field is a proposal that nobody has changed. */
  readonly isProposed?: (name: string) => boolean
}

/**
 * Values that fields with `fetch` take when `field` is picked: into empty fields, and into fields that still hold their
 * default, a proposal or the value of the reference picked before, so that a user's own entry survives. `fields` are those of the
 * header or of the row that `row` is.
 */
export function applyFetch(fields: readonly Field[], row: Row, { field, picked, before, isEntered, isProposed }: PickedReference): Row {
  const set: Row = {}
  for (const target of fields) {
    const path = target.fetch?.find(({ from }) => from === field)?.path
    if (path === undefined) continue
    const current = row[target.name]
    const initial = target.default && 'value' in target.default ? target.default.value : undefined
    const isInitial =
      initial === undefined ? target.default !== undefined && isEntered?.(target.name) === false : sameValue(current, initial)
    const untouched = isEmpty(current) || isProposed?.(target.name) || (before ? sameValue(current, before[path]) : isInitial)
    if (!untouched) continue
    const value = picked?.[path] ?? null
    if (value === null && (isEmpty(current) || sameValue(current, initial))) continue
    set[target.name] = value
    if (target.refAs) set[target.refAs] = picked?.[path.replace(/_id$/, '')] ?? null
  }
  return set
}

/**
 * Fields of the record that the usual record of a reference (`propose.where`) depends on: those that its conditions name, and
 * the references that bring a value themselves, which goes first. None where every record begins with the same one.
 */
export function usualInputs({ filter, propose, fetch = [] }: Pick<Field, 'filter' | 'propose' | 'fetch'>): readonly string[] {
  if (!propose || !('where' in propose)) return []
  const missing = [filter, ...propose.where].flatMap((condition) => resolveFilter(condition, {}).missing)
  return [...new Set([...fetch.map(({ from }) => from), ...missing])]
}

export interface ResolvedFilter {
  readonly filter: Record<string, unknown>
  /** Siblings that the condition needs and that are still empty. */
  readonly missing: readonly string[]
}

/** A reference's condition with `$sibling` and `$parent.field` replaced by their values. */
export function resolveFilter(filter: RowFilter | undefined, row: Row, parent?: Row): ResolvedFilter {
  const resolved: Record<string, unknown> = {}
  const missing: string[] = []
  for (const [name, condition] of Object.entries(filter ?? {})) {
    const value = replace(condition, row, parent, missing)
    if (value !== undefined) resolved[name] = value
  }
  return { filter: resolved, missing }
}

function replace(value: Json, row: Row, parent: Row | undefined, missing: string[]): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    const path = value.slice(1)
    const found = path.startsWith('parent.') ? read(parent ?? {}, path.slice('parent.'.length)) : read(row, path)
    if (!isEmpty(found)) return found
    missing.push(path)
    return undefined
  }
  if (Array.isArray(value)) return value.map((each) => replace(each, row, parent, missing)).filter((each) => each !== undefined)
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([operator, each]) => [operator, replace(each, row, parent, missing)]))
  }
  return value
}

function read(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value !== null && typeof value === 'object' ? (value as Row)[name] : undefined), row)
}
