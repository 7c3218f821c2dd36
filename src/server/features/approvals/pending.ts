/**
 * Pending decisions: the approvers are determined again when delegations begin or end and when a decision has waited too
 * long, and they are reminded of it.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'

/** Records processed in one round; the rest follow in the next one. */
const AT_ONCE = 200

const ownTable = (ctx: Ctx): Sql => table(ctx, 'approval_task')

interface Pending {
  readonly module: string
  readonly record_id: number
}

async function refresh(ctx: Ctx, { module: name, record_id }: Pending): Promise<void> {
  const module = ctx.modules.get(name)
  if (!module) return
  const record = await ctx.services.records.load(ctx, module, Number(record_id)).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  })
  if (record) await ctx.services.workflow.refreshTasks(ctx, module, record)
}

/** Determines again who decides on the records that are pending with these users. */
export async function refreshPending(ctx: Ctx, users: readonly number[]): Promise<void> {
  const system = asSystem(ctx, 'a delegation was changed')
  const rows = await ctx.db.query<Pending>(
    sql`
      SELECT DISTINCT module, record_id
      FROM ${ownTable(ctx)}
      WHERE state = 'pending' AND user_id = ANY (${users}::bigint[])
      ORDER BY 1, 2
      LIMIT ${AT_ONCE}
    `,
  )
  for (const row of rows) await refresh(system, row)
}

/**
 * Once a day, determines the approvers of each pending record again and reminds them of what has waited for
 * `approval_reminder_days`. Returns how many were reminded.
 */
export async function sweepApprovals(ctx: Ctx): Promise<number> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const rows = await ctx.db.query<Pending>(
    sql`
      SELECT DISTINCT module, record_id
      FROM ${ownTable(ctx)}
      WHERE state = 'pending' AND checked_on IS DISTINCT FROM ${today}
      ORDER BY 1, 2
      LIMIT ${AT_ONCE}
    `,
  )
  for (const row of rows)
    await ctx.db.tx(async () => {
      await refresh(ctx, row)
      await ctx.db.query(
        sql`
          UPDATE ${ownTable(ctx)}
          SET checked_on = ${today}
          WHERE module = ${row.module} AND record_id = ${row.record_id}
        `,
      )
    })
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
