/** Three cases computed by hand from the laws, and compared with what the payroll pays. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { time, worked } from '../domain/payroll-support.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let months: Map<string, number>
let maternity: number

beforeAll(async () => {
  host = await openPayHost('RECOMP', '2026-06-01', TIME)
  const { annual_credits, category, code, name, ...more } = rowsOf('leave_type').find((row) => row.code === 'ML')!
  maternity = Number((await host.harness.make('leave_type', { annual_credits, category, code, name, ...more })).id)
  halves = await host.periods('SEMI', 2026)
  months = await host.periods('MONTHLY', 2026)
})
afterAll(() => host.close())

/** What one payroll pays an employee: their lines by code, without the shares of the employer. */
async function paid(group: number, employee: number, period: number, more: Row = {}): Promise<Row> {
  const payroll = await host.payroll(group, period, more)
  await host.settle(payroll)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]
  const lines = entries
    .filter((row) => !/employer/.test(String(row.part)) && row.code !== 'EC' && !String(row.code).endsWith('_EMPLOYER'))
    .map((row) => [String(row.code).replace(/-\d+$/, ''), row.amount])
  const { net_pay } = await host.line(payroll, employee)
  return { ...Object.fromEntries(lines), net: net_pay }
}

// 30,450 (1,400 a day, 175 an hour) until 18 August 2026, 34,800 (1,600 and 200) from the 19th, in the half-month from 16 to
// 31 August: 2 of its 11 workdays at 15,225, 9 at 17,400: 187,050 ÷ 11 = 17,004.55. Ninoy Aquino Day, the 21st, is worked
// for eight hours and two more: the salary has paid the day on factor 261, so 8 × 200 × 30% = 480 and 2 × 200 × 169% = 676.
// August is 15,225 + 18,160.55 = 33,385.55: SSS credit 33,500, 1,000 + 675. PhilHealth on 34,800, 870; Pag-IBIG 200.
// Regular 14,259.55, supplementary 1,156: 15% × (15,415.55 − 10,417) = 749.78.
test('a raise within a cut-off, and overtime on a special day after it', async () => {
  const group = await host.group('Raised', 'SEMI')
  const employee = await host.employee({ pay_group_id: group, basic_rate: 30450, is_exempt_dtr: false })
  await host.sheet(employee, halves.get('2026-08-1')!, time({ days_scheduled: 10, days_worked: 10, scheduled_minutes: 4800 }))
  host.clock.advanceTo('2026-08-15T01:00:00.000Z')
  expect(await paid(group, employee, halves.get('2026-08-1')!)).toEqual({ BASIC: 15225, WITHHOLDING_TAX: -721.2, net: 14503.8 })

  host.clock.advanceTo('2026-08-19T01:00:00.000Z')
  await host.ok('PUT', 'employee/v2/compensation', { employee_id: employee, basic_rate: 34800, effective_date: '2026-08-19' })
  const special = [worked('special', { regular: 8, overtime: 2 })]
  const part = (from: string, to: string, days: number, more: object = {}) => ({
    from,
    to,
    ...time({ days_scheduled: days, days_worked: days, scheduled_minutes: days * 480, ...more }),
  })
  // Of the eleven workdays the schedule has nine; National Heroes Day, the 31st, was not worked.
  const held = { worked: special, unworked_holidays: [{ date: '2026-08-31', day_type: 'regular_holiday' as const, entitled: true }] }
  await host.sheet(
    employee,
    halves.get('2026-08-2')!,
    time({
      days_scheduled: 9,
      days_worked: 10,
      scheduled_minutes: 9 * 480,
      ...held,
      parts: [part('2026-08-16', '2026-08-18', 2), part('2026-08-19', '2026-08-31', 7, { days_worked: 8, ...held })],
    }),
  )
  host.clock.advanceTo('2026-08-31T01:00:00.000Z')
  expect(await paid(group, employee, halves.get('2026-08-2')!)).toEqual({
    BASIC: 17004.55,
    SPECIAL: 480,
    OVERTIME_SPECIAL: 676,
    SSS: -1000,
    SSS_MPF: -675,
    PHILHEALTH: -870,
    PAGIBIG: -200,
    WITHHOLDING_TAX: -749.78,
    net: 14665.77,
  })
})

// 60,000 a month from Monday, 7 December: 19 workdays × 60,000 × 12 ÷ 261 = 52,413.79. SSS at most 1,750; PhilHealth on the
// whole salary 1,500; Pag-IBIG 200: taxable 48,963.79. With 550,000 of the previous employer 598,963.79: tax of the year
// 22,500 + 20% × 198,963.79 = 62,292.76, of which 55,000 was withheld there. 13th month 52,413.79 ÷ 12 = 4,367.82; the
// previous employer paid 88,000 of such benefits free of tax, so 2,000 are exempt and 2,367.82 taxable at 20%: 473.56.
test('a joiner of December is taxed on the year, including the pay and withholding of a previous employer', async () => {
  const group = await host.group('Joined', 'MONTHLY')
  host.clock.advanceTo('2026-12-07T01:00:00.000Z')
  const employee = await host.employee({ pay_group_id: group, basic_rate: 60000, date_hired: '2026-12-07' })
  await host.harness.make('ytd_payroll', {
    employee_id: employee,
    year: 2026,
    previous_employer_taxable: 550000,
    previous_employer_tax: 55000,
    previous_employer_periods: 11,
    nontaxable_13th: 88000,
  })
  host.clock.advanceTo('2026-12-31T01:00:00.000Z')
  expect(await paid(group, employee, months.get('2026-12-1')!)).toEqual({
    BASIC: 52413.79,
    SSS: -1000,
    SSS_MPF: -750,
    PHILHEALTH: -1500,
    PAGIBIG: -200,
    WITHHOLDING_TAX: -7292.76,
    net: 41671.03,
  })
  expect(await paid(group, employee, months.get('2026-12-1')!, { payroll_tag: '13th_month' })).toMatchObject({
    WITHHOLDING_TAX: -473.56,
    net: 3894.26,
  })
})

// 30,450 a month, hired on 1 June; 105 days from 1 July to 13 October with a benefit of 70,000 from the SSS. Full pay 106,575 −
// shares 2,486.25 × 3.5 = 8,701.88 − 70,000: differential 27,873.12. Of October's first half 14 and 15 are paid: 15,225 −
// 9 × 1,400 = 2,625. Basic salary earned: 2 × 15,225 + 2,625 + 5 × 15,225 + 27,873.12 (the differential counts, the benefit
// does not) = 137,073.12; ÷ 12 = 11,422.76.
test('a maternity leave lowers the 13th month only by the days that the SSS paid', async () => {
  const group = await host.group('Mother', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30450, date_hired: '2026-06-01' })
  await host.query(
    `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, duration_type, with_pay, status, reason, transaction_date, sss_benefit)
     VALUES ('LF-2026-000001', $1, $2, '2026-07-01', '2026-10-13', 'whole_day', true, 'approved', 'Birth', '2026-06-15', 70000)`,
    [mother, maternity],
  )
  const runs = ['06', '07', '08', '09', '10', '11', '12'].flatMap((month) => [`2026-${month}-1`, `2026-${month}-2`])
  const slips = new Map<string, Row>()
  for (const period of runs) slips.set(period, await paid(group, mother, halves.get(period)!))
  expect(slips.get('2026-07-1')).toMatchObject({ SSS_MATERNITY: 70000, MATERNITY_DIFFERENTIAL: 27873.12, net: 97873.12 })
  expect(slips.get('2026-08-2')).toMatchObject({ BASIC: 15225, MATERNITY_LEAVE: -15225, net: 0 })
  expect(slips.get('2026-10-1')).toEqual({ BASIC: 15225, MATERNITY_LEAVE: -12600, net: 2625 })
  expect(await paid(group, mother, halves.get('2026-12-2')!, { payroll_tag: '13th_month' })).toEqual({
    '13TH_MONTH': 11422.76,
    net: 11422.76,
  })
})
