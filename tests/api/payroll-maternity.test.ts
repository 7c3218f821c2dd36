/** Payroll finding 9: maternity leave is paid by the SSS benefit and the salary differential, without tax. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let maternity: number

beforeAll(async () => {
  host = await openPayHost('MATERNITY', '2026-08-03', TIME)
  const { annual_credits, category, code, name, ...more } = rowsOf('leave_type').find((row) => row.code === 'ML')!
  maternity = Number((await host.harness.make('leave_type', { annual_credits, category, code, name, ...more })).id)
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const linesOf = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[])
      .filter((row) => !String(row.code).endsWith('_EMPLOYER') && row.code !== 'EC')
      .map((row) => [String(row.code), Number(row.amount)]),
  )
const problemsOf = async (payroll: number, employee: number): Promise<Row[]> =>
  ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]).filter((row) => row.employee_id === employee)

/** 105 days from July 1, approved. */
async function onLeave(
  employee_id: number,
  { from, to, benefit }: { from: string; to: string; benefit: number | null } = { from: '2026-07-01', to: '2026-10-13', benefit: null },
): Promise<{ id: number; number: string }> {
  const number = `LF-2026-${String(employee_id).padStart(6, '0')}`
  const [row] = await host.query<{ id: number }>(
    `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, duration_type, with_pay, status, reason, transaction_date, sss_benefit)
     VALUES ($3, $1, $2, $4, $5, 'whole_day', true, 'approved', 'Birth', '2026-06-15', $6) RETURNING id`,
    [employee_id, maternity, number, from, to, benefit],
  )
  return { id: row!.id, number }
}

test('payroll finding 9: the benefit of the salary credits on record and the differential are paid once, exempt; after a void they are paid again', async () => {
  const group = await host.group('Mothers', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  // The twelve months before the semester April to September: credits above 20,000 count as 20,000.
  for (let month = 0; month < 12; month++)
    await host.query(`INSERT INTO {s}.sss_contribution_payment (employee_id, year, month, msc) VALUES ($1, $2, $3, 30500)`, [
      mother,
      month < 9 ? 2025 : 2026,
      month < 9 ? month + 4 : month - 8,
    ])
  const { id: leave } = await onLeave(mother)
  const day = {
    scheduled_minutes: 5280,
    days_scheduled: 11,
    days_worked: 0,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    worked: [],
    unworked_holidays: [],
  }
  await host.sheet(mother, halves.get('2026-07-1')!, { ...day, paid_leave_minutes: 5280, unpaid_leave_minutes: 0 })
  for (const date of [1, 2, 3, 6, 7, 8, 9, 10, 13, 14, 15])
    await host.query(
      `INSERT INTO {s}.daily_time_record (employee_id, date, day_type_id, result) SELECT $1, $2::date, min(id), '{"paid_leave_minutes": 480}' FROM {s}.day_type`,
      [mother, `2026-07-${date}`],
    )
  const first = await host.payroll(group, halves.get('2026-07-1')!)
  await host.settle(first)
  // Full pay 30,450 × 3.5 = 106,575; shares (1,525 + 761.25 + 200) × 3.5 = 8,701.88; benefit 120,000 ÷ 180 × 105 = 70,000.
  const paid = {
    BASIC: 15225,
    MATERNITY_LEAVE: -15225,
    [`SSS_MATERNITY-${leave}`]: 70000,
    [`MATERNITY_DIFFERENTIAL-${leave}`]: 27873.12,
  }
  expect(await linesOf(first, mother)).toEqual(paid)
  expect(await host.line(first, mother)).toMatchObject({ gross: 97873.12, taxable: 0, withholding_tax: 0, net_pay: 97873.12 })
  const accounts = await host.query<{ role: string; employee: number | null; amount: number }>(
    `SELECT a.role, l.employee_id AS employee, sum(l.debit - l.credit)::float AS amount FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id
     WHERE a.role IN ('sss_benefits_receivable', 'employee_benefits_expense') GROUP BY 1, 2 ORDER BY 1`,
  )
  expect(accounts).toEqual([
    { role: 'employee_benefits_expense', employee: null, amount: 27873.12 },
    { role: 'sss_benefits_receivable', employee: mother, amount: 70000 },
  ])

  const second = await host.payroll(group, halves.get('2026-07-2')!)
  await host.settle(second)
  expect(await linesOf(second, mother)).toEqual({
    BASIC: 15225,
    MATERNITY_LEAVE: -15225,
    MATERNITY_SHARES: 2486.25,
    SSS: -1000,
    SSS_MPF: -525,
    PHILHEALTH: -761.25,
    PAGIBIG: -200,
  })
  const [year] = await host.query<Row>('SELECT basic::float, tax_withheld::float FROM {s}.ytd_payroll WHERE employee_id = $1', [mother])
  expect(year).toEqual({ basic: 27873.12, tax_withheld: 0 })

  for (const payroll of [second, first]) await host.post(`payroll/${payroll}/void`, { void_reason: 'The SSS sent its figure' })
  await host.ok('POST', `leave_filing/${leave}/enter_benefit`, { sss_benefit: 68000 })
  const again = await host.payroll(group, halves.get('2026-07-1')!)
  await host.post(`payroll/${again}/precompute`)
  expect(await linesOf(again, mother)).toMatchObject({
    [`SSS_MATERNITY-${leave}`]: 68000,
    [`MATERNITY_DIFFERENTIAL-${leave}`]: 29873.12,
  })
  await host.ok('POST', `leave_filing/${leave}/enter_benefit`, { sss_benefit: 69000 })
  expect((await problemsOf(again, mother)).map(({ kind, severity }) => `${severity} ${kind}`)).toContain('error stale')
})

test('payroll finding 9: a benefit that cannot be computed must be entered', async () => {
  const group = await host.group('Unknown', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const { number } = await onLeave(mother)
  const payroll = await host.payroll(group, halves.get('2026-07-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  expect(await linesOf(payroll, mother)).toMatchObject({ BASIC: 15225 })
  expect(await problemsOf(payroll, mother)).toContainEqual(
    expect.objectContaining({ kind: 'maternity_unknown', severity: 'warning', message: expect.stringContaining(number) }),
  )
})

test('payroll finding 9: without time records the workdays of the first and the last days of a leave are taken off the salary', async () => {
  const group = await host.group('Exempt', 'SEMI')
  const [solo, loss] = [
    await host.employee({ pay_group_id: group, basic_rate: 30_450 }),
    await host.employee({ pay_group_id: group, basic_rate: 26_100 }),
  ]
  // A solo parent's 120 days, and the 60 of a miscarriage.
  const { id: long } = await onLeave(solo, { from: '2026-07-08', to: '2026-11-04', benefit: 80000 })
  const { id: short } = await onLeave(loss, { from: '2026-07-08', to: '2026-09-05', benefit: 40000 })
  const first = await host.payroll(group, halves.get('2026-07-1')!)
  await host.settle(first)
  // 8 to 15 July has six workdays. Differentials: 30,450 × 4 − 2,486.25 × 4 − 80,000; 26,100 × 2 − 2,152.50 × 2 − 40,000.
  expect(await linesOf(first, solo)).toEqual({
    BASIC: 15225,
    MATERNITY_LEAVE: -8400,
    [`SSS_MATERNITY-${long}`]: 80000,
    [`MATERNITY_DIFFERENTIAL-${long}`]: 31855,
  })
  expect(await linesOf(first, loss)).toEqual({
    BASIC: 13050,
    MATERNITY_LEAVE: -7200,
    [`SSS_MATERNITY-${short}`]: 40000,
    [`MATERNITY_DIFFERENTIAL-${short}`]: 7895,
  })
  const precomputed = async (period: string) => {
    const payroll = await host.payroll(group, halves.get(period)!)
    await host.post(`payroll/${payroll}/precompute`)
    return payroll
  }
  // 1 to 4 September are workdays, and 2 to 4 November.
  expect(await linesOf(await precomputed('2026-09-1'), loss)).toEqual({ BASIC: 13050, MATERNITY_LEAVE: -4800 })
  expect(await linesOf(await precomputed('2026-11-1'), solo)).toEqual({ BASIC: 15225, MATERNITY_LEAVE: -4200, WITHHOLDING_TAX: -91.2 })
})

test('the 13th month counts no salary for days of a leave paid in full', async () => {
  const group = await host.group('Expecting', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  await onLeave(mother, { from: '2026-07-08', to: '2026-10-20', benefit: 70000 })
  const first = await host.payroll(group, halves.get('2026-07-1')!)
  await host.settle(first)
  host.settings.thirteenth_month_expected = 'always'
  const run = await host.payroll(group, halves.get('2026-07-2')!, { payroll_tag: '13th_month' })
  const formula = async () => {
    await host.post(`payroll/${run}/precompute`)
    const { lines } = await host.ok('GET', `payroll/${run}/employee/${mother}/trace`)
    return (lines as { code: string; trace: { formula: string } }[]).find(({ code }) => code === '13TH_MONTH')!.trace.formula
  }
  // Of October 16 to 31, 11 of 16 days are after the leave: 15,225 × 11 ÷ 16 = 10,467.19; and four halves of 15,225.
  expect(await formula()).toContain('71,367.19 expected from 2026-10-21 to 2026-12-31')
  // When the last half of December is paid does not matter: it is earned in the year (PD 851).
  await host.payroll(group, halves.get('2026-12-2')!, { payout_date: '2027-01-05' })
  expect(await formula()).toContain('71,367.19 expected from 2026-10-21 to 2026-12-31')
  delete host.settings.thirteenth_month_expected
})

test('payroll finding 9: salary paid for days of a leave that was approved later is reported', async () => {
  const group = await host.group('Late', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const { transaction_no } = await host.settle(await host.payroll(group, halves.get('2026-07-1')!))
  const { number } = await onLeave(mother, { from: '2026-07-08', to: '2026-10-20', benefit: 70000 })
  const next = await host.payroll(group, halves.get('2026-07-2')!)
  await host.post(`payroll/${next}/precompute`)
  expect((await problemsOf(next, mother)).filter((row) => row.kind === 'maternity_paid').map((row) => row.message)).toEqual([
    `${String(transaction_no)} paid salary for 2026/07/08 to 2026/07/15, days of the maternity leave ${number}, for which the SSS benefit and the salary differential are full pay: take the salary of these days back with an adjustment`,
  ])
})
