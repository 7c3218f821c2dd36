/** Notifications on a day relative to a date of the record (`notify.before`): expiries, due dates, upcoming events. */

import type { Module, Notify, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { empty, ref, sql, table } from '../db/sql.ts'
import { applies } from './condition.ts'
import { filled, labelOf, notifyUsers, recipients } from './notify.ts'

/** A server that was off sends notifications late, at most by these days; older ones are not sent. */
const LATE_DAYS = 7
/** Records processed in one run; the next run continues. */
const AT_ONCE = 500

/** Notifies for the records of a company whose day has come, each recipient once. Returns how many records it checked. */
export async function tellDue(ctx: Ctx): Promise<number> {
  let notified = 0
  for (const module of ctx.modules.values())
    for (const entry of module.notify) if (entry.before) notified += await tellOf(ctx, module, entry, entry.before)
  return notified
}

async function tellOf(ctx: Ctx, module: Module, entry: Notify, { date, days }: NonNullable<Notify['before']>): Promise<number> {
  const voided = Object.values(module.workflow?.states ?? {}).filter((state) => state.flags.includes('is_voided'))
  const alive = voided.length ? sql`AND status <> ALL (${voided.map((state) => state.name)}::text[])` : empty
  const today = ctx.clock.today(ctx.company.time_zone)
  const rows = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, module.entity.table)}
      WHERE ${ref(date)}::date - ${days}::int <= ${today}::date
        AND ${ref(date)}::date - ${days}::int > ${today}::date - ${LATE_DAYS}::int
        ${alive}
      ORDER BY id
      LIMIT ${AT_ONCE}
    `,
  )
  for (const { id } of rows) {
    const record = await ctx.services.records.load(ctx, module, Number(id)).catch(() => undefined)
    if (record && (await applies(ctx, module, entry, record))) await tellOne(ctx, module, entry, { record, date })
  }
  return rows.length
}

async function tellOne(
  ctx: Ctx,
  module: Module,
  entry: Notify,
  { record, date }: { readonly record: Row; readonly date: string },
): Promise<void> {
  const users = await recipients(ctx, module, record, entry)
  if (users.size === 0) return
  const label = await labelOf(ctx, module, Number(record.id))
  const day = String(record[date]).slice(0, 10)
  const words = `${module.field[date]?.title ?? date}: ${day}`
  await notifyUsers(ctx, module, Number(record.id), {
    users: [...users],
    title: entry.title ? filled(entry.title, record) : `${module.singular} ${label}: ${words}`,
    number: record[module.entity.numbers[0]?.field ?? ''] ?? null,
    description: `${label}. ${words}.`,
    once: true,
  })
}
