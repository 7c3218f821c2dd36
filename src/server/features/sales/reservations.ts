/** Reservations (a user's cart) and the orders made from them: stock reserved for a customer until an end time. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { formatDateTime } from '../../../engine/runtime/format/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'
import { idOf, linesOf, microsOf } from '../../records/row.ts'
import { effectContext } from '../../workflow/context.ts'
import { heldBy, lockHolds, setHolds, type Wanted } from '../inventory/allocations.ts'

export const RESERVATION = 'stock_reservation'
const OPEN = 'open'

/** A record as effects see it, outside of a transition. */
export async function holder(ctx: Ctx, module: Module, record: Row): Promise<EffectContext> {
  const transition = Object.values(module.workflow!.transitions)[0]!
  return effectContext({ ctx, module, transition, record, date: ctx.clock.today(ctx.company.time_zone), input: {}, posting_seq: 0 })
}

/** Reserves exactly what the reservation's lines say; refuses when there is not enough. The record is locked. */
export async function holdLines(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const fx = await holder(ctx, module, record)
  const location_id = idOf(record, 'location_id')!
  const wanted = linesOf(record, 'items').map((line): Wanted => {
    return { item_id: idOf(line, 'item_id')!, location_id, line: idOf(line, 'id'), qty: microsOf(line, 'base_qty') }
  })
  await lockHolds(fx, wanted)
  await setHolds(fx, wanted, false)
}

/** The reservation that gives its holds and the order that takes them. */
interface HoldsMove {
  readonly reservation: Module
  readonly reservationId: number
  readonly order: Module
  readonly orderId: number
}

/** Moves the stock of a reservation's lines to the order's lines made from them; the rest is released. */
export async function moveHolds(ctx: Ctx, { reservation, reservationId, order, orderId }: HoldsMove): Promise<void> {
  const lines = order.lines.find((line) => line.name === 'items')!
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'stock_hold')} h
      SET source_module = ${order.name}, source_id = ${orderId}, source_line_id = l.id
      FROM ${table(ctx, lines.table)} l
      WHERE l.parent_id = ${orderId}
        AND l.source_module = ${reservation.name}
        AND l.source_line_id = h.source_line_id
        AND h.source_module = ${reservation.name}
        AND h.source_id = ${reservationId}
    `,
  )
  const rest = await holder(ctx, reservation, { id: reservationId })
  await lockHolds(rest, [])
  await setHolds(rest, [], true)
}

/** A draft order reserves no more than it still asks for, in the places where it asks for it. */
export async function trimHolds(ctx: Ctx, order: Module, record: Row, gone: boolean): Promise<void> {
  const fx = await holder(ctx, order, record)
  const held = await heldBy(fx)
  if (held.length === 0) return
  const location_id = gone ? null : idOf(record, 'location_id')
  const lines = new Map(linesOf(record, 'items').map((line) => [idOf(line, 'id'), line]))
  const wanted = held.flatMap((hold): Wanted[] => {
    const line = lines.get(hold.line)
    if (!line || location_id !== hold.location_id || idOf(line, 'item_id') !== hold.item_id) return []
    const asked = microsOf(line, 'base_qty')
    return [{ ...hold, qty: asked < hold.qty ? asked : hold.qty }]
  })
  if (wanted.length === held.length && wanted.every((want, index) => want.qty === held[index]!.qty)) return
  await lockHolds(fx, [])
  await setHolds(fx, wanted, true)
}

/** The user's reservation that has not expired yet, or undefined. */
export async function currentOf(ctx: Ctx, user_id: number): Promise<number | undefined> {
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, RESERVATION)}
      WHERE user_id = ${user_id}
        AND status = ${OPEN}
        AND (expires_at IS NULL OR expires_at > ${ctx.clock.now().toISOString()})
      ORDER BY id DESC
      LIMIT 1
    `,
  )
  return row && Number(row.id)
}

/** Expires reservations whose time is over, each in a transaction of its own; notifies their users. */
export async function expireReservations(ctx: Ctx, user_id?: number): Promise<number> {
  const module = ctx.modules.get(RESERVATION)
  if (!module) return 0
  const due = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, RESERVATION)}
      WHERE status = ${OPEN}
        AND expires_at <= ${ctx.clock.now().toISOString()}
        AND (${user_id ?? null}::bigint IS NULL OR user_id = ${user_id ?? null}::bigint)
      ORDER BY id
      LIMIT 200
    `,
  )
  if (due.length === 0) return 0
  const system = asSystem(ctx, 'reservations whose time is over')
  let expired = 0
  for (const { id } of due) {
    try {
      await ctx.services.workflow.transition(system, module, { id: Number(id), action: 'expire', input: {} })
      expired++
    } catch (error) {
      // Another user or process was faster: the reservation was checked out, voided or expired.
      if (!(error instanceof AppError)) throw error
    }
  }
  return expired
}

const MINUTE = 60_000

/** Notifies users whose reservation soon expires (`reservation_notice_minutes`), once each. Returns how many were notified. */
export async function warnOfExpiry(ctx: Ctx): Promise<number> {
  const module = ctx.modules.get(RESERVATION)
  const minutes = Number(ctx.settings.reservation_notice_minutes)
  if (!module || !(minutes > 0)) return 0
  const now = ctx.clock.now()
  return ctx.db.tx(async () => {
    const soon = await ctx.db.query<{ id: number; user_id: number; transaction_no: string; expires_at: string | Date }>(
      sql`
        UPDATE ${table(ctx, RESERVATION)}
        SET notified_at = ${now.toISOString()}
        WHERE status = ${OPEN}
          AND notified_at IS NULL
          AND expires_at > ${now.toISOString()}
          AND expires_at <= ${new Date(now.getTime() + minutes * MINUTE).toISOString()}
        RETURNING id, user_id, transaction_no, expires_at
      `,
    )
    for (const { id, user_id, transaction_no, expires_at } of soon) {
      const until = formatDateTime(new Date(expires_at).toISOString(), ctx.company.time_zone)
      await notifyUsers(ctx, module, Number(id), {
        users: [Number(user_id)],
        title: `Reservation ${transaction_no} expires soon`,
        number: transaction_no,
        description: `It keeps its stock until ${until}. Check it out before then.`,
      })
    }
    return soon.length
  })
}
