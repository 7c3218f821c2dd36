/** Loans: from terms to the last instalment, pauses, payments by hand and early settlement, as payroll asks and pays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { loansDue, payLoans } from '../../src/server/features/loans/due.ts'
import { rebatesOf } from '../../src/server/features/loans/posting.ts'
import type { Ctx, EffectContext } from '../../src/server/platform/context.ts'
import { pdfText } from '../pdf-text.ts'
import { type FilingHost, startFilings, TODAY } from './filings-host.ts'

let h: FilingHost
let ctx: Ctx
const types: Record<string, number> = {}
const id = (username: string): number => h.people[username]!.employee_id
/** Last days of the semi-monthly periods from 16 November 2026 on. */
const ENDS = ['2026-11-30', '2026-12-15', '2026-12-31', '2027-01-15', '2027-01-31', '2027-02-15', '2027-02-28', '2027-03-15', '2027-03-31']

beforeAll(async () => {
  h = await startFilings('LOAN')
  ctx = await h.server.system('LOAN', 'payroll')
  for (const row of await h.sql<{ id: number; code: string }>('select id, code from {s}.loan_type')) types[row.code] = Number(row.id)
  const [cycle] = await h.sql<{ id: number }>("select id from {s}.pay_cycle where frequency = 'semi_monthly'")
  const [group] = await h.sql<{ id: number }>(
    "insert into {s}.pay_group (code, name, pay_cycle_id) values ('G', 'Group', $1) returning id",
    [cycle!.id],
  )
  await h.sql('update {s}.employee set pay_group_id = $1', [group!.id])
  for (const [index, date_to] of ENDS.entries())
    await h.sql(
      `insert into {s}.pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, payout_date, is_last_of_month)
       values ($1, $1, $2, extract(year from $3::date), extract(month from $3::date), $4, $3::date - 14, $3, $3, $5)`,
      [`P${index}`, cycle!.id, date_to, date_to.endsWith('-15') ? 1 : 2, !date_to.endsWith('-15')],
    )
})
afterAll(() => h.stop())

const act = (username: string, record: Row, action: string, body: Row = {}) =>
  h.call(username, 'POST', `loan_entry/${String(record.id)}/${action}`, body)
const read = (record: Row): Promise<Row> => h.data('payroll', 'GET', `loan_entry/${String(record.id)}`)
const release = async (username: string, type: string, values: Row): Promise<Row> => {
  const draft = await h.data<Row>('payroll', 'POST', 'loan_entry', {
    employee_id: id(username),
    loan_type_id: types[type],
    loan_date: '2026-11-20',
    start_date: '2026-11-30',
    ...values,
  })
  await h.data('payroll', 'POST', `loan_entry/${String(draft.id)}/post`, {})
  return h.data('payroll', 'POST', `loan_entry/${String(draft.id)}/process`, {})
}
/** What payroll asks for an employee in the period that ends on a day. */
const due = async (username: string, to: string, tag = 'standard') =>
  (await loansDue(ctx, [id(username)], { from: to, to, tag })).map((loanDue) => [loanDue.loan_entry_id, loanDue.amount, loanDue.balance])
let runs = 0
interface Run {
  readonly fx: EffectContext
  pay(loan: Row, amount: string): Promise<void>
  void(loan: Row): Promise<void>
}
/** A payroll of the period that ends on a day. */
const payroll = async (to: string, payroll_tag = 'standard'): Promise<Run> => {
  runs += 1
  const [record] = await h.sql<Row>(
    `insert into {s}.payroll (transaction_no, status, payroll_tag, pay_period_id) values ($1, 'approved', $2, (select id from {s}.pay_period where date_to = $3)) returning id, transaction_no, payroll_tag, pay_period_id`,
    [`PAY-${runs}`, payroll_tag, to],
  )
  const fx = { ctx, module: ctx.modules.get('payroll')!, record: record!, posting_seq: runs } as unknown as EffectContext
  const settle = (loan: Row, amount: string, reverse: boolean) =>
    ctx.db.tx(() =>
      payLoans(fx, [{ employee_id: Number(loan.employee_id), loan_entry_id: Number(loan.id), amount }], { date: to, reverse }),
    )
  return { fx, pay: (loan, amount) => settle(loan, amount, false), void: (loan) => settle(loan, '0', true) }
}
const ledger = async (loan: Row): Promise<unknown[][]> =>
  (await h.data<Row[]>('payroll', 'GET', `loan_ledger/paginate?filter[loan_entry_id]=${String(loan.id)}&limit=100&sort=id`)).map((row) => [
    row.kind,
    row.debit,
    row.credit,
    row.balance,
  ])

/** Balance of an account by its role, debits first; the role is that of the chart. What employees owe counts where it names them. */
const account = async (role: string): Promise<number> =>
  Number(
    (
      await h.sql<{ n: string }>(
        `select coalesce(sum(l.debit - l.credit), 0) as n from {s}.accounting_entry__lines l join {s}.chart_of_account a on a.id = l.account_id where a.role = $1
          and (l.employee_id is not null or $1 not in ('employee_loans_receivable', 'advances_to_employees'))`,
        [role],
      )
    )[0]!.n,
  )

test('a balance brought forward pays nothing out and is deducted like any loan', async () => {
  const before = [await account('cash_in_bank'), await account('opening_equity')]
  const loan = await release('hr', 'COMPANY', { is_opening: true, loan_date: '2025-03-01', principal: 600, terms: 3 })
  expect(await ledger(loan)).toEqual([['release', 600, 0, 600]])
  expect([await account('cash_in_bank'), await account('opening_equity')]).toEqual([before[0], before[1]! - 600])
  expect(await due('hr', '2026-11-30')).toEqual([[loan.id, '200.00', '600.00']])
  const entries = await h.sql(`select journal from {s}.accounting_entry where source_module = 'loan_entry' and source_id = $1`, [loan.id])
  expect(entries).toEqual([{ journal: 'General' }])
  expect((await act('payroll', loan, 'undo_release')).status).toBe(200)
  expect(await account('opening_equity')).toBe(before[1])
})

// S359
describe('a loan of three instalments', () => {
  let loan: Row
  test('the terms are computed: the last instalment takes the remainder', async () => {
    loan = await release('employee', 'COMPANY', { principal: 1000, terms: 3 })
    expect(loan).toMatchObject({
      status: 'active',
      amortization: 333.33,
      total_amount: 1000,
      interest_amount: 0,
      balance: 1000,
      end_date: '2026-12-31',
    })
    const rows = await h.data<Row[]>('payroll', 'GET', `loan_entry/${String(loan.id)}/schedule`)
    expect(rows.map((row) => [row.date, row.amount])).toEqual([
      ['2026-11-30', 333.33],
      ['2026-12-15', 333.33],
      ['2026-12-31', 333.34],
    ])
    expect(await ledger(loan)).toEqual([['release', 1000, 0, 1000]])
  })

  test('each payroll deducts its instalment once; a pause skips payrolls and moves the end (G121)', async () => {
    const first = await payroll('2026-11-30')
    expect(await due('employee', '2026-11-30')).toEqual([[loan.id, '333.33', '1000.00']])
    await first.pay(loan, '333.33')
    expect(await due('employee', '2026-11-30')).toEqual([])
    expect((await act('payroll', loan, 'pause', { paused_from: '2026-11-29' })).body.rule).toBe('E_LOAN_PAUSE')
    const paused = (await act('payroll', loan, 'pause', { paused_from: '2026-12-01' })).body.data as Row
    expect([paused.status, paused.is_paused, paused.paused_from, paused.end_date]).toEqual(['paused', true, '2026-12-01', null])
    expect(await due('employee', '2026-12-15')).toEqual([])
    try {
      h.server.clock.advanceTo('2026-12-20T01:00:00.000Z')
      const resumed = (await act('payroll', loan, 'resume')).body.data as Row
      expect([resumed.status, resumed.is_paused, resumed.end_date]).toEqual(['active', false, '2027-01-15'])
      expect((resumed.pauses as Row[]).map((row) => [row.date_from, row.date_to])).toEqual([['2026-12-01', '2026-12-19']])
    } finally {
      h.server.clock.advanceTo(`${TODAY}T01:00:00.000Z`)
    }
    expect(await due('employee', '2026-12-31')).toEqual([[loan.id, '333.33', '666.67']])
  })

  test('a shortfall is deducted by the next payroll; the last instalment is capped by the balance; a void reopens it', async () => {
    await (await payroll('2026-12-31')).pay(loan, '300.00')
    expect(await due('employee', '2027-01-15')).toEqual([[loan.id, '366.67', '366.67']])
    const last = await payroll('2027-01-15')
    await last.pay(loan, '366.67')
    expect(await read(loan)).toMatchObject({ status: 'fully_paid', balance: 0, paid_amount: 1000, is_closed: true })
    expect(await due('employee', '2027-01-31')).toEqual([])
    await last.void(loan)
    await last.void(loan)
    expect(await read(loan)).toMatchObject({ status: 'active', balance: 366.67, paid_amount: 633.33 })
    expect(await due('employee', '2027-01-15')).toEqual([[loan.id, '366.67', '366.67']])
    await (await payroll('2027-01-15')).pay(loan, '366.67')
    expect((await ledger(loan)).map(([kind]) => kind)).toEqual(['release', 'payment', 'payment', 'payment', 'reversal', 'payment'])
    expect(await read(loan)).toMatchObject({ status: 'fully_paid', balance: 0 })
  })

  test('the statement is visible to the loan officer and the borrower only, and ends with the balance', async () => {
    const paper = await h.call('payroll', 'GET', `loan_entry/${String(loan.id)}/statement`)
    const words = pdfText(paper.raw).replaceAll(/\s+/g, ' ')
    expect(words).toContain(String(loan.transaction_no))
    expect(words.match(/Payroll deduction/g)).toHaveLength(4)
    expect(words).toMatch(/ReversalPAY-3366\.67366\.67/)
    expect(words).toMatch(/Still owed0\.00/)
    const [entry] = await h.data<Row[]>('employee', 'GET', `loan_ledger/paginate?filter[loan_entry_id]=${String(loan.id)}&limit=1`)
    const borrowers = await h.call('employee', 'GET', `loan_ledger/${String(entry!.id)}/statement`)
    expect([borrowers.status, pdfText(borrowers.raw).includes('Still owed')]).toEqual([200, true])
    expect((await h.call('sales', 'GET', `loan_ledger/${String(entry!.id)}/statement`)).status).toBe(404)
    const draft = await h.data<Row>('payroll', 'POST', 'loan_entry', {
      employee_id: id('employee'),
      loan_type_id: types.COMPANY,
      loan_date: '2026-11-20',
      start_date: '2026-11-30',
      principal: 100,
      terms: 1,
    })
    expect((await h.call('payroll', 'GET', `loan_entry/${String(draft.id)}/statement`)).body.rule).toBe('E_STATE')
  })
})

describe('other methods of repayment', () => {
  test('the agency’s own instalment applies; a monthly loan is deducted by its payroll; loans are deducted by priority', async () => {
    await h.sql('update {s}.loan_type set priority = 1 where id = $1', [types.PAGIBIG_MPL])
    const sss = await release('sales', 'SSS_SALARY', {
      principal: 20000,
      terms: 24,
      amortization_basis: 'billed',
      amortization: 922.9,
      deduction_frequency: 'monthly',
    })
    const pagibig = await release('sales', 'PAGIBIG_MPL', { principal: 6000, terms: 6, deduction_frequency: 'first_period' })
    expect(await due('sales', '2026-11-30')).toEqual([[sss.id, '922.90', '20000.00']])
    expect(await due('sales', '2026-12-15')).toEqual([[pagibig.id, '1000.00', '6000.00']])
    const both = await loansDue(ctx, [id('sales')], { from: '2027-01-16', to: '2027-01-31', tag: 'final_pay' })
    expect(both.map((loanDue) => [loanDue.code, loanDue.kind, loanDue.amount, loanDue.priority])).toEqual([
      ['PAGIBIG_MPL', 'pagibig_loan', '6000.00', 1],
      ['SSS_SALARY', 'sss_loan', '20000.00', undefined],
    ])
    expect(both.map((loanDue) => loanDue.account_role)).toEqual(['pagibig_loans_payable', 'sss_loans_payable'])
    // What a bank lent is owed to the bank: no receivable of the company goes down.
    await h.sql("update {s}.loan_type set category = 'Bank' where id = $1", [types.SSS_SALARY])
    const [, bank] = await loansDue(ctx, [id('sales')], { from: '2027-01-16', to: '2027-01-31', tag: 'final_pay' })
    expect(bank!.account_role).toBe('employee_deductions_payable')
    await h.sql("update {s}.loan_type set category = 'SSS' where id = $1", [types.SSS_SALARY])
  })

  test('flat interest is rebated at an early settlement and at a final pay', async () => {
    await h.sql("update {s}.loan_type set interest_method = 'flat', interest_rate = 12, rebate_unearned_interest = true where id = $1", [
      types.COMPANY,
    ])
    // 12% a year of 12,000 for twelve half months: 720 in all, 60 with each instalment.
    const terms = { principal: 12000, terms: 12 }
    const loan = await release('cashier', 'COMPANY', terms)
    expect(loan).toMatchObject({ interest_rate: 12, interest_amount: 720, total_amount: 12720, amortization: 1060 })
    expect((await act('payroll', loan, 'pay', { payment_date: TODAY, payment_amount: 13000 })).body.rule).toBe('E_LOAN_BALANCE')
    expect((await act('payroll', loan, 'pay', { payment_date: '2026-11-01', payment_amount: 1 })).status).toBe(400)
    const before = await Promise.all(['employee_loans_receivable', 'undeposited_collections', 'interest_income'].map(account))
    await act('payroll', loan, 'pay', { payment_date: TODAY, payment_amount: 2000, payment_reference: 'OR-1' })
    const settled = (await act('payroll', loan, 'settle', { payment_date: TODAY })).body.data as Row
    expect(settled).toMatchObject({ status: 'fully_paid', balance: 0, paid_amount: 12000, payment_amount: 10000 })
    expect(await ledger(loan)).toEqual([
      ['release', 12720, 0, 12720],
      ['manual_payment', 0, 2000, 10720],
      ['rebate', 0, 720, 10000],
      ['settlement', 0, 10000, 0],
    ])
    // In the books: 12,000 came in, 720 of interest was given back, and nothing is owed.
    const after = await Promise.all(['employee_loans_receivable', 'undeposited_collections', 'interest_income'].map(account))
    expect(after.map((amount, index) => amount - before[index]!)).toEqual([-12720, 12000, 720])
    const other = await release('approver', 'COMPANY', terms)
    await (await payroll('2026-11-30')).pay(other, '1060.00')
    const [final] = await due('approver', '2026-12-15', 'final_pay')
    // Two of twelve instalments have passed: ten times 60 is not owed.
    expect(final).toEqual([other.id, '11060.00', '11060.00'])
    const last = await payroll('2026-12-15', 'final_pay')
    await last.pay(other, '11060.00')
    // The payroll's entry gives the interest back, so that the receivable ends at zero.
    expect((await rebatesOf(last.fx)).map((posting) => posting.amount)).toEqual([60000n, -60000n])
    expect(await read(other)).toMatchObject({ status: 'fully_paid', balance: 0, paid_amount: 12120 })
  })

  test('invalid terms are reported at their field; a released loan cannot be voided', async () => {
    const base = {
      employee_id: id('buyer'),
      loan_type_id: types.CASH_ADVANCE,
      loan_date: '2026-11-20',
      start_date: '2026-11-30',
      principal: 500,
      terms: 2,
    }
    const wrong = async (values: Row) =>
      Object.keys((await h.call('payroll', 'POST', 'loan_entry', { ...base, ...values })).body.errors as object)
    expect(await wrong({ terms: 13 })).toEqual(['terms'])
    expect(await wrong({ start_date: '2026-11-01' })).toEqual(['start_date'])
    expect(await wrong({ amortization_basis: 'billed', amortization: 0 })).toEqual(['amortization'])
    const draft = await h.data<Row>('payroll', 'POST', 'loan_entry', base)
    await h.data('payroll', 'POST', `loan_entry/${String(draft.id)}/post`, {})
    expect(await due('buyer', '2026-11-30')).toEqual([])
    expect((await act('payroll', draft, 'void', { void_reason: 'Not needed any more' })).status).toBe(200)
    const released = await release('buyer', 'CASH_ADVANCE', { principal: 500, terms: 2 })
    expect((await act('payroll', released, 'void', { void_reason: 'Not needed any more' })).body.rule).toBe('E_STATE')
  })

  test('a release is posted, and reversed when it is undone before any payment', async () => {
    const roles = ['advances_to_employees', 'employee_loans_receivable', 'cash_in_bank', 'interest_income']
    const moved = async (work: () => Promise<unknown>) => {
      const before = await Promise.all(roles.map(account))
      await work()
      return (await Promise.all(roles.map(account))).map((amount, index) => amount - before[index]!)
    }
    let loan: Row = {}
    const take = (type: string, values: Row) => moved(async () => void (loan = await release('warehouse', type, values)))
    // 12% a year of 6,000 over a year: 720 of interest.
    expect(await take('COMPANY', { principal: 6000, terms: 24 })).toEqual([0, 6720, -6000, -720])
    const undo = async () =>
      expect((await h.data<Row>('payroll', 'POST', `loan_entry/${String(loan.id)}/undo_release`, {})).status).toBe('draft')
    expect(await moved(undo)).toEqual([0, -6720, 6000, 720])
    expect(await ledger(loan)).toEqual([])
    expect((await act('payroll', loan, 'void', { void_reason: 'Entered by mistake' })).status).toBe(200)
    expect(await take('CASH_ADVANCE', { principal: 500, terms: 2 })).toEqual([500, 0, -500, 0])
    expect(await moved(() => act('payroll', loan, 'undo_release'))).toEqual([-500, 0, 500, 0])
    // An agency lends its own money.
    expect(await take('PAGIBIG_MPL', { principal: 6000, terms: 6 })).toEqual([0, 0, 0, 0])
    await (await payroll('2026-11-30')).pay(loan, '1000.00')
    expect((await act('payroll', loan, 'undo_release')).body.rule).toBe('E_LOAN_PAID')
  })
})

test('employees see only the ledgers of their own loans in the portal', async () => {
  const ownRows = await h.data<Row[]>('employee', 'GET', 'loan_ledger/paginate?limit=100')
  expect(new Set(ownRows.map((row) => row.employee_id))).toEqual(new Set([id('employee')]))
  const [other] = await h.sql<{ id: number }>('select id from {s}.loan_ledger where employee_id = $1', [id('cashier')])
  expect((await h.call('employee', 'GET', `loan_ledger/${other!.id}`)).status).toBe(404)
  expect((await h.call('employee', 'GET', 'loan_entry/paginate')).status).toBe(403)
})
