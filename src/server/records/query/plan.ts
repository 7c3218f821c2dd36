/**
 * Read plans: the select lists of a module, compiled once per company schema and set of field rights.
 * A Module object is frozen and replaced when its descriptor changes, so it is the cache's key.
 */
import type { Field, Lines, Module, ModuleSet } from '../../../engine/model/module.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { progressSql } from './filter.ts'
import { flagStates } from './paths.ts'
import { TODAY } from './person.ts'
import type { Reader, ReaderBase, Spot } from './reader.ts'
import { aliases, fieldSelect, labelSql, type RefScope, wantsOf } from './refs.ts'
import { tagsSelect } from './tags.ts'
import { column, type Mode, valueSql } from './values.ts'

export interface ReadPlan {
  readonly table: string
  /** Select list of the header, reading alias `t`. */
  readonly header: string
  /** Select list of the child tables as JSON arrays; empty where there is none. */
  readonly lines: string
  /** The same, with the rows of child tables that a statement has just written: `written` names the WITH query of their rows. */
  linesWritten(written: ReadonlyMap<string, string>): string
  /** Select list of the stored header columns, without references and what follows from them. */
  readonly stored: string
  /** Whole statements by their shape: a long text is built and looked up once, not per request. */
  readonly texts: Map<string, string>
}

interface PlanKey {
  readonly schema: string
  readonly modules: ModuleSet
  /** The caller's rights; conditions on rows carry marks that `filled` replaces. */
  readonly reader: (base: ReaderBase) => Reader
  /** Names the rights that the plan depends on. */
  readonly access: string
  readonly mode: Mode
  readonly timeZone: string
  /** The only fields that are read, references without the columns that forms need of them; all unless given. */
  readonly only?: FieldChoice
}

/** A request's choice of a module's fields. */
export interface FieldChoice {
  /** Names of fields, flags, `tags` and `label`. */
  readonly names: ReadonlySet<string>
  /** Columns of references among them (`supplier.code`). */
  readonly paths: readonly string[]
}

/** Choices of fields cached per set of rights; a list is requested in few shapes. */
const MAX_CHOICES = 50

const plans = new WeakMap<ModuleSet, WeakMap<Module, Map<string, ReadPlan>>>()

/** The compiled read plan of a module. */
export function readPlan(key: PlanKey, module: Module): ReadPlan {
  let ofSet = plans.get(key.modules)
  if (!ofSet) plans.set(key.modules, (ofSet = new WeakMap()))
  let ofModule = ofSet.get(module)
  if (!ofModule) ofSet.set(module, (ofModule = new Map()))
  const chosen = key.only ? [...key.only.names, ...key.only.paths].sort().join() : '*'
  const name = `${key.schema}|${key.mode}|${key.timeZone}|${key.access}|${chosen}`
  let plan = ofModule.get(name)
  if (!plan) {
    plan = compile(key, module)
    if (!key.only || ofModule.size < MAX_CHOICES) ofModule.set(name, plan)
  }
  return plan
}

/** Values too heavy for a list unless it shows them as a column. */
const HEAVY = new Set<Field['type']>(['richtext', 'json', 'geofence'])
const ALWAYS = ['id', 'version'] as const

function compile(key: PlanKey, module: Module): ReadPlan {
  const { schema, modules, mode, timeZone } = key
  const base = { schema, modules, alias: aliases() }
  const { only } = key
  const scope: RefScope = { ...base, reader: key.reader(base), mode, timeZone, ...(only && { lean: true }) }
  const wanted = (name: string): boolean => !only || only.names.has(name)
  const spot = { module, alias: 't' }
  const shown = new Set(module.columns.map((column) => column.path.split('.')[0]!))
  const fields = module.fields.filter(
    (field) =>
      !ALWAYS.includes(field.name as 'id') &&
      field.name !== 'progress' &&
      wanted(field.name) &&
      (key.mode !== 'list' || !HEAVY.has(field.type) || shown.has(field.name)),
  )
  const listed = [...module.columns, ...(mode === 'list' ? (module.offeredColumns ?? []) : [])]
  const wants = wantsOf(only?.paths ?? listed.map(({ path }) => path).filter((path) => path.includes('.')))
  const header = [
    ...ALWAYS.map((name) => `t.${quote(name)}`),
    ...fieldSelect(scope, fields, spot, wants),
    ...progressSelect(module),
    ...flagSelect(module, wanted),
    ...(key.mode === 'exact' || !wanted('tags') ? [] : tagsSelect(key.schema, key.modules, module, 't')),
    ...(key.mode === 'exact' || !wanted('label') ? [] : [`${labelSql(scope, module, 't')} as "label"`].filter(() => !module.field.label)),
  ].join(', ')
  const tables = module.lines.filter((lines) => !lines.apart && scope.reader.sees(lines)).map((lines) => linesSelect(scope, spot, lines))
  const linesWritten: ReadPlan['linesWritten'] = (written) => tables.map((select) => select(written)).join(', ')
  return {
    table: qualify(key.schema, module.entity.table),
    header,
    lines: linesWritten(new Map()),
    linesWritten,
    stored: storedSelect(module, mode),
    texts: new Map(),
  }
}

function progressSelect(module: Module): string[] {
  if (!module.field.progress) return []
  return [`${progressSql(module, 't', () => TODAY)} as "progress"`]
}

function flagSelect(module: Module, wanted: (name: string) => boolean): string[] {
  return (module.workflow?.flags ?? [])
    .filter((flag) => !module.field[flag] && wanted(flag))
    .map((flag) => `coalesce(t."status" in (${flagStates(module, flag).map(literal).join(', ') || 'null'}), false) as ${quote(flag)}`)
}

function storedSelect(module: Module, mode: Mode): string {
  const columns = module.fields.filter(({ name }) => !ALWAYS.includes(name as 'id'))
  const values = columns.flatMap((field) => {
    const value = valueSql(column('t', field.name), field, mode)
    return value === undefined ? [] : [`${value} as ${quote(field.name)}`]
  })
  return [...ALWAYS.map((name) => column('t', name)), ...values].join(', ')
}

/** A child table of the record `spot` as a JSON array in line order: `(select …) as "items"`; of the rows that were written, where given. */
function linesSelect(scope: RefScope, spot: Spot, lines: Lines): (written: ReadonlyMap<string, string>) => string {
  const alias = scope.alias()
  const fields = lines.fields.filter((field) => !['id', 'parent_id', 'line_no'].includes(field.name))
  const list = [`${alias}."id"`, `${alias}."line_no"`, ...fieldSelect(scope, fields, { ...spot, lines: { lines, alias } })].join(', ')
  return (written) =>
    `(select coalesce(json_agg(x), '[]'::json) from (select ${list} from ${written.get(lines.name) ?? qualify(scope.schema, lines.table)} ${alias} where ${alias}.parent_id = ${spot.alias}.id order by ${alias}.line_no, ${alias}.id) x) as ${quote(lines.name)}`
}
