/** Terms of pay that reach back to days that are paid: the next payroll pays what is due more, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME as TIME_MODULES } from './payroll-host.ts'

let host: PayHost
let periods: ReadonlyMap<string, number>
beforeAll(async () => {
  host = await openPayHost('RETRO', '2026-09-17', TIME_MODULES)
  periods = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const raise = (employee_id: number, basic_rate: number, effective_date: string) =>
  host.ok('PUT', 'employee/v2/compensation', { employee_id, basic_rate, effective_date })
const payroll = (group: number, period: string, more: Row = {}) => host.payroll(group, periods.get(period)!, more)
const precomputed = async (id: number) => {
  await host.post(`payroll/${id}/precompute`)
  return id
}
const TIME = {
  scheduled_minutes: 11 * 480,
  days_scheduled: 11,
  days_worked: 10,
  absent_minutes: 480,
  late_minutes: 0,
  undertime_minutes: 0,
  worked: [{ day_type: 'ordinary', regular: 10 * 480, regular_night: 0, overtime: 120, overtime_night: 0 }],
  unworked_holidays: [],
  paid_leave_minutes: 0,
  unpaid_leave_minutes: 0,
}

/** What the problems of a payroll say of retroactive pay. */
const warnings = async (id: number): Promise<unknown[]> =>
  ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[])
    .filter((row) => row.kind === 'retroactive_pay')
    .map((row) => [row.severity, row.message])
/** The lines for earlier payrolls, by code. */
const retroLines = async (id: number, employee: number): Promise<Record<string, Row>> => {
  const { lines } = (await host.ok('GET', `payroll/${id}/employee/${employee}/trace`)) as { lines: Row[] }
  return Object.fromEntries(lines.filter((line) => String(line.code).startsWith('RETRO')).map((line) => [line.code, line]))
}

// 34,800 ÷ 2 = 17,400, less the 15,225 that were paid: 2,175.
test('payroll finding 11: a raise effective within a posted payroll is paid once, with the next payroll', async () => {
  const group = await host.group('Raised', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  const paid = await payroll(group, '2026-07-1')
  const { transaction_no: paidNo } = await host.settle(paid)
  // Whoever enters the raise is told before it is saved.
  const adviceOn = async (module: string, body: Row) =>
    ((await host.ok('POST', `${module}/advice`, body)) as unknown as Row[]).map(({ text }) => text)
  const reaches =
    'One pay period from this date on is already paid (2026/07/01 to 2026/07/15). The next payroll pays the difference; where less is due, adjust the pay there.'
  const movement = { employee_id: id, movement_type: 'Salary Change', to_rate: 34800 }
  expect(await adviceOn('personal_movement', { ...movement, effective_date: '2026-07-01' })).toEqual([reaches])
  expect(await adviceOn('personal_movement', { ...movement, effective_date: '2026-07-16' })).toEqual([])
  const terms = { id, salary_rate_type: 'monthly', effective_date: '2026-07-01' }
  expect(await adviceOn('employee', { ...terms, basic_rate: 34800 })).toEqual([reaches])
  expect(await adviceOn('employee', { ...terms, basic_rate: 30450 })).toEqual([])
  await raise(id, 34800, '2026-07-01')

  const next = await precomputed(await payroll(group, '2026-07-2'))
  expect(await host.line(next, id)).toMatchObject({ gross: 19575, basic_pay: 17400, other_earnings: 2175 })
  const { RETRO_BASIC: line } = await retroLines(next, id)
  expect(line).toMatchObject({
    amount: 2175,
    taxability: 'supplementary',
    taxable: 2175,
    source: { module: 'payroll', id: paid },
    trace: { formula: `17,400.00 − 15,225.00 (2026-07-01 to 2026-07-15, ${paidNo}) = 2,175.00` },
  })
  expect(await warnings(next)).toEqual([['warning', `Retroactive pay of 2,175.00 for 2026/07/01 to 2026/07/15 (${paidNo}) is included`]])

  // Computed before the first is posted, another payroll may not pay it as well.
  const other = await precomputed(await payroll(group, '2026-08-1'))
  expect(await host.line(other, id)).toMatchObject({ gross: 19575 })
  await host.post(`payroll/${next}/process`)
  await host.post(`payroll/${next}/undo-process`)
  await host.settle(next)
  expect(await host.refused(`payroll/${other}/process`)).toBe('E_PAYROLL_PROBLEMS')
  await precomputed(other)
  expect(await host.line(other, id)).toMatchObject({ gross: 17400, other_earnings: 0 })
  // It counts for the 13th month: 15,225 + 17,400 + 2,175.
  expect(await host.query('SELECT basic::float FROM {s}.ytd_payroll WHERE employee_id = $1', [id])).toEqual([{ basic: 34800 }])

  // Once voided, it is owed again, by the next payroll.
  await host.post(`payroll/${next}/void`, { void_reason: 'Wrong bank' })
  const again = await precomputed(await payroll(group, '2026-07-2'))
  expect(await host.line(again, id)).toMatchObject({ gross: 19575 })
  expect(await host.refused(`payroll/${paid}/void`, { void_reason: 'Too late' })).toBe('done')
  expect(await host.refused(`payroll/${again}/process`)).toBe('E_PAYROLL_PROBLEMS')
  const anew = await precomputed(await payroll(group, '2026-07-1'))
  expect(await host.line(anew, id)).toMatchObject({ gross: 17400, other_earnings: 0 })
  await precomputed(again)
  expect(await host.line(again, id)).toMatchObject({ gross: 17400, other_earnings: 0 })
})

// Settled at 34,800, then 36,000 from the 2nd: (34,800 + 14 × 36,000) ÷ 30 = 17,960 and 18,000, 560 and 600 more. Then 33,000
// from the 3rd: (34,800 + 36,000 + 13 × 33,000) ÷ 30 = 16,660, 16,500 and 16,500: 1,300 + 1,500 + 1,500 = 4,300 less.
test('payroll finding 11: a second raise is paid on top of the first, and a later reduction is reported, not deducted', async () => {
  const group = await host.group('Twice', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  const { transaction_no: firstPayroll } = await host.settle(await payroll(group, '2026-07-1'))
  await raise(id, 34800, '2026-07-01')
  const { transaction_no: two } = await host.settle(await payroll(group, '2026-07-2'))
  await raise(id, 36000, '2026-07-02')
  const third = await precomputed(await payroll(group, '2026-08-1'))
  expect(await host.line(third, id)).toMatchObject({ gross: 19160, basic_pay: 18000, other_earnings: 1160 })
  expect((await retroLines(third, id)).RETRO_BASIC!.trace).toMatchObject({
    formula: `17,960.00 − 17,400.00 (2026-07-01 to 2026-07-15, ${firstPayroll}) + 18,000.00 − 17,400.00 (2026-07-16 to 2026-07-31, ${two}) = 1,160.00`,
  })
  const { transaction_no: three } = await host.settle(third)
  await raise(id, 33000, '2026-07-03')
  const last = await precomputed(await payroll(group, '2026-08-2'))
  expect(await host.line(last, id)).toMatchObject({ gross: 16500, other_earnings: 0 })
  expect(await warnings(last)).toEqual([
    [
      'warning',
      `4,300.00 less is due for 2026/07/01 to 2026/08/15 (${firstPayroll}, ${two}, ${three}) under the current terms of pay. It is not deducted automatically; deduct it with an adjustment, or leave it`,
    ],
  ])
})

// 1,400 a day and 175 an hour become 1,600 and 200: 2 h × 200 × 1.25 − 2 h × 175 × 1.25 = 62.50; 8 h away cost 200 more.
test('payroll finding 11: overtime and absences of the earlier payroll are repriced, and the setting determines the tax', async () => {
  const group = await host.group('Hours', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  await host.sheet(id, periods.get('2026-07-1')!, TIME)
  await host.settle(await payroll(group, '2026-07-1'))
  await raise(id, 34800, '2026-07-01')
  host.settings.retroactive_taxability = 'regular'
  const next = await precomputed(await payroll(group, '2026-07-2'))
  delete host.settings.retroactive_taxability
  const lines = await retroLines(next, id)
  expect(Object.fromEntries(Object.entries(lines).map(([code, line]) => [code, [line.amount, line.taxability]]))).toEqual({
    RETRO_BASIC: [2175, 'regular'],
    RETRO_ABSENT: [-200, 'regular'],
    RETRO_OVERTIME: [62.5, 'regular'],
  })
})

// The days before the 8th keep their rate: without recorded days it is not known which of the hours those are.
test('payroll finding 11: a raise within an earlier period is reported where its days are not on record', async () => {
  const group = await host.group('Inside', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  await host.sheet(id, periods.get('2026-07-1')!, TIME)
  const { transaction_no: first } = await host.settle(await payroll(group, '2026-07-1'))
  await raise(id, 34800, '2026-07-08')
  const next = await precomputed(await payroll(group, '2026-07-2'))
  expect(await retroLines(next, id)).toEqual({})
  expect(await warnings(next)).toEqual([
    [
      'warning',
      `The terms of pay changed for 2026/07/01 to 2026/07/15 (${first}), and the amount due is unknown: its days are not on record as they were paid, and the terms change inside of it. Pay it with an adjustment`,
    ],
  ])
})

// 1 to 7 July has 5 workdays at 30,450 and 8 to 15 July 6 at 34,800: (5 × 15,225 + 6 × 17,400) ÷ 11 = 16,411.36.
test('payroll finding 11: a raise within an earlier period is paid by the days on record', async () => {
  const { make } = host.harness
  const dayTypes = new Map<unknown, unknown>()
  for (const { is_system: _own, ...row } of rowsOf('day_type')) dayTypes.set(row.code, (await make('day_type', row)).id)
  const day = { code: 'DAY', name: 'Day', shift_type: 'Fixed', hours: 8, break_minutes: 60, time_in: '08:00', time_out: '17:00' }
  const shift_template_id = (await make('shift_template', day)).id
  const rest = await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: dayTypes.get('rest_day') })
  const group = await host.group('Recorded', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group, shift_template_id })
  const weekend = { weekdays: ['saturday', 'sunday'], effective_from: '2020-01-06' }
  await make('rest_day', { employee_id: id, rest_day_type_id: rest.id, ...weekend })
  await host.post('daily_time_record/process', { employee_ids: [id], date_from: '2026-07-01', date_to: '2026-07-15' })
  await host.settle(await payroll(group, '2026-07-1'))
  await raise(id, 34800, '2026-07-08')
  const next = await precomputed(await payroll(group, '2026-07-2'))
  expect(await warnings(next)).toHaveLength(1)
  expect(await retroLines(next, id)).toMatchObject({ RETRO_BASIC: { amount: 1186.36 } })
})
