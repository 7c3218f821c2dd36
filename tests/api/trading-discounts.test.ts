/** Discounts and taxes of a line go with its quantity from document to document, to the centavo. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { journalOf } from './gold.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let zero: number
beforeAll(async () => {
  host = await openHost('DISCOUNTS')
  m = await salesMasters(host)
  zero = await host.idOf('tax_type', 'ZERO')
  const items = [m.a, m.b].map((item_id) => ({ item_id, uom_id: m.pc, qty: 500, unit_cost: 10 }))
  await posted('beginning_inventory', { location_id: m.wh, items })
})
afterAll(() => host.close())

const DAY = '2026-01-02'
const PLACES: Row = {
  sales_order: { delivery_mode: 'pickup' },
  delivery_receipt: { delivery_mode: 'pickup' },
  sales_return: { return_reason: 'Excess' },
  goods_return: { return_reason: 'Defective' },
  bill: { bill_type: 'goods', bill_date: DAY },
}
/** A draft of the values that its module has. */
async function draft(module: string, body: Row): Promise<Row> {
  const known = host.harness.modules.get(module)!
  const values = Object.entries({ transaction_date: DAY, branch_id: m.branch, ...(PLACES[module] as Row | undefined), ...body })
  return host.ok('POST', module, Object.fromEntries(values.filter(([name]) => name === 'items' || known.field[name])))
}
async function posted(module: string, body: Row): Promise<Row> {
  const made = await draft(module, body)
  return { ...(await host.ok('POST', `${module}/${String(made.id)}/post`, {})), module }
}
/** What a form of the module shows that is made from the source. */
const defaults = (module: string, source: Row) =>
  host.ok('GET', `${module}/defaults?source=${String(source.module)}&ids=${String(source.id)}`)
const from = (source: Row, index: number, qty: number): Row => {
  const row = (source.items as Row[])[index]!
  return { item_id: row.item_id, uom_id: row.uom_id, qty, source_module: source.module, source_line_id: row.id }
}
const priced = (source: Row, index: number, qty: number): Row => ({
  ...from(source, index, qty),
  unit_price: (source.items as Row[])[index]!.unit_price,
})
const sale = () => ({ customer_id: m.acme, payment_term_id: m.term30, tax_type_id: m.inclusive, location_id: m.wh })
const money = (records: readonly Row[], name: string) =>
  Math.round(records.reduce((sum, record) => sum + Number(record[name]), 0) * 100) / 100
/** 2,500 less 50 on a line and 100 on all: 2,350. */
const offer = () =>
  posted('sales_quotation', {
    ...sale(),
    discount_amount: 100,
    items: [
      { item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 150, discount_amount: 50 },
      { item_id: m.b, uom_id: m.pc, qty: 10, unit_price: 100 },
    ],
  })

// proves: sources.*.lines.*.parts, sources.*.lines.*.parts.quantity, sources.*.lines.*.parts.amounts,
// proves: sources.*.lines.*.parts.amounts.*.whole, sources.*.lines.*.parts.amounts.*.taken
test('an order, its deliveries and invoices have the quoted price, delivered in any parts', async () => {
  const quotation = await offer()
  expect(quotation.total).toBe(2350)
  const form = await defaults('sales_order', quotation)
  expect([form.total, (form.items as Row[]).map((row) => row.agreed_discount)]).toEqual([2350, [109.18, 40.82]])
  const order = await posted('sales_order', {
    ...sale(),
    sales_quotation_id: quotation.id,
    items: [priced(quotation, 0, 10), priced(quotation, 1, 10)],
  })
  expect(order.total).toBe(2350)
  const deliveries: Row[] = []
  for (const qty of [3, 3, 4])
    deliveries.push(
      await posted('delivery_receipt', {
        ...sale(),
        sales_order_ids: [order.id],
        items: [priced(order, 0, qty), priced(order, 1, qty)],
      }),
    )
  expect(money(deliveries, 'total')).toBe(2350)
  const invoices: Row[] = []
  for (const delivery of deliveries)
    invoices.push(
      await posted('invoice', { ...sale(), items: (delivery.items as Row[]).map((row, i) => priced(delivery, i, Number(row.qty))) }),
    )
  expect(money(invoices, 'total')).toBe(2350)
  expect((await defaults('invoice', await offerOrder())).total).toBe(2350)
})

async function offerOrder(): Promise<Row> {
  const quotation = await offer()
  return posted('sales_order', { ...sale(), items: [priced(quotation, 0, 10), priced(quotation, 1, 10)] })
}

test('successive documents share the remaining discount, also after a void or a manual discount', async () => {
  const order = await offerOrder()
  const invoice = (qty: number, more: Row = {}) =>
    posted('invoice', { ...sale(), sales_order_id: order.id, items: [{ ...priced(order, 0, qty), ...more }] })
  const agreed = (record: Row) => (record.items as Row[])[0]!.agreed_discount
  const first = await invoice(3)
  const second = await invoice(3)
  await host.ok('POST', `invoice/${String(first.id)}/void`, { void_reason: 'made by mistake' })
  // A draft from before the others were posted takes what is left when it is posted.
  const late = await draft('invoice', { ...sale(), items: [priced(order, 0, 3)] })
  const third = await invoice(4)
  const last = { ...(await host.ok('POST', `invoice/${String(late.id)}/post`, {})) }
  expect([agreed(first), agreed(second), agreed(third), agreed(last)]).toEqual([32.75, 32.76, 43.67, 32.75])
  const [row] = (await host.ok('GET', `invoice/${String(late.id)}`)).items as Row[]
  expect([row!.total, last.total]).toEqual([417.25, 417.25])
  const other = await offerOrder()
  const given = await posted('invoice', { ...sale(), items: [{ ...priced(other, 0, 10), discount_amount: 10 }] })
  expect(given.total).toBe(1490)
})

test('goods delivered again after a return have their share of the discount again', async () => {
  const order = await offerOrder()
  const delivered = await posted('delivery_receipt', { ...sale(), items: [priced(order, 0, 10)] })
  await posted('sales_return', { ...sale(), delivery_receipt_id: delivered.id, reopen_order: true, items: [from(delivered, 0, 4)] })
  const again = await posted('delivery_receipt', { ...sale(), items: [priced(order, 0, 4)] })
  expect((again.items as Row[])[0]).toMatchObject({ agreed_discount: 43.67, total: 556.33 })
})

test('an amended order keeps the discount of what it takes over', async () => {
  const order = await offerOrder()
  await posted('delivery_receipt', { ...sale(), items: [priced(order, 0, 4)] })
  expect((await defaults('sales_order', order)).total).toBe(1793.67)
})

test('returns credit what was invoiced, and never more', async () => {
  const sold = await posted('invoice', {
    ...sale(),
    discount_amount: 100,
    items: [
      { item_id: m.a, uom_id: m.pc, qty: 7, unit_price: 150.55, discount_amount: 33.33 },
      { item_id: m.b, uom_id: m.pc, qty: 3, unit_price: 99.99, discount_percent: 5, tax_type_id: zero },
    ],
  })
  const form = await defaults('sales_return', sold)
  expect([form.total, form.vat_amount]).toEqual([sold.total, sold.vat_amount])
  const back: Row[] = []
  for (const qty of [2, 2, 3])
    back.push(
      await posted('sales_return', {
        ...sale(),
        invoice_id: sold.id,
        items: [from(sold, 0, qty), ...(qty === 3 ? [] : [from(sold, 1, 1)])],
      }),
    )
  back.push(await posted('sales_return', { ...sale(), invoice_id: sold.id, items: [from(sold, 1, 1)] }))
  expect([money(back, 'total'), money(back, 'vat_amount')]).toEqual([sold.total, sold.vat_amount])
  expect(await host.ok('GET', `invoice/${String(sold.id)}`)).toMatchObject({ balance: 0, amount_returned: sold.total })
  const journals = await Promise.all(back.map((record) => journalOf(host, 'sales_return', record.id)))
  expect(
    money(
      (journals as Row[]).filter((journal) => journal['2110']),
      '2110',
    ),
  ).toBe(sold.vat_amount)
  expect(
    (await host.query(`SELECT balance::float8 FROM {s}.open_item WHERE source_module = 'sales_return'`)).every((row) => row.balance === 0),
  ).toBe(true)
})

test('a draft return from before returns followed their invoice is refused when it would credit more', async () => {
  const sold = await posted('invoice', {
    ...sale(),
    discount_amount: 100,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 100 }],
  })
  const old = await draft('sales_return', { ...sale(), invoice_id: sold.id, items: [from(sold, 0, 10)] })
  expect(old.total).toBe(900)
  await host.query(
    `UPDATE {s}.sales_return__items SET source_qty = NULL, source_net = NULL, source_vat = NULL, net = 892.86, tax_amount = 107.14, total = 1000 WHERE parent_id = $1`,
    [old.id],
  )
  expect(await host.refused(`sales_return/${String(old.id)}/post`)).toBe('E_OVER_RETURN')
})

// proves: sources.*.lines.*.editable
test('the tax of a line is copied to invoice and return, and can be changed on the way', async () => {
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 112 },
    { item_id: m.b, uom_id: m.pc, qty: 10, unit_price: 100, tax_type_id: zero },
  ]
  const order = await posted('sales_order', { ...sale(), items })
  const taken = [priced(order, 0, 10), priced(order, 1, 10)]
  const form = await defaults('invoice', order)
  expect([form.vat_amount, form.zero_rated_amount, (form.items as Row[])[1]!.tax_type_id]).toEqual([120, 1000, zero])
  const delivered = await posted('delivery_receipt', { ...sale(), items: taken })
  expect(delivered.vat_amount).toBe(120)
  const sold = await posted('invoice', { ...sale(), items: [priced(delivered, 0, 10), priced(delivered, 1, 10)] })
  expect(sold).toMatchObject({ vat_amount: 120, zero_rated_amount: 1000 })
  const back = await posted('sales_return', { ...sale(), invoice_id: sold.id, items: [from(sold, 0, 10), from(sold, 1, 10)] })
  expect([back.zero_rated_amount, await journalOf(host, 'sales_return', back.id)]).toMatchObject([1000, { '2110': '120.00' }])
  const other = await posted('sales_order', { ...sale(), items })
  const changed = await posted('invoice', { ...sale(), items: [{ ...priced(other, 1, 10), tax_type_id: m.inclusive }] })
  expect(changed.vat_amount).toBe(107.14)
})

test('purchases follow their order the same way: the bill clears the receipt, the return credits what was billed', async () => {
  const buy = { supplier_id: m.orion, tax_type_id: m.inclusive, location_id: m.wh, payment_term_id: m.term30 }
  const order = await posted('purchase_order', {
    ...buy,
    expected_date: DAY,
    discount_amount: 100,
    items: [
      { item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 150, discount_amount: 50 },
      { item_id: m.b, uom_id: m.pc, qty: 10, unit_price: 100, tax_type_id: zero },
    ],
  })
  const receipt = await posted('goods_receipt', { ...buy, supplier_dr_no: 'D1', items: [priced(order, 0, 10), priced(order, 1, 10)] })
  expect([receipt.total, receipt.vat_amount]).toEqual([2350, order.vat_amount])
  const bills: Row[] = []
  for (const qty of [3, 7])
    bills.push(
      await posted('bill', {
        ...buy,
        goods_receipt_ids: [receipt.id],
        supplier_invoice_no: `I${qty}`,
        items: [priced(receipt, 0, qty), priced(receipt, 1, qty)],
      }),
    )
  expect(money(bills, 'total')).toBe(2350)
  const back: Row[] = []
  for (const qty of [2, 5])
    back.push(
      await posted('goods_return', {
        ...buy,
        bill_id: bills[1]!.id,
        items: [priced(bills[1]!, 0, qty), priced(bills[1]!, 1, qty)],
      }),
    )
  expect([money(back, 'total'), money(back, 'vat_amount')]).toEqual([bills[1]!.total, bills[1]!.vat_amount])
})
