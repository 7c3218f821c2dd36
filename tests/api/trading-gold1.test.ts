/**
 * The worked month over HTTP, purchase side: every stock row and every journal, to the centavo. Sales are not
 * part of it, so where a sale would have changed a running figure, the figure here is without it, by hand.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { answer } from '../../src/server/features/chat/answer.ts'
import { printLimits } from '../../src/server/print/report.ts'
import { reportLimits } from '../../src/server/records/report/page.ts'
import { pdfText } from '../pdf-text.ts'
import { expected, sorted } from './gold.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'
import { day, workedMonth } from './worked-month.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>
beforeAll(async () => {
  host = await openHost('GOLD')
  host.settings.is_top_withholding_agent = true
  m = await tradingMasters(host)
})
afterAll(() => host.close())

const { doc, on, draft, act, posted, from, journal, stock, asInGold, purchases } = workedMonth(() => ({ host, m }))
const create = (module: string, body: Row) => host.ok('POST', module, body)

test('01 opening stock', async () => {
  await purchases.opening()
  expect(doc.bi!.transaction_no).toBe('BI-MNL-2026-000001')
  await asInGold('bi', 'BI-MNL-2026-000001')
  doc.again = await create(
    'beginning_inventory',
    on(2, { location_id: m.wh, items: [{ item_id: m.a, uom_id: m.pc, qty: 1, unit_cost: 50 }] }),
  )
  expect(await host.refused(`beginning_inventory/${String(doc.again.id)}/post`)).toBe('E_BUCKET')
})

test('02-03 request and order', async () => {
  await posted(
    'pr',
    'purchase_request',
    on(3, {
      date_needed: day(10),
      items: [
        { item_id: m.a, uom_id: m.box, qty: 20 },
        { item_id: m.b, uom_id: m.pc, qty: 30 },
      ],
    }),
  )
  await purchases.order([from('pr', 0, {}), from('pr', 1, {})], { purchase_request_ids: [doc.pr!.id] })
  expect(doc.po).toMatchObject({ total: 19204.5, status: 'posted', progress: 'open' })
  expect(await host.ok('GET', `purchase_request/${String(doc.pr!.id)}`)).toMatchObject({ progress: 'fully_served' })
  expect([await journal('po'), await stock('po')]).toEqual([{}, []])
  // 13.8: what may be made of it now (a receipt, or an amended copy), and that a receipt is of the branch of its location.
  const open = async (module: string, name: string) => (await host.ok('GET', `${module}/find/${String(doc[name]!.id)}`)).open_targets
  expect([await open('purchase_order', 'po'), await open('purchase_request', 'pr')]).toEqual([
    ['goods_receipt', 'purchase_order'],
    undefined,
  ])
  await host.query("SELECT nextval(pg_get_serial_sequence('{s}.branch', 'id'))")
  const davao = await create('branch', { code: 'DAV', name: 'Davao' })
  const there = await create('inventory_location', { code: 'DAV', name: 'Davao', branch_id: davao.id, type: 'Store' })
  await host.query('UPDATE {s}.purchase_order SET location_id = $1 WHERE id = $2', [there.id, doc.po!.id])
  const draft = await host.ok('GET', `goods_receipt/defaults?source=purchase_order&ids=${String(doc.po!.id)}`)
  expect(draft).toMatchObject({ branch_id: davao.id, location_id: there.id, items: [{ qty: 20 }, { qty: 30 }] })
  await host.query('UPDATE {s}.purchase_order SET location_id = $1 WHERE id = $2', [m.wh, doc.po!.id])
})

test('04 receipt with landed cost', async () => {
  await purchases.receipt()
  expect((doc.gr!.items as Row[]).map((row) => [row.net, row.tax_amount, row.landed, row.cost_value])).toEqual([
    [7920, 950.4, 667.4, 8587.4],
    [3946.87, 473.63, 332.6, 4279.47],
  ])
  expect(await host.refused(`purchase_order/${String(doc.po!.id)}/void`, { void_reason: 'ordered by mistake' })).toBe('E_HAS_CHILDREN')
  // 13.8: the order offers the bill of its receipts.
  // proves: sources.*.offeredOn
  expect((await host.ok('GET', `purchase_order/${String(doc.po!.id)}`)).open_sources).toEqual({ bill: [doc.gr!.id] })
})

test('05 bill with a price difference and withholding', async () => {
  await purchases.bill()
  expect(doc.bl).toMatchObject({
    total: 13370.4,
    withholding_amount: 119.38,
    net_payable: 13251.02,
    due_date: '2026-02-09',
    progress: 'unpaid',
  })
  expect((doc.bl!.items as Row[]).map((row) => [row.grni_share, row.variance, row.variance_to_stock])).toEqual([
    [7920, 0, 0],
    [3946.87, 70.99, 70.99],
  ])
  expect(await host.refused(`goods_receipt/${String(doc.gr!.id)}/void`, { void_reason: 'received by mistake' })).toBe('E_HAS_CHILDREN')
  expect(await host.ok('GET', `purchase_order/${String(doc.po!.id)}`)).not.toHaveProperty('open_sources')
  doc.twin = await create(
    'bill',
    on(10, {
      supplier_id: m.orion,
      bill_type: 'service',
      supplier_invoice_no: ' ori-5501',
      bill_date: day(10),
      payment_term_id: m.term30,
      tax_type_id: m.inclusive,
      items: [{ description: 'Rent', qty: 1, unit_price: 500, account_id: await host.idOf('chart_of_account', '6060') }],
    }),
  )
  expect(await host.refused(`bill/${String(doc.twin.id)}/post`)).toBe('E_DUP_REF')
})

test('as of the 10th the stock is worth 51,487.86', async () => {
  const answer = await host.report(`inventory_balance/paginate?as_of=${day(10)}`)
  expect(answer.totals).toEqual({ total_value: 51487.86 })
  expect(answer.data.map((row) => [(row.item as Row).name, row.qty_on_hand, row.total_value])).toEqual([
    ['Bolt set', 244, 13587.4],
    ['Cordless drill', 70, 9150.46],
    ['Rice 25 kg', 25, 28750],
  ])
})

test('an item shows its stock by location, and its cost to users who may see costs', async () => {
  const { admin, call } = host.harness
  const { data } = await host.report(`inventory_balance/paginate?as_of=${day(10)}`)
  const drill = data.find((row) => (row.item as Row).name === 'Cordless drill')!
  const stock = `item/${String(drill.item_id)}/stock`
  const shown = async (user: Row) => ((await call('GET', stock, undefined, { ...admin, ...user } as typeof admin)).body.data as Row[])[0]!
  expect(await shown({})).toMatchObject({ item_id: drill.item_id, location_id: drill.location_id, unit_cost: expect.any(Number) })
  expect(await shown({ user_id: 1, username: 'clerk', access: [] })).not.toHaveProperty('unit_cost')
  expect((await call('GET', stock)).body.data).toHaveLength(1)
  expect((await call('POST', stock, {})).status).toBe(403)
})

test('19 return of billed goods at the average', async () => {
  await posted('pt', 'goods_return', purchases.returnOf(1))
  // 13,587.40 × 12 / 244 = 668.23, as in the month with sales; 232 pieces stay.
  expect(await stock('pt')).toEqual(['A001 out -12/-668.23 -> 232/12919.17'])
  expect(await journal('pt')).toEqual(sorted(expected('PT-MNL-2026-000001').gl))
  expect(await host.ok('GET', `bill/${String(doc.bl!.id)}`)).toMatchObject({
    amount_returned: 732.6,
    balance: 12518.42,
    progress: 'partially_paid',
  })
  await draft('much', 'goods_return', purchases.returnOf(12))
  expect(await host.refused(`goods_return/${String(doc.much!.id)}/post`)).toBe('E_OVER_RETURN')
})

/** Issue 13, item 10: questions in words and what is answered, from the books of the month so far. */
test.each([
  ['which suppliers do we owe the most', /^Balance by supplier, bills:\n1\. Orion Hardware: ₱[\d,.]+\nIn all/],
  ['how much do we owe Orion', /^Balance of Orion Hardware: ₱/],
  ['which supplier do we buy most from', /^Purchases by supplier, bills:\n1\. Orion Hardware: ₱/],
  ['total purchases this year by supplier', /^Purchases by supplier, bills from 2026\/01\/01 to 2026\/12\/31:\n1\. Orion Hardware/],
  ['show overdue bills', /^There are no overdue bills that you can see\.$/],
  ['how many bills are unpaid', /^1 unpaid bill\.$/],
  ['unpaid bills of Zyxwv Trading', /^I did not understand "zyxwv trading", so this is without it\.\n1 unpaid bill/],
  ['bills by month', /^Balance by month, bills:\n1\. January 2026: ₱/],
  ['stock of A001', /^Inventory Balance of Bolt set:\n• Bolt set, Main warehouse, .*: \d+ on hand/],
  ['create a purchase order for Orion', /^Here is a new purchase order for Orion Hardware\. /],
  ['how do I file a leave', /^File a leave: /],
  ['paano mag-file ng leave?', /^File a leave: /],
  ['how do I fly to the moon', /^I have no help page about that/],
  ['what is 13th month pay', /^13th month pay: /],
  ['weather tomorrow', /^I did not understand that/],
])('13.10: %s', async (question, expected) => {
  const ctx = await host.harness.ctx()
  expect((await answer(ctx, question)).text).toMatch(expected)
})

test('20 payment by check', async () => {
  await draft('late', 'check_voucher', purchases.checkOf('000102'))
  await posted('cv', 'check_voucher', purchases.checkOf('000101'))
  expect(doc.cv).toMatchObject({ amount_in_words: 'Twelve Thousand Five Hundred Eighteen Pesos and 42/100 Only' })
  await asInGold('cv', 'CV-MNL-2026-000001')
  expect(await host.ok('GET', `bill/${String(doc.bl!.id)}`)).toMatchObject({ amount_paid: 12518.42, balance: 0, progress: 'paid' })
  expect(await host.refused(`check_voucher/${String(doc.late!.id)}/post`)).toBe('E_OVER_PAY')
  expect(await host.refused(`bill/${String(doc.bl!.id)}/void`, { void_reason: 'billed by mistake' })).toBe('E_HAS_CHILDREN')
})

// proves: workflow.progress.lines
test('21 the rest of the order is received, and nothing more', async () => {
  const receipt = (qty: number): Row => purchases.receiptOf(26, `DR-${qty}`, [from('po', 0, { qty })])
  await draft('nine', 'goods_receipt', receipt(9))
  const over = await host.harness.call('POST', `goods_receipt/${String(doc.nine!.id)}/post`)
  expect([over.status, over.body.rule]).toEqual([422, 'E_OVER_SERVE'])
  // The line is marked, at its quantity.
  expect(Object.keys(over.body.errors as Row)).toEqual(['items.0.qty'])
  await posted('gr2', 'goods_receipt', receipt(8))
  expect(await journal('gr2')).toEqual(sorted(expected('GR-MNL-2026-000002').gl))
  expect(await stock('gr2')).toEqual(['A001 in 96/5280.00 -> 328/18199.17'])
  const order = await host.ok('GET', `purchase_order/${String(doc.po!.id)}`)
  expect([order.progress, (order.items as Row[]).map((row) => row.qty_received)]).toEqual(['fully_served', [20, 30]])
})

test('22-23 freight and the second bill', async () => {
  await purchases.freight()
  expect(doc.freight).toMatchObject({ due_date: '2026-02-11', net_payable: 1100 })
  await draft('more', 'bill', purchases.secondBillOf('ORI-5503', 1))
  await posted('bl3', 'bill', purchases.secondBillOf('ORI-5502', 8))
  await asInGold('bl3', 'BL-MNL-2026-000003')
  expect(await host.refused(`bill/${String(doc.more!.id)}/post`)).toMatch(/E_OVER_BILL|E_SOURCE/)
})

// proves: report.handler
test('the books at the end of the month', async () => {
  const answer = await host.report('trial_balance/paginate?date_from=2026-01-01&as_of=2026-01-31&limit=100')
  const balances = Object.fromEntries(
    answer.data.map((row) => [
      String((row.account as Row).name).slice(0, 4),
      Number(((row.ending_debit as number) - (row.ending_credit as number)).toFixed(2)),
    ]),
  )
  // 1210: 38,550.00 + 12,866.87 + 70.99 - 668.23 + 5,280.00; payables, VAT and withholding as in the month with sales.
  expect(balances).toEqual({
    '1020': -12518.42,
    '1210': 56099.63,
    '1310': 1986.94,
    '1311': 120,
    '2010': -6960.8,
    '2015': 0,
    '2016': 0,
    '2120': -185.58,
    '3040': -38550,
    '5020': 8.23,
  })
  expect(answer.totals.ending_debit).toBe(answer.totals.ending_credit)
  expect((await host.report('inventory_balance/paginate?as_of=2026-01-31')).totals).toEqual({ total_value: 56099.63 })
})

test('a trial balance compares with an earlier period, and opens the ledger', async () => {
  const net = (row: Row | undefined, name: string): number => Number(row?.[`${name}_debit`] ?? 0) - Number(row?.[`${name}_credit`] ?? 0)
  const span = 'date_from=2026-01-15&as_of=2026-01-31'
  const plain = await host.report(`trial_balance/paginate?${span}&limit=all`)
  expect(plain.hidden).toEqual(expect.arrayContaining(['compared_debit', 'compared_credit', 'change']))
  const compared = await host.report(`trial_balance/paginate?${span}&compare=previous_period&limit=all`)
  expect(compared.hidden).toBeUndefined()
  const before = await host.report('trial_balance/paginate?date_from=2026-01-01&as_of=2026-01-14&limit=all')
  expect(before.data.length).toBeGreaterThan(3)
  for (const row of compared.data) {
    const then = before.data.find(({ account_id }) => account_id === row.account_id)
    expect(net(row, 'compared')).toBe(net(then, 'ending'))
    expect(Number(row.change)).toBeCloseTo(net(row, 'ending') - net(then, 'ending'), 2)
    expect([row.compared_from, row.compared_to]).toEqual(['2025-12-29', '2026-01-14'])
  }
  expect(compared.totals.compared_debit).toBe(before.totals.ending_debit)
  expect(compared.totals.change).toBe(0)
  const yearAgo = await host.report(`trial_balance/paginate?${span}&compare=previous_year&limit=all`)
  expect(yearAgo.data.every((row) => net(row, 'compared') === 0 && row.compared_to === '2025-01-31')).toBe(true)
  const { text } = await host.harness.call('GET', `trial_balance/exportCSV?${span}&compare=previous_period`)
  expect(text.split('\n')[0]).toMatch(/Earlier debit.*Earlier credit.*Change/)
  expect((await host.harness.call('GET', `trial_balance/exportCSV?${span}`)).text).not.toContain('Earlier debit')
})

test('reports and lookups show only what the caller may see', async () => {
  const { admin, call } = host.harness
  const balance = 'inventory_balance/paginate?as_of=2026-01-31'
  const clerk = { ...admin, user_id: 1, username: 'clerk', access: [] }
  const row = ((await call('GET', balance, undefined, clerk)).body.data as Row[])[0]!
  expect([row.qty_on_hand, 'total_value' in row, 'unit_cost' in row]).toEqual([328, false, false])
  const elsewhere = { ...admin, username: 'elsewhere', branch_ids: [999] }
  for (const path of [
    balance,
    'general_ledger/paginate?date_from=2026-01-01&date_to=2026-01-31',
    'trial_balance/paginate?as_of=2026-01-31',
  ]) {
    expect([path, (await call('GET', path, undefined, elsewhere)).body.data]).toEqual([path, []])
  }
  expect((await call('GET', 'accounting_entry/export', undefined, elsewhere)).text.trim().split('\n')).toHaveLength(1)
  expect((await call('GET', balance, undefined, { ...admin, username: 'nobody', grants: {} })).status).toBe(403)
  expect(await call('GET', 'stock_card/paginate')).toMatchObject({ status: 400, body: { errors: { item_id: [expect.any(String)] } } })
  const lines = (await call('GET', 'accounting_entry/export?date_from=2026-01-23&date_to=2026-01-23')).text
    .trim()
    .split('\r\n')
    .join('\n')
    .split('\n')
  expect(lines.filter((text) => text.includes(',2010,'))).toEqual([expect.stringContaining('PT-MNL-2026-000001')])
  const card = await host.report(`stock_card/paginate?item_id=${m.a}&location_id=${m.wh}&date_from=2026-01-03&date_to=2026-01-31`)
  expect(card.data.map((entry) => [entry.running_qty, entry.running_value])).toEqual([
    [100, 5000],
    [244, 13587.4],
    [232, 12919.17],
    [328, 18199.17],
  ])
  // Whom the goods came from or went to.
  const [opened, ...moves] = card.data
  expect([opened!.party, moves.every(({ party }) => typeof party === 'string' && party !== '')]).toEqual([null, true])
  expect(await host.ok('GET', `item/total_inventory_summary?item_id=${m.a}`)).toMatchObject({ on_hand: 328, available: 328, on_order: 0 })
  // The screens name parameters as filters: they narrow all the same.
  const asked = 'filter[date_from]=2026-01-03&filter[date_to]=2026-01-31'
  expect((await host.report(`stock_card/paginate?filter[item_id]=${m.a}&filter[location_id]=${m.wh}&${asked}`)).data).toEqual(card.data)
  const payable = await host.idOf('chart_of_account', '2010')
  const ledger = await host.report(`general_ledger/paginate?filter[account_id]=${payable}&${asked}&limit=all`)
  expect([...new Set(ledger.data.map((entry) => entry.account_id))]).toEqual([payable])
  const paper = await call('GET', `general_ledger/print-report?filter[account_id]=${payable}&${asked}`)
  const words = pdfText(paper.raw)
  expect(words).toContain('Date from: 2026/01/03')
  expect(words).toContain(`Account: 2010`)
  for (const row of ledger.data) expect(words).toContain(String(row.transaction_no ?? row.description))
  expect(words).toContain(Number(ledger.totals.credit).toLocaleString('en-US', { minimumFractionDigits: 2 }))
  const { reportRows } = printLimits
  printLimits.reportRows = ledger.data.length - 1
  expect((await call('GET', `general_ledger/print-report?filter[account_id]=${payable}&${asked}`)).body.rule).toBe('E_TOO_LARGE')
  printLimits.reportRows = reportRows
  expect((await call('GET', 'trial_balance/print-report', undefined, { ...clerk, grants: { trial_balance: ['index'] } })).status).toBe(403)
  const { allRows } = reportLimits
  reportLimits.allRows = ledger.data.length - 1
  const tooLong = await host.harness.call('GET', `general_ledger/paginate?filter[account_id]=${payable}&${asked}&limit=all`)
  reportLimits.allRows = allRows
  expect([tooLong.status, tooLong.body.rule]).toEqual([422, 'E_REPORT_TOO_LONG'])
  const history = await host.report(`supplier/${m.orion}/transaction-history?limit=3`)
  expect(history.data.map((entry) => entry.module)).toEqual(['bill', 'bill', 'goods_receipt'])
  expect(await host.ok('GET', `item/get_data?search=bolt&location_id=${m.wh}`)).toMatchObject([
    { sku_code: 'A001', available: 328, uoms: [{ factor: 12 }] },
  ])
})

test('payables by age on the last day of March', async () => {
  await draft('aging', 'aging_payable', { as_of: '2026-03-31' })
  const run = await act('aging', 'process')
  expect(run.total).toBe(6960.8)
  expect((run.rows as Row[]).map((row) => [(row.supplier as Row).name, row.due_date, row.days, row.d60, row.balance])).toEqual([
    ['Link Trucking', '2026-02-11', 48, 1100, 1100],
    ['Orion Hardware', '2026-02-27', 32, 5860.8, 5860.8],
  ])
  host.settings.aging_buckets = [15, 30, 45, 60]
  await draft('narrow', 'aging_payable', { as_of: '2026-03-31' })
  const narrow = await act('narrow', 'process')
  expect(narrow.buckets).toEqual(['Current', '1-15', '16-30', '31-45', '46-60', 'Over 60'])
  expect((narrow.rows as Row[]).map((row) => [row.d90, row.d120, row.balance])).toEqual([
    [0, 1100, 1100],
    [5860.8, 0, 5860.8],
  ])
  host.settings.aging_buckets = [30, 15, 60, 90]
  await draft('falling', 'aging_payable', { as_of: '2026-03-31' })
  expect(await host.refused(`aging_payable/${String(doc.falling!.id)}/process`)).toBe('E_AGING_BUCKETS')
  delete host.settings.aging_buckets
})

test('a post-dated check stays pending until it clears', async () => {
  await posted(
    'pdc',
    'check_voucher',
    on(29, {
      supplier_id: m.link,
      payee: 'Link Trucking',
      payment_method_id: m.check,
      bank_account_id: m.bank,
      check_no: '000103',
      check_date: '2026-02-10',
      items: [{ bill_id: doc.freight!.id, amount: 1100 }],
    }),
  )
  expect(await journal('pdc')).toEqual({ '2010': '1100.00', '2035': '-1100.00' })
  host.clock.advanceTo('2026-02-10')
  expect(await host.refused(`check_voucher/${String(doc.pdc!.id)}/clear`, { cleared_at: '2026-02-09' })).toBe('E_DATE')
  await act('pdc', 'clear', { cleared_at: '2026-02-10' })
  expect(await journal('pdc')).toEqual({ '1020': '-1100.00', '2010': '1100.00', '2035': '0.00' })
  expect(await host.refused(`check_voucher/${String(doc.pdc!.id)}/void`, { void_reason: 'never handed out' })).toBe('E_STATE')
})

test('a locked month accepts no posting, and a void is dated today', async () => {
  const body = (n: string): Row => ({
    transaction_date: day(31),
    branch_id: m.branch,
    supplier_id: m.orion,
    bill_type: 'service',
    supplier_invoice_no: n,
    bill_date: day(31),
    payment_term_id: m.term30,
    tax_type_id: m.inclusive,
    items: [{ description: 'Rent', qty: 1, unit_price: 1120, account_id: rent }],
  })
  const rent = await host.idOf('chart_of_account', '6060')
  host.clock.advanceTo('2026-02-03')
  await posted('rent', 'bill', body('R-1'))
  doc.rent2 = await create('bill', body('R-2'))
  await draft('period', 'fiscal_period', { period: '2026-01', module_group: 'purchasing' })
  await act('period', 'lock')
  expect(await host.harness.call('POST', `bill/${String(doc.rent2.id)}/post`, {})).toMatchObject({
    status: 423,
    body: { rule: 'E_PERIOD_LOCKED' },
  })
  await act('rent', 'void', { void_reason: 'rented by mistake' })
  const dates = await host.query(
    "SELECT transaction_date FROM {s}.accounting_entry WHERE source_module = 'bill' AND source_id = $1 ORDER BY id",
    [doc.rent!.id],
  )
  expect(dates).toEqual([{ transaction_date: day(31) }, { transaction_date: '2026-02-03' }])
  await act('period', 'unlock')
})

test('dates in the future or far in the past are refused', async () => {
  host.clock.advanceTo('2026-02-20')
  const request = async (date: string) => {
    const made = await create('purchase_request', {
      transaction_date: date,
      branch_id: m.branch,
      date_needed: '2026-03-30',
      items: [{ item_id: m.a, uom_id: m.pc, qty: 1 }],
    })
    return host.refused(`purchase_request/${String(made.id)}/post`)
  }
  expect([await request('2026-02-21'), await request('2026-02-12'), await request('2026-02-13')]).toEqual([
    'E_DATE_FUTURE',
    'E_BACKDATE',
    'done',
  ])
})

test('voiding everything from the newest document back leaves nothing', async () => {
  const before = await host.query("SELECT id FROM {s}.accounting_entry WHERE source_module = 'bill' AND source_id = $1", [doc.bl!.id])
  expect(before).toHaveLength(1)
  const reason = { void_reason: 'undoing the month' }
  for (const name of ['bl3', 'gr2', 'cv', 'pt']) await act(name, 'void', reason)
  // The freight bill was paid by a check that cleared, so it stays, and its receipt with it.
  expect(await host.refused(`goods_receipt/${String(doc.gr!.id)}/void`, reason)).toMatch(/E_HAS_CHILDREN|E_STATE/)
  await act('bl', 'void', reason)
  const left = await host.query(
    'SELECT i.sku_code, trim_scale(b.qty)::text AS qty, b.value FROM {s}.stock_bucket b JOIN {s}.item i ON i.id = b.item_id ORDER BY 1',
  )
  expect(left).toEqual([
    { sku_code: 'A001', qty: '244', value: '13587.40' },
    { sku_code: 'B002', qty: '70', value: '9079.47' },
    { sku_code: 'C003', qty: '25', value: '28750.00' },
  ])
  const grni = await host.query(
    "SELECT sum(l.credit - l.debit) AS open FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.code = '2015'",
  )
  expect(grni).toEqual([{ open: '11866.87' }])
  expect(await host.query('SELECT sum(balance) AS open FROM {s}.open_item')).toEqual([{ open: '0.00' }])
  expect(await host.query('SELECT code, balance FROM {s}.supplier ORDER BY 1')).toEqual([
    { code: 'LINK', balance: '0.00' },
    { code: 'ORION', balance: '0.00' },
  ])
})
