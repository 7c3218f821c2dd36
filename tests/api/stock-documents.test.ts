/** Requests, transfers, receiving, adjustments and counts, as their descriptors say them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { journalOf } from './gold.ts'
import { principalOf } from './harness.ts'
import { type Host, openHost, salesBooks, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('STOCKDOC')
  m = await salesMasters(host)
  await host.query(`INSERT INTO {s}."user" (id, username, name, is_active) OVERRIDING SYSTEM VALUE VALUES (2, 'checker', 'Checker', true)`)
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 30, unit_cost: 10 },
    { item_id: m.b, uom_id: m.pc, qty: 10, unit_cost: 100 },
  ]
  await posted('beginning_inventory', { location_id: m.wh, items })
  host.clock.advanceTo('2026-01-05')
})
afterAll(() => host.close())

const day = () => host.clock.today('Asia/Manila')
async function draft(module: string, body: Row): Promise<Row> {
  return { ...(await host.ok('POST', module, { transaction_date: day(), ...body })), module }
}
const act = async (record: Row, action: string, body: Row = {}): Promise<Row> => ({
  ...(await host.ok('POST', `${String(record.module)}/${String(record.id)}/${action}`, body)),
  module: record.module,
})
const posted = async (module: string, body: Row) => act(await draft(module, body), 'post')
const refused = (record: Row, action = 'post', body: Row = {}) =>
  host.refused(`${String(record.module)}/${String(record.id)}/${action}`, body)
const undo = (record: Row) => refused(record, 'void', { void_reason: 'made by mistake' })
const read = async (record: Row): Promise<Row> => ({
  ...(await host.ok('GET', `${String(record.module)}/${String(record.id)}`)),
  module: record.module,
})
const rows = (record: Row): Row[] => record.items as Row[]
/** Types values into a field of the sheet, by item. */
async function type(record: Row, field: string, values: ReadonlyMap<number, Json>): Promise<Row> {
  const now = await read(record)
  const items = rows(now).map((row) => ({
    id: row.id,
    ...(values.has(row.item_id as number) ? { [field]: values.get(row.item_id as number)! } : {}),
  }))
  return { ...(await host.ok('PUT', `${String(now.module)}/${String(now.id)}`, { version: now.version, items })), module: now.module }
}
const count = (module: string, more: Row = {}) => draft(module, { location_id: m.wh, ...more })
/** Compares as somebody else: whoever counts blind does not. */
async function compare(record: Row): Promise<Row> {
  const checker = principalOf(host.harness.modules, { user_id: 2, username: 'checker' })
  const { status, body } = await host.harness.call('POST', `${String(record.module)}/${String(record.id)}/compare`, {}, checker)
  expect([status, body.message]).toEqual([200, undefined])
  return { ...(body.data as Row), module: record.module }
}
const stock = async () => (await salesBooks(host)).stock as Row
const books = async () => {
  const { stock: held, ledger } = await salesBooks(host)
  return { held, ledger }
}

// S412
test('a form asks for the base units per line unit, and for nothing that was entered', async () => {
  const ask = (field: string) =>
    host.harness.call('POST', 'inventory_request/propose', {
      field,
      record: {},
      rows: [{ item_id: m.a, uom_id: m.box }, { item_id: m.b, uom_id: m.pc }, {}],
    })
  expect((await ask('items.uom_num')).body.data).toEqual([12, 1, 1])
  expect((await ask('items.qty')).status).toBe(400)
  // The units of an item are those of the matrix, each of them once.
  const units = await host.ok('GET', `uom_matrix?filter[item_id]=${m.a}`)
  expect(units).toMatchObject([{ item_id: m.a, uom_id: m.box, base_uom_id: m.pc, factor: 12 }])
  const again = { item_id: m.a, uom_id: m.box, base_uom_id: m.pc, factor: 10 }
  expect((await host.harness.call('POST', 'uom_matrix', again)).body.errors).toHaveProperty('uom_id')
})

// proves: entity.alsoBranches
test('a request becomes a transfer, the transfer a receipt, each at the branch of its location', async () => {
  await host.query("SELECT nextval(pg_get_serial_sequence('{s}.branch', 'id'))")
  const cebu = (await host.ok('POST', 'branch', { code: 'CEB', name: 'Cebu' })).id
  const there = (await host.ok('POST', 'inventory_location', { code: 'CEB', name: 'Cebu', branch_id: cebu, type: 'Store' })).id
  const before = await books()
  const asked = await posted('inventory_request', {
    location_id: there,
    from_location_id: m.wh,
    date_needed: day(),
    items: [{ item_id: m.a, uom_id: m.pc, qty: 6 }],
  })
  expect(asked).toMatchObject({ branch_id: cebu, progress: 'open', total_qty: 6 })
  const defaults = await host.ok('GET', `inventory_transfer/defaults?source=inventory_request&ids=${String(asked.id)}`)
  expect(defaults).toMatchObject({
    branch_id: m.branch,
    to_branch_id: cebu,
    from_location_id: m.wh,
    to_location_id: there,
    is_direct: false,
    transit_location_id: m.transit,
  })
  const line = { item_id: m.a, uom_id: m.pc, source_module: 'inventory_request', source_line_id: rows(asked)[0]!.id }
  const head = { inventory_request_ids: [asked.id], from_location_id: m.wh, to_location_id: there, transit_location_id: m.transit }
  expect(await refused(await draft('inventory_transfer', { ...head, items: [{ ...line, qty: 7 }] }))).toBe('E_OVER_SERVE')
  const sent = await posted('inventory_transfer', { ...head, items: [{ ...line, qty: 6 }] })
  expect([sent.progress, rows(sent)[0]!.unit_cost, (await read(asked)).progress]).toEqual(['in_transit', 10, 'fully_served'])
  // Who works at the one branch reads what goes to the other and comes from there, and changes only what is their own.
  const seen = async (branch: unknown, record: Row, method: 'GET' | 'PUT' = 'GET') => {
    const { harness } = host
    const clerk = principalOf(harness.modules, { user_id: 7, username: 'clerk', branch_ids: [Number(branch)] })
    const path = `${String(record.module)}/${String(record.id)}`
    return (await harness.call(method, path, method === 'PUT' ? { version: record.version, remarks: 'x' } : undefined, clerk)).status
  }
  expect([await seen(m.branch, asked), await seen(cebu, sent), await seen(99, asked), await seen(99, sent)]).toEqual([200, 200, 404, 404])
  expect([await seen(cebu, sent, 'PUT'), await seen(m.branch, asked, 'PUT')]).toEqual([404, 404])
  const arriving = await host.ok('GET', `inventory_receiving/defaults?source=inventory_transfer&ids=${String(sent.id)}`)
  expect(arriving).toMatchObject({ branch_id: cebu, location_id: there, transit_location_id: m.transit })
  expect(rows(arriving)).toMatchObject([{ qty: 6, qty_sent: 6 }])
  const arrived = await posted('inventory_receiving', {
    inventory_transfer_id: sent.id,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 4, qty_sent: 6, source_module: 'inventory_transfer', source_line_id: rows(sent)[0]!.id }],
  })
  expect([arrived.branch_id, arrived.location_id, rows(arrived)[0]!.variance, (await read(sent)).progress]).toEqual([
    cebu,
    there,
    -2,
    'partially_received',
  ])
  // The branch of the source has the goods in transit until they arrive.
  const byBranch = await host.query(
    `SELECT coalesce(l.branch_id, e.branch_id) AS branch, sum(l.debit - l.credit)::float8 AS amount FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
     WHERE e.source_module IN ('inventory_transfer', 'inventory_receiving') GROUP BY 1 ORDER BY 1`,
  )
  expect(byBranch).toEqual([
    { branch: m.branch, amount: -40 },
    { branch: cebu, amount: 40 },
  ])
  expect([await undo(asked), await undo(sent)]).toEqual(['E_HAS_CHILDREN', 'E_HAS_CHILDREN'])
  for (const row of [arrived, sent, asked]) expect(await undo(row)).toBe('done')
  expect(await books()).toEqual(before)
})

test('goods found are credited to other income, or to the entered account', async () => {
  const item = { item_id: m.b, uom_id: m.pc, qty: 2 }
  const body = { type: 'Miscellaneous', location_id: m.store }
  expect(await refused(await draft('inventory_receiving', { ...body, items: [item] }))).toBe('E_COST')
  const found = await posted('inventory_receiving', { ...body, items: [{ ...item, unit_cost: 50 }] })
  expect(await journalOf(host, 'inventory_receiving', found.id)).toEqual({ '1210': '100.00', '4110': '-100.00' })
  const equity = await host.idOf('chart_of_account', '3040')
  const given = await posted('inventory_receiving', { ...body, credit_account_id: equity, items: [{ ...item, unit_cost: 50 }] })
  expect(await journalOf(host, 'inventory_receiving', given.id)).toEqual({ '1210': '100.00', '3040': '-100.00' })
  for (const row of [given, found]) expect(await undo(row)).toBe('done')
})

test.each([
  ['Expiry', '5050'],
  ['Sample', '6150'],
  ['Donation', '6160'],
  ['Loss', '5030'],
])('what leaves stock for %s is charged to %s', async (reason, account) => {
  const gone = await posted('inventory_adjustment', { location_id: m.wh, reason, items: [{ item_id: m.a, uom_id: m.pc, qty: 2 }] })
  expect(await journalOf(host, 'inventory_adjustment', gone.id)).toEqual({ '1210': '-20.00', [account]: '20.00' })
  expect(gone.total_cost).toBe(-20)
  expect(await undo(gone)).toBe('done')
})

test('an adjustment sets the stock to the entered quantity, zero included, and writes down its value', async () => {
  const before = await books()
  const body = { location_id: m.wh, reason: 'Correction', adjustment_type: 'Set' }
  const set = await posted('inventory_adjustment', {
    ...body,
    items: [
      { item_id: m.a, uom_id: m.pc, qty: 0 },
      { item_id: m.b, uom_id: m.pc, qty: 12 },
    ],
  })
  expect(rows(set)).toMatchObject([
    { qty_on_hand: 30, variance: -30, value: -300 },
    { qty_on_hand: 10, variance: 2, value: 200 },
  ])
  const twice = await draft('inventory_adjustment', {
    ...body,
    items: [5, 6].map((qty) => ({ item_id: m.a, uom_id: m.pc, qty })),
  })
  expect(await refused(twice)).toBe('E_DUPLICATE')
  expect(await undo(set)).toBe('done')
  const less = await posted('inventory_adjustment', {
    location_id: m.wh,
    reason: 'Damage',
    adjustment_type: 'Value',
    items: [{ item_id: m.b, uom_id: m.pc, qty: 0, value_change: -250 }],
  })
  expect(await journalOf(host, 'inventory_adjustment', less.id)).toEqual({ '1210': '-250.00', '5050': '250.00' })
  expect(await undo(less)).toBe('done')
  expect(await books()).toEqual(before)
  const nothing = { location_id: m.wh, reason: 'Loss', items: [{ item_id: m.a, uom_id: m.pc, qty: 0 }] }
  expect((await host.harness.call('POST', 'inventory_adjustment', { transaction_date: day(), ...nothing })).status).toBe(400)
})

test('a blind count hides book quantities until another user compares it, and posts the differences after a recount', async () => {
  const before = await books()
  let sheet = await act(await count('physical_count'), 'start')
  expect(sheet).toMatchObject({ status: 'counting', is_blind: true, is_frozen: true, branch_id: m.branch })
  expect(rows(sheet).map((row) => [row.item_id, row.uom_id, row.qty_system, row.variance])).toEqual([
    [m.a, m.pc, null, null],
    [m.b, m.pc, null, null],
  ])
  const counted = new Map([
    [m.a, 27],
    [m.b, 11],
  ])
  sheet = await type(sheet, 'qty_counted', counted)
  expect(await refused(sheet, 'compare')).toBe('E_STATE')
  sheet = await compare(sheet)
  // Who decides sees what the differences cost before they are posted.
  expect(rows(sheet).map((row) => [row.qty_system, row.variance, row.variance_cost])).toEqual([
    [30, -3, -30],
    [10, 1, 100],
  ])
  expect(sheet.total_variance_cost).toBe(70)
  // A difference is counted again, not taken off the sheet.
  const less = { version: sheet.version, items: rows(sheet).slice(1) }
  const without = () => host.harness.call('PUT', `physical_count/${String(sheet.id)}`, less)
  expect((await without()).body.errors).toEqual({ items: ['Lines cannot be added, removed or moved now.'] })
  sheet = await act(sheet, 'recount')
  Object.assign(less, { version: sheet.version })
  expect((await without()).status).toBe(400)
  expect(rows(sheet).map((row) => [row.is_recount, row.qty_system, row.variance, row.variance_cost])).toEqual([
    [true, null, null, 0],
    [true, null, null, 0],
  ])
  sheet = await compare(await type(sheet, 'qty_recount', new Map([[m.b, 10]])))
  expect(rows(sheet).map((row) => [row.variance, row.variance_cost])).toEqual([
    [-3, -30],
    [0, 0],
  ])
  sheet = await act(sheet, 'post')
  expect(sheet).toMatchObject({ status: 'posted', accuracy_percent: 50, total_variance_cost: -30 })
  expect(await journalOf(host, 'physical_count', sheet.id)).toEqual({ '1210': '-30.00', '5030': '30.00' })
  expect(await stock()).toEqual({ 'A001@WH': '27/270.00/0', 'B002@WH': '10/1000.00/0' })
  expect(await undo(sheet)).toBe('done')
  expect(await books()).toEqual(before)
})

// proves: print.when, print.rows
test('the print follows the count: a count sheet, one for recounts, then the result', async () => {
  let sheet = await act(await count('cycle_count', { items: [{ item_id: m.a }, { item_id: m.b }] }), 'start')
  const printed = async (form?: string) => {
    const { raw } = await host.harness.call('POST', `cycle_count/${String(sheet.id)}/print-form`, form ? { form } : {})
    return pdfText(raw).replaceAll('\n', ' ')
  }
  expect(await printed()).toMatch(/^(?=.*Count sheet)(?=.*A001)(?=.*B002)/)
  const counted = new Map([
    [m.a, 29],
    [m.b, 10],
  ])
  sheet = await act(await compare(await type(sheet, 'qty_counted', counted)), 'recount')
  const again = await printed()
  expect(again).toMatch(/^(?=.*Recount sheet)(?=.*A001)/)
  expect(again.match(/B002|in the books|difference|\b29\b/gi)).toBeNull()
  sheet = await act(await compare(await type(sheet, 'qty_recount', new Map([[m.a, 30]]))), 'post')
  expect(await printed()).toMatch(/^(?=.*Count result)(?=.*A001)(?=.*B002)/)
  expect(await refused(sheet, 'print-form', { form: 'recount_sheet' })).toBe('E_STATE')
  expect(await undo(sheet)).toBe('done')
})

test('a frozen location allows no stock movement, and none can be dated before a posted count', async () => {
  const sale = { customer_id: m.acme, location_id: m.wh, tax_type_id: m.inclusive, branch_id: m.branch, delivery_mode: 'pickup' }
  const items = [{ item_id: m.a, uom_id: m.pc, qty: 1, unit_price: 100 }]
  const early = await draft('delivery_receipt', { ...sale, transaction_date: '2026-01-04', items })
  const now = await draft('delivery_receipt', { ...sale, items })
  let sheet = await act(await count('physical_count'), 'start')
  const second = await count('physical_count')
  expect([await refused(now), await refused(second, 'start')]).toEqual(['E_COUNT_FREEZE', 'E_COUNT_FREEZE'])
  const elsewhere = await draft('inventory_receiving', {
    type: 'Miscellaneous',
    location_id: m.store,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 1, unit_cost: 1 }],
  })
  expect([await refused(elsewhere), await undo(elsewhere)]).toEqual(['done', 'done'])
  sheet = await compare(await type(sheet, 'qty_counted', new Map([[m.a, 30]])))
  // What was not counted stays as it is.
  expect(rows(sheet).map((row) => row.variance)).toEqual([0, null])
  sheet = await act(sheet, 'post')
  expect([await refused(early), await refused(now), await undo(now)]).toEqual(['E_COUNT_FREEZE', 'done', 'done'])
  expect(await undo(sheet)).toBe('done')
  expect([await refused(early), await undo(early)]).toEqual(['done', 'done'])
  const abandoned = await act(second, 'start')
  const third = await count('physical_count')
  expect([await undo(abandoned), await refused(third, 'start'), await undo(third)]).toEqual(['done', 'done', 'done'])
})

test('movements during a cycle count do not change its differences', async () => {
  const before = await books()
  await host.ok('PUT', `item/${m.a}`, { version: (await host.ok('GET', `item/${m.a}`)).version, count_class: 'A' })
  let sheet = await act(await count('cycle_count', { count_class: 'A', frequency_days: 7 }), 'start')
  expect([rows(sheet).map((row) => row.item_id), sheet.next_count_date, sheet.is_frozen]).toEqual([[m.a], '2026-01-12', false])
  const sold = await posted('inventory_adjustment', {
    location_id: m.wh,
    reason: 'Sample',
    items: [{ item_id: m.a, uom_id: m.pc, qty: 5 }],
  })
  sheet = await act(await compare(await type(sheet, 'qty_counted', new Map([[m.a, 28]]))), 'post')
  expect(rows(sheet)).toMatchObject([{ qty_system: 30, variance: -2, variance_cost: -20, unit_cost: 10 }])
  expect((await stock())['A001@WH']).toBe('23/230.00/0')
  for (const row of [sheet, sold]) expect(await undo(row)).toBe('done')
  expect(await books()).toEqual(before)
})

test('a count of listed items starts with the listed ones, and cannot start with none', async () => {
  const listed = await act(await count('cycle_count', { is_blind: false, items: [{ item_id: m.b }] }), 'start')
  expect(rows(listed)).toMatchObject([{ item_id: m.b, qty_system: 10, variance: null }])
  expect(await refused(await count('physical_count', { location_id: m.store }), 'start')).toBe('E_NOTHING_OPEN')
  // What is listed and not found is a loss only where the document says so.
  const compared = await compare(listed)
  expect([rows(compared)[0]!.variance, await refused(compared, 'recount')]).toEqual([null, 'E_STATE'])
  expect(await undo(compared)).toBe('done')
  const zero = await act(await count('physical_count', { scope: 'List', zero_uncounted: true, items: [{ item_id: m.b }] }), 'post')
  expect(rows(zero)).toMatchObject([{ variance: -10, variance_cost: -1000 }])
  expect(await undo(zero)).toBe('done')
})

// proves: report.key, report.makes, report.makes.*.title, report.makes.*.module, report.makes.*.header, report.makes.*.ask
// proves: report.makes.*.lines, report.makes.*.line
test('items below their minimum are suggested, become purchase requests by location, and are not suggested again', async () => {
  const depot = (await host.ok('POST', 'inventory_location', { code: 'DEP', name: 'Depot', branch_id: m.branch, type: 'Warehouse' })).id
  const item = async (sku_code: string, body: Row) =>
    (await host.ok('GET', `item/${String((await host.ok('POST', 'item', { sku_code, name: sku_code, ...common, ...body })).id)}`)) as Row
  const { item_category_id, uom_id } = await host.ok('GET', `item/${m.b}`)
  const common = { item_category_id, uom_id, item_type: 'Stock', selling_price: 1, vat_class: 'V' }
  const nails = await item('NAIL', {
    reorder_level: 1000,
    stock_levels: [
      { location_id: m.wh, reorder_level: 50, reorder_qty: 20 },
      { location_id: depot, reorder_level: 5 },
    ],
  })
  const glue = await item('GLUE', { reorder_level: 8, default_supplier_id: m.orion })
  await item('TAPE', { reorder_level: 8, is_purchasable: false })
  await posted('beginning_inventory', { location_id: m.wh, items: [{ item_id: nails.id, uom_id: m.pc, qty: 25, unit_cost: 1 }] })
  const suggestions = async (query = '') => (await host.report(`reorder_suggestion/paginate?${query}`)).data
  const summary = (rows: readonly Row[]) => rows.map((row) => [(row.item as Row).name, row.location_id, row.projected, row.suggested])

  const rows = await suggestions()
  // The minimum of a location in multiples of its reorder quantity; without one, exactly what lacks; without location, over all.
  expect(summary(rows)).toEqual([
    ['GLUE', null, 0, 8],
    ['NAIL', depot, 0, 5],
    ['NAIL', m.wh, 25, 40],
  ])
  expect(summary(await suggestions(`location_id=${m.wh}`))).toEqual([['NAIL', m.wh, 25, 40]])
  const tiles = await host.ok('GET', 'procurement_dashboard/tiles')
  expect([tiles.items_below_reorder, (tiles.below_reorder as Row[])[0]]).toEqual([
    3,
    expect.objectContaining({ item_id: nails.id, qty: 45 }),
  ])

  const make = (body: Row) => host.harness.call('POST', 'reorder_suggestion/make/request', body)
  const chosen = { rows: [rows[0]!.id, rows[2]!.id] }
  // Each draft has its own result: what the record lacks is said there.
  expect((await make(chosen)).body).toMatchObject({
    succeeded: 0,
    failed: 2,
    data: [{ success: false, message: expect.stringMatching(/date_needed/) }, {}],
  })
  const made = (await make({ ...chosen, date_needed: day() })).body.data as Row[]
  const [anywhere, here] = await Promise.all(made.map(({ id }) => host.ok('GET', `purchase_request/${String(id)}`)))
  expect(anywhere).toMatchObject({ location_id: null, suggested_supplier_id: m.orion, items: [{ item_id: glue.id, qty: 8 }] })
  expect(here).toMatchObject({
    location_id: m.wh,
    branch_id: m.branch,
    date_needed: day(),
    items: [{ item_id: nails.id, uom_id: m.pc, qty: 40 }],
  })
  expect(summary(await suggestions())).toEqual([['NAIL', depot, 0, 5]])
  // What is no longer suggested is not made a second time.
  expect(await host.refused('reorder_suggestion/make/request', { ...chosen, date_needed: day() })).toBe('E_STATE')
})

test('goods tracked by lot or serial number are where their documents put them', async () => {
  const [{ id: category }] = (await host.query('SELECT id FROM {s}.item_category ORDER BY id')) as [Row]
  const item = async (sku_code: string, more: Row) =>
    (
      await host.ok('POST', 'item', {
        sku_code,
        name: sku_code,
        item_category_id: category,
        uom_id: m.pc,
        item_type: 'Stock',
        selling_price: 100,
        cost: 10,
        vat_class: 'V',
        ...more,
      })
    ).id as number
  const [pump, paint, old] = [
    await item('PUMP', { is_serialized: true }),
    await item('PAINT', { is_lot_tracked: true }),
    await item('OLD', {}),
  ]
  const line = (item_id: number, qty: number, more: Row = {}) => ({ item_id, uom_id: m.pc, qty, ...more })
  const opening = (...items: Row[]) =>
    draft('beginning_inventory', { location_id: m.wh, items: items.map((row) => ({ ...row, unit_cost: 10 })) })
  const units = async () =>
    (
      await host.query<{ text: string }>(
        `SELECT i.sku_code || ' ' || u.lot_no || u.serial_no || '@' || l.code || ' ' || trim_scale(u.qty) AS text FROM {s}.stock_unit u
         JOIN {s}.item i ON i.id = u.item_id JOIN {s}.inventory_location l ON l.id = u.location_id WHERE u.qty > 0 ORDER BY 1`,
      )
    ).map(({ text }) => text)
  const sale = { customer_id: m.acme, location_id: m.wh, tax_type_id: m.inclusive, branch_id: m.branch, delivery_mode: 'pickup' }
  const deliver = (...items: Row[]) => draft('delivery_receipt', { ...sale, items: items.map((row) => ({ ...row, unit_price: 100 })) })

  expect(await refused(await opening(line(pump, 3, { serial_nos: ['P1', 'P2'] })))).toBe('E_SERIAL')
  // What is entered twice is named, with its lines.
  const messageOf = async (record: Row) =>
    (await host.harness.call('POST', `beginning_inventory/${String(record.id)}/post`, {})).body.message as string
  expect(await messageOf(await opening(line(pump, 2, { serial_nos: ['P1', 'P1'] })))).toBe(
    'PUMP: serial number P1 is entered twice in line 1. Enter one for each unit.',
  )
  const increase = await draft('inventory_adjustment', {
    location_id: m.wh,
    adjustment_type: 'Increase',
    reason: 'Found',
    items: [line(paint, 1, { lot_no: 'L7' }), line(pump, 1, { serial_nos: ['P1'] }), line(pump, 2, { serial_nos: ['P2', 'P1'] })].map(
      (row) => ({ ...row, unit_cost: 10 }),
    ),
  })
  expect((await host.harness.call('POST', `inventory_adjustment/${String(increase.id)}/post`, {})).body.message).toBe(
    'PUMP: serial number P1 is entered in line 2 and again in line 3. Leave it in one of them.',
  )
  expect(await refused(await opening(line(paint, 10)))).toBe('E_LOT')
  const lots = (...numbers: string[]) => opening(...numbers.map((lot_no) => line(paint, 1, { lot_no })))
  expect(await refused(await lots('L8', 'L8'))).toBe('E_BUCKET')
  // Every lot of an item is opened, in a row of its own.
  expect(await undo(await act(await lots('L8', 'L9'), 'post'))).toBe('done')
  const first = await act(
    await opening(
      line(pump, 3, { serial_nos: ['P1', 'P2', 'P3'] }),
      line(paint, 10, { lot_no: 'L1', expiry_date: '2026-12-31' }),
      line(old, 2),
    ),
    'post',
  )
  const whole = ['PAINT L1@WH 10', 'PUMP P1@WH 1', 'PUMP P2@WH 1', 'PUMP P3@WH 1']
  expect(await units()).toEqual(whole)
  const moved = await posted('inventory_transfer', {
    from_location_id: m.wh,
    to_location_id: m.store,
    route: 'direct',
    items: [line(pump, 1, { serial_nos: ['P1'] }), line(paint, 4, { lot_no: 'L1' })],
  })
  // A number leaves from where it is, once, and only one that is in stock.
  for (const serial of ['P1', 'P9']) expect(await refused(await deliver(line(pump, 1, { serial_nos: [serial] })))).toBe('E_SERIAL')
  const mixed = await deliver(line(pump, 2, { serial_nos: ['P2', 'P9'] }))
  const { body } = await host.harness.call('POST', `delivery_receipt/${String(mixed.id)}/post`, {})
  expect(body.message).toContain('serial number P9 ')
  expect(await refused(await deliver(line(paint, 7, { lot_no: 'L1' })))).toBe('E_INSUFFICIENT_STOCK')
  const unknown = await deliver(line(paint, 1, { lot_no: 'L2' }))
  const lotless = (await host.harness.call('POST', `delivery_receipt/${String(unknown.id)}/post`, {})).body
  expect([lotless.rule, lotless.message]).toEqual(['E_LOT', 'PAINT: lot L2 does not have enough in stock at WH. In stock there: L1 (6).'])
  const found = { location_id: m.store, adjustment_type: 'Increase', reason: 'Found' }
  const again = await draft('inventory_adjustment', { ...found, items: [line(pump, 1, { serial_nos: ['P3'] })] })
  expect(await refused(again)).toBe('E_SERIAL')
  const sold = await act(await deliver(line(pump, 1, { serial_nos: ['P2'] }), line(paint, 6, { lot_no: 'L1' })), 'post')
  expect(await units()).toEqual(['PAINT L1@ST 4', 'PUMP P1@ST 1', 'PUMP P3@WH 1'])
  // A count says how many differ; its lines then say which. Both directions, and back when it is voided.
  for (const module of ['physical_count', 'cycle_count']) {
    const begun = await act(
      await count(module, {
        location_id: m.store,
        ...(module === 'cycle_count' ? {} : { scope: 'List' }),
        is_blind: false,
        items: [
          { item_id: pump, qty_counted: 0 },
          { item_id: paint, qty_counted: 6 },
        ],
      }),
      'start',
    )
    const compared = await compare(begun)
    expect(await refused(compared)).toBe('E_SERIAL')
    const numbered = await type(compared, 'serial_nos', new Map([[pump, ['P1']]]))
    expect(await refused(numbered)).toBe('E_LOT')
    const done = await act(await type(numbered, 'lot_no', new Map([[paint, 'L2']])), 'post')
    expect(await units()).toEqual(['PAINT L1@ST 4', 'PAINT L2@ST 2', 'PUMP P3@WH 1'])
    expect([await undo(done), await units()]).toEqual(['done', ['PAINT L1@ST 4', 'PUMP P1@ST 1', 'PUMP P3@WH 1']])
  }
  // What is sold comes back under its number.
  const back = await host.ok('GET', `sales_return/defaults?source=delivery_receipt&ids=${String(sold.id)}`)
  expect(rows(back).map((row) => [row.lot_no ?? null, row.serial_nos ?? null])).toEqual([
    [null, ['P2']],
    ['L1', null],
  ])
  // Goods from before the item was tracked leave under the numbers that they are found to have, and no more than there are.
  const plain = await host.ok('GET', `item/${old}`)
  await host.ok('PUT', `item/${old}`, { version: plain.version, is_serialized: true })
  const legacy = await act(await deliver(line(old, 2, { serial_nos: ['O1', 'O2'] })), 'post')
  expect(await refused(await deliver(line(old, 1, { serial_nos: ['O3'] })))).toBe('E_INSUFFICIENT_STOCK')
  for (const row of [legacy, sold, moved]) expect(await undo(row)).toBe('done')
  expect(await units()).toEqual(whole)
  expect([await undo(first), await units()]).toEqual(['done', []])
})
