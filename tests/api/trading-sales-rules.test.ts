/** Sales without stock, sales figures, VAT of companies without it, and credit beside post-dated checks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { journalOf } from './gold.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let repair: number
beforeAll(async () => {
  host = await openHost('SALESRULES')
  m = await salesMasters(host)
  await posted('beginning_inventory', { location_id: m.wh, items: [{ item_id: m.a, uom_id: m.pc, qty: 100, unit_cost: 10 }] })
  const [category] = await host.query<{ id: number }>('SELECT id FROM {s}.item_category ORDER BY id')
  const item = {
    sku_code: 'REPAIR',
    name: 'Repair',
    item_category_id: category!.id,
    uom_id: m.pc,
    item_type: 'Service',
    selling_price: 112,
  }
  repair = (await host.ok('POST', 'item', item)).id as number
})
afterAll(() => host.close())

const draft = async (module: string, body: Row): Promise<Row> => ({
  ...(await host.ok('POST', module, { transaction_date: '2026-01-02', branch_id: m.branch, ...body })),
  module,
})
const post = (record: Row) => host.refused(`${String(record.module)}/${String(record.id)}/post`)
async function posted(module: string, body: Row): Promise<Row> {
  const made = await draft(module, body)
  return { ...(await host.ok('POST', `${module}/${String(made.id)}/post`, {})), module }
}
const read = (record: Row) => host.ok('GET', `${String(record.module)}/${String(record.id)}`)
const line = (item_id: number, qty = 1, unit_price = 112): Row => ({ item_id, uom_id: m.pc, qty, unit_price })
const from = (source: Row, qty: number, priced = true): Row => {
  const row = (source.items as Row[])[0]!
  const price = priced ? { unit_price: row.unit_price } : {}
  return { item_id: row.item_id, uom_id: row.uom_id, qty, ...price, source_module: source.module, source_line_id: row.id }
}
const buyer = () => ({ customer_id: m.beta, tax_type_id: m.inclusive })
const terms = () => ({ ...buyer(), payment_term_id: m.term15 })

test('services are ordered, invoiced and credited without a location', async () => {
  const quotation = await posted('sales_quotation', { ...buyer(), items: [line(repair, 3)] })
  const order = await posted('sales_order', { ...terms(), sales_quotation_id: quotation.id, items: [from(quotation, 1)] })
  const ordered = await posted('invoice', { ...terms(), sales_order_id: order.id, items: [from(order, 1)] })
  const direct = await posted('invoice', { ...terms(), sales_quotation_id: quotation.id, items: [from(quotation, 2)] })
  expect([(await read(quotation)).progress, (await read(order)).progress]).toEqual(['fully_served', 'fully_served'])
  expect(await host.refused(`sales_quotation/${String(quotation.id)}/void`, { void_reason: 'made by mistake' })).toBe('E_HAS_CHILDREN')
  const back = { ...buyer(), return_reason: 'Other' }
  const credited = await posted('sales_return', { ...back, invoice_id: ordered.id, items: [from(ordered, 1, false)] })
  expect(await journalOf(host, 'sales_return', credited.id)).toEqual({ '1110': '-112.00', '2110': '12.00', '4020': '100.00' })
  expect((await read(ordered)).balance).toBe(0)
  const more = await draft('invoice', { ...terms(), items: [from(quotation, 1)] })
  expect([await post(more), direct.total]).toEqual(['E_OVER_SERVE', 224])
})

test('goods require a location, on orders and on returns', async () => {
  expect(await host.refused('sales_order', { ...terms(), branch_id: m.branch, items: [line(m.a), line(repair)] })).toBe('location_id')
  const sold = await posted('invoice', { ...terms(), location_id: m.wh, items: [line(m.a)] })
  const back = { ...buyer(), branch_id: m.branch, return_reason: 'Other', invoice_id: sold.id, items: [from(sold, 1, false)] }
  expect(await host.refused('sales_return', back)).toBe('location_id')
})

test('sales on dashboards equal the report, also after uninvoiced goods were returned and others replaced', async () => {
  const delivered = await posted('delivery_receipt', { ...buyer(), delivery_mode: 'pickup', location_id: m.wh, items: [line(m.a, 5, 448)] })
  const sold = await posted('invoice', { ...terms(), location_id: m.wh, items: [line(m.a, 5, 224)] })
  const back = { ...buyer(), location_id: m.wh, return_reason: 'Excess' }
  await posted('sales_return', { ...back, delivery_receipt_id: delivered.id, items: [from(delivered, 2, false)] })
  await posted('sales_return', { ...back, invoice_id: sold.id, items: [from(sold, 1, false)] })
  await posted('sales_return', { ...back, invoice_id: sold.id, resolution: 'Replace', items: [from(sold, 1, false)] })
  const { totals } = await host.report('sales_per_customer?date_from=2026-01-01&date_to=2026-01-31')
  const tiles = await host.ok('GET', 'revenue_dashboard/tiles')
  expect(totals.net_sales).toBeGreaterThan(0)
  expect([tiles.sales_today, tiles.sales_month, tiles.sales_year]).toEqual(Array(3).fill(totals.net_sales))
})

test('a non-VAT company charges no VAT', async () => {
  const none = await host.idOf('tax_type', 'NONVAT')
  host.settings.is_vat_registered = false
  try {
    expect(await post(await draft('sales_order', { ...terms(), items: [line(repair)] }))).toBe('E_NO_VAT')
    const sale = await draft('invoice', { ...terms(), items: [line(repair)] })
    const answer = await host.harness.call('POST', `invoice/${String(sale.id)}/post`, {})
    expect(answer.body.message).toBe('The company is not registered for VAT, so it cannot charge any. Choose the tax type Non-VAT.')
    const plain = await posted('invoice', { ...terms(), tax_type_id: none, items: [line(repair)] })
    expect(await journalOf(host, 'invoice', plain.id)).toEqual({ '1110': '112.00', '4040': '-112.00' })
  } finally {
    host.settings.is_vat_registered = true
  }
})

test('a payment by post-dated check counts against the credit limit until the check is deposited', async () => {
  await host.query('UPDATE {s}.customer SET credit_limit = 2000 WHERE id = $1', [m.acme])
  const sale = { customer_id: m.acme, payment_term_id: m.term30, tax_type_id: m.inclusive }
  const first = await posted('invoice', { ...sale, items: [line(repair, 1, 2000)] })
  const check = { kind: 'check', amount: 2000, check_no: '77', check_date: '2026-03-01', bank_id: 1 }
  await posted('cash_receipt', { customer_id: m.acme, tenders: [check], items: [{ invoice_id: first.id, amount: 2000 }] })
  expect((await read(first)).balance).toBe(0)
  const second = await draft('invoice', { ...sale, items: [line(repair, 1, 2000)] })
  const { body } = await host.harness.call('POST', `invoice/${String(second.id)}/post`, {})
  expect([body.rule, String(body.message)]).toEqual(['E_CONFIRM', expect.stringContaining('of which 2,000.00 in post-dated checks')])
  await host.query(`UPDATE {s}.check_register SET status = 'deposited'`)
  expect(await post(second)).toBe('done')
})

test('a reprint says what the original says, although the company and its customer have moved and the permit is another', async () => {
  const seller = (address_line: string, permit: string) => {
    host.settings.bir_permit_no = permit
    return host.query('UPDATE {s}.branch SET address_line = $1 WHERE id = $2', [address_line, m.branch])
  }
  const live = async (line_1: string) => {
    await host.query("DELETE FROM {s}.address WHERE owner_type = 'customer' AND owner_id = $1", [m.beta])
    await host.query("INSERT INTO {s}.address (owner_type, owner_id, label, line_1) VALUES ('customer', $1, 'Billing', $2)", [
      m.beta,
      line_1,
    ])
  }
  const printed = async (record: Row) =>
    pdfText((await host.harness.call('POST', `invoice/${String(record.id)}/print-form`, {})).raw).replaceAll('\n', ' ')
  await host.query("INSERT INTO {s}.company (code, name) VALUES ('S', 'Sampaguita Trading')")
  await seller('12 Old Street', 'AC_OLD')
  await live('1 Sampaguita Street')
  const made = { ...terms(), items: [line(repair)] }
  const issued = await posted('invoice', made)
  const early = await posted('invoice', made)
  // As one that was issued before its facts were stored: it keeps those of its next print.
  await host.query("DELETE FROM {s}.issued_facts WHERE module = 'invoice' AND record_id = $1", [early.id])
  const pending = await draft('invoice', made)
  await seller('34 New Street', 'AC_NEW')
  await live('2 Ilang-ilang Street')
  const old = /(?=.*12 Old Street)(?=.*1 Sampaguita Street)(?=.*AC_OLD)/
  const present = /(?=.*34 New Street)(?=.*2 Ilang-ilang Street)(?=.*AC_NEW)/
  for (const time of ['first', 'second']) expect(`${time} ${await printed(issued)}`).toMatch(old)
  expect(await printed(early)).toMatch(present)
  expect(await printed(pending)).toMatch(present)
  await seller('56 Newest Street', '')
  for (const [record, words] of [
    [issued, old],
    [early, present],
    [pending, /56 Newest Street/],
  ] as const)
    expect(await printed(record)).toMatch(words)
})
