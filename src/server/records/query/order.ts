/** Sorting: `-transaction_date,supplier.name` as ORDER BY, always ending in the id so that pages never overlap. */
import type { Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { progressSql } from './filter.ts'
import type { FilterEnv } from './filter-env.ts'
import { didYouMean } from './paths.ts'
import type { Spot } from './reader.ts'

const MAX_KEYS = 5

interface Order {
  /** Joins that sorting by referenced columns needs. */
  readonly joins: readonly string[]
  /** Expressions with direction, for ORDER BY. */
  readonly keys: readonly string[]
}

/**
 * Order of a list by the request's sort, or the module's own. 400 for names that cannot be sorted by. `plainFlags`: an empty
 * flag counts as no.
 */
export function orderSql(
  env: FilterEnv,
  module: Module,
  { alias, sort, plainFlags = false }: { readonly alias: string; readonly sort: string | undefined; readonly plainFlags?: boolean },
): Order {
  const wanted = sort?.trim()
    ? sort
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .slice(0, MAX_KEYS)
        .map((part) => ({ field: part.replace(/^[-+]/, ''), descending: part.startsWith('-') }))
    : module.sort.filter(({ field }) => env.reader.name(module, field, 'sort'))
  const joins: string[] = []
  const keys: string[] = []
  let last = false
  for (const { field, descending } of wanted) {
    const target = env.reader.name(module, field, 'sort')
    const sql = target && sortable(env, { module, alias }, target, joins)
    if (!sql) throw invalid({ sort: [`There is no field "${field}" to sort by.${didYouMean(field, env.reader.names(module, 'sort'))}`] })
    const isFlag = plainFlags && module.field[field]?.type === 'boolean'
    keys.push(`${isFlag ? `coalesce(${sql}, false)` : sql} ${descending ? 'desc' : 'asc'}`)
    last = descending
  }
  keys.push(`${alias}.id ${last || !wanted.length ? 'desc' : 'asc'}`)
  return { joins, keys }
}

function sortable(env: FilterEnv, spot: Spot, target: Target, joins: string[]): string | undefined {
  const { module, alias } = spot
  switch (target.kind) {
    case 'builtin':
      return `${alias}.${quote(target.name)}`
    case 'progress':
      return progressSql(module, alias, () => env.params.add(env.today, 'date'))
    case 'column':
      return target.field.storage === 'jsonb' || target.field.storage.endsWith('[]') ? undefined : env.reader.column(spot, target.field)
    case 'reference': {
      if (target.field.storage !== 'bigint') return undefined
      const inner = env.alias()
      const reach = target.rows === 'reached' ? env.reader.reach(target.module, inner) : undefined
      joins.push(
        `left join ${qualify(env.schema, target.module.entity.table)} ${inner} on ${inner}.id = ${env.reader.column(spot, target.field)}${reach ? ` and ${reach}` : ''}`,
      )
      return sortable(env, { module: target.module, alias: inner }, target.rest, joins)
    }
    default:
      return undefined
  }
}
