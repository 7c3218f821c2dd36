/** Amendment of an order by copy: the new one takes what is open of the old, which keeps what was served. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('AMEND')
  m = await salesMasters(host)
  const items = [{ item_id: m.a, uom_id: m.pc, qty: 50, unit_cost: 10 }]
  const { id } = await host.ok('POST', 'beginning_inventory', { transaction_date: DAY, branch_id: m.branch, location_id: m.wh, items })
  await host.ok('POST', `beginning_inventory/${String(id)}/post`, {})
})
afterAll(() => host.close())

const DAY = '2026-01-02'
const post = (module: string, id: unknown) => host.refused(`${module}/${String(id)}/post`)
const read = (module: string, id: unknown) => host.ok('GET', `${module}/${String(id)}`)
/** The draft that the form of `Amend` opens with, as a user saves it. */
async function amend(module: string, id: number, qty: number): Promise<Row> {
  const draft = await host.ok('GET', `${module}/defaults?source=${module}&ids=${id}`)
  const [row] = draft.items as Row[]
  const names = ['item_id', 'uom_id', 'unit_price', 'tax_type_id', 'qty_amended', 'source_module', 'source_line_id']
  const items = [{ ...Object.fromEntries(names.map((name) => [name, row![name]])), qty }]
  const header = [
    'supplier_id',
    'customer_id',
    'location_id',
    'expected_date',
    'payment_term_id',
    'tax_type_id',
    'amended_order_id',
    'branch_id',
  ]
  const values = Object.fromEntries(header.filter((name) => draft[name] !== undefined).map((name) => [name, draft[name]]))
  return host.ok('POST', module, { transaction_date: DAY, ...values, items })
}

// An order is never open twice: the old one is closed with the post of the new one, and opened by its void.
test.each([
  ['purchase_order', 'goods_receipt', 'qty_received', () => ({ supplier_id: m.orion, expected_date: DAY })],
  ['sales_order', 'delivery_receipt', 'qty_delivered', () => ({ customer_id: m.acme })],
] as const)('%s: the open rest moves to the new order', async (module, follower, served, party) => {
  const common = {
    transaction_date: DAY,
    branch_id: m.branch,
    location_id: m.wh,
    tax_type_id: m.inclusive,
    payment_term_id: m.term30,
    ...party(),
  }
  const { id } = await host.ok('POST', module, { ...common, items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_price: 112 }] })
  expect(await post(module, id)).toBe('done')
  const take = async (order: Row, qty: number) => {
    const [row] = order.items as Row[]
    const made = await host.ok('POST', follower, {
      transaction_date: DAY,
      branch_id: m.branch,
      location_id: m.wh,
      tax_type_id: m.inclusive,
      ...(module === 'sales_order'
        ? { customer_id: m.acme, delivery_mode: 'pickup' }
        : { supplier_id: m.orion, supplier_dr_no: `DR ${qty}` }),
      items: [{ item_id: m.a, uom_id: m.pc, qty, unit_price: 112, source_module: module, source_line_id: row!.id }],
    })
    return post(follower, made.id)
  }
  expect(await take(await read(module, id), 4)).toBe('done')
  expect(await read(module, id)).toMatchObject({ open_amount: 672, items: [{ [served]: 4 }] })
  const early = await amend(module, Number(id), 8)
  expect(early.items).toMatchObject([{ qty: 8, qty_amended: 6 }])
  expect(await take(await read(module, id), 1)).toBe('done')
  // One more was served since the copy: the amendment would order it again.
  expect(await post(module, early.id)).toBe('E_OVER_SERVE')
  const made = await amend(module, Number(id), 7)
  expect(await post(module, made.id)).toBe('done')
  expect(await read(module, id)).toMatchObject({
    status: 'closed',
    open_amount: 0,
    amended_by: { id: made.id },
    items: [{ [served]: 5 }],
  })
  expect(await read(module, made.id)).toMatchObject({ open_amount: 784, amended_order: { id } })
  // Its duplicate is an order of its own: it amends nothing, and takes nothing of what was open.
  const copy = await host.ok('GET', `${module}/${String(made.id)}/duplicate`)
  expect(copy).toMatchObject({ status: 'draft', items: [{ qty: 7 }] })
  const [row] = copy.items as Row[]
  expect([copy.amended_order_id, row!.qty_amended, row!.source_line_id].filter((value) => value != null)).toEqual([])
  const [linked] = await host.query(
    "SELECT new_values FROM {s}.audit_trail WHERE record_id = $1 AND new_values ? 'amended_by_id' ORDER BY id DESC LIMIT 1",
    [id],
  )
  expect(linked).toMatchObject({ new_values: { amended_by_id: made.id } })
  expect(await host.refused(`${module}/${String(id)}/reopen`)).toBe('E_STATE')
  expect(await host.refused(`${module}/${String(made.id)}/void`, { void_reason: 'not agreed' })).toBe('done')
  expect(await read(module, id)).toMatchObject({ status: 'posted', open_amount: 560, amended_by_id: null, items: [{ [served]: 5 }] })
})

test('goods that a supplier replaces are open on the order again, and the return cannot be voided once the replacement has come', async () => {
  const common = {
    transaction_date: DAY,
    branch_id: m.branch,
    location_id: m.wh,
    tax_type_id: m.inclusive,
    supplier_id: m.orion,
  }
  const priced = { item_id: m.a, uom_id: m.pc, unit_price: 112 }
  const order = await host.ok('POST', 'purchase_order', {
    ...common,
    payment_term_id: m.term30,
    expected_date: DAY,
    items: [{ ...priced, qty: 10 }],
  })
  expect(await post('purchase_order', order.id)).toBe('done')
  const [ordered] = order.items as Row[]
  const receive = (qty: number, no: string) =>
    host.ok('POST', 'goods_receipt', {
      ...common,
      supplier_dr_no: no,
      items: [{ ...priced, qty, source_module: 'purchase_order', source_line_id: ordered!.id }],
    })
  const receipt = await receive(10, 'R 1')
  expect(await post('goods_receipt', receipt.id)).toBe('done')
  const [received] = receipt.items as Row[]
  const giveBack = (qty: number, reopen_order: boolean) =>
    host.ok('POST', 'goods_return', {
      ...common,
      goods_receipt_id: receipt.id,
      return_reason: 'Defective',
      reopen_order,
      items: [{ ...priced, qty, source_module: 'goods_receipt', source_line_id: received!.id }],
    })
  const standing = async () => {
    const { progress, open_amount, items } = await read('purchase_order', Number(order.id))
    const [row] = items as Row[]
    return [progress, open_amount, row!.qty_received, row!.qty_returned]
  }
  const credited = await giveBack(2, false)
  expect(await post('goods_return', credited.id)).toBe('done')
  expect(await standing()).toEqual(['fully_served', 0, 10, 2])
  // 3 x 112 pesos are to come again, and no more.
  const replaced = await giveBack(3, true)
  expect(await post('goods_return', replaced.id)).toBe('done')
  expect(await standing()).toEqual(['partially_served', 336, 10, 5])
  expect(await post('goods_receipt', (await receive(4, 'R 2')).id)).toBe('E_OVER_SERVE')
  const replacement = await receive(3, 'R 3')
  expect(await post('goods_receipt', replacement.id)).toBe('done')
  expect(await standing()).toEqual(['fully_served', 0, 13, 5])
  const undo = (module: string, id: unknown) => host.refused(`${module}/${String(id)}/void`, { void_reason: 'Only tried' })
  expect(await undo('goods_return', replaced.id)).toBe('E_HAS_CHILDREN')
  expect(await standing()).toEqual(['fully_served', 0, 13, 5])
  expect(await undo('goods_receipt', replacement.id)).toBe('done')
  expect(await standing()).toEqual(['partially_served', 336, 10, 5])
  expect(await undo('goods_return', replaced.id)).toBe('done')
  expect(await standing()).toEqual(['fully_served', 0, 10, 2])
})

test('goods that a customer gets again are open on the order if the invoice was credited, but not for a replacement', async () => {
  const common = { transaction_date: DAY, branch_id: m.branch, location_id: m.wh, tax_type_id: m.inclusive, customer_id: m.acme }
  const priced = { item_id: m.a, uom_id: m.pc, unit_price: 112 }
  const make = async (module: string, values: Row, qty: number, from?: { module: string; row: Row }) => {
    const source = from ? { source_module: from.module, source_line_id: from.row.id } : {}
    const made = await host.ok('POST', module, { ...common, ...values, items: [{ ...priced, qty, ...source }] })
    return { id: made.id, row: (made.items as Row[])[0]! }
  }
  const done = async (module: string, values: Row, qty: number, from?: { module: string; row: Row }) => {
    const made = await make(module, values, qty, from)
    expect(await post(module, made.id)).toBe('done')
    return made
  }
  const order = await done('sales_order', { payment_term_id: m.term30 }, 10)
  const pickedUp = { delivery_mode: 'pickup' }
  const deliver = (qty: number) => make('delivery_receipt', pickedUp, qty, { module: 'sales_order', row: order.row })
  const delivered = await done('delivery_receipt', pickedUp, 10, { module: 'sales_order', row: order.row })
  const giveBack = (qty: number, values: Row, from: { module: string; row: Row }) =>
    done('sales_return', { return_reason: 'Wrong item', resolution: 'Credit', ...values }, qty, from)
  const standing = async () => {
    const { progress, open_amount, items } = await read('sales_order', order.id)
    const [row] = items as Row[]
    return [progress, open_amount, row!.qty_delivered, row!.qty_returned, row!.qty_reopened]
  }
  // Before the invoice: two are only taken back, one is to be delivered again.
  const receipt = { module: 'delivery_receipt', row: delivered.row }
  await giveBack(2, { delivery_receipt_id: delivered.id }, receipt)
  expect(await standing()).toEqual(['fully_served', 0, 10, 2, 0])
  await giveBack(1, { delivery_receipt_id: delivered.id, reopen_order: true }, receipt)
  expect(await standing()).toEqual(['partially_served', 112, 10, 3, 1])
  // After it: a replacement has a delivery of its own, a credited return is delivered and invoiced from the order.
  const invoice = await done('invoice', { payment_term_id: m.term30, delivery_receipt_ids: [delivered.id] }, 7, receipt)
  const invoiced = { module: 'invoice', row: invoice.row }
  await giveBack(1, { invoice_id: invoice.id, resolution: 'Replace', reopen_order: true }, invoiced)
  expect(await standing()).toEqual(['partially_served', 112, 10, 4, 1])
  const credited = await giveBack(2, { invoice_id: invoice.id, reopen_order: true }, invoiced)
  expect(await standing()).toEqual(['partially_served', 336, 10, 6, 3])
  expect(await post('delivery_receipt', (await deliver(4)).id)).toBe('E_OVER_SERVE')
  const again = await deliver(3)
  expect(await post('delivery_receipt', again.id)).toBe('done')
  expect(await standing()).toEqual(['fully_served', 0, 13, 6, 3])
  const undo = (module: string, id: unknown) => host.refused(`${module}/${String(id)}/void`, { void_reason: 'Only tried' })
  expect(await undo('sales_return', credited.id)).toBe('E_HAS_CHILDREN')
  expect(await undo('delivery_receipt', again.id)).toBe('done')
  expect(await undo('sales_return', credited.id)).toBe('done')
  expect(await standing()).toEqual(['partially_served', 112, 10, 4, 1])
})
