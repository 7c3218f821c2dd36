/**
 * Invariants of sales and goods in transit for any user actions: random histories of deliveries, invoices, returns, receipts,
 * transfers, counts and voids, some refused. After each the ledgers must agree, and undoing all of it leaves nothing.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesBooks, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('RANDOM')
  host.settings.backdate_days = 30
  m = await salesMasters(host)
  host.clock.advanceTo('2026-01-20')
})
afterAll(() => host.close())

interface Doc {
  module: string
  record: Row
  live: boolean
}
type Command = { kind: string; pick: number; line: number; qty: number; cents: number; day: number }
const KINDS = [
  'find',
  'find',
  'deliver',
  'deliver',
  'bill',
  'bill',
  'sell',
  'back',
  'back',
  'backUnbilled',
  'pay',
  'pay',
  'send',
  'arrive',
  'lose',
  'count',
  'count',
  'void',
  'void',
]
const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(50),
  line: fc.nat(1),
  qty: fc.integer({ min: 1, max: 6 }),
  cents: fc.integer({ min: 1, max: 99_999 }),
  day: fc.integer({ min: 10, max: 20 }),
})

/** Creates and posts; refusals are part of the game, and change nothing. Faults fail. */
async function posted(docs: Doc[], module: string, body: Row): Promise<void> {
  const made = await host.harness.call('POST', module, body)
  if (made.status >= 500) throw new Error(`POST ${module}: ${made.body.message}`)
  if (made.status !== 200) return
  const before = await salesBooks(host)
  const answer = await host.harness.call('POST', `${module}/${String((made.body.data as Row).id)}/post`, {})
  if (answer.status >= 500) throw new Error(`post of ${module}: ${answer.body.message}`)
  if (answer.status === 200) docs.push({ module, record: answer.body.data, live: true })
  else expect([answer.body.rule, await salesBooks(host)]).toEqual([answer.body.rule, before])
}

async function voidOne(doc: Doc): Promise<string> {
  if (!doc.live) return 'gone'
  const result = await host.refused(`${doc.module}/${String(doc.record.id)}/void`, { void_reason: 'random history' })
  if (result === 'done') doc.live = false
  return result
}

async function play(docs: Doc[], c: Command): Promise<void> {
  const chosen = (module: string): Row | undefined => {
    const live = docs.filter((doc) => doc.module === module && doc.live)
    return live[c.pick % Math.max(live.length, 1)]?.record
  }
  const head = { transaction_date: `2026-01-${c.day}`, branch_id: m.branch }
  const sale = { ...head, customer_id: m.acme, tax_type_id: m.inclusive }
  const item = { item_id: c.line ? m.a : m.b, uom_id: m.pc, qty: c.qty }
  const priced = { ...item, unit_price: c.cents / 100 }
  const from = (source: Row, module: string, more: Row = {}): Row => {
    const rows = source.items as Row[]
    const row = rows[c.line % rows.length]!
    return { item_id: row.item_id, uom_id: row.uom_id, qty: c.qty, source_module: module, source_line_id: row.id, ...more }
  }
  const [delivery, invoice, transfer] = [chosen('delivery_receipt'), chosen('invoice'), chosen('inventory_transfer')]
  const price = (source: Row) => ({ unit_price: (source.items as Row[])[c.line % (source.items as Row[]).length]!.unit_price })
  const back = {
    ...sale,
    location_id: c.pick % 2 ? m.wh : m.store,
    return_reason: 'Other',
    resolution: c.pick % 5 ? 'Credit' : c.pick % 2 ? 'Replace' : 'Refund',
  }
  switch (c.kind) {
    case 'find': {
      const body = { ...head, location_id: m.wh, adjustment_type: 'Increase', reason: 'Found' }
      return posted(docs, 'inventory_adjustment', { ...body, items: [{ ...item, qty: c.qty * 3, unit_cost: c.cents / 700 }] })
    }
    case 'deliver':
      return posted(docs, 'delivery_receipt', {
        ...sale,
        delivery_mode: 'pickup',
        location_id: m.wh,
        items: [priced, { ...priced, item_id: m.b, qty: 1 }],
      })
    case 'bill':
      if (!delivery) return
      return posted(docs, 'invoice', {
        ...sale,
        payment_term_id: m.term30,
        delivery_receipt_ids: [delivery.id],
        items: [from(delivery, 'delivery_receipt', price(delivery))],
      })
    case 'sell':
      return posted(docs, 'invoice', { ...sale, payment_term_id: m.term15, location_id: m.wh, items: [priced] })
    case 'back':
      if (!invoice) return
      return posted(docs, 'sales_return', { ...back, invoice_id: invoice.id, items: [from(invoice, 'invoice')] })
    case 'backUnbilled':
      if (!delivery) return
      return posted(docs, 'sales_return', { ...back, delivery_receipt_id: delivery.id, items: [from(delivery, 'delivery_receipt')] })
    case 'pay': {
      const amount = c.cents / 100
      const items = invoice && c.pick % 3 ? [{ invoice_id: invoice.id, amount, withholding: c.pick % 2 ? 0.01 : 0 }] : []
      return posted(docs, 'cash_receipt', {
        ...head,
        customer_id: m.acme,
        tenders: [{ kind: 'cash', amount: amount + (c.pick % 4) }],
        items,
      })
    }
    case 'send': {
      const places = {
        from_location_id: m.wh,
        to_location_id: m.store,
        transit_location_id: m.transit,
        route: c.pick % 4 === 0 ? 'direct' : 'in_transit',
      }
      return posted(docs, 'inventory_transfer', { ...head, ...places, items: [item, { ...item, item_id: m.b }] })
    }
    case 'arrive': {
      if (!transfer) return
      const places = { inventory_transfer_id: transfer.id }
      return posted(docs, 'inventory_receiving', { ...head, ...places, items: [from(transfer, 'inventory_transfer')] })
    }
    case 'lose': {
      if (!transfer) return
      const body = { ...head, location_id: m.transit, inventory_transfer_id: transfer.id, adjustment_type: 'Decrease', reason: 'Loss' }
      return posted(docs, 'inventory_adjustment', { ...body, items: [from(transfer, 'inventory_transfer', { qty: 1 })] })
    }
    case 'count': {
      const body = { ...head, location_id: c.pick % 2 ? m.wh : m.store, scope: 'List', is_blind: false }
      return posted(docs, 'physical_count', { ...body, items: [{ item_id: item.item_id, qty_counted: c.qty }] })
    }
    default:
      if (docs.length) await voidOne(docs[c.pick % docs.length]!)
  }
}

const ledger = (
  code: string,
) => `(SELECT coalesce(sum(l.debit - l.credit), 0) FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
  JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.code = '${code}' AND e.transaction_date <= d.day)`
const DAYS = '(SELECT DISTINCT transaction_date AS day FROM {s}.accounting_entry) d'
const stock = (
  type: string,
) => `(SELECT coalesce(sum(m.value_delta), 0) FROM {s}.inventory_movement m JOIN {s}.inventory_location l ON l.id = m.location_id
  WHERE m.transaction_date <= d.day AND l.type ${type} 'Transit')`
const items = (
  role: string,
) => `((SELECT coalesce(sum(o.amount), 0) FROM {s}.open_item o WHERE o.account_role = '${role}' AND o.date <= d.day)
  - (SELECT coalesce(sum(p.amount), 0) FROM {s}.open_item_application p JOIN {s}.open_item o ON o.id = p.open_item_id WHERE o.account_role = '${role}' AND p.date <= d.day))`

/** Statements that must find nothing. */
const BROKEN: Record<string, string> = {
  'an entry is out of balance': 'SELECT parent_id FROM {s}.accounting_entry__lines GROUP BY 1 HAVING sum(debit) <> sum(credit)',
  'stock and ledger differ on some day': `SELECT d.day FROM ${DAYS} WHERE ${stock('<>')} <> ${ledger('1210')}`,
  'goods in transit and ledger differ on some day': `SELECT d.day FROM ${DAYS} WHERE ${stock('=')} <> ${ledger('1215')}`,
  'receivables and ledger differ on some day': `SELECT d.day FROM ${DAYS} WHERE ${items('accounts_receivable')} <> ${ledger('1110')}`,
  'advances and ledger differ on some day': `SELECT d.day FROM ${DAYS} WHERE ${items('customer_deposits')} <> ${ledger('2030')}`,
  'goods delivered not invoiced and ledger differ': `SELECT 1 FROM (SELECT '2099-12-31'::date AS day) d WHERE ${ledger('1220')} <>
    (SELECT coalesce(sum(l.cost_value - l.cost_carried), 0) FROM {s}.delivery_receipt__items l JOIN {s}.delivery_receipt r ON r.id = l.parent_id WHERE r.status = 'posted')`,
  'transit holds something else than what is on its way': `SELECT 1 FROM (SELECT '2099-12-31'::date AS day) d WHERE ${ledger('1215')} <>
    (SELECT coalesce(sum(l.cost_value - l.cost_carried), 0) FROM {s}.inventory_transfer__items l JOIN {s}.inventory_transfer r ON r.id = l.parent_id
     WHERE r.status = 'posted' AND r.is_direct IS NOT TRUE)`,
  'a part is left of what was taken whole': `SELECT l.id FROM {s}.delivery_receipt__items l JOIN {s}.delivery_receipt r ON r.id = l.parent_id
      WHERE r.status = 'posted' AND l.qty = l.qty_invoiced + l.qty_returned AND l.cost_value <> l.cost_carried
    UNION ALL SELECT l.id FROM {s}.invoice__items l JOIN {s}.invoice r ON r.id = l.parent_id
      WHERE r.status = 'posted' AND l.qty = l.qty_returned AND l.cost_value <> l.cost_carried`,
  'a bucket is negative, or worth something without being there': `SELECT item_id FROM {s}.stock_bucket WHERE qty < 0 OR value < 0 OR (qty = 0 AND value <> 0)`,
  'an open item differs from its applications': `SELECT o.id FROM {s}.open_item o LEFT JOIN {s}.open_item_application a ON a.open_item_id = o.id
    GROUP BY o.id HAVING o.balance <> o.amount - coalesce(sum(a.amount), 0)`,
  'a customer’s balance is wrong': `SELECT c.id FROM {s}.customer c WHERE coalesce(c.balance, 0) <> (SELECT coalesce(sum(balance), 0) FROM {s}.open_item o WHERE o.kind = 'receivable' AND o.party_id = c.id)`,
  'an invoice’s balance differs from its open item': `SELECT i.id FROM {s}.invoice i JOIN {s}.open_item o ON o.source_module = 'invoice' AND o.source_id = i.id
    WHERE i.status = 'posted' AND i.balance <> o.balance`,
}
async function requireSound(): Promise<void> {
  for (const [what, sql] of Object.entries(BROKEN)) expect([what, await host.query(sql)]).toEqual([what, []])
}

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)

/** Statements of any day agree with each other and with the ledger, summed independently of the reports. */
async function requireStatements(): Promise<void> {
  const figures = async (path: string, ...titles: string[]) => {
    const { data } = await host.report(path)
    return titles.map((title) => cents(data.find((row) => row.title === title)?.c1))
  }
  const ledgerOf = async (condition: string, day: string, from = '2000-01-01') => {
    const [row] = await host.query(
      `SELECT coalesce(sum(l.debit - l.credit), 0) AS net FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
       JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE ${condition} AND e.transaction_date BETWEEN $1 AND $2`,
      [from, day],
    )
    return cents(row!.net)
  }
  for (const day of ['2026-01-10', '2026-01-14', '2026-01-20']) {
    // The VAT paper is made of documents, its last line of the ledger.
    const { data: vat } = await host.report(`bir_2550q/paginate?date_from=2026-01-01&date_to=${day}`)
    expect([day, cents(vat.find(({ line }) => line === '61')?.tax)]).toEqual([
      day,
      0 - (await ledgerOf("a.role IN ('output_vat', 'input_vat_goods', 'input_vat_services', 'input_vat_capital')", day)),
    ])
    const { totals } = await host.report(`sales_relief/paginate?date_from=2026-01-01&date_to=${day}`)
    expect([day, cents(totals.tax)]).toEqual([day, 0 - (await ledgerOf("a.role = 'output_vat'", day))])
    const [assets, both, result] = await figures(
      `balance_sheet/paginate?as_of=${day}`,
      'Total assets',
      'Total liabilities and equity',
      'Result of the year, not closed yet',
    )
    expect([day, assets]).toEqual([day, both])
    expect([day, assets]).toEqual([day, await ledgerOf("a.type = 'Asset'", day)])
    // Nothing is paid in or drawn, so the income of the days is the change of equity.
    if (day > '2026-01-13') {
      const [income] = await figures(`income_statement/paginate?date_from=2026-01-13&date_to=${day}`, 'Net income')
      const [before] = await figures('balance_sheet/paginate?as_of=2026-01-12', 'Result of the year, not closed yet')
      expect([day, income]).toEqual([day, result! - before!])
    }
    const [cash] = await figures(`cash_flow/paginate?date_from=2026-01-01&date_to=${day}`, 'Cash at the end')
    expect([day, cash]).toEqual([day, await ledgerOf("a.code IN ('1010', '1011', '1020', '1021')", day)])
  }
}

test('ledgers agree after every history, and nothing is left when all is undone', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 45 }), async (commands) => {
      const docs: Doc[] = []
      for (const [line, cents] of [0, 1].map((line) => [line, 7001 + 333 * line] as const))
        await play(docs, { kind: 'find', pick: 0, line, qty: 17, cents, day: 10 })
      for (const kind of ['send', 'deliver']) await play(docs, { kind, pick: 1, line: 1, qty: 4, cents: 11_205, day: 11 })
      for (const entry of commands) await play(docs, entry)
      for (const { module } of docs) seen.add(module)
      await requireSound()
      await requireStatements()
      // Newest first; what came in and left again can go once what left is back, where a void in between took the goods before.
      for (let round = 0; round < 3; round++) for (const doc of docs.toReversed()) await voidOne(doc)
      expect(docs.filter((doc) => doc.live).map(({ module }) => module)).toEqual([])
      await requireSound()
      expect(await host.query('SELECT item_id, qty, value FROM {s}.stock_bucket WHERE qty <> 0 OR value <> 0')).toEqual([])
      expect(await host.query('SELECT id FROM {s}.open_item WHERE balance <> 0')).toEqual([])
    }),
    { numRuns: 4, seed: 20260121, endOnFailure: true },
  )
  // Enough was posted for the rest to mean something.
  expect([...seen].sort()).toEqual([
    'cash_receipt',
    'delivery_receipt',
    'inventory_adjustment',
    'inventory_receiving',
    'inventory_transfer',
    'invoice',
    'physical_count',
    'sales_return',
  ])
}, 300_000)
