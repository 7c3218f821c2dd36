/** The units of an item in documents: what can be chosen, what is refused, and how many decimals a quantity may have. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let doz: number
let kg: number
beforeAll(async () => {
  host = await openHost('UNITS')
  m = await salesMasters(host)
  doz = await host.idOf('uom', 'DOZ')
  kg = await host.idOf('uom', 'KG')
  const items = [{ item_id: m.a, uom_id: m.pc, qty: 30, unit_cost: 10 }]
  const stock = await host.ok('POST', 'beginning_inventory', { transaction_date: '2026-01-02', location_id: m.wh, items })
  await host.ok('POST', `beginning_inventory/${String(stock.id)}/post`)
})
afterAll(() => host.close())

const adjustment = (line: Row): Row => ({
  transaction_date: '2026-01-02',
  location_id: m.wh,
  reason: 'Loss',
  items: [{ item_id: m.a, ...line }],
})
const order = (line: Row): Row => ({
  supplier_id: m.orion,
  transaction_date: '2026-01-02',
  expected_date: '2026-01-10',
  location_id: m.wh,
  items: [{ qty: 1, unit_price: 100, ...line }],
})
const errorsOf = async (module: string, body: Row) => (await host.harness.call('POST', module, body)).body.errors
const NO_CONVERSION = 'The item has no conversion from this unit. Add one to the item or choose another unit.'
const TOO_FINE = 'The unit does not accept so many decimals. Units without decimals accept whole quantities only.'

// proves: fields.*.lookup.missing, fields.*.lookup.missing.field, fields.*.lookup.missing.message, fields.*.lookup.missing.unless
test('a unit without a conversion is refused where goods are stocked', async () => {
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: doz, qty: 1 }))).toEqual({ 'items.0.uom_id': [NO_CONVERSION] })
  expect(await errorsOf('purchase_order', order({ item_id: m.b, uom_id: m.box }))).toEqual({ 'items.0.uom_id': [NO_CONVERSION] })
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: m.box, qty: 1 }))).toBeUndefined()
  const service = await host.ok('POST', 'item', {
    sku_code: 'SVC',
    name: 'Installation',
    item_category_id: (await host.ok('GET', `item/${m.a}`)).item_category_id,
    uom_id: await host.idOf('uom', 'HR'),
    item_type: 'Service',
    selling_price: 100,
  })
  expect(await errorsOf('purchase_order', order({ item_id: service.id, uom_id: doz }))).toBeUndefined()
})

test('a draft saved with such a unit opens, and cannot be posted', async () => {
  const draft = await host.ok('POST', 'inventory_adjustment', adjustment({ uom_id: m.pc, qty: 1 }))
  await host.query('UPDATE {s}.inventory_adjustment__items SET uom_id = $1 WHERE parent_id = $2', [doz, draft.id])
  const path = `inventory_adjustment/${String(draft.id)}`
  expect(await host.ok('GET', path)).toMatchObject({ items: [{ uom_id: doz, qty: 1, base_qty: 1 }] })
  await host.ok('PUT', path, { version: 1, remarks: 'Broken on the shelf' })
  const { status, body } = await host.harness.call('POST', `${path}/post`)
  expect([status, body.rule, body.message]).toEqual([
    422,
    'E_UOM',
    'A001 has no conversion from DOZ. Add one to the item or choose another unit.',
  ])
  // It still counts one piece after the item got a conversion.
  const conversion = await host.ok('POST', 'uom_matrix', { item_id: m.a, uom_id: doz, base_uom_id: m.pc, factor: 12 })
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: doz, qty: 1 }))).toBeUndefined()
  const late = await host.harness.call('POST', `${path}/post`)
  expect([late.body.rule, late.body.message]).toEqual([
    'E_UOM',
    'A001: the line was saved before the item had a conversion from DOZ. Remove the line and enter it again.',
  ])
  await host.ok('DELETE', `uom_matrix/${String(conversion.id)}`)
})

// proves: fields.*.pickerChoices, fields.*.pickerChoices.call, fields.*.pickerChoices.with
test('the unit of a line is chosen from the units of its item', async () => {
  const field = host.harness.modules.get('purchase_order')!.lines[0]!.field.uom_id!
  expect(field.pickerChoices).toEqual({ call: 'for_item', with: ['item_id'] })
  const offered = async (item: number) => ((await host.ok('GET', `uom/for_item?item_id=${item}`)) as unknown as Row[]).map(({ id }) => id)
  expect((await offered(m.a)).sort()).toEqual([m.pc, m.box].sort())
  expect(await offered(m.b)).toEqual([m.pc])
})

test('units without decimals accept whole quantities only', async () => {
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: m.pc, qty: 0.5 }))).toEqual({ 'items.0.qty': [TOO_FINE] })
  expect(await errorsOf('purchase_order', order({ item_id: m.a, uom_id: m.box, qty: 1.5 }))).toEqual({ 'items.0.qty': [TOO_FINE] })
  await host.ok('POST', 'uom_matrix', { item_id: m.a, uom_id: kg, base_uom_id: m.pc, factor: 8 })
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: kg, qty: 0.125 }))).toBeUndefined()
  expect(await errorsOf('inventory_adjustment', adjustment({ uom_id: kg, qty: 0.1255 }))).toEqual({ 'items.0.qty': [TOO_FINE] })
  const draft = await host.ok('POST', 'inventory_adjustment', adjustment({ uom_id: m.pc, qty: 1 }))
  await host.query('UPDATE {s}.inventory_adjustment__items SET qty = 0.5, base_qty = 0.5 WHERE parent_id = $1', [draft.id])
  const { body } = await host.harness.call('POST', `inventory_adjustment/${String(draft.id)}/post`)
  expect([body.rule, body.message]).toEqual(['E_UOM_FRACTION', 'PC accepts whole quantities only.'])
})

test('a count accepts whole quantities only, too', async () => {
  const count = { transaction_date: '2026-01-02', location_id: m.wh, scope: 'List', items: [{ item_id: m.a, qty_counted: 2.5 }] }
  expect(await errorsOf('physical_count', count)).toEqual({ 'items.0.qty_counted': [TOO_FINE] })
})
