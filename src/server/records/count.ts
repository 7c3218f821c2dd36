/** Counting without reading everything: exact up to a cap, the planner's estimate beyond it. */
import type { Ctx } from '../platform/context.ts'

/** Totals up to this are exact. */
export const MAX_COUNT = 10_000
const REMEMBER_MS = 60_000
const MAX_REMEMBERED = 500
/** Lists this much longer than the cap are not counted again while the estimate is fresh. */
const CLEARLY_LARGE = MAX_COUNT * 5

const remembered = new Map<string, { rows: number; until: number }>()

/** SQL of a count of `from`, stopping one past the cap unless an exact count was requested. */
export const countText = (from: string, exact: boolean): string =>
  exact ? `select count(*) ${from}` : `select count(*) from (select 1 ${from} limit ${MAX_COUNT + 1}) c`

const keyOf = (from: string, values: readonly unknown[]): string => `${from}\n${JSON.stringify(values)}`

/** The remembered size of a list that is far above the cap; undefined when it must be counted. */
export function knownLarge(ctx: Ctx, from: string, values: readonly unknown[]): number | undefined {
  const known = remembered.get(keyOf(from, values))
  return known && known.until > ctx.clock.now().getTime() && known.rows > CLEARLY_LARGE ? known.rows : undefined
}

interface ExplainedPlan {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
}

/** The subject of a count. */
export interface Counted {
  readonly from: string
  readonly values: readonly unknown[]
}

/** The planner's estimate of the rows of `from`, or of `as`, which means the same, remembered for a minute. */
export async function estimate(ctx: Ctx, from: string, values: readonly unknown[], as: Counted = { from, values }): Promise<number> {
  const [answer] = await ctx.db.query<ExplainedPlan>(`explain (format json) select 1 ${as.from}`, as.values)
  const rows = Math.round(answer!['QUERY PLAN'][0].Plan['Plan Rows'])
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(keyOf(from, values), { rows, until: ctx.clock.now().getTime() + REMEMBER_MS })
  return rows
}
