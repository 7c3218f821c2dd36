/** A company that was run elsewhere begins here: what was open there is brought forward. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { journalOf } from './gold.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('LIVE')
  m = await salesMasters(host)
})
afterAll(() => host.close())

const draft = async (module: string, values: Row): Promise<string> =>
  `${module}/${String((await host.ok('POST', module, { branch_id: m.branch, ...values })).id)}`
const posted = async (module: string, values: Row): Promise<Row> => ({
  ...(await host.ok('POST', `${await draft(module, values)}/post`, {})),
  module,
})

test('opening balances are posted on their own dates, neither as sale nor purchase, for the amount still owed', async () => {
  const owed = { transaction_date: '2025-08-10', payment_term_id: m.term30, tax_type_id: m.inclusive }
  const { id: seller_id } = await host.ok('POST', 'seller', { code: 'S1', name: 'Lim', commission_rate: 5 })
  const sale = {
    ...owed,
    customer_id: m.acme,
    seller_id,
    location_id: m.wh,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 1, unit_price: 1120 }],
  }
  expect(await host.refused(`${await draft('invoice', { ...sale, invoice_type: 'charge' })}/post`)).toBe('E_BACKDATE')
  const invoice = await posted('invoice', { ...sale, invoice_type: 'opening', reference_no: 'OLD-1001' })
  // The customer has an invoice of the earlier series.
  expect([invoice.bir_serial_no, invoice.commission_amount]).toEqual([null, 0])
  // Tax is withheld of this supplier's bills; what was withheld before is no longer owed.
  const [account_id] = await host.accounts('6060')
  const line = { description: 'Balance', qty: 1, unit_price: 1120, account_id }
  const bill = { ...owed, supplier_id: m.link, supplier_invoice_no: 'OLD-7', bill_date: '2025-08-10', items: [line] }
  expect(await host.refused(`${await draft('bill', { ...bill, bill_type: 'service' })}/post`)).toBe('E_BACKDATE')
  const due = await posted('bill', { ...bill, bill_type: 'opening' })
  expect([due.withholding_amount, due.net_payable, due.balance]).toEqual([0, 1120, 1120])
  const advance = { transaction_date: '2025-08-10', customer_id: m.acme, items: [] }
  const tender = { kind: 'opening', amount: 300 }
  const mixed = await draft('cash_receipt', { ...advance, tenders: [tender, { kind: 'cash', amount: 1 }] })
  expect(await host.refused(`${mixed}/post`)).toBe('E_OPENING')
  const receipt = await posted('cash_receipt', { ...advance, tenders: [tender] })
  expect([receipt.bir_serial_no, receipt.progress, receipt.unapplied_amount]).toEqual([null, 'advance_open', 300])
  const statement = await host.report(`statement_of_account?customer_id=${m.acme}&date_from=2025-08-01&date_to=2025-08-31`)
  expect(statement.data.map((row) => [row.reference_no, row.debit, row.credit])).toEqual([
    [null, 0, 0],
    ['OLD-1001', 1120, 0],
    [null, 0, 300],
  ])
  const use = { kind: 'offset', amount: 100, advance_id: receipt.id }
  const used = await posted('cash_receipt', {
    customer_id: m.acme,
    items: [{ invoice_id: invoice.id, amount: 130 }],
    tenders: [use, { kind: 'cash', amount: 30 }],
  })
  expect([receipt.amount_collected, used.amount_received, used.amount_collected]).toEqual([0, 130, 30])
  const goods = [{ item_id: m.c, uom_id: m.sack, qty: 3, unit_cost: 20 }]
  const stock = await posted('beginning_inventory', { transaction_date: '2025-08-10', location_id: m.wh, items: goods })
  expect(await Promise.all([invoice, due, receipt, stock].map((record) => journalOf(host, String(record.module), record.id)))).toEqual([
    { '1110': '1120.00', '3040': '-1120.00' },
    { '2010': '-1120.00', '3040': '1120.00' },
    { '2030': '-300.00', '3040': '300.00' },
    { '1210': '60.00', '3040': '-60.00' },
  ])
  for (const book of ['sales_journal', 'purchase_journal', 'cash_receipts_journal'])
    expect((await host.report(`${book}?date_from=2025-08-01&date_to=2025-08-31`)).data).toEqual([])
  const [item] = await host.query(
    "SELECT balance::float8, due_date::text FROM {s}.open_item WHERE source_module = 'bill' AND source_id = $1",
    [due.id],
  )
  expect(item).toEqual({ balance: 1120, due_date: '2025-09-09' })
})
