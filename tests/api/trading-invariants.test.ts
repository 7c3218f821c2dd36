/**
 * Invariants for any user actions: random histories of orders, receipts, bills, returns, payments and voids, some back-dated,
 * some refused. After each step the ledgers must still agree.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { addDays } from '../../src/kernel/dates.ts'
import { CLEARING, DRIFTS, findings, REGISTERS, SOUND } from './control-accounts.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>
beforeAll(async () => {
  host = await openHost('INVAR')
  host.settings.bill_price_block_percent = 1000
  host.settings.backdate_days = 30
  m = await tradingMasters(host)
  host.clock.advanceTo('2026-01-20')
})
afterAll(() => host.close())

const reason = { void_reason: 'random history' }
let serial = 0
interface Doc {
  module: string
  record: Row
  live: boolean
  /** The action that undoes it. */
  undo?: string
}

/** Creates and posts; refusals of either are part of the game and answer undefined. Anything else fails. */
async function posted(docs: Doc[], module: string, body: Row): Promise<void> {
  const made = await host.harness.call('POST', module, body)
  if (made.status >= 500) throw new Error(`POST ${module}: ${made.body.message}`)
  if (made.status !== 200) return
  const before = await fingerprint()
  const answer = await host.harness.call('POST', `${module}/${String((made.body.data as Row).id)}/post`, {})
  if (answer.status >= 500) throw new Error(`post of ${module}: ${answer.body.message}`)
  if (answer.status === 200) docs.push({ module, record: answer.body.data, live: true })
  else expect([module, answer.body.rule, await fingerprint()]).toEqual([module, answer.body.rule, before])
}

/** Everything that a posting writes, in one number each: a refusal must not change any of it. */
const fingerprint = async (): Promise<Row> =>
  (
    await host.query(`SELECT
  (SELECT count(*) || '/' || coalesce(sum(value_after), 0) FROM {s}.inventory_movement) AS stock,
  (SELECT string_agg(item_id || ':' || location_id || ':' || qty || ':' || value, ',' ORDER BY item_id, location_id) FROM {s}.stock_bucket) AS buckets,
  (SELECT count(*) || '/' || coalesce(sum(debit), 0) FROM {s}.accounting_entry__lines) AS ledger,
  (SELECT count(*) || '/' || coalesce(sum(balance), 0) FROM {s}.open_item) AS items, (SELECT count(*) FROM {s}.open_item_application) AS applied,
  (SELECT coalesce(sum(qty_billed), 0) || '/' || coalesce(sum(qty_returned), 0) || '/' || coalesce(sum(grni_cleared), 0) FROM {s}.goods_receipt__items) AS receipts,
  (SELECT coalesce(sum(balance), 0) FROM {s}.supplier) AS suppliers`)
  )[0]!

type Command = {
  kind: (typeof KINDS)[number]
  pick: number
  qty: number
  price: number
  day: number
  item: number
}
/** The frequent ones more than once. */
const KINDS = [
  ...(['receive', 'receive', 'bill', 'bill', 'freight', 'returnUnbilled', 'returnBilled', 'pay', 'pay'] as const),
  ...(['order', 'receiveOrder', 'close', 'amend', 'void', 'void'] as const),
]
const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(50),
  qty: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  day: fc.integer({ min: 10, max: 20 }),
  item: fc.nat(2),
})

async function play(docs: Doc[], c: Command): Promise<void> {
  const liveOf = (module: string) => docs.filter((doc) => doc.module === module && doc.live && !doc.undo)
  const chosen = (module: string) => liveOf(module)[c.pick % Math.max(liveOf(module).length, 1)]?.record
  const head = { transaction_date: `2026-01-${c.day}`, branch_id: m.branch, supplier_id: m.orion, tax_type_id: m.inclusive }
  const line = (source: Row, module: string, more: Row): Row => {
    const row = (source.items as Row[])[0]!
    return { item_id: row.item_id, uom_id: row.uom_id, unit_price: row.unit_price, source_module: module, source_line_id: row.id, ...more }
  }
  serial += 1
  if (c.kind === 'receive') {
    const item = [m.a, m.b, m.c][c.item]!
    return posted(docs, 'goods_receipt', {
      ...head,
      location_id: m.wh,
      supplier_dr_no: `D${serial}`,
      items: [{ item_id: item, uom_id: c.item === 2 ? m.sack : m.pc, qty: c.qty * 3, unit_price: c.price / 100 }],
      ...(c.pick % 3 === 0 ? { charges: [{ charge_type: 'freight', amount: c.price / 1000 + 0.01 }] } : {}),
    })
  }
  const receipt = chosen('goods_receipt')
  const bill = chosen('bill')
  if (c.kind === 'bill' && receipt) {
    return posted(docs, 'bill', {
      ...head,
      bill_type: 'goods',
      goods_receipt_ids: [receipt.id],
      supplier_invoice_no: `I${serial}`,
      bill_date: head.transaction_date,
      payment_term_id: m.term30,
      items: [line(receipt, 'goods_receipt', { qty: c.qty, ...(c.pick % 2 ? { unit_price: c.price / 100 } : {}) })],
    })
  }
  if (c.kind === 'returnUnbilled' && receipt) {
    return posted(docs, 'goods_return', {
      ...head,
      goods_receipt_id: receipt.id,
      location_id: m.wh,
      return_reason: 'Excess',
      items: [line(receipt, 'goods_receipt', { qty: c.qty })],
    })
  }
  if (c.kind === 'returnBilled' && bill) {
    return posted(docs, 'goods_return', {
      ...head,
      bill_id: bill.id,
      location_id: m.wh,
      return_reason: 'Defective',
      items: [line(bill, 'bill', { qty: c.qty })],
    })
  }
  if (c.kind === 'pay' && bill) {
    return posted(docs, 'check_voucher', {
      transaction_date: head.transaction_date,
      branch_id: m.branch,
      supplier_id: m.orion,
      payee: 'Orion',
      payment_method_id: m.check,
      bank_account_id: m.bank,
      check_no: `C${serial}`,
      // Some are post-dated.
      check_date: c.pick % 3 ? head.transaction_date : addDays(head.transaction_date, 1),
      items: [{ bill_id: bill.id, amount: c.price / 100 }],
    })
  }
  if (c.kind === 'freight' && receipt) {
    return posted(docs, 'bill', {
      ...head,
      bill_type: 'landed',
      landed_receipt_ids: [receipt.id],
      supplier_invoice_no: `F${serial}`,
      bill_date: head.transaction_date,
      payment_term_id: m.term30,
      items: [{ description: 'Freight', qty: 1, unit_price: c.price / 1000 + 0.01 }],
    })
  }
  const order = chosen('purchase_order')
  if (c.kind === 'order') {
    return posted(docs, 'purchase_order', {
      ...head,
      location_id: m.wh,
      expected_date: '2026-01-20',
      payment_term_id: m.term30,
      items: [{ item_id: m.a, uom_id: m.pc, qty: c.qty * 3, unit_price: c.price / 100 }],
    })
  }
  if (c.kind === 'receiveOrder' && order) {
    return posted(docs, 'goods_receipt', {
      ...head,
      location_id: m.wh,
      supplier_dr_no: `D${serial}`,
      purchase_order_ids: [order.id],
      items: [line(order, 'purchase_order', { qty: c.qty })],
    })
  }
  if (c.kind === 'amend' && order) {
    const { body } = await host.harness.call('GET', `purchase_order/defaults?source=purchase_order&ids=${String(order.id)}`)
    const { transaction_no, ...draft } = (body.data ?? {}) as Row
    return posted(docs, 'purchase_order', { ...draft, transaction_date: '2026-01-20' })
  }
  if (c.kind === 'close' && order) {
    const path = `purchase_order/${String(order.id)}`
    const { status } = await host.ok('GET', path)
    if (status === 'posted' && (await host.refused(`${path}/close`, { closed_reason: 'random history' })) === 'done')
      docs.push({ module: 'purchase_order', record: order, live: true, undo: 'reopen' })
  }
  if (c.kind === 'void' && docs.length) await voidOne(docs[c.pick % docs.length]!)
}

async function voidOne(doc: Doc): Promise<string> {
  if (!doc.live) return 'gone'
  const before = await fingerprint()
  const result = await host.refused(`${doc.module}/${String(doc.record.id)}/${doc.undo ?? 'void'}`, doc.undo ? {} : reason)
  if (result === 'done') doc.live = false
  else expect([result, await fingerprint()]).toEqual([result, before])
  return result
}

/** What holds of the documents of purchases. */
const PURCHASES: Readonly<Record<string, string>> = {
  'a supplier’s balance is wrong': `SELECT s.id FROM {s}.supplier s WHERE coalesce(s.balance, 0) <> (SELECT coalesce(sum(balance), 0) FROM {s}.open_item o WHERE o.party_id = s.id)`,
  'a bill’s balance differs from its open item': `SELECT b.id FROM {s}.bill b JOIN {s}.open_item o ON o.source_module = 'bill' AND o.source_id = b.id WHERE b.status = 'posted' AND b.balance <> o.balance`,
  'a counter differs from its documents': `SELECT l.id FROM {s}.goods_receipt__items l WHERE
      l.qty_billed <> (SELECT coalesce(sum(x.qty), 0) FROM {s}.bill__items x JOIN {s}.bill b ON b.id = x.parent_id AND b.status = 'posted' WHERE x.source_module = 'goods_receipt' AND x.source_line_id = l.id)
   OR l.qty_returned <> (SELECT coalesce(sum(x.qty), 0) FROM {s}.goods_return__items x JOIN {s}.goods_return b ON b.id = x.parent_id AND b.status = 'posted' WHERE x.source_module = 'goods_receipt' AND x.source_line_id = l.id)
   OR l.qty_billed + l.qty_returned > l.qty OR (l.qty_billed + l.qty_returned = l.qty AND l.grni_cleared <> l.net)`,
  'an order’s counter differs from its receipts': `SELECT l.id FROM {s}.purchase_order__items l WHERE l.qty_received > l.qty OR l.qty_received <>
    (SELECT coalesce(sum(x.qty), 0) FROM {s}.goods_receipt__items x JOIN {s}.goods_receipt r ON r.id = x.parent_id AND r.status = 'posted'
     WHERE x.source_module = 'purchase_order' AND x.source_line_id = l.id)`,
}
const STATEMENT = findings({ ...SOUND, ...DRIFTS, ...REGISTERS, ...CLEARING, ...PURCHASES })
async function requireSound(step: unknown = 'at the end'): Promise<void> {
  expect([step, await host.query(STATEMENT)]).toEqual([step, []])
}

test('ledgers agree after every step of a history, and voiding everything leaves nothing', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 18, maxLength: 30 }), async (commands) => {
      const docs: Doc[] = []
      const begun = (['receive', 'order', 'bill', 'receive'] as const).map((kind) => ({
        kind,
        pick: 0,
        qty: 9,
        price: 11_205,
        day: 10,
        item: 0,
      }))
      for (const entry of [...begun, ...commands]) {
        await play(docs, entry)
        await requireSound(entry)
      }
      for (const { module, undo } of docs) seen.add(undo ?? module)
      for (const doc of docs.reverse()) expect([doc.module, await voidOne(doc)]).toEqual([doc.module, expect.stringMatching(/done|gone/)])
      await requireSound()
      expect(await host.query('SELECT item_id, qty, value FROM {s}.stock_bucket WHERE qty <> 0 OR value <> 0')).toEqual([])
      expect(await host.query('SELECT id FROM {s}.open_item WHERE balance <> 0')).toEqual([])
    }),
    { numRuns: 4, seed: 20260120, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual(['bill', 'check_voucher', 'goods_receipt', 'goods_return', 'purchase_order', 'reopen'])
}, 300_000)

test('of two users who want the last unit, one gets it', async () => {
  const date = { transaction_date: '2026-01-20', branch_id: m.branch }
  const store = (await host.ok('POST', 'inventory_location', { code: 'ST', name: 'Store', branch_id: m.branch, type: 'Store' })).id
  const opening = await host.ok('POST', 'beginning_inventory', {
    ...date,
    location_id: store,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_cost: 100 }],
  })
  await host.ok('POST', `beginning_inventory/${String(opening.id)}/post`, {})
  const returns: number[] = []
  for (const no of ['X1', 'X2']) {
    const made = await host.ok('POST', 'goods_receipt', {
      ...date,
      supplier_id: m.orion,
      tax_type_id: m.inclusive,
      location_id: m.wh,
      supplier_dr_no: no,
      items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 112 }],
    })
    const receipt = await host.ok('POST', `goods_receipt/${String(made.id)}/post`, {})
    const row = (receipt.items as Row[])[0]!
    returns.push(
      (
        await host.ok('POST', 'goods_return', {
          ...date,
          supplier_id: m.orion,
          tax_type_id: m.inclusive,
          goods_receipt_id: receipt.id,
          location_id: store,
          return_reason: 'Other',
          items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 112, source_module: 'goods_receipt', source_line_id: row.id }],
        })
      ).id as number,
    )
  }
  const results = await Promise.all(returns.map((id) => host.refused(`goods_return/${id}/post`)))
  expect(results.sort()).toEqual(['E_INSUFFICIENT_STOCK', 'done'])
  await requireSound()
})

test('a double click posts once, and two payments cannot pay one bill twice', async () => {
  const date = { transaction_date: '2026-01-20', branch_id: m.branch }
  const rent = await host.idOf('chart_of_account', '6060')
  const bill = await host.ok('POST', 'bill', {
    ...date,
    supplier_id: m.orion,
    bill_type: 'service',
    supplier_invoice_no: 'RENT',
    bill_date: '2026-01-20',
    payment_term_id: m.term30,
    tax_type_id: m.inclusive,
    items: [{ description: 'Rent', qty: 1, unit_price: 1120, account_id: rent }],
  })
  const clicks = await Promise.all([1, 2, 3].map(() => host.refused(`bill/${String(bill.id)}/post`)))
  expect(clicks).toContain('done')
  expect(await host.query("SELECT count(*) AS n FROM {s}.open_item WHERE source_module = 'bill' AND source_id = $1", [bill.id])).toEqual([
    { n: 1 },
  ])
  const vouchers: number[] = []
  for (const check_no of ['R1', 'R2', 'R3']) {
    vouchers.push(
      (
        await host.ok('POST', 'check_voucher', {
          ...date,
          supplier_id: m.orion,
          payee: 'Orion',
          payment_method_id: m.check,
          bank_account_id: m.bank,
          check_no,
          check_date: '2026-01-20',
          items: [{ bill_id: bill.id, amount: 700 }],
        })
      ).id as number,
    )
  }
  const paid = await Promise.all(vouchers.map((id) => host.refused(`check_voucher/${id}/post`)))
  expect(paid.sort()).toEqual(['E_OVER_PAY', 'E_OVER_PAY', 'done'])
  await requireSound()
})

test('a manual journal entry must balance, and cannot use accounts that documents post to', async () => {
  const accounts = await host.query<{ id: number; role: string; is_control: boolean }>(
    'SELECT id, role, is_control FROM {s}.chart_of_account ORDER BY id',
  )
  const control = accounts.find((account) => account.is_control)!.id
  const [cash, expense] = accounts.filter((account) => !account.is_control).map((account) => account.id)
  const answer = async (...lines: [number | undefined, number, number][]) => {
    const { status, body } = await host.harness.call('POST', 'accounting_entry', {
      transaction_date: '2026-01-20',
      branch_id: 1,
      remarks: 'By hand',
      lines: lines.map(([account_id, debit, credit]) => ({ account_id, debit, credit })),
    })
    if (status !== 200) return Object.keys(body.errors ?? {})
    return (await host.harness.call('POST', `accounting_entry/${String((body.data as Row).id)}/post`, {})).body.rule
  }
  expect(await answer([cash, 100, 0], [expense, 0, 99.99])).toEqual(['total_credit'])
  expect(await answer([control, 100, 0], [expense, 0, 100])).toBe('E_ACCOUNT')
  expect(await answer([cash, 100, 0], [expense, 0, 100])).toBeUndefined()
})
