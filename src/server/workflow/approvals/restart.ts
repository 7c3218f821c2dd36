/** Approval that starts again, because a record was changed after it was approved in part. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { requireAnswered } from '../../records/write/questions.ts'
import { decides, dueDecision, roundSql } from './approvals.ts'

/** Fields that say nothing about what is approved: they can still be changed once the record is posted. */
const freeFields = ({ workflow }: Module): ReadonlySet<string> =>
  new Set(Object.values(workflow?.states ?? {}).flatMap(({ flags, edit }) => (flags.includes('is_posted') && edit !== '*' ? edit : [])))

/**
 * Ends the approvals that were given to the record as it was before a change: whoever gave one has seen other values, and is asked again.
 * The user confirms it first (`E_CONFIRM`). Returns the names of those who had approved; none where nobody had, and where only
 * fields change that can be changed even when it is posted.
 */
export async function restartApproval(ctx: Ctx, module: Module, before: Row, changed: readonly string[]): Promise<readonly string[]> {
  if (!decides(ctx, module) || !dueDecision(ctx, module, before)) return []
  const free = freeFields(module)
  if (changed.every((name) => free.has(name))) return []
  const id = Number(before.id)
  const ended = await ctx.db.query<{ name: string }>(
    sql`
      WITH ended AS (
        UPDATE ${table(ctx, 'approval')}
        SET superseded_at = ${ctx.clock.now().toISOString()}
        WHERE module = ${module.name}
          AND record_id = ${id}
          AND round = ${roundSql(ctx, module, id)}
          AND superseded_at IS NULL
        RETURNING user_id, id
      )
      SELECT coalesce(u.name, u.username) AS name
      FROM ended e
      JOIN ${table(ctx, 'user')} u ON u.id = e.user_id
      ORDER BY e.id
    `,
  )
  const names = [...new Set(ended.map(({ name }) => name))]
  if (!names.length) return []
  if (ctx.request && ctx.system === undefined) {
    const message = `Approved so far by ${names.join(', ')}. With your changes, approval starts again.`
    requireAnswered(ctx, [{ of: [module.name, id, before.version], message }])
  }
  return names
}
