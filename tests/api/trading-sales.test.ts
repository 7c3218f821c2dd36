/**
 * The worked month whole, purchases and sales, over HTTP: every stock row, every journal and the trial balance to the centavo.
 * No code of the product names the sales and stock documents: what they show is what any descriptor can say of postings, open
 * items, returns and goods in transit.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { pdfBoxes } from '../pdf-boxes.ts'
import { pdfText } from '../pdf-text.ts'
import { expected, gold, stockOf, stockText } from './gold.ts'
import { type Host, openHost, salesBooks, salesMasters } from './trading-host.ts'
import { day, workedMonth } from './worked-month.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('MONTH')
  host.settings.is_top_withholding_agent = true
  m = await salesMasters(host)
})
afterAll(() => host.close())

const { doc, moduleOf, on, draft, posted, refused, voided, read, from, asInGold, purchases } = workedMonth(() => ({ host, m }))

/** A row that goes back: its price is the source's, and no request sets it. */
const back = (source: string, index: number, qty: number): Row => {
  const { unit_price, discount_percent, ...row } = from(source, index, { qty })
  return row
}

const books = () => salesBooks(host)

test('01-05 opening stock, order, receipt and bill', async () => {
  await purchases.opening()
  await purchases.order([
    { item_id: m.a, uom_id: m.box },
    { item_id: m.b, uom_id: m.pc },
  ])
  await purchases.receipt()
  await purchases.bill()
})

const order = (customer_id: number, location_id: number, tax_type_id: number, items: Row[]): Row => ({
  customer_id,
  location_id,
  tax_type_id,
  payment_term_id: customer_id === m.acme ? m.term30 : m.term15,
  items,
})

test('06-07 quotation, and the order copied from it', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 150, unit_price: 89.99 },
    { item_id: m.b, uom_id: m.pc, qty: 25, unit_price: 219.5, discount_percent: 5 },
    { item_id: m.c, uom_id: m.sack, qty: 10, unit_price: 1425 },
  ]
  const { location_id, ...offer } = order(m.acme, m.wh, m.inclusive, items)
  await posted('sq', 'sales_quotation', on(10, offer))
  expect(doc.sq).toMatchObject({ transaction_no: 'SQ-MNL-2026-000001', total: 32961.62 })
  await asInGold('sq', 'SQ-MNL-2026-000001')
  const copied = [0, 1, 2].map((index) => from('sq', index, { qty: items[index]!.qty }))
  await posted('so', 'sales_order', on(11, { ...offer, location_id, sales_quotation_id: doc.sq!.id, items: copied }))
  expect([await voided('sq'), doc.so!.total]).toEqual(['E_HAS_CHILDREN', doc.sq!.total])
  await asInGold('so', 'SO-MNL-2026-000001')
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

test('15 a collection round lists what is due and records what was received; nothing is posted', async () => {
  const due = await host.report(`daily_collection/for_payment?customer=${m.acme}`)
  expect(due.data).toMatchObject([{ transaction_no: 'SI-MNL-2026-000001', due_date: '2026-02-14', balance: 26519.6 }])
  expect((await host.report(`daily_collection/for_payment?date=${day(31)}`)).data).toMatchObject([{ id: doc.si2!.id, balance: 1040 }])
  expect(await host.ok('GET', 'daily_collection/terms')).toMatchObject([
    { id: m.term15, count: 1 },
    { id: m.term30, count: 1 },
  ])
  // ACME is assigned to another collector; BETA, assigned to nobody, is offered to all.
  const { db, principal, company } = await host.harness.ctx()
  const [other] = await db.query<{ id: number }>(
    `insert into "${company.schema}"."user" (id, username, name, is_active) overriding system value values (2, 'collector', 'Carlo Santos', true) returning id::int`,
  )
  await host.ok('PUT', `customer/${m.acme}`, { collector_id: other!.id, version: (await host.ok('GET', `customer/${m.acme}`)).version })
  const assigned = await host.report(`daily_collection/for_payment?collector=${String(other!.id)}`)
  expect(assigned.data.map((row) => row.id)).toEqual([doc.si!.id])
  const offered = async (module: string, path: string) =>
    (await host.ok('GET', `${module}/dropdown?status=posted&filter[${path}][in]=${principal.user_id},null`)) as unknown as Row[]
  expect((await offered('invoice', 'customer.collector_id')).map(({ id }) => id)).toEqual([doc.si2!.id])
  const round = await host.ok('GET', `daily_collection/defaults?source=invoice&ids=${String(doc.si2!.id)},${String(doc.si!.id)}`)
  expect(round).toMatchObject({ branch_id: m.branch, items: [{ customer_id: m.beta, balance: 1040, amount: 0 }, { balance: 26519.6 }] })
  const acme = { customer_id: m.acme, invoice_id: doc.si!.id, tender: 'check' }
  await draft(
    'dc',
    'daily_collection',
    on(21, {
      collection_date: day(21),
      cash_declared: 1000,
      check_declared: 26267.55,
      items: [
        { customer_id: m.beta, invoice_id: doc.si2!.id, amount: 1040 },
        { ...acme, amount: 15000, check_no: '1', check_date: day(21) },
        { ...acme, amount: 11267.55, check_no: '2', check_date: '2026-02-15', withholding: 252.05 },
      ],
    }),
  )
  expect(doc.dc).toMatchObject({ cash_total: 1040, check_total: 26267.55, online_total: 0, total: 27307.55, variance: -40 })
  expect(await refused('dc')).toBe('E_VARIANCE')
  await host.ok('PUT', `daily_collection/${String(doc.dc!.id)}`, { version: doc.dc!.version, cash_declared: 1040 })
  await host.ok('POST', `daily_collection/${String(doc.dc!.id)}/post`, {})
  expect(await read('dc')).toMatchObject({ transaction_no: 'DC-MNL-2026-000001', variance: 0, progress: 'unreceipted', status: 'posted' })
  await asInGold('dc', 'DC-MNL-2026-000001')
  const waiting = await host.ok('GET', `cash_receipt/daily_collections?date_from=${day(21)}&date_to=${day(21)}`)
  expect(waiting).toMatchObject([
    { customer_id: m.beta, open: 1040, date: day(21), daily_collection: { id: doc.dc!.id } },
    { customer_id: m.acme, open: 15000 },
    { customer_id: m.acme, open: 11519.6 },
  ])
  expect(await host.ok('GET', `cash_receipt/daily_collections?date_from=${day(22)}`)).toEqual([])
})

// proves: sources.*.per
test('16-17 receipts of the round: cash, current and post-dated checks, withholding tax', async () => {
  const receipt = (customer_id: number, tenders: Row[], items: Row[]) => on(21, { customer_id, tenders, items })
  const fromRound = async (values: Row = {}): Promise<Row> => {
    const ids = String(doc.dc!.id)
    const found = await host.ok('GET', `cash_receipt/defaults?source=daily_collection&ids=${ids}&values=${JSON.stringify(values)}`)
    const { transaction_no, ...draft } = found
    return draft
  }
  const first = await fromRound()
  expect(first).toMatchObject({
    customer_id: m.beta,
    tenders: [{ kind: 'cash', amount: 1040 }],
    items: [{ invoice_id: doc.si2!.id, amount: 1040, withholding: 0 }],
  })
  const { balance, income_part, ...row } = (first.items as Row[])[0]!
  const cash = { ...(first.tenders as Row[])[0]!, amount: 1040.01 }
  await draft('cr0', 'cash_receipt', receipt(m.beta, [cash], [row]))
  expect(await refused('cr0')).toBe('E_OVER_COLLECT')
  await draft(
    'stray',
    'cash_receipt',
    receipt(m.acme, [{ kind: 'cash', amount: 1040 }], [{ ...row, invoice_id: doc.si!.id, invoice: undefined }]),
  )
  expect(await refused('stray')).toBe('E_SOURCE')
  await posted('cr1', 'cash_receipt', on(21, first))
  await asInGold('cr1', 'CR-MNL-2026-000001')
  // What is left is of the other customer.
  const second = await fromRound()
  expect(second).toMatchObject({ customer_id: m.acme, amount_received: 26267.55, amount_applied: 26519.6, unapplied_amount: 0 })
  expect(await fromRound({ customer_id: m.acme })).toMatchObject({ items: [{ amount: 15000 }, { amount: 11519.6, withholding: 252.05 }] })
  const tenders = [
    { kind: 'check', amount: 15000, check_no: '1', check_date: day(21) },
    { kind: 'check', amount: 11267.55, check_no: '2', check_date: '2026-02-15' },
  ]
  const apply = (amount: number) => [{ invoice_id: doc.si!.id, withholding: 252.05, amount }]
  await draft('much', 'cash_receipt', receipt(m.acme, [...tenders, { kind: 'cash', amount: 1 }], apply(26520.6)))
  expect(await refused('much')).toBe('E_OVER_PAY')
  expect(await host.refused('cash_receipt', receipt(m.beta, tenders, apply(26519.6)))).toBe('items.0.invoice_id')
  // What the customer's form 2307 says of the tax: its base is the whole invoice less the return, though two rows pay it.
  const form = { atc_code: 'WC158' }
  const items = (second.items as Row[]).map((row) => (Number(row.withholding) > 0 ? { ...row, ...form } : row))
  await posted('cr2', 'cash_receipt', on(21, { ...second, items } as Row))
  await asInGold('cr2', 'CR-MNL-2026-000002')
  expect([(await read('si')).progress, await voided('si')]).toEqual(['paid', 'E_HAS_CHILDREN'])
  expect([(await read('dc')).progress, await voided('dc')]).toEqual(['receipted', 'E_HAS_CHILDREN'])
})

// proves: workflow.states.*.external
test('18 deposit of the cash and the current check; the post-dated check stays on hand until its date', async () => {
  const checks = (await host.report('check_register/paginate?window=all')).data
  expect(checks.map((row) => [row.check_no, row.amount, row.is_post_dated, row.status])).toEqual([
    ['1', 15000, false, 'on_hand'],
    ['2', 11267.55, true, 'on_hand'],
  ])
  const deposit = (cash_amount: number, ids: unknown[]) =>
    on(22, { bank_account_id: m.bank, cash_amount, checks: ids.map((check_id) => ({ check_id })) })
  expect(await host.refused('bank_deposit', deposit(0, [checks[1]!.id]))).toBe('checks.0.check_date')
  await draft('bt0', 'bank_deposit', deposit(1040.01, []))
  expect(await refused('bt0')).toBe('E_CASH')
  await posted('bt', 'bank_deposit', deposit(1040, [checks[0]!.id]))
  expect(doc.bt).toMatchObject({ check_total: 15000, total: 16040 })
  await asInGold('bt', 'BT-MNL-2026-000001')
  moduleOf.check = 'check_register'
  doc.check = checks[0]!
  expect(await read('check')).toMatchObject({ status: 'deposited', bank_deposit_id: doc.bt!.id, deposited_on: day(22) })
  expect(await host.refused('bank_deposit', deposit(0, [checks[0]!.id]))).toBe('checks.0.check_id')
  // No more cash is on hand, and neither the receipt nor a cleared deposit can be voided.
  await draft('bt1', 'bank_deposit', deposit(0.01, []))
  expect([await refused('bt1'), await voided('cr2')]).toEqual(['E_CASH', 'E_HAS_CHILDREN'])
  const before = await books()
  const act = (action: string, body: Row = {}) => host.refused(`check_register/${String(doc.check!.id)}/${action}`, body)
  expect([await act('clear', { cleared_on: day(21) }), await act('clear', { cleared_on: day(22) }), await voided('bt')]).toEqual([
    'E_DATE',
    'done',
    'E_HAS_CHILDREN',
  ])
  expect([await act('undo_clear'), await voided('bt'), (await read('check')).status]).toEqual(['done', 'done', 'on_hand'])
  await posted('bt', 'bank_deposit', deposit(1040, [checks[0]!.id]))
  expect(await books()).toEqual(before)
})

test('19-23 the purchases of the rest of the month', async () => {
  await posted('pt', 'goods_return', purchases.returnOf(1))
  await asInGold('pt', 'PT-MNL-2026-000001')
  await posted('cv', 'check_voucher', purchases.checkOf('000101'))
  await asInGold('cv', 'CV-MNL-2026-000001')
  await posted('gr2', 'goods_receipt', purchases.receiptOf(26, 'DR-8', [from('po', 0, { qty: 8 })]))
  await asInGold('gr2', 'GR-MNL-2026-000002')
  await purchases.freight()
  await posted('bl3', 'bill', purchases.secondBillOf('ORI-5502', 8))
  await asInGold('bl3', 'BL-MNL-2026-000003')
  expect((await read('po')).items).toMatchObject([{ qty_received: 20, qty_returned: 1 }, { qty_returned: 0 }])
})

test('24-26 count, damage, and a loss in transit', async () => {
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
  const month: Record<string, string> = gold.trial_balance
  const open = Object.entries(balances).filter(([, balance]) => balance !== 0)
  expect(Object.fromEntries(open)).toEqual(Object.fromEntries(Object.entries(month).map(([code, amount]) => [code, Number(amount)])))
  expect(answer.totals.ending_debit).toBe(answer.totals.ending_credit)
  // A figure leads to its lines, and a line to its document: by what the trial balance declares.
  const cents = (value: unknown) => Math.round(Number(value) * 100)
  for (const row of answer.data) {
    const asked = `account_id=${String(row.account_id)}&date_from=2026-01-01&date_to=2026-01-31`
    const lines = await host.report(`general_ledger/paginate?${asked}&limit=all`)
    const net = cents(row.ending_debit) - cents(row.ending_credit)
    expect([row.account, cents(lines.totals.debit) - cents(lines.totals.credit)]).toEqual([row.account, net])
    const { document_module, document_id, transaction_no } = lines.data.at(-1)!
    expect((await host.ok('GET', `${String(document_module)}/${String(document_id)}`)).transaction_no).toBe(transaction_no)
  }
  const { stock, open: items, customers } = await books()
  expect(stock).toEqual(Object.fromEntries(Object.entries(gold.inventory).map(([place, [qty, value]]) => [place, `${qty}/${value}/0`])))
  expect(Object.values(items as Row)).toEqual([1100, 5860.8, 1085])
  expect(customers).toEqual({ ACME: 0, BETA: 1085 })
})

test('the statements of the month', async () => {
  const statement = async (path: string) => {
    const { data, columns } = (await host.report(path)) as unknown as { data: Row[]; columns: { name: string; title: string }[] }
    const line = (title: string) => data.find((row) => row.title === title)
    return { columns, data, line, figure: (title: string, column = 'c1') => line(title)?.[column] }
  }
  const sheet = await statement('balance_sheet/paginate?as_of=2026-01-31')
  expect(sheet.figure('Total assets')).toBe(52680)
  expect(sheet.figure('Total liabilities')).toBe(8688.66)
  expect(sheet.figure('Result of the year, not closed yet')).toBe(5441.34)
  expect(sheet.figure('Total liabilities and equity')).toBe(52680)
  expect(sheet.figure('Total inventories')).toBe(34446.88)
  // As of any date: the goods of the tenth, before anything was sold.
  const tenth = await statement('balance_sheet/paginate?as_of=2026-01-10&compare=previous_period')
  expect([tenth.figure('Total inventories'), tenth.figure('Total inventories', 'c2'), tenth.figure('Total inventories', 'change')]).toEqual(
    [51487.86, 0, 51487.86],
  )
  const income = await statement('income_statement/paginate?date_from=2026-01-01&date_to=2026-02-28&columns=month&compare=previous_year')
  expect(income.columns.map(({ title }) => title)).toEqual(['2026/01', '2026/02', 'Total', '2025/01/01 to 2025/02/28', 'Change'])
  expect(income.data.find((row) => String(row.title).startsWith('4010'))).toMatchObject({
    c1: 13655.8,
    c2: 0,
    c3: 13655.8,
    c4: 0,
    change: 13655.8,
  })
  expect([income.figure('Gross profit'), income.figure('Net income', 'c3')]).toEqual([5441.34, 5441.34])
  const branches = await statement('income_statement/paginate?date_from=2026-01-01&date_to=2026-01-31&columns=branch')
  expect(branches.columns.map(({ title }) => title)).toEqual(['Manila', 'Total'])
  expect([branches.figure('Net income'), branches.figure('Net income', 'c2')]).toEqual([5441.34, 5441.34])
  // 16,040.00 received less the check of 12,518.42.
  const flow = await statement('cash_flow/paginate?date_from=2026-01-01&date_to=2026-01-31')
  expect([flow.figure('Net income'), flow.figure('Change in cash'), flow.figure('Cash at the end')]).toEqual([5441.34, 3521.58, 3521.58])
  // The lines of a group are its figure, summed by the general ledger.
  const group = sheet.line('Total inventories')!.account_group_id
  const lines = await host.report(
    `general_ledger/paginate?account_group_id=${String(group)}&date_from=2026-01-01&date_to=2026-01-31&limit=all`,
  )
  expect(Number((Number(lines.totals.debit) - Number(lines.totals.credit)).toFixed(2))).toBe(34446.88)
  expect((await host.harness.call('GET', 'income_statement/paginate?date_from=2026-02-01&date_to=2026-01-01')).status).toBe(400)
  expect((await host.harness.call('GET', 'income_statement/paginate?date_from=1900-01-01&date_to=2026-01-01&columns=month')).status).toBe(
    400,
  )
  expect(
    (await host.harness.call('GET', 'income_statement/exportCSV?date_from=2026-01-01&date_to=2026-01-31&columns=branch')).text.split(
      '\r\n',
    )[0],
  ).toBe('\uFEFFLine,Manila,Total')
  const { raw } = await host.harness.call('GET', 'balance_sheet/print-report?as_of=2026-01-31')
  expect(pdfText(raw)).toContain('Total liabilities and equity52,680.00')
  // Accounts stand below their group, on paper too: by two steps of some 11 points.
  const lefts = new Set(pdfBoxes(raw).boxes.map(({ left }) => Math.round(left)))
  expect([...lefts].filter((left) => left > 45 && left < 90).length).toBeGreaterThanOrEqual(2)
})

test('the tax reports of the month', async () => {
  const asked = 'date_from=2026-01-01&date_to=2026-01-31'
  const vat = (await host.report(`bir_2550q/paginate?${asked}`)).data
  const line = (name: string) => {
    const row = vat.find((candidate) => candidate.line === name)!
    return [row.base, row.tax]
  }
  expect(line('31')).toEqual([12852.32, 1542.28])
  expect(line('33')).toEqual([14250, 0])
  expect(line('44 goods')).toEqual([16557.86, 1986.94])
  expect(line('44 services')).toEqual([1000, 120])
  // A line leads to what it is made of, and to nothing else.
  const ofLines = vat.filter(({ side }) => side)
  expect(ofLines.map((row) => row.line)).toContain('48 exempt')
  for (const row of ofLines) {
    const narrowed = ['side', 'category', 'input_class'].flatMap((name) => (row[name] ? [`${name}=${String(row[name])}`] : [])).join('&')
    const { totals } = await host.report(`vat_transactions/paginate?${asked}&${narrowed}`)
    expect([row.line, totals.base ?? 0, totals.tax ?? 0]).toEqual([row.line, row.base, row.tax])
  }
  expect([line('61'), line('GL output'), line('GL input'), line('GL')]).toEqual([
    [null, -564.66],
    [null, 1542.28],
    [null, 2106.94],
    [null, 0],
  ])
  // Moving both balances to the account payable settles the quarter, and is no movement of it.
  const [output, input, payable] = await host.accounts('2110', '1310', '2111')
  const settlement = await host.ok('POST', 'accounting_entry', {
    transaction_date: '2026-01-31',
    branch_id: m.branch,
    lines: [
      { account_id: output!, debit: 1000, credit: 0 },
      { account_id: input!, debit: 0, credit: 900 },
      { account_id: payable!, debit: 0, credit: 100 },
    ],
  })
  await host.ok('POST', `accounting_entry/${String(settlement.id)}/post`, {})
  expect((await host.report(`bir_2550q/paginate?${asked}`)).data).toEqual(vat)
  await host.ok('POST', `accounting_entry/${String(settlement.id)}/void`, { void_reason: 'Only tried' })
  // Lines that the books do not know are entered: what is common to exempt sales is deducted by their share.
  const entered = 'uncollected_vat=100&recovered_vat=40&carried_over=500&common_input=200&unpaid_input=30&settled_input=10'
  const filled = (await host.report(`bir_2550q/paginate?${asked}&${entered}`)).data
  const taxes = Object.fromEntries(filled.map((row) => [row.line, row.tax]))
  // 200 x 14,250 / 27,102.32 = 105.16
  expect(taxes).toMatchObject({
    37: 1482.28,
    43: 500,
    50: 2106.94,
    51: 2606.94,
    53: 105.16,
    57: 135.16,
    59: 125.16,
    60: 2481.78,
    61: -999.5,
    GL: 0,
  })
  const rows = async (path: string, ...columns: string[]) => {
    const { data } = await host.report(`${path}/paginate?${asked}&limit=all`)
    return data.map((row) => columns.map((column) => row[column])).sort()
  }
  expect(await rows('sales_relief', 'party', 'exempt', 'zero_rated', 'taxable', 'tax')).toEqual([
    ['Acme Builders', 14250, 0, 10955, 1314.6],
    ['Beta Stores', 0, 0, 1897.32, 227.68],
  ])
  expect(await rows('purchases_relief', 'party', 'goods', 'services', 'tax')).toEqual([
    ['Link Trucking', 0, 1000, 120],
    ['Orion Hardware', 16557.86, 0, 1986.94],
  ])
  const payees = [
    ['Link Trucking', 'WC160', 1000, 20],
    ['Orion Hardware', 'WC158', 16557.86, 165.58],
  ]
  expect(await rows('qap', 'party', 'atc_code', 'base', 'tax')).toEqual(payees)
  expect(await rows('sawt', 'party', 'atc_code', 'base', 'tax')).toEqual([['Acme Builders', 'WC158', 25205, 252.05]])
  for (const paper of ['bir_1601eq', 'bir_0619e'])
    expect([paper, await rows(paper, 'atc_code', 'rate', 'tax')]).toEqual([
      paper,
      [
        ['WC158', 1, 165.58],
        ['WC160', 2, 20],
      ],
    ])
  // What is withheld in the first two months of the quarter is remitted with 0619-E: all of January here.
  const quarter = (from: string) => host.report(`bir_1601eq/paginate?date_from=${from}&date_to=2026-03-31`)
  expect((await quarter('2026-01-01')).totals).toMatchObject({ tax: 185.58, month_1: 185.58, month_2: 0, due: 0 })
  expect((await quarter('2025-11-01')).totals).toMatchObject({ month_1: 0, month_2: 0, due: 185.58 })
  const certificate = await host.report(`form_2307/paginate?supplier_id=${m.orion}&date_from=2026-01-01&date_to=2026-03-31`)
  expect(certificate.data).toMatchObject([{ atc_code: 'WC158', month_1: 16557.86, month_2: 0, month_3: 0, base: 16557.86, tax: 165.58 }])
  // Upload files in the layout of the agency's modules, with the figures of the reports; a party without a TIN is named.
  // proves: report.note
  const month = 'date_from=2026-01-01&date_to=2026-01-31'
  const fileOf = async (path: string) => {
    const { text, headers } = await host.harness.call('GET', `${path}/upload-file?${month}`)
    return [String(headers['content-disposition']), ...text.trimEnd().split('\r\n')]
  }
  await host.query(
    "INSERT INTO {s}.company (code, name, legal_name, tin, rdo_code, address_line) VALUES ('G', 'Golden', 'Golden, \"Trading\" Inc.', '123-456-789-00002', '044', 'Ayala Ave.')",
  )
  expect((await host.harness.call('GET', `sales_relief/upload-file?${month}`)).body).toMatchObject({
    rule: 'E_NO_TIN',
    message: expect.stringContaining('Acme Builders'),
  })
  await host.query("UPDATE {s}.customer SET tin = '111-222-333-00000'")
  await host.query("UPDATE {s}.supplier SET tin = '444-555-666-00001'")
  expect(await fileOf('sales_relief')).toEqual([
    'attachment; filename="123456789S012026.DAT"',
    'H,S,"123456789","GOLDEN TRADING INC.","","","","GOLDEN","AYALA AVE.","",14250.00,0.00,12852.32,1542.28,044,01/31/2026,12',
    'D,S,"111222333","ACME BUILDERS","","","","","",14250.00,0.00,10955.00,1314.60,123456789,01/31/2026',
    'D,S,"111222333","BETA STORES","","","","","",0.00,0.00,1897.32,227.68,123456789,01/31/2026',
  ])
  expect((await fileOf('purchases_relief')).slice(0, 2)).toEqual([
    'attachment; filename="123456789P012026.DAT"',
    'H,P,"123456789","GOLDEN TRADING INC.","","","","GOLDEN","AYALA AVE.","",0.00,0.00,1000.00,0.00,16557.86,2106.94,2106.94,0.00,044,01/31/2026,12',
  ])
  const qap = await fileOf('qap')
  expect([qap[1], qap.at(-1)]).toEqual([
    'HQAP,H1601EQ,123456789,0002,"GOLDEN TRADING INC.",03/2026,044',
    'C1,1601EQ,123456789,0002,03/2026,17557.86,185.58',
  ])
  expect(qap[2]).toMatch(/^D1,1601EQ,1,444555666,0001,"LINK TRUCKING","","","",03\/2026,WC160,2\.00,1000\.00,20\.00$/)
  // The agency takes one file for each month, of payees for each quarter: days of several are refused.
  for (const path of ['sales_relief', 'purchases_relief', 'qap']) {
    const { status, body } = await host.harness.call('GET', `${path}/upload-file?date_from=2026-01-01&date_to=2026-04-30`)
    expect([path, status, body.errors]).toEqual([
      path,
      400,
      expect.objectContaining({ date_to: [expect.stringContaining('a file for each')] }),
    ])
  }
  expect(host.harness.modules.get('sawt')!.report!.note).toContain('workbook')
  // Certificates go to all from whom tax was withheld; a supplier without an address is told of, not passed over.
  await host.query("UPDATE {s}.supplier SET email = 'orion@example.com' WHERE id = $1", [m.orion])
  const mailed = (await host.ok('POST', 'form_2307/mail', { date_from: '2026-01-01', date_to: '2026-03-31' })) as unknown as Row[]
  expect(mailed.map(({ id, success, rule }) => [id, success, rule])).toEqual([
    [m.link, false, 'E_NO_ADDRESS'],
    [m.orion, true, undefined],
  ])
  // A figure is the sum of the lines that it opens.
  const lines = await host.report(`vat_transactions/paginate?${asked}&side=sales&category=V&customer_id=${m.acme}`)
  expect(lines.totals).toEqual({ base: 10955, tax: 1314.6 })
  expect(lines.data.map((row) => row.document_module)).toContain('sales_return')
  const serials = (module: string) => lines.data.filter((row) => row.document_module === module).map((row) => row.document_no)
  expect(serials('invoice')).toContainEqual(expect.stringMatching(/^SI-MNL-\d{9}$/))
  expect(serials('sales_return')).toContainEqual(expect.stringMatching(/^CM-MNL-\d{9}$/))
  // Output and input tax, and what is withheld by either side, are not added up: each kind has its sums.
  const both = (await host.report(`vat_transactions/paginate?${asked}`)) as unknown as { totals: Row; kinds: Row[] }
  expect([both.totals, both.kinds]).toEqual([
    {},
    [
      { side: 'purchases', base: 17557.86, tax: 2106.94 },
      { side: 'sales', base: expect.any(Number), tax: 1542.28 },
    ],
  ])
  expect((await host.report(`withholding_transactions/paginate?${asked}&kind=payable&atc_code=WC158`)).totals).toEqual({
    base: 16557.86,
    tax: 165.58,
  })
})

test('the five journals contain every line of the month once', async () => {
  const asked = 'date_from=2026-01-01&date_to=2026-01-31&limit=all'
  const cents = (value: unknown) => Math.round(Number(value) * 100)
  const books = {
    sales_journal: [
      ['receivable', 'discount', 'other_debit'],
      ['amount', 'vat', 'other_credit'],
    ],
    purchase_journal: [
      ['amount', 'vat', 'other_debit'],
      ['withheld', 'payable', 'other_credit'],
    ],
    cash_receipts_journal: [
      ['cash', 'withheld', 'discount', 'other_debit'],
      ['receivable', 'other_credit'],
    ],
    cash_disbursements_journal: [
      ['payable', 'other_debit'],
      ['withheld', 'discount', 'cash', 'other_credit'],
    ],
    general_journal: [['debit'], ['credit']],
  } as const
  const answers: Record<string, Awaited<ReturnType<typeof host.report>>> = {}
  for (const [book, [debits, credits]] of Object.entries(books)) {
    const answer = (answers[book] = await host.report(`${book}/paginate?${asked}`))
    const sum = (row: Row, names: readonly string[]) => names.reduce((all, name) => all + cents(row[name]), 0)
    for (const row of book === 'general_journal' ? [answer.totals] : answer.data)
      expect([book, row.transaction_no, sum(row, debits)]).toEqual([book, row.transaction_no, sum(row, credits)])
  }
  // Each journal moves every account as its entries do, summed independently of the report.
  const moved = async (journals: readonly string[], roles: readonly string[]) => {
    const [row] = await host.query(
      `SELECT coalesce(sum(l.debit - l.credit), 0) AS net FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
       JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.journal = ANY($1) AND a.role = ANY($2)`,
      [journals, roles],
    )
    return cents(row!.net)
  }
  expect(cents(answers.sales_journal!.totals.vat)).toBe(-(await moved(['Sales'], ['output_vat'])))
  expect(answers.sales_journal!.totals).toMatchObject({ vat: 1542.28, receivable: 28644.6 })
  expect(answers.purchase_journal!.totals).toMatchObject({ vat: 2106.94, withheld: 185.58 })
  expect(answers.cash_receipts_journal!.totals).toMatchObject({ cash: 27307.55, withheld: 252.05, receivable: 27559.6 })
  expect(answers.cash_disbursements_journal!.totals).toMatchObject({ payable: 12518.42, cash: 12518.42 })
  const [other] = await host.query(
    `SELECT sum(l.debit)::float8 AS debit FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
     WHERE e.journal IN ('General', 'Payroll', 'Inventory')`,
  )
  expect(answers.general_journal!.totals.debit).toBe(other!.debit)
  const bill = answers.purchase_journal!.data.find((row) => row.transaction_no === doc.bl!.transaction_no)
  expect(bill).toMatchObject({
    reference_no: doc.bl!.supplier_invoice_no,
    party: 'Orion Hardware',
    document_module: 'bill',
    document_id: doc.bl!.id,
  })
})

// proves: report.book
test('a book is printed with totals on every page', async () => {
  const { raw } = await host.harness.call('GET', 'general_ledger/print-report?date_from=2026-01-01&date_to=2026-01-31')
  const words = pdfText(raw)
  expect(words.match(/Page total/g)!.length).toBeGreaterThan(1)
  // No page flows over onto a second sheet.
  expect(words).toContain(`of ${words.match(/Page total/g)!.length}`)
  expect(words.match(/Page total/g)!.length).toBe(words.match(/Carried forward/g)!.length + 1)
  expect(words.match(/Brought forward/g)).toHaveLength(words.match(/Carried forward/g)!.length)
  expect(words.match(/General Ledger/g)!.length).toBe(words.match(/Page total/g)!.length)
  // Pages are filled: a thin book is bound more easily.
  const { data } = await host.report('general_ledger/paginate?date_from=2026-01-01&date_to=2026-01-31&limit=all')
  expect(words.match(/Page total/g)!.length).toBeLessThanOrEqual(Math.ceil(data.length / 16))
})

test('voiding from the newest back reverses every step exactly', async () => {
  const chain = ['bt', 'cr2', 'cr1', 'dc', 'sr', 'si2', 'so2', 'si', 'dr'] as const
  for (const name of ['si3', 'ia2', 'ia', 'pc', 'bl3', 'freight', 'gr2', 'cv', 'pt'])
    expect([name, await voided(name)]).toEqual([name, 'done'])
  await host.ok('POST', `sales_order/${String(doc.so!.id)}/reopen`, {})
  for (const name of [...chain, 'ir', 'it', 'so', 'sq', 'bl', 'gr', 'po', 'bi']) expect([name, await voided(name)]).toEqual([name, 'done'])
  expect([(await read('si')).balance, (await read('bl')).balance, (await read('cr1')).unapplied_amount]).toEqual([0, 0, 0])
  const left = await books()
  expect([left.stock, left.ledger, left.open, left.invoices]).toEqual([null, null, null, null])
  expect(left.customers).toEqual({ ACME: 0, BETA: 0 })
  for (const counters of [left.ordered, left.delivered, left.invoiced, left.sent])
    for (const row of counters as number[][]) expect(row.every((count) => Number(count) === 0)).toBe(true)
})
