/** References in responses: `{id, name, label, …}` beside the id, resolved in the same statement. */
import type { Field, Module, ModuleSet } from '../../../engine/model/module.ts'
import {
  can,
  fieldOf,
  fieldsAlong,
  isConfidential,
  labelTemplate,
  type Place,
  referenceField,
  type Target,
} from '../../../engine/runtime/permissions/index.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import type { Reader, Spot } from './reader.ts'
import { column, type Mode, valueSql } from './values.ts'

/** Columns wanted of a referenced record, nested by reference: `{name: {}, payment_term: {days: {}}}`. */
export interface Wants {
  [name: string]: Wants
}

/** Adds a dotted path to the wanted columns. */
export function want(wants: Wants, path: readonly string[]): void {
  let node = wants
  for (const segment of path) node = node[segment] ??= {}
}

export interface RefScope {
  readonly schema: string
  readonly modules: ModuleSet
  /** The names that the caller can use, and the rows that they reach. */
  readonly reader: Reader
  readonly mode: Mode
  /** The company's time zone, in which labels show times. */
  readonly timeZone: string
  /** References contain only the requested columns, not those that forms need besides. */
  readonly lean?: boolean
  /** Next free alias, so that nested sub-selects never share one. */
  alias(): string
}

/** Hands out `r1`, `r2` …; another letter for texts that are compiled apart from the statement that they become a part of. */
export function aliases(letter = 'r'): () => string {
  let count = 0
  return () => `${letter}${++count}`
}

const LABEL_TOKEN = /\{([^{}]+)\}/g

/**
 * The label of a record of `module`, from its template, as text. Confidential parts are left out for callers without a
 * right to them, with the text before them.
 */
export function labelSql(scope: RefScope, module: Module, alias: string, depth = 0): string {
  const template = labelTemplate(module)
  const parts: string[] = []
  let position = 0
  let left = false
  for (const token of template.matchAll(LABEL_TOKEN)) {
    const part = partSql(scope, module, { alias, path: token[1]!.trim(), depth })
    if (part && token.index > position) parts.push(literal(template.slice(position, token.index)))
    if (part) parts.push(part)
    else left = true
    position = token.index + token[0].length
  }
  if (position < template.length) parts.push(literal(template.slice(position)))
  if (left && !parts.length) parts.push(literal(`${module.singular} `), `${column(alias, 'id')}::text`)
  return `btrim(concat(${parts.length ? parts.join(', ') : "''"}), ' ·,-')`
}

/** One part of a label as text; undefined when it is confidential and the caller has no right to it. */
function partSql(
  scope: RefScope,
  module: Module,
  { alias, path, depth }: { readonly alias: string; readonly path: string; readonly depth: number },
): string | undefined {
  const field = fieldAt(scope, module, path.split('.'))
  const fields = fieldsAlong(scope.modules, module, path) ?? []
  if (!fields.some(isConfidential)) return spoken(scope, field, pathSql(scope, { module, alias }, path.split('.'), { depth }))
  const target = scope.reader.name(module, path, 'column')
  if (!target) return undefined
  const text = spoken(scope, field, pathSql(scope, { module, alias }, path.split('.'), { depth, target }))
  const reach = scope.reader.reach(module, alias)
  return reach ? `case when ${reach} then ${text} end` : text
}

/** Whether a sensitive value of the module is shown whole: for calculations, and to callers who can open its records. */
const showsWhole = ({ reader, mode }: RefScope, module: Module): boolean =>
  reader.who === 'system' ? mode !== 'list' : mode === 'read' && can(reader.who, module, 'view')

/** The field at the end of a path. */
function fieldAt(scope: RefScope, module: Module, [head, ...rest]: readonly string[]): Field | undefined {
  if (!head || rest.length === 0) return head ? module.field[head] : undefined
  const target = scope.modules.get(referenceField(module, head)?.to ?? '')
  return target && fieldAt(scope, target, rest)
}

/** A value as text for users: dates and times by their masks, amounts by thousands, percents without zeros at their end, choices by their labels. */
function spoken(scope: RefScope, field: Field | undefined, sql: string): string {
  if (field?.type === 'date') return `to_char(${sql}, 'YYYY/MM/DD')`
  if (field?.type === 'month') return `replace(${sql}::text, '-', '/')`
  if (field?.type === 'datetime') return `to_char(${sql} at time zone ${literal(scope.timeZone)}, 'YYYY/MM/DD HH12:MI AM')`
  if (field?.type === 'money') return `to_char(${sql}, 'FM999,999,999,999,999,990.00')`
  if (field?.type === 'percent') return `trim_scale(${sql})::text`
  const named = field?.type === 'select' ? (field.options ?? []).filter(({ value, label }) => value !== label) : []
  if (!named.length) return `${sql}::text`
  return `case ${sql}::text ${named.map(({ value, label }) => `when ${literal(String(value))} then ${literal(label)}`).join(' ')} else ${sql}::text end`
}

/**
 * A value reached through references, as a scalar sub-select; `null` when the path does not exist or is too deep.
 * `target`: the caller's access by the path, where its rows are restricted to those that they reach.
 */
export function pathSql(
  scope: RefScope,
  spot: Spot,
  path: readonly string[],
  { depth, target }: { readonly depth: number; readonly target?: Target },
): string {
  const [head, ...rest] = path as [string, ...string[]]
  const part = spot.lines?.lines ?? spot.module
  const alias = spot.lines?.alias ?? spot.alias
  if (rest.length === 0) {
    if (head === 'id') return column(alias, 'id')
    const field = part.field[head]
    if (!field || field.storage === 'none') return 'null'
    const fieldSql = scope.reader.column(spot, field)
    // A label shows no more of a sensitive value than a list does.
    return (field.sensitive && !showsWhole(scope, spot.module) && valueSql(fieldSql, field, 'list')) || fieldSql
  }
  const field = referenceField(part, head)
  const next = field?.to ? scope.modules.get(field.to) : undefined
  if (!field || !next || field.storage !== 'bigint' || depth > 3) return 'null'
  const inner = scope.alias()
  const nextSpot = { module: next, alias: inner }
  const whole = rest.length === 1 && !next.field[rest[0]!]
  const value =
    whole && rest[0] === 'label'
      ? labelSql(scope, next, inner, depth + 1)
      : whole && rest[0] === 'name'
        ? nameSql(scope, next, inner, depth + 1)
        : pathSql(scope, nextSpot, rest, { depth: depth + 1, target: target?.kind === 'reference' ? target.rest : undefined })
  const reach = target?.kind === 'reference' && target.rows === 'reached' ? scope.reader.reach(next, inner) : undefined
  return `(select ${value} from ${qualify(scope.schema, next.entity.table)} ${inner} where ${inner}.id = ${scope.reader.column(spot, field)}${reach ? ` and ${reach}` : ''})`
}

/** The name of a record: `entity.name`, or its label when that is not a stored field, only a number, or closed to the caller. */
export function nameSql(scope: RefScope, module: Module, alias: string, depth = 0): string {
  const field = module.field[module.entity.name]
  const named = field && field.storage !== 'none' && field.storage !== 'bigint' && field.type !== 'integer'
  if (!named) return labelSql(scope, module, alias, depth)
  const fieldSql = scope.reader.column({ module, alias }, field)
  if (!isConfidential(field)) return fieldSql
  if (!scope.reader.name(module, field.name, 'column')) return labelSql(scope, module, alias, depth)
  const text = (field.sensitive && !showsWhole(scope, module) && valueSql(fieldSql, field, 'list')) || fieldSql
  const reach = scope.reader.reach(module, alias)
  return reach ? `case when ${reach} then ${text} end` : text
}

/** PostgreSQL functions take at most 100 arguments. */
const MAX_PAIRS = 45

/** `json_build_object` without its argument limit. */
export function objectSql(pairs: readonly (readonly [string, string])[]): string {
  const build = (some: typeof pairs, make: string): string => `${make}(${some.map(([name, sql]) => `${literal(name)}, ${sql}`).join(', ')})`
  if (pairs.length <= MAX_PAIRS) return build(pairs, 'json_build_object')
  const chunks: string[] = []
  for (let index = 0; index < pairs.length; index += MAX_PAIRS)
    chunks.push(build(pairs.slice(index, index + MAX_PAIRS), 'jsonb_build_object'))
  return `(${chunks.join(' || ')})::json`
}

/** The fields of every reference. */
const FRAME: ReadonlySet<string> = new Set(['id', 'name', 'label'])

/** Columns of a referenced record, with their origin: the reference, a descriptor, or (absent) the request. */
export interface Layer {
  readonly wants: Wants
  readonly by: Place | 'descriptor' | undefined
}

/** The alias of a referenced row and the layers of columns asked for. */
interface ReferenceLayers {
  readonly alias: string
  readonly layers: readonly Layer[]
  readonly reached?: boolean
}

/** The object of one referenced record, read through `alias`. `reached`: only rows that the caller reaches are read. */
export function refObject(scope: RefScope, target: Module, { alias, layers, reached = false }: ReferenceLayers): string {
  const pairs = new Map<string, string>([
    ['id', column(alias, 'id')],
    ['name', nameSql(scope, target, alias)],
    ['label', labelSql(scope, target, alias)],
  ])
  const spot = { module: target, alias }
  const nested = new Map<string, Layer[]>()
  let reach: string | undefined
  let asked = reached
  for (const { wants, by } of layers) {
    for (const [head, rest] of Object.entries(wants)) {
      const deeper = Object.keys(rest).length > 0
      const field = deeper ? referenceField(target, head) : fieldOf(target, head)
      const way = field && scope.reader.brings(by, target, field.name, scope.mode !== 'list')
      if (!field || !way) continue
      if (deeper) {
        const layer = { wants: rest, by: by && ('descriptor' as const) }
        nested.set(field.name, [...(nested.get(field.name) ?? []), layer])
        continue
      }
      const sql = valueSql(scope.reader.column(spot, field), field, scope.mode)
      if (!sql || FRAME.has(head) || (pairs.has(head) && way === 'reached')) continue
      if (way === 'reached' && !asked) {
        reach = scope.reader.reach(target, alias)
        asked = true
      }
      pairs.set(head, way === 'reached' && reach ? `case when ${reach} then ${sql} end` : sql)
    }
  }
  for (const [name, layers] of nested) {
    const field = target.field[name]!
    const sql = field.refAs ? refSql(scope, field, spot, layers) : undefined
    if (sql) pairs.set(field.refAs!, sql)
  }
  return objectSql([...pairs])
}

/** Converts columns to wanted paths. */
export function wantsOf(paths: readonly string[]): Wants {
  const wants: Wants = {}
  for (const path of paths) want(wants, path.split('.'))
  return wants
}

/** The resolved object (or array of them) of a reference field; undefined when its target is not installed. */
export function refSql(scope: RefScope, field: Field, spot: Spot, layers: readonly Layer[] = []): string | undefined {
  const target = field.to ? scope.modules.get(field.to) : undefined
  if (!target || !field.refAs || field.storage === 'none') return undefined
  const inner = scope.alias()
  const place = { module: spot.module, ...(spot.lines && { lines: spot.lines.lines }), field }
  const object = refObject(scope, target, {
    alias: inner,
    layers: scope.lean ? layers : [{ wants: wantsOf(field.refColumns), by: place }, ...layers],
  })
  const from = `${qualify(scope.schema, target.entity.table)} ${inner}`
  const fieldSql = scope.reader.column(spot, field)
  return field.storage === 'bigint[]'
    ? `(select coalesce(json_agg(${object} order by array_position(${fieldSql}, ${inner}.id)), '[]'::json) from ${from} where ${inner}.id = any(${fieldSql}))`
    : `(select ${object} from ${from} where ${inner}.id = ${fieldSql})`
}

/** Select-list entries (`expression as "name"`) of fields with their resolved references; `wants`: columns of references that descriptors show. */
export function fieldSelect(scope: RefScope, fields: readonly Field[], spot: Spot, wants: Wants = {}): string[] {
  const list: string[] = []
  for (const field of fields) {
    if (!scope.reader.sees(field)) continue
    const fieldSql = column(spot.lines?.alias ?? spot.alias, field.name)
    const value = valueSql(fieldSql, field, scope.mode)
    if (value === undefined) continue
    const open = scope.reader.open(spot, field)
    list.push(`${open ? `case when ${open} then ${value} end` : value} as ${quote(field.name)}`)
    const layers = field.refAs && wants[field.refAs] ? [{ wants: wants[field.refAs]!, by: 'descriptor' as const }] : []
    const ref = field.refAs ? refSql(scope, field, spot, layers) : undefined
    if (ref) list.push(`${ref} as ${quote(field.refAs!)}`)
  }
  return list
}
