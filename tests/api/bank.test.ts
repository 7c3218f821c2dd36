/** A bank statement is imported, matched with the books, adjusted and finished; the bank book says what is cleared. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeMatches } from '../../src/domain/bank/matching.ts'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>
let rent: number
let charges: number
let capital: number
let cash: number
beforeAll(async () => {
  host = await openHost('BANK')
  m = await tradingMasters(host)
  await host.query('UPDATE {s}.bank_account SET is_default = true WHERE id = $1', [m.bank])
  ;[rent, charges, capital, cash] = await host.accounts('6060', '6210', '3010', '1020')
})
afterAll(() => host.close())

const DAY = '2026-01-02'
const check = async (no: string, amount: number) => {
  const { id } = await host.ok('POST', 'check_voucher', {
    transaction_date: DAY,
    branch_id: m.branch,
    payee: 'Landlord',
    payment_method_id: m.check,
    bank_account_id: m.bank,
    check_no: no,
    check_date: DAY,
    entries: [{ account_id: rent, debit: amount, credit: 0 }],
  })
  return host.ok('POST', `check_voucher/${String(id)}/post`, {})
}
const deposit = async (amount: number, remarks: string) => {
  const lines = [
    { account_id: cash, debit: amount, credit: 0 },
    { account_id: capital, debit: 0, credit: amount },
  ]
  const { id } = await host.ok('POST', 'accounting_entry', { transaction_date: DAY, branch_id: m.branch, remarks, lines })
  return host.ok('POST', `accounting_entry/${String(id)}/post`, {})
}
const book = async () =>
  (await host.report(`bank_book/paginate?bank_account_id=${m.bank}&date_from=2026-01-01&date_to=2026-01-31&limit=all`)).data

test('lines are matched by amount, check number, reference and date, the best pair first', () => {
  const line = (id: number, amount: number, more: Row = {}) => ({
    id,
    amount: BigInt(amount),
    date: '2026-01-10',
    check_no: null,
    text: '',
    ...more,
  })
  const pairs = (entries: Row[], lines: Row[]) => Object.fromEntries(proposeMatches(entries as never, lines as never))
  expect(pairs([line(1, 500), line(2, 500, { check_no: '000123' })], [line(8, 500, { check_no: '123' }), line(9, 500)])).toEqual({
    1: 9,
    2: 8,
  })
  // A check is never another check; a date too far away is no match, but with a common reference.
  expect(pairs([line(1, 500, { check_no: '124' })], [line(8, 500, { check_no: '123' })])).toEqual({})
  expect(pairs([line(1, 500, { text: 'CR-2026-0007' })], [line(8, 500, { date: '2026-03-01' })])).toEqual({})
  expect(pairs([line(1, 500, { text: 'CR-2026-0007' })], [line(8, 500, { date: '2026-03-01', text: 'DEP CR-2026-0007' })])).toEqual({
    1: 8,
  })
  expect(pairs([line(1, 500), line(2, 500, { date: '2026-01-12' })], [line(8, 500, { date: '2026-01-12' })])).toEqual({ 2: 8 })
  expect(pairs([line(1, 500)], [line(8, -500)])).toEqual({})
})

test('a statement is imported by its own columns, with the errors of each row', async () => {
  const rows = (list: Row[]) => host.harness.call('POST', 'bank_statement_line/import?preview=true', { rows: list })
  const wrong = await rows([
    { date: '2026-01-05', description: 'CHECK', withdrawal: 100, deposit: 100 },
    { description: 'NO DATE', deposit: 5 },
  ])
  const errors = (wrong.body as unknown as { data: { errors: Row[] } }).data.errors
  expect(errors.map(({ row }) => row)).toEqual(expect.arrayContaining([1, 2]))
  await check('1001', 300)
  await check('1002', 450)
  await deposit(5000, 'Capital paid in')
  await deposit(700, 'Second deposit')
  const list = [
    { date: '2026-01-05', description: 'CHECK ENCASHED', check_no: '0001001', withdrawal: 300 },
    { date: '2026-01-03', description: 'CASH DEPOSIT', deposit: 5000 },
    { date: '2026-01-30', description: 'SERVICE CHARGE', withdrawal: 25 },
  ]
  const { body } = await host.harness.call('POST', 'bank_statement_line/import', { rows: list })
  expect((body as unknown as { data: Row }).data).toMatchObject({ created: 3 })
  expect(await host.query('SELECT DISTINCT bank_account_id AS id FROM {s}.bank_statement_line')).toEqual([{ id: m.bank }])
})

// S: what a reconciliation finishes is explained to the centavo.
test('unmatched lines are outstanding or adjusted, and a reconciliation cannot be finished before the balances agree', async () => {
  host.clock.advanceTo('2026-02-03')
  const made = await host.ok('POST', 'bank_reconciliation', {
    bank_account_id: m.bank,
    transaction_date: '2026-01-31',
    branch_id: m.branch,
    statement_balance: 4675,
  })
  const path = `bank_reconciliation/${String(made.id)}`
  // Before its entries are there, nothing is compared that could be finished.
  expect(await host.refused(`${path}/post`, {})).toBe('E_STATE')
  let record = await host.ok('POST', `${path}/match`, {})
  expect(record).toMatchObject({
    book_balance: 4950,
    outstanding_checks: 450,
    deposits_in_transit: 700,
    adjusted_bank: 4925,
    adjusted_book: 4950,
    difference: -25,
    adjustments: [{ description: 'SERVICE CHARGE', amount: -25, account_id: null }],
  })
  const items = record.items as Row[]
  expect(items.map(({ check_no, amount, standing }) => [check_no, amount, standing])).toEqual([
    ['1002', -450, 'outstanding'],
    [null, 700, 'transit'],
    ['1001', -300, 'cleared'],
    [null, 5000, 'cleared'],
  ])
  expect(await host.refused(`${path}/post`)).toBe('E_DIFFERENCE')
  const [adjustment] = record.adjustments as Row[]
  const save = (body: Row) => host.ok('PUT', path, { version: record.version, ...body })
  record = await save({
    adjustments: [
      {
        id: adjustment!.id,
        statement_line_id: adjustment!.statement_line_id,
        description: 'Service charge',
        amount: -25,
        account_id: charges,
      },
    ],
  })
  expect(record.difference).toBe(0)
  // What comes into the books meanwhile must be looked at first.
  host.settings.backdate_days = 60
  const late = await deposit(10, 'late')
  expect([late.status, await host.refused(`${path}/post`)]).toEqual(['posted', 'E_DIFFERENCE'])
  record = await host.ok('POST', `${path}/match`, {})
  expect(record).toMatchObject({ deposits_in_transit: 710, difference: 0, adjustments: [{ account_id: charges }] })
  record = await host.ok('POST', `${path}/post`, {})
  expect(record.status).toBe('posted')
  const cleared = async () => (await book()).filter((row) => row.is_reconciled).map((row) => Number(row.receipt) - Number(row.disbursement))
  expect((await cleared()).sort((a, b) => a - b)).toEqual([-300, -25, 5000])
  expect((await book()).at(-1)).toMatchObject({ running_balance: 4935 })
  expect(await host.ok('GET', `bank_account/${m.bank}`)).toMatchObject({ reconciled_to: '2026-01-31' })
  // The next statement begins with what was outstanding.
  const next = await host.ok('POST', 'bank_reconciliation', {
    bank_account_id: m.bank,
    transaction_date: '2026-02-01',
    branch_id: m.branch,
    statement_balance: 4675,
  })
  const second = await host.ok('POST', `bank_reconciliation/${String(next.id)}/match`, {})
  expect((second.items as Row[]).map(({ amount }) => amount)).toEqual([-450, 700, 10])
  expect(second).toMatchObject({ difference: 0, adjustments: [] })
  const reconciledTo = async () => (await host.ok('GET', `bank_account/${m.bank}`)).reconciled_to
  // The latest reconciliation stands on those before it: it is voided first.
  await host.ok('POST', `bank_reconciliation/${String(next.id)}/post`, {})
  expect(await reconciledTo()).toBe('2026-02-01')
  expect(await host.refused(`${path}/void`, { void_reason: 'wrong statement' })).toBe('E_RECONCILED')
  const earlier = await host.ok('POST', 'bank_reconciliation', {
    bank_account_id: m.bank,
    transaction_date: '2026-01-15',
    branch_id: m.branch,
    statement_balance: 4675,
  })
  await host.ok('POST', `bank_reconciliation/${String(earlier.id)}/match`, {})
  expect(await host.refused(`bank_reconciliation/${String(earlier.id)}/post`)).toBe('E_RECONCILED')
  // What a finished reconciliation has cleared is not taken back, or the balance of the books that it shows would be wrong.
  const [cleared1001] = await host.query<{ id: number }>("SELECT id FROM {s}.check_voucher WHERE check_no = '1001'")
  const voidCheck = () => host.refused(`check_voucher/${cleared1001!.id}/void`, { void_reason: 'wrong payee' })
  expect(await voidCheck()).toBe('E_RECONCILED')
  expect(await host.refused(`bank_reconciliation/${String(next.id)}/void`, { void_reason: 'wrong statement' })).toBe('done')
  expect(await reconciledTo()).toBe('2026-01-31')
  expect(await voidCheck()).toBe('E_RECONCILED')
  expect(await host.refused(`${path}/void`, { void_reason: 'wrong statement' })).toBe('done')
  expect(await voidCheck()).toBe('done')
  // The adjustment and its mirror cancel each other.
  expect((await cleared()).sort((a, b) => a - b)).toEqual([-25, 25])
  expect(await host.ok('GET', `bank_account/${m.bank}`)).toMatchObject({ reconciled_to: null })
  expect(await host.query('SELECT count(*)::int AS n FROM {s}.bank_statement_line WHERE is_reconciled')).toEqual([{ n: 0 }])
})

test('each bank account of the company uses a separate ledger account', async () => {
  const [bank] = await host.query<{ bank_id: number }>('SELECT bank_id FROM {s}.bank_account WHERE id = $1', [m.bank])
  const [used, spare] = await host.accounts('1020', '1011')
  const second = (gl_account_id: number | null, account_no = '0099-8877-66') =>
    host.harness.call('POST', 'bank_account', {
      owner_type: 'company',
      bank_id: bank!.bank_id,
      account_no,
      account_name: 'BDO Savings',
      account_type: 'Savings',
      gl_account_id,
    })
  const refusal = async (gl_account_id: number | null) => String((await second(gl_account_id)).body.errors?.gl_account_id)
  expect(await refusal(used!)).toMatch(/BDO Current has this ledger account already/)
  // Without one it would be that of cash in bank, which the first one has.
  expect(await refusal(null)).toMatch(/shares the account for cash in bank with BDO Current/)
  const made = await second(spare!)
  expect([made.status, made.body.errors]).toEqual([200, undefined])
  // What shares one from before stays as it is, and can be changed otherwise.
  const { id } = made.body.data as Row
  await host.query('UPDATE {s}.bank_account SET gl_account_id = $1 WHERE id = $2', [used, id])
  expect(await host.harness.call('PUT', `bank_account/${String(id)}`, { account_name: 'Savings' })).toMatchObject({ status: 200 })
})
