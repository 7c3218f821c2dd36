/** Filters of a list request as SQL conditions. */

import type { Field, Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { type Asked, booleanOf, compare, listOf, OPERATORS, type Operator } from './compare.ts'
import type { FilterEnv } from './filter-env.ts'
import { didYouMean } from './paths.ts'
import type { Spot } from './reader.ts'
import { tagCondition } from './tags.ts'
import { column } from './values.ts'

/**
 * The present `progress`: the stored one, but overdue once its date has passed and something is still open, and the name of what is
 * given up where nothing is open any more.
 */
export function progressSql(module: Module, alias: string, today: () => string): string {
  const stored = column(alias, 'progress')
  const { overdue, forgone, names = [] } = module.workflow?.progress ?? {}
  const [open, done] = [names.slice(0, 2).map(literal).join(', '), literal(names[2] ?? '')]
  const cases = [
    ...(overdue ? [`when ${stored} in (${open}) and ${column(alias, overdue.date)} < ${today()} then ${literal(overdue.name)}`] : []),
    ...(forgone ? [`when ${stored} = ${done} and ${column(alias, forgone.amount)} > 0 then ${literal(forgone.name)}`] : []),
  ]
  return cases.length ? `case ${cases.join(' ')} else ${stored} end` : stored
}

function isOperators(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Conditions of `{field: value | {operator: value}}`; all must hold. Names that the caller cannot use are 400 with the nearest name. */
export function filterSql(env: FilterEnv, module: Module, alias: string, filter: Record<string, unknown>): string[] {
  return Object.entries(filter).flatMap(([path, given]) => {
    if (given === undefined || given === '') return []
    const target = env.reader.name(module, path, 'filter')
    if (!target) {
      if (module.field[path]?.live && env.reader.sees(module.field[path]))
        throw invalid({ [path]: [`"${path}" is recomputed each time it is shown, so it cannot be used as a filter.`] })
      throw invalid({ [path]: [`There is no field "${path}" to filter by.${didYouMean(path, env.reader.names(module, 'filter'))}`] })
    }
    return valueConditions(env, { module, alias }, target, { given, path })
  })
}

/** Conditions of one name on a row: a value, or values by operator. `path` is what errors are reported under. */
export function valueConditions(
  env: FilterEnv,
  spot: Spot,
  target: Target,
  { given, path }: { readonly given: unknown; readonly path: string },
): string[] {
  const operators = isOperators(given)
    ? given
    : { [Array.isArray(given) ? 'in' : isNull(given, target) ? 'null' : 'eq']: isNull(given, target) ? true : given }
  return Object.entries(operators).flatMap(([op, value]) => {
    if (!(OPERATORS as readonly string[]).includes(op)) {
      throw invalid({ [path]: [`There is no operator "${op}".${didYouMean(op, OPERATORS)}`] })
    }
    return value === undefined || value === '' ? [] : [condition(env, spot, target, { op: op as Operator, value, path })]
  })
}

/** `null`, also as a word where no value can be spelled so. */
const isNull = (value: unknown, target: Target): boolean =>
  value === null || (value === 'null' && !(target.kind === 'column' && target.field.storage === 'text'))

function condition(env: FilterEnv, spot: Spot, target: Target, asked: Asked): string {
  const { module } = spot
  const alias = spot.lines?.alias ?? spot.alias
  switch (target.kind) {
    case 'column':
      return badgeCondition(env, spot, target.field, asked) ?? compare(env, env.reader.column(spot, target.field), target.field, asked)
    case 'builtin':
      return compare(env, column(alias, target.name), { storage: 'bigint' }, asked)
    case 'progress':
      return compare(
        env,
        progressSql(module, alias, () => env.params.add(env.today, 'date')),
        target.field,
        asked,
      )
    case 'flag':
      return flagCondition(env, target.states, alias, asked)
    case 'tags':
      return tagCondition(env, module, alias, asked)
    case 'reference': {
      const inner = env.alias()
      const referring = env.reader.column(spot, target.field)
      const joined = target.field.storage === 'bigint[]' ? `${inner}.id = any(${referring})` : `${inner}.id = ${referring}`
      const reach = target.rows === 'reached' ? env.reader.reach(target.module, inner) : undefined
      const where = [joined, ...(reach ? [reach] : []), condition(env, { module: target.module, alias: inner }, target.rest, asked)]
      return `exists (select 1 from ${qualify(env.schema, target.module.entity.table)} ${inner} where ${where.join(' and ')})`
    }
    case 'lines': {
      const inner = env.alias()
      const rows = { ...spot, lines: { lines: target.lines, alias: inner } }
      return `exists (select 1 from ${qualify(env.schema, target.lines.table)} ${inner} where ${inner}.parent_id = ${alias}.id and ${condition(env, rows, target.rest, asked)})`
    }
  }
}

/**
 * `status` as its badge shows it: names of progress are valid beside those of states, and mean posted records with that
 * progress. Undefined where the filter has no name of progress.
 */
function badgeCondition(env: FilterEnv, spot: Spot, field: Field, { op, value, path }: Asked): string | undefined {
  const { module } = spot
  const { workflow } = module
  if (spot.lines || field.name !== 'status' || !workflow?.progress || !['eq', 'ne', 'in'].includes(op)) return undefined
  const wanted = op === 'in' ? listOf(value, path).map(String) : [String(value)]
  const names = (module.field.progress?.options ?? []).map((option) => option.value)
  const served = wanted.filter((name) => names.includes(name) && !Object.hasOwn(workflow.states, name))
  const progress = served.length ? env.reader.name(module, 'progress', 'filter') : undefined
  if (progress?.kind !== 'progress') return undefined
  const statusSql = env.reader.column(spot, field)
  const states = wanted.filter((name) => !served.includes(name))
  const reached = progressSql(module, spot.alias, () => env.params.add(env.today, 'date'))
  const conditions = [
    ...(states.length ? [compare(env, statusSql, field, { op: 'in', value: states, path })] : []),
    `(${statusSql} = 'posted' and ${compare(env, reached, progress.field, { op: 'in', value: served, path })})`,
  ]
  return op === 'ne' ? `not coalesce((${conditions.join(' or ')}), false)` : `(${conditions.join(' or ')})`
}

function flagCondition(env: FilterEnv, states: readonly string[], alias: string, { op, value, path }: Asked): string {
  const within = `coalesce(${column(alias, 'status')} = any(${env.params.add(states, 'text[]')}), false)`
  if (op === 'in') {
    const wanted = new Set(listOf(value, path).map((entry) => booleanOf(entry, path)))
    return wanted.size === 2 ? 'true' : wanted.has(true) ? within : `not ${within}`
  }
  if (op !== 'eq' && op !== 'ne') throw invalid({ [path]: [`"${op}" does not apply to true or false.`] })
  return booleanOf(value, path) === (op === 'eq') ? within : `not ${within}`
}
