/** Set-up of payroll: groups and their people, periods without overlaps, rates, items by period, and opening sums of the year. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { workJob } from '../../src/server/workflow/index.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: Map<string, number>
beforeAll(async () => {
  host = await openPayHost('PAYS', '2026-08-03', ['supplier', 'general_ledger'])
  periods = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

// E314 E315 E316 E317 E318 E319
test('an employee belongs to one pay group', async () => {
  const id = await host.employee({ basic_rate: 20000, pay_group_id: host.monthly })
  const members = async (group: number) =>
    ((await host.ok('GET', `pay_group/get-employees/${group}`)) as unknown as Row[]).map((row) => row.id)
  expect(await members(host.monthly)).toEqual([id])
  // The button of the group's page; a call of all groups does the same.
  await host.post(`pay_group/${host.semi}/add-employees`, { employee_ids: [id] })
  await host.post(`pay_group/${host.semi}/remove-employees`, { employee_ids: [id] })
  await host.post('pay_group/add-employees', { pay_group_id: host.semi, employee_ids: [id] })
  expect([await members(host.monthly), await members(host.semi)]).toEqual([[], [id]])
  await host.post('pay_group/remove-employees', { pay_group_id: host.semi, employee_ids: [id] })
  expect(await members(host.semi)).toEqual([])
  await host.post('pay_group/add-users', { pay_group_id: host.semi, user_ids: [1, 2] })
  await host.post('pay_group/remove-users', { pay_group_id: host.semi, user_ids: [1] })
  expect(await host.ok('GET', `pay_group/get-users/${host.semi}`)).toMatchObject([{ id: 2 }])
})

test('periods are made from the cut-offs, and cannot overlap', async () => {
  expect(periods.size).toBe(24)
  const [february] = await host.query(
    'SELECT date_from::text, date_to::text, payout_date::text, is_last_of_month FROM {s}.pay_period WHERE id = $1',
    [periods.get('2026-02-2')],
  )
  expect(february).toEqual({ date_from: '2026-02-16', date_to: '2026-02-28', payout_date: '2026-02-28', is_last_of_month: true })
  const [cycle] = await host.query<{ id: number }>(`SELECT id FROM {s}.pay_cycle WHERE code = 'SEMI'`)
  expect(await host.post(`pay_cycle/${cycle!.id}/generate-periods`, { year: 2026 })).toMatchObject({ made: 0 })
  const period = {
    code: 'X',
    name: 'X',
    pay_cycle_id: cycle!.id,
    year: 2027,
    month: 1,
    period_no: 1,
    date_from: '2026-12-31',
    date_to: '2027-01-15',
    payout_date: '2027-01-15',
  }
  expect(await host.refused('pay_period', period)).toBe('date_from')
  expect(await host.refused('pay_period', { ...period, date_from: '2027-01-01', date_to: '2026-12-31' })).toBe('date_to')
  // The weeks of a year, each in the month in which it ends.
  const [weekly] = await host.query<{ id: number }>(`SELECT id FROM {s}.pay_cycle WHERE code = 'WEEKLY'`)
  expect(await host.post(`pay_cycle/${weekly!.id}/generate-periods`, { year: 2026 })).toMatchObject({ made: 52 })
})

// E320 E321 E322 E323 E324 E325 E326
test('rates by day type, and items of one payroll in the month', async () => {
  const [rate] = await host.query<{ id: number }>('SELECT id FROM {s}.pay_rate')
  const [cycle] = await host.query<{ id: number }>(`SELECT id FROM {s}.pay_cycle WHERE code = 'SEMI'`)
  const day = await host.harness.make('day_type', { code: 'rest_day', name: 'Rest day', regular_rate: 130, overtime_rate: 169 })
  await host.post(`pay_rate/${rate!.id}/cycle`, { pay_cycle_id: cycle!.id, effective_from: '2026-01-01' })
  await host.post(`pay_rate/${rate!.id}/rates`, { rates: [{ day_type_id: day.id, regular: 150, overtime: 195, night_differential: 10 }] })
  const [line] = (await host.ok('GET', `pay_rate/${rate!.id}/rates`)) as unknown as Row[]
  await host.ok('PUT', `pay_rate/${rate!.id}/rate/${line!.id}`, { regular: 200 })

  const [schedule] = await host.query<{ id: number }>(`SELECT id FROM {s}.pay_schedule WHERE code = 'SEMI'`)
  await host.post(`pay_schedule/${schedule!.id}/pay-period`, { pay_period_id: periods.get('2026-03-1') })
  await host.post(`pay_schedule/${schedule!.id}/pay-item`, { pay_item_id: host.item('SSS'), period_no: 1 })
  await host.post(`pay_schedule/${schedule!.id}/pay-item`, { pay_item_id: host.item('TRANSPORT'), period_no: 2 })
  expect(await host.refused(`pay_schedule/${schedule!.id}/pay-item`, { pay_item_id: host.item('SSS'), period_no: 1 })).toBe('E_DUPLICATE')

  const id = await host.employee({ basic_rate: 26100, pay_group_id: host.semi })
  await host.harness.make('allowance', {
    employee_id: id,
    pay_item_id: host.item('TRANSPORT'),
    amount: 1000,
    time_unit: 'per_month',
    effective_from: '2026-01-01',
  })
  const rest = {
    scheduled_minutes: 5280,
    days_scheduled: 11,
    days_worked: 12,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    unworked_holidays: [],
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
  }
  await host.sheet(id, periods.get('2026-03-1')!, {
    ...rest,
    worked: [{ day_type: 'rest_day', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 }],
  })
  const first = await host.payroll(host.semi, periods.get('2026-03-1')!)
  await host.post(`payroll/${first}/precompute`)
  // 150 an hour × 8 × 200%; SSS of the month (5% of a credit of 26,000) already in the first half; the allowance only in the second.
  expect(await host.line(first, id)).toMatchObject({ holiday_pay: 2400, allowances: 0, sss_ee: 1300, philhealth_ee: 0 })
  await host.ok('DELETE', `pay_schedule/${host.item('TRANSPORT')}/pay-item`)
  await host.ok('DELETE', `pay_schedule/${host.item('SSS')}/pay-item`)
  await host.post(`payroll/${first}/precompute`)
  expect(await host.line(first, id)).toMatchObject({ allowances: 500, sss_ee: 0 })
})

// E428 E429 E430 E450 E451 E452 E453 E454 E455 E456 E526
test('allowances, benefits and deductions on the employee', async () => {
  const id = await host.employee({ basic_rate: 20000 })
  const other = await host.employee({ basic_rate: 20000 })
  await host.post(`employee/v2/${id}/allowances`, { pay_item_id: host.item('MEAL'), amount: 500 })
  expect(await host.ok('GET', `employee/v2/${id}/allowances`)).toMatchObject([{ employee_id: id, amount: 500 }])
  await host.ok('DELETE', `employee/v2/${id}/allowances/${host.item('MEAL')}`)
  expect(await host.ok('GET', `employee/v2/${id}/allowances`)).toEqual([])
  const benefit = await host.post(`employee/${id}/de-minimis-benefit`, {
    pay_item_id: host.item('DM_RICE'),
    benefit: 'Rice',
    amount: 2000,
    time_unit: 'per_month',
    effective_from: '2026-01-01',
  })
  await host.ok('PUT', `employee/${id}/de-minimis-benefit/${benefit.id}`, { version: benefit.version, amount: 2500 })
  expect((await host.harness.call('DELETE', `employee/${other}/de-minimis-benefit/${benefit.id}`)).status).toBe(404)
  await host.ok('DELETE', `employee/${id}/de-minimis-benefit/${benefit.id}`)
  const made = await host.harness.make('deduction', {
    employee_id: id,
    pay_item_id: host.item('VOLUNTARY'),
    amount: 100,
    frequency: 'recurring',
    effective_from: '2026-01-01',
    total_amount: 150,
  })
  expect(await host.ok('GET', `employee/v2/${id}/deductions`)).toMatchObject([{ id: made.id }])
  await host.ok('PUT', `employee/v2/deductions/${made.id}`, { version: made.version, amount: 120 })
  expect(await host.ok('GET', `employee/v2/deductions/${made.id}`)).toMatchObject({ amount: 120 })
  expect(((await host.ok('GET', 'deduction/other-deduction-dropdown')) as unknown as Row[]).map((row) => row.name)).toContain(
    'Voluntary deduction',
  )
  await host.ok('DELETE', `employee/v2/deductions/${made.id}`)
})

// E480 E481 E482 E483 E484
test('opening sums of the year count from the first payroll on', async () => {
  const id = await host.employee({ basic_rate: 300000, pay_group_id: host.monthly, date_hired: '2026-05-01' })
  const no = ((await host.ok('GET', `employee/${id}`)) as Row).employee_no
  expect((await host.harness.call('GET', 'ytd_payroll/download-template')).text).toContain('employee_no,year,gross,basic')
  const row = { employee_no: no, year: 2026, gross: 500000, basic: 480000, taxable_income: 450000, tax_withheld: 20000, periods: 6 }
  const bad = await host.harness.call('POST', 'ytd_payroll/import', { rows: [row, { ...row, employee_no: 'NOBODY' }] })
  expect([bad.status, (bad.body.details as Row).valid]).toEqual([400, 1])
  expect(await host.post('ytd_payroll/import', { rows: [row] })).toMatchObject({ created: 1 })
  await host.ok('PUT', `ytd_payroll/${id}/update`, {
    year: 2026,
    previous_employer_taxable: 100000,
    previous_employer_tax: 5000,
    previous_employer_periods: 4,
  })
  const monthly = await host.periods('MONTHLY', 2026)
  const payroll = await host.payroll(host.monthly, monthly.get('2026-07-1')!)
  await host.settle(payroll)
  const [after] = await host.query('SELECT gross::float, basic::float, periods FROM {s}.ytd_payroll WHERE employee_id = $1', [id])
  expect(after).toEqual({ gross: 800000, basic: 780000, periods: 7 })
  // A previous employer makes the cumulative average the rule (RR 11-2018 section 2.79(B)(5)(a)).
  expect(await host.ok('GET', `payroll/${payroll}/employee/${id}/trace`)).toMatchObject({ tax_base: { method: 'cumulative_average' } })
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Only to look' })
  expect((await host.query('SELECT gross::float, basic::float, periods FROM {s}.ytd_payroll WHERE employee_id = $1', [id]))[0]).toEqual({
    gross: 500000,
    basic: 480000,
    periods: 6,
  })
})

test('a 13th month pays a twelfth of the basic pay of the year, and a final pay the remainder or deducts the excess', async () => {
  const monthly = await host.periods('MONTHLY', 2026)
  const group = await host.group('Thirteenth', 'MONTHLY')
  const id = await host.employee({ basic_rate: 24000, pay_group_id: group })
  for (const month of ['10', '11']) await host.settle(await host.payroll(group, monthly.get(`2026-${month}-1`)!))
  const bonus = await host.payroll(group, monthly.get('2026-11-1')!, { payroll_tag: '13th_month', payout_date: '2026-12-10' })
  await host.settle(bonus)
  // (2 × 24,000 + December's 24,000) ÷ 12.
  expect(await host.line(bonus, id)).toMatchObject({ gross: 6000, sss_ee: 0, withholding_tax: 0, net_pay: 6000 })
  // The report tells what was earned so far from what was paid.
  expect(await host.ok('GET', `nth_month/view/${id}?year=2026`)).toMatchObject({ amount: 4000, paid: 6000 })
  await host.query(`UPDATE {s}.employee SET date_separated = '2026-12-15', status = 'inActive' WHERE id = $1`, [id])
  const last = await host.payroll(group, monthly.get('2026-12-1')!, { payroll_tag: 'final_pay' })
  await host.sheet(id, monthly.get('2026-12-1')!, {
    scheduled_minutes: 11 * 480,
    days_scheduled: 11,
    days_worked: 11,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    worked: [],
    unworked_holidays: [],
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
  })
  await host.post(`payroll/${last}/precompute`)
  // 11 days × 24,000 × 12 ÷ 261 = 12,137.93; (48,000 + 12,137.93) ÷ 12 = 5,011.49, of which 6,000 were paid.
  expect(await host.line(last, id)).toMatchObject({ error: null, basic_pay: 12137.93, gross: 11149.42 })
})

test('withholdings are posted in the ledger by creditor', async () => {
  const monthly = await host.periods('MONTHLY', 2026)
  const { make, call } = host.harness
  const entity_type_id = (await make('entity_type', { code: 'GOV', name: 'Government', applies_to: 'supplier' })).id
  const supplier = async (code: string) => Number((await make('supplier', { code, name: `${code} of the Philippines`, entity_type_id })).id)
  const [sss, bir, union, court, other] = [
    await supplier('SSS'),
    await supplier('BIR'),
    await supplier('UNION'),
    await supplier('COURT'),
    await supplier('OTHER'),
  ]
  for (const [code, payee_id] of [
    ['SSS', sss],
    ['WITHHOLDING_TAX', bir],
    ['UNION_DUES', union],
    ['GARNISHMENT', court],
  ] as const)
    await host.query('UPDATE {s}.pay_item SET payee_id = $2 WHERE code = $1', [code, payee_id])
  const group = await host.group('Owed', 'MONTHLY')
  const id = await host.employee({ basic_rate: 60000, pay_group_id: group })
  const deduct = (code: string, amount: number, more: Row = {}) =>
    make('deduction', { employee_id: id, pay_item_id: host.item(code), amount, effective_from: '2026-07-01', ...more })
  await deduct('UNION_DUES', 200)
  await deduct('GARNISHMENT', 1000)
  // This employee's creditor is another.
  await deduct('GARNISHMENT', 700, { payee_id: other })
  const payroll = await host.payroll(group, monthly.get('2026-07-1')!)
  await host.settle(payroll)
  const owed = async () => {
    const rows = await host.query<{ supplier_id: number; n: number }>(
      `SELECT l.supplier_id, sum(l.credit - l.debit)::float AS n FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id
       WHERE e.source_module = 'payroll' AND e.source_id = $1 AND l.supplier_id IS NOT NULL GROUP BY 1`,
      [payroll],
    )
    return new Map(rows.map((row) => [row.supplier_id, row.n]))
  }
  const line = await host.line(payroll, id)
  // The employee's 1,750 with the employer's 3,500 and 30 of EC; the employer's shares follow the employee's.
  expect([...(await owed())].sort(([a], [b]) => a - b)).toEqual([
    [sss, 5280],
    [bir, line.withholding_tax],
    [union, 200],
    [court, 1000],
    [other, 700],
  ])
  const { body } = await call('GET', `general_ledger/paginate?date_from=2026-01-01&date_to=2026-12-31&supplier_id=${sss}&limit=all`)
  expect((body.data as Row[]).map((row) => [row.party, row.credit])).toEqual([['SSS of the Philippines', 5280]])
  await host.post(`payroll/${payroll}/void`, { void_reason: 'To be done again' })
  expect([...(await owed()).values()]).toEqual([0, 0, 0, 0, 0])
})

test('employees who owe the company are named in the ledger, but net pay is not', async () => {
  const monthly = await host.periods('MONTHLY', 2026)
  const group = await host.group('Debtors', 'MONTHLY')
  const department_id = (await host.harness.make('department', { code: 'DEBT', name: 'Debtors' })).id
  const [owing, other] = [
    await host.employee({ basic_rate: 40000, pay_group_id: group, department_id }),
    await host.employee({ basic_rate: 50000, pay_group_id: group, department_id }),
  ]
  const advance = { employee_id: owing, pay_item_id: host.item('CASH_ADVANCE'), amount: 1500, effective_from: '2026-07-01' }
  await host.harness.make('deduction', advance)
  const payroll = await host.payroll(group, monthly.get('2026-07-1')!)
  await host.settle(payroll)
  const [entry] = await host.query<{ id: number; no: string }>(
    `SELECT e.id, p.transaction_no AS no FROM {s}.accounting_entry e JOIN {s}.payroll p ON p.id = e.source_id WHERE e.source_module = 'payroll' AND e.source_id = $1`,
    [payroll],
  )
  const reader = principalOf(host.harness.modules, {
    user_id: 40,
    username: 'books',
    access: [],
    grants: { general_ledger: ['index', 'view'], accounting_entry: ['index', 'view', 'export'] },
  })
  const get = async (path: string) => (await host.harness.call('GET', path, undefined, reader)).body.data as Row
  const dates = 'date_from=2026-01-01&date_to=2026-12-31&limit=all'
  const named = (await get(`general_ledger/paginate?${dates}&employee_id=${owing}`)) as unknown as Row[]
  expect(named.map((row) => [row.party, row.credit])).toEqual([[expect.stringContaining('Cruz'), 1500]])
  expect(await get(`general_ledger/paginate?${dates}&employee_id=${other}`)).toEqual([])
  const lines = (await get(`accounting_entry/${entry!.id}`)).lines as Row[]
  expect(lines.filter((line) => line.employee_id).map((line) => line.credit)).toEqual([1500])
  const net = [await host.line(payroll, owing), await host.line(payroll, other)].map((line) => Number(line.net_pay))
  const all = (await get(`general_ledger/paginate?${dates}`)) as unknown as Row[]
  const amounts = all.filter((row) => row.transaction_no === entry!.no).flatMap((row) => [row.debit, row.credit])
  expect(amounts).toContain(Number((net[0]! + net[1]!).toFixed(2)))
  expect(amounts.filter((amount) => net.includes(Number(amount)))).toEqual([])
  for (const path of [`payroll/${payroll}`, `payroll/${payroll}/get-employees`, 'payslip/paginate'])
    expect([path, (await host.harness.call('GET', path, undefined, reader)).status]).toEqual([path, 403])
})

// proves: workflow.transitions.*.job
test('a long precomputation is a job: one at a time, and cancelled without changing the payroll', async () => {
  const monthly = await host.periods('MONTHLY', 2026)
  const group = await host.group('Many', 'MONTHLY')
  await host.query(
    `INSERT INTO {s}.employee (employee_no, full_name, first_name, last_name, branch_id, date_hired, status, pay_group_id, salary_rate_type, basic_rate, is_exempt_dtr)
     SELECT 'M' || n, 'Many ' || n, 'Many', n::text, 1, '2020-01-01', 'active', $1, 'monthly', 20000 + n, true FROM generate_series(1, 260) n`,
    [group],
  )
  const id = await host.payroll(group, monthly.get('2026-07-1')!)
  const started = await host.post(`payroll/${id}/precompute`)
  expect(started).toMatchObject({ job_id: 'job', processing: { state: 'running' }, status: 'draft' })
  expect((await host.harness.call('POST', `payroll/${id}/precompute`)).status).toBe(409)
  expect((await host.harness.call('PUT', `payroll/${id}`, { version: started.version, payout_date: '2026-08-01' })).status).toBe(409)
  const run = async () =>
    (await host.query<{ run: string }>(`SELECT run FROM {s}.transition_run WHERE module = 'payroll' AND record_id = $1`, [id]))[0]!.run
  const first = await run()
  await host.post(`payroll/${id}/cancel`)
  const ctx = await host.harness.ctx()
  await workJob(ctx, { module: 'payroll', id, run: first }, () => undefined)
  const standing = async () =>
    (
      await host.query(
        `SELECT p.status, count(*) FILTER (WHERE l.state = 'computed')::int AS done FROM {s}.payroll p JOIN {s}.payroll__employees l ON l.parent_id = p.id WHERE p.id = $1 GROUP BY p.id`,
        [id],
      )
    )[0]
  expect(await standing()).toEqual({ status: 'draft', done: 0 })
  await host.post(`payroll/${id}/precompute`)
  // The worker of the first job comes late: it is not its run any more.
  await workJob(ctx, { module: 'payroll', id, run: first }, () => undefined)
  expect(await standing()).toEqual({ status: 'draft', done: 0 })
  const seen: number[] = []
  await workJob(ctx, { module: 'payroll', id, run: await run() }, (done) => void seen.push(done))
  expect(await standing()).toEqual({ status: 'precomputed', done: 260 })
  expect(seen).toEqual([250, 260])
})

test('13.5: an active employee whom no payroll pays is named in the problems of each salary payroll', async () => {
  const unpaid = await host.employee({ basic_rate: 20_000 })
  const left = await host.employee({
    basic_rate: 20_000,
    status: 'inActive',
    date_separated: '2026-01-31',
    separation_reason: 'Resignation',
  })
  const group = await host.group('Named', 'MONTHLY')
  await host.employee({ pay_group_id: group, basic_rate: 20_000 })
  const id = await host.payroll(group, (await host.periods('MONTHLY', 2027)).get('2027-05-1')!)
  await host.post(`payroll/${id}/precompute`)
  const found = ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]).filter(({ kind }) => kind === 'no_pay_group')
  expect(found).toContainEqual(
    expect.objectContaining({
      employee_id: unpaid,
      severity: 'warning',
      message: 'Active without a pay group: no payroll pays this employee',
    }),
  )
  expect(found.map((row) => row.employee_id)).not.toContain(left)
})

test('unprocessed days of ended time records are reported, because their pay would be missing', async () => {
  const group = await host.group('Unprocessed', 'SEMI')
  const [partly, wholly] = [
    await host.employee({ pay_group_id: group, basic_rate: 20_000, is_exempt_dtr: false }),
    await host.employee({ pay_group_id: group, basic_rate: 20_000, is_exempt_dtr: false }),
  ]
  // 16 to 31 July, and today is 3 August; of one employee the days until the 28th are processed.
  for (const [employee, last] of [
    [partly, '2026-07-28'],
    [wholly, '2026-07-31'],
  ])
    await host.query(
      `INSERT INTO {s}.daily_time_record (employee_id, date, processed_at) SELECT $1, d, now() FROM generate_series('2026-07-16'::date, $2::date, interval '1 day') d`,
      [employee, last],
    )
  const id = await host.payroll(group, periods.get('2026-07-2')!)
  await host.post(`payroll/${id}/precompute`)
  const named = ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]).filter(({ kind }) => kind === 'time_not_processed')
  expect(named).toMatchObject([
    { employee_id: partly, severity: 'warning', message: expect.stringMatching(/^3 days from 2026\/07\/29 to 2026\/07\/31/) },
  ])
})

test('days without a shift are reported, except for employees exempt from time records', async () => {
  const group = await host.group('Unplanned', 'SEMI')
  const [planned, exempt] = [
    await host.employee({ pay_group_id: group, basic_rate: 20_000, is_exempt_dtr: false }),
    await host.employee({ pay_group_id: group, basic_rate: 20_000 }),
  ]
  for (const employee of [planned, exempt])
    await host.query(
      `INSERT INTO {s}.daily_time_record (employee_id, date, processed_at, attendance)
       SELECT $1, d, now(), CASE WHEN d < '2026-07-20' THEN 'present' WHEN d = '2026-07-21' THEN 'unscheduled_worked' ELSE 'unscheduled' END
       FROM generate_series('2026-07-16'::date, '2026-07-31'::date, interval '1 day') d`,
      [employee],
    )
  const id = await host.payroll(group, periods.get('2026-07-2')!)
  await host.post(`payroll/${id}/precompute`)
  const named = ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]).filter(({ kind }) => kind === 'no_shift')
  expect(named).toMatchObject([
    {
      employee_id: planned,
      severity: 'warning',
      message: expect.stringMatching(/^No shift on 12 days from 2026\/07\/20 to 2026\/07\/31: /),
    },
  ])
})

test('an employee who changed groups after the computation is reported in the payroll of the former group', async () => {
  const [from, to] = [await host.group('Left', 'SEMI'), await host.group('Entered', 'SEMI')]
  const moved = await host.employee({ pay_group_id: from, basic_rate: 20_000 })
  await host.employee({ pay_group_id: from, basic_rate: 20_000 })
  const id = await host.payroll(from, periods.get('2026-08-1')!)
  await host.post(`payroll/${id}/precompute`)
  const named = async () =>
    ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]).filter(({ kind }) => kind === 'other_group')
  expect(await named()).toEqual([])
  await host.post(`pay_group/${to}/add-employees`, { employee_ids: [moved] })
  expect(await named()).toMatchObject([
    {
      employee_id: moved,
      severity: 'warning',
      message: 'Now in the pay group Entered: take the employee out, unless this payroll is to pay them',
    },
  ])
  await host.post(`payroll/${id}/bulk-delete-employee`, { employee_ids: [moved] })
  expect(await named()).toEqual([])
})

test('invalid payroll data is refused by a named rule', async () => {
  const rule = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: Row) => (await host.harness.call(method, path, body)).body.rule
  const group = await host.group('Rules', 'SEMI')
  const [october, november] = [periods.get('2026-10-1')!, periods.get('2026-11-1')!]
  const adjust = (employee_id: number, pay_period_id: number) =>
    host.harness.make('payroll_adjustment', {
      branch_id: 1,
      pay_group_id: group,
      pay_period_id,
      type: 'earning',
      pay_item_id: host.item('BONUS'),
      items: [{ employee_id, amount: 100 }],
    })
  const [foreignSchedule] = await host.query<{ id: number }>(`SELECT id FROM {s}.pay_schedule WHERE code = 'MONTHLY'`)
  const made = { branch_id: 1, pay_group_id: group, pay_period_id: october }
  expect(await host.refused('payroll', { ...made, pay_schedule_id: foreignSchedule!.id })).toBe('pay_schedule_id')
  const payroll = await host.payroll(group, october)
  expect(await rule('POST', `payroll/${payroll}/precompute`)).toBe('E_EMPTY')

  const [paid, other] = [
    await host.employee({ pay_group_id: group, basic_rate: 20_000 }),
    await host.employee({ pay_group_id: host.monthly, basic_rate: 20_000 }),
  ]
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Nobody in it' })
  const early = Number((await adjust(paid, november)).id)
  await host.post(`payroll_adjustment/${early}/post`)
  expect(await rule('POST', `payroll_adjustment/${early}/process`)).toBe('E_NO_PAYROLL')
  const next = await host.payroll(group, october)
  const foreign = Number((await adjust(other, october)).id)
  await host.post(`payroll_adjustment/${foreign}/post`)
  expect(await rule('POST', `payroll_adjustment/${foreign}/process`)).toBe('E_NOT_IN_PAYROLL')

  // A register of zeros says nothing: the one that opens by itself is of the latest payroll that is computed.
  expect(await rule('GET', `payroll/register?payroll_id=${next}`)).toBe('E_NOT_COMPUTED')
  const shown = async () => ((await host.harness.call('GET', 'payroll/register')).body.data as Row[]).map((row) => row.payroll_id)
  expect(await shown()).not.toContain(next)
  await host.post(`payroll/${next}/precompute`)
  expect(await shown()).toEqual([next])
  await host.post(`payroll/${next}/process`)
  expect(await rule('GET', `payroll/generate-transmittal?payroll_id=${next}`)).toBe('E_BANK')
  await host.post(`payroll/${next}/approve`, {}, host.approver)
  await host.harness.make('ytd_payroll', { employee_id: paid, year: 2026, previous_employer_taxable: 1000 })
  expect(await rule('POST', `payroll/${next}/post`)).toBe('E_PAYROLL_STALE')

  await host.query('UPDATE {s}.pay_period SET is_closed = true WHERE id = $1', [november])
  const { version } = (await host.ok('GET', `pay_period/${november}`)) as Row
  expect(await rule('PUT', `pay_period/${november}`, { version, date_to: '2026-11-14' })).toBe('E_PERIOD_CLOSED')
  const late = Number((await adjust(paid, november)).id)
  expect(await rule('POST', `payroll_adjustment/${late}/post`)).toBe('E_PERIOD_CLOSED')

  const cycle = await host.harness.make('pay_cycle', { code: 'BARE', name: 'Bare', frequency: 'daily' })
  expect(await rule('POST', `pay_cycle/${String(cycle.id)}/generate-periods`, { year: 2026 })).toBe('E_CUTOFF')
})

// proves: entity.choices
test('part B: pay periods are offered by date, open ones first, and an exact name before all', async () => {
  const semi = await host.periods('SEMI', 2029)
  const [{ cycle }] = (await host.query<{ cycle: number }>('SELECT pay_cycle_id AS cycle FROM {s}.pay_period WHERE id = $1', [
    semi.get('2029-01-1'),
  ])) as [{ cycle: number }]
  await host.query('UPDATE {s}.pay_period SET is_closed = true WHERE id = ANY ($1::bigint[])', [
    [semi.get('2029-01-1'), semi.get('2029-01-2')],
  ])
  const offered = async (search: string) =>
    (
      (await host.ok(
        'GET',
        `pay_period/dropdown?filter[pay_cycle_id]=${cycle}&filter[year]=2029&search=${search}&limit=30`,
      )) as unknown as Row[]
    ).map(({ name, is_closed }) => `${String(name)}${is_closed === true ? ' closed' : ''}`)
  const all = await offered('')
  expect([all[0], all[1], all.at(-1)]).toEqual(['February 1–15, 2029', 'February 16–28, 2029', 'January 16–31, 2029 closed'])
  expect((await offered(encodeURIComponent('November 16–30, 2029')))[0]).toBe('November 16–30, 2029')
})
