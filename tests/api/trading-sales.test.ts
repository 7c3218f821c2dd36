/**
 * The worked month whole, purchases and sales, over HTTP: every stock row, every journal and the trial balance to the centavo.
 * No code of the product names the sales and stock documents: what they show is what any descriptor can say of postings, open
 * items, returns and goods in transit.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { expected, gold, journalOf, sorted, stockOf, stockText } from './gold.ts'
import { type Host, openHost, salesBooks, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
const doc: Record<string, Row> = {}
beforeAll(async () => {
  host = await openHost('MONTH')
  host.settings.is_top_withholding_agent = true
  m = await salesMasters(host)
})
afterAll(() => host.close())

const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}`
/** A document dated the n-th, on that day. */
const on = (n: number, more: Row): Row => {
  host.clock.advanceTo(day(n))
  return { transaction_date: day(n), branch_id: m.branch, ...more }
}
const moduleOf: Record<string, string> = {}
async function draft(name: string, module: string, body: Row): Promise<Row> {
  moduleOf[name] = module
  doc[name] = await host.ok('POST', module, body)
  return doc[name]
}
async function posted(name: string, module: string, body: Row): Promise<Row> {
  await draft(name, module, body)
  doc[name] = await host.ok('POST', `${module}/${String(doc[name]!.id)}/post`, {})
  return doc[name]!
}
const refused = (name: string) => host.refused(`${moduleOf[name]}/${String(doc[name]!.id)}/post`)
const voided = (name: string) => host.refused(`${moduleOf[name]}/${String(doc[name]!.id)}/void`, { void_reason: 'undoing the month' })
const read = (name: string) => host.ok('GET', `${moduleOf[name]}/${String(doc[name]!.id)}`)
/** A row taken from row `index` of a document. */
const from = (source: string, index: number, more: Row): Row => {
  const row = (doc[source]!.items as Row[])[index]!
  const price = row.unit_price === undefined ? {} : { unit_price: row.unit_price, discount_percent: row.discount_percent }
  return { item_id: row.item_id, uom_id: row.uom_id, ...price, source_module: moduleOf[source], source_line_id: row.id, ...more }
}

/** A row that goes back: its price is the source's, and no request sets it. */
const back = (source: string, index: number, qty: number): Row => {
  const { unit_price, discount_percent, ...row } = from(source, index, { qty })
  return row
}

async function asInGold(name: string, no: string): Promise<void> {
  const step = expected(no)
  const [module, id] = [moduleOf[name]!, doc[name]!.id]
  expect([no, await journalOf(host, module, id)]).toEqual([no, sorted(step.gl)])
  expect((await stockOf(host, module, id)).sort()).toEqual(step.stock.map(stockText).sort())
}

const books = () => salesBooks(host)

test('01-05 opening stock, order, receipt and bill', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 100, unit_cost: 50 },
    { item_id: m.b, uom_id: m.pc, qty: 40, unit_cost: 120 },
    { item_id: m.c, uom_id: m.sack, qty: 25, unit_cost: 1150 },
  ]
  await posted('bi', 'beginning_inventory', on(2, { location_id: m.wh, items }))
  const supplier = { supplier_id: m.orion, tax_type_id: m.inclusive }
  await posted(
    'po',
    'purchase_order',
    on(5, {
      ...supplier,
      location_id: m.wh,
      expected_date: day(8),
      payment_term_id: m.term30,
      items: [
        { item_id: m.a, uom_id: m.box, qty: 20, unit_price: 739.2 },
        { item_id: m.b, uom_id: m.pc, qty: 30, unit_price: 147.35 },
      ],
    }),
  )
  await posted(
    'gr',
    'goods_receipt',
    on(8, {
      ...supplier,
      purchase_order_ids: [doc.po!.id],
      location_id: m.wh,
      supplier_dr_no: 'DR-77',
      charges: [{ charge_type: 'freight', amount: 1000 }],
      items: [from('po', 0, { qty: 12 }), from('po', 1, { qty: 30 })],
    }),
  )
  await posted(
    'bl',
    'bill',
    on(10, {
      ...supplier,
      bill_type: 'goods',
      goods_receipt_ids: [doc.gr!.id],
      supplier_invoice_no: 'ORI-5501',
      bill_date: day(10),
      payment_term_id: m.term30,
      items: [from('gr', 0, { qty: 12 }), from('gr', 1, { qty: 30, unit_price: 150 })],
    }),
  )
  await asInGold('gr', 'GR-MNL-2026-000001')
  await asInGold('bl', 'BL-MNL-2026-000001')
})

const order = (customer_id: number, location_id: number, tax_type_id: number, items: Row[]): Row => ({
  customer_id,
  location_id,
  tax_type_id,
  payment_term_id: customer_id === m.acme ? m.term30 : m.term15,
  items,
})

test('07 order', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 150, unit_price: 89.99 },
    { item_id: m.b, uom_id: m.pc, qty: 25, unit_price: 219.5, discount_percent: 5 },
    { item_id: m.c, uom_id: m.sack, qty: 10, unit_price: 1425 },
  ]
  await posted('so', 'sales_order', on(11, order(m.acme, m.wh, m.inclusive, items)))
})

test('08-09 transfer, and what arrives of it', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 30 },
    { item_id: m.b, uom_id: m.pc, qty: 6 },
  ]
  const places = { from_location_id: m.wh, to_location_id: m.store, transit_location_id: m.transit, route: 'in_transit' }
  await posted('it', 'inventory_transfer', on(12, { ...places, items }))
  await asInGold('it', 'IT-MNL-2026-000001')
  const receiving = (rows: Row[]) => on(13, { inventory_transfer_id: doc.it!.id, items: rows })
  await draft('ir2', 'inventory_receiving', receiving([from('it', 1, { qty: 7 })]))
  expect(await refused('ir2')).toBe('E_OVER_SERVE')
  await posted('ir', 'inventory_receiving', receiving([from('it', 0, { qty: 30 }), from('it', 1, { qty: 5 })]))
  await asInGold('ir', 'IR-MNL-2026-000001')
  expect(await read('it')).toMatchObject({ progress: 'partially_received' })
  expect(await voided('it')).toBe('E_HAS_CHILDREN')
})

test('10-11 delivery and its invoice', async () => {
  const rows = [from('so', 0, { qty: 100 }), from('so', 1, { qty: 20 }), from('so', 2, { qty: 10 })]
  await posted(
    'dr',
    'delivery_receipt',
    on(14, {
      customer_id: m.acme,
      sales_order_ids: [doc.so!.id],
      delivery_mode: 'pickup',
      location_id: m.wh,
      tax_type_id: m.inclusive,
      items: rows,
    }),
  )
  await asInGold('dr', 'DR-MNL-2026-000001')
  expect((doc.dr!.items as Row[]).map((row) => row.cost_value)).toEqual([5568.61, 2614.42, 11500])
  await posted(
    'si',
    'invoice',
    on(15, {
      customer_id: m.acme,
      delivery_receipt_ids: [doc.dr!.id],
      payment_term_id: m.term30,
      tax_type_id: m.inclusive,
      items: [from('dr', 0, { qty: 100 }), from('dr', 1, { qty: 20 }), from('dr', 2, { qty: 10 })],
    }),
  )
  await asInGold('si', 'SI-MNL-2026-000001')
  expect(doc.si).toMatchObject({ due_date: '2026-02-14', balance: 27419.5, progress: 'unpaid' })
  expect((doc.si!.items as Row[]).map((row) => [row.net, row.tax_amount, row.cost_value])).toEqual([
    [8034.82, 964.18, 5568.61],
    [3723.66, 446.84, 2614.42],
    [14250, 0, 11500],
  ])
  expect([(await read('dr')).progress, await voided('dr')]).toEqual(['invoiced', 'E_HAS_CHILDREN'])
})

test('12-13 a direct invoice issues the stock itself', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 6, unit_price: 84.8214 },
    { item_id: m.b, uom_id: m.pc, qty: 2, unit_price: 209.8214 },
  ]
  await posted('so2', 'sales_order', on(15, order(m.beta, m.store, m.exclusive, items)))
  const head = {
    customer_id: m.beta,
    sales_order_id: doc.so2!.id,
    location_id: m.store,
    payment_term_id: m.term15,
    tax_type_id: m.exclusive,
  }
  await posted('si2', 'invoice', on(16, { ...head, items: [from('so2', 0, { qty: 6 }), from('so2', 1, { qty: 2 })] }))
  await asInGold('si2', 'SI-MNL-2026-000002')
  expect((await read('so2')).items).toMatchObject([
    { qty_delivered: 6, qty_invoiced: 6 },
    { qty_delivered: 2, qty_invoiced: 2 },
  ])
})

test('14 return: the goods come back at what they cost, the customer is credited', async () => {
  const head = {
    customer_id: m.acme,
    invoice_id: doc.si!.id,
    location_id: m.wh,
    tax_type_id: m.inclusive,
    return_reason: 'Defective',
    resolution: 'Credit',
  }
  await draft('sr91', 'sales_return', on(20, { ...head, items: [back('si', 0, 101)] }))
  expect(await refused('sr91')).toBe('E_OVER_RETURN')
  await posted('sr', 'sales_return', on(20, { ...head, items: [back('si', 0, 10)] }))
  expect((doc.sr!.items as Row[])[0]).toMatchObject({ unit_price: 89.99, net: 803.48, tax_amount: 96.42, cost_value: 556.86 })
  await asInGold('sr', 'SR-MNL-2026-000001')
  expect(await read('si')).toMatchObject({ amount_returned: 899.9, balance: 26519.6, progress: 'partially_paid' })
  expect((await read('so')).items).toMatchObject([{ qty_delivered: 100, qty_invoiced: 100, qty_returned: 10 }, {}, {}])
})

test('16-17 receipts: cash, checks of today and of a later day, tax withheld', async () => {
  const receipt = (customer_id: number, tenders: Row[], items: Row[]) => on(21, { customer_id, tenders, items })
  await posted('cr1', 'cash_receipt', receipt(m.beta, [{ kind: 'cash', amount: 1040 }], [{ invoice_id: doc.si2!.id, amount: 1040 }]))
  await asInGold('cr1', 'CR-MNL-2026-000001')
  const tenders = [
    { kind: 'check', amount: 15000, check_no: '1', check_date: day(21) },
    { kind: 'check', amount: 11267.55, check_no: '2', check_date: '2026-02-15' },
  ]
  const apply = (amount: number) => [{ invoice_id: doc.si!.id, withholding: 252.05, amount }]
  await draft('much', 'cash_receipt', receipt(m.acme, [...tenders, { kind: 'cash', amount: 1 }], apply(26520.6)))
  expect(await refused('much')).toBe('E_OVER_PAY')
  expect(await host.refused('cash_receipt', receipt(m.beta, tenders, apply(26519.6)))).toBe('items.0.invoice_id')
  await posted('cr2', 'cash_receipt', receipt(m.acme, tenders, apply(26519.6)))
  await asInGold('cr2', 'CR-MNL-2026-000002')
  expect([(await read('si')).progress, await voided('si')]).toEqual(['paid', 'E_HAS_CHILDREN'])
})

test('19-23 the purchases of the rest of the month', async () => {
  const supplier = { supplier_id: m.orion, tax_type_id: m.inclusive }
  await posted(
    'pt',
    'goods_return',
    on(23, { ...supplier, bill_id: doc.bl!.id, location_id: m.wh, return_reason: 'Defective', items: [from('bl', 0, { qty: 1 })] }),
  )
  await asInGold('pt', 'PT-MNL-2026-000001')
  const check = { payment_method_id: m.check, bank_account_id: m.bank, check_no: '000101', check_date: day(25) }
  await posted(
    'cv',
    'check_voucher',
    on(25, { supplier_id: m.orion, payee: 'Orion', ...check, items: [{ bill_id: doc.bl!.id, amount: 12518.42 }] }),
  )
  await asInGold('cv', 'CV-MNL-2026-000001')
  await posted(
    'gr2',
    'goods_receipt',
    on(26, {
      ...supplier,
      purchase_order_ids: [doc.po!.id],
      location_id: m.wh,
      supplier_dr_no: 'DR-8',
      items: [from('po', 0, { qty: 8 })],
    }),
  )
  await asInGold('gr2', 'GR-MNL-2026-000002')
  await posted(
    'freight',
    'bill',
    on(27, {
      supplier_id: m.link,
      bill_type: 'landed',
      landed_receipt_ids: [doc.gr!.id],
      supplier_invoice_no: 'LNK-9',
      bill_date: day(27),
      payment_term_id: m.term15,
      tax_type_id: m.exclusive,
      items: [{ description: 'Trucking', qty: 1, unit_price: 1000 }],
    }),
  )
  await asInGold('freight', 'BL-MNL-2026-000002')
  await posted(
    'bl3',
    'bill',
    on(28, {
      ...supplier,
      bill_type: 'goods',
      goods_receipt_ids: [doc.gr2!.id],
      supplier_invoice_no: 'ORI-5502',
      bill_date: day(28),
      payment_term_id: m.term30,
      items: [from('gr2', 0, { qty: 8 })],
    }),
  )
  await asInGold('bl3', 'BL-MNL-2026-000003')
  expect((await read('po')).items).toMatchObject([{ qty_received: 20, qty_returned: 1 }, { qty_returned: 0 }])
})

test('24-26 count, damage, and what was lost in transit', async () => {
  const counted = (item_id: number, qty_counted: number) => ({ item_id, qty_counted })
  const items = [counted(m.a, 205), counted(m.b, 45), counted(m.c, 15)]
  await posted('pc', 'physical_count', on(30, { location_id: m.wh, scope: 'List', items }))
  await asInGold('pc', 'PC-MNL-2026-000001')
  const damaged = [{ item_id: m.c, uom_id: m.sack, qty: 1 }]
  await posted('ia', 'inventory_adjustment', on(30, { location_id: m.wh, adjustment_type: 'Decrease', reason: 'Damage', items: damaged }))
  await asInGold('ia', 'IA-MNL-2026-000001')
  const lost = {
    location_id: m.transit,
    inventory_transfer_id: doc.it!.id,
    adjustment_type: 'Decrease',
    reason: 'Loss',
    items: [from('it', 1, { qty: 1 })],
  }
  await posted('ia2', 'inventory_adjustment', on(30, lost))
  await asInGold('ia2', 'IA-MNL-2026-000002')
  expect(await read('it')).toMatchObject({ progress: 'received' })
})

test('27-30 a delivery and its void, the last units, the order closed short', async () => {
  const head = { customer_id: m.acme, sales_order_ids: [doc.so!.id], delivery_mode: 'pickup', location_id: m.wh, tax_type_id: m.inclusive }
  await draft('dr51', 'delivery_receipt', on(30, { ...head, items: [from('so', 0, { qty: 51 })] }))
  expect(await refused('dr51')).toBe('E_OVER_SERVE')
  const before = await books()
  await posted('dr2', 'delivery_receipt', on(30, { ...head, items: [from('so', 0, { qty: 50 })] }))
  await asInGold('dr2', 'DR-MNL-2026-000002')
  const [last] = await host.query<{ id: number }>('SELECT max(id) AS id FROM {s}.inventory_movement')
  expect(await voided('dr2')).toBe('done')
  const undone = expected('DR-MNL-2026-000002/VOID')
  expect(await stockOf(host, 'delivery_receipt', doc.dr2!.id, last!.id)).toEqual(undone.stock.map(stockText))
  expect(await books()).toMatchObject({ stock: before.stock, ledger: before.ledger, ordered: before.ordered })
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 4, unit_price: 95 },
    { item_id: m.b, uom_id: m.pc, qty: 3, unit_price: 235 },
  ]
  const direct = { customer_id: m.beta, location_id: m.store, payment_term_id: m.term15, tax_type_id: m.inclusive }
  await posted('si3', 'invoice', on(31, { ...direct, items }))
  await asInGold('si3', 'SI-MNL-2026-000003')
  await draft('rival', 'invoice', on(31, { ...direct, items: [items[1]!] }))
  expect(await refused('rival')).toBe('E_INSUFFICIENT_STOCK')
  await host.ok('POST', `sales_order/${String(doc.so!.id)}/close`, { closed_reason: 'cancelled' })
})

test('the books at the end of the month', async () => {
  const answer = await host.report('trial_balance/paginate?date_from=2026-01-01&as_of=2026-01-31&limit=100')
  const balances = Object.fromEntries(
    answer.data.map((row) => [
      String((row.account as Row).name).slice(0, 4),
      Number(((row.ending_debit as number) - (row.ending_credit as number)).toFixed(2)),
    ]),
  )
  // All but the deposit of step 18, which took 16,040.00 from undeposited collections to the bank.
  const month: Record<string, string> = { ...gold.trial_balance, '1010': '16040.00', '1020': '-12518.42' }
  const open = Object.entries(balances).filter(([, balance]) => balance !== 0)
  expect(Object.fromEntries(open)).toEqual(Object.fromEntries(Object.entries(month).map(([code, amount]) => [code, Number(amount)])))
  expect(answer.totals.ending_debit).toBe(answer.totals.ending_credit)
  const { stock, open: items, customers } = await books()
  expect(stock).toEqual(Object.fromEntries(Object.entries(gold.inventory).map(([place, [qty, value]]) => [place, `${qty}/${value}/0`])))
  expect(Object.values(items as Row)).toEqual([1100, 5860.8, 1085])
  expect(customers).toEqual({ ACME: 0, BETA: 1085 })
})

test('voided newest first, every step is undone exactly', async () => {
  const chain = ['cr2', 'cr1', 'sr', 'si2', 'so2', 'si', 'dr'] as const
  for (const name of ['si3', 'ia2', 'ia', 'pc', 'bl3', 'freight', 'gr2', 'cv', 'pt'])
    expect([name, await voided(name)]).toEqual([name, 'done'])
  await host.ok('POST', `sales_order/${String(doc.so!.id)}/reopen`, {})
  for (const name of [...chain, 'ir', 'it', 'so', 'bl', 'gr', 'po', 'bi']) expect([name, await voided(name)]).toEqual([name, 'done'])
  const left = await books()
  expect([left.stock, left.ledger, left.open, left.invoices]).toEqual([null, null, null, null])
  expect(left.customers).toEqual({ ACME: 0, BETA: 0 })
  for (const counters of [left.ordered, left.delivered, left.invoiced, left.sent])
    for (const row of counters as number[][]) expect(row.every((count) => Number(count) === 0)).toBe(true)
})
