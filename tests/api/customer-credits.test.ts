/** What is owed to customers and what they do not pay: refunds, returned checks whose advance was used, and uncollectible receivables. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { DRIFTS, findings } from './control-accounts.ts'
import { journalOf } from './gold.ts'
import { documents, type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
const today = '2026-01-02'
beforeAll(async () => {
  host = await openHost('CREDITS')
  m = await salesMasters(host)
  await posted('beginning_inventory', { location_id: m.wh, items: [{ item_id: m.b, uom_id: m.pc, qty: 100, unit_cost: 10 }] })
})
afterAll(async () => {
  // Whatever the tests did: the ledger is the sum of the open items.
  expect(await host.query(findings(DRIFTS))).toEqual([])
  await host.close()
})

const { draft, posted } = documents(() => ({ host, head: { transaction_date: today, branch_id: m.branch } }))
const act = (record: Row, action: string, body: Row = {}) => host.refused(`${String(record.module)}/${String(record.id)}/${action}`, body)
const read = (record: Row) => host.ok('GET', `${String(record.module)}/${String(record.id)}`)
const undo = (record: Row) => act(record, 'void', { void_reason: 'made by mistake' })
const line = (qty: number, unit_price: number) => ({ item_id: m.b, uom_id: m.pc, qty, unit_price })
const head = (more: Row = {}): Row => ({ customer_id: m.acme, tax_type_id: m.inclusive, location_id: m.wh, ...more })
const cash = (amount: number, items: Row[] = []) => ({ customer_id: m.acme, tenders: [{ kind: 'cash', amount }], items })
const owed = async (): Promise<unknown> => (await host.ok('GET', `customer/${m.acme}`)).balance

test('customer credits are refunded by a check voucher: an overpayment, and the credit of returned goods that were paid', async () => {
  const sold = await posted('invoice', head({ payment_term_id: m.term15, items: [line(2, 112)] }))
  const paid = await posted('cash_receipt', cash(250, [{ invoice_id: sold.id, amount: 224 }]))
  const [row] = sold.items as Row[]
  const goods = { item_id: m.b, uom_id: m.pc, qty: 1, source_module: 'invoice', source_line_id: row!.id }
  const back = await posted('sales_return', head({ invoice_id: sold.id, return_reason: 'Excess', resolution: 'Credit', items: [goods] }))
  expect([back.credit_amount, back.credit_balance, await owed()]).toEqual([112, 112, -138])

  // Both are offered as sources, with the customer as payee and what is left as the amount.
  const from = (module: string, record: Row) => host.ok('GET', `check_voucher/defaults?source=${module}&ids=${String(record.id)}`)
  const [advance, credit] = [await from('cash_receipt', paid), await from('sales_return', back)]
  expect(advance).toMatchObject({ customer_id: m.acme, refunds: [{ cash_receipt_id: paid.id, amount: 26 }] })
  expect(credit).toMatchObject({ customer_id: m.acme, refunds: [{ sales_return_id: back.id, amount: 112 }] })
  const pay = (check_no: string, refunds: Row[], more: Row = {}) =>
    draft('check_voucher', { customer_id: m.acme, payment_method_id: m.check, bank_account_id: m.bank, check_no, refunds, ...more })
  const refunds = [
    { cash_receipt_id: paid.id, amount: 26 },
    { sales_return_id: back.id, amount: 112 },
  ]
  await expect(pay('1', refunds, { supplier_id: m.orion })).rejects.toThrow('customer_id')
  const voucher = await pay('1', refunds)
  expect(voucher).toMatchObject({ payee: 'Acme Builders', net_amount: 138, withholding_amount: 0 })
  expect(await act(voucher, 'post')).toBe('done')
  expect(await journalOf(host, 'check_voucher', voucher.id)).toEqual({ '1020': '-138.00', '2030': '138.00' })
  expect([await owed(), (await read(paid)).progress, (await read(back)).credit_balance]).toEqual([0, 'advance_closed', 0])
  const report = async (path: string) => (await host.report(path)).data
  expect(await report(`aging_receivable/paginate?as_of=${today}`)).toEqual([])
  const statement = await report(`statement_of_account/paginate?customer_id=${m.acme}&date_from=${today}&date_to=${today}`)
  expect(statement.at(-1)).toMatchObject({ description: 'Check Voucher', debit: 138, running_balance: 0 })
  const taxes = `withholding_transactions/paginate?date_from=${today}&date_to=${today}`
  expect([await report(taxes), await report(`form_2307/paginate?date_from=${today}&date_to=${today}`)]).toEqual([[], []])

  // What was paid back stands until the voucher is void.
  expect([await undo(paid), await undo(back)]).toEqual(['E_HAS_CHILDREN', 'E_HAS_CHILDREN'])
  expect([await undo(voucher), await owed(), (await read(back)).credit_balance]).toEqual(['done', -138, 112])
  expect(await act(await pay('4', [{ sales_return_id: back.id, amount: 112.01 }]), 'post')).toBe('E_OVER_PAY')
  for (const record of [back, paid, sold]) expect(await undo(record)).toBe('done')
})

test('a used advance becomes a receivable when its check bounces', async () => {
  const sold = await posted('invoice', head({ payment_term_id: m.term15, items: [line(1, 100)] }))
  const advance = await posted('cash_receipt', {
    customer_id: m.acme,
    tenders: [{ kind: 'check', amount: 100, check_no: '601', check_date: today }],
    items: [],
  })
  await posted('cash_receipt', {
    customer_id: m.acme,
    tenders: [{ kind: 'offset', amount: 100, advance_id: advance.id }],
    items: [{ invoice_id: sold.id, amount: 100 }],
  })
  const [check] = (await host.report('check_register/paginate?window=all&search=601')).data
  expect(await act({ ...check!, module: 'check_register' }, 'bounce', { returned_on: today, return_reason: 'closed' })).toBe('done')
  expect(await journalOf(host, 'check_register', check!.id)).toEqual({ '1010': '-100.00', '1110': '100.00' })
  const owed = await host.query(
    "SELECT balance::float8 AS balance, transaction_no FROM {s}.open_item WHERE source_module = 'check_register' AND source_id = $1",
    [check!.id],
  )
  expect([owed, (await read(sold)).progress]).toEqual([[{ balance: 100, transaction_no: '601' }], 'paid'])
  // A later receipt collects what is owed for the check, once; while it does, the bounce stands.
  const returned = { ...check!, module: 'check_register' }
  const offered = await host.ok('GET', `cash_receipt/defaults?source=check_register&ids=${String(check!.id)}`)
  expect(offered.items).toMatchObject([{ check_id: check!.id, balance: 100, amount: 100 }])
  const collect = (amount: number) =>
    draft('cash_receipt', {
      customer_id: m.acme,
      tenders: [{ kind: 'cash', amount }],
      items: [{ check_id: check!.id, amount }],
    })
  const part = await collect(30)
  expect([await act(part, 'post'), (await read(returned)).balance]).toEqual(['done', 70])
  expect(await journalOf(host, 'cash_receipt', part.id)).toEqual({ '1010': '30.00', '1110': '-30.00' })
  const over = await collect(70.01)
  expect([await act(over, 'post'), await act(returned, 'undo_return')]).toEqual(['E_OVER_PAY', 'E_HAS_CHILDREN'])
  // The message names the check by its number.
  const no = (await read(returned)).check_no
  const { body: refusal } = await host.harness.call('POST', `cash_receipt/${String(over.id)}/post`, {})
  expect(refusal.message).toBe(`Check ${String(no)}: 70.01 is more than the 70 still open on ${String(no)}.`)
  expect([await undo(part), await act(returned, 'undo_return'), (await read(returned)).amount_owed]).toEqual(['done', 'done', 0])
  // No receipt was issued for the use of the advance alone: nothing was received.
  const used = await host.report(`cash_receipt/paginate?filter[amount_collected]=0&filter[customer_id]=${m.acme}`)
  expect(used.data.map(({ bir_serial_no }) => bir_serial_no)).toEqual(used.data.map(() => null))
})

test('an uncollectible receivable is written off with a reason, and is receivable again when recovered', async () => {
  const sold = await posted('invoice', head({ payment_term_id: m.term15, items: [line(1, 112)] }))
  const draftOf = await host.ok('GET', `receivable_write_off/defaults?source=invoice&ids=${String(sold.id)}`)
  expect(draftOf.items).toMatchObject([{ invoice_id: sold.id, amount: 112 }])
  const writeOff = (method: string, amount: number, reason: string | null = 'Store closed, demand letters came back') =>
    draft('receivable_write_off', { customer_id: m.acme, method, reason, items: [{ invoice_id: sold.id, amount }] })
  await expect(writeOff('direct', 12, null)).rejects.toThrow('reason')
  const expense = await writeOff('direct', 12)
  expect([await act(expense, 'post'), await journalOf(host, 'receivable_write_off', expense.id)]).toEqual([
    'done',
    { '1110': '-12.00', '6190': '12.00' },
  ])
  const allowance = await writeOff('allowance', 100)
  expect([await act(await writeOff('allowance', 100), 'post'), await act(allowance, 'post')]).toEqual(['done', 'E_OVER_PAY'])
  expect(await read(sold)).toMatchObject({ balance: 0, amount_written_off: 112, payment_status: 'Written off' })
  // On paper an invoice is known by its serial number.
  const paper = pdfText((await host.harness.call('POST', `receivable_write_off/${String(expense.id)}/print-form`, {})).raw)
  expect([paper.includes(String(sold.bir_serial_no)), paper.includes(String(sold.transaction_no))]).toEqual([true, false])
  // Its badge and the filters say so; as a settled one it stays stored.
  const reading = async (progress: string) =>
    (await host.report(`invoice/paginate?window=all&filter[progress]=${progress}`)).data.map(({ id }) => id)
  expect([(await reading('written_off')).includes(sold.id), (await reading('paid')).includes(sold.id)]).toEqual([true, false])
  expect(await owed()).toBe(0)
  // A part comes in after all: it is owed again and collected by a receipt. Until that is void, the recovery stands.
  const [gone] = (await host.report('receivable_write_off/paginate?filter[method]=allowance&filter[status]=posted')).data
  const written: Row = { ...gone!, module: 'receivable_write_off' }
  const recover = (recovery_amount: number) => act(written, 'recover', { recovered_on: today, recovery_amount })
  expect([await recover(100.01), await recover(40)]).toEqual(['E_AMOUNT', 'done'])
  expect(await journalOf(host, 'receivable_write_off', written.id)).toEqual({ '1110': '-60.00', '1115': '60.00' })
  expect([(await read(sold)).balance, (await read(written)).amount_recovered]).toEqual([40, 40])
  // On paper the recovery follows under its heading.
  const both = pdfText((await host.harness.call('POST', `receivable_write_off/${String(written.id)}/print-form`, {})).raw)
  const [lost, back] = both.split('Accounting distribution')[1]!.split(/Recovery of a receivable that was written off, \d{4}\/\d\d\/\d\d/)
  expect([lost!.match(/100\.00/g)?.length, back!.match(/40\.00/g)?.length, lost!.includes('40.00')]).toEqual([2, 2, false])
  const paid = await posted('cash_receipt', cash(40, [{ invoice_id: sold.id, amount: 40 }]))
  expect([await act(written, 'undo_recovery'), await undo(written), await undo(sold)]).toEqual(Array(3).fill('E_HAS_CHILDREN'))
  expect([await undo(paid), await act(written, 'undo_recovery'), (await read(sold)).balance]).toEqual(['done', 'done', 0])
  expect([await undo(written), await undo(expense), (await read(sold)).balance]).toEqual(['done', 'done', 112])
  expect([await undo(sold), await owed()]).toEqual(['done', 0])
})
