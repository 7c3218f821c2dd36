/**
 * What descriptors say of postings, beyond the worked month: the match of prices, lines that may not be billed so, departments,
 * and that a document posted by a former version is undone as exactly as one posted today.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>
beforeAll(async () => {
  host = await openHost('POSTING')
  host.settings.is_top_withholding_agent = true
  m = await tradingMasters(host)
})
afterAll(() => host.close())

const DAY = '2026-01-02'
let serial = 0
const head = () => ({ transaction_date: DAY, branch_id: m.branch, supplier_id: m.orion, tax_type_id: m.inclusive })
async function posted(module: string, body: Row): Promise<Row> {
  const made = await host.ok('POST', module, body)
  return host.ok('POST', `${module}/${String(made.id)}/post`, {})
}
const receipt = (qty: number, unit_price: number, more: Row = {}) =>
  posted('goods_receipt', {
    ...head(),
    location_id: m.wh,
    supplier_dr_no: `D${++serial}`,
    items: [{ item_id: m.a, uom_id: m.pc, qty, unit_price }],
    ...more,
  })
const fromLine = (source: Row, module: string, more: Row): Row => {
  const row = (source.items as Row[])[0]!
  return { item_id: row.item_id, uom_id: row.uom_id, unit_price: row.unit_price, source_module: module, source_line_id: row.id, ...more }
}
const bill = (items: Row[], more: Row = {}) =>
  host.ok('POST', 'bill', {
    ...head(),
    bill_type: 'goods',
    supplier_invoice_no: `I${++serial}`,
    bill_date: DAY,
    payment_term_id: m.term30,
    items,
    ...more,
  })
const post = (module: string, record: Row) => host.refused(`${module}/${String(record.id)}/post`)
const undo = (module: string, record: Row) => host.refused(`${module}/${String(record.id)}/void`, { void_reason: 'made by mistake' })

/** Everything that postings keep: stock, ledger by account, open items, counters. */
async function books(): Promise<Row> {
  const [row] = await host.query(`SELECT
    (SELECT json_object_agg(item_id || '@' || location_id, qty || '/' || value ORDER BY item_id, location_id) FROM {s}.stock_bucket WHERE qty <> 0) AS stock,
    (SELECT json_object_agg(code, sum ORDER BY code) FROM (SELECT a.code, sum(l.debit - l.credit) FROM {s}.accounting_entry__lines l
       JOIN {s}.chart_of_account a ON a.id = l.account_id GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0) s) AS ledger,
    (SELECT coalesce(sum(balance), 0)::float8 FROM {s}.open_item) AS open, (SELECT coalesce(sum(balance), 0)::float8 FROM {s}.supplier) AS owed,
    (SELECT coalesce(sum(grni_cleared), 0)::float8 || '/' || coalesce(sum(qty_billed), 0)::float8 || '/' || coalesce(sum(qty_returned), 0)::float8 FROM {s}.goods_receipt__items) AS receipts,
    (SELECT coalesce(sum(landed_billed), 0)::float8 FROM {s}.goods_receipt) AS landed, (SELECT coalesce(sum(qty_returned), 0)::float8 FROM {s}.purchase_order__items) AS ordered,
    (SELECT coalesce(sum(amount_returned), 0)::float8 || '/' || coalesce(sum(amount_paid), 0)::float8 || '/' || coalesce(sum(balance), 0)::float8 FROM {s}.bill WHERE status = 'posted') AS bills`)
  return row!
}

test('the price of a bill is matched with its receipt: tolerance, approval, limit', async () => {
  const gr = await receipt(10, 112)
  const clerk = {
    ...host.harness.admin,
    user_id: 1,
    grants: { ...host.harness.admin.grants, bill: ['index', 'view', 'new', 'edit', 'post'] },
  }
  const ruleAt = async (unit_price: number) => {
    const made = await bill([fromLine(gr, 'goods_receipt', { qty: 1, unit_price })])
    const { body } = await host.harness.call('POST', `bill/${String(made.id)}/post`, {}, clerk)
    if (body.rule === 'E_PRICE_APPROVAL')
      expect(body.message).toContain('Have the document approved first, or let a user post it who can approve bills.')
    return body.rule ?? 'done'
  }
  expect([await ruleAt(123.21), await ruleAt(112.5), await ruleAt(112)]).toEqual(['E_PRICE_VARIANCE', 'E_PRICE_APPROVAL', 'done'])
  const dear = await bill([fromLine(gr, 'goods_receipt', { qty: 1, unit_price: 123.21 })])
  expect(await post('bill', dear)).toBe('E_PRICE_VARIANCE')
})

test('goods are billed from receipts of the same supplier, not before their date, and a bill has a positive amount', async () => {
  const gr = await receipt(5, 112)
  const before = await books()
  const refused = async (items: Row[], more: Row = {}) => post('bill', await bill(items, more))
  const line = { item_id: m.a, uom_id: m.pc, qty: 1, unit_price: 10 }
  expect(await refused([line])).toBe('E_SOURCE')
  expect(await refused([fromLine(gr, 'goods_receipt', { qty: 1 })], { supplier_id: m.link })).toBe('E_SOURCE')
  expect(await refused([fromLine(gr, 'goods_receipt', { qty: 1 })], { bill_type: 'landed' })).toBe('E_SOURCE')
  expect(await refused([{ ...line, unit_price: 0 }], { bill_type: 'opening' })).toBe('E_AMOUNT')
  expect(await books()).toEqual(before)
})

test('an expense is posted to the department of its line', async () => {
  const rent = await host.idOf('chart_of_account', '6060')
  const department = (await host.ok('POST', 'department', { code: 'ACC', name: 'Accounting' })).id
  const made = await bill([{ description: 'Rent', qty: 1, unit_price: 1120, account_id: rent, department_id: department }], {
    bill_type: 'service',
  })
  expect(await post('bill', made)).toBe('done')
  const lines = await host.query(
    `SELECT a.code, l.department_id, l.supplier_id FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.source_module = 'bill' AND e.source_id = $1 ORDER BY 1`,
    [made.id],
  )
  expect(lines).toEqual([
    { code: '1311', department_id: null, supplier_id: null },
    { code: '2010', department_id: null, supplier_id: m.orion },
    { code: '2120', department_id: null, supplier_id: m.orion },
    { code: '6060', department_id: department, supplier_id: null },
  ])
})

test('the credit from a return of paid goods is used by a later voucher', async () => {
  const gr = await receipt(4, 112)
  const paid = await bill([fromLine(gr, 'goods_receipt', { qty: 4, unit_price: 112 })])
  expect(await post('bill', paid)).toBe('done')
  let no = 0
  const voucher = (billed: Row, amount: number, offsets: Row[] = []) =>
    host.ok('POST', 'check_voucher', {
      transaction_date: DAY,
      branch_id: m.branch,
      supplier_id: m.orion,
      payee: 'Orion',
      payment_method_id: m.check,
      bank_account_id: m.bank,
      check_no: `C${++no}`,
      check_date: DAY,
      items: [{ bill_id: billed.id, amount }],
      offsets,
    })
  const balance = async (made: Row) => Number((await host.ok('GET', `bill/${String(made.id)}`)).balance)
  expect(await post('check_voucher', await voucher(paid, await balance(paid)))).toBe('done')
  const back = await host.ok('POST', 'goods_return', {
    ...head(),
    bill_id: paid.id,
    location_id: m.wh,
    return_reason: 'Excess',
    items: [fromLine(await host.ok('GET', `bill/${String(paid.id)}`), 'bill', { qty: 1 })],
  })
  expect(await post('goods_return', back)).toBe('done')
  const [credit] = await host.query<{ amount: string }>(
    "SELECT -balance AS amount FROM {s}.open_item WHERE source_module = 'goods_return' AND source_id = $1",
    [back.id],
  )
  const next = await bill([], {
    bill_type: 'service',
    items: [{ description: 'Hauling', qty: 1, unit_price: 1120, account_id: await host.idOf('chart_of_account', '6060') }],
  })
  expect(await post('bill', next)).toBe('done')
  const use = (amount: number) => voucher(next, 1000, [{ goods_return_id: back.id, amount }])
  expect(await post('check_voucher', await use(Number(credit!.amount) + 1))).toBe('E_OVER_PAY')
  const used = await use(Number(credit!.amount))
  expect(await post('check_voucher', used)).toBe('done')
  expect(await host.ok('GET', `check_voucher/${String(used.id)}`)).toMatchObject({ net_amount: 1000 - Number(credit!.amount) })
  // A return whose credit is used is voided after the voucher that used it.
  expect(await undo('goods_return', back)).toBe('E_HAS_CHILDREN')
  expect(await undo('check_voucher', used)).toBe('done')
  // Instead of being used, the credit may be paid back by the supplier.
  const refund = await host.ok('POST', 'supplier_refund', {
    transaction_date: DAY,
    branch_id: m.branch,
    supplier_id: m.orion,
    bank_account_id: m.bank,
    items: [{ goods_return_id: back.id, amount: Number(credit!.amount) }],
  })
  expect(await post('supplier_refund', refund)).toBe('done')
  const open = "SELECT balance FROM {s}.open_item WHERE source_module = 'goods_return' AND source_id = $1 AND balance <> 0"
  expect(await host.query(open, [back.id])).toEqual([])
  expect(await undo('goods_return', back)).toBe('E_HAS_CHILDREN')
  expect([await undo('supplier_refund', refund), await undo('goods_return', back)]).toEqual(['done', 'done'])
})

type Served = { module: string; deltas: { id: number; by: string }[] }
const traced = (entry: Row): Served[] => (entry as unknown as Served[]).filter((served) => served.module === 'purchase_order')

/** Rewrites what the effects of a document noted into the one entry of the effect that former versions had. */
async function asFormerly(module: string, record: Row, effect: string, entry: (noted: Record<string, Row>) => Row): Promise<void> {
  const rows = await host.query<{ execution_id: number; effect: string; entry: Row }>(
    `SELECT execution_id, effect, entry FROM {s}.effect_journal WHERE execution_id =
       (SELECT id FROM {s}.execution WHERE module = $1 AND record_id = $2 AND action = 'post')`,
    [module, record.id],
  )
  const noted = Object.fromEntries(rows.map((row) => [row.effect, row.entry]))
  const id = rows[0]!.execution_id
  await host.query("DELETE FROM {s}.effect_journal WHERE execution_id = $1 AND effect <> 'sources.serve'", [id])
  const counted = (noted['sources.serve'] as unknown as Served[]).filter((served) => served.module !== 'purchase_order')
  await host.query("UPDATE {s}.effect_journal SET entry = $2 WHERE execution_id = $1 AND effect = 'sources.serve'", [
    id,
    JSON.stringify(counted),
  ])
  await host.query('INSERT INTO {s}.effect_journal (execution_id, seq, effect, params, entry) VALUES ($1, 9, $2, $3, $4)', [
    id,
    effect,
    'null',
    JSON.stringify(entry(noted)),
  ])
}
const cents = (parts: { id: number; amount: string }[]) =>
  parts.map(({ id, amount }) => ({ id, text: String(Math.round(Number(amount) * 100)) }))
const shares = (carried: Row) => cents(carried.parts as never).map(({ id, text }) => ({ id, share: text }))

test('documents posted by an earlier version are reversed exactly', async () => {
  const empty = await books()
  const order = await posted('purchase_order', {
    ...head(),
    location_id: m.wh,
    expected_date: DAY,
    payment_term_id: m.term30,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 9, unit_price: 10 }],
  })
  const gr = await receipt(0, 0, {
    purchase_order_ids: [order.id],
    items: [fromLine(order, 'purchase_order', { qty: 9 })],
    charges: [{ charge_type: 'freight', amount: 9.5 }],
  })
  const steps: [string, Row, string, (noted: Record<string, Row>) => Row][] = []
  const before: Row[] = []
  const step = async (module: string, make: () => Promise<Row>, effect: string, entry: (noted: Record<string, Row>) => Row) => {
    before.push(await books())
    const made = await make()
    expect([module, await post(module, made)]).toEqual([module, 'done'])
    steps.push([module, made, effect, entry])
    return made
  }
  const billed = (noted: Record<string, Row>): Row => ({
    rows: noted['stock.revalue']!.rows,
    held: noted['stock.revalue']!.held,
    shares: shares(noted['sources.carry']!),
    landed: noted['accrual.clear'] ? cents(noted['accrual.clear'].parts as never).map(({ id, text }) => ({ id, amount: text })) : [],
    item: (noted['ledger.post']!.opened as number[])[0]!,
    entry: noted['ledger.post']!.entry,
  })
  const returned = (noted: Record<string, Row>): Row => {
    const { entry, applied, opened, counters } = noted['ledger.post'] as {
      entry: number
      applied: number[]
      opened: number[]
      counters: { id: number; by: string }[]
    }
    const [counter] = counters
    return {
      rows: noted['stock.move']!.rows,
      shares: shares(noted['sources.carry']!),
      orders: traced(noted['sources.serve']!).flatMap(({ deltas }) =>
        deltas.map(({ id, by }) => ({ id, qty: String(Math.round(Number(by) * 1_000_000)) })),
      ),
      applied,
      bill: counter ? { id: counter.id, amount: String(Math.round(Number(counter.by) * 100)) } : null,
      credit: opened[0] ?? null,
      entry,
    }
  }
  const back = (more: Row, source: Row, module: string, qty: number) =>
    host.ok('POST', 'goods_return', {
      ...head(),
      location_id: m.wh,
      return_reason: 'Excess',
      items: [fromLine(source, module, { qty })],
      ...more,
    })
  await step('goods_return', () => back({ goods_receipt_id: gr.id }, gr, 'goods_receipt', 1), 'purchase.return', returned)
  const first = await step('bill', () => bill([fromLine(gr, 'goods_receipt', { qty: 5, unit_price: 10.37 })]), 'purchase.bill', billed)
  await step(
    'bill',
    () =>
      bill([{ description: 'Freight', qty: 1, unit_price: 11.2 }], {
        bill_type: 'landed',
        landed_receipt_ids: [gr.id],
        supplier_id: m.link,
      }),
    'purchase.bill',
    billed,
  )
  const paid = await host.ok('GET', `bill/${String(first.id)}`)
  const voucher = {
    transaction_date: DAY,
    branch_id: m.branch,
    supplier_id: m.orion,
    payee: 'Orion',
    payment_method_id: m.check,
    bank_account_id: m.bank,
    check_no: 'F1',
    check_date: DAY,
    items: [{ bill_id: first.id, amount: Number(paid.balance) - 1 }],
  }
  await step(
    'check_voucher',
    () => host.ok('POST', 'check_voucher', voucher),
    'payables.pay',
    (noted) => ({ applied: noted['ledger.post']!.applied, entry: noted['ledger.post']!.entry }),
  )
  await step('goods_return', () => back({ bill_id: first.id }, paid, 'bill', 2), 'purchase.return', returned)
  // The order counts the returned quantity, also with a bill in between.
  expect((await host.ok('GET', `purchase_order/${String(order.id)}`)).items).toMatchObject([{ qty_received: 9, qty_returned: 3 }])
  for (const [module, record, effect, entry] of steps.toReversed()) {
    await asFormerly(module, record, effect, entry)
    expect([module, await undo(module, record)]).toEqual([module, 'done'])
    expect([module, await books()]).toEqual([module, before.pop()])
  }
  expect([await undo('goods_receipt', gr), await undo('purchase_order', order)]).toEqual(['done', 'done'])
  expect(await books()).toEqual(empty)
})
