/**
 * One employee through a year: hired in January 2026, raised in July, with leave without pay, overtime, a holiday worked
 * on a rest day, a loan, the 13th month, the tax of the year, and the final pay in February 2027. The figures are
 * computed by hand. Daily rate = monthly × 12 ÷ 261: 1,400 on 30,450, 1,600 on 34,800; hourly rate an eighth of it.
 *
 * In every month, of the employee: SSS 5% of the monthly salary credit (Circular 2024-006, row named), PhilHealth 2.5% of
 * the fixed salary for any amount of work (RA 11223: 761.25 on 30,450, 870.00 on 34,800), Pag-IBIG 2% of 10,000 = 200.00
 * (Circular 460). Tax by RR 11-2018 Annex E, monthly: nothing up to 20,833, then 15%; the bracket by the regular pay.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sheetRows } from '../../src/server/records/import/read.ts'
import { time, worked } from '../domain/payroll-support.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: Map<string, number>
let ana: number
let loan: number

const day = (date: string) => `${date}T01:00:00.000Z`

beforeAll(async () => {
  host = await openPayHost('PAYY', '2026-01-16', [
    'loan_type',
    'loan_entry',
    'loan_ledger',
    'leave_type',
    'leave_amendment',
    'employee_balance_history',
    'monthly_remittance',
    'bank_account',
    'tax_form_2316',
    'alphalist',
  ])
  periods = new Map([...(await host.periods('MONTHLY', 2026)), ...(await host.periods('MONTHLY', 2027))])
  ana = await host.employee({ pay_group_id: host.monthly, basic_rate: 30450, date_hired: '2026-01-16' })
})
afterAll(() => host.close())

/** Amounts of the employee's lines in a payroll by code; loans without their number. */
async function paidLines(payroll: number): Promise<Row> {
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${ana}&limit=all`)) as unknown as Row[]
  const lines = entries
    .filter((entry) => !/employer/.test(String(entry.part)))
    .map((entry) => [String(entry.code).replace(/-\d+$/, ''), entry.amount])
  return Object.fromEntries(lines)
}
/** What one payroll paid: the lines and their sums. */
async function paid(payroll: number): Promise<Row> {
  const { gross, taxable, sss_ee, philhealth_ee, pagibig_ee, net_pay } = await host.line(payroll, ana)
  const [slip] = await host.query<{ net_pay: number }>(
    'SELECT net_pay::float FROM {s}.payslip WHERE payroll_id = $1 AND employee_id = $2',
    [payroll, ana],
  )
  expect(slip!.net_pay).toBe(net_pay)
  return { gross, taxable, sss_ee, philhealth_ee, pagibig_ee, net_pay, lines: await paidLines(payroll) }
}
/** A payroll of a month settled, and what it paid. */
async function run(month: string, more: Row = {}): Promise<Row> {
  const period = periods.get(`${month}-1`)!
  const [{ to } = { to: '' }] = await host.query<{ to: string }>('SELECT date_to::text AS to FROM {s}.pay_period WHERE id = $1', [period])
  host.clock.advanceTo(day(to))
  const payroll = await host.payroll(host.monthly, period, more)
  await host.settle(payroll)
  return paid(payroll)
}
const sheet = (month: string, given: Parameters<typeof time>[0]) => host.sheet(ana, periods.get(`${month}-1`)!, time(given))
const owed = async () => (await host.ok('GET', `loan_entry/${loan}`)).balance
const year = async (amount: number) =>
  (
    await host.query(
      'SELECT gross::float, basic::float, nontaxable_13th::float, de_minimis::float, sss::float, philhealth::float, pagibig::float, taxable_income::float, tax_withheld::float FROM {s}.ytd_payroll WHERE employee_id = $1 AND year = $2',
      [ana, amount],
    )
  )[0]

/** Balance that the ledger owes on an account role. */
const owedTo = async (role: string): Promise<number> => {
  const [row] = await host.query<{ owed: number }>(
    `SELECT coalesce(sum(l.credit - l.debit), 0)::float AS owed FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id AND e.posted_at IS NOT NULL JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = $1`,
    [role],
  )
  return row!.owed
}

// January: 16, 19–23 and 26–30 are 11 days × 1,400 = 15,400. SSS row 22. 15,400 − 1,736.25 = 13,663.75: no tax.
test('an employee hired on the 16th is paid from that day', async () => {
  await sheet('2026-01', { days_scheduled: 11, days_worked: 11, scheduled_minutes: 11 * 480 })
  expect(await run('2026-01')).toMatchObject({ gross: 15400, sss_ee: 775, philhealth_ee: 761.25, pagibig_ee: 200, net_pay: 13663.75 })
})

// February: SSS row 52, 1,000 + 525. 30,450 − 2,486.25 = 27,963.75; 15% × 7,130.75 = 1,069.6125.
test('a whole month', async () => {
  expect(await run('2026-02')).toEqual({
    gross: 30450,
    taxable: 27963.75,
    sss_ee: 1525,
    philhealth_ee: 761.25,
    pagibig_ee: 200,
    net_pay: 26894.14,
    lines: { BASIC: 30450, SSS: -1000, SSS_MPF: -525, PHILHEALTH: -761.25, PAGIBIG: -200, WITHHOLDING_TAX: -1069.61 },
  })
})

// March: two days off, 2 × 1,400. SSS on 27,650, row 46: 1,375. 27,650 − 2,336.25 = 25,313.75; 15% × 4,480.75 = 672.1125.
test('two days of leave without pay lower everything but PhilHealth', async () => {
  await sheet('2026-03', { unpaid_leave_minutes: 960 })
  expect(await run('2026-03')).toMatchObject({
    gross: 27650,
    sss_ee: 1375,
    philhealth_ee: 761.25,
    net_pay: 24641.64,
    lines: { LEAVE_UNPAID: -2800, WITHHOLDING_TAX: -672.11 },
  })
})

// April: 5 h × 175 × 125% (Labor Code art. 87) = 1,093.75. SSS on 31,543.75, row 54: 1,575. Regular 27,913.75 and
// supplementary 1,093.75: 15% × (29,007.50 − 20,833) = 1,226.175.
test('five hours of overtime', async () => {
  await sheet('2026-04', { worked: [worked('ordinary', { overtime: 5 })] })
  expect(await run('2026-04')).toMatchObject({
    gross: 31543.75,
    taxable: 29007.5,
    sss_ee: 1575,
    net_pay: 27781.32,
    lines: { OVERTIME: 1093.75, WITHHOLDING_TAX: -1226.18 },
  })
})

// May: 1 May was her rest day: 8 h × 175 × 260% (art. 94; Handbook 2023) = 3,640. SSS on 34,090, row 59: 1,700.
// 34,090 − 2,661.25 = 31,428.75; 15% × 10,595.75 = 1,589.3625.
test('a regular holiday worked on a rest day', async () => {
  await sheet('2026-05', { worked: [worked('regular_holiday_rest_day', { regular: 8 })] })
  expect(await run('2026-05')).toMatchObject({
    gross: 34090,
    sss_ee: 1700,
    net_pay: 29839.39,
    lines: { REGULAR_HOLIDAY_REST_DAY: 3640, WITHHOLDING_TAX: -1589.36 },
  })
})

// June: as February, and the first of ten instalments of 1,200: 26,894.14 − 1,200.
test('a company loan is deducted from June', async () => {
  const type = await host.harness.make('loan_type', {
    code: 'COMPANY',
    name: 'Company loan',
    category: 'Company',
    pay_item_id: host.item('COMPANY_LOAN'),
  })
  host.clock.advanceTo(day('2026-06-01'))
  const made = await host.harness.make('loan_entry', {
    employee_id: ana,
    loan_type_id: type.id,
    principal: 12000,
    terms: 10,
    loan_date: '2026-06-01',
    start_date: '2026-06-30',
  })
  loan = Number(made.id)
  await host.post(`loan_entry/${loan}/post`)
  await host.post(`loan_entry/${loan}/process`)
  expect(await run('2026-06')).toMatchObject({ net_pay: 25694.14, lines: { COMPANY: -1200 } })
  expect(await owed()).toBe(10800)
})

// July: 11 working days at 30,450 and 12 at 34,800 of 23: (334,950 + 417,600) ÷ 23 = 32,719.5652. SSS row 56: 1,625.
// PhilHealth on the salary agreed at the end, 870. 32,719.57 − 2,695 = 30,024.57; 15% × 9,191.57 = 1,378.7355.
test('a raise on 16 July is paid from that day', async () => {
  host.clock.advanceTo(day('2026-07-16'))
  await host.ok('PUT', 'employee/v2/compensation', { employee_id: ana, basic_rate: 34800, effective_date: '2026-07-16' })
  expect(
    await host.query(`SELECT from_rate::float, to_rate::float FROM {s}.personal_movement WHERE movement_type = 'Salary Change'`),
  ).toEqual([{ from_rate: 30450, to_rate: 34800 }])
  const part = (from: string, to: string, days: number) => ({
    from,
    to,
    ...time({ days_scheduled: days, days_worked: days, scheduled_minutes: days * 480 }),
  })
  await sheet('2026-07', {
    days_scheduled: 23,
    days_worked: 23,
    scheduled_minutes: 23 * 480,
    parts: [part('2026-07-01', '2026-07-15', 11), part('2026-07-16', '2026-07-31', 12)],
  })
  expect(await run('2026-07')).toMatchObject({
    gross: 32719.57,
    taxable: 30024.57,
    sss_ee: 1625,
    philhealth_ee: 870,
    net_pay: 27445.83,
    lines: { WITHHOLDING_TAX: -1378.74 },
  })
})

// August to November: SSS row 61: 1,750. 34,800 − 2,820 = 31,980; 15% × 11,147 = 1,672.05; 30,307.95 − 1,200.
test('four months at the new salary', async () => {
  for (const month of ['2026-08', '2026-09', '2026-10', '2026-11'])
    expect(await run(month)).toMatchObject({ gross: 34800, sss_ee: 1750, net_pay: 29107.95, lines: { WITHHOLDING_TAX: -1672.05 } })
  expect(await owed()).toBe(4800)
})

test('E478, E479, S65: the month is remitted as withheld on its payslips; regeneration replaces it; a payment is recorded', async () => {
  await host.query(
    `INSERT INTO {s}.company (code, name, tin, philhealth_employer_no) VALUES ('PAYY', 'Aquarius', '000-000-000-000', '00-1234567-4')`,
  )
  const path = 'monthly_remittance/07/2026'
  expect(await host.refused(path)).toBe('E_NO_NUMBER')
  const { body: named } = await host.harness.call('POST', path, {})
  expect(named.message).toMatch(/^No SSS number: .*Cruz 1.* No PhilHealth number: .* No Pag-IBIG number: .* No TIN: .*Cruz 1/)
  expect(await host.ok('GET', 'monthly_remittance/company?month=7&year=2026')).toEqual([])
  expect(await host.refused('monthly_remittance/07/2031', { without_numbers: true })).toBe('E_NOTHING_PAID')
  expect(await host.refused('monthly_remittance/13/2026')).toBe('month')
  for (const [id_type, id_number] of [
    ['SSS', '34-1234567-8'],
    ['Philhealth', '12-345678901-2'],
    ['Pagibig', '1211-2345-6789'],
  ])
    await host.harness.make('employee_id', { employee_id: ana, id_type, id_number })
  expect(await host.post('monthly_remittance/generate', { period: '2026-07', without_numbers: true })).toEqual({
    note: '07/2026: 4 remittances generated.',
  })
  const all = async () =>
    (await host.ok('GET', 'monthly_remittance?sort=id&limit=50')) as unknown as (Row & {
      id: number
      agency: string
      grand_total: number
    })[]
  const first = await all()
  // Independent sum: the deductions printed on payslips, and the employer's lines of the payroll.
  const printed = await host.query<{ agency: string; employee: number }>(
    `SELECT CASE WHEN d.name ILIKE '%SSS%' THEN 'SSS' WHEN d.name ILIKE '%PhilHealth%' THEN 'PhilHealth' WHEN d.name ILIKE '%Pag-IBIG%' THEN 'Pagibig' WHEN d.name ILIKE '%tax%' THEN 'BIR' END AS agency,
       sum(d.amount)::float AS employee
     FROM {s}.payslip s JOIN {s}.payslip__deductions d ON d.parent_id = s.id
     WHERE to_char(s.payout_date, 'YYYY-MM') = '2026-07' GROUP BY 1`,
  )
  const owedBy = await host.query<{ agency: string; employer: number }>(
    `SELECT CASE WHEN e.code LIKE 'PHIL%' THEN 'PhilHealth' WHEN e.code LIKE 'PAG%' THEN 'Pagibig' ELSE 'SSS' END AS agency, sum(e.amount)::float AS employer
     FROM {s}.payroll p JOIN {s}.payroll__entries e ON e.parent_id = p.id AND e.part = 'employer_share'
     WHERE p.status = 'posted' AND to_char(p.payout_date, 'YYYY-MM') = '2026-07' GROUP BY 1`,
  )
  const sums = new Map(first.map((row) => [row.agency, row]))
  const ofAgencies = printed.filter(({ agency }) => agency)
  expect(ofAgencies).toHaveLength(4)
  for (const { agency, employee } of ofAgencies) expect([agency, sums.get(agency)?.total_employee]).toEqual([agency, employee])
  expect(owedBy).toHaveLength(3)
  for (const { agency, employer } of owedBy)
    expect([agency, Number(sums.get(agency)!.total_employer) + Number(sums.get(agency)!.total_ec)]).toEqual([agency, employer])
  // By hand: SSS 5% and 10% of 32,500, and 30 of EC; PhilHealth 870 each; Pag-IBIG 200 each; the tax of July.
  expect(
    first.map(({ agency, total_employee, total_employer, total_ec, grand_total, due_date, missing_numbers, status }) =>
      [agency, total_employee, total_employer, total_ec, grand_total, due_date, missing_numbers, status].join(' '),
    ),
  ).toEqual([
    'SSS 1625 3250 30 4905 2026-08-31 0 generated',
    'PhilHealth 870 870 0 1740 2026-08-15 0 generated',
    'Pagibig 200 200 0 400 2026-08-14 0 generated',
    'BIR 1378.74 0 0 1378.74 2026-08-10 1 generated',
  ])
  await host.post(path, { without_numbers: true })
  expect((await all()).map(({ id, grand_total }) => [id, grand_total])).toEqual(first.map(({ id, grand_total }) => [id, grand_total]))
  expect(await host.ok('GET', 'monthly_remittance/company?month=7&year=2026')).toMatchObject([
    { agency: 'SSS', grand_total: 4905, is_paid: false },
    { agency: 'PhilHealth' },
    { agency: 'Pagibig' },
    { agency: 'BIR', total_employee: 1378.74 },
  ])
  // Paid: the receipt stands with the contributions, and another generation leaves it as it is.
  const sss = Number(first[0]!.id)
  const bank = await host.harness.make('bank', { code: 'BDO', name: 'BDO' })
  const bank_account_id = Number(
    (
      await host.harness.make('bank_account', {
        owner_type: 'company',
        bank_id: bank.id,
        account_no: '001-234-567',
        account_name: 'Aquarius',
        account_type: 'Current',
      })
    ).id,
  )
  const [before, cash] = [await owedTo('sss_payable'), await owedTo('cash_in_bank')]
  const payment = { date_paid: '2026-08-20', reference_no: 'OR-1', bank_account_id }
  expect(await host.refused(`monthly_remittance/${sss}/mark_paid`, { ...payment, date_paid: '2030-01-01' })).toBe('E_DATE')
  expect(await host.refused(`monthly_remittance/${sss}/mark_paid`, { ...payment, bank_account_id: null })).toBe('bank_account_id')
  const locked = await host.harness.make('fiscal_period', { period: '2026-08', module_group: 'general_ledger' })
  await host.post(`fiscal_period/${Number(locked.id)}/lock`)
  expect(await host.refused(`monthly_remittance/${sss}/mark_paid`, payment)).toBe('E_PERIOD_LOCKED')
  await host.post(`fiscal_period/${Number(locked.id)}/unlock`)
  expect(await host.post(`monthly_remittance/${sss}/mark_paid`, payment)).toMatchObject({
    status: 'paid',
    amount_paid: 4905,
    difference: 0,
    standing: 'paid',
  })
  // Debit what July owed the SSS, credit the bank.
  expect([await owedTo('sss_payable'), await owedTo('cash_in_bank')]).toEqual([before - 4905, cash + 4905])
  const receipt = () =>
    host.query(
      'SELECT or_no, date_paid::text AS paid FROM {s}.sss_contribution_payment WHERE year = 2026 AND month IN (7, 8) ORDER BY month',
    )
  const unpaid = { or_no: null, paid: null }
  expect(await receipt()).toEqual([{ or_no: 'OR-1', paid: '2026-08-20' }, unpaid])
  await host.post(path, { without_numbers: true })
  expect((await all())[0]).toMatchObject({ id: sss, status: 'paid', reference_no: 'OR-1' })
  await host.query('UPDATE {s}.sss_contribution_payment SET ec = 10 WHERE year = 2026 AND month = 7')
  expect(await host.refused(path, { without_numbers: true })).toBe('E_REMITTED')
  await host.post(`monthly_remittance/${sss}/undo_paid`)
  expect(await receipt()).toEqual([unpaid, unpaid])
  expect([await owedTo('sss_payable'), await owedTo('cash_in_bank')]).toEqual([before, cash])
  expect(await host.refused(`monthly_remittance/${sss}/mark_paid`, { ...payment, reference_no: 'OR-2' })).toBe('E_REMITTANCE_STALE')
  await host.post(path, { without_numbers: true })
  expect((await all())[0]).toMatchObject({ total_ec: 10, grand_total: 4885, reference_no: null })
  await host.query('UPDATE {s}.sss_contribution_payment SET ec = 30 WHERE year = 2026 AND month = 7')
  // Paid short: the rest stays owed. The tax of July is paid in full.
  await host.post(path, { without_numbers: true })
  const [tax, philhealth] = [Number(first[3]!.id), Number(first[1]!.id)]
  const owedTax = await owedTo('compensation_tax_payable')
  const short = await host.post(`monthly_remittance/${philhealth}/mark_paid`, { ...payment, amount_paid: 1700 })
  expect(short).toMatchObject({ difference: -40, standing: 'short' })
  await host.post(`monthly_remittance/${tax}/mark_paid`, { ...payment, reference_no: 'eFPS-1' })
  expect(await owedTo('compensation_tax_payable')).toBeCloseTo(owedTax - 1378.74, 2)
  await host.post(`monthly_remittance/${philhealth}/undo_paid`)
})

// Basic salary earned: 15,400 + 30,450 + 27,650 + 3 × 30,450 + 32,719.57 + 5 × 34,800 = 371,569.57; ÷ 12 = 30,964.1308.
// Taxable: 376,303.32 gross − 31,037.50 contributions = 345,265.82; the year's tax 15% × 95,265.82 = 14,289.873. Withheld
// until November: 1,069.61 + 672.11 + 1,226.18 + 1,589.36 + 1,069.61 + 1,378.74 + 4 × 1,672.05 = 13,693.81. December
// withholds 596.06; 31,980 − 596.06 − 1,200. The 13th month is below 90,000: exempt.
test('December: tax annualization and the 13th month', async () => {
  // Computed before the salary, the 13th month gives back no tax: the year is not over.
  const early = await host.payroll(host.monthly, periods.get('2026-12-1')!, { payroll_tag: '13th_month' })
  await host.post(`payroll/${early}/precompute`)
  // December's salary counts ahead: 336,769.57 + 34,800.
  expect(await paidLines(early)).toEqual({ '13TH_MONTH': 30964.13 })
  await host.post(`payroll/${early}/void`, { void_reason: 'After the salary' })
  expect(await run('2026-12')).toMatchObject({ gross: 34800, net_pay: 30183.94, lines: { WITHHOLDING_TAX: -596.06 } })
  expect(await run('2026-12', { payroll_tag: '13th_month' })).toEqual({
    gross: 30964.13,
    taxable: 0,
    sss_ee: 0,
    philhealth_ee: 0,
    pagibig_ee: 0,
    net_pay: 30964.13,
    lines: { '13TH_MONTH': 30964.13 },
  })
  // SSS: 775 + 1,525 + 1,375 + 1,575 + 1,700 + 1,525 + 1,625 + 5 × 1,750; PhilHealth: 6 × 761.25 + 6 × 870.
  expect(await year(2026)).toEqual({
    gross: 407267.45,
    basic: 371569.57,
    nontaxable_13th: 30964.13,
    de_minimis: 0,
    sss: 18850,
    philhealth: 9787.5,
    pagibig: 2400,
    taxable_income: 345265.82,
    tax_withheld: 14289.87,
  })
  expect(await owed()).toBe(3600)
})

// 12 months of tax are 14,289.87, of the SSS 18,850 and of all contributions 31,037.50, as in the sums above.
test('year end: form 2316, alphalist, monthly returns and the ledger agree, and the files are read back', async () => {
  await host.query(
    `UPDATE {s}.company SET tin = '684-785-510-00000', sss_employer_no = '03-1234567-8', pagibig_employer_no = '2012-3456-7890', address_line = '1 Ayala'`,
  )
  await host.harness.make('employee_id', { employee_id: ana, id_type: 'TIN', id_number: '901-234-567-00000' })
  const [{ id: bank_account_id } = { id: 0 }] = await host.query<{ id: number }>('SELECT id FROM {s}.bank_account')
  const rows = async (query: string) => (await host.ok('GET', `monthly_remittance?sort=id&limit=100&${query}`)) as unknown as Row[]
  // February's tax of 1,069.61 is remitted short by 9.61, which March adjusts.
  for (let month = 1; month <= 12; month++) {
    await host.post(`monthly_remittance/${month}/2026`)
    for (const row of await rows(`filter[month]=${month}`))
      if (row.status === 'generated')
        await host.post(`monthly_remittance/${String(row.id)}/mark_paid`, {
          date_paid: '2026-12-31',
          reference_no: 'R',
          bank_account_id,
          ...(month === 2 && row.agency === 'BIR' ? { amount_paid: 1060 } : {}),
        })
  }
  const all = await rows('')
  expect(all).toHaveLength(48)
  const tax = (month: number) => all.find((row) => row.agency === 'BIR' && row.month === month)!
  expect([tax(2).difference, tax(3).adjustment, tax(3).amount_paid, tax(4).adjustment]).toEqual([-9.61, 9.61, 681.72, 0])
  const sum = (agency: string, name: string) =>
    Math.round(all.filter((row) => row.agency === agency).reduce((total, row) => total + Number(row[name]) * 100, 0)) / 100
  for (const role of ['compensation_tax_payable', 'sss_payable', 'philhealth_payable', 'pagibig_payable'])
    expect([role, await owedTo(role)]).toEqual([role, 0])

  await host.post('tax_form_2316/generate', { year: 2026 })
  const [form] = (await host.ok('GET', 'tax_form_2316?limit=10')) as unknown as Row[]
  const list = await host.post('alphalist', { year: 2026, withholding_agent_category: 'private' })
  const listed = await host.post(`alphalist/${list.id}/process`)
  expect([form!.tax_withheld, listed.total_withheld, sum('BIR', 'total_employee')]).toEqual([14289.87, 14289.87, 14289.87])
  expect([form!.gross, form!.statutory]).toEqual([407267.45, 31037.5])
  expect([sum('SSS', 'total_employee'), sum('PhilHealth', 'total_employee'), sum('Pagibig', 'total_employee')]).toEqual([
    18850, 9787.5, 2400,
  ])

  // March on form 1601-C: 27,650 paid, 2,336.25 of contributions, 672.11 withheld, and what February lacked.
  const { raw } = await host.harness.call('GET', `monthly_remittance/${String(tax(3).id)}/tax-return`)
  const items = new Map<string, number>()
  for await (const sheet of sheetRows(raw)) for (const [item, , amount] of sheet) items.set(String(item), Number(amount))
  expect(['14', '15', '19', '20', '21', '22', '25', '26', '27'].map((item) => items.get(item))).toEqual([
    27650, 0, 2336.25, 0, 2336.25, 25313.75, 672.11, 9.61, 681.72,
  ])
  const ofJuly = (agency: string) => all.find((row) => row.agency === agency && row.month === 7)!.id
  const file = async (agency: string, name: string) => {
    const { status, text } = await host.harness.call('GET', `monthly_remittance/${String(ofJuly(agency))}/${name}`)
    expect(status).toBe(200)
    return text.split('\r\n')
  }
  // July is the first month of its quarter: 1,625 + 3,250, and 30 of EC.
  const [head, line, foot] = (await file('SSS', 'contribution-list')) as [string, string, string]
  expect([head.slice(0, 2), head.slice(32, 48), line.slice(33, 43)]).toEqual(['00', '0720260312345678'.slice(0, 16), '3412345678'])
  expect([line.slice(43, 67), line.slice(85, 91), foot.slice(0, 14)].map((cell) => cell.trim().split(/ +/))).toEqual([
    ['4875.00', '0.00', '0.00'],
    ['30.00'],
    ['99', '4875.00'],
  ])
  const savings = await file('Pagibig', 'savings-list')
  expect([savings[0]!.slice(0, 2), savings[0]!.slice(4, 10), savings[1]!.slice(2, 14)]).toEqual(['EH', '202607', '121123456789'])
  expect([savings[1]!.slice(119, 132), savings[1]!.slice(132, 145)].map(Number)).toEqual([200, 200])
  const members = await file('PhilHealth', 'member-list')
  expect([members[0], members[4], members[5]!.slice(0, 12)]).toEqual(['REMITTANCE REPORT', 'MEMBERS', '123456789012'])
  expect([members[5]!.slice(73, 81), members[5]!.slice(81, 87), members[5]!.slice(87, 93)].map(Number)).toEqual([3480000, 87000, 87000])
  expect((await host.harness.call('GET', `monthly_remittance/${String(ofJuly('SSS'))}/sss-loan-list`)).body.rule).toBe('E_EMPTY')
  expect((await host.harness.call('GET', `monthly_remittance/${String(ofJuly('SSS'))}/tax-return`)).body.rule).toBe('E_EMPTY')
})

// February 2027, last day the 15th: 11 days × 1,600 = 17,600. Five days of service incentive leave (art. 95) × 1,600 =
// 8,000, exempt up to 12 days (RR 29-2025), but remuneration for the SSS: 25,600, row 42: 1,000 + 275. The 13th month is
// none (Handbook chapter 13): (34,800 + 17,600) ÷ 12 = 4,366.67. Taxable 17,600 − 2,345 = 15,255; the year's, 31,980 +
// 15,255, is below 250,000: January's 1,672.05 returns. The loan's last 2,400 is taken: 15,255 + 4,366.67 + 8,000 +
// 1,672.05 − 2,400.
test('resignation: final pay', async () => {
  expect(await run('2027-01')).toMatchObject({ gross: 34800, net_pay: 29107.95 })
  const type = await host.harness.make('leave_type', {
    code: 'SIL',
    name: 'Service Incentive Leave',
    category: 'service_incentive',
    annual_credits: 5,
    min_service_months: 12,
    is_convertible: true,
    max_carry_over: 0,
  })
  await host.harness.make('leave_amendment', {
    employee_id: ana,
    leave_type_id: type.id,
    is_increase: true,
    qty: 5,
    year: 2027,
    effective_date: '2027-01-16',
    reason: 'A year of service',
  })
  host.clock.advanceTo(day('2027-02-01'))
  const { version } = await host.ok('GET', `employee/${ana}`)
  await host.ok('PUT', `employee/${ana}`, { version, date_separated: '2027-02-15', separation_reason: 'Resignation' })
  await sheet('2027-02', { days_scheduled: 11, days_worked: 11, scheduled_minutes: 11 * 480 })
  expect(await run('2027-02', { payroll_tag: 'final_pay' })).toEqual({
    gross: 29966.67,
    taxable: 15255,
    sss_ee: 1275,
    philhealth_ee: 870,
    pagibig_ee: 200,
    net_pay: 26893.72,
    lines: {
      BASIC: 17600,
      '13TH_MONTH': 4366.67,
      LEAVE_CONVERSION_SERVICE_INCENTIVE: 8000,
      SSS: -1000,
      SSS_MPF: -275,
      PHILHEALTH: -870,
      PAGIBIG: -200,
      TAX_REFUND: 1672.05,
      COMPANY: -2400,
    },
  })
  expect(await year(2027)).toMatchObject({ basic: 52400, sss: 3025, taxable_income: 47235, tax_withheld: 0 })
  expect(await host.ok('GET', `loan_entry/${loan}`)).toMatchObject({ status: 'fully_paid', balance: 0, paid_amount: 12000 })
  const [left] = await host.query('SELECT sum(qty_in - qty_out)::float AS days FROM {s}.employee_balance_history WHERE employee_id = $1', [
    ana,
  ])
  expect(left).toEqual({ days: 0 })
})

// December's tax is remitted short by 5.00, which January adjusts (the schedule's column for the preceding year). January withheld
// 1,672.05, all of which February's final pay gave back: its return is negative, and nothing is to be paid.
test('a tax return includes the excess of the year before, and a negative one requires no payment', async () => {
  const [{ id: bank_account_id } = { id: 0 }] = await host.query<{ id: number }>('SELECT id FROM {s}.bank_account')
  const taxOf = async (month: number, inYear: number) => {
    const rows = await host.ok('GET', `monthly_remittance?filter[agency]=BIR&filter[month]=${month}&filter[year]=${inYear}`)
    return (rows as unknown as (Row & { id: number })[])[0]!
  }
  const pay = async (id: number, more: Row = {}) =>
    host.post(`monthly_remittance/${id}/mark_paid`, { date_paid: '2027-02-01', reference_no: 'R-2', bank_account_id, ...more })
  const december = await taxOf(12, 2026)
  await host.post(`monthly_remittance/${december.id}/undo_paid`)
  await pay(december.id, { amount_paid: Number(december.amount_paid) - 5 })
  await host.post('monthly_remittance/1/2027')
  const january = await taxOf(1, 2027)
  expect([january.grand_total, january.adjustment, january.standing]).toEqual([1672.05, 5, 'late'])
  expect((await pay(january.id)).amount_paid).toBe(1677.05)
  await host.post('monthly_remittance/2/2027')
  const february = await taxOf(2, 2027)
  expect([february.grand_total, february.adjustment]).toEqual([-1672.05, 0])
  host.clock.advanceTo(day('2027-03-20'))
  expect((await taxOf(2, 2027)).standing).toBe('late_nil')
  await host.post(`monthly_remittance/${february.id}/generate`)
  expect(await host.post(`monthly_remittance/${february.id}/mark_paid`, { date_paid: '2027-03-20', reference_no: 'R-3' })).toMatchObject({
    amount_paid: 0,
    standing: 'carried',
  })
})
