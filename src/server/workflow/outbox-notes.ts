/** What follows after the commit, noted in the transaction that makes it true: people are told, approvers determined again. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import type { Occurrence } from '../platform/notifications/notify.ts'
import type { NoteKind } from '../platform/notifications/outbox.ts'
import { pendingLevel } from '../platform/notifications/pending-level.ts'

async function note(ctx: Ctx, kind: NoteKind, payload: Row): Promise<void> {
  await ctx.db.query(sql`INSERT INTO ${table(ctx, 'outbox')} (kind, payload) VALUES (${kind}, ${JSON.stringify(payload)})`)
  ctx.db.afterCommit(() => ctx.services.outbox.wake(ctx.company))
}

/** Writes the notifications to send after the commit. */
export const noteOutbox = (ctx: Ctx, occurrence: Omit<Occurrence, 'user_id' | 'occurred_at'>): Promise<void> =>
  note(ctx, 'transition', { ...occurrence, user_id: ctx.principal.user_id, occurred_at: ctx.clock.now().toISOString() })

/** Has the approvers of pending records determined again after the commit. */
export const noteRecheck = (ctx: Ctx): Promise<void> => note(ctx, 'recheck', {})

/** Notes that the record awaits the decision of its present level; `only` names the users who are told, else all who decide are. */
export async function noteAwaiting(
  ctx: Ctx,
  module: Module,
  record: Row,
  { action, only }: { readonly action: string; readonly only?: readonly number[] | undefined },
): Promise<void> {
  const id = Number(record.id)
  const level = await pendingLevel(ctx, module.name, id)
  await noteOutbox(ctx, {
    module: module.name,
    id,
    action,
    status: String(record.status),
    awaiting: true,
    ...(level === undefined ? {} : { level }),
    ...(only ? { only } : {}),
  })
}
