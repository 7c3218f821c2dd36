/** Approval delegation: a user who is away lets another user decide in their place, for some days, on all or some modules. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { refreshPending } from './pending.ts'
import { whoMayApprove } from './reporting-line.ts'

const DELEGATION = 'approval_delegation'

/** The delegates of today, by the user for whom they decide. */
export async function delegatesOf(ctx: Ctx, module: string, users: readonly number[]): Promise<Map<number, number[]>> {
  const delegates = new Map<number, number[]>()
  if (!users.length || !ctx.modules.has(DELEGATION)) return delegates
  const today = ctx.clock.today(ctx.company.time_zone)
  const rows = await ctx.db.query<{ user_id: number; delegate_id: number }>(
    sql`
      SELECT d.user_id, d.delegate_id
      FROM ${table(ctx, DELEGATION)} d
      WHERE d.user_id = ANY (${users}::bigint[])
        AND d.is_active IS NOT FALSE
        AND d.date_from <= ${today}
        AND d.date_to >= ${today}
        AND (
          coalesce(cardinality(d.module_ids), 0) = 0 OR EXISTS (
            SELECT 1
            FROM ${table(ctx, 'module')} m
            WHERE m.id = ANY (d.module_ids)
              AND m.name = ${module}
          )
        )
      ORDER BY d.id
    `,
  )
  for (const row of rows) delegates.set(Number(row.user_id), [...(delegates.get(Number(row.user_id)) ?? []), Number(row.delegate_id)])
  return delegates
}

/** A user who cannot approve a record cannot approve it for others: such a delegation would leave every record waiting. */
async function requireAble(ctx: Ctx, row: Row): Promise<void> {
  const delegate = Number(row.delegate_id)
  const chosen = ((row.module_ids as readonly unknown[] | null) ?? []).map(Number)
  const names = chosen.length
    ? await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ANY (${chosen}::bigint[]) ORDER BY name`)
    : []
  const decided = [...ctx.modules.values()].filter((module) =>
    Object.values(module.workflow?.transitions ?? {}).some((transition) => transition.approval),
  )
  const unable: string[] = []
  for (const module of chosen.length ? decided.filter(({ name }) => names.some((candidate) => candidate.name === name)) : decided) {
    if (!(await whoMayApprove(ctx, module, [delegate])).length) unable.push(module.title)
    else if (!chosen.length) return
  }
  if (!unable.length) return
  const what = chosen.length ? unable.join(', ') : 'anything'
  throw invalid({ delegate_id: [`This user cannot approve ${what}. Choose another user.`] })
}

/** Users cannot delegate to themselves or to users who cannot approve; the delegate sees the user's pending records at once. */
const delegationSaved: SaveHook = {
  name: 'delegation.saved',
  async afterSave(ctx, _module, { before, after }) {
    const row: Row = (after ?? before)!
    if (after && Number(after.user_id) === Number(after.delegate_id)) throw invalid({ delegate_id: ['Choose another user.'] })
    if (after && after.is_active !== false) await requireAble(ctx, after)
    await refreshPending(ctx, [Number(row.user_id)])
  },
}

export const approvalHooks: readonly SaveHook[] = [delegationSaved]
