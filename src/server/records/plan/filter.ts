/** Filters of a list request as SQL conditions. */
import type { Module, ModuleSet } from '../../../engine/module.ts'
import { invalid } from '../../errors.ts'
import { booleanOf, type CompareEnv, compare, listOf, OPERATORS, type Operator } from './compare.ts'
import { didYouMean, findPath, type Sees, type Target, visibleNames } from './paths.ts'
import { literal, tableName } from './sql.ts'
import { TAGS, tagCondition } from './tags.ts'
import { column } from './values.ts'

export interface FilterEnv extends CompareEnv {
  readonly schema: string
  readonly modules: ModuleSet
  readonly sees: Sees
  /** May the caller look through a reference at this column of that module? */
  readonly through: (module: Module, name: string) => boolean
  readonly alias: () => string
}

/** `progress` as it reads today: stored, but overdue once its date has passed and something is still open. */
export function progressSql(module: Module, alias: string, today: () => string): string {
  const stored = column(alias, 'progress')
  const overdue = module.workflow?.progress?.overdue
  if (!overdue) return stored
  const open = module.workflow!.progress!.names.slice(0, 2).map(literal).join(', ')
  return `case when ${stored} in (${open}) and ${column(alias, overdue.date)} < ${today()} then ${literal(overdue.name)} else ${stored} end`
}

function isOperators(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Conditions of `{field: value | {operator: value}}`; all must hold. Unknown names are 400 with the nearest name. */
export function filterSql(env: FilterEnv, module: Module, alias: string, filter: Record<string, unknown>): string[] {
  const conditions: string[] = []
  for (const [path, given] of Object.entries(filter)) {
    if (given === undefined || given === '') continue
    const target = findPath(env.modules, module, path, env.sees)
    if (!target || !permitted(env, target)) {
      throw invalid({ [path]: [`There is no field "${path}" to filter by.${didYouMean(path, visibleNames(module, env.sees))}`] })
    }
    const operators = isOperators(given)
      ? given
      : { [Array.isArray(given) ? 'in' : isNull(given, target) ? 'null' : 'eq']: isNull(given, target) ? true : given }
    for (const [op, value] of Object.entries(operators)) {
      if (!(OPERATORS as readonly string[]).includes(op)) {
        throw invalid({ [path]: [`There is no operator "${op}".${didYouMean(op, OPERATORS)}`] })
      }
      if (value === undefined || value === '') continue
      conditions.push(condition(env, module, target, alias, op as Operator, value, path))
    }
  }
  return conditions
}

/** `null`, also as a word where no value can read so. */
const isNull = (value: unknown, target: Target): boolean =>
  value === null || (value === 'null' && !(target.kind === 'column' && target.field.storage === 'text'))

function permitted(env: FilterEnv, target: Target): boolean {
  if (target.kind === 'lines') return permitted(env, target.rest)
  if (target.kind !== 'reference') return true
  const { rest } = target
  const name =
    rest.kind === 'column' || rest.kind === 'progress' || rest.kind === 'reference' ? rest.field.name : rest.kind === 'tags' ? TAGS : 'id'
  return env.through(target.module, name) && permitted(env, rest)
}

function condition(env: FilterEnv, module: Module, target: Target, alias: string, op: Operator, value: unknown, path: string): string {
  switch (target.kind) {
    case 'column':
      return compare(env, column(alias, target.field.name), target.field, op, value, path)
    case 'builtin':
      return compare(env, column(alias, target.name), { storage: 'bigint' }, op, value, path)
    case 'progress':
      return compare(
        env,
        progressSql(module, alias, () => env.params.add(env.today, 'date')),
        target.field,
        op,
        value,
        path,
      )
    case 'flag':
      return flagCondition(env, target.states, alias, op, value, path)
    case 'tags':
      return tagCondition(env, module, alias, op, value, path)
    case 'reference': {
      const inner = env.alias()
      const own = column(alias, target.field.name)
      const joined = target.field.storage === 'bigint[]' ? `${inner}.id = any(${own})` : `${inner}.id = ${own}`
      return `exists (select 1 from ${tableName(env.schema, target.module.entity.table)} ${inner} where ${joined} and ${condition(env, target.module, target.rest, inner, op, value, path)})`
    }
    case 'lines': {
      const inner = env.alias()
      return `exists (select 1 from ${tableName(env.schema, target.lines.table)} ${inner} where ${inner}.parent_id = ${alias}.id and ${condition(env, module, target.rest, inner, op, value, path)})`
    }
  }
}

function flagCondition(env: FilterEnv, states: readonly string[], alias: string, op: Operator, value: unknown, path: string): string {
  const within = `coalesce(${column(alias, 'status')} = any(${env.params.add(states, 'text[]')}), false)`
  if (op === 'in') {
    const wanted = new Set(listOf(value, path).map((one) => booleanOf(one, path)))
    return wanted.size === 2 ? 'true' : wanted.has(true) ? within : `not ${within}`
  }
  if (op !== 'eq' && op !== 'ne') throw invalid({ [path]: [`"${op}" does not apply to true or false.`] })
  return booleanOf(value, path) === (op === 'eq') ? within : `not ${within}`
}
