/** What documents take from their sources: serial numbers once, and lines of all that they name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let pump: number
beforeAll(async () => {
  host = await openHost('SERIALS')
  m = await salesMasters(host)
  const [{ id: item_category_id }] = (await host.query('SELECT id FROM {s}.item_category ORDER BY id')) as [Row]
  const item = { sku_code: 'PUMP', name: 'Pump', item_category_id, uom_id: m.pc, item_type: 'Stock', selling_price: 100, cost: 10 }
  pump = Number((await host.ok('POST', 'item', { ...item, vat_class: 'V', is_serialized: true })).id)
  const serial_nos = ['P1', 'P2', 'P3', 'P4']
  await posted('beginning_inventory', {
    location_id: m.wh,
    items: [{ item_id: pump, uom_id: m.pc, qty: 4, unit_cost: 10, serial_nos }],
  })
  host.clock.advanceTo('2026-01-05')
})
afterAll(() => host.close())

async function draft(module: string, body: Row): Promise<Row> {
  return { ...(await host.ok('POST', module, { transaction_date: host.clock.today('Asia/Manila'), ...body })), module }
}
const act = (record: Row, action: string, body: Row = {}) =>
  host.ok('POST', `${String(record.module)}/${String(record.id)}/${action}`, body)
const posted = async (module: string, body: Row): Promise<Row> => {
  const record = await draft(module, body)
  return { ...(await act(record, 'post')), module }
}
const items = (record: Row): Row[] => record.items as Row[]

// proves: sources.*.lines.*.once
test('a second return has the serial numbers that are still out, and none goes back twice', async () => {
  const sale = { customer_id: m.acme, location_id: m.wh, tax_type_id: m.inclusive, branch_id: m.branch, delivery_mode: 'pickup' }
  const lines = [{ item_id: pump, uom_id: m.pc, qty: 3, unit_price: 100, serial_nos: ['P1', 'P2', 'P3'] }]
  const sold = await posted('delivery_receipt', { ...sale, items: lines })
  const [source] = items(sold)
  const copied = () => host.ok('GET', `sales_return/defaults?source=delivery_receipt&ids=${String(sold.id)}`)
  const offered = async () => {
    const values = { source_module: 'delivery_receipt', source_line_id: source!.id }
    const { body } = await host.harness.call('POST', 'sales_return/suggest', { field: 'items.serial_nos', values })
    return (body.data as { value: string }[]).map(({ value }) => value)
  }
  const back = async (...serial_nos: string[]) => {
    const { customer_id, location_id, tax_type_id, branch_id } = sale
    const head = { customer_id, location_id, tax_type_id, branch_id, delivery_receipt_id: sold.id, return_reason: 'Defective' }
    const line = { item_id: pump, uom_id: m.pc, source_module: 'delivery_receipt', source_line_id: source!.id }
    return draft('sales_return', { ...head, resolution: 'Credit', items: [{ ...line, qty: serial_nos.length, serial_nos }] })
  }
  expect([items(await copied())[0]!.serial_nos, await offered()]).toEqual([
    ['P1', 'P2', 'P3'],
    ['P1', 'P2', 'P3'],
  ])
  const again = await back('P1', 'P2')
  const first = await back('P2')
  await act(first, 'post')
  expect([items(await copied())[0]!.serial_nos, await offered()]).toEqual([
    ['P1', 'P3'],
    ['P1', 'P3'],
  ])
  // Sold to another since, the number is not in stock: only the line itself says that it was returned.
  const resold = await posted('delivery_receipt', { ...sale, items: [{ ...lines[0], qty: 1, serial_nos: ['P2'] }] })
  const { body } = await host.harness.call('POST', `sales_return/${String(again.id)}/post`, {})
  const taken = `P2 was already taken by ${String(first.transaction_no)}. Remove it.`
  expect([body.rule, body.message, body.errors]).toEqual([
    'E_OVER_RETURN',
    `Line 1, PUMP · Pump, Serial nos.: ${taken}`,
    { 'items.0.serial_nos': [taken] },
  ])
  // What the invoice takes of the delivery does not return from it either.
  const invoice = await host.ok('GET', `invoice/defaults?source=delivery_receipt&ids=${String(sold.id)}`)
  expect(items(invoice)[0]!.serial_nos).toEqual(['P1', 'P3'])
  // Voided, it is open again.
  await act(resold, 'void', { void_reason: 'made by mistake' })
  await act({ ...first, module: 'sales_return' }, 'void', { void_reason: 'made by mistake' })
  expect(await offered()).toEqual(['P1', 'P2', 'P3'])
  await act(again, 'post')
  expect(await offered()).toEqual(['P3'])
})

test('a document that names a source has a line of it, or of what was made of it', async () => {
  const sale = { customer_id: m.acme, location_id: m.wh, tax_type_id: m.inclusive, branch_id: m.branch, delivery_mode: 'pickup' }
  const line = { item_id: pump, uom_id: m.pc, unit_price: 100 }
  const order = await posted('sales_order', { ...sale, items: [{ ...line, qty: 2 }] })
  const [ordered] = items(await host.ok('GET', `sales_order/${String(order.id)}`))
  const byHand = { ...line, qty: 1, serial_nos: ['P4'] }
  const delivery = await draft('delivery_receipt', { ...sale, sales_order_ids: [order.id], items: [byHand] })
  const { body } = await host.harness.call('POST', `delivery_receipt/${String(delivery.id)}/post`, {})
  expect([body.rule, Object.keys(body.errors ?? {})]).toEqual(['E_SOURCE', ['sales_order_ids']])
  expect(body.message).toContain(`No line is from ${String(order.transaction_no)}`)
  // Other lines may stand beside that of the order.
  const linked = { ...byHand, source_module: 'sales_order', source_line_id: ordered!.id }
  const both = [linked, { ...line, qty: 1, serial_nos: ['P2'] }]
  await host.ok('PUT', `delivery_receipt/${String(delivery.id)}`, { version: delivery.version, items: both })
  const sent = await act(delivery, 'post')
  // An invoice of the delivery may name the order behind it, of which the delivery served a part.
  const { customer_id, tax_type_id, branch_id } = sale
  const head = { customer_id, tax_type_id, branch_id, payment_term_id: m.term30, sales_order_id: order.id }
  const source = { source_module: 'delivery_receipt', source_line_id: items(sent)[0]!.id }
  const invoice = await draft('invoice', { ...head, delivery_receipt_ids: [sent.id], items: [{ ...byHand, ...source }] })
  expect(await host.refused(`invoice/${String(invoice.id)}/post`)).toBe('done')
})
