/** Raises, last days and first days that are entered after the days were processed: the time follows, or payroll says what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let shift: unknown
let rest: unknown

beforeAll(async () => {
  host = await openPayHost('AFTERTIME', '2026-11-30', TIME)
  const { make } = host.harness
  const dayTypes = new Map<string, number>()
  for (const { is_system: _own, ...row } of rowsOf('day_type')) dayTypes.set(String(row.code), Number((await make('day_type', row)).id))
  const template = { code: 'DAY', name: 'Day', shift_type: 'Fixed', hours: 8, break_minutes: 60, time_in: '08:00', time_out: '17:00' }
  shift = (await make('shift_template', template)).id
  rest = (await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: dayTypes.get('rest_day') })).id
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

/** Works Monday to Friday for 26,100 a month, 1,200 a day, without time records. */
async function employed(group: number, values: Row = {}): Promise<number> {
  const id = await host.employee({ shift_template_id: shift, pay_group_id: group, basic_rate: 26_100, ...values })
  const weekend = { weekdays: ['saturday', 'sunday'], effective_from: '2020-01-06' }
  await host.harness.make('rest_day', { employee_id: id, rest_day_type_id: rest, ...weekend })
  return id
}
const processed = (employee: number, date_from: string, date_to: string) =>
  host.post('daily_time_record/process', { employee_id: employee, date_from, date_to })
const raise = (employee: number, effective_date: string) =>
  host.post('personal_movement', { employee_id: employee, movement_type: 'Promotion', effective_date, to_rate: 30_450 })
async function changed(employee: number, values: Row): Promise<void> {
  const { version } = await host.ok('GET', `employee/${employee}`)
  await host.ok('PUT', `employee/${employee}`, { version, ...values })
}
const sheetOf = async (employee: number): Promise<Row> =>
  (await host.query<Row>('SELECT id, status FROM {s}.time_sheet WHERE employee_id = $1 ORDER BY date_from DESC', [employee]))[0]!
const daysOf = async (employee: number): Promise<Row> =>
  (
    await host.query<Row>('SELECT min(date)::text AS first, max(date)::text AS last FROM {s}.daily_time_record WHERE employee_id = $1', [
      employee,
    ])
  )[0]!
const precomputed = async (payroll: number, employee: number): Promise<Row> => {
  await host.post(`payroll/${payroll}/precompute`)
  return host.line(payroll, employee)
}
const errorsOf = async (payroll: number, employee: number): Promise<Row[]> =>
  ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]).filter(
    (row) => row.employee_id === employee && row.severity === 'error',
  )

test('a raise entered after its day was processed is paid from that day', async () => {
  const group = await host.group('Raised', 'SEMI')
  const [moved, edited, planned] = [await employed(group), await employed(group), await employed(group)]
  for (const employee of [moved, edited, planned]) await processed(employee, '2026-11-16', '2026-11-30')
  await raise(moved, '2026-11-24')
  await changed(edited, { basic_rate: 30_450, effective_date: '2026-11-24' })
  const payroll = await host.payroll(group, halves.get('2026-11-2')!)
  // 16 to 30 November has 11 days of work, 5 of them from the 24th on: (26,100 × 6 + 30,450 × 5) ÷ 11 ÷ 2 = 14,038.64.
  expect(await precomputed(payroll, moved)).toMatchObject({ state: 'computed', basic_pay: 14_038.64 })
  expect(await host.line(payroll, edited)).toMatchObject({ state: 'computed', basic_pay: 14_038.64 })
  expect(await host.line(payroll, planned)).toMatchObject({ basic_pay: 13_050 })
  // A transfer processes the days from its own on again; the rest of the sheet stays.
  const branch_id = 2
  await host.query(`INSERT INTO {s}.branch (id, code, name) OVERRIDING SYSTEM VALUE VALUES (2, 'CEB', 'Cebu')`)
  await host.post('personal_movement', {
    employee_id: planned,
    movement_type: 'Transfer',
    effective_date: '2026-11-26',
    to_branch_id: branch_id,
  })
  expect(await daysOf(planned)).toEqual({ first: '2026-11-16', last: '2026-11-30' })
  expect(await precomputed(payroll, planned)).toMatchObject({ state: 'computed', basic_pay: 13_050 })
})

test('a raise within a locked time sheet reports the employee, the day and what to do', async () => {
  const group = await host.group('Locked', 'SEMI')
  const employee = await employed(group)
  await processed(employee, '2026-11-16', '2026-11-30')
  const { id } = await sheetOf(employee)
  await host.post(`time_sheet/${String(id)}/lock`)
  await raise(employee, '2026-11-20')
  const payroll = await host.payroll(group, halves.get('2026-11-2')!)
  await host.post(`payroll/${payroll}/precompute`)
  const advice =
    'The terms of pay change on 2026/11/20, after the time sheet was made: unlock it if it is locked, process its days again, lock it, and precompute again'
  expect((await errorsOf(payroll, employee))[0]).toMatchObject({ kind: 'failed', message: `${advice}.` })
  const { body } = await host.harness.call('POST', `payroll/${payroll}/process`, {})
  const name = String((await host.ok('GET', `employee/${employee}`)).full_name)
  expect(body).toMatchObject({ rule: 'E_PAYROLL_PROBLEMS', message: expect.stringContaining(`${name}: ${advice}`) })
  for (const step of ['unlock', 'reprocess', 'lock']) await host.post(`time_sheet/${String(id)}/${step}`)
  expect(await precomputed(payroll, employee)).toMatchObject({ state: 'computed' })
  expect(await errorsOf(payroll, employee)).toEqual([])
})

test('a final pay does not pay days after the last day, whenever they were processed', async () => {
  const group = await host.group('Left in June', 'SEMI')
  const [open, locked] = [await employed(group), await employed(group)]
  for (const employee of [open, locked]) await processed(employee, '2026-06-16', '2026-06-30')
  const { id } = await sheetOf(locked)
  await host.post(`time_sheet/${String(id)}/lock`)
  for (const employee of [open, locked]) await changed(employee, { date_separated: '2026-06-18', separation_reason: 'Resignation' })
  expect(await daysOf(open)).toEqual({ first: '2026-06-16', last: '2026-06-18' })
  const payroll = await host.payroll(group, halves.get('2026-06-2')!, { payroll_tag: 'final_pay' })
  // 16 to 18 June: 3 × 1,200.
  expect(await precomputed(payroll, open)).toMatchObject({ basic_pay: 3600 })
  expect(await errorsOf(payroll, open)).toEqual([])
  expect(await errorsOf(payroll, locked)).toMatchObject([
    {
      kind: 'days_outside_employment',
      message:
        'The time sheet has days outside of the employment: 2026/06/19 to 2026/06/30. Unlock it if it is locked, process its days again, lock it, and precompute again',
    },
  ])
  expect(await host.refused(`payroll/${payroll}/process`)).toBe('E_PAYROLL_PROBLEMS')
  for (const step of ['unlock', 'reprocess', 'lock']) await host.post(`time_sheet/${String(id)}/${step}`)
  expect(await precomputed(payroll, locked)).toMatchObject({ basic_pay: 3600 })
  expect(await errorsOf(payroll, locked)).toEqual([])
})

test('a corrected hire date removes earlier days from the time records, and restores them', async () => {
  const group = await host.group('Started late', 'SEMI')
  const employee = await employed(group)
  await processed(employee, '2026-11-16', '2026-11-30')
  await changed(employee, { date_hired: '2026-11-23' })
  expect(await daysOf(employee)).toEqual({ first: '2026-11-23', last: '2026-11-30' })
  await changed(employee, { date_hired: '2026-11-19' })
  expect(await daysOf(employee)).toEqual({ first: '2026-11-19', last: '2026-11-30' })
})

test('leave without pay is deducted from the salary of an employee exempt from punching', async () => {
  const group = await host.group('Need not punch', 'SEMI')
  const employee = await employed(group, { basic_rate: 28_000 })
  const [type] = await host.query<{ id: number }>(
    `INSERT INTO {s}.leave_type (code, name, is_active) VALUES ('LWOP', 'Leave without Pay', true) RETURNING id`,
  )
  await host.query(
    `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, duration_type, with_pay, status, reason, transaction_date)
     VALUES ('LV-1', $1, $2, '2026-03-16', '2026-03-20', 'whole_day', false, 'approved', 'Travel', '2026-03-10')`,
    [employee, type!.id],
  )
  await processed(employee, '2026-03-16', '2026-03-31')
  const [sheet] = await host.query<Row>('SELECT leave_without_pay::float AS unpaid FROM {s}.time_sheet WHERE employee_id = $1', [employee])
  expect(sheet).toEqual({ unpaid: 5 })
  const payroll = await host.payroll(group, halves.get('2026-03-2')!)
  // 28,000 × 12 ÷ 261 = 1,287.356322 a day; five days are 6,436.78.
  expect(await precomputed(payroll, employee)).toMatchObject({ state: 'computed', basic_pay: 7563.22 })
})
