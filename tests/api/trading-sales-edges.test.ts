/** Open items, carried values and goods in transit at their edges, on descriptors of the tests. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { journalOf } from './gold.ts'
import { type Host, openHost, salesBooks, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('EDGES')
  m = await salesMasters(host)
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 7, unit_cost: 14.2857 },
    { item_id: m.b, uom_id: m.pc, qty: 10, unit_cost: 10 },
  ]
  await posted('beginning_inventory', { location_id: m.wh, items })
})
afterAll(() => host.close())

const DAY = '2026-01-02'
async function draft(module: string, body: Row): Promise<Row> {
  return { ...(await host.ok('POST', module, { transaction_date: DAY, branch_id: m.branch, ...body })), module }
}
async function posted(module: string, body: Row): Promise<Row> {
  const made = await draft(module, body)
  return { ...(await host.ok('POST', `${module}/${String(made.id)}/post`, {})), module }
}
const post = (record: Row) => host.refused(`${String(record.module)}/${String(record.id)}/post`)
const undo = (record: Row) => host.refused(`${String(record.module)}/${String(record.id)}/void`, { void_reason: 'made by mistake' })
const read = (record: Row) => host.ok('GET', `${String(record.module)}/${String(record.id)}`)
const from = (source: Row, index: number, qty: number, priced = true): Row => {
  const row = (source.items as Row[])[index]!
  const price = priced ? { unit_price: row.unit_price } : {}
  return { item_id: row.item_id, uom_id: row.uom_id, qty, ...price, source_module: source.module, source_line_id: row.id }
}
const books = () => salesBooks(host)
const journal = (record: Row) => journalOf(host, String(record.module), record.id)
const costs = (record: Row) => (record.items as Row[]).map((row) => row.cost_value)

const deliver = (qty: number) =>
  posted('delivery_receipt', {
    customer_id: m.acme,
    delivery_mode: 'pickup',
    location_id: m.wh,
    tax_type_id: m.inclusive,
    items: [{ item_id: m.a, uom_id: m.pc, qty, unit_price: 112 }],
  })
const invoice = (items: Row[], more: Row = {}) =>
  posted('invoice', { customer_id: m.acme, payment_term_id: m.term30, tax_type_id: m.inclusive, items, ...more })

test('parts of a delivery, invoiced or returned, add up to its cost to the centavo, and can be voided in any order', async () => {
  const before = await books()
  const delivery = await deliver(7)
  expect(costs(delivery)).toEqual([100])
  const first = await invoice([from(delivery, 0, 2)])
  const back = await posted('sales_return', {
    customer_id: m.acme,
    delivery_receipt_id: delivery.id,
    return_reason: 'Excess',
    location_id: m.wh,
    tax_type_id: m.inclusive,
    items: [from(delivery, 0, 2, false)],
  })
  const last = await invoice([from(delivery, 0, 3)])
  // 100.00 × 2/7, the same again, and what is left.
  expect([costs(first), costs(back), costs(last)]).toEqual([[28.57], [28.57], [42.86]])
  expect(await journal(back)).toEqual({ '1210': '28.57', '1220': '-28.57' })
  expect([(await read(delivery)).progress, (await books()).ledger]).toMatchObject(['invoiced', { '5010': '71.43' }])
  const ledger = (await books()).ledger as Row
  expect(ledger['1220']).toBeUndefined()
  for (const row of [first, last, back, delivery]) expect(await undo(row)).toBe('done')
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger, open: before.open })
})

test('the return of a paid invoice is a customer credit, which a later receipt uses', async () => {
  const before = await books()
  const sold = await invoice([{ item_id: m.a, uom_id: m.pc, qty: 2, unit_price: 112 }], { location_id: m.wh })
  const paid = await posted('cash_receipt', {
    customer_id: m.acme,
    tenders: [{ kind: 'cash', amount: 150 }],
    items: [{ invoice_id: sold.id, amount: 150 }],
  })
  const back = await posted('sales_return', {
    customer_id: m.acme,
    invoice_id: sold.id,
    return_reason: 'Excess',
    location_id: m.wh,
    tax_type_id: m.inclusive,
    items: [from(sold, 0, 1, false)],
  })
  // 112.00 credited: 74.00 still open on the invoice, 38.00 owed to the customer.
  expect(await journal(back)).toMatchObject({ '1110': '-74.00', '2030': '-38.00', '4020': '100.00', '2110': '12.00' })
  expect(await read(sold)).toMatchObject({ balance: 0, amount_returned: 74, progress: 'paid' })
  expect((await books()).customers).toMatchObject({ ACME: -38 })
  expect([await undo(sold), await undo(paid)]).toEqual(['E_HAS_CHILDREN', 'done'])
  expect(await undo(back)).toBe('done')
  expect(await undo(sold)).toBe('done')
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger, open: before.open, customers: before.customers })
})

test('an advance is applied to invoices, in total at most its amount', async () => {
  const before = await books()
  const advance = await posted('cash_receipt', { customer_id: m.acme, tenders: [{ kind: 'cash', amount: 100 }], items: [] })
  expect([await journal(advance), (await books()).customers]).toMatchObject([{ '1010': '100.00', '2030': '-100.00' }, { ACME: -100 }])
  const sold = await invoice([{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 150 }], { location_id: m.wh })
  const use = (amount: number, customer_id = m.acme) => ({
    customer_id,
    tenders: [{ kind: 'offset', amount, advance_id: advance.id }],
    items: [{ invoice_id: sold.id, amount }],
  })
  const applied = (amount: number) => draft('cash_receipt', use(amount))
  expect(await post(await applied(100.01))).toBe('E_OVER_PAY')
  expect(await host.refused('cash_receipt', { branch_id: m.branch, ...use(10, m.beta) })).toBe('tenders.0.advance_id,items.0.invoice_id')
  const used = await applied(60)
  expect(await post(used)).toBe('done')
  expect(await journal(used)).toEqual({ '1110': '-60.00', '2030': '60.00' })
  const { body } = await host.harness.call('POST', `cash_receipt/${String(advance.id)}/void`, { void_reason: 'made by mistake' })
  expect(body.message).toBe(`Void Cash Receipt ${String(used.transaction_no)} first.`)
  expect([await undo(advance), await post(await applied(40.01))]).toEqual(['E_HAS_CHILDREN', 'E_OVER_PAY'])
  // The advance shows what is left of it, and is offered while something is.
  expect(await read(advance)).toMatchObject({ unapplied_amount: 40, advance_used: 60, progress: 'advance_partly_used' })
  const rest = await applied(40)
  expect(await post(rest)).toBe('done')
  expect(await read(advance)).toMatchObject({ unapplied_amount: 0, advance_used: 100, progress: 'advance_closed' })
  expect(await host.refused('cash_receipt', { branch_id: m.branch, ...use(10) })).toBe('tenders.0.advance_id')
  expect(await undo(rest)).toBe('done')
  expect(await read(advance)).toMatchObject({ unapplied_amount: 40, advance_used: 60, progress: 'advance_partly_used' })
  expect(await undo(used)).toBe('done')
  expect(await read(advance)).toMatchObject({ unapplied_amount: 100, advance_used: 0, progress: 'advance_open' })
  for (const row of [sold, advance]) expect(await undo(row)).toBe('done')
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger, open: before.open, customers: before.customers })
})

const transfer = (items: Row[], more: Row = {}) =>
  posted('inventory_transfer', {
    from_location_id: m.wh,
    to_location_id: m.store,
    transit_location_id: m.transit,
    route: 'in_transit',
    items,
    ...more,
  })
const receive = (sent: Row, qty: number) =>
  posted('inventory_receiving', {
    inventory_transfer_id: sent.id,
    items: [from(sent, 0, qty, false)],
  })

test('transfers through one transit location keep their own values, and each is reversed exactly', async () => {
  const before = await books()
  const line = { item_id: m.b, uom_id: m.pc, qty: 3 }
  const cheap = await transfer([line])
  const dear = await posted('inventory_adjustment', {
    location_id: m.wh,
    adjustment_type: 'Increase',
    reason: 'Found',
    items: [{ item_id: m.b, uom_id: m.pc, qty: 7, unit_cost: 30 }],
  })
  const costly = await transfer([line])
  expect([costs(cheap), costs(costly)]).toEqual([[30], [60]])
  expect((await books()).ledger).toMatchObject({ '1215': '90.00' })
  const arrived = await receive(costly, 2)
  expect([costs(arrived), (await books()).ledger]).toMatchObject([[40], { '1215': '50.00' }])
  // Not what the goods in transit cost on average, 50.00 / 4.
  const lost = await posted('inventory_adjustment', {
    location_id: m.transit,
    inventory_transfer_id: cheap.id,
    adjustment_type: 'Decrease',
    reason: 'Loss',
    items: [from(cheap, 0, 1, false)],
  })
  expect(await journal(lost)).toEqual({ '1215': '-10.00', '5030': '10.00' })
  expect([await undo(cheap), await undo(lost), await undo(cheap)]).toEqual(['E_HAS_CHILDREN', 'done', 'done'])
  expect((await books()).ledger).toMatchObject({ '1215': '20.00' })
  for (const row of [arrived, costly, dear]) expect(await undo(row)).toBe('done')
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger })
})

test('a direct transfer moves goods without a journal entry', async () => {
  const before = await books()
  const moved = await transfer([{ item_id: m.b, uom_id: m.pc, qty: 4 }], { route: 'direct', transit_location_id: null })
  expect([await journal(moved), (await books()).stock]).toMatchObject([{}, { 'B002@WH': '6/60.00/0', 'B002@ST': '4/40.00/0' }])
  expect(await undo(moved)).toBe('done')
  // To a store of another branch the inventory account is the same, and each branch has what is there.
  await host.query("SELECT nextval(pg_get_serial_sequence('{s}.branch', 'id'))")
  const davao = (await host.ok('POST', 'branch', { code: 'DAV', name: 'Davao' })).id as number
  const there = (await host.ok('POST', 'inventory_location', { code: 'DAV', name: 'Davao', branch_id: davao, type: 'Store' })).id
  const inventory = async (branch: number) =>
    (await host.report(`trial_balance/paginate?as_of=${DAY}&branch_id=${branch}&limit=100`)).data
      .filter((row) => String((row.account as Row).name).startsWith('1210'))
      .map((row) => Number(row.ending_debit) - Number(row.ending_credit))
  const [here] = await inventory(m.branch)
  const away = await transfer([{ item_id: m.b, uom_id: m.pc, qty: 4 }], {
    to_location_id: there,
    route: 'direct',
    transit_location_id: null,
  })
  expect([await inventory(davao), await inventory(m.branch)]).toEqual([[40], [here! - 40]])
  expect(await undo(away)).toBe('done')
  expect([await inventory(davao), await inventory(m.branch)]).toEqual([[0], [here]])
  const nowhere = await draft('inventory_transfer', {
    from_location_id: m.wh,
    to_location_id: m.wh,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1 }],
  })
  expect(await post(nowhere)).toBe('E_LOCATION')
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger })
})

test('goods found are valued at the average, without stock at the last cost, else at an entered cost', async () => {
  const found = (item_id: number, uom_id: number, location_id: number, more: Row = {}) =>
    draft('inventory_adjustment', {
      location_id,
      adjustment_type: 'Increase',
      reason: 'Found',
      items: [{ item_id, uom_id, qty: 2, ...more }],
    })
  const here = await found(m.b, m.pc, m.wh)
  expect([await post(here), costs(await read(here))]).toEqual(['done', [20]])
  expect(await post(await found(m.c, m.sack, m.store))).toBe('E_COST')
  const known = await found(m.c, m.sack, m.store, { unit_cost: 5 })
  expect(await post(known)).toBe('done')
  const gone = await posted('inventory_adjustment', {
    location_id: m.store,
    adjustment_type: 'Decrease',
    reason: 'Loss',
    items: [{ item_id: m.c, uom_id: m.sack, qty: 2 }],
  })
  expect(await journal(gone)).toEqual({ '1210': '-10.00', '5030': '10.00' })
  const again = await found(m.c, m.sack, m.store)
  expect([await post(again), costs(await read(again))]).toEqual(['done', [10]])
})

test('simultaneous transfers in both directions all succeed', async () => {
  await posted('inventory_adjustment', {
    location_id: m.store,
    adjustment_type: 'Increase',
    reason: 'Found',
    items: [{ item_id: m.b, uom_id: m.pc, qty: 9, unit_cost: 10 }],
  })
  const line = [{ item_id: m.b, uom_id: m.pc, qty: 1 }]
  const there = { from_location_id: m.wh, to_location_id: m.store, items: line }
  const back = { from_location_id: m.store, to_location_id: m.wh, items: line }
  const drafts = await Promise.all([there, back, there, back, there, back].map((body) => draft('inventory_transfer', body)))
  expect(await Promise.all(drafts.map(post))).toEqual(drafts.map(() => 'done'))
})

test('of two cashiers who receive one payment, and of several users who want the last unit, one succeeds', async () => {
  const delivery = await posted('inventory_receiving', {
    type: 'Miscellaneous',
    location_id: m.store,
    items: [{ item_id: m.c, uom_id: m.sack, qty: 1, unit_cost: 5 }],
  })
  expect(delivery.status).toBe('posted')
  const unit = (
    await host.query<{ qty: number }>('SELECT qty::float8 FROM {s}.stock_bucket WHERE item_id = $1 AND location_id = $2', [m.c, m.store])
  )[0]!
  // Sold at the counter, delivered to the customer and sent to the other warehouse: the whole of what is there.
  const line = { item_id: m.c, uom_id: m.sack, qty: unit.qty }
  const sale = { customer_id: m.acme, location_id: m.store, tax_type_id: m.inclusive, items: [{ ...line, unit_price: 112 }] }
  const wanted = await Promise.all([
    draft('invoice', { ...sale, payment_term_id: m.term30 }),
    draft('delivery_receipt', { ...sale, delivery_mode: 'pickup' }),
    draft('delivery_receipt', { ...sale, customer_id: m.beta, delivery_mode: 'pickup' }),
    draft('inventory_transfer', { from_location_id: m.store, to_location_id: m.wh, items: [line] }),
  ])
  const taken = await Promise.all(wanted.map(post))
  expect(taken.toSorted()).toEqual(['E_INSUFFICIENT_STOCK', 'E_INSUFFICIENT_STOCK', 'E_INSUFFICIENT_STOCK', 'done'])

  const owed = await invoice([{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 112 }], { location_id: m.wh })
  const before = await books()
  const receipts = await Promise.all(
    [1, 2, 3].map(() =>
      draft('cash_receipt', {
        customer_id: m.acme,
        tenders: [{ kind: 'cash', amount: 112 }],
        items: [{ invoice_id: owed.id, amount: 112 }],
      }),
    ),
  )
  const received = await Promise.all(receipts.map(post))
  expect(received.toSorted()).toEqual(['E_OVER_PAY', 'E_OVER_PAY', 'done'])
  expect(await read({ module: 'invoice', id: owed.id })).toMatchObject({ balance: 0, progress: 'paid' })
  // Those who were refused left nothing behind, no number either.
  expect(await undo(receipts[received.indexOf('done')]!)).toBe('done')
  expect(await books()).toEqual(before)
  const [serials] = await host.query<{ given: number; last: number }>(
    'SELECT count(bir_serial_no)::int AS given, max(right(bir_serial_no, 9))::int AS last FROM {s}.cash_receipt',
  )
  expect(serials!.last).toBe(serials!.given)
})

test('an invoice of services alone needs no location, one of goods does', async () => {
  const [category] = await host.query<{ id: number }>('SELECT id FROM {s}.item_category LIMIT 1')
  const repair = {
    sku_code: 'REPAIR',
    name: 'Repair',
    item_category_id: category!.id,
    uom_id: m.pc,
    item_type: 'Service',
    selling_price: 112,
  }
  const { id } = await host.ok('POST', 'item', repair)
  const terms = { customer_id: m.beta, payment_term_id: m.term15, tax_type_id: m.inclusive }
  const invoiceFor = (item_id: unknown) => draft('invoice', { ...terms, items: [{ item_id, uom_id: m.pc, qty: 1, unit_price: 112 }] })
  expect(await post(await invoiceFor(m.a))).toBe('E_LOCATION')
  const invoice = await invoiceFor(id)
  expect([await post(invoice), await journal(invoice)]).toEqual(['done', { '1110': '112.00', '2110': '-12.00', '4040': '-100.00' }])
})
