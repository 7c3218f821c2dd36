/** One month of one employee from their punches to their payslip, all through the API, to the centavo. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'
import { manila } from './time-host.ts'

let host: PayHost
let employee: number
beforeAll(async () => {
  host = await openPayHost('ATTPAY', '2026-08-01', TIME)
  const { make } = host.harness
  const dayTypes = new Map<string, number>()
  for (const { is_system: _own, ...row } of rowsOf('day_type')) dayTypes.set(String(row.code), Number((await make('day_type', row)).id))
  const shift = await make('shift_template', {
    code: 'DAY',
    name: 'Day',
    shift_type: 'Fixed',
    hours: 8,
    break_minutes: 60,
    time_in: '08:00',
    time_out: '17:00',
  })
  const rest = await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: dayTypes.get('rest_day') })
  employee = await host.employee({
    pay_group_id: host.monthly,
    basic_rate: 30_450,
    is_exempt_dtr: false,
    biometric_id: '4711',
    shift_template_id: shift.id,
  })
  await make('rest_day', {
    employee_id: employee,
    rest_day_type_id: rest.id,
    weekdays: ['saturday', 'sunday'],
    effective_from: '2020-01-06',
  })
})
afterAll(() => host.close())

/** Punches of a day, `08:00 In, 17:00 Out`. */
const DAYS: Readonly<Record<string, string>> = {
  '2026-07-01': '08:12 In, 17:00 Out',
  '2026-07-02': '08:00 In, 17:00 Out, 18:00 In, 23:00 Out',
  '2026-07-03': '08:00 In, 16:30 Out',
}
const punchesOf = (date: string): Row[] =>
  (DAYS[date] ?? '08:00 In, 17:00 Out')
    .split(', ')
    .map((name) => ({ biometric_id: '4711', date, time: name.slice(0, 5), direction: name.slice(6) }))
const WEEKDAYS = Array.from({ length: 31 }, (_, index) => `2026-07-${String(index + 1).padStart(2, '0')}`).filter(
  (date) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()),
)

test('punches become time records, a locked time sheet, a payroll and a payslip with late, undertime, overtime and night hours', async () => {
  const july = (await host.periods('MONTHLY', 2026)).get('2026-07-1')!
  expect(await host.post('raw_time_log/import', { rows: WEEKDAYS.flatMap(punchesOf) })).toMatchObject({ created: 48, unmatched: 0 })
  const filing = await host.harness.make('overtime_filing', {
    employee_id: employee,
    date: '2026-07-02',
    start_at: manila('2026-07-02 18:00'),
    end_at: manila('2026-07-02 23:00'),
    overtime_type: 'post_shift',
    reason: 'Closing of the books',
  })
  await host.post(`overtime_filing/${filing.id}/post`)
  await host.post(`overtime_filing/${filing.id}/approve`, {}, host.approver)

  expect(
    await host.post('daily_time_record/process', { employee_ids: [employee], date_from: '2026-07-01', date_to: '2026-07-31' }),
  ).toMatchObject({
    days: 31,
    problems: [],
  })
  const [sheet] = (await host.ok('GET', `time_sheet/paginate?employee_id=${employee}`)) as unknown as Row[]
  expect(sheet).toMatchObject({ status: 'open' })
  await host.post(`time_sheet/${sheet!.id}/lock`)

  const payroll = await host.payroll(host.monthly, july)
  await host.settle(payroll)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]
  // 30,450 x 12 / 261 days = 1,400 a day, 175 an hour.
  expect(Object.fromEntries(entries.map((entry) => [entry.code, entry.amount]))).toEqual({
    BASIC: 30_450,
    LATE: -35, // 12 minutes: 175 x 12/60
    UNDERTIME: -87.5, // 30 minutes: 175 x 30/60
    OVERTIME: 1093.75, // 5 hours: 175 x 1.25 x 5
    NIGHT_OVERTIME: 21.88, // of them from 10 PM to 11 PM a tenth more: 218.75 x 0.10 = 21.875
    // Gross: 30,450 - 35 - 87.50 + 1,093.75 + 21.88 = 31,443.13, a monthly salary credit of 31,500.
    SSS: -1000, // 20,000 x 5 %
    SSS_MPF: -575, // 11,500 x 5 %
    SSS_EMPLOYER: 2000, // 20,000 x 10 %
    SSS_MPF_EMPLOYER: 1150, // 11,500 x 10 %
    EC: 30,
    PHILHEALTH: -761.25, // 30,450 x 5 % / 2
    PHILHEALTH_EMPLOYER: 761.25,
    PAGIBIG: -200, // 10,000 x 2 %
    PAGIBIG_EMPLOYER: 200,
    WITHHOLDING_TAX: -1211.08, // (31,443.13 - 1,575 - 761.25 - 200 - 20,833) x 15 %
  })
  // 31,443.13 - 1,575 - 761.25 - 200 - 1,211.08
  expect(await host.line(payroll, employee)).toMatchObject({ error: null, gross: 31_443.13, net_pay: 27_695.8 })
  const payslips = (await host.ok('GET', `payslip/paginate?employee_id=${employee}`)) as unknown as Row[]
  expect(payslips.map((payslip) => [payslip.gross, payslip.net_pay])).toEqual([[31_443.13, 27_695.8]])

  // Paid time is final: a later punch changes no day of a locked sheet.
  await host.post('raw_time_log/import', { rows: [{ biometric_id: '4711', date: '2026-07-01', time: '07:30', direction: 'In' }] })
  expect(
    await host.refused('daily_time_record/process', { employee_ids: [employee], date_from: '2026-07-01', date_to: '2026-07-31' }),
  ).not.toBe('done')
  const [first] = (await host.ok(
    'GET',
    `daily_time_record/paginate?employee_id=${employee}&date_from=2026-07-01&date_to=2026-07-01`,
  )) as unknown as Row[]
  expect(first).toMatchObject({ late_minutes: 12 })
})
