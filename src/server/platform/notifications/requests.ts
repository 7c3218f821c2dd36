/**
 * What a notification asks for beside being read (`notify.also`): a task in the list of each approver, until the decision is made or is no
 * longer theirs, and a mail to each receiver with an address.
 */

import type { Json, Module } from '../../../engine/model/module.ts'
import { cachedPrincipalOf } from '../auth/cached-principal.ts'
import { pageAddress } from '../config.ts'
import type { Ctx } from '../context.ts'
import { type Sql, sql, table } from '../db/sql.ts'
import { destinations } from './destination.ts'

/** The queue of mails with notifications. */
export const NOTICE_QUEUE = 'notification.mail'

/** The module that stores personal tasks, identified by its fields. */
const keepsTasks = (module: Module): boolean =>
  ['user_id', 'title', 'is_done', 'module_id', 'record_id', 'is_request'].every((name) => module.field[name])

interface Request {
  readonly module: Module
  readonly recordId: number
  readonly users: readonly number[]
  readonly title: string
  readonly description: string
}

/** Condition: the record awaits the decision of the user `u` with the role `r`. */
const isAsked = (ctx: Ctx, module: Module, recordId: number): Sql => sql`
  EXISTS (
    SELECT 1 FROM ${table(ctx, 'approval_task')} a
    WHERE a.module = ${module.name} AND a.record_id = ${recordId} AND a.state = 'pending'
      AND (a.user_id = u.id OR a.role = upper(r.code) OR (a.user_id IS NULL AND a.role IS NULL))
  )
`

/**
 * Adds a task that leads to the record to the lists of users who have no open one for it yet. Notifications can be late: whose
 * decision is not awaited any more gets none.
 */
export async function addRequests(ctx: Ctx, { module, recordId, users, title, description }: Request): Promise<void> {
  const store = [...ctx.modules.values()].find(keepsTasks)
  if (!store || !users.length) return
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, store.entity.table)} (
        user_id, title, description, due_date, is_done, is_request, module_id, module_name, record_id, version, created_at, updated_at
      )
      SELECT u.id, ${title.slice(0, 200)}, ${description.slice(0, 2000)}, ${ctx.clock.today(ctx.company.time_zone)}::date, false, true, m.id,
        ${module.name}, ${recordId}, 1, ${now}, ${now}
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      LEFT JOIN ${table(ctx, 'module')} m ON m.name = ${module.name}
      WHERE u.id = ANY (${users}::bigint[]) AND ${isAsked(ctx, module, recordId)} AND NOT EXISTS (
        SELECT 1 FROM ${table(ctx, store.entity.table)} t
        WHERE t.user_id = u.id AND t.is_request AND NOT t.is_done AND t.module_name = ${module.name}
          AND t.record_id = ${recordId}
      )
    `,
  )
}

/** Marks the tasks as done whose users the record no longer awaits: the decision was made, taken back, or passed to others. */
export async function endRequests(ctx: Ctx, module: Module, recordId: number): Promise<void> {
  const store = [...ctx.modules.values()].find(keepsTasks)
  if (!store || !module.notify.some(({ also }) => also?.includes('task'))) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, store.entity.table)} t
      SET is_done = true, done_at = ${ctx.clock.now().toISOString()}, updated_at = ${ctx.clock.now().toISOString()}, version = t.version + 1
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      WHERE t.module_name = ${module.name} AND t.record_id = ${recordId} AND t.is_request AND NOT t.is_done
        AND u.id = t.user_id
        AND NOT ${isAsked(ctx, module, recordId)}
    `,
  )
}

/** Queues the notification as a mail to each of the users, in the caller's transaction: a job of the receiver, as the system is no user. */
export async function mailNotices(ctx: Ctx, { module, recordId, users, title, description }: Request): Promise<void> {
  const targets = await destinations(ctx, { module, recordId, users, shownIn: undefined })
  for (const [index, user_id] of users.entries()) {
    const principal = await cachedPrincipalOf(ctx, user_id)
    const path = `/${targets[index]!.application}/${module.name}/view/${recordId}`
    const link = pageAddress(ctx.services.instance.config, path)
    const text = `${description}\n\nOpen it in ${ctx.company.name}: ${link}`
    if (principal) await ctx.services.jobs.send({ ...ctx, principal }, NOTICE_QUEUE, { user_id, subject: title, text })
  }
}

/** Sends a queued notification to the present address of its receiver; users who left or have none get no mail. */
export async function workNotice(ctx: Ctx, data: Json): Promise<Json> {
  const { user_id, subject, text } = data as { user_id: number; subject: string; text: string }
  const [user] = await ctx.db.query<{ email: string | null; name: string | null }>(
    sql`SELECT email, name FROM ${table(ctx, 'user')} WHERE id = ${user_id} AND is_active IS NOT FALSE`,
  )
  if (!user?.email) return { sent: false }
  await ctx.services.mail.send(ctx, { to: user.email, subject, text: `Hello ${user.name ?? ''},\n\n${text}\n` })
  return { sent: true }
}
