/** Instalments of SSS and Pag-IBIG loans that payroll deducted: remitted by agency and month, apart from the contributions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sheetRows } from '../../src/server/records/import/read.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let bank: number
const roles = ['sss_loans_payable', 'pagibig_loans_payable', 'sss_payable', 'pagibig_payable', 'final_tax_payable', 'cash_in_bank'] as const

beforeAll(async () => {
  host = await openPayHost('LOANREM', '2026-08-03', [
    'loan_type',
    'loan_entry',
    'loan_ledger',
    'monthly_remittance',
    'remittance_line',
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

test('the loans of each agency are due separately from its contributions; a payment clears their account, and undoing it reopens the account', async () => {
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
  const expected = async () =>
    ((await host.ok('GET', 'monthly_remittance/expected?year=2026')) as unknown as Row[]).map(
      ({ month, agency, part, grand_total, due_date }) => [month, agency, part, grand_total, due_date],
    )
  const comingMonth = [
    [8, 'SSS', 'contributions', undefined, '2026-09-30'],
    [8, 'PhilHealth', 'contributions', undefined, '2026-09-15'],
    [8, 'Pagibig', 'contributions', undefined, '2026-09-19'],
    [8, 'BIR', 'tax', undefined, '2026-09-10'],
  ]
  expect(await expected()).toEqual([
    [7, 'SSS', 'contributions', 9210, '2026-08-31'],
    [7, 'SSS', 'loans', 1750.5, '2026-08-31'],
    [7, 'PhilHealth', 'contributions', 3045, '2026-08-15'],
    [7, 'Pagibig', 'contributions', 800, '2026-08-19'],
    [7, 'Pagibig', 'loans', 1000, '2026-08-19'],
    [7, 'BIR', 'tax', 2139.22, '2026-08-10'],
    ...comingMonth,
  ])
  await host.post('monthly_remittance/generate', { period: '2026-07', without_numbers: true })
  expect(await expected()).toEqual(comingMonth)
  const remittances = async () => (await host.ok('GET', 'monthly_remittance?sort=id&limit=50')) as unknown as (Row & { id: number })[]
  const all = await remittances()
  expect(all.map(({ agency, part, grand_total, due_date }) => [agency, part, grand_total, due_date])).toEqual([
    ['SSS', 'contributions', 9210, '2026-08-31'],
    ['SSS', 'loans', 1750.5, '2026-08-31'],
    ['PhilHealth', 'contributions', 3045, '2026-08-15'],
    ['Pagibig', 'contributions', 800, '2026-08-19'],
    ['Pagibig', 'loans', 1000, '2026-08-19'],
    ['BIR', 'tax', 2139.22, '2026-08-10'],
  ])
  const loans = all[1]!
  // Each figure is made of payslip lines, which name their payslip.
  for (const { agency, part, grand_total } of all) {
    const { body } = await host.harness.call('GET', `remittance_line/paginate?agency=${agency}&part=${part}&year=2026&month=7&limit=500`)
    const { data, totals } = body as unknown as { data: Row[]; totals: Row }
    expect([agency, part, totals.total, data.every(({ payslip_id }) => Number(payslip_id) > 0)]).toEqual([agency, part, grand_total, true])
  }
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

// Ana: 30,450 and a reimbursement; SSS 1,525, PhilHealth 761.25, Pag-IBIG 200, union dues 100; she saves another 300. Taxable
// 30,450 − 2,486.25 − 100 = 27,863.75: (27,863.75 − 20,833) × 15% = 1,054.61. The other is a non-resident alien with a final tax.
test('savings beyond the mandatory share are remitted and listed; the monthly return has compensation only', async () => {
  const months = await host.periods('MONTHLY', 2025)
  const group = await host.group('Savers', 'MONTHLY')
  const ana = await host.employee({ pay_group_id: group, basic_rate: 30_450, pagibig_extra: 300 })
  const none = { has_sss: false, has_philhealth: false, has_pagibig: false }
  await host.employee({ pay_group_id: group, basic_rate: 100_000, is_final_tax: true, ...none })
  await host.harness.make('employee_id', { employee_id: ana, id_type: 'Pagibig', id_number: '1211-2345-6783' })
  const monthly = { employee_id: ana, frequency: 'recurring', effective_from: '2025-06-01' }
  await host.harness.make('deduction', { ...monthly, pay_item_id: host.item('UNION_DUES'), amount: 100 })
  await host.harness.make('earning', { ...monthly, pay_item_id: host.item('REIMBURSE'), amount: 812.4 })
  const payroll = await host.payroll(group, months.get('2025-06-1')!)
  const owed = async () => (await owedTo()).pagibig_payable ?? 0
  const before = await owed()
  await host.settle(payroll)
  expect((await host.ok('GET', `payroll/${payroll}/total_employee_contribution`)).pagibig).toEqual({ employee: 500, employer: 200 })
  expect(await host.ok('GET', `payroll/${payroll}/contribution-lines?agency=pagibig`)).toMatchObject([
    { employee_id: ana, employee_share: 500, employer_share: 200 },
  ])
  await host.query(`UPDATE {s}.company SET tin = '000-000-000-000'`)
  await host.post('monthly_remittance/generate', { period: '2025-06', without_numbers: true })
  const all = (await host.ok('GET', 'monthly_remittance?filter[year]=2025&limit=50')) as unknown as (Row & { id: number })[]
  const [savings, tax, final] = [
    ['Pagibig', 'contributions'],
    ['BIR', 'tax'],
    ['BIR', 'final_tax'],
  ].map(([agency, part]) => all.find((row) => row.agency === agency && row.part === part)) as unknown as [Row, Row, Row]
  expect([savings.total_employee, savings.total_employer]).toEqual([500, 200])
  const [, member] = (await host.harness.call('GET', `monthly_remittance/${savings.id}/savings-list`)).text.split('\r\n')
  expect(Number(member!.slice(119, 132))).toBe(500)
  await host.post(`monthly_remittance/${savings.id}/mark_paid`, { date_paid: '2026-08-03', reference_no: 'P-1', bank_account_id: bank })
  expect(await owed()).toBe(before)

  const items: Record<string, number> = {}
  const { raw } = await host.harness.call('GET', `monthly_remittance/${tax.id}/tax-return`)
  for await (const sheet of sheetRows(raw)) for (const [item, , amount] of sheet.slice(1)) items[String(item)] = Number(amount)
  expect(items).toMatchObject({ 14: 30_450, 15: 0, 17: 0, 18: 0, 19: 2586.25, 20: 0, 21: 2586.25, 22: 27_863.75, 25: 1054.61 })

  // 25% of 100,000 is remitted by itself: June ends its quarter, so it is the return of the quarter.
  expect([tax.grand_total, final.grand_total, final.due_date]).toEqual([1054.61, 25_000, '2025-07-31'])
  expect((await host.harness.call('GET', `monthly_remittance/${final.id}/tax-return`)).body.rule).toBe('E_EMPTY')
  const paper = await host.harness.call('GET', `monthly_remittance/${final.id}/final-tax-return`)
  const lines: unknown[][] = []
  for await (const sheet of sheetRows(paper.raw)) lines.push(...sheet.slice(1))
  expect(lines.map((line) => line.map((value) => (Number.isNaN(Number(value)) ? value : Number(value))))).toEqual([
    ['Pay of 06/2025', 1, 100_000, '25%', 25_000],
    ['Total tax required to be withheld and remitted', 0, 100_000, 0, 25_000],
    ['Less: remitted for the first two months of the quarter (0619-F)', 0, 0, 0, 0],
    ['Tax still due', 0, 0, 0, 25_000],
  ])
  const { body } = await host.harness.call('GET', 'remittance_line/paginate?agency=BIR&part=final_tax&year=2025&month=6')
  expect((body as unknown as { totals: Row }).totals).toMatchObject({ employee_share: 25_000 })
  const owing = await owedTo()
  await host.post(`monthly_remittance/${final.id}/mark_paid`, { date_paid: '2026-08-03', reference_no: 'F-1', bank_account_id: bank })
  expect(await owedTo()).toEqual({ ...owing, final_tax_payable: 0, cash_in_bank: (owing.cash_in_bank ?? 0) + 25_000 })
})

// Half of 14,000 as the minimum wage, exempt; the other half above it, taxable but below the exempt level of 10,417.
test('taxable pay without tax after a raise above the minimum wage is reported on item 23 of the monthly return', async () => {
  const halves = await host.periods('SEMI', 2025)
  const group = await host.group('Raised', 'SEMI')
  const none = { has_sss: false, has_philhealth: false, has_pagibig: false }
  const raised = await host.employee({ pay_group_id: group, basic_rate: 14_000, is_minimum_wage: true, ...none })
  await host.settle(await host.payroll(group, halves.get('2025-04-1')!))
  await host.query('UPDATE {s}.employee SET is_minimum_wage = false WHERE id = $1', [raised])
  await host.settle(await host.payroll(group, halves.get('2025-04-2')!))
  await host.post('monthly_remittance/generate', { period: '2025-04', without_numbers: true })
  const all = (await host.ok('GET', 'monthly_remittance?filter[year]=2025&filter[month]=4&filter[agency]=BIR')) as unknown as Row[]
  const items: Record<string, number> = {}
  const { raw } = await host.harness.call('GET', `monthly_remittance/${String(all[0]!.id)}/tax-return`)
  for await (const sheet of sheetRows(raw)) for (const [item, , amount] of sheet.slice(1)) items[String(item)] = Number(amount)
  expect(items).toMatchObject({ 14: 14_000, 15: 7000, 20: 0, 21: 7000, 22: 7000, 23: 7000, 24: 0, 25: 0 })
})

test('a month is not ready while its payrolls are open, nor after they changed', async () => {
  host.clock.advanceTo('2026-08-31T01:00:00.000Z')
  const months = await host.periods('SEMI', 2026)
  const group = await host.group('Halves', 'SEMI')
  await host.query('UPDATE {s}.pay_group SET is_active = false WHERE id <> $1', [group])
  const carla = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  for (const [id_type, id_number] of [
    ['SSS', '34-9999991-8'],
    ['Philhealth', '12-345678901-2'],
    ['Pagibig', '1211-2345-9991'],
    ['TIN', '123-456-789-000'],
  ])
    await host.harness.make('employee_id', { employee_id: carla, id_type, id_number })
  const papers = async () => {
    const rows = (await host.ok('GET', 'monthly_remittance?filter[year]=2026&filter[month]=8&limit=50')) as unknown as Row[]
    return rows.map(({ agency, standing, open_payrolls }) => [agency, standing, open_payrolls])
  }
  const second = String((await host.query('SELECT name FROM {s}.pay_period WHERE id = $1', [months.get('2026-08-2')!]))[0]!.name)
  await host.settle(await host.payroll(group, months.get('2026-08-1')!))
  await host.post('monthly_remittance/generate', { period: '2026-08', without_numbers: true })
  const open = await papers()
  expect(open.length).toBeGreaterThan(0)
  for (const paper of open) expect(paper).toEqual([paper[0], 'open', `Halves · ${second}`])
  const payroll = await host.payroll(group, months.get('2026-08-2')!)
  await host.settle(payroll)
  for (const paper of await papers()) expect(paper).toEqual([paper[0], 'outdated', null])
  const [first] = (await host.ok('GET', 'monthly_remittance?filter[year]=2026&filter[month]=8')) as unknown as Row[]
  await host.post(`monthly_remittance/${String(first!.id)}/generate`)
  for (const paper of await papers()) expect(paper).toEqual([paper[0], 'ready', null])
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Entered twice' })
  for (const paper of await papers()) expect(paper).toEqual([paper[0], 'open', `Halves · ${second}`])
  // Paid although a payroll was open: what it changes later is said.
  await host.query("UPDATE {s}.monthly_remittance SET status = 'paid', is_outdated = false WHERE year = 2026 AND month = 8")
  for (const paper of await papers()) expect(paper[1]).toBe('paid')
  const late = await host.payroll(group, months.get('2026-08-2')!)
  await host.settle(late)
  for (const paper of await papers()) expect(paper).toEqual([paper[0], 'changed', paper[2]])
  // Voiding it names what stays with the agencies.
  const { body } = await host.harness.call('POST', 'payroll/bulk/void/advice', { ids: [late] })
  expect((body.data as Row[]).map(({ text }) => String(text))).toContainEqual(
    expect.stringMatching(/^Stays paid to the agencies: .*SSS of 8\/2026/),
  )
})
