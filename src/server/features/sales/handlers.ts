/** The reservation cart: items that a user reserves for a customer one by one, until it is checked out as an order. */

import { checkPrecision } from '../../../domain/trade/uom.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx, HandlerRequest } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler, id, optionalId } from '../../platform/http/params.ts'
import { asRule, idOf, linesOf, refOf } from '../../records/row.ts'
import { rewrite } from '../../records/write/save.ts'
import { pricedItems } from '../inventory/costs.ts'
import { currentOf, holdLines } from './reservations.ts'

const MAX_QTY = 1_000_000

/** Calls may also come below another module's name (`/sales_order/reserveItem`); that module must exist. */
function requirePlace(ctx: Ctx, request: HandlerRequest): void {
  const { module } = request.params
  if (module !== undefined && !ctx.modules.has(module)) throw notFound('Not found.')
}

const noReservation = () => refuse('E_NO_RESERVATION', 'Please create a reservation')

/** The caller's own reservation, locked and still open; the current one when none is named. */
async function openOne(ctx: Ctx, module: Module, named: number | undefined): Promise<Row> {
  const cartId = named ?? (await currentOf(ctx, ctx.principal.user_id))
  if (cartId === undefined) throw noReservation()
  // Applies the row predicate first: callers who cannot see the reservation learn nothing about it.
  await ctx.services.records.get(ctx, module, cartId)
  // A separate statement: one that waits for the lock would read lines as they were before.
  await ctx.db.query(sql`SELECT id FROM ${table(ctx, module.entity.table)} WHERE id = ${cartId} FOR UPDATE`)
  const record = await ctx.services.records.load(ctx, module, cartId)
  requireOwn(ctx, record)
  const number = String(record.transaction_no)
  if (record.status !== module.workflow!.initial) {
    const state = module.workflow!.states[String(record.status)]?.title ?? String(record.status)
    throw refuse('E_STATE', `Reservation ${number} is ${state.toLowerCase()}. Please create a reservation.`)
  }
  if (typeof record.expires_at === 'string' && Date.parse(record.expires_at) <= ctx.clock.now().getTime())
    throw refuse('E_RESERVATION_EXPIRED', `Reservation ${number} has expired. Please create a reservation.`)
  return record
}

/** Only the user who fills a cart can change it; others can view it, and void it where they have the right. */
function requireOwn(ctx: Ctx, record: Row): void {
  if (Number(record.user_id) !== ctx.principal.user_id)
    throw forbidden(`This reservation belongs to ${String(refOf(record, 'user').name ?? 'another user')}.`)
}

/** The fields of a reserved item in responses. */
function itemOf(line: Row): Row {
  const { id: line_id, item_id, name, sku_code, uom_id, uom, unit_price, qty, total } = line
  return { id: line_id, item_id, name, sku_code, uom_id, uom, unit_price, qty, total }
}

async function answerOf(ctx: Ctx, module: Module, cartId: number): Promise<Row> {
  const record = await ctx.services.records.get(ctx, module, cartId)
  return { ...record, items: linesOf(record, 'items').map(itemOf) }
}

/** The user's open reservation with its items, or null. */
const current = handler('reservation.current', async (ctx, _request, module) => {
  const cartId = await currentOf(ctx, ctx.principal.user_id)
  return cartId === undefined ? null : answerOf(ctx, module, cartId)
})

const items = handler('reservation.items', async (ctx, request, module) => {
  requirePlace(ctx, request)
  const cartId = optionalId(request.query, 'id') ?? (await currentOf(ctx, ctx.principal.user_id))
  return cartId === undefined ? [] : (await answerOf(ctx, module, cartId)).items
})

/** `qty` changes by that much; `input_qty` is the quantity itself, where 0 says nothing. */
function changeOf(body: Row): { by: Decimal } | { to: Decimal } | undefined {
  const number = (name: string, least: number): Decimal | undefined => {
    const value = body[name]
    if (value === undefined || value === null || value === '') return undefined
    const valid =
      (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && /^-?\d{1,9}(\.\d{1,6})?$/.test(value))
    const amount = valid ? new Decimal(value as number | string) : undefined
    if (!amount || amount.lt(least) || amount.gt(MAX_QTY) || amount.decimalPlaces() > 6)
      throw invalid({ [name]: ['The value is not valid.'] })
    return amount
  }
  const to = number('input_qty', 0)
  if (to !== undefined) return to.isZero() ? undefined : { to }
  const by = number('qty', -MAX_QTY)
  if (by === undefined || by.isZero()) throw invalid({ qty: ['Field is required'] })
  return { by }
}

const reserve = handler('reservation.reserve', (ctx, request, module) => {
  requirePlace(ctx, request)
  return reserveItem(ctx, module, request.body)
})

/** Reserves more or less of an item. All or nothing: a refusal leaves quantity, total and stock as they were. */
export async function reserveItem(ctx: Ctx, module: Module, body: Row): Promise<Row> {
  const item_id = id(body, 'item_id')
  const change = changeOf(body)
  const named = optionalId(body, 'source_id')
  return ctx.db.tx(async () => {
    const record = await openOne(ctx, module, named)
    const lines = linesOf(record, 'items')
    const line = lines.find((row) => Number(row.item_id) === item_id)
    const before = new Decimal((line?.qty as Decimal | undefined) ?? 0)
    const qty = change === undefined ? before : 'to' in change ? change.to : before.plus(change.by)
    if (qty.lt(0)) throw refuse('E_QTY', 'The cart is already empty.')
    if (qty.eq(before)) return quantityAnswer(record, item_id)
    const rest: Row[] = lines.filter((row) => row !== line).map((row) => ({ id: row.id }))
    const place = line ? lines.indexOf(line) : rest.length
    if (qty.gt(0)) rest.splice(place, 0, await pricedLine(ctx, record, line, { item_id, qty }))
    const after = await rewrite(ctx, module, record, { items: rest })
    await holdLines(ctx, module, after)
    return quantityAnswer(after, item_id)
  })
}

/** The line with its quantity, and the price for that quantity. */
async function pricedLine(
  ctx: Ctx,
  record: Row,
  line: Row | undefined,
  { item_id, qty }: { readonly item_id: number; readonly qty: Decimal },
): Promise<Row> {
  const found = await pricedItems(ctx, [item_id], {
    price_level_id: idOf(record, 'price_level_id'),
    date: String(record.transaction_date),
  })
  const item = found.get(item_id)
  if (!item) throw invalid({ item_id: ['The record was not found.'] })
  if (!item.sellable || !item.stock)
    throw refuse('E_ITEM', `${item.sku_code} ${item.name} cannot be reserved: it is ${item.stock ? 'not for sale' : 'not kept in stock'}.`)
  asRule('E_UOM_FRACTION', () => checkPrecision(qty, { name: item.uom, precision: item.precision }))
  return {
    ...(line ? { id: line.id } : { item_id, uom_id: item.uom_id }),
    qty,
    list_price: item.price({ uom_id: item.uom_id, qty, vat: (record.list_vat_rate as Decimal | null) ?? 0 }),
  }
}

function quantityAnswer(record: Row, item_id: number): Row {
  const line = linesOf(record, 'items').find((row) => Number(row.item_id) === item_id)
  const { qty = 0, total = 0, unit_price = null } = line ?? {}
  return toJson({ item_id, qty, total, unit_price, reservation: { id: record.id, total: record.total ?? 0 } })
}

/** Prices follow the tax type: list prices include VAT, the others are quoted without it. */
const changeTaxType = handler('reservation.changeTaxType', (ctx, request, module) => {
  requirePlace(ctx, request)
  const { body } = request
  const named = optionalId(body, 'id')
  const tax_type_id = id(body, 'tax_type_id')
  return ctx.db.tx(async () => {
    const record = await openOne(ctx, module, named)
    const after = await rewrite(ctx, module, record, { tax_type_id })
    return answerOf(ctx, module, Number(after.id))
  })
})

/** Creates the draft order; a repeated call returns the same one. */
const checkout = handler('reservation.checkout', (ctx, request, module) => {
  requirePlace(ctx, request)
  const named = optionalId(request.body, 'id')
  return ctx.db.tx(async () => {
    const cartId = named ?? (await currentOf(ctx, ctx.principal.user_id))
    if (cartId === undefined) throw noReservation()
    const record = await ctx.services.records.get(ctx, module, cartId)
    requireOwn(ctx, record)
    const done = await ctx.services.workflow.transition(ctx, module, { id: cartId, action: 'checkout', input: {} })
    const order = { id: Number(done.sales_order_id) }
    return { success: true, order, data: { order } }
  })
})

/** Marks the user's notifications of a reservation, or of all, as read; returns how many are left. */
async function readNotices(ctx: Ctx, module: Module, moduleId: number | null): Promise<Row> {
  const { user_id } = ctx.principal
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'notification')}
      SET is_read = true, read_at = ${ctx.clock.now().toISOString()}, version = version + 1
      WHERE user_id = ${user_id}
        AND module_name = ${module.name}
        AND is_read IS NOT TRUE
        AND (${moduleId}::bigint IS NULL OR module_id = ${moduleId}::bigint)
    `,
  )
  const [left] = await ctx.db.query<{ n: number }>(
    sql`
      SELECT count(*) AS n
      FROM ${table(ctx, 'notification')}
      WHERE user_id = ${user_id} AND is_read IS NOT TRUE
    `,
  )
  const total = Number(left!.n)
  ctx.services.events.publish(ctx.company.code, { type: 'notification', user_id, data: { unread: total } })
  return { success: true, total, data: { total } }
}

const readNotification = handler('reservation.readNotification', (ctx, { body }, module) => readNotices(ctx, module, id(body, 'id')))
const readAllNotifications = handler('reservation.readAllNotifications', (ctx, _request, module) => readNotices(ctx, module, null))

export const reservationHandlers = [current, items, reserve, changeTaxType, checkout, readNotification, readAllNotifications]
