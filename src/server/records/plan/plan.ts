/**
 * Read plans: the select lists of a module, compiled once per company schema and set of field rights.
 * A Module object is frozen and replaced when its descriptor changes, so it is the cache's key.
 */
import type { Field, Lines, Module, ModuleSet } from '../../../engine/module.ts'
import { progressSql } from './filter.ts'
import { flagStates, type Sees } from './paths.ts'
import { aliases, fieldSelect, labelSql, type RefScope, type Wants, want } from './refs.ts'
import { literal, type Params, quote, tableName } from './sql.ts'
import { tagsSelect } from './tags.ts'
import type { Mode } from './values.ts'

export interface ReadPlan {
  readonly table: string
  /** Select list of the header, reading alias `t`. */
  readonly header: string
  /** Select list of the child tables as JSON arrays. */
  readonly lines: string
  /** Whole statements by what they are asked with: a long text is put together and looked up once, not per request. */
  readonly texts: Map<string, string>
}

export interface PlanKey {
  readonly schema: string
  readonly modules: ModuleSet
  readonly sees: Sees
  /** Names the set of field rights. */
  readonly access: string
  readonly mode: Mode
  readonly timeZone: string
}

const plans = new WeakMap<ModuleSet, WeakMap<Module, Map<string, ReadPlan>>>()

/** The compiled read plan of a module. */
export function readPlan(key: PlanKey, module: Module): ReadPlan {
  let ofSet = plans.get(key.modules)
  if (!ofSet) plans.set(key.modules, (ofSet = new WeakMap()))
  let ofModule = ofSet.get(module)
  if (!ofModule) ofSet.set(module, (ofModule = new Map()))
  const name = `${key.schema}|${key.mode}|${key.timeZone}|${key.access}`
  let plan = ofModule.get(name)
  if (!plan) ofModule.set(name, (plan = compile(key, module)))
  return plan
}

/** Values too heavy for a list unless it shows them as a column. */
const HEAVY = new Set<Field['type']>(['richtext', 'json', 'geofence'])
const ALWAYS = ['id', 'version'] as const

function compile(key: PlanKey, module: Module): ReadPlan {
  const { schema, modules, sees, mode, timeZone } = key
  const scope: RefScope = { schema, modules, sees, mode, timeZone, alias: aliases() }
  const shown = new Set(module.columns.map((one) => one.path.split('.')[0]!))
  const fields = module.fields.filter(
    (field) =>
      !ALWAYS.includes(field.name as 'id') &&
      field.name !== 'progress' &&
      (key.mode !== 'list' || !HEAVY.has(field.type) || shown.has(field.name)),
  )
  const wants: Wants = {}
  for (const { path } of module.columns) {
    const segments = path.split('.')
    if (segments.length > 1) want(wants, segments)
  }
  const header = [
    ...ALWAYS.map((name) => `t.${quote(name)}`),
    ...fieldSelect(scope, fields, 't', wants),
    ...progressSelect(module),
    ...flagSelect(module),
    ...(key.mode === 'exact' ? [] : tagsSelect(key.schema, key.modules, module, 't')),
    ...(key.mode === 'exact' ? [] : [`${labelSql(scope, module, 't')} as "label"`].filter(() => !module.field.label)),
  ].join(', ')
  return {
    table: tableName(key.schema, module.entity.table),
    header,
    lines: module.lines
      .filter((lines) => !lines.apart && key.sees(lines))
      .map((lines) => linesSelect(scope, lines))
      .join(', '),
    texts: new Map(),
  }
}

/** Stands in a plan for the business day, which is a parameter of each request. */
const TODAY = '@today@'

/** Puts the placeholder of the business day into a select list of a plan. */
export const withToday = (select: string, params: Params, today: string): string =>
  select.includes(TODAY) ? select.replaceAll(TODAY, params.add(today, 'date')) : select

function progressSelect(module: Module): string[] {
  if (!module.field.progress) return []
  return [`${progressSql(module, 't', () => TODAY)} as "progress"`]
}

function flagSelect(module: Module): string[] {
  return (module.workflow?.flags ?? [])
    .filter((flag) => !module.field[flag])
    .map((flag) => `coalesce(t."status" in (${flagStates(module, flag).map(literal).join(', ') || 'null'}), false) as ${quote(flag)}`)
}

/** A child table as a JSON array in line order: `(select …) as "items"`. */
export function linesSelect(scope: RefScope, lines: Lines, parent = 't.id'): string {
  const alias = scope.alias()
  const fields = lines.fields.filter((field) => !['id', 'parent_id', 'line_no'].includes(field.name))
  const list = [`${alias}."id"`, `${alias}."line_no"`, ...fieldSelect(scope, fields, alias)].join(', ')
  return `(select coalesce(json_agg(x), '[]'::json) from (select ${list} from ${tableName(scope.schema, lines.table)} ${alias} where ${alias}.parent_id = ${parent} order by ${alias}.line_no, ${alias}.id) x) as ${quote(lines.name)}`
}
