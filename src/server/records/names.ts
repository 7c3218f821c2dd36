/** Names of records by their ids, of several modules in one statement. */
import type { Ctx } from '../platform/context.ts'
import { literal, qualify } from '../platform/db/name.ts'
import { envOf } from './query/env.ts'
import { labelSql, nameSql, objectSql, type RefScope } from './query/refs.ts'

interface Named {
  readonly name: string
  readonly label: string
}

/** By module and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, Named>>

/**
 * Name and label of each record, also of records that the caller cannot open: for values that the caller sees anyway.
 * Confidential parts of a label are left out for callers without a right to them. Unknown modules and ids are absent.
 */
export async function namesOf(ctx: Ctx, wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<Names> {
  const env = envOf(ctx)
  const scope: RefScope = { ...env, mode: 'list' }
  const parts = [...wanted].flatMap(([name, ids]) => {
    const target = ctx.modules.get(name)
    if (!target || !ids.size) return []
    const alias = env.alias()
    const named = objectSql([
      ['name', nameSql(scope, target, alias)],
      ['label', labelSql(scope, target, alias)],
    ])
    const rows = `${qualify(env.schema, target.entity.table)} ${alias} where ${alias}.id = any(${env.params.ids([...ids])})`
    return [`${literal(name)}, (select json_object_agg(${alias}.id, ${named}) from ${rows})`]
  })
  if (!parts.length) return new Map()
  const [row] = await ctx.db.prepared<{ names: Record<string, Record<string, Named> | null> }>(
    `select json_build_object(${parts.join(', ')}) as names`,
    env.params.values,
  )
  return new Map(
    Object.entries(row!.names).map(([name, records]) => [
      name,
      new Map(Object.entries(records ?? {}).map(([id, named]) => [Number(id), named])),
    ]),
  )
}
