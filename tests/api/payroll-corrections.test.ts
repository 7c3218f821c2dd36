/** Corrections of a payroll: adjustments over several groups, the bank file, the journal's date, an employee's own factor. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: ReadonlyMap<string, number>
beforeAll(async () => {
  host = await openPayHost('CORR', '2026-08-17')
  periods = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const queryOne = async (sql: string, ...params: unknown[]): Promise<Row> => (await host.query(sql, params))[0]!

test('payroll finding 6: an adjustment without a pay group applies to the employees of every group', async () => {
  const [first, second] = [await host.group('First', 'SEMI'), await host.group('Second', 'SEMI')]
  const [x, y] = [
    await host.employee({ basic_rate: 30450, pay_group_id: first }),
    await host.employee({ basic_rate: 30450, pay_group_id: second }),
  ]
  const adjustment = await host.harness.make('payroll_adjustment', {
    branch_id: 1,
    pay_period_id: periods.get('2026-07-1'),
    type: 'earning',
    pay_item_id: host.item('BONUS'),
    items: [
      { employee_id: x, amount: 500 },
      { employee_id: y, amount: 700 },
    ],
  })
  await host.post(`payroll_adjustment/${adjustment.id}/post`)
  const payrolls = [await host.payroll(first, periods.get('2026-07-1')!), await host.payroll(second, periods.get('2026-07-1')!)]
  await host.post(`payroll/${payrolls[0]}/precompute`)
  await host.post(`payroll/${payrolls[0]}/process`)
  expect(await host.line(payrolls[0]!, x)).toMatchObject({ gross: 15725 })
  expect(await host.ok('GET', `payroll_adjustment/${adjustment.id}`)).toMatchObject({ status: 'posted' })
  expect(await host.refused(`payroll_adjustment/${adjustment.id}/void`, { void_reason: 'Entered twice' })).toBe('E_ADJUSTMENT_TAKEN')
  await host.post(`payroll/${payrolls[1]}/precompute`)
  expect(await host.line(payrolls[1]!, y)).toMatchObject({ gross: 15925 })
  await host.post(`payroll/${payrolls[1]}/process`)
  expect(await host.ok('GET', `payroll_adjustment/${adjustment.id}`)).toMatchObject({ status: 'processed', payroll_id: null })
  await host.post(`payroll/${payrolls[0]}/undo-process`)
  await host.post(`payroll/${payrolls[0]}/precompute`)
  expect(await host.line(payrolls[0]!, x)).toMatchObject({ gross: 15725 })
})

test('payroll finding 3: a corrected payroll gets a new bank file, and the former batch is void', async () => {
  const group = await host.group('Banked', 'SEMI')
  const { id: bank } = await host.harness.make('bank', { code: 'BDO', name: 'Banco de Oro' })
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  const account = await host.harness.make('bank_account', {
    owner_type: 'employee',
    owner_id: id,
    bank_id: bank,
    account_no: '0012345678',
    account_name: 'Ana Cruz',
    account_type: 'Payroll',
  })
  await host.query('UPDATE {s}.employee SET bank_account_id = $2 WHERE id = $1', [id, account.id])
  const payroll = await host.payroll(group, periods.get('2026-07-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
  const file = async () => (await host.harness.call('GET', `payroll/generate-text-docs?payroll_id=${payroll}&bank_id=${bank}`)).text
  const before = await file()
  expect(await file()).toBe(before)
  await host.post(`payroll/${payroll}/undo-process`)
  await host.post(`payroll/${payroll}/entries`, { employee_id: id, pay_item_id: host.item('BONUS'), amount: 1234 })
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
  const after = await file()
  const { net_pay } = await host.line(payroll, id)
  expect(after.trimEnd().endsWith(String(Math.round(Number(net_pay) * 100)).padStart(15, '0'))).toBe(true)
  expect(after).not.toBe(before)
  expect(await host.query('SELECT state FROM {s}.bank_transmittal WHERE payroll_id = $1 ORDER BY id', [payroll])).toEqual([
    { state: 'void' },
    { state: 'valid' },
  ])
})

test('payroll finding 7: the journal is dated on the last day of the period, or today where its month is locked', async () => {
  const group = await host.group('Dated', 'SEMI')
  await host.employee({ basic_rate: 30450, pay_group_id: group })
  const payroll = await host.payroll(group, periods.get('2026-07-1')!)
  await host.settle(payroll)
  const entry = `SELECT e.transaction_date::text AS date FROM {s}.accounting_entry e WHERE e.source_id = $1 AND e.source_module = 'payroll'`
  expect(await queryOne(entry, payroll)).toEqual({ date: '2026-07-15' })
  await host.query(`INSERT INTO {s}.fiscal_period (period, module_group, status) VALUES ('2026-07', 'general_ledger', 'locked')`)
  const locked = await host.payroll(group, periods.get('2026-07-2')!)
  expect(await host.ok('GET', `payroll/${locked}`)).toMatchObject({ transaction_date: '2026-08-17' })
})

test('payroll finding 8: rates follow the working days per year of the employee', async () => {
  const group = await host.group('Factor', 'SEMI')
  const id = await host.employee({ basic_rate: 21750, pay_group_id: group, days_per_year: 313 })
  expect(await host.ok('GET', `employee/${id}`)).toMatchObject({ daily_rate: 833.87, hourly_rate: 104.23 })
  const payroll = await host.payroll(group, periods.get('2026-08-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  const trace = (await host.ok('GET', `payroll/${payroll}/employee/${id}/trace`)) as Row
  expect((trace.rates as Row).daily).toBeCloseTo(833.87, 2)
})

test('hourly pay follows the hours per day of the employee, else of the pay rate', async () => {
  const group = await host.group('Hours', 'MONTHLY')
  const monthly = (await host.periods('MONTHLY', 2026)).get('2026-07-1')!
  const usual = await host.employee({ basic_rate: 31320, pay_group_id: group, is_exempt_dtr: false })
  const short = await host.employee({ basic_rate: 31320, pay_group_id: group, is_exempt_dtr: false, hours_per_day: 6 })
  // 31,320 × 12 ÷ 261 = 1,440 a day: 180 an hour of eight, 240 an hour of six.
  expect(await host.ok('GET', `employee/${usual}`)).toMatchObject({ daily_rate: 1440, hourly_rate: 180 })
  expect(await host.ok('GET', `employee/${short}`)).toMatchObject({ daily_rate: 1440, hourly_rate: 240 })
  // A day of six hours absent, and an hour late: 7 × 240. Two hours of overtime: 2 × 240 × 1.25.
  const time = (absent_minutes: number) => ({
    scheduled_minutes: 23 * absent_minutes,
    days_scheduled: 23,
    days_worked: 22,
    worked: [{ day_type: 'ordinary', regular: 0, regular_night: 0, overtime: 120, overtime_night: 0 }],
    absent_minutes,
    late_minutes: 60,
    undertime_minutes: 0,
    unpaid_leave_minutes: 0,
    paid_leave_minutes: 0,
    unworked_holidays: [],
  })
  await host.sheet(short, monthly, time(360))
  await host.sheet(usual, monthly, time(480))
  const payroll = await host.payroll(group, monthly)
  await host.post(`payroll/${payroll}/precompute`)
  const figures = async (id: number) => {
    const { basic_pay, overtime } = await host.line(payroll, id)
    return [basic_pay, overtime]
  }
  expect(await figures(short)).toEqual([31320 - 1680, 600])
  expect(await figures(usual)).toEqual([31320 - 1620, 450])
  const { version } = await host.ok('GET', `employee/${short}`)
  expect(await host.ok('PUT', `employee/${short}`, { version, hours_per_day: null })).toMatchObject({ hourly_rate: 180 })
})

test('payroll finding 15: each branch has a separate journal, and a void reverses all of them', async () => {
  const [home, away] = [1, 50]
  await host.query(`INSERT INTO {s}.branch (id, code, name) OVERRIDING SYSTEM VALUE VALUES ($1, 'ILO', 'Iloilo')`, [away])
  const group = await host.group('Branches', 'SEMI')
  await host.employee({ basic_rate: 30450, pay_group_id: group, branch_id: home })
  await host.employee({ basic_rate: 60900, pay_group_id: group, branch_id: away })
  const payroll = await host.payroll(group, periods.get('2026-08-1')!)
  await host.settle(payroll)
  const entries = () =>
    host.query(
      `SELECT e.branch_id, sum(l.debit)::float AS debit, sum(l.credit)::float AS credit, sum(l.debit) FILTER (WHERE a.role = 'salaries_expense')::float AS salaries
       FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id JOIN {s}.chart_of_account a ON a.id = l.account_id
       WHERE e.source_module = 'payroll' AND e.source_id = $1 AND e.reverses_entry_id IS NULL GROUP BY e.id ORDER BY e.branch_id`,
      [payroll],
    )
  const [first, second] = await entries()
  expect([first, second]).toMatchObject([
    { branch_id: home, salaries: 15225 },
    { branch_id: away, salaries: 30450 },
  ])
  for (const entry of [first!, second!]) expect(entry.debit).toBe(entry.credit)
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Only to look' })
  const [left] = await host.query(
    `SELECT count(*)::int AS n FROM (SELECT e.branch_id, l.account_id, sum(l.debit - l.credit) AS amount FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     WHERE e.source_module = 'payroll' AND e.source_id = $1 GROUP BY 1, 2 HAVING sum(l.debit - l.credit) <> 0) x`,
    [payroll],
  )
  expect(left).toEqual({ n: 0 })
})

test('payroll finding 15: an employee who moved to another branch since is an expense of the branch worked in', async () => {
  const group = await host.group('Moved', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group, branch_id: 1 })
  const { version } = await host.ok('GET', `employee/${id}`)
  await host.ok('PUT', `employee/${id}`, { version, branch_id: 50, employment_effective_date: '2026-08-16' })
  const branchOf = async (period: string) => {
    const payroll = await host.payroll(group, periods.get(period)!)
    await host.settle(payroll)
    return host.query(`SELECT branch_id FROM {s}.accounting_entry WHERE source_module = 'payroll' AND source_id = $1`, [payroll])
  }
  expect((await host.ok('GET', `employee/${id}`)).branch_id).toBe(50)
  expect(await branchOf('2026-08-1')).toEqual([{ branch_id: 1 }])
  expect(await branchOf('2026-08-2')).toEqual([{ branch_id: 50 }])
})

test('the salary credit reported to the SSS is the one that the contribution was computed on', async () => {
  const group = await host.group('Ahead', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  const usual = host.settings.contribution_timing
  for (const timing of ['first', 'split']) {
    host.settings.contribution_timing = timing
    const period = timing === 'first' ? '2026-05-1' : '2026-06-1'
    await host.settle(await host.payroll(group, periods.get(period)!))
  }
  host.settings.contribution_timing = usual
  // Half of the salary is 15,225; the month's contribution is of 30,450: 20,000 × 5% and 10,500 × 5%, or half of it.
  expect(
    await host.query(
      'SELECT month, msc::float, employee_share::float AS ee, mpf_employee::float AS mpf FROM {s}.sss_contribution_payment WHERE employee_id = $1 ORDER BY month',
      [id],
    ),
  ).toEqual([
    { month: 5, msc: 30500, ee: 1000, mpf: 525 },
    { month: 6, msc: 30500, ee: 500, mpf: 262.5 },
  ])
})

test('days already paid by a period of another pay cycle stop the payroll until their pay is deducted', async () => {
  const [halves, months] = [await host.group('Halves', 'SEMI'), await host.group('Months', 'MONTHLY')]
  const id = await host.employee({ basic_rate: 30450, pay_group_id: halves })
  const { transaction_no } = await host.settle(await host.payroll(halves, periods.get('2026-07-1')!))
  const { version } = await host.ok('GET', `employee/${id}`)
  await host.ok('PUT', `employee/${id}`, { version, pay_group_id: months })
  const july = (await host.periods('MONTHLY', 2026)).get('2026-07-1')!
  const payroll = await host.payroll(months, july)
  await host.post(`payroll/${payroll}/precompute`)
  // The whole month's 30,450, of which 15,225 were paid.
  expect(await host.line(payroll, id)).toMatchObject({ basic_pay: 30450 })
  const twice = async () =>
    ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[])
      .filter((row) => row.kind === 'paid_twice')
      .map(({ employee_id, severity, message }) => [employee_id, severity, message])
  expect(await twice()).toEqual([
    [
      id,
      'error',
      `${String(transaction_no)} also pays 2026/07/01 to 2026/07/15: take the pay of these days off with an entry of this payroll or an adjustment`,
    ],
  ])
  // An entry that adds does not settle it, one that takes the 15,225 off does.
  const entry = (amount: number) => ({ employee_id: id, pay_item_id: host.item('COMMISSION'), amount, remarks: 'Days paid before' })
  await host.post(`payroll/${payroll}/entries`, entry(100))
  await host.post(`payroll/${payroll}/precompute`)
  expect((await twice()).map(([, severity]) => severity)).toEqual(['error'])
  expect(await host.refused(`payroll/${payroll}/process`)).toBe('E_PAYROLL_PROBLEMS')
  await host.post(`payroll/${payroll}/entries`, entry(-15_225))
  await host.post(`payroll/${payroll}/precompute`)
  expect((await twice()).map(([, severity]) => severity)).toEqual(['warning'])
})
