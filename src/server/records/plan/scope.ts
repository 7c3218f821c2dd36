/** The engine's row predicate as SQL conditions: EXISTS instead of joins, so that counts stay true. */
import type { Module } from '../../../engine/module.ts'
import { can, type Predicate, scope } from '../../../engine/permissions/index.ts'
import type { Ctx } from '../../context.ts'
import type { FilterEnv } from './filter.ts'
import { quote } from './sql.ts'
import { column } from './values.ts'

/** Conditions under which the caller may do `action` on a row; none when he may on all of them. */
export function scopeSql(ctx: Ctx, env: FilterEnv, module: Module, alias: string, action: string): string[] {
  if (ctx.system !== undefined) return []
  const predicate = scope(ctx.principal, module, action)
  return predicate.kind === 'all' ? [] : [predicateSql(ctx, env, module, alias, predicate)]
}

function predicateSql(ctx: Ctx, env: FilterEnv, module: Module, alias: string, predicate: Predicate): string {
  switch (predicate.kind) {
    case 'all':
      return 'true'
    case 'none':
      return 'false'
    case 'and':
    case 'or': {
      if (!predicate.of.length) return predicate.kind === 'and' ? 'true' : 'false'
      return `(${predicate.of.map((one) => predicateSql(ctx, env, module, alias, one)).join(` ${predicate.kind} `)})`
    }
    case 'compare':
      return `${column(alias, predicate.field)} = ${env.params.add(predicate.value, typeOf(module, predicate.field))}`
    case 'in':
      return `${column(alias, predicate.field)} = any(${env.params.add(predicate.values, `${typeOf(module, predicate.field)}[]`)})`
    case 'has':
      return `${env.params.add(predicate.value, 'bigint')} = any(${column(alias, predicate.field)})`
    case 'null':
      return `${column(alias, predicate.field)} is null`
    case 'awaiting': {
      const task = env.alias()
      const mine = [
        `${task}.user_id = ${env.params.add(predicate.user_id, 'bigint')}`,
        `${task}.role = ${env.params.add(predicate.role, 'text')}`,
        // A task that names nobody is for all who may approve here.
        ...(can(ctx.principal, module, 'approval') ? [`(${task}.user_id is null and ${task}.role is null)`] : []),
      ].join(' or ')
      return `exists (select 1 from ${quote(env.schema)}.approval_task ${task} where ${task}.module = ${env.params.add(module.name, 'text')} and ${task}.record_id = ${alias}.id and ${task}.state = 'pending' and (${mine}))`
    }
  }
}

const typeOf = (module: Module, name: string): string => module.field[name]?.storage ?? 'bigint'
