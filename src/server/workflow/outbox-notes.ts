/** What people are told of after the commit, noted in the transaction that makes it true. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import type { Occurrence } from '../platform/notifications/notify.ts'
import { pendingLevel } from '../platform/notifications/pending-level.ts'

/** Writes the notifications to send after the commit. */
export async function noteOutbox(ctx: Ctx, occurrence: Omit<Occurrence, 'user_id' | 'occurred_at'>): Promise<void> {
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'outbox')} (kind, payload)
      VALUES (
        'transition',
        ${JSON.stringify({ ...occurrence, user_id: ctx.principal.user_id, occurred_at: ctx.clock.now().toISOString() })}
      )
    `,
  )
  ctx.db.afterCommit(() => ctx.services.outbox.wake(ctx.company))
}

/** Notes that the record awaits the decision of its present level. */
export async function noteAwaiting(ctx: Ctx, module: Module, record: Row, action: string): Promise<void> {
  const id = Number(record.id)
  const level = await pendingLevel(ctx, module.name, id)
  await noteOutbox(ctx, {
    module: module.name,
    id,
    action,
    status: String(record.status),
    awaiting: true,
    ...(level === undefined ? {} : { level }),
  })
}
