/**
 * Invariants of sales, collections and goods in transit for any user actions: random histories of orders, deliveries, invoices,
 * returns, rounds, receipts, deposits, checks that bounce, transfers, counts and undoing. The ledgers must agree after every
 * step, and undoing all of it leaves nothing.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEARING, DRIFTS, findings, REGISTER_TOTALS, REGISTERS, SOUND } from './control-accounts.ts'
import { type Command, commandOf, type History, type Masters, MOVES, TIME, undoOne } from './sales-history.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Masters
beforeAll(async () => {
  host = await openHost('RANDOM')
  host.settings.backdate_days = 30
  m = await salesMasters(host)
  host.clock.advanceTo('2026-01-20')
})
afterAll(() => host.close())

/** The frequent ones more than once. */
const KINDS = [
  ...Object.keys(MOVES),
  ...['find', 'find', 'deliver', 'bill', 'bill', 'sell', 'back', 'pay', 'pay', 'deposit', 'clear', 'bounce', 'bounce', 'count', 'undo'],
]

/** What holds of the documents of sales. */
const SALES: Readonly<Record<string, string>> = {
  'transit holds something else than what is on its way': `SELECT 1 WHERE
    (SELECT coalesce(sum(l.debit - l.credit), 0) FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.code = '1215') <>
    (SELECT coalesce(sum(l.cost_value - l.cost_carried), 0) FROM {s}.inventory_transfer__items l JOIN {s}.inventory_transfer r ON r.id = l.parent_id
     WHERE r.status = 'posted' AND r.is_direct IS NOT TRUE)`,
  'returned whole, cost left': `SELECT l.id FROM {s}.invoice__items l JOIN {s}.invoice r ON r.id = l.parent_id
    WHERE r.status = 'posted' AND l.qty = l.qty_returned AND l.cost_value <> l.cost_carried`,
  'a customer’s balance is wrong': `SELECT c.id FROM {s}.customer c WHERE coalesce(c.balance, 0) <>
    (SELECT coalesce(sum(balance), 0) FROM {s}.open_item o WHERE o.kind = 'receivable' AND o.party_id = c.id)`,
  'an invoice’s balance differs from its open item': `SELECT i.id FROM {s}.invoice i JOIN {s}.open_item o ON o.source_module = 'invoice' AND o.source_id = i.id
    WHERE i.status = 'posted' AND i.balance <> o.balance`,
  'an order’s counter differs from its deliveries': `SELECT l.id FROM {s}.sales_order__items l WHERE l.qty_delivered > l.qty OR l.qty_delivered <>
    (SELECT coalesce(sum(x.qty), 0) FROM {s}.delivery_receipt__items x JOIN {s}.delivery_receipt r ON r.id = x.parent_id AND r.status IN ('posted', 'delivered')
     WHERE x.source_module = 'sales_order' AND x.source_line_id = l.id)`,
  'a delivery’s counter differs from its invoices': `SELECT l.id FROM {s}.delivery_receipt__items l WHERE l.qty_invoiced + l.qty_returned > l.qty OR l.qty_invoiced <>
    (SELECT coalesce(sum(x.qty), 0) FROM {s}.invoice__items x JOIN {s}.invoice r ON r.id = x.parent_id AND r.status = 'posted'
     WHERE x.source_module = 'delivery_receipt' AND x.source_line_id = l.id)`,
  'more is receipted than was collected': `SELECT id FROM {s}.daily_collection__items WHERE amount_receipted NOT BETWEEN 0 AND amount + withholding OR tender_receipted NOT BETWEEN 0 AND amount`,
  'a round’s counter differs from its receipts': `SELECT 1 WHERE (SELECT coalesce(sum(tender_receipted), 0) FROM {s}.daily_collection__items) <>
    (SELECT coalesce(sum(t.amount), 0) FROM {s}.cash_receipt__tenders t JOIN {s}.cash_receipt r ON r.id = t.parent_id AND r.status = 'posted' WHERE t.source_module = 'daily_collection')`,
  'serial numbers have a gap': `SELECT 1 FROM {s}.cash_receipt HAVING count(bir_serial_no) <> coalesce(max(right(bir_serial_no, 9)::int), 0)`,
}
const STATEMENT = findings({ ...SOUND, ...DRIFTS, ...REGISTERS, ...CLEARING, ...SALES })
/** Where months are locked and a void is dated on its own day. */
const WITH_LOCKS = findings({ ...SOUND, ...DRIFTS, ...REGISTER_TOTALS, ...CLEARING, ...SALES })

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
async function ledgerOf(condition: string, day: string, from = '2000-01-01'): Promise<number> {
  const [row] = await host.query(
    `SELECT coalesce(sum(l.debit - l.credit), 0) AS net FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE ${condition} AND e.transaction_date BETWEEN $1 AND $2`,
    [from, day],
  )
  return cents(row!.net)
}
const VAT = "a.role IN ('output_vat', 'input_vat_goods', 'input_vat_services', 'input_vat_capital')"

/** The number of what was posted last: without another, nothing is done. */
const posting = async () => String((await host.query('SELECT last_value FROM {s}.posting_seq'))[0]!.last_value)

/** Ledgers agree; the VAT paper, which is made of documents, is what the ledger has. */
async function requireSound(step: unknown, statement = STATEMENT): Promise<void> {
  const wrong = await host.query(statement)
  expect([step, wrong]).toEqual([step, []])
  const today = host.clock.today('Asia/Manila')
  const { data } = await host.report(`bir_2550q/paginate?date_from=2026-01-01&date_to=${today}`)
  expect([step, cents(data.find(({ line }) => line === '61')?.tax)]).toEqual([step, 0 - (await ledgerOf(VAT, today))])
}

/** Statements of any day agree with each other and with the ledger, summed independently of the reports. */
async function requireStatements(): Promise<void> {
  const figures = async (path: string, ...titles: string[]) => {
    const { data } = await host.report(path)
    return titles.map((title) => cents(data.find((row) => row.title === title)?.c1))
  }
  for (const day of ['2026-01-10', '2026-01-14', '2026-01-20']) {
    const { data: vat } = await host.report(`bir_2550q/paginate?date_from=2026-01-01&date_to=${day}`)
    expect([day, cents(vat.find(({ line }) => line === '61')?.tax)]).toEqual([day, 0 - (await ledgerOf(VAT, day))])
    const { totals } = await host.report(`sales_relief/paginate?date_from=2026-01-01&date_to=${day}`)
    expect([day, cents(totals.tax)]).toEqual([day, 0 - (await ledgerOf("a.role = 'output_vat'", day))])
    const aging = await host.report(`aging_receivable/paginate?as_of=${day}&limit=all`)
    expect([day, cents(aging.totals.balance)]).toEqual([day, await ledgerOf("a.code IN ('1110', '2030')", day)])
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

const first: Omit<Command, 'kind'> = { pick: 1, line: 1, qty: 4, cents: 11_205, back: 9 }

test('ledgers agree after every step of a history, and voiding everything leaves nothing', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(commandOf(KINDS), { minLength: 25, maxLength: 45 }), async (commands) => {
      const h: History = { host, m, docs: [] }
      for (const line of [0, 1]) await MOVES.find!(h, { ...first, kind: 'find', line, qty: 17, cents: 7001 + 333 * line, back: 10 })
      for (const kind of ['send', 'deliver', 'order', 'sell', 'sell']) await MOVES[kind]!(h, { ...first, kind })
      for (const kind of ['pay', 'deposit']) await MOVES[kind]!(h, { ...first, kind, line: 0 })
      for (const command of commands) {
        const before = await posting()
        await MOVES[command.kind]!(h, command)
        if ((await posting()) !== before) await requireSound(command)
      }
      for (const { module, undo } of h.docs) seen.add(undo === 'void' ? module : undo)
      await requireStatements()
      // Newest first; what came in and left again can go once what left is back, where a void in between took the goods before.
      for (let round = 0; round < 3; round++)
        for (const doc of h.docs.toReversed()) {
          await undoOne(h, doc)
          await requireSound([doc.module, doc.undo, doc.record, doc.live])
        }
      expect(h.docs.filter((doc) => doc.live).map(({ module, undo }) => `${module} ${undo}`)).toEqual([])
      await requireSound('all undone')
      expect(await host.query('SELECT item_id, qty, value FROM {s}.stock_bucket WHERE qty <> 0 OR value <> 0')).toEqual([])
      expect(await host.query('SELECT id FROM {s}.open_item WHERE balance <> 0')).toEqual([])
    }),
    { numRuns: 3, seed: 20260121, endOnFailure: true },
  )
  // Enough was done for the rest to mean something.
  expect([...seen].sort()).toEqual([
    'bank_deposit',
    'cash_receipt',
    'daily_collection',
    'delivery_receipt',
    'inventory_adjustment',
    'inventory_receiving',
    'inventory_transfer',
    'invoice',
    'physical_count',
    'reopen',
    'sales_order',
    'sales_return',
    'undo_bounce',
    'undo_clear',
    'undo_return',
  ])
}, 300_000)

/** What is posted in each locked month, of the documents that its lock is for. */
async function lockedMonths(): Promise<Map<string, string>> {
  const group = `CASE WHEN e.source_module IN ('invoice', 'sales_return', 'cash_receipt', 'bank_deposit', 'check_register') THEN 'sales'
    WHEN e.source_module = 'year_end_closing' THEN 'general_ledger' ELSE 'inventory' END`
  const rows = await host.query<{ name: string; posted: string }>(`SELECT p.period || ' ' || p.module_group AS name,
    (SELECT count(*) || ' ' || coalesce(sum(l.debit * l.account_id), 0) FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
     WHERE e.period = p.period AND p.module_group IN (${group}, 'general_ledger')) AS posted FROM {s}.fiscal_period p WHERE p.status = 'locked'`)
  return new Map(rows.map(({ name, posted }) => [name, posted]))
}

/** Reports of the last day of the months whose ledger is locked. */
async function reportsOf(months: ReadonlyMap<string, unknown>): Promise<Map<string, unknown>> {
  const ledgers = [...months.keys()].filter((name) => name.endsWith('general_ledger')).map((name) => name.slice(0, 7))
  const reports = ['trial_balance', 'inventory_balance', 'aging_receivable', 'balance_sheet']
  const asked = ledgers.flatMap((month) => reports.map((report) => `${report}/paginate?as_of=${month}-28&limit=all`))
  return new Map(await Promise.all(asked.map(async (path) => [path, (await host.report(path)).data] as const)))
}

test('a locked month accepts nothing and its reports never change, whatever is entered, back-dated or undone later', async () => {
  const kinds = [...KINDS, ...Object.keys(TIME), 'day', 'day', 'lock', 'undo', 'undo']
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(commandOf(kinds), { minLength: 30, maxLength: 40 }), async (commands) => {
      const h: History = { host, m, docs: [] }
      for (const kind of ['find', 'order', 'sell', 'deliver', 'pay', 'deposit']) await MOVES[kind]!(h, { ...first, kind })
      for (const kind of ['day', 'day', 'day', 'closeYear']) await TIME[kind]!(h, { ...first, kind, line: 0 })
      let reports = new Map<string, unknown>()
      for (const command of commands) {
        const before = await lockedMonths()
        const last = await posting()
        await (MOVES[command.kind] ?? TIME[command.kind])!(h, command)
        if ((await posting()) !== last) await requireSound(command, WITH_LOCKS)
        const after = await lockedMonths()
        for (const [month, was] of before)
          if (after.has(month)) expect([command, month, after.get(month)]).toEqual([command, month, was])
          else reports = new Map()
        if (after.size > before.size) reports = await reportsOf(after)
      }
      for (const { module, undo } of h.docs) seen.add(undo === 'void' ? module : undo)
      for (const [path, data] of reports) expect([path, (await host.report(path)).data]).toEqual([path, data])
    }),
    { numRuns: 2, seed: 20260122, endOnFailure: true },
  )
  expect([...seen]).toContain('year_end_closing')
}, 300_000)
