/** The reservation cart: keeping stock for a customer, prices by tax type, checkout, expiry, and the last unit. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { expireReservations, warnOfExpiry } from '../../src/server/features/sales/reservations.ts'
import { qualify } from '../../src/server/platform/db/index.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
const ids: Record<string, number> = {}

/** The smallest picture there is. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const ok = async (username: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown): Promise<Row> => {
  const { status, body } = await as.user(username)(method, url, payload)
  if (status !== 200) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
  return body.data as Row
}
const idOf = async (module: string, field: string, value: string): Promise<number> => {
  const rows = (await ok('admin', 'GET', `${module}/paginate?limit=500`)) as unknown as Row[]
  return Number(rows.find((row) => row[field] === value)!.id)
}
/** On hand, reserved and available in the branch's warehouse. */
async function stock(item: number): Promise<{ qty: number; reserved: number }> {
  const [row] = await instance.server.database.db.query<{ qty: number; reserved: number }>(
    `SELECT qty::float8 AS qty, reserved_qty::float8 AS reserved FROM ${qualify('co_cart', 'stock_bucket')} WHERE item_id = $1 AND location_id = $2`,
    [item, ids.location],
  )
  const [held] = await instance.server.database.db.query<{ n: number }>(
    `SELECT coalesce(sum(qty), 0)::float8 AS n FROM ${qualify('co_cart', 'stock_hold')} WHERE item_id = $1 AND location_id = $2`,
    [item, ids.location],
  )
  // At all times, the reserved quantity of the bucket is the sum of the holds.
  expect(row!.reserved).toBe(held!.n)
  return row!
}
const start = (username: string, customer = ids.beta) => ok(username, 'POST', 'stock_reservation', { customer_id: customer })
const reserve = (username: string, item: number | undefined, by: number, more: Row = {}) =>
  as.user(username)('POST', 'stock_reservation/reserveItem', { item_id: item, qty: by, ...more })
const current = (username: string) => ok(username, 'GET', 'stock_reservation/current')
const later = (hours: number) =>
  instance.server.clock.advanceTo(new Date(instance.server.clock.now().getTime() + hours * 3_600_000).toISOString())

beforeAll(async () => {
  instance = await startInstance('cart', ['CART'], { frozenClock: true })
  as = createClient(instance.server, 'CART')
  ids.location = await idOf('inventory_location', 'code', 'MNL-WH')
  ids.branch = await idOf('branch', 'code', 'MNL')
  ids.pc = await idOf('uom', 'code', 'PC')
  ids.kg = await idOf('uom', 'code', 'KG')
  ids.inclusive = await idOf('tax_type', 'name', 'VAT Inclusive')
  ids.exclusive = await idOf('tax_type', 'name', 'VAT Exclusive')
  const category = Number((await ok('admin', 'POST', 'item_category', { code: 'GEN', name: 'General' })).id)
  const item = async (sku_code: string, selling_price: number, more: Row = {}) =>
    Number(
      (
        await ok('admin', 'POST', 'item', {
          sku_code,
          name: `Item ${sku_code}`,
          item_category_id: category,
          uom_id: ids.pc,
          item_type: 'Stock',
          selling_price,
          vat_class: 'V',
          ...more,
        })
      ).id,
    )
  ids.bolt = await item('A001', 95)
  ids.drill = await item('B002', 235)
  ids.rice = await item('C003', 1425, { vat_class: 'E', uom_id: ids.kg })
  ids.service = await item('D004', 500, { item_type: 'Service' })
  const opening = await ok('admin', 'POST', 'beginning_inventory', {
    branch_id: ids.branch,
    location_id: ids.location,
    items: [
      { item_id: ids.bolt, uom_id: ids.pc, qty: 30, unit_cost: 50 },
      { item_id: ids.drill, uom_id: ids.pc, qty: 5, unit_cost: 120 },
      { item_id: ids.rice, uom_id: ids.kg, qty: 100, unit_cost: 40 },
    ],
  })
  await ok('admin', 'POST', `beginning_inventory/${opening.id}/post`, {})
  const entity_type_id = await idOf('entity_type', 'code', 'CORP')
  const payment_term_id = await idOf('payment_term', 'code', 'N15')
  const customer = (code: string, more: Row = {}) =>
    ok('sales', 'POST', 'customer', { code, name: `${code} Trading`, entity_type_id, payment_term_id, ...more })
  ids.beta = Number((await customer('BETA', { credit_limit: 1000 })).id)
  ids.dealer = Number((await customer('DEAL', { price_level_id: await idOf('price_level', 'code', 'DEALER') })).id)
  ids.bare = Number((await customer('BARE', { payment_term_id: null })).id)
})
afterAll(() => instance.stop())

/** Every test begins with empty carts. */
beforeEach(async () => {
  for (const username of ['sales', 'warehouse', 'admin']) {
    const open = await current(username)
    if (open) await ok(username, 'POST', `stock_reservation/${open.id}/void`, { void_reason: 'cleared for a test' })
  }
})

describe('filling', () => {
  // S257 S260 S269 E33 E34 E37
  test('a user has one reservation, with the fields and items that the cart shows', async () => {
    expect(await current('sales')).toBeNull()
    expect(await ok('sales', 'GET', 'stock_reservation/find_all')).toEqual([])
    expect((await reserve('sales', ids.bolt, 1)).body).toMatchObject({ rule: 'E_NO_RESERVATION', message: 'Please create a reservation' })
    const made = await start('sales')
    expect(made.transaction_no).toMatch(/^RS-MNL-\d{4}-000\d{3}$/)
    expect((await as.user('sales')('POST', 'stock_reservation', { customer_id: ids.beta })).body.rule).toBe('E_RESERVATION_OPEN')
    expect(await current('sales')).toMatchObject({
      id: made.id,
      customer_name: 'BETA Trading',
      branch: { name: expect.any(String) },
      location: { id: ids.location },
      transaction_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      tax_type: { name: 'VAT Inclusive' },
      tax_type_id: ids.inclusive,
      items: [],
      status: 'open',
    })
    const added = await reserve('sales', ids.bolt, 1, { source_id: made.id })
    expect(added.body.data).toMatchObject({ qty: 1, total: 95 })
    const list = (await ok('sales', 'GET', `stock_reservation/findReservationitems?id=${made.id}&module=sales_order`)) as unknown as Row[]
    expect(list).toEqual([
      expect.objectContaining({
        item_id: ids.bolt,
        name: 'Item A001',
        sku_code: 'A001',
        uom: expect.objectContaining({ name: 'Piece' }),
        unit_price: 95,
        qty: 1,
        total: 95,
      }),
    ])
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 1 })
    // Only the cart reserves the items.
    expect((await as.user('sales')('PUT', `stock_reservation/${made.id}`, { items: [] })).status).toBe(400)
    expect(
      (await as.user('sales')('POST', 'stock_reservation', { customer_id: ids.beta, items: [{ item_id: ids.bolt, qty: 1 }] })).status,
    ).toBe(400)
  })

  // S264 S265 E34 E38 E39
  test('changes a quantity by one, by typing, and to zero', async () => {
    const { id: source_id } = await start('sales')
    const put = (input_qty: unknown, item = ids.bolt) =>
      as.user('sales')('PUT', 'stock_reservation/update_reserve_item', { source_id, item_id: item, input_qty })
    expect((await reserve('sales', ids.bolt, 1)).body.data).toMatchObject({ qty: 1, total: 95 })
    expect((await put(12)).body.data).toMatchObject({ qty: 12, total: 1140, reservation: { id: source_id, total: 1140 } })
    // Zero typed says nothing.
    expect((await put(0)).body.data).toMatchObject({ qty: 12, total: 1140 })
    expect((await put(0, ids.drill)).body.data).toMatchObject({ qty: 0, total: 0 })
    const alias = await as.user('sales')('POST', 'stock_reservation/reserve_item', { source_id, item_id: ids.drill, qty: 1 })
    expect(alias.body.data).toMatchObject({ qty: 1, total: 235, reservation: { total: 1375 } })
    expect((await reserve('sales', ids.bolt, -1)).body.data).toMatchObject({ qty: 11 })
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 11 })
    expect((await reserve('sales', ids.drill, -1)).body.data).toMatchObject({ qty: 0, total: 0 })
    expect(((await current('sales')).items as Row[]).map((row) => row.item_id)).toEqual([ids.bolt])
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 0 })
    expect((await reserve('sales', ids.drill, -1)).body.rule).toBe('E_QTY')
    for (const wrong of [-1, 'many', 1e12, 0.1234567, {}]) expect((await put(wrong)).status).toBe(400)
    expect((await reserve('sales', ids.bolt, 0)).status).toBe(400)
    expect((await put(1.5)).body).toMatchObject({ rule: 'E_UOM_FRACTION', message: 'Piece accepts whole quantities only.' })
    expect((await put(1.25, ids.rice)).body.data).toMatchObject({ qty: 1.25, total: 1781.25 })
    expect((await reserve('sales', ids.service, 1)).body.rule).toBe('E_ITEM')
    expect((await reserve('sales', 999_999, 1)).status).toBe(400)
  })

  // S266
  test('refuses a quantity above the available stock and changes nothing', async () => {
    await start('sales')
    await reserve('sales', ids.drill, 2)
    const before = await current('sales')
    const refused = await reserve('sales', ids.drill, 4)
    expect([refused.status, refused.body.rule]).toEqual([422, 'E_INSUFFICIENT_STOCK'])
    expect(refused.body.message).toContain('needed 6, available 5')
    expect(await current('sales')).toEqual(before)
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 2 })
  })

  // E35 S260 S261 S366: the worked figures of the trading rules, 1,040.00 either way
  test('prices follow the tax type, and return when it is changed back', async () => {
    const { id } = await start('sales')
    await reserve('sales', ids.bolt, 6)
    await reserve('sales', ids.drill, 2)
    await reserve('sales', ids.rice, 1)
    const change = (tax_type_id: unknown) => as.user('sales')('POST', 'stock_reservation/changeTaxType', { id, tax_type_id })
    const prices = (data: unknown) => ((data as Row).items as Row[]).map((row) => row.unit_price)
    const changed = (await change(ids.exclusive)).body.data
    expect(changed).toMatchObject({ tax_type: { name: 'VAT Exclusive' }, total: 1040 + 1425 })
    expect(prices(changed)).toEqual([84.8214, 209.8214, 1425])
    const exempt = (await change(await idOf('tax_type', 'name', 'VAT Exempt'))).body.data as Row
    expect(exempt).toMatchObject({ tax_type: { name: 'VAT Exempt' }, total: 2353.57 })
    const back = (await change(ids.inclusive)).body.data
    expect(back).toMatchObject({ tax_type: { name: 'VAT Inclusive' }, total: 2465 })
    expect(prices(back)).toEqual([95, 235, 1425])
    expect((await change(987_654)).status).toBe(400)
    expect((await change(undefined)).status).toBe(400)
  })

  // S411 E581 E582 E584
  test('an item has one default price, which applies where the customer has no price level', async () => {
    const base = `item/${ids.rice}/price-level`
    const made = async (code: string, price: number) =>
      ok('admin', 'POST', base, { price_level_id: await idOf('price_level', 'code', code), uom_id: ids.kg, price })
    const [dealer, wholesale] = [await made('DEALER', 1300), await made('WHOLESALE', 1350)]
    const defaults = async () =>
      ((await ok('admin', 'GET', `${base}/paginate`)) as unknown as Row[]).filter((row) => row.is_default).map((row) => row.id)
    const price = async () => ((await ok('sales', 'GET', 'item/get_data?search=C003')) as unknown as Row[])[0]!.unit_price
    expect([await defaults(), await price()]).toEqual([[], 1425])
    for (const [level, listed] of [
      [dealer, 1300],
      [wholesale, 1350],
    ] as const) {
      await ok('admin', 'PUT', `${base}/${String(level.id)}/default`, {})
      expect([await defaults(), await price()]).toEqual([[level.id], listed])
    }
    for (const { id } of [dealer, wholesale]) await ok('admin', 'DELETE', `${base}/${String(id)}`)
  })

  test('a price level gives its price by quantity, or computes it from the price of the item', async () => {
    await ok('admin', 'POST', 'item_price_level', {
      item_id: ids.bolt,
      price_level_id: await idOf('price_level', 'code', 'DEALER'),
      uom_id: ids.pc,
      price: 80,
      min_qty: 10,
    })
    await start('sales', ids.dealer)
    expect((await reserve('sales', ids.bolt, 9)).body.data).toMatchObject({ unit_price: 80.75 })
    // What the search shows is what the cart takes.
    const level = await idOf('price_level', 'code', 'DEALER')
    expect(await ok('sales', 'GET', `item/get_data?search=A001&price_level_id=${level}`)).toMatchObject([{ unit_price: 80.75 }])
    expect((await reserve('sales', ids.bolt, 1)).body.data).toMatchObject({ qty: 10, unit_price: 80, total: 800 })
  })
})

// proves: form.propose, form.propose[].field, form.propose[].on, form.propose[].handler
describe('the default price of a line', () => {
  const proposed = async (username: string, module: string, record: Row, lines: Row[]) => {
    const { status, body } = await as.user(username)('POST', `${module}/propose`, { field: 'items.unit_price', record, rows: lines })
    return status === 200 ? body.data : (body.errors ?? status)
  }

  test('on a quotation or order is that of the customer’s price level, with or without VAT by the tax type', async () => {
    const level = await idOf('price_level', 'code', 'DEALER')
    const line = { item_id: ids.drill, uom_id: ids.pc }
    for (const [record, price] of [
      [{ customer_id: ids.dealer, tax_type_id: ids.inclusive }, 199.75],
      [{ customer_id: ids.dealer, tax_type_id: ids.exclusive }, 178.3482],
      [{ customer_id: ids.beta, price_level_id: level, tax_type_id: ids.inclusive }, 199.75],
      [{ customer_id: ids.beta, tax_type_id: ids.inclusive }, 235],
      [{}, 235],
    ] as const)
      for (const module of ['sales_order', 'sales_quotation']) expect(await proposed('sales', module, record, [line])).toEqual([price])
    // From so many pieces on, the price of the level for that many.
    await ok('admin', 'POST', 'item_price_level', { item_id: ids.drill, price_level_id: level, uom_id: ids.pc, price: 150, min_qty: 50 })
    const dealer = { customer_id: ids.dealer, tax_type_id: ids.inclusive }
    const many = [49, 50].map((qty) => ({ ...line, qty }))
    expect(await proposed('sales', 'sales_order', dealer, many)).toEqual([199.75, 150])
    expect(await proposed('sales', 'sales_order', {}, [{ item_id: 999_999, uom_id: ids.pc }, { item_id: ids.drill }, line])).toEqual([
      null,
      null,
      235,
    ])
  })

  test('on a purchase order is the supplier’s last price, else the cost for users who may see it', async () => {
    const entity_type_id = await idOf('entity_type', 'code', 'CORP')
    const payment_term_id = await idOf('payment_term', 'code', 'N15')
    const supplier = async (code: string) =>
      Number((await ok('admin', 'POST', 'supplier', { code, name: `${code} Supply`, entity_type_id, payment_term_id })).id)
    const [known, other] = [await supplier('KNOWN'), await supplier('OTHER')]
    await ok('admin', 'PUT', `item/${ids.bolt}`, { cost: 40 })
    const record = { supplier_id: known, tax_type_id: ids.inclusive }
    const line = { item_id: ids.bolt, uom_id: ids.pc }
    expect(await proposed('buyer', 'purchase_order', record, [line])).toEqual([44.8])
    expect(await proposed('buyer', 'purchase_order', { ...record, tax_type_id: ids.exclusive }, [line])).toEqual([40])
    const order = await ok('admin', 'POST', 'purchase_order', {
      ...record,
      branch_id: ids.branch,
      location_id: ids.location,
      payment_term_id,
      expected_date: '2099-12-31',
      items: [{ ...line, qty: 2, unit_price: 43.5 }],
    })
    // A draft says nothing yet.
    expect(await proposed('buyer', 'purchase_order', record, [line])).toEqual([44.8])
    await ok('admin', 'POST', `purchase_order/${order.id}/post`, {})
    expect(await proposed('buyer', 'purchase_order', record, [line, { ...line, uom_id: ids.kg }])).toEqual([43.5, null])
    expect(await proposed('buyer', 'purchase_order', { ...record, supplier_id: other }, [line])).toEqual([44.8])
    // Without access to costs a supplier without orders has no price to propose.
    await ok('admin', 'PUT', `user_role/${await idOf('user_role', 'code', 'BUYER')}`, { access_codes: [] })
    expect(await proposed('buyer', 'purchase_order', { ...record, supplier_id: other }, [line])).toEqual([null])
    expect(await proposed('buyer', 'purchase_order', record, [line])).toEqual([43.5])
  })

  test('can be requested by users who may create the document, for fields that the descriptor names', async () => {
    expect(await proposed('employee', 'sales_order', {}, [])).toBe(403)
    const wrong = await as.user('sales')('POST', 'sales_order/propose', { field: 'items.qty', rows: [] })
    expect(wrong.body.errors).toHaveProperty('field')
    expect(await proposed('sales', 'sales_order', {}, [{ item_id: 'y' }])).toHaveProperty('item_id')
    const day = { transaction_date: '2026-02-31' }
    expect(await proposed('sales', 'sales_order', day, [{ item_id: ids.drill, uom_id: ids.pc }])).toEqual([235])
  })
})

// G24
test('the calls also answer under the name of another module', async () => {
  const { id } = await start('sales')
  const call = as.user('sales')
  expect((await call('POST', 'sales_order/reserveItem', { source_id: id, item_id: ids.bolt, qty: 1 })).body.data).toMatchObject({ qty: 1 })
  expect((await call('GET', `item/findReservationitems?id=${id}`)).body.data).toHaveLength(1)
  expect((await call('POST', 'sales_order/changeTaxType', { id, tax_type_id: ids.exclusive })).body.data).toMatchObject({
    tax_type: { name: 'VAT Exclusive' },
  })
  expect((await call('POST', 'nothing_here/reserveItem', { item_id: ids.bolt, qty: 1 })).status).toBe(404)
})

describe('checkout', () => {
  // S121 S267 S366 E36 G79
  test('makes one draft order with the items, which keeps the reservation until it is voided', async () => {
    const { id } = await start('sales')
    expect((await as.user('sales')('POST', 'stock_reservation/checkout', { id })).body.message).toBe('To start please reserve an item.')
    await reserve('sales', ids.bolt, 6)
    await reserve('sales', ids.drill, 2)
    await as.user('sales')('POST', 'stock_reservation/changeTaxType', { id, tax_type_id: ids.exclusive })
    const answer = (await as.user('sales')('POST', 'stock_reservation/checkout', { id })).body
    const order = (answer.data as { order: { id: number } }).order
    expect(answer.order).toEqual(order)
    expect(await current('sales')).toBeNull()
    // Sent twice, it is the same order.
    expect((await ok('sales', 'POST', 'stock_reservation/checkout', { id })).order).toEqual(order)
    const made = await ok('sales', 'GET', `sales_order/${order.id}`)
    expect(made).toMatchObject({
      status: 'draft',
      is_draft: true,
      customer: { id: ids.beta },
      stock_reservation: { id },
      location: { id: ids.location },
      tax_type: { name: 'VAT Exclusive' },
      total: 1040,
      credit_status: 'over_limit',
    })
    expect((made.items as Row[]).map((row) => [row.item_id, row.qty, row.unit_price])).toEqual([
      [ids.bolt, 6, 84.8214],
      [ids.drill, 2, 209.8214],
    ])
    expect(await ok('sales', 'GET', `stock_reservation/${id}`)).toMatchObject({ status: 'checked_out', sales_order: { id: order.id } })
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 6 })

    // A draft that asks for less keeps less; what it keeps is its own when it is posted.
    const items = made.items as Row[]
    const less = await ok('sales', 'PUT', `sales_order/${order.id}`, {
      version: made.version,
      items: [{ id: items[0]!.id, qty: 4 }, { id: items[1]!.id }],
    })
    expect(less.total).toBeLessThan(1040)
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 4 })
    await ok('sales', 'POST', `sales_order/${order.id}/post`, {})
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 4 })
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 2 })
    await ok('sales', 'POST', `sales_order/${order.id}/void`, { void_reason: 'the customer called it off' })
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 0 })
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 0 })
  })

  // proves: sources.*.lines.*.tolerance
  test('an order may exceed the reserved quantity', async () => {
    const { id } = await start('sales')
    await reserve('sales', ids.bolt, 2)
    const { order } = (await ok('sales', 'POST', 'stock_reservation/checkout', { id })) as { order: { id: number } }
    const made = await ok('sales', 'GET', `sales_order/${order.id}`)
    const items = [{ id: (made.items as Row[])[0]!.id, qty: 5 }]
    await ok('sales', 'PUT', `sales_order/${order.id}`, { version: made.version, items })
    expect(await ok('sales', 'POST', `sales_order/${order.id}/post`, {})).toMatchObject({ status: 'posted' })
    await ok('sales', 'POST', `sales_order/${order.id}/void`, { void_reason: 'the customer called it off' })
  })

  test('closing an order releases its reservation, and reopening it reserves again', async () => {
    await start('sales')
    await reserve('sales', ids.bolt, 6)
    const { order } = (await ok('sales', 'POST', 'stock_reservation/checkout', {})) as { order: { id: number } }
    const act = (action: string, input = {}) => ok('admin', 'POST', `sales_order/${order.id}/${action}`, input)
    await act('post')
    await act('close', { closed_reason: 'the customer hesitates' })
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 0 })
    await act('reopen')
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 6 })
    await act('void', { void_reason: 'the customer called it off' })
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 0 })
  })

  test('voiding a draft order releases the reservation, and an order from a reservation cannot be made by hand', async () => {
    const { id } = await start('sales')
    await reserve('sales', ids.drill, 3)
    const line = { item_id: ids.drill, uom_id: ids.pc, qty: 1, unit_price: 1 }
    const byHand = await as.user('sales')('POST', 'sales_order', {
      customer_id: ids.beta,
      location_id: ids.location,
      tax_type_id: ids.inclusive,
      stock_reservation_id: id,
      items: [line],
    })
    expect(byHand.body.rule).toBe('E_SOURCE')
    const { order } = (await ok('sales', 'POST', 'stock_reservation/checkout', {})) as { order: { id: number } }
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 3 })
    await ok('sales', 'POST', `sales_order/${order.id}/void`, { void_reason: 'made by mistake' })
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 0 })
  })

  test('a customer without payment terms is reported before anything changes', async () => {
    const { id } = await start('sales', ids.bare)
    await reserve('sales', ids.bolt, 1)
    const refused = await as.user('sales')('POST', 'stock_reservation/checkout', { id })
    expect(refused.body).toMatchObject({ rule: 'E_PARTY', message: expect.stringContaining('BARE Trading has no payment term') })
    expect(await current('sales')).toMatchObject({ id, status: 'open' })
  })

  test('a company may refuse orders over the credit limit', async () => {
    await as.user('admin')('PATCH', 'settings', { so_blocks_over_credit_limit: true })
    await start('sales')
    await reserve('sales', ids.bolt, 12)
    const { order } = (await ok('sales', 'POST', 'stock_reservation/checkout', {})) as { order: { id: number } }
    const refused = await as.user('sales')('POST', `sales_order/${order.id}/post`, {})
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('credit limit')])
    await as.user('admin')('PATCH', 'settings', { so_blocks_over_credit_limit: false })
    await ok('sales', 'POST', `sales_order/${order.id}/post`, {})
    await ok('sales', 'POST', `sales_order/${order.id}/void`, { void_reason: 'only to try the limit' })
  })
})

describe('other users', () => {
  test('of two users who want the last unit, exactly one gets it', async () => {
    await start('sales')
    await start('warehouse')
    await reserve('sales', ids.drill, 4)
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([reserve('sales', ids.drill, 1), reserve('warehouse', ids.drill, 1)])
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
      expect(both.find((answer) => answer.status === 422)!.body.rule).toBe('E_INSUFFICIENT_STOCK')
      expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 5 })
      await reserve(both[0]!.status === 200 ? 'sales' : 'warehouse', ids.drill, -1)
    }
    // A hand that clicks fast: every click counts once.
    const clicks = await Promise.all(Array.from({ length: 6 }, () => reserve('warehouse', ids.bolt, 1)))
    expect(clicks.map((click) => (click.body.data as Row).qty).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 6 })
  })

  test('stock reserved for one user cannot be issued to another', async () => {
    await start('sales')
    await reserve('sales', ids.drill, 5)
    await start('admin')
    expect((await reserve('admin', ids.drill, 1)).body.rule).toBe('E_INSUFFICIENT_STOCK')
  })

  test('a cart cannot be changed by other users, or without the permission', async () => {
    const { id } = await start('sales')
    await reserve('sales', ids.bolt, 1)
    const foreign = await reserve('warehouse', ids.bolt, 1, { source_id: id })
    expect([foreign.status, foreign.body.message]).toEqual([403, 'This reservation belongs to Selina Aquino.'])
    expect((await as.user('admin')('POST', 'stock_reservation/checkout', { id })).status).toBe(403)
    expect((await as.user('admin')('POST', 'stock_reservation/changeTaxType', { id, tax_type_id: ids.exclusive })).status).toBe(403)
    // The warehouse keeps stock, but does not make orders of it.
    await start('warehouse')
    await reserve('warehouse', ids.bolt, 1)
    expect((await as.user('warehouse')('POST', 'stock_reservation/checkout', {})).status).toBe(403)
    for (const [username, status] of [
      ['buyer', 403],
      ['cashier', 403],
      ['auditor', 403],
    ] as const) {
      expect((await as.user(username)('POST', 'stock_reservation/reserveItem', { source_id: id, item_id: ids.bolt, qty: 1 })).status).toBe(
        status,
      )
      expect((await as.user(username)('POST', 'stock_reservation', { customer_id: ids.beta })).status).toBe(status)
    }
    expect((await as.user('buyer')('GET', 'stock_reservation/current')).status).toBe(403)
    expect((await as.user('auditor')('GET', `stock_reservation/find_all?id=${id}`)).body.data).toHaveLength(1)
    expect((await as.user('sales')('GET', 'stock_reservation/find_all?id=999999')).status).toBe(404)
    expect((await as.public('GET', 'stock_reservation/current')).status).toBe(401)
    expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 2 })
  })
})

describe('expiry', () => {
  // E40 E41 G25
  test('a reservation expires after a day; its stock is released and its user is notified', async () => {
    const { id, transaction_no } = await start('sales')
    await reserve('sales', ids.drill, 5)
    const system = async () => instance.server.system('CART', 'the sweep of a test')
    later(23)
    expect(await expireReservations(await system())).toBe(0)
    expect(await current('sales')).toMatchObject({ id })
    later(1.01)
    // Over is over, also before the sweep has come by.
    expect(await current('sales')).toBeNull()
    expect((await reserve('sales', ids.bolt, 1, { source_id: id })).body.rule).toBe('E_RESERVATION_EXPIRED')
    expect(await expireReservations(await system())).toBe(1)
    expect(await expireReservations(await system())).toBe(0)
    expect(await ok('sales', 'GET', `stock_reservation/${id}`)).toMatchObject({ status: 'expired' })
    expect(await stock(ids.drill!)).toEqual({ qty: 5, reserved: 0 })
    expect((await reserve('sales', ids.bolt, 1, { source_id: id })).body.rule).toBe('E_STATE')
    while (await deliverNext(await system()));
    const titles = ((await ok('sales', 'GET', 'notification/paginate')) as unknown as Row[]).map((row) => row.title)
    expect(titles).toContain(`Reservation ${String(transaction_no)} has expired`)
    expect((await as.user('sales')('GET', 'notification/getTotal/unread')).body.total).toBe(1)
    const read = await as.user('sales')('POST', 'stock_reservation/read_notification', { id })
    expect(read.body).toMatchObject({ success: true, total: 0, data: { total: 0 } })
    expect((await as.user('sales')('POST', 'stock_reservation/read_all_notification', {})).body).toMatchObject({ total: 0 })
    expect((await as.user('sales')('POST', 'stock_reservation/read_notification', {})).status).toBe(400)
  })

  test('its user is warned once before, unless the company turned the warning off', async () => {
    const { transaction_no } = await start('sales')
    await reserve('sales', ids.bolt, 1)
    const warn = async () => warnOfExpiry(await instance.server.system('CART', 'the sweep of a test'))
    const notices = async () =>
      ((await ok('sales', 'GET', 'notification/paginate?limit=100')) as unknown as Row[]).filter(
        (row) => row.title === `Reservation ${String(transaction_no)} expires soon`,
      )
    later(22.9)
    expect(await warn()).toBe(0)
    later(0.2)
    await as.user('admin')('PATCH', 'settings', { reservation_notice_minutes: 0 })
    expect(await warn()).toBe(0)
    await as.user('admin')('PATCH', 'settings', { reservation_notice_minutes: 60 })
    expect([await warn(), await warn()]).toEqual([1, 0])
    expect(await notices()).toEqual([expect.objectContaining({ module_name: 'stock_reservation', transaction_no })])
    later(0.5)
    expect([await warn(), (await notices()).length]).toEqual([0, 1])
  })

  test('a user who starts again after that does not wait for the sweep', async () => {
    const old = await start('sales')
    await reserve('sales', ids.drill, 5)
    later(25)
    const fresh = await start('sales')
    expect(fresh.id).not.toBe(old.id)
    expect(await ok('sales', 'GET', `stock_reservation/${old.id}`)).toMatchObject({ status: 'expired' })
    expect((await reserve('sales', ids.drill, 5)).status).toBe(200)
    // No user ends a reservation that has not expired.
    expect((await as.user('sales')('POST', `stock_reservation/${fresh.id}/expire`, {})).body.message).toBe(
      'The reservation has not expired yet.',
    )
  })
})

// E594 E595 E598 E599 E602 E603 E604 E605 E616 E617
test('a customer has addresses and contacts, each with one default, and a history', async () => {
  const base = `customer/${ids.beta}`
  const country_id = await idOf('country', 'code', 'PH')
  const address = (line_1: string) => ok('sales', 'POST', `${base}/address`, { label: 'Office', line_1, country_id })
  const first = await address('1 Rizal Avenue')
  const second = await address('2 Mabini Street')
  await ok('sales', 'PUT', `${base}/address/${first.id}/default`)
  await ok('sales', 'PUT', `${base}/address/${second.id}/default`)
  const rows = (await ok('sales', 'GET', `${base}/address`)) as unknown as Row[]
  expect(rows.filter((row) => row.is_default).map((row) => row.id)).toEqual([second.id])
  await ok('sales', 'POST', `${base}/contact-person`, { name: 'Ramon Uy' })
  expect(await ok('sales', 'GET', `${base}/contact-person`)).toHaveLength(1)
  const history = (await ok('sales', 'GET', `${base}/transaction-history`)) as unknown as Row[]
  expect(history[0]).toMatchObject({ module: 'sales_order', title: expect.any(String), amount: expect.any(Number) })

  const token = await as.token('sales')
  const file = { name: 'logo.png', body: PNG }
  expect((await as.upload(token, 'customer/upload', { file })).body.data).toMatchObject({ path: expect.any(Number), name: 'logo.png' })
  const media = (await as.upload(token, `customer/create_media/${ids.beta}`, { file })).body.data as Row
  expect(await ok('sales', 'GET', base)).toMatchObject({ logo: expect.anything() })
  expect((await as.user('sales')('GET', String(media.url).replace('/api/v1/', ''))).raw.equals(PNG)).toBe(true)
  const text = { name: 'logo.txt', body: Buffer.from('no picture') }
  expect((await as.upload(token, `customer/create_media/${ids.beta}`, { file: text })).body.errors).toEqual({ file: ['Choose an image.'] })
  expect((await as.upload(token, 'customer/create_media/999999', { file })).status).toBe(404)
  expect((await as.upload(token, 'supplier/upload', { file })).status).toBe(403)
  expect((await as.upload(await as.token('buyer'), 'supplier/upload', { file })).status).toBe(200)
})

test('a posted quotation becomes an order, which serves it', async () => {
  const quotation = await ok('sales', 'POST', 'sales_quotation', {
    customer_id: ids.beta,
    location_id: ids.location,
    tax_type_id: ids.inclusive,
    items: [{ item_id: ids.bolt, uom_id: ids.pc, qty: 10 }],
  })
  expect(quotation).toMatchObject({ total: 950, status: 'draft' })
  await ok('sales', 'POST', `sales_quotation/${quotation.id}/post`, {})
  const draft = await ok('sales', 'GET', `sales_order/defaults?source=sales_quotation&ids=${quotation.id}`)
  const [line] = draft.items as Row[]
  const order = await ok('sales', 'POST', 'sales_order', {
    customer_id: ids.beta,
    sales_quotation_id: quotation.id,
    location_id: ids.location,
    tax_type_id: ids.inclusive,
    items: [
      {
        item_id: ids.bolt,
        uom_id: ids.pc,
        qty: 6,
        unit_price: 95,
        source_module: line!.source_module,
        source_line_id: line!.source_line_id,
      },
    ],
  })
  await ok('sales', 'POST', `sales_order/${order.id}/post`, {})
  expect(await ok('sales', 'GET', `sales_quotation/${quotation.id}`)).toMatchObject({ progress: 'partially_served' })
  // Nothing was reserved, and the company does not reserve by itself.
  expect(await stock(ids.bolt!)).toEqual({ qty: 30, reserved: 0 })
  expect((await as.user('sales')('POST', `sales_quotation/${quotation.id}/void`, { void_reason: 'too late for that' })).body.rule).toBe(
    'E_HAS_CHILDREN',
  )
})
