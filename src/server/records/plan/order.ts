/** Sorting: `-transaction_date,supplier.name` as ORDER BY, always ending in the id so that pages never overlap. */
import type { Module } from '../../../engine/module.ts'
import { invalid } from '../../errors.ts'
import type { FilterEnv } from './filter.ts'
import { progressSql } from './filter.ts'
import { didYouMean, findPath, type Target, visibleNames } from './paths.ts'
import { quote, tableName } from './sql.ts'
import { column } from './values.ts'

const MAX_KEYS = 5

export interface Order {
  /** Joins that sorting by referenced columns needs. */
  readonly joins: readonly string[]
  /** Expressions with direction, for ORDER BY. */
  readonly keys: readonly string[]
}

/** Order of a list by the request's sort, or the module's own. 400 for names that cannot be sorted by. */
export function orderSql(env: FilterEnv, module: Module, alias: string, sort: string | undefined): Order {
  const wanted = sort?.trim()
    ? sort
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .slice(0, MAX_KEYS)
        .map((part) => ({ field: part.replace(/^[-+]/, ''), descending: part.startsWith('-') }))
    : module.sort.filter(({ field }) => findPath(env.modules, module, field, env.sees))
  const joins: string[] = []
  const keys: string[] = []
  let last = false
  for (const { field, descending } of wanted) {
    const target = findPath(env.modules, module, field, env.sees)
    const sql = target && sortable(env, module, target, alias, joins)
    if (!sql) throw invalid({ sort: [`There is no field "${field}" to sort by.${didYouMean(field, visibleNames(module, env.sees))}`] })
    keys.push(`${sql} ${descending ? 'desc' : 'asc'}`)
    last = descending
  }
  keys.push(`${alias}.id ${last || !wanted.length ? 'desc' : 'asc'}`)
  return { joins, keys }
}

function sortable(env: FilterEnv, module: Module, target: Target, alias: string, joins: string[]): string | undefined {
  switch (target.kind) {
    case 'builtin':
      return `${alias}.${quote(target.name)}`
    case 'progress':
      return progressSql(module, alias, () => env.params.add(env.today, 'date'))
    case 'column':
      return target.field.storage === 'jsonb' || target.field.storage.endsWith('[]') || (target.field.sensitive && target.field.access)
        ? undefined
        : column(alias, target.field.name)
    case 'reference': {
      const name = target.rest.kind === 'column' || target.rest.kind === 'reference' ? target.rest.field.name : undefined
      if (!name || target.field.storage !== 'bigint' || !env.through(target.module, name)) return undefined
      const inner = env.alias()
      joins.push(
        `left join ${tableName(env.schema, target.module.entity.table)} ${inner} on ${inner}.id = ${column(alias, target.field.name)}`,
      )
      return sortable(env, target.module, target.rest, inner, joins)
    }
    default:
      return undefined
  }
}
