/** The reports of sales by their calls: figures of orders and invoices of known amounts, best or least first, and as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
const seller: Record<'ana' | 'ben', number> = { ana: 0, ben: 0 }

/** In January ten bolts by Ana; in February two drills by Ana and one by Ben, of which the customer returns the latter. */
beforeAll(async () => {
  host = await openHost('SALEREP')
  m = await salesMasters(host)
  for (const [code, type] of [
    ['ana', 'In-house'],
    ['ben', 'Agent'],
  ] as const)
    seller[code] = (await host.ok('POST', 'seller', { code, name: code, seller_type: type })).id as number
  const stock = [m.a, m.b].map((item_id) => ({ item_id, uom_id: m.pc, qty: 100, unit_cost: 10 }))
  await posted('beginning_inventory', '2026-01-02', { location_id: m.wh, items: stock })
  await sell('2026-01-10', seller.ana, m.a, 10, 11.2)
  await sell('2026-02-05', seller.ana, m.b, 2, 112)
  const { invoice, line } = await sell('2026-02-06', seller.ben, m.b, 1, 112)
  const back = { item_id: m.b, uom_id: m.pc, qty: 1, source_module: 'invoice', source_line_id: line }
  const returned = { customer_id: m.acme, invoice_id: invoice, location_id: m.wh, return_reason: 'Excess', resolution: 'Credit' }
  await posted('sales_return', '2026-02-06', { ...returned, items: [back] })
})
afterAll(() => host.close())

async function posted(module: string, day: string, body: Row): Promise<Row> {
  host.clock.advanceTo(day)
  const made = await host.ok('POST', module, { transaction_date: day, branch_id: m.branch, ...body })
  return host.ok('POST', `${module}/${String(made.id)}/post`, {})
}
/** An order and the invoice of it on one day; prices hold VAT. */
async function sell(day: string, seller_id: number, item_id: number, qty: number, unit_price: number) {
  const head = { customer_id: m.acme, location_id: m.wh, payment_term_id: m.term30, tax_type_id: m.inclusive, seller_id }
  const items = [{ item_id, uom_id: m.pc, qty, unit_price }]
  await posted('sales_order', day, { ...head, delivery_date: day, items })
  const invoice = await posted('invoice', day, { ...head, items })
  return { invoice: invoice.id as number, line: (invoice.items as Row[])[0]!.id as number }
}
/** Rows of a call, as the values of these fields. */
async function rows(call: string, fields: readonly string[], query = ''): Promise<unknown[][]> {
  const found = (await host.ok('GET', `sales_order/${call}?${query}`)) as unknown as Row[]
  return found.map((row) => fields.map((field) => row[field]))
}
const YEAR = 'date_from=2026-01-01&date_to=2026-12-31'
const JANUARY = 'date_from=2026-01-01&date_to=2026-01-31'

// E87 E88 E90 E92 E93 E103 E104 E106 S389
test('items: invoiced less returned, largest first, or smallest first on request', async () => {
  const [bolts, drills] = [
    [m.a, 10, 100],
    [m.b, 2, 200],
  ]
  const fields = ['item_id', 'qty', 'net']
  expect(await rows('top_sales', fields, YEAR)).toEqual([drills, bolts])
  expect(await rows('top_sales', fields, `${YEAR}&sort=asc`)).toEqual([drills, bolts])
  expect(await rows('top_sales', fields, `${YEAR}&sort=desc`)).toEqual([bolts, drills])
  expect(await rows('top_sales', fields, JANUARY)).toEqual([bolts])
  // Without dates each has a period of its own: today, this month, this year, all that was ever sold.
  expect(await rows('top_sales_daily', fields)).toEqual([[m.b, 0, 0]])
  expect(await rows('top_sales_daily', fields, 'date_from=2026-02-05&date_to=2026-02-05')).toEqual([drills])
  expect(await rows('top_sales', fields)).toEqual([drills])
  expect(await rows('top_sales_year', fields)).toEqual([drills, bolts])
  expect(await rows('overall_top_sales', fields)).toEqual([drills, bolts])
  expect(await rows('monthly_top_sales', ['transaction_date', ...fields], YEAR)).toEqual([
    ['2026-02-01', ...drills],
    ['2026-01-01', ...bolts],
  ])
  // By the number of invoices that name them.
  expect(await rows('get-top-selling-items', ['item_id', 'invoices', 'qty'], YEAR)).toEqual([
    [m.b, 2, 3],
    [m.a, 1, 10],
  ])
  expect(await rows('get_sales_per_items', ['item_id', 'uom', 'qty', 'gross', 'net', 'vat'], YEAR)).toEqual([
    [m.b, expect.stringMatching(/^PC/), 2, 224, 200, 24],
    [m.a, expect.stringMatching(/^PC/), 10, 112, 100, 12],
  ])
  expect(await rows('revenue_by_category', ['item_category', 'net'], JANUARY)).toEqual([['GEN · General', 100]])
})

// E89 E91 E105
test('sellers: by name and by type', async () => {
  expect(await rows('seller_total_sales', ['seller_id', 'qty', 'net'], JANUARY)).toEqual([[seller.ana, 10, 100]])
  const all = await rows('seller_total_sale_year', ['seller_id', 'qty', 'net'])
  expect(all[0]).toEqual([seller.ana, 12, 300])
  // What Ben sold came back: his row says so, or there is none.
  expect(all.slice(1).map(([, qty, net]) => [qty, net])).toEqual(all.slice(1).map(() => [0, 0]))
  expect((await rows('revenue_by_seller_type', ['seller_type', 'net'], JANUARY))[0]).toEqual(['In-house', 100])
})

// E101 E102
test('orders: by day, and by day and item', async () => {
  expect(await rows('daily_orders', ['transaction_date', 'count', 'amount_gross', 'amount_net'], YEAR)).toEqual([
    ['2026-01-10', 1, 112, 100],
    ['2026-02-05', 1, 224, 200],
    ['2026-02-06', 1, 112, 100],
  ])
  expect(await rows('product_daily_sales', ['transaction_date', 'item_id', 'qty', 'net'], YEAR)).toEqual([
    ['2026-02-06', m.b, 1, 100],
    ['2026-02-05', m.b, 2, 200],
    ['2026-01-10', m.a, 10, 100],
  ])
})

// E94 E95 E96 E97 E98 E99 E100
test('each can be exported with the same rows', async () => {
  for (const call of [
    ...['top_sales_daily', 'top_sales', 'seller_total_sales', 'top_sales_year', 'seller_total_sale_year'],
    ...['get-top-selling-items', 'get_sales_per_items', 'product_daily_sales', 'monthly_top_sales', 'overall_top_sales'],
    ...['daily_orders', 'revenue_by_seller_type', 'revenue_by_category'],
  ]) {
    const found = (await host.ok('GET', `sales_order/${call}?${YEAR}`)) as unknown as Row[]
    const { status, text } = await host.harness.call('GET', `sales_order/${call}/exportcsv?${YEAR}`)
    const [heading, ...lines] = text.trim().split('\r\n')
    expect([call, status, lines.length]).toEqual([call, 200, found.length])
    expect(heading!.split(',').length).toBeGreaterThan(1)
    expect([call, heading!.split(',').filter((cell) => !/^[A-Z]/.test(cell))]).toEqual([call, []])
    const amounts = found.map(({ net, amount_net }) => net ?? amount_net)
    const nets = amounts.map((amount) => Number(amount).toFixed(2))
    expect(lines.map((line, index) => line.includes(nets[index]!) || line.includes(String(amounts[index])))).toEqual(nets.map(() => true))
  }
})
