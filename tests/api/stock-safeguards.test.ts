/** What stock documents refuse so that stock, ledger, branches and prices agree; lots in transfers and counts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { principalOf } from './harness.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let cebu: number
let paint: number
beforeAll(async () => {
  host = await openHost('SAFEGUARD')
  m = await salesMasters(host)
  await host.query(`INSERT INTO {s}."user" (id, username, name, is_active) OVERRIDING SYSTEM VALUE VALUES (2, 'checker', 'Checker', true)`)
  const { item_category_id } = await host.ok('GET', `item/${m.a}`)
  const base = { item_category_id, uom_id: m.pc, item_type: 'Stock', selling_price: 100 }
  paint = (await host.ok('POST', 'item', { ...base, sku_code: 'PAINT', name: 'Paint', is_lot_tracked: true })).id as number
  await host.query("SELECT nextval(pg_get_serial_sequence('{s}.branch', 'id'))")
  cebu = (await host.ok('POST', 'branch', { code: 'CEB', name: 'Cebu' })).id as number
  await posted('beginning_inventory', {
    location_id: m.wh,
    items: [
      { item_id: m.a, uom_id: m.pc, qty: 30, unit_cost: 10 },
      { item_id: paint, uom_id: m.pc, qty: 10, unit_cost: 10, lot_no: 'L1', expiry_date: '2026-12-31' },
      { item_id: paint, uom_id: m.pc, qty: 5, unit_cost: 10, lot_no: 'L2' },
    ],
  })
})
afterAll(() => host.close())

async function draft(module: string, body: Row): Promise<Row> {
  return { ...(await host.ok('POST', module, { transaction_date: '2026-01-02', ...body })), module }
}
const posted = async (module: string, body: Row) => {
  const made = await draft(module, body)
  return { ...(await host.ok('POST', `${module}/${String(made.id)}/post`)), module } as Row
}
const post = ({ module, id }: Row) => host.refused(`${String(module)}/${String(id)}/post`)
const errorsOf = async (module: string, body: Row) =>
  (await host.harness.call('POST', module, { transaction_date: '2026-01-02', ...body })).body.errors
const piece = (more: Row = {}): Row => ({ item_id: m.a, uom_id: m.pc, qty: 1, ...more })

test('found goods are not credited to a control account', async () => {
  const body = { type: 'Miscellaneous', location_id: m.wh, items: [piece({ unit_cost: 10 })] }
  const [payables] = await host.accounts('2010')
  expect(await errorsOf('inventory_receiving', { ...body, credit_account_id: payables })).toHaveProperty('credit_account_id')
  const made = await draft('inventory_receiving', body)
  await host.query('UPDATE {s}.inventory_receiving SET credit_account_id = $1 WHERE id = $2', [payables, made.id])
  expect(await post(made)).toBe('E_ACCOUNT')
})

test('a stock document takes the branch of its location', async () => {
  const body = { branch_id: cebu, location_id: m.wh, items: [piece({ item_id: m.b, unit_cost: 10 })] }
  expect(await errorsOf('beginning_inventory', body)).toEqual({ branch_id: ['The branch must be that of the location.'] })
  const made = await draft('beginning_inventory', { ...body, branch_id: undefined })
  expect(made.branch_id).toBe(m.branch)
  await host.query('UPDATE {s}.beginning_inventory SET branch_id = $1 WHERE id = $2', [cebu, made.id])
  expect(await post(made)).toBe('E_LOCATION')
})

test('goods in transit are moved by their transfer only', async () => {
  const transfer = { from_location_id: m.wh, to_location_id: m.store, route: 'in_transit', transit_location_id: m.transit }
  const sent = await posted('inventory_transfer', { ...transfer, items: [piece({ qty: 3 })] })
  const lost = { reason: 'Loss', location_id: m.transit, items: [piece({ qty: 3 })] }
  expect(await errorsOf('inventory_adjustment', lost)).toHaveProperty('location_id')
  // Naming the transfer does not do: the lines are its own.
  expect(await post(await draft('inventory_adjustment', { ...lost, inventory_transfer_id: sent.id }))).toBe('E_SOURCE')
  for (const [module, more] of [
    ['beginning_inventory', { items: [piece({ unit_cost: 1 })] }],
    ['inventory_receiving', { type: 'Miscellaneous', items: [piece({ unit_cost: 1 })] }],
    ['physical_count', { scope: 'All' }],
    ['cycle_count', {}],
    ['goods_receipt', { supplier_id: m.orion, supplier_dr_no: 'DR-1', items: [piece({ unit_price: 1 })] }],
  ] as const)
    expect([module, await errorsOf(module, { location_id: m.transit, ...more })]).toEqual([
      module,
      expect.objectContaining({ location_id: expect.anything() }),
    ])
  const off = await host.ok('GET', `inventory_adjustment/defaults?source=inventory_transfer&ids=${String(sent.id)}`)
  expect(await post(await draft('inventory_adjustment', off))).toBe('done')
})

test('goods are received and billed at the price of their order, unless an approver posts', async () => {
  const order = await posted('purchase_order', {
    supplier_id: m.orion,
    expected_date: '2026-01-10',
    location_id: m.wh,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 112 }],
  })
  const [line] = order.items as Row[]
  const receipt = (unit_price: number, qty: number) =>
    draft('goods_receipt', {
      supplier_id: m.orion,
      location_id: m.wh,
      supplier_dr_no: 'DR-2',
      purchase_order_ids: [order.id],
      items: [piece({ qty, unit_price, source_module: 'purchase_order', source_line_id: line!.id })],
    })
  const codes = ['index', 'view', 'new', 'edit', 'post']
  const { admin } = host.harness
  const clerk = { ...admin, user_id: 1, grants: { ...admin.grants, goods_receipt: codes, bill: codes } }
  const postAs = async ({ module, id }: Row) =>
    (await host.harness.call('POST', `${String(module)}/${String(id)}/post`, {}, clerk)).body.rule ?? 'done'
  const dear = await receipt(1120, 2)
  expect(await postAs(dear)).toBe('E_PRICE_APPROVAL')
  expect(await postAs(await receipt(112, 2))).toBe('done')
  // Accepted by an approver, the price of the receipt is no reason to pay more than was ordered.
  expect(await post(dear)).toBe('done')
  const { id, supplier_id, items } = await host.ok('GET', `goods_receipt/${String(dear.id)}`)
  const bill = await draft('bill', {
    ...(await host.ok('GET', `bill/defaults?source=goods_receipt&ids=${String(id)}`)),
    supplier_id,
    bill_date: '2026-01-02',
    supplier_invoice_no: 'SI-1',
  })
  expect((bill.items as Row[])[0]!.unit_price).toBe((items as Row[])[0]!.unit_price)
  expect(await postAs(bill)).toBe('E_PRICE_APPROVAL')
  expect(await post(bill)).toBe('done')
})

test('a lot keeps its expiry date when it is moved', async () => {
  const move = { from_location_id: m.wh, to_location_id: m.store, route: 'direct' }
  await posted('inventory_transfer', { ...move, items: [{ item_id: paint, uom_id: m.pc, qty: 4, lot_no: 'L1' }] })
  const lots = await host.query(
    'SELECT u.location_id, u.expiry_date FROM {s}.stock_unit u WHERE u.item_id = $1 AND lot_no = $2 ORDER BY 1',
    [paint, 'L1'],
  )
  expect(lots).toEqual([
    { location_id: m.wh, expiry_date: '2026-12-31' },
    { location_id: m.store, expiry_date: '2026-12-31' },
  ])
})

test('a count has a separate line for each lot', async () => {
  const sheet = await draft('physical_count', { location_id: m.wh, is_blind: false })
  const begun = await host.ok('POST', `physical_count/${String(sheet.id)}/start`)
  const paints = (begun.items as Row[]).filter((row) => row.item_id === paint)
  expect(paints.map((row) => [row.lot_no, row.qty_system])).toEqual([
    ['L1', 6],
    ['L2', 5],
  ])
  const items = (begun.items as Row[]).map((row) => ({
    id: row.id,
    qty_counted: row.lot_no === 'L1' ? 5 : row.lot_no === 'L2' ? 7 : row.qty_system,
  }))
  await host.ok('PUT', `physical_count/${String(sheet.id)}`, { version: begun.version, items: items as never })
  const checker = principalOf(host.harness.modules, { user_id: 2, username: 'checker' })
  expect((await host.harness.call('POST', `physical_count/${String(sheet.id)}/compare`, {}, checker)).status).toBe(200)
  expect(await post(sheet)).toBe('done')
  const lots = await host.query(
    'SELECT lot_no, trim_scale(qty)::text AS qty FROM {s}.stock_unit WHERE item_id = $1 AND location_id = $2 ORDER BY 1',
    [paint, m.wh],
  )
  expect(lots).toEqual([
    { lot_no: 'L1', qty: '5' },
    { lot_no: 'L2', qty: '7' },
  ])
  const twice = (...numbers: (string | undefined)[]) =>
    draft('physical_count', { location_id: m.store, scope: 'List', items: numbers.map((lot_no) => ({ item_id: paint, lot_no })) })
  for (const lines of [
    [undefined, 'L1'],
    ['L1', 'L1'],
  ] as const) {
    const { id } = await twice(...lines)
    expect(await host.refused(`physical_count/${String(id)}/start`)).toBe('E_DUPLICATE')
  }
})

// proves: fields.*.suggest, fields.*.suggest.module, fields.*.suggest.where, fields.*.suggest.value, fields.*.suggest.left, fields.*.suggest.first
test('lots on hand are offered, those that expire first on top, to those who reach the location', async () => {
  const base = { ...(await host.ok('GET', `item/${paint}`)) }
  const { id: glue } = await host.ok('POST', 'item', {
    sku_code: 'GLUE',
    name: 'Glue',
    item_category_id: base.item_category_id,
    uom_id: m.pc,
    item_type: 'Stock',
    selling_price: 1,
    is_lot_tracked: true,
  })
  const lot = (lot_no: string, qty: number, expiry_date?: string): Row => piece({ item_id: glue, unit_cost: 1, lot_no, qty, expiry_date })
  await posted('beginning_inventory', {
    location_id: m.wh,
    items: [lot('G1', 4), lot('G2', 3, '2026-12-31'), lot('G3', 2, '2026-06-30'), lot('G4', 1)],
  })
  await posted('inventory_transfer', {
    from_location_id: m.wh,
    to_location_id: m.store,
    items: [piece({ item_id: glue, lot_no: 'G4' })],
  })
  const ask = (body: Row, as?: Parameters<typeof host.harness.call>[3]) =>
    host.harness.call('POST', 'delivery_receipt/suggest', { field: 'items.lot_no', ...body }, as)
  const offered = async (body: Row, as?: Parameters<typeof ask>[1]) =>
    ((await ask(body, as)).body.data as { value: string; details: { value: unknown }[] }[]).map(({ value, details }) => [
      value,
      ...details.map((detail) => detail.value),
    ])
  const values = { item_id: glue, location_id: m.wh }
  expect(await offered({ values })).toEqual([
    ['G3', 2, '2026-06-30'],
    ['G2', 3, '2026-12-31'],
    ['G1', 4],
  ])
  expect(await offered({ values, search: 'g1' })).toEqual([['G1', 4]])
  expect(await offered({ values: { item_id: glue } })).toEqual([])
  expect((await ask({ field: 'items.qty', values })).status).toBe(400)
  const elsewhere = principalOf(host.harness.modules, { grants: { delivery_receipt: ['index', 'view', 'new'] }, branch_ids: [cebu] })
  expect(await offered({ values }, elsewhere)).toEqual([])
  const reader = principalOf(host.harness.modules, { grants: { delivery_receipt: ['index', 'view'] } })
  expect((await ask({ values }, reader)).status).toBe(403)
})

// proves: fields.*.suggest.source
test('a return offers the serial numbers of its delivery, to those who reach that', async () => {
  const { item_category_id } = await host.ok('GET', `item/${m.a}`)
  const saw = { sku_code: 'SAW', name: 'Saw', item_category_id, uom_id: m.pc, item_type: 'Stock', selling_price: 100, is_serialized: true }
  const { id: item_id } = await host.ok('POST', 'item', saw)
  const saws = (...serial_nos: string[]): Row => piece({ item_id, qty: serial_nos.length, serial_nos })
  await posted('beginning_inventory', { location_id: m.wh, items: [{ ...saws('S1', 'S2', 'S3'), unit_cost: 1 }] })
  const delivery = await posted('delivery_receipt', {
    customer_id: m.acme,
    location_id: m.wh,
    delivery_mode: 'pickup',
    items: [{ ...saws('S1', 'S2'), unit_price: 100 }],
  })
  const [line] = delivery.items as Row[]
  const ask = async (values: Row, as?: Parameters<typeof host.harness.call>[3], search?: string) => {
    const answer = await host.harness.call('POST', 'sales_return/suggest', { field: 'items.serial_nos', values, search }, as)
    return (answer.body.data as { value: string }[]).map(({ value }) => value)
  }
  const source = { source_module: 'delivery_receipt', source_line_id: line!.id }
  expect(await ask(source)).toEqual(['S1', 'S2'])
  expect(await ask(source, undefined, 's2')).toEqual(['S2'])
  for (const other of [{}, { ...source, source_module: 'inventory_transfer' }, { ...source, source_line_id: '1' }])
    expect(await ask(other)).toEqual([])
  const grants = { sales_return: ['index', 'view', 'new'], delivery_receipt: ['index', 'view'] }
  expect(await ask(source, principalOf(host.harness.modules, { grants, branch_ids: [cebu] }))).toEqual([])
  expect(await ask(source, principalOf(host.harness.modules, { grants, branch_ids: [m.branch] }))).toEqual(['S1', 'S2'])
})

test('an order made from a request goes to the suggested supplier, at that supplier’s last price', async () => {
  const line = { item_id: m.a, uom_id: m.pc, qty: 5, estimated_cost: 9 }
  const request = await posted('purchase_request', { date_needed: '2026-01-20', suggested_supplier_id: m.orion, items: [line] })
  const order = await host.ok('GET', `purchase_order/defaults?source=purchase_request&ids=${String(request.id)}`)
  expect(order).toMatchObject({ supplier_id: m.orion, items: [{ item_id: m.a, qty: 5 }] })
  expect((order.items as Row[])[0]!.unit_price ?? null).toBeNull()
  const asked = await host.harness.call('POST', 'purchase_order/propose', {
    field: 'items.unit_price',
    record: { supplier_id: order.supplier_id, tax_type_id: order.tax_type_id },
    rows: order.items as never,
  })
  expect(asked.body.data).toEqual([112])

  // Naming a request in the header takes nothing from it: only its lines do.
  const named = await draft('purchase_order', {
    supplier_id: m.orion,
    expected_date: '2026-01-20',
    location_id: m.wh,
    purchase_request_ids: [request.id],
    items: [{ item_id: m.a, uom_id: m.pc, qty: 5, unit_price: 112 }],
  })
  const refused = (await host.harness.call('POST', `purchase_order/${String(named.id)}/post`, {})).body
  const message = `No line is from ${String(request.transaction_no)}, so it would stay open. Choose it again in “Purchase request” to add its lines, or remove it there.`
  expect([refused.rule, refused.message, refused.errors]).toEqual(['E_SOURCE', message, { purchase_request_ids: [message] }])
  const [requested] = (await host.ok('GET', `purchase_request/${String(request.id)}`)).items as Row[]
  const linked = { source_module: 'purchase_request', source_line_id: requested!.id }
  const taken = [{ item_id: m.a, uom_id: m.pc, qty: 5, unit_price: 112, ...linked }]
  await host.ok('PUT', `purchase_order/${String(named.id)}`, { version: named.version, items: taken })
  expect(await post(named)).toBe('done')
  expect(await host.ok('GET', `purchase_request/${String(request.id)}`)).toMatchObject({ progress: 'fully_served' })
})
