/** Instalments of SSS and Pag-IBIG loans that payroll deducted: remitted by agency and month, apart from the contributions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let bank: number
const roles = ['sss_loans_payable', 'pagibig_loans_payable', 'sss_payable', 'cash_in_bank'] as const

beforeAll(async () => {
  host = await openPayHost('LOANREM', '2026-08-03', [
    'loan_type',
    'loan_entry',
    'loan_ledger',
    'monthly_remittance',
    'bank',
    'bank_account',
  ])
  const bdo = Number((await host.harness.make('bank', { code: 'BDO', name: 'Banco de Oro' })).id)
  const account = { owner_type: 'company', bank_id: bdo, account_name: 'Company', account_no: '0012345678', account_type: 'Current' }
  bank = Number((await host.harness.make('bank_account', account)).id)
  await host.query(
    `INSERT INTO {s}.company (code, name, sss_employer_no, pagibig_employer_no) VALUES ('L', 'Lenders', '03-1234567-8', '201234567890')`,
  )
})
afterAll(() => host.close())

const owedTo = async (): Promise<Record<string, number>> => {
  const rows = await host.query<{ role: string; owed: number }>(
    `SELECT a.role, sum(l.credit - l.debit)::float AS owed FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = ANY ($1) GROUP BY 1`,
    [roles],
  )
  return Object.fromEntries(rows.map(({ role, owed }) => [role, owed]))
}

async function lend(employee_id: number, [code, category, amount]: [string, string, number]): Promise<void> {
  const [known] = await host.query<{ id: number }>('SELECT id FROM {s}.loan_type WHERE code = $1', [code])
  const values = { code, name: code, category, pay_item_id: host.item('GOVERNMENT_LOAN'), max_terms: 48 }
  const loan_type_id = known?.id ?? Number((await host.harness.make('loan_type', values)).id)
  const terms = {
    principal: amount * 24,
    terms: 24,
    loan_date: '2026-06-15',
    start_date: '2026-07-01',
    deduction_frequency: 'every_period',
  }
  const loan = await host.harness.make('loan_entry', { employee_id, loan_type_id, branch_id: 1, ...terms })
  await host.post(`loan_entry/${Number(loan.id)}/post`)
  await host.post(`loan_entry/${Number(loan.id)}/process`)
}

test('the loans of each agency are due apart from its contributions; paying them clears their account, undoing it opens it again', async () => {
  const months = await host.periods('MONTHLY', 2026)
  const [ana, ben] = [
    await host.employee({ pay_group_id: host.monthly, basic_rate: 30_450 }),
    await host.employee({ pay_group_id: host.monthly, basic_rate: 30_450 }),
  ]
  await lend(ana, ['SSS_SALARY', 'SSS', 900])
  await lend(ana, ['SSS_CALAMITY', 'SSS', 250.5])
  await lend(ben, ['SSS_SALARY', 'SSS', 600])
  await lend(ben, ['PAGIBIG_MPL', 'Pagibig', 1000])
  for (const [employee_id, digit] of [
    [ana, 1],
    [ben, 2],
  ])
    for (const [id_type, id_number] of [
      ['SSS', `34-123456${digit}-8`],
      ['Pagibig', `1211-2345-678${digit}`],
    ])
      await host.harness.make('employee_id', { employee_id, id_type, id_number })
  await host.settle(await host.payroll(host.monthly, months.get('2026-07-1')!))
  await host.post('monthly_remittance/generate', { period: '2026-07', without_numbers: true })
  const remittances = async () => (await host.ok('GET', 'monthly_remittance?sort=id&limit=50')) as unknown as (Row & { id: number })[]
  const all = await remittances()
  expect(all.map(({ agency, part, grand_total, due_date }) => [agency, part, grand_total, due_date])).toEqual([
    ['SSS', 'contributions', 9210, '2026-08-31'],
    ['SSS', 'loans', 1750.5, '2026-08-31'],
    ['PhilHealth', 'contributions', 3045, '2026-08-15'],
    ['Pagibig', 'contributions', 800, '2026-08-19'],
    ['Pagibig', 'loans', 1000, '2026-08-19'],
    ['BIR', 'contributions', 2139.22, '2026-08-10'],
  ])
  const loans = all[1]!
  const shown = (await host.ok('GET', `monthly_remittance/${loans.id}`)).rows as Row[]
  expect(shown.map(({ employee_id, employee_share }) => [employee_id, employee_share])).toEqual([
    [ana, 900],
    [ana, 250.5],
    [ben, 600],
  ])
  expect((await owedTo()).sss_loans_payable).toBe(1750.5)

  const list = async (id: number, name: string) => host.harness.call('GET', `monthly_remittance/${id}/${name}`)
  const text = (await list(loans.id, 'sss-loan-list')).text.split('\r\n')
  expect([
    text.filter((line) => line.startsWith('10')).length,
    text
      .find((line) => line.startsWith('99'))
      ?.replaceAll(/\D+/g, ' ')
      .trim(),
  ]).toEqual([3, expect.stringMatching(/175050$/)])
  expect((await list(all[0]!.id, 'sss-loan-list')).body.rule).toBe('E_EMPTY')
  expect((await list(loans.id, 'contribution-list')).body.rule).toBe('E_EMPTY')

  const payment = { date_paid: '2026-08-03', reference_no: 'PRN-1', bank_account_id: bank }
  const before = await owedTo()
  await host.post(`monthly_remittance/${loans.id}/mark_paid`, payment)
  expect(await owedTo()).toEqual({ ...before, sss_loans_payable: 0, cash_in_bank: 1750.5 })
  // The contributions of the month wait for their own payment.
  expect(await host.query('SELECT count(*)::int AS paid FROM {s}.sss_contribution_payment WHERE date_paid IS NOT NULL')).toEqual([
    { paid: 0 },
  ])
  await host.post(`monthly_remittance/${loans.id}/undo_paid`)
  expect(await owedTo()).toEqual({ ...before, cash_in_bank: 0 })
  // Paid short: the rest stays owed.
  await host.post(`monthly_remittance/${loans.id}/mark_paid`, { ...payment, amount_paid: 1700 })
  expect(await owedTo()).toEqual({ ...before, sss_loans_payable: 50.5, cash_in_bank: 1700 })
  await host.post('monthly_remittance/generate', { period: '2026-07', without_numbers: true })
  expect((await remittances()).map(({ id, status }) => [id, status])).toEqual(
    all.map(({ id }) => [id, id === loans.id ? 'paid' : 'generated']),
  )
})
