/** Hooks on reserved stock when reservations are opened and orders are saved. */

import type { Module } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf } from '../../records/row.ts'
import { expireReservations, moveHolds, RESERVATION, trimHolds } from './reservations.ts'

const HOUR = 3_600_000

/** The selling location of a branch: the one it names, else its default, else any that sells. */
async function sellingLocation(ctx: Ctx, branch_id: number | null): Promise<number> {
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT l.id
      FROM ${table(ctx, 'inventory_location')} l
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = l.branch_id
      WHERE l.branch_id = ${branch_id} AND l.is_active IS NOT FALSE AND l.is_sellable IS TRUE
      ORDER BY (l.id = b.default_location_id) DESC NULLS LAST, l.is_default DESC NULLS LAST, l.id
      LIMIT 1
    `,
  )
  if (!row) throw refuse('E_NO_LOCATION', 'The branch has no selling location. Mark one of its inventory locations as sellable.')
  return Number(row.id)
}

/** A user has one open reservation; a new one takes the branch's selling location and its time. */
export const reservationOpened: SaveHook = {
  name: 'reservation.opened',
  async afterSave(ctx, module, { before, after }) {
    if (before || !after) return
    const user = Number(after.user_id)
    const id = Number(after.id)
    await ctx.db.query(sql`
      SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.company.schema}.${module.name}:${user}`}, 0))
    `)
    const hours = Number(ctx.settings.reservation_ttl_hours) || 24
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET location_id = ${idOf(after, 'location_id') ?? (await sellingLocation(ctx, idOf(after, 'branch_id')))},
          expires_at = ${new Date(ctx.clock.now().getTime() + hours * HOUR).toISOString()}
        WHERE id = ${id}
      `,
    )
    await expireReservations(ctx, user)
    const [other] = await ctx.db.query<{ transaction_no: string }>(
      sql`
        SELECT transaction_no
        FROM ${table(ctx, module.entity.table)}
        WHERE user_id = ${user} AND status = 'open' AND id <> ${id}
        LIMIT 1
      `,
    )
    if (other)
      throw refuse(
        'E_RESERVATION_OPEN',
        `Reservation ${other.transaction_no} is still open. Check it out or void it before you start another.`,
      )
  },
}

/** An order made from a reservation takes over the reserved stock; a draft that asks for less reserves less. */
export const orderHolds: SaveHook = {
  name: 'order.holds',
  async afterSave(ctx, module, { before, after }) {
    const id = Number((after ?? before)!.id)
    if (!after) return trimHolds(ctx, module, before!, true)
    if (before) {
      if (after.status === module.workflow!.initial) await trimHolds(ctx, module, await ctx.services.records.load(ctx, module, id), false)
      return
    }
    const source = idOf(after, 'stock_reservation_id')
    if (source !== null) await takeOver(ctx, source, module, id)
  },
}

async function takeOver(ctx: Ctx, source: number, order: Module, id: number): Promise<void> {
  const reservation = ctx.modules.get(RESERVATION)!
  const [taken] = await ctx.db.query<{ id: number }>(
    sql`
      UPDATE ${table(ctx, reservation.entity.table)}
      SET sales_order_id = ${id}
      WHERE id = ${source} AND status = 'checked_out' AND sales_order_id IS NULL
      RETURNING id
    `,
  )
  if (!taken)
    throw refuse('E_SOURCE', 'A reservation becomes an order by checking it out once. Check it out, or leave the reservation empty.')
  await moveHolds(ctx, { reservation, reservationId: source, order, orderId: id })
}
