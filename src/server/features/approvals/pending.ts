/**
 * Pending decisions: the approvers are determined again when delegations begin or end, when a decision has waited too long
 * and when something by which they are determined has changed (`recheck.ts`); they are notified and reminded of it.
 */

import type { Module, Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import { activeAmong } from '../../platform/auth/active-users.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { AwaitedDecision, Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { holdersOf } from '../../platform/notifications/holders.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'
import { audienceOf, publishRecord } from '../../records/audience/audience.ts'
import { noteRecheck } from '../../workflow/outbox-notes.ts'

/** Records processed in one round; the rest follow in the next one. */
const AT_ONCE = 200

const ownTable = (ctx: Ctx): Sql => table(ctx, 'approval_task')

interface Pending {
  readonly module: string
  readonly record_id: number
}

const isPending = (name: string, id: number): Sql => sql`module = ${name} AND record_id = ${id} AND state = 'pending'`

/**
 * Determines again who decides on a record, and notifies those who did not decide on it before. The record is locked first, as by
 * a decision: neither sees the other's half.
 */
async function refresh(ctx: Ctx, { module: name, record_id }: Pending): Promise<void> {
  const id = Number(record_id)
  const module = ctx.modules.get(name)
  const record = module && (await existing(ctx, module, id))
  const before = await ctx.db.query<AwaitedDecision>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET checked_on = ${ctx.clock.today(ctx.company.time_zone)}
      WHERE ${isPending(name, id)}
      RETURNING user_id, role
    `,
  )
  if (!module || !record) return
  const concerned = await ctx.services.workflow.refreshTasks(ctx, module, record)
  const added = concerned.filter((task) => !before.some(({ user_id, role }) => user_id === task.user_id && role === task.role))
  if (!added.length) return
  await ctx.services.workflow.askApprovers(ctx, module, record, await usersOf(ctx, module, added))
  publishRecord(ctx, await audienceOf(ctx, module, record, concerned), { id, version: Number(record.version) })
}

const existing = (ctx: Ctx, module: Module, id: number): Promise<Row | undefined> =>
  ctx.services.records.load(ctx, module, id, { lock: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  })

/** Active users of the tasks; those who hold the permission, where a task names nobody. */
async function usersOf(ctx: Ctx, module: Module, tasks: readonly AwaitedDecision[]): Promise<number[]> {
  const named = await activeAmong(
    ctx,
    tasks.flatMap(({ user_id }) => user_id ?? []),
    tasks.flatMap(({ role }) => role ?? []),
  )
  const isOpen = tasks.some(({ user_id, role }) => user_id === null && role === null)
  return [...named.map(({ principal }) => principal.user_id), ...(isOpen ? await holdersOf(ctx, module, 'approval') : [])]
}

/** Determines again who decides on the records that are pending with these users. */
export async function refreshPending(ctx: Ctx, users: readonly number[]): Promise<void> {
  const system = asSystem(ctx, 'a delegation was changed')
  for (const row of await pending(ctx, sql`user_id = ANY (${users}::bigint[])`)) await refresh(system, row)
}

const pending = (ctx: Ctx, condition: Sql): Promise<Pending[]> =>
  ctx.db.query<Pending>(
    sql`
      SELECT DISTINCT module, record_id
      FROM ${ownTable(ctx)}
      WHERE state = 'pending' AND ${condition}
      ORDER BY 1, 2
      LIMIT ${AT_ONCE}
    `,
  )

/**
 * Determines the approvers of the records that `recheckPending` has marked. New approvers are notified, also the user who
 * caused the change.
 */
export async function recheckMarked(ctx: Ctx): Promise<void> {
  const rows = await pending(ctx, sql`checked_on IS NULL`)
  for (const row of rows) await refresh(ctx, row)
  if (rows.length === AT_ONCE) await noteRecheck(ctx)
}

/**
 * Once a day, determines the approvers of each pending record again and reminds them of what has waited for
 * `approval_reminder_days`. Returns how many were reminded.
 */
export async function sweepApprovals(ctx: Ctx): Promise<number> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const rows = await pending(ctx, sql`checked_on IS DISTINCT FROM ${today}`)
  for (const row of rows) await ctx.db.tx(() => refresh(ctx, row))
  return remind(ctx)
}

async function remind(ctx: Ctx): Promise<number> {
  const days = Number(ctx.settings.approval_reminder_days ?? 0)
  if (!(days > 0)) return 0
  const now = ctx.clock.now()
  return ctx.db.tx(async () => {
    const due = await ctx.db.query<Row & Pending & { users: number[] }>(
      sql`
        WITH due AS (
          UPDATE ${ownTable(ctx)}
          SET reminded_at = ${now.toISOString()}
          WHERE id IN (
            SELECT id
            FROM ${ownTable(ctx)}
            WHERE state = 'pending'
              AND coalesce(reminded_at, created_at) <= ${new Date(now.getTime() - days * DAY_MS).toISOString()}
            ORDER BY id
            LIMIT ${AT_ONCE}
            FOR UPDATE SKIP LOCKED
          )
          RETURNING module, record_id, user_id, role
        )
        SELECT d.module, d.record_id, array_agg(DISTINCT u.id) AS users
        FROM due d
        JOIN ${table(ctx, 'user')} u
        LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id ON u.id = d.user_id OR upper(r.code) = d.role
        WHERE u.is_active IS NOT FALSE
        GROUP BY d.module, d.record_id
        ORDER BY 1, 2
      `,
    )
    for (const { module: name, record_id, users } of due) {
      const module = ctx.modules.get(name)
      if (!module) continue
      const field = module.entity.numbers[0]?.field
      const [record] = field
        ? await ctx.db.query<{ number: string }>(
            sql`SELECT "${raw(field)}" AS number FROM ${table(ctx, module.entity.table)} WHERE id = ${record_id}`,
          )
        : []
      await notifyUsers(ctx, module, Number(record_id), {
        users: users.map(Number),
        title: `${module.singular} ${record?.number ?? record_id} still awaits your approval`,
        number: record?.number,
        description: `It has been pending for ${days} days or more.`,
      })
    }
    return due.length
  })
}
