/** Yearly DOLE reports: 13th month pay and wages, from posted payrolls, checked, as a workbook, and submitted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sheetRows } from '../../src/server/records/import/read.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let ana: number
let ben: number
let boss: number
let last: number

beforeAll(async () => {
  host = await openPayHost('DOLE', '2026-12-20', ['dole_report', 'position', 'region', 'province', 'city'])
  const months = await host.periods('MONTHLY', 2026)
  const positionOf = async (name: string, level: string) =>
    Number((await host.harness.make('position', { code: name.toUpperCase(), name, level })).id)
  const [clerk, manager] = [await positionOf('Clerk', 'Rank and File'), await positionOf('Manager', 'Managerial')]
  const region = await host.harness.make('region', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000' })
  await host.query('UPDATE {s}.branch SET region_id = $1 WHERE id = 1', [region.id])
  ana = await host.employee({ pay_group_id: host.monthly, basic_rate: 30_450, position_id: clerk })
  // 16,421.25 × 12 ÷ 261 is 755.00 a day, the minimum wage of Metro Manila.
  ben = await host.employee({
    pay_group_id: host.monthly,
    basic_rate: 16_421.25,
    position_id: clerk,
    gender: 'Male',
    is_minimum_wage: true,
  })
  boss = await host.employee({ pay_group_id: host.monthly, basic_rate: 100_000, position_id: manager })
  for (const month of ['2026-11', '2026-12']) {
    const payroll = await host.payroll(host.monthly, months.get(`${month}-1`)!)
    await host.settle(payroll)
    if (month === '2026-12') last = payroll
  }
  const bonus = await host.payroll(host.monthly, months.get('2026-12-1')!, { payroll_tag: '13th_month', payout_date: '2026-12-18' })
  await host.settle(bonus)
})
afterAll(() => host.close())

const make = (values: Row) => host.post('dole_report', values)
const process = (id: unknown) => host.post(`dole_report/${Number(id)}/process`)
const findings = (report: Row): string[] =>
  (report.findings as Row[]).map(({ severity, problem, employee_id }) =>
    [severity, problem, ...(employee_id ? [employee_id] : [])].join(' '),
  )
const cells = async (id: unknown): Promise<string[][]> => {
  const { raw } = await host.harness.call('GET', `dole_report/${Number(id)}/workbook`)
  const rows: string[][] = []
  for await (const sheet of sheetRows(raw)) rows.push(...sheet.map((row) => row.map(String)))
  return rows
}

test('the 13th month report first lists what is missing, then the amounts paid with their payslips, and is submitted', async () => {
  const expected = async () =>
    ((await host.ok('GET', 'dole_report/expected')) as unknown as Row[]).map(({ report, year, due_date }) => [report, year, due_date])
  expect(await expected()).toEqual([
    ['thirteenth_month', 2026, '2027-01-15'],
    ['wages', 2026, '2027-01-31'],
  ])
  const draft = await make({ report: 'thirteenth_month', year: 2026 })
  expect(await expected()).toEqual([['wages', 2026, '2027-01-31']])
  expect(draft).toMatchObject({ name: 'DOLE 13th month 2026', due_date: '2027-01-15', standing: 'to_prepare' })
  expect(findings(await process(draft.id))).toEqual([
    'error no_address',
    'error no_phone',
    'error no_business',
    'error no_signatory',
    'warning year_not_over',
  ])
  expect(await host.refused(`dole_report/${draft.id}/submit`, { submitted_on: '2026-12-20' })).toBe('E_DOLE_REPORT')
  expect((await host.harness.call('GET', `dole_report/${draft.id}/workbook`)).body.rule).toBe('E_DOLE_REPORT')
  await host.query(
    `INSERT INTO {s}.company (code, name, address_line, phone) VALUES ('D', 'Dolores', '1 Mabini St., Manila', '02-8123-4567')`,
  )
  const { version } = await host.ok('GET', `dole_report/${draft.id}`)
  await host.ok('PUT', `dole_report/${draft.id}`, { version, principal_business: 'Bakery', signatory_id: ana })
  const report = await process(draft.id)
  // Two months: 60,900 ÷ 12 = 5,075; 32,842.50 ÷ 12 = 2,736.875; none is due to a manager, who got 200,000 ÷ 12.
  expect(report).toMatchObject({ errors: 0, employees_total: 3, men: 1, women: 2, benefited: 3, total_due: 7811.88, total_paid: 24478.55 })
  expect(
    (report.rows as Row[]).map(({ employee_id, basic, due, paid, difference }) => [employee_id, basic, due, paid, difference]),
  ).toEqual([
    [ana, 60900, 5075, 5075, 0],
    [ben, 32842.5, 2736.88, 2736.88, 0],
    [boss, 200000, 0, 16666.67, 16666.67],
  ])
  for (const payment of report.payments as Row[]) {
    const slip = await host.ok('GET', `payslip/${Number(payment.payslip_id)}`)
    expect([slip.employee_id, slip.payroll_tag, payment.paid_on]).toEqual([payment.employee_id, '13th_month', '2026-12-18'])
  }
  const rows = await cells(draft.id)
  expect(rows[1]!.slice(2)).toEqual(['Clerk', '60900', '5075', '5075', '0'])
  const facts = Object.fromEntries(rows.slice(4).map(([name, value]) => [name, value]))
  expect(facts).toMatchObject({ 'Principal product or business': 'Bakery', 'Total amount of benefits granted': '24478.55' })

  await host.query('UPDATE {s}.ytd_payroll SET basic = basic + 1200 WHERE employee_id = $1', [ana])
  expect(await host.refused(`dole_report/${draft.id}/submit`, { submitted_on: '2026-12-20' })).toBe('E_DOLE_REPORT')
  expect(findings(await process(draft.id))).toEqual([`warning short ${ana}`, 'warning year_not_over'])
  expect(await host.refused(`dole_report/${draft.id}/submit`, { submitted_on: '2027-01-10' })).toBe('E_DATE')
  expect(await host.post(`dole_report/${draft.id}/submit`, { submitted_on: '2026-12-20' })).toMatchObject({ standing: 'submitted' })
  expect(await host.refused(`dole_report/${draft.id}/process`)).toBe('E_STATE')
  await host.post(`dole_report/${draft.id}/undo-submission`)
})

test('the wage report compares the rates of the last salary with the minimum wage, and opens its payslip', async () => {
  const draft = await make({ report: 'wages', year: 2026, signatory_id: ana })
  expect(draft).toMatchObject({ due_date: '2027-01-31', principal_business: 'Bakery' })
  const report = await process(draft.id)
  expect(report).toMatchObject({ errors: 0, below_minimum: 0, at_minimum: 1, above_minimum: 2 })
  const [first, second] = report.rows as Row[]
  expect(first).toMatchObject({ employee_id: ana, rate: 1400, per: 'day', region: 'NCR', standing: 'above' })
  expect(second).toMatchObject({ employee_id: ben, rate: 755, minimum: 755, standing: 'at' })
  expect((await host.ok('GET', `payslip/${Number(first!.payslip_id)}`)).payroll_id).toBe(last)
  expect((await cells(draft.id))[2]!.slice(2)).toEqual(['Clerk', 'NCR', '755', 'Day', '755', 'At the minimum wage'])
  await host.query('UPDATE {s}.branch SET region_id = NULL WHERE id = 1')
  expect(await host.refused('dole_report', { report: 'wages', year: 2026 })).not.toBe('done')
})
