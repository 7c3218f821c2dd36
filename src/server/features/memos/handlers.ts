/** Memos, their readers, and who acknowledged them. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { flag, handler, optionalText } from '../../platform/http/params.ts'
import { acknowledged } from '../../platform/notifications/acknowledge.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'
import { idOf } from '../../records/get.ts'
import { list } from '../../records/list.ts'
import { listQuery } from '../../records/routes/query.ts'
import { acknowledgeCall } from './acknowledge.ts'
import { awaitReaders, forMe, inAudience, inForce, MEMO } from './recipients.ts'

/** Memos for the signed-in employee, newest first, with whether the employee has acknowledged each. */
export function memosFor(ctx: Ctx, limit: number, offset: number): Promise<Row[]> {
  return ctx.db.query<Row>(
    sql`
      SELECT k.id, k.memo_no, k.title, k.body, k.category, k.date_issued::text AS date_issued,
        k.date_effective::text AS date_effective, k.requires_acknowledgement,
        coalesce(k.attachments, '{}') AS attachments,
        (
          SELECT a.acknowledged_at
          FROM ${table(ctx, 'acknowledgement')} a
          WHERE a.source = ${MEMO}
            AND a.source_id = k.id
            AND a.employee_id = e.id
        ) AS acknowledged_at
      ${forMe(ctx)}
      ORDER BY k.date_issued DESC, k.id DESC
      LIMIT ${limit} OFFSET ${offset}
    `,
  )
}
const mine = handler('memo.mine', async (ctx, request) => {
  const page = Math.max(1, Math.trunc(Number(request.query.page ?? 1)) || 1)
  const limit = Math.min(100, Math.max(1, Math.trunc(Number(request.query.limit ?? 20)) || 20))
  const data = await memosFor(ctx, limit, (page - 1) * limit)
  const [count] = await ctx.db.query<{ n: number }>(sql`SELECT count(*) AS n ${forMe(ctx)}`)
  const total = Number(count?.n ?? 0)
  return {
    success: true,
    data,
    pagination: { page, per_page: limit, current_page: page, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
})

/** How many of each memo's audience have acknowledged it. */
const readers = handler('memo.readers', (ctx) =>
  ctx.db.query<Row>(
    sql`
      SELECT k.id, k.memo_no, k.title, k.date_issued::text AS date_issued, k.requires_acknowledgement,
        count(e.id)::int AS audience, count(a.id)::int AS acknowledged
      FROM ${table(ctx, MEMO)} k
      JOIN ${table(ctx, 'employee')} e ON e.status = 'active' AND ${inAudience}
      LEFT JOIN ${table(ctx, 'acknowledgement')} a ON a.source = ${MEMO}
        AND a.source_id = k.id
        AND a.employee_id = e.id
        AND a.status = 'Acknowledged'
      WHERE k.is_archived IS NOT TRUE
      GROUP BY k.id
      ORDER BY k.date_issued DESC, k.id DESC
      LIMIT 500
    `,
  ),
)

const active = handler('memo.active', async (ctx, request, module) => {
  const is_active = flag({ is_active: true, ...request.body }, 'is_active')
  return ctx.services.records.update(ctx, module, idOf(request.params.id), { is_active })
})
/** Archives a memo: it is shown to no one any more. */
const archive = handler('memo.archive', (ctx, request, module) =>
  ctx.services.records.update(ctx, module, idOf(request.params.id), { is_archived: true, is_active: false }),
)
const unarchive = handler('memo.unarchive', (ctx, request, module) =>
  ctx.services.records.update(ctx, module, idOf(request.params.id), { is_archived: false, is_active: true }),
)

/** Records that the signed-in employee has read a memo addressed to them. */
const acknowledge = handler('memo.acknowledge', async (ctx, request, module) => {
  const id = idOf(request.params.id)
  const [memo] = await ctx.db.query<{ employee_id: number }>(
    sql`
      SELECT e.id AS employee_id
      FROM ${table(ctx, MEMO)} k
      JOIN ${table(ctx, 'employee')} e ON e.id = ${ctx.principal.employee_id}
      WHERE k.id = ${id} AND ${inForce} AND ${inAudience}
    `,
  )
  if (!memo) throw notFound('This memo does not exist, or was not sent to you.')
  return acknowledged(ctx, module, {
    id,
    employee_id: Number(memo.employee_id),
    remarks: optionalText(request.body, 'remarks', 1000) ?? null,
  })
})

/** Acknowledgements of one memo or concern: `{id}` is its id, `module` which kind (memos unless given). */
const acknowledgements = handler('acknowledgement.of', async (ctx, request, module) => ({
  success: true,
  ...(await list(ctx, module, {
    ...listQuery({ page: request.query.page, limit: request.query.limit }),
    filter: { source: optionalText(request.query, 'module', 80) ?? MEMO, source_id: idOf(request.params.id) },
  })),
}))

export const memoHandlers = [mine, readers, active, archive, unarchive, acknowledge, acknowledgements, acknowledgeCall]

/** Lists the audience of a memo as its readers, and notifies them once it is in force. */
export const memoPublished: SaveHook = {
  name: 'memo.published',
  async afterSave(ctx: Ctx, module, { before, after }) {
    if (!after) return
    if (after.is_archived === true && after.is_active === true && before?.is_archived !== true)
      throw refuse('E_MEMO', 'Deactivate the memo before you archive it.')
    await awaitReaders(ctx, Number(after.id))
    const shown = (row: Row | undefined): boolean => row !== undefined && row.is_active !== false && row.is_archived !== true
    if (!shown(after) || shown(before)) return
    const users = await ctx.db.query<{ user_id: number }>(
      sql`
        SELECT e.user_id
        FROM ${table(ctx, MEMO)} k
        JOIN ${table(ctx, 'employee')} e ON e.status = 'active' AND e.user_id IS NOT NULL AND ${inAudience}
        WHERE k.id = ${after.id}
      `,
    )
    await notifyUsers(ctx, module, Number(after.id), {
      users: users.map((row) => Number(row.user_id)),
      title: `${String(after.category ?? 'Memo')}: ${String(after.title)}`,
      number: after.memo_no,
      description: after.requires_acknowledgement === true ? 'Please read and acknowledge it.' : 'Please read it.',
      // Employees without rights on memos read theirs in the portal.
      shownIn: 'employee_portal_dashboard',
    })
  },
}
