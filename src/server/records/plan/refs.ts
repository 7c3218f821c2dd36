/** References in answers: `{id, name, label, …}` beside the id, resolved in the same statement. */
import type { Field, Module, ModuleSet } from '../../../engine/module.ts'
import { referenceField, type Sees } from './paths.ts'
import { literal, quote, tableName } from './sql.ts'
import { column, type Mode, valueSql } from './values.ts'

/** Columns wanted of a referenced record, nested by reference: `{name: {}, payment_term: {days: {}}}`. */
export interface Wants {
  [name: string]: Wants
}

/** Adds a dotted path to what is wanted. */
export function want(wants: Wants, path: readonly string[]): void {
  let at = wants
  for (const segment of path) at = at[segment] ??= {}
}

export interface RefScope {
  readonly schema: string
  readonly modules: ModuleSet
  readonly sees: Sees
  readonly mode: Mode
  /** The company's, by which labels tell times. */
  readonly timeZone: string
  /** Next free alias, so that nested sub-selects never share one. */
  alias(): string
}

/** Hands out `r1`, `r2` … */
export function aliases(): () => string {
  let count = 0
  return () => `r${++count}`
}

const LABEL_TOKEN = /\{([^{}]+)\}/g

/** How a record of `module` reads, from its label template, as text. */
export function labelSql(scope: RefScope, module: Module, alias: string, depth = 0): string {
  const template = module.entity.label || `{${module.entity.name}}`
  const parts: string[] = []
  let at = 0
  for (const token of template.matchAll(LABEL_TOKEN)) {
    if (token.index > at) parts.push(literal(template.slice(at, token.index)))
    const path = token[1]!.trim().split('.')
    parts.push(spoken(scope, fieldAt(scope, module, path), pathSql(scope, module, alias, path, depth)))
    at = token.index + token[0].length
  }
  if (at < template.length) parts.push(literal(template.slice(at)))
  return `btrim(concat(${parts.length ? parts.join(', ') : "''"}), ' ·,-')`
}

/** The field at the end of a path. */
function fieldAt(scope: RefScope, module: Module, [head, ...rest]: readonly string[]): Field | undefined {
  if (!head || rest.length === 0) return head ? module.field[head] : undefined
  const target = scope.modules.get(referenceField(module, head)?.to ?? '')
  return target && fieldAt(scope, target, rest)
}

/** A value as people read it: dates and times by their masks, choices by their labels. */
function spoken(scope: RefScope, field: Field | undefined, sql: string): string {
  if (field?.type === 'date') return `to_char(${sql}, 'YYYY/MM/DD')`
  if (field?.type === 'datetime') return `to_char(${sql} at time zone ${literal(scope.timeZone)}, 'YYYY/MM/DD HH12:MI AM')`
  const named = field?.type === 'select' ? (field.options ?? []).filter(({ value, label }) => value !== label) : []
  if (!named.length) return `${sql}::text`
  return `case ${sql}::text ${named.map(({ value, label }) => `when ${literal(String(value))} then ${literal(label)}`).join(' ')} else ${sql}::text end`
}

/** A value reached through references, as a scalar sub-select; `null` when the path leads nowhere or too deep. */
export function pathSql(scope: RefScope, module: Module, alias: string, path: readonly string[], depth: number): string {
  const [head, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) {
    if (head === 'id') return column(alias, 'id')
    const field = module.field[head]
    if (!field || field.storage === 'none') return 'null'
    // A label says no more of a sensitive value than a list does.
    return (field.sensitive && scope.mode === 'list' && valueSql(alias, field, 'list')) || column(alias, head)
  }
  const field = referenceField(module, head)
  const target = field?.to ? scope.modules.get(field.to) : undefined
  if (!field || !target || field.storage !== 'bigint' || depth > 3) return 'null'
  const inner = scope.alias()
  const whole = rest.length === 1 && !target.field[rest[0]!]
  const value =
    whole && rest[0] === 'label'
      ? labelSql(scope, target, inner, depth + 1)
      : whole && rest[0] === 'name'
        ? nameSql(scope, target, inner, depth + 1)
        : pathSql(scope, target, inner, rest, depth + 1)
  return `(select ${value} from ${tableName(scope.schema, target.entity.table)} ${inner} where ${inner}.id = ${column(alias, field.name)})`
}

/** The name of a record: `entity.name`, or its label when that is not a stored field or only a number. */
export function nameSql(scope: RefScope, module: Module, alias: string, depth = 0): string {
  const field = module.field[module.entity.name]
  const named = field && field.storage !== 'none' && field.storage !== 'bigint' && field.type !== 'integer'
  return named ? column(alias, field.name) : labelSql(scope, module, alias, depth)
}

/** PostgreSQL functions take at most 100 arguments. */
const MAX_PAIRS = 45

/** `json_build_object` without its argument limit. */
export function objectSql(pairs: readonly (readonly [string, string])[]): string {
  const build = (some: typeof pairs, make: string): string => `${make}(${some.map(([name, sql]) => `${literal(name)}, ${sql}`).join(', ')})`
  if (pairs.length <= MAX_PAIRS) return build(pairs, 'json_build_object')
  const chunks: string[] = []
  for (let at = 0; at < pairs.length; at += MAX_PAIRS) chunks.push(build(pairs.slice(at, at + MAX_PAIRS), 'jsonb_build_object'))
  return `(${chunks.join(' || ')})::json`
}

/** The object that stands for one referenced record, read through `alias`. */
export function refObject(scope: RefScope, target: Module, alias: string, refColumns: readonly string[], wants: Wants): string {
  const pairs = new Map<string, string>([
    ['id', column(alias, 'id')],
    ['name', nameSql(scope, target, alias)],
    ['label', labelSql(scope, target, alias)],
  ])
  const nested: Wants = {}
  for (const path of [...refColumns.map((one) => one.split('.')), ...paths(wants)]) {
    if (path.length > 1) {
      want(nested, path)
      continue
    }
    const field = target.field[path[0]!]
    if (!field || !scope.sees(field) || pairs.has(field.name)) continue
    const sql = valueSql(alias, field, scope.mode)
    if (sql) pairs.set(field.name, sql)
  }
  for (const [head, rest] of Object.entries(nested)) {
    const field = referenceField(target, head)
    if (!field || !scope.sees(field) || !field.refAs) continue
    const sql = refSql(scope, field, alias, rest)
    if (sql) pairs.set(field.refAs, sql)
  }
  return objectSql([...pairs])
}

function paths(wants: Wants): string[][] {
  return Object.entries(wants).flatMap(([head, rest]) => {
    const deeper = paths(rest)
    return deeper.length ? deeper.map((tail) => [head, ...tail]) : [[head]]
  })
}

/** The resolved object (or array of them) of a reference field; undefined when its target is not installed. */
export function refSql(scope: RefScope, field: Field, alias: string, wants: Wants = {}): string | undefined {
  const target = field.to ? scope.modules.get(field.to) : undefined
  if (!target || !field.refAs || field.storage === 'none') return undefined
  const inner = scope.alias()
  const object = refObject(scope, target, inner, field.refColumns, wants)
  const from = `${tableName(scope.schema, target.entity.table)} ${inner}`
  const own = column(alias, field.name)
  return field.storage === 'bigint[]'
    ? `(select coalesce(json_agg(${object} order by array_position(${own}, ${inner}.id)), '[]'::json) from ${from} where ${inner}.id = any(${own}))`
    : `(select ${object} from ${from} where ${inner}.id = ${own})`
}

/** Select-list entries (`expression as "name"`) of fields with their resolved references. */
export function fieldSelect(scope: RefScope, fields: readonly Field[], alias: string, wants: Wants = {}): string[] {
  const list: string[] = []
  for (const field of fields) {
    if (!scope.sees(field)) continue
    const value = valueSql(alias, field, scope.mode)
    if (value === undefined) continue
    list.push(`${value} as ${quote(field.name)}`)
    const ref = field.refAs ? refSql(scope, field, alias, wants[field.refAs]) : undefined
    if (ref) list.push(`${ref} as ${quote(field.refAs!)}`)
  }
  return list
}
