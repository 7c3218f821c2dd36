/** The records of a module that refer to each other, as a tree: the rows of a list with all rows above them. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx, ListQuery } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { notFound } from '../platform/errors.ts'
import { list, whereSql } from './list.ts'
import { envOf } from './query/env.ts'
import { column } from './query/values.ts'

const PAGE = 500
/** More rows are unreadable as a tree; filters narrow it. */
const MOST = 2000

interface Tree {
  readonly data: readonly Row[]
  /** Ids of rows included only because a matching row is below them. */
  readonly context: readonly number[]
  /** Rows in all; more than the rows here when there were too many. */
  readonly total: number
}

/**
 * Rows of the list in its order, and those above them, as far as the caller can see them: a row with a hidden parent is at
 * the top. A circle in the data ends the way up.
 */
export async function tree(ctx: Ctx, module: Module, { page: _page, limit: _limit, ...query }: ListQuery): Promise<Tree> {
  const parent = module.entity.tree
  if (!parent) throw notFound(`${module.title} are no tree.`)
  const asked = { ...query, window: 'all' as const }
  const rows: Row[] = []
  let total = 0
  for (let page = 1; rows.length < MOST; page += 1) {
    const found = await list(ctx, module, { sort: query.sort, page, limit: PAGE, window: 'all' }, (env) => {
      const table = qualify(env.schema, module.entity.table)
      const up = column('a', parent)
      return [
        `t.id in (with recursive up as (select t.id, ${column('t', parent)} as up from ${table} t where ${whereSql(ctx, env, module, { query: asked, action: 'index' })}
           union select a.id, ${up} from ${table} a join up on a.id = up.up) select id from up)`,
      ]
    })
    rows.push(...found.data)
    total = found.pagination.total
    if (found.data.length < PAGE) break
  }
  return { data: rows, context: await contextOf(ctx, module, asked, rows), total }
}

async function contextOf(ctx: Ctx, module: Module, query: ListQuery, rows: readonly Row[]): Promise<number[]> {
  if (!query.search?.trim() && !Object.keys(query.filter ?? {}).length) return []
  const env = envOf(ctx)
  const where = whereSql(ctx, env, module, { query, action: 'index' })
  const ids = env.params.add(
    rows.map((row) => row.id),
    'bigint[]',
  )
  const matches = await ctx.db.query<{ id: number }>(
    `select t.id from ${qualify(env.schema, module.entity.table)} t where t.id = any(${ids}) and ${where}`,
    env.params.values as unknown[],
  )
  const matched = new Set(matches.map(({ id }) => Number(id)))
  return rows.flatMap((row) => (matched.has(Number(row.id)) ? [] : [Number(row.id)]))
}
