/** Joiners and leavers where time is cut off on other days than the salary pays, as most companies do (26th to 10th, 11th to 25th). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let periods: ReadonlyMap<string, number>
let shift: unknown
let rest: unknown

const CUT_OFFS: Readonly<Record<string, readonly [string, string]>> = {
  '2027-01-1': ['2026-12-26', '2027-01-10'],
  '2027-01-2': ['2027-01-11', '2027-01-25'],
  '2027-02-1': ['2027-01-26', '2027-02-10'],
}

beforeAll(async () => {
  host = await openPayHost('CUTOFF', '2027-02-26', TIME)
  const { make } = host.harness
  const dayTypes = new Map<string, number>()
  for (const { is_system: _own, ...row } of rowsOf('day_type')) dayTypes.set(String(row.code), Number((await make('day_type', row)).id))
  const template = { code: 'DAY', name: 'Day', shift_type: 'Fixed', hours: 8, break_minutes: 60, time_in: '08:00', time_out: '17:00' }
  shift = (await make('shift_template', template)).id
  rest = (await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: dayTypes.get('rest_day') })).id
  periods = await host.periods('SEMI', 2027)
  for (const [name, [dtr_from, dtr_to]] of Object.entries(CUT_OFFS)) {
    const { version } = (await host.ok('GET', `pay_period/${periods.get(name)}`)) as Row
    await host.ok('PUT', `pay_period/${periods.get(name)}`, { version, dtr_from, dtr_to })
  }
})
afterAll(() => host.close())

/** 30,450 a month on factor 261, Monday to Friday: 1,400 a day. */
async function employed(group: number, values: Row = {}): Promise<number> {
  const id = await host.employee({ pay_group_id: group, basic_rate: 30450, shift_template_id: shift, is_exempt_dtr: false, ...values })
  await host.harness.make('rest_day', {
    employee_id: id,
    rest_day_type_id: rest,
    weekdays: ['saturday', 'sunday'],
    effective_from: '2020-01-06',
  })
  return id
}

const sheet = (employee: number, period: string, days: number) =>
  host.sheet(employee, periods.get(period)!, {
    scheduled_minutes: days * 480,
    days_scheduled: days,
    days_worked: days,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    worked: [],
    unworked_holidays: [],
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
  })

async function basicPay(group: number, employee: number, period: string, more: Row = {}): Promise<unknown> {
  const payroll = await host.payroll(group, periods.get(period)!, more)
  await host.post(`payroll/${payroll}/precompute`)
  const { error, basic_pay } = await host.line(payroll, employee)
  return error ?? basic_pay
}

test('payroll finding 4: a leaver is paid the days of the pay period, not of the cut-off', async () => {
  const group = await host.group('Leaver', 'SEMI')
  const id = await employed(group, { date_separated: '2027-01-20', separation_reason: 'Resignation' })
  await sheet(id, '2027-01-2', 8)
  // 16 to 20 January: Monday to Wednesday.
  expect(await basicPay(group, id, '2027-01-2', { payroll_tag: 'final_pay' })).toBe(4200)
})

test('payroll finding 4: a joiner is paid from the hire date to the end of the period', async () => {
  const group = await host.group('Joiner', 'SEMI')
  const february = await employed(group, { date_hired: '2027-02-02' })
  await sheet(february, '2027-02-1', 7)
  expect(await basicPay(group, february, '2027-02-1')).toBe(14000)
  const late = await host.group('Late', 'SEMI')
  const january = await employed(late, { date_hired: '2027-01-11' })
  expect(await basicPay(late, january, '2027-01-1')).toBe(7000)
})

test('payroll finding 14: an employee exempt from time records gets partial pay without shift and time sheet', async () => {
  const group = await host.group('Exempt', 'SEMI')
  const id = await host.employee({ pay_group_id: group, basic_rate: 30450, date_hired: '2027-02-08' })
  // 8 to 12 and 15 February.
  expect(await basicPay(group, id, '2027-02-1')).toBe(8400)
})

test('a joiner exempt from time records is paid by the days of the factor, also with a time sheet without shifts', async () => {
  const group = await host.group('Sheet', 'SEMI')
  const id = await host.employee({ pay_group_id: group, basic_rate: 30450, date_hired: '2027-03-22' })
  await host.sheet(id, periods.get('2027-03-2')!, {
    scheduled_minutes: 0,
    days_scheduled: 0,
    days_worked: 0,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    worked: [],
    unworked_holidays: [],
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
  })
  // 22 to 31 March, where time is cut off with the pay period: eight days of Monday to Friday.
  expect(await basicPay(group, id, '2027-03-2')).toBe(11200)
})

test('payroll finding 12: a final pay computes separation and retirement pay by the cause of separation', async () => {
  const group = await host.group('Separated', 'SEMI')
  const left = {
    pay_group_id: group,
    basic_rate: 30450,
    date_hired: '2021-01-04',
    date_separated: '2027-01-20',
    separation_reason: 'Reorganized',
  }
  const [redundant, retired, resigned, open, agreed] = [
    await host.employee({ ...left, separation_cause: 'redundancy' }),
    await host.employee({ ...left, separation_cause: 'retirement', birth_at: '1967-01-20', agreed_separation_pay: 500000 }),
    await host.employee({ ...left, separation_cause: 'resignation' }),
    await host.employee(left),
    await host.employee({ ...left, separation_cause: 'resignation', agreed_separation_pay: 500000 }),
  ]
  await host.harness.make('allowance', {
    employee_id: redundant,
    pay_item_id: host.item('TRANSPORT'),
    amount: 1000,
    effective_from: '2021-01-04',
  })
  const payroll = await host.payroll(group, periods.get('2027-01-2')!, { payroll_tag: 'final_pay' })
  await host.post(`payroll/${payroll}/precompute`)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?limit=all`)) as unknown as Row[]
  const amountOf = (employee: number) =>
    entries
      .filter((row) => row.employee_id === employee && /SEPARATION|RETIREMENT/.test(String(row.code)))
      .map((row) => [row.code, row.amount])
  // Six years of (30,450 + 1,000); 22.5 days of 1,400 for each of six years.
  expect(amountOf(redundant)).toEqual([['SEPARATION_PAY', 188700]])
  expect(amountOf(retired)).toEqual([['RETIREMENT_PAY', 189000]])
  expect(amountOf(resigned)).toEqual([])
  // What was agreed is separation pay; retirement pay stays as the law computes it, as the field's help says.
  expect(amountOf(agreed)).toEqual([['SEPARATION_PAY', 500000]])
  const problems = (await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]
  expect(problems.filter((row) => row.kind === 'no_separation_cause').map((row) => row.employee_id)).toEqual([open])
})

// RA 7641: 22.5 days of the daily pay a year, from 60 by choice and at 65 in any case, after five years of service.
test('retirement pay is refused, confirmed or paid by age and length of service on the last day', async () => {
  const group = await host.group('Retired', 'SEMI')
  const left = {
    pay_group_id: group,
    basic_rate: 30450,
    date_hired: '2017-07-21',
    date_separated: '2027-01-20',
    separation_reason: 'Retired',
    separation_cause: 'retirement',
  }
  // 49 on the last day, fifty the day after.
  await expect(host.employee({ ...left, birth_at: '1977-01-21' })).rejects.toThrow(/Retirement is possible from age 60/)
  // A day short of five years.
  await expect(host.employee({ ...left, birth_at: '1967-01-20', date_hired: '2022-01-22' })).rejects.toThrow(/needs 5 years of service/)
  const people = {
    // 9 years and 6 months count as 10: 1,400 × 22.5 × 10.
    chosen: await host.employee({ ...left, birth_at: '1967-01-20' }),
    early: await host.employee({ ...left, birth_at: '1967-01-21' }),
    // 65, of which three with the company: retires, without retirement pay.
    late: await host.employee({ ...left, birth_at: '1962-01-20', date_hired: '2024-01-22' }),
    resigned: await host.employee({ ...left, birth_at: '1962-01-20', separation_cause: 'resignation' }),
    young: await host.employee({ ...left, birth_at: '1990-01-20', separation_cause: 'resignation' }),
  }
  const payroll = await host.payroll(group, periods.get('2027-01-2')!, { payroll_tag: 'final_pay' })
  await host.post(`payroll/${payroll}/precompute`)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?limit=all`)) as unknown as Row[]
  const paid = entries.filter((row) => row.code === 'RETIREMENT_PAY').map((row) => [row.employee_id, row.amount])
  expect(paid).toEqual([
    [people.chosen, 315000],
    [people.early, 315000],
  ])
  const asked = ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]).filter((row) => /retire/.test(String(row.kind)))
  expect(asked.map((row) => [row.employee_id, row.kind, row.severity])).toEqual([
    [people.early, 'early_retirement', 'warning'],
    [people.resigned, 'retirement_pay_due', 'warning'],
  ])
  expect((await host.line(payroll, people.late)).error).toBeNull()
})
