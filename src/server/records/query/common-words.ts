/** Words of a search that many records contain: those are compared row by row, after the filters, instead of being looked up. */
import type { Module } from '../../../engine/model/module.ts'
import { searchedPaths } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { envOf } from './env.ts'
import { searchText, wordsOf } from './search.ts'

/** From this share of the records on, going through them in the list's order finds a page sooner than looking all matches up. */
const COMMON_SHARE = 0.05
const REMEMBER_MS = 60_000
const MAX_REMEMBERED = 1_000
const NONE: ReadonlySet<string> = new Set()

const remembered = new Map<string, { readonly isCommon: boolean; readonly until: number }>()

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }]
}

/** The words of a search text that, by the planner's statistics, a large part of the module's records contains. */
export async function commonWords(ctx: Ctx, module: Module, text: string | undefined): Promise<ReadonlySet<string>> {
  if (module.entity.volume !== 'large' || !text?.trim()) return NONE
  const common = new Set<string>()
  for (const word of wordsOf(text)) if (await isCommon(ctx, module, word)) common.add(word)
  return common
}

async function isCommon(ctx: Ctx, module: Module, word: string): Promise<boolean> {
  const env = envOf(ctx)
  const lookups = searchText(env, module, word, searchedPaths(ctx.modules, module))
  // One way of looking only: the planner itself chooses between the index and the list's order.
  if (!lookups) return false
  const key = `${lookups}\n${JSON.stringify(env.params.values)}`
  const now = ctx.clock.now().getTime()
  const known = remembered.get(key)
  if (known && known.until > now) return known.isCommon
  const rowsOf = async (sql: string, values: readonly unknown[]): Promise<number> => {
    const [answer] = await ctx.db.query<Explained>(`explain (format json) ${sql}`, values)
    return answer!['QUERY PLAN'][0].Plan['Plan Rows']
  }
  const matches = await rowsOf(lookups, env.params.values)
  const all = await rowsOf(`select 1 from ${qualify(env.schema, module.entity.table)}`, [])
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(key, { isCommon: matches >= all * COMMON_SHARE, until: now + REMEMBER_MS })
  return matches >= all * COMMON_SHARE
}
