/** The employees whom the caller leads. */
import type { Ctx } from '../../platform/context.ts'
import { envOf } from './env.ts'
import { ledSql } from './scope.ts'

/** Their ids, by the `leaders` of the employees' module; none for users who are no employee. */
export async function ledBy(ctx: Ctx): Promise<number[]> {
  const env = envOf(ctx)
  const led = ctx.principal.employee_id === null ? undefined : ledSql(ctx, env)
  if (!led) return []
  const rows = await ctx.db.query<{ id: number }>(led, env.params.values)
  return rows.map(({ id }) => Number(id))
}
