/** What the sales documents refuse, who may go ahead all the same, and what follows from one another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { inputStates } from '../../src/engine/runtime/compute/index.ts'
import type { EvalEnv } from '../../src/engine/runtime/expressions/index.ts'
import { addDays } from '../../src/kernel/dates.ts'
import { journalOf } from './gold.ts'
import { principalOf } from './harness.ts'
import { documents, type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let clerk: Principal
beforeAll(async () => {
  host = await openHost('RULES')
  m = await salesMasters(host)
  const { modules } = host.harness
  const grants = Object.fromEntries([...modules.keys()].map((name) => [name, ['index', 'view', 'new', 'edit', 'post', 'void']]))
  clerk = principalOf(modules, { user_id: 1, grants })
  const items = [
    { item_id: m.a, uom_id: m.pc, qty: 100, unit_cost: 50 },
    { item_id: m.b, uom_id: m.pc, qty: 100, unit_cost: 10 },
  ]
  await posted('beginning_inventory', { location_id: m.wh, items })
})
afterAll(() => host.close())

let today = '2026-01-02'
const { draft, posted } = documents(() => ({ host, head: { transaction_date: today, branch_id: m.branch } }))
const act = async (record: Row, action: string, body: Row = {}, as?: Principal): Promise<string> => {
  const { status, body: answer } = await host.harness.call('POST', `${String(record.module)}/${String(record.id)}/${action}`, body, as)
  if (status >= 500) throw new Error(answer.message)
  return status === 200 ? 'done' : (answer.rule ?? String(status))
}
/** Posts by who may override: asked what exactly, they confirm it. Answers the questions. */
async function override(record: Row): Promise<string[]> {
  const path = `${String(record.module)}/${String(record.id)}/post`
  const { body } = await host.harness.call('POST', path, {})
  expect([body.rule, await overrides(record)]).toEqual(['E_CONFIRM', []])
  const { questions } = body.details as { questions: { key: string; message: string; about: string }[] }
  expect(questions.map(({ about }) => about)).toEqual(questions.map(() => 'rule'))
  const { status } = await host.harness.call('POST', path, {}, undefined, { 'x-confirm': questions.map(({ key }) => key).join() })
  expect(status).toBe(200)
  return questions.map(({ message }) => message)
}
const read = (record: Row) => host.ok('GET', `${String(record.module)}/${String(record.id)}`)
const undo = (record: Row) => act(record, 'void', { void_reason: 'made by mistake' })
const sale = { customer_id: 0, tax_type_id: 0 }
const line = (qty: number, unit_price: number, more: Row = {}) => ({ item_id: m.b, uom_id: m.pc, qty, unit_price, ...more })
const from = (source: Row, qty: number): Row => {
  const row = (source.items as Row[])[0]!
  return { item_id: row.item_id, uom_id: row.uom_id, qty, source_module: source.module, source_line_id: row.id }
}
const head = (more: Row = {}): Row => ({ ...sale, customer_id: m.acme, tax_type_id: m.inclusive, location_id: m.wh, ...more })
const deliver = (qty: number, price: number) => draft('delivery_receipt', head({ delivery_mode: 'pickup', items: [line(qty, price)] }))
const invoice = (items: Row[], more: Row = {}) => draft('invoice', head({ payment_term_id: m.term15, items, ...more }))
const overrides = async (record: Row): Promise<unknown[]> => {
  const noted = await host.query<{ reason: string }>(
    "SELECT t.reason FROM {s}.audit_trail t JOIN {s}.module d ON d.id = t.module_id WHERE t.action = 'override' AND d.name = $1 AND t.record_id = $2",
    [record.module, record.id],
  )
  return noted.map(({ reason }) => reason)
}

test('the credit limit counts receivables, uninvoiced deliveries and the document itself; an approver can exceed it, on record', async () => {
  await host.query('UPDATE {s}.customer SET credit_limit = 1000 WHERE id = $1', [m.acme])
  const first = await deliver(6, 100)
  expect(await act(first, 'post', {}, clerk)).toBe('done')
  const second = await deliver(5, 100)
  expect(await act(second, 'post', {}, clerk)).toBe('E_CREDIT_LIMIT')
  expect(await overrides(second)).toEqual([])
  // 200.00 of the delivery are invoiced: owed instead of delivered, the sum is the same.
  const bill = await invoice([{ ...from(first, 2), unit_price: 100 }])
  expect(await act(bill, 'post', {}, clerk)).toBe('done')
  expect(await act(await deliver(4, 100), 'post', {}, clerk)).toBe('done')
  expect(await act(second, 'post', {}, clerk)).toBe('E_CREDIT_LIMIT')
  const beyond =
    'Acme Builders would owe 1,500.00, which is 500.00 over the credit limit of 1,000.00: 1,000.00 owed so far and 500.00 on this document.'
  expect([await override(second), await overrides(second)]).toEqual([[beyond], [beyond]])
  await host.query('UPDATE {s}.customer SET credit_limit = NULL WHERE id = $1', [m.acme])
  // Thirty days past due is still in time, one more is not.
  const due = String((await read(bill)).due_date)
  const dateAfter = (days: number) => new Date(Date.parse(due) + days * 86_400_000).toISOString().slice(0, 10)
  host.clock.advanceTo((today = dateAfter(30)))
  expect(await act(await deliver(1, 100), 'post', {}, clerk)).toBe('done')
  host.clock.advanceTo((today = dateAfter(31)))
  expect(await act(await deliver(1, 100), 'post', {}, clerk)).toBe('E_OVERDUE')
})

test('goods are issued from the default location of the branch, and another location sets its branch', async () => {
  const branch = 2
  const values = '(id, code, name, is_active) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, true)'
  await host.query(`INSERT INTO {s}.branch ${values}`, [branch, 'CEB', 'Cebu'])
  const place = { code: 'CEB-ST', name: 'Cebu store', branch_id: branch, type: 'Store' }
  const store = Number((await host.ok('POST', 'inventory_location', place)).id)
  const made = async (more: Row) => {
    const body = { customer_id: m.acme, tax_type_id: m.inclusive, delivery_mode: 'pickup', items: [line(1, 100)], ...more }
    const { branch_id, location_id } = await host.ok('POST', 'delivery_receipt', body)
    return [branch_id, location_id]
  }
  expect(await made({ location_id: store })).toEqual([branch, store])
  await host.query('UPDATE {s}.branch SET default_location_id = CASE WHEN id = $1 THEN $2::bigint ELSE $3::bigint END', [
    branch,
    store,
    m.wh,
  ])
  expect(await host.ok('GET', 'delivery_receipt/defaults')).toMatchObject({ branch_id: m.branch, location_id: m.wh })
  expect(await made({ branch_id: branch })).toEqual([branch, store])
  expect(await made({})).toEqual([m.branch, m.wh])
  await host.query('UPDATE {s}.branch SET default_location_id = NULL')
})

test('a company can refuse sales below cost', async () => {
  await host.query('UPDATE {s}.item SET cost = 60 WHERE id = $1', [m.a])
  host.settings.overdue_block_days = 0
  const cheap = () => invoice([line(1, 67.19, { item_id: m.a })])
  expect(await act(await cheap(), 'post', {}, clerk)).toBe('done')
  host.settings.block_below_cost = true
  const below = await cheap()
  expect(await act(below, 'post', {}, clerk)).toBe('E_PRICE_FLOOR')
  expect(await act(await invoice([line(1, 67.2, { item_id: m.a })]), 'post', {}, clerk)).toBe('done')
  const cost = 'Bolt set: the price without VAT is 59.99, below the cost of 60.00.'
  expect([await override(below), await overrides(below)]).toEqual([[cost], [cost]])
  // The order is where the price is agreed: what was allowed there is not asked for again when it is delivered and invoiced.
  const order = await draft('sales_order', head({ payment_term_id: m.term15, items: [line(1, 67.19, { item_id: m.a })] }))
  expect(await act(order, 'post', {}, clerk)).toBe('E_PRICE_FLOOR')
  expect([await override(order), await overrides(order)]).toEqual([[cost], [cost]])
  const lines = (await read(order)).items
  const delivery = await draft('delivery_receipt', head({ delivery_mode: 'pickup', items: [from({ ...order, items: lines }, 1)] }))
  expect(await act(delivery, 'post', {}, clerk)).toBe('done')
  const loose = await draft('delivery_receipt', head({ delivery_mode: 'pickup', items: [line(1, 67.19, { item_id: m.a })] }))
  expect(await act(loose, 'post', {}, clerk)).toBe('E_PRICE_FLOOR')
  host.settings.block_below_cost = false
})

test('the commission register can be narrowed to one rate, which the sums by seller open', async () => {
  const { data } = await host.report(`commission_register/paginate?date_from=2026-01-01&date_to=${today}&rate=1`)
  expect(data).toEqual([])
})

test('the serial numbers of invoices have no gaps, whatever fails', async () => {
  const numbers: unknown[] = []
  for (const qty of [1, 9999, 1, 9999, 1]) {
    const made = await invoice([line(qty, 20)])
    await act(made, 'post', {}, clerk)
    numbers.push((await read(made)).bir_serial_no)
  }
  const given = numbers.filter((number) => number !== null).map((number) => Number(String(number).slice(-9)))
  expect([numbers.map((number) => number !== null), given[1]! - given[0]!, given[2]! - given[1]!]).toEqual([
    [true, false, true, false, true],
    1,
    1,
  ])
  expect(String(numbers[0])).toMatch(/^SI-MNL-\d{9}$/)
})

// proves: workflow.transitions.*.create.field
// proves: entity.number.when
// S362
test('goods returned for replacement are delivered again once, at their original cost', async () => {
  const sold = await posted('invoice', head({ payment_term_id: m.term15, items: [line(3, 20)] }))
  const back = await posted(
    'sales_return',
    head({ invoice_id: sold.id, return_reason: 'Defective', resolution: 'Replace', items: [from(sold, 2)] }),
  )
  // A replacement is no credit memo and takes none of their numbers.
  expect(back).toMatchObject({ progress: 'pending_replacement', is_replaced: false, replacement_id: null, bir_serial_no: null })
  expect((await read(sold)).balance).toBe(60)
  expect(await act(back, 'replace')).toBe('done')
  const { replacement_id } = await read(back)
  expect(await act(back, 'replace')).toBe('E_STATE')
  const again: Row = { ...(await host.ok('GET', `delivery_receipt/${String(replacement_id)}`)), module: 'delivery_receipt' }
  expect(again).toMatchObject({ status: 'draft', sales_return_id: back.id, items: [{ qty: 2 }] })
  expect(await act(again, 'post')).toBe('done')
  expect(await read(back)).toMatchObject({ progress: 'replaced', is_replaced: true })
  // It is not waiting for an invoice, nor does it ever get one.
  expect((await read(again)).progress).toBeNull()
  const lines = await host.query<{ code: string; amount: string }>(
    `SELECT a.code, sum(l.debit - l.credit)::text AS amount FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.source_module = 'delivery_receipt' AND e.source_id = $1 GROUP BY 1 ORDER BY 1`,
    [again.id],
  )
  expect(lines).toEqual([
    { code: '1210', amount: '-20.00' },
    { code: '5010', amount: '20.00' },
  ])
  expect(await act(back, 'void', { void_reason: 'not returned' })).toBe('E_HAS_CHILDREN')
  expect([await undo(again), (await read(back)).is_replaced, await act(back, 'replace')]).toEqual(['done', false, 'done'])
})

test('a refund is owed to the customer, and the invoice is unchanged', async () => {
  const sold = await posted('invoice', head({ payment_term_id: m.term15, items: [line(2, 56)] }))
  const back = await posted(
    'sales_return',
    head({ invoice_id: sold.id, return_reason: 'Other', resolution: 'Refund', items: [from(sold, 1)] }),
  )
  expect([(await read(sold)).balance, back.bir_serial_no]).toEqual([112, 'CM-MNL-000000001'])
  // The refund is a credit that a later receipt can use.
  const use = await draft('cash_receipt', {
    customer_id: m.acme,
    tenders: [{ kind: 'offset', amount: 56, sales_return_id: back.id }],
    items: [{ invoice_id: sold.id, amount: 56 }],
  })
  expect([await act(use, 'post'), (await read(sold)).balance]).toEqual(['done', 56])
  expect(await act(back, 'void', { void_reason: 'not returned' })).toBe('E_HAS_CHILDREN')
  // Used up, it is not offered any more.
  expect(await read(back)).toMatchObject({ credit_amount: 56, credit_used: 56, credit_balance: 0 })
})

test('a delivery is recorded once, with its recipient, and can no longer be returned afterwards', async () => {
  const delivery = await deliver(1, 20)
  expect(await act(delivery, 'delivered', { received_by: 'Juan', delivered_at: '2026-01-03T01:00:00Z' })).toBe('E_STATE')
  expect(await act(delivery, 'post')).toBe('done')
  expect(await act(delivery, 'delivered', { received_by: 'Juan', delivered_at: '2030-01-01T00:00:00Z' })).toBe('E_DATE_FUTURE')
  expect(await act(delivery, 'delivered', { received_by: 'Juan', delivered_at: '2026-01-03T01:00:00Z' })).toBe('done')
  expect(await read(delivery)).toMatchObject({ status: 'delivered', is_delivered: true, received_by: 'Juan', progress: 'uninvoiced' })
  expect(await undo(delivery)).toBe('E_STATE')
  const bill = await invoice([{ ...from(delivery, 1), unit_price: 20 }])
  expect([await act(bill, 'post'), (await read(delivery)).progress]).toEqual(['done', 'invoiced'])
})

test('a check is accepted once, and not when it is stale', async () => {
  const [bank] = await host.query<{ id: number }>('SELECT id FROM {s}.bank ORDER BY id')
  const check = (check_no: string, check_date: string) =>
    draft('cash_receipt', {
      customer_id: m.acme,
      items: [],
      tenders: [{ kind: 'check', amount: 10, bank_id: bank!.id, check_no, check_date }],
    })
  expect(await act(await check('77', today), 'post')).toBe('done')
  expect(await act(await check(' 77', today), 'post')).toBe('E_DUP_REF')
  const tender = { kind: 'check', amount: 5, bank_id: bank!.id, check_no: '79', check_date: today }
  const twice = await draft('cash_receipt', { customer_id: m.acme, items: [], tenders: [tender, tender] })
  expect(await act(twice, 'post')).toBe('E_DUP_REF')
  expect(await act(await check('78', '2025-01-02'), 'post')).toBe('E_STALE_DATE')
})

test('a bounced check keeps its receipt: what it paid is due again from its original date, and the bank may charge a fee', async () => {
  await host.query('UPDATE {s}.customer SET credit_limit = NULL')
  const [bank] = await host.query<{ id: number }>('SELECT id FROM {s}.bank ORDER BY id')
  const sold = [
    await posted('invoice', head({ payment_term_id: m.term15, items: [line(1, 100)] })),
    await posted('invoice', head({ payment_term_id: m.term30, items: [line(1, 60)] })),
  ]
  const check = (check_no: string, amount: number, check_date = today) => ({
    kind: 'check',
    amount,
    bank_id: bank!.id,
    check_no,
    check_date,
  })
  const pays = (invoice: Row, amount: number, more: Row = {}) => ({ invoice_id: invoice.id, amount, ...more })
  // 170 in two checks and 5 withheld, for 160 and 15 in advance.
  const receipt = await posted('cash_receipt', {
    customer_id: m.acme,
    tenders: [check('501', 90), check('502', 80, addDays(today, 18))],
    items: [pays(sold[0]!, 100, { withholding: 5 }), pays(sold[1]!, 60)],
  })
  const checks = (await host.report('check_register/paginate?window=all&search=50')).data.map(
    (row): Row => ({ ...row, module: 'check_register' }),
  )
  const [first, second] = ['501', '502'].map((no) => checks.find(({ check_no }) => check_no === no))
  const books = async () => {
    const open = await host.query(
      "SELECT account_role, source_module, balance::float8 AS balance, due_date::text AS due FROM {s}.open_item WHERE party_id = $1 AND balance <> 0 AND (source_module <> 'invoice' OR source_id = ANY ($2)) ORDER BY id",
      [m.acme, sold.map(({ id }) => id)],
    )
    const paid = await Promise.all(sold.map(async (invoice) => (await read(invoice)).amount_paid))
    const [customer] = await host.query('SELECT balance::float8 AS balance FROM {s}.customer WHERE id = $1', [m.acme])
    return { open, paid, customer }
  }
  const whole = await books()
  const bounce = (record: Row, more: Row = {}) => act(record, 'bounce', { returned_on: today, return_reason: 'DAIF', ...more })
  // A check that no bank has seen is charged by none: the form does not ask.
  const { transitions } = host.harness.modules.get('check_register')!.workflow!
  const asks = (record: Row) =>
    inputStates(host.harness.modules.get('check_register')!, transitions.bounce!.input, { record, input: {}, env: {} as EvalEnv })
  expect([asks({ bank_deposit_id: null }), asks({ bank_deposit_id: 7 })]).toMatchObject([
    { bank_charge: { visible: false } },
    { bank_charge: { visible: true } },
  ])
  expect([await bounce(first!, { bank_charge: 50 }), await bounce(first!, { returned_on: addDays(today, 1) })]).toEqual([
    'E_STATE',
    'E_DATE',
  ])

  // The post-dated one comes back before it was deposited: the unused advance first, then the invoice paid last, as far as it goes.
  expect(await bounce(second!)).toBe('done')
  expect(await journalOf(host, 'check_register', second!.id)).toEqual({ '1016': '-80.00', '1110': '65.00', '2030': '15.00' })
  expect(await read(receipt)).toMatchObject({ unapplied_amount: 0, advance_used: 15, progress: 'advance_closed' })
  expect((await books()).paid).toEqual([95, 0])
  expect([(await read(sold[1]!)).progress, (await read(sold[0]!)).progress]).toEqual(['unpaid', 'partially_paid'])
  expect((await books()).open.filter(({ source_module }) => source_module === 'invoice')).toMatchObject([
    { balance: 5, due: addDays(today, 15) },
    { balance: 60, due: addDays(today, 30) },
  ])
  expect([await act(receipt, 'void', { void_reason: 'the check bounced' }), (await read(receipt)).status]).toEqual([
    'E_HAS_CHILDREN',
    'posted',
  ])

  // Deposited, then returned by the bank with a charge: out of the account that it went to.
  const deposit = await posted('bank_deposit', { bank_account_id: m.bank, checks: [{ check_id: first!.id }] })
  expect(await bounce(first!, { bank_charge: 50 })).toBe('done')
  expect(await journalOf(host, 'check_register', first!.id)).toEqual({ '1020': '-140.00', '1110': '90.00', '6210': '50.00' })
  expect([(await books()).paid, await undo(deposit)]).toEqual([[5, 0], 'E_HAS_CHILDREN'])
  // The same check may be received again, and is then on hand a second time.
  const again = await draft('cash_receipt', { customer_id: m.acme, tenders: [check('501', 90)], items: [pays(sold[0]!, 90)] })
  expect(await act(again, 'post')).toBe('done')
  expect([(await books()).paid, await undo(again)]).toEqual([[95, 0], 'done'])

  // Undone, all is as it was: due dates, counters, balances, and the receipt may be voided again.
  expect([await act(first!, 'undo_return'), await act(first!, 'undo_bounce'), await act(second!, 'undo_return')]).toEqual([
    'E_STATE',
    'done',
    'done',
  ])
  expect(await books()).toEqual(whole)
  expect(await read(receipt)).toMatchObject({ unapplied_amount: 15, advance_used: 0, progress: 'advance_open' })
  expect([await undo(deposit), (await read(first!)).status]).toEqual(['done', 'on_hand'])
  expect([
    await act(second!, 'pull_out', { returned_on: today, remarks: 'Paid in cash' }),
    await act(second!, 'replace', { remarks: 'Cash' }),
  ]).toEqual(['done', 'done'])
  expect((await books()).paid).toEqual([95, 0])
  const statement = await host.report(`statement_of_account/paginate?customer_id=${m.acme}&date_from=${today}&date_to=${today}`)
  expect(statement.data.filter(({ description }) => description === 'Check')).toMatchObject([{ transaction_no: '502', debit: 80 }])
})

test('cash and checks on hand are deposited once on any date, and their receipt cannot be voided while deposited', async () => {
  const day = (days: number) => addDays(today, days)
  const now = today
  const collect = async (days: number, tender: Row) => {
    today = day(days)
    const receipt = await posted('cash_receipt', { customer_id: m.beta, items: [], tenders: [tender] })
    today = now
    return receipt
  }
  const deposit = async (days: number, more: Row) => {
    today = day(days)
    const made = await draft('bank_deposit', { bank_account_id: m.bank, ...more })
    today = now
    return made
  }
  // What the tests above left on hand.
  const [held] = await host.query(
    "SELECT coalesce(sum(t.amount), 0)::float8 AS cash FROM {s}.cash_receipt__tenders t JOIN {s}.cash_receipt r ON r.id = t.parent_id WHERE r.status = 'posted' AND t.kind = 'cash'",
  )
  const early = await collect(-4, { kind: 'cash', amount: 30 })
  const check = await collect(-2, { kind: 'check', amount: 70, check_no: '901', check_date: day(-5) })
  const [row] = (await host.report('check_register/paginate?window=all&search=901')).data
  // The check was not there yet; its money is no part of the cash.
  expect(await act(await deposit(-3, { checks: [{ check_id: row!.id }] }), 'post')).toBe('E_DATE')
  expect(await act(await deposit(-3, { cash_amount: Number(held!.cash) + 30.01 }), 'post')).toBe('E_CASH')
  const late = await deposit(-1, { cash_amount: Number(held!.cash) + 30 })
  expect(await act(late, 'post')).toBe('done')
  // There was enough on the day, yet it is gone on the next.
  expect(await act(await deposit(-3, { cash_amount: 0.01 }), 'post')).toBe('E_CASH')
  expect([await undo(early), await undo(late), await undo(early)]).toEqual(['E_CASH', 'done', 'done'])

  // A check that comes back is undone on the day on which it came back, as if it had been on hand all the time.
  const checked: Row = { ...row!, module: 'check_register' }
  expect(await act(checked, 'pull_out', { returned_on: day(-1), remarks: 'By mistake' })).toBe('done')
  expect(await act(checked, 'undo_return')).toBe('done')
  const dates = await host.query(
    "SELECT transaction_date FROM {s}.accounting_entry WHERE source_module = 'check_register' AND source_id = $1 ORDER BY id",
    [row!.id],
  )
  expect(dates).toEqual([{ transaction_date: day(-1) }, { transaction_date: day(-1) }])
  expect(await undo(check)).toBe('done')
})
