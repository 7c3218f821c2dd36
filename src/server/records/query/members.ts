/** Who may read a record that is closed to all but the members of what it is in. */

import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { envOf } from './env.ts'
import { column } from './values.ts'

/** The users to whom the containing record of `row` is open; undefined where it is open to all, or where there is none. */
export async function membersOf(ctx: Ctx, module: Module, row: Row): Promise<readonly number[] | undefined> {
  const [first, ...rest] = module.entity.within?.split('.') ?? []
  let container = ctx.modules.get(module.field[first ?? '']?.to ?? '')
  const id = row[first ?? '']
  if (!container || id === null || id === undefined) return undefined
  const env = envOf(ctx)
  let alias = env.alias()
  let from = `${quote(env.schema)}.${quote(container.entity.table)} ${alias}`
  const where = `${alias}.id = ${env.params.add(id, 'bigint')}`
  for (const name of rest) {
    const next = ctx.modules.get(container.field[name]?.to ?? '')
    if (!next) return undefined
    const inner = env.alias()
    from += ` join ${quote(env.schema)}.${quote(next.entity.table)} ${inner} on ${inner}.id = ${column(alias, name)}`
    ;[container, alias] = [next, inner]
  }
  const { when, users } = container.entity.members!
  const [closed] = await ctx.db.prepared<{ users: number[] }>(
    `select coalesce(${column(alias, users)}, '{}') as users from ${from} where ${where} and ${column(alias, when)}`,
    env.params.values,
  )
  return closed?.users.map(Number)
}
