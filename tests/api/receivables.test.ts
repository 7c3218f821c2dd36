/** What customers owe: its age on a day, and the statement of one customer, against the account of the ledger. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('OWED')
  m = await salesMasters(host)
})
afterAll(() => host.close())

const posted = async (module: string, day: string, body: Row): Promise<Row> => {
  host.clock.advanceTo(day)
  const made = await host.ok('POST', module, { transaction_date: day, branch_id: m.branch, ...body })
  return host.ok('POST', `${module}/${String(made.id)}/post`, {})
}

test('aging and statement as of any date agree with the ledger', async () => {
  await posted('beginning_inventory', '2026-01-02', { location_id: m.wh, items: [{ item_id: m.b, uom_id: m.pc, qty: 10, unit_cost: 10 }] })
  const sold = await posted('invoice', '2026-01-31', {
    customer_id: m.beta,
    location_id: m.wh,
    payment_term_id: m.term15,
    tax_type_id: m.inclusive,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 1085 }],
  })
  const payment = { customer_id: m.beta, tenders: [{ kind: 'cash', amount: 385 }], items: [{ invoice_id: sold.id, amount: 85 }] }
  const paid = await posted('cash_receipt', '2026-02-20', payment)

  const aging = (day: string) => host.report(`aging_receivable/paginate?as_of=${day}`)
  const buckets = (data: readonly Row[]) => data.map(({ days, current, d30, d60, balance }) => [days, current, d30, d60, balance])
  // 15 days after the invoice it is due; 44 days later it is in the second bucket; the advance, a credit, is not past due.
  expect(buckets((await aging('2026-01-31')).data)).toEqual([[-15, 1085, 0, 0, 1085]])
  const march = await aging('2026-03-31')
  expect(buckets(march.data)).toEqual([
    [44, 0, 0, 1000, 1000],
    [0, -300, 0, 0, -300],
  ])
  expect(march.data[0]).toMatchObject({ customer_id: m.beta, invoice_id: sold.id, due_date: '2026-02-15' })
  // A row leads to its document, also where that is the receipt that holds an advance; its number stands in one column.
  const leadsTo = (row: Row | undefined) => [row?.source_module, row?.source_id]
  expect(march.data.map(leadsTo)).toEqual([
    ['invoice', sold.id],
    ['cash_receipt', paid.id],
  ])
  // Outside of the company both are known by their serial numbers.
  expect(march.data.map(({ document_no }) => document_no)).toEqual([sold.bir_serial_no, paid.bir_serial_no])
  const csv = (await host.harness.call('GET', 'aging_receivable/exportCSV?as_of=2026-03-31&format=csv')).text
  expect([csv.split(sold.bir_serial_no as string).length, csv.includes(sold.transaction_no as string)]).toEqual([2, false])
  expect(march.totals).toMatchObject({ current: -300, d60: 1000, balance: 700 })
  expect((await host.report(`aging_receivable/paginate?as_of=2026-03-31&customer_id=${m.acme}`)).data).toEqual([])
  // A parameter that a report does not have is refused by name, not left unread.
  const mistyped = await host.harness.call('GET', 'aging_receivable/paginate?as_of=2026-03-31&filter[custmer_id]=1')
  expect([mistyped.status, mistyped.body.errors]).toEqual([
    400,
    { custmer_id: ['There is no parameter "custmer_id". Did you mean "customer_id"?'] },
  ])
  // The accounts of one collector: a parameter that is a field of the customer.
  const mine = async (id: number) => (await host.report(`aging_receivable/paginate?as_of=2026-03-31&collector_id=${id}`)).data.length
  const { user_id } = (await host.harness.ctx()).principal
  await host.ok('PUT', `customer/${m.beta}`, { collector_id: user_id, version: (await host.ok('GET', `customer/${m.beta}`)).version })
  expect([await mine(user_id), await mine(user_id + 1)]).toEqual([2, 0])

  const statement = await host.report(`statement_of_account/paginate?customer_id=${m.beta}&date_from=2026-02-01&date_to=2026-03-31`)
  expect(statement.data.map(({ date, debit, credit, running_balance }) => [date, debit, credit, running_balance])).toEqual([
    [null, 0, 0, 1085],
    ['2026-02-20', 0, 385, 700],
  ])
  expect(statement.totals).toEqual({ debit: 0, credit: 385, running_balance: 700 })
  expect(statement.data[1]).toMatchObject({
    description: 'Cash Receipt',
    document_no: paid.bir_serial_no,
    transaction_no: 'CR-MNL-2026-000001',
  })
  expect(statement.data.map(leadsTo)).toEqual([
    [null, null],
    ['cash_receipt', paid.id],
  ])
  // Documents of one day stand in the order of their posting: a receipt after the invoice that it pays.
  const day = '2026-02-25'
  const cash = await posted('invoice', day, {
    customer_id: m.acme,
    location_id: m.wh,
    payment_term_id: m.term15,
    tax_type_id: m.inclusive,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 50 }],
  })
  const tender = { customer_id: m.acme, tenders: [{ kind: 'cash', amount: 50 }], items: [{ invoice_id: cash.id, amount: 50 }] }
  await posted('cash_receipt', day, tender)
  const sameDay = await host.report(`statement_of_account/paginate?customer_id=${m.acme}&date_from=${day}&date_to=${day}`)
  expect(sameDay.data.map(({ source_module, running_balance }) => [source_module, running_balance])).toEqual([
    [null, 0],
    ['invoice', 50],
    ['cash_receipt', 0],
  ])
  await host.ok('POST', 'cash_receipt/2/void', { void_reason: 'only an example' })
  await host.ok('POST', `invoice/${String(cash.id)}/void`, { void_reason: 'only an example' })
  // 13.9: on paper it is addressed to the customer.
  const { version } = await host.ok('GET', `customer/${m.beta}`)
  await host.ok('PUT', `customer/${m.beta}`, { version, tin: '123-456-789-00000' })
  // Below it stand the age of what is open and the post-dated checks that are held.
  const later = { kind: 'check', check_no: '778899', check_date: '2026-04-30', amount: 100 }
  await posted('cash_receipt', '2026-03-01', { customer_id: m.beta, tenders: [later], items: [{ invoice_id: sold.id, amount: 100 }] })
  const paper = await host.harness.call('GET', `statement_of_account/print-report?customer_id=${m.beta}&date_from=2026-02-01`)
  const words = pdfText(paper.raw).replaceAll(/\s+/g, ' ')
  expect(words).toContain('TIN 123-456-789-00000')
  expect(words).toContain('Current1-3031-6061-9091-120Over 120 Balance -300.00900.000.000.000.000.00600.00')
  expect(words).toMatch(/Post-dated checks held .*Amount 7788992026\/04\/30100\.00/)
  expect(words.match(/Beta Stores/g)).toHaveLength(1)
})

// proves: dashboard, dashboard.period, dashboard.tiles, dashboard.tiles.*.type, dashboard.tiles.*.title, dashboard.tiles.*.description
// proves: dashboard.tiles.*.show, dashboard.tiles.*.figures, dashboard.tiles.*.figures.module, dashboard.tiles.*.figures.group
// proves: dashboard.tiles.*.figures.measures, dashboard.tiles.*.figures.where, dashboard.tiles.*.figures.period
// proves: dashboard.tiles.*.figures.date, dashboard.tiles.*.figures.compare, dashboard.tiles.*.figures.sort
// proves: dashboard.tiles.*.figures.limit, dashboard.tiles.*.figures.less
test('dashboards and sales reports equal the tables, less returns', async () => {
  const sale = { customer_id: m.acme, location_id: m.wh, payment_term_id: m.term15, tax_type_id: m.inclusive }
  const sold = await posted('invoice', '2026-04-10', { ...sale, items: [{ item_id: m.b, uom_id: m.pc, qty: 4, unit_price: 560 }] })
  const [line] = await host.query<{ id: number }>('SELECT id::int FROM {s}.invoice__items WHERE parent_id = $1', [sold.id])
  await posted('sales_return', '2026-04-12', {
    customer_id: m.acme,
    invoice_id: sold.id,
    location_id: m.wh,
    return_reason: 'Excess',
    resolution: 'Credit',
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 560, source_module: 'invoice', source_line_id: line!.id }],
  })
  const [expected] = await host.query(`
    SELECT
      (SELECT sum(i.net) FROM {s}.invoice__items i JOIN {s}.invoice d ON d.id = i.parent_id WHERE d.status = 'posted')::float8 AS sold,
      (SELECT sum(i.net) FROM {s}.sales_return__items i JOIN {s}.sales_return d ON d.id = i.parent_id WHERE d.status = 'posted')::float8 AS returned,
      (SELECT sum(balance) FROM {s}.invoice WHERE status = 'posted')::float8 AS owed`)
  const { sold: net, returned, owed } = expected as { sold: number; returned: number; owed: number }
  expect(returned).toBeCloseTo(500, 2)
  const board = await host.ok('GET', 'revenue/dashboard?period=this_year')
  expect(board).toMatchObject({
    sales_year: expect.closeTo(net - returned, 2),
    sales_today: expect.closeTo(-500, 2),
    receivables: owed,
    receivables_overdue: expect.any(Number),
  })
  const customers = board.top_customers as Row[]
  expect(customers.map(({ customer_id, total }) => [customer_id, total])).toContainEqual([m.acme, expect.closeTo(1500, 2)])
  expect(customers.reduce((sum, { total }) => sum + Number(total), 0)).toBeCloseTo(net - returned, 2)
  // Each tile says what it is and shows; what is compared stands beside the year before, also where that had nothing.
  const tiles = board.tiles as Row[]
  expect(tiles.find(({ name }) => name === 'top_items')).toMatchObject({
    type: 'ranking',
    title: 'Top items',
    description: expect.stringContaining('without VAT'),
    show: 'total',
    module: 'invoice',
    names: ['total', 'qty'],
  })
  expect(tiles.find(({ name }) => name === 'sales_year')).toMatchObject({
    period: { from: '2026-01-01', to: '2026-12-31', previous: { from: '2025-01-01', to: '2025-12-31' } },
    totals: { previous: [0] },
  })
  // A period of another date than the document's: bills due in the next seven days.
  const buying = (await host.ok('GET', 'procurement/dashboard')).tiles as Row[]
  expect(buying.find(({ name }) => name === 'payables_due_soon')).toMatchObject({
    filter: { due_date: { gte: '2026-04-12', lte: '2026-04-18' } },
  })
  // April as the months of the year show it, and the report of the same days.
  const april = (board.by_month as Row[]).find(({ transaction_date }) => transaction_date === '2026-04-01')
  const items = (await host.ok('GET', 'sales_order/top_sales?date_from=2026-04-01&date_to=2026-04-30')) as unknown as Row[]
  expect(items).toEqual([{ item_id: m.b, item: expect.stringContaining('B'), qty: 3, net: expect.closeTo(1500, 2) }])
  expect(april!.net).toBeCloseTo(1500, 2)
  expect(await host.ok('GET', 'sales_order/top_sales?date_from=2026-01-01&date_to=2026-04-30&limit=1')).toHaveLength(1)
  const csv = (await host.harness.call('GET', 'sales_order/top_sales/exportcsv?date_from=2026-04-01&date_to=2026-04-30')).text
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect((await host.harness.call('GET', 'sales_order/top_sales?sort=best')).status).toBe(400)
  // What a customer owed before is no sale of the year.
  const before = { invoice_type: 'opening', items: [{ item_id: m.b, uom_id: m.pc, qty: 7, unit_price: 560 }] }
  await posted('invoice', '2026-04-12', { ...sale, ...before })
  // What the screen shows as a workbook: its figures on the first sheet, each table on one of its own.
  const exported = (more: string) => host.harness.call('GET', `revenue_dashboard/tiles/export?period=this_year${more}`)
  const book = unzipSync((await exported('')).raw)
  const sheet = (number: number) => strFromU8(book[`xl/worksheets/sheet${number}.xml`]!)
  const names = [...strFromU8(book['xl/workbook.xml']!).matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
  expect(names.slice(0, 3)).toEqual(['Dashboard', 'Sales by month', 'From quotation to payment'])
  expect(sheet(1)).toContain('2026-01-01 to 2026-12-31')
  expect(sheet(1)).toMatch(new RegExp(`Sales this year</t></is></c><c r="B\\d+"><v>${(net - returned).toFixed(2)}</v>`))
  expect(sheet(names.indexOf('Top customers') + 1)).toContain('<v>1500.00</v>')
  const table = (await exported('&tile=top_customers')).text.trim().split('\r\n')
  expect([table[0], table.length]).toEqual(['Customer,Net sales', customers.length + 1])
  expect((await exported('&tile=sales_year')).status).toBe(404)

  // By customer: what was invoiced less what came back, with the documents behind each figure; a voided invoice counts nowhere.
  const voided = await posted('invoice', '2026-04-12', { ...sale, items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 560 }] })
  expect(voided.balance).toBe(560)
  const gone = await host.ok('POST', `invoice/${String(voided.id)}/void`, { void_reason: 'made by mistake' })
  expect([gone.balance, gone.payment_status]).toEqual([0, null])
  const perCustomer = await host.report('sales_per_customer/paginate?date_from=2026-01-01&date_to=2026-04-30')
  const figures = ['invoice_count', 'qty', 'gross_sales', 'returns', 'net_sales', 'vat', 'cost', 'gross_profit', 'gross_profit_percent']
  expect(perCustomer.data.map((row) => [(row.customer as Row).name, ...figures.map((name) => row[name])])).toEqual([
    ['Acme Builders', 1, 3, 2000, 500, 1500, 180, 30, 1470, 98],
    ['Beta Stores', 1, 1, 968.75, 0, 968.75, 116.25, 10, 958.75, 98.97],
  ])
  expect(perCustomer.data.map((row) => row.percent_of_total)).toEqual([60.76, 39.24])
  expect(perCustomer.totals.net_sales).toBeCloseTo(net - returned, 2)
  const register = await host.report(`sales_register/paginate?date_from=2026-01-01&date_to=2026-04-30&customer_id=${m.acme}`)
  expect(register.totals).toMatchObject({ sales: 1500, cost: 30 })
  expect(register.data.map(({ item, seller }) => [(item as Row).name, seller])).toEqual(register.data.map(() => ['Cordless drill', null]))

  // Who cannot list invoices is told nothing of them, and everything else.
  const { admin } = host.harness
  const grants = Object.fromEntries(Object.entries(admin.grants).filter(([name]) => name !== 'invoice'))
  const partly = await host.harness.call('GET', 'revenue_dashboard/tiles', undefined, { ...admin, grants })
  expect(Object.keys(partly.body.data)).toEqual([
    ...['orders_today', 'orders_open', 'collected'],
    ...['period', 'tiles', 'removed', 'narrow', 'arranged'],
  ])
  expect((await host.harness.call('GET', 'sales_order/top_sales', undefined, { ...admin, grants })).status).toBe(403)
})

test('tax withheld by a customer from a part payment is that of the paid part, on the paper and on the certificate', async () => {
  await posted('beginning_inventory', '2026-04-01', { location_id: m.wh, items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_cost: 10 }] })
  const terms = { customer_id: m.acme, location_id: m.wh, payment_term_id: m.term15, tax_type_id: m.inclusive }
  const items = [{ item_id: m.a, uom_id: m.pc, qty: 2, unit_price: 1680 }]
  const sold = await posted('invoice', '2026-04-01', { ...terms, items })
  const pay = (day: string, amount: number, withholding: number, more: Row = {}) =>
    posted('cash_receipt', day, {
      customer_id: m.acme,
      tenders: [{ kind: 'cash', amount: amount - withholding }],
      items: [{ invoice_id: sold.id, amount, withholding, atc_code: 'WC158', form_2307_received: true, ...more }],
    })
  const bases = async (from: string, to: string) =>
    (await host.report(`sawt/paginate?date_from=${from}&date_to=${to}`)).data.map(({ base, tax }) => [base, tax])
  await pay('2026-04-02', 840, 7.5)
  expect(await bases('2026-04-02', '2026-04-02')).toEqual([[750, 7.5]])
  // Half of the goods come back: what is left to pay is without them, and so is its base.
  const back = { customer_id: m.acme, tax_type_id: m.inclusive, location_id: m.wh, invoice_id: sold.id }
  const [line] = sold.items as Row[]
  const returned = { item_id: m.a, uom_id: m.pc, qty: 1, source_module: 'invoice', source_line_id: line!.id }
  await posted('sales_return', '2026-04-03', { ...back, return_reason: 'Defective', resolution: 'Credit', items: [returned] })
  await pay('2026-04-04', 420, 3.75)
  expect(await bases('2026-04-04', '2026-04-04')).toEqual([[375, 3.75]])
  // What the certificate says counts, where somebody enters it.
  await pay('2026-04-05', 420, 3.74, { withholding_base: 374.4 })
  expect(await bases('2026-04-01', '2026-04-30')).toEqual([[1499.4, 14.99]])
  // Without the certificate it cannot be claimed: the tax is listed as awaited until the form comes.
  const day = '2026-04-06'
  const next = await posted('invoice', day, { ...terms, items })
  const late = await pay(day, 84, 0.75, { invoice_id: next.id, form_2307_received: false })
  const awaited = (form: string) => host.report(`withholding_transactions/paginate?date_from=${day}&date_to=${day}&form_2307=${form}`)
  expect([await bases(day, day), (await awaited('awaited')).totals]).toEqual([[], { base: 75, tax: 0.75 }])
  const came = (more: Row) => host.harness.call('POST', `cash_receipt/${String(late.id)}/receive_2307`, { certificate_date: day, ...more })
  expect((await came({ certificate_date: '2027-01-01' })).body.rule).toBe('E_DATE_FUTURE')
  expect((await came({ certificate_no: '2307-0042' })).status).toBe(200)
  expect([await bases(day, day), (await awaited('awaited')).data]).toEqual([[[75, 0.75]], []])
  const form = async () => {
    const { items } = (await host.ok('GET', `cash_receipt/${String(late.id)}`)) as { items: Row[] }
    return [items[0]!.form_2307_no, items[0]!.form_2307_date]
  }
  expect(await form()).toEqual(['2307-0042', day])
  // Every form is entered: only that of one invoice can be corrected.
  expect((await came({ certificate_no: 'x' })).body.rule).toBe('E_STATE')
  expect((await came({ certificate_no: 'x', certificate_invoice_id: sold.id })).body.rule).toBe('E_SOURCE')
  expect((await came({ certificate_no: '2307-0043', certificate_invoice_id: next.id })).status).toBe(200)
  expect(await form()).toEqual(['2307-0043', day])
  const trail = await host.query("SELECT new_values FROM {s}.audit_trail WHERE action = 'receive_2307' ORDER BY id")
  expect(trail.map(({ new_values }) => (new_values as Row).certificate_no)).toEqual(['2307-0042', '2307-0043'])
})

test('a certificate that arrives after the payment covers the earlier payment, and VAT withheld by a customer is in the return', async () => {
  const day = '2026-07-01'
  host.settings.overdue_block_days = 0
  await posted('beginning_inventory', day, { location_id: m.store, items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_cost: 10 }] })
  const terms = { customer_id: m.acme, location_id: m.store, payment_term_id: m.term15, tax_type_id: m.inclusive }
  const sell = (withholding_rate: number | null) =>
    posted('invoice', day, { ...terms, withholding_rate, items: [{ item_id: m.a, uom_id: m.pc, qty: 1, unit_price: 1120 }] })
  const pay = (invoice: Row, cash: number, more: Row = {}) =>
    posted('cash_receipt', day, {
      customer_id: m.acme,
      tenders: cash ? [{ kind: 'cash', amount: cash }] : [],
      items: [{ invoice_id: invoice.id, amount: cash, atc_code: 'WC158', form_2307_received: true, ...more }],
    })
  const late = async (invoice: Row, withholding: number, cash = 0) =>
    ((await pay(invoice, cash, { withholding, amount: cash + withholding })).items as Row[])[0]!.income_payment
  // All but the tax was paid; the form for all of it follows: with the rate of the invoice, and without one.
  for (const rate of [1, null]) {
    const sold = await sell(rate)
    await pay(sold, 1110)
    expect(await late(sold, 10)).toBe(1000)
  }
  // Two parts were paid without, and a form comes for each of them; at last the third with its own.
  const parts = await sell(1)
  for (const amount of [336, 448]) await pay(parts, amount)
  expect([await late(parts, 3), await late(parts, 4), await late(parts, 2.94, 326.06)]).toEqual([300, 400, expect.closeTo(293.75, 2)])
  const { totals } = await host.report(`sawt/paginate?date_from=${day}&date_to=${day}`)
  expect(totals).toMatchObject({ tax: 29.94 })

  // A government office withholds 5 % VAT.
  const office = await sell(null)
  const certificate = { form_2306_no: '2306-0001', form_2306_date: '2026-01-15' }
  const receipt = await pay(office, 1070, { vat_withheld: 50, amount: 1120, ...certificate })
  expect((receipt.items as Row[])[0]).toMatchObject(certificate)
  // What its certificate says is on the receipt as well; a receipt without one has no such columns.
  const printed = async ({ id }: Row) =>
    pdfText((await host.harness.call('POST', `cash_receipt/${String(id)}/print-form`, {})).raw).replaceAll(/\s+/g, ' ')
  expect(await printed(receipt)).toMatch(/Form 2306 no\. ?Form 2306 date.*50\.00 ?2306-0001 ?2026\/01\/15/)
  expect(await printed(await pay(await sell(null), 100))).not.toMatch(/Form 230[67]/)
  const asked = `date_from=${day}&date_to=${day}&carried_over=10`
  const form = (await host.report(`bir_2550q/paginate?${asked}`)).data
  const lineOf = (name: string) => form.find(({ line }) => line === name)
  expect(lineOf('16')).toMatchObject({ base: 1000, tax: 50 })
  expect(Number(lineOf('21')!.tax)).toBeCloseTo(Number(lineOf('61')!.tax) - 50, 2)
  expect([lineOf('GL 16')!.tax, lineOf('GL')!.tax]).toEqual([0, 0])
})
