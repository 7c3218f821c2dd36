/** Pay by piece: output that is entered by day is paid once, with the addition up to the minimum wage. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost

beforeAll(async () => {
  host = await openPayHost('PIECE', '2026-08-03', ['piece_rate', 'piece_output', 'region', 'province', 'city'])
  const region = await host.harness.make('region', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000' })
  await host.query('UPDATE {s}.branch SET region_id = $1 WHERE id = 1', [region.id])
})
afterAll(() => host.close())

const lines = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[])
      .filter((row) => row.part === 'earning')
      .map((row) => [String(row.code).replace(/-.*/, ''), Number(row.amount)]),
  )

test('output is paid once in place of hours, at the rate of its day; output in a payroll cannot change until the payroll is voided', async () => {
  const halves = await host.periods('SEMI', 2026)
  const group = await host.group('Sewing', 'SEMI')
  const sewer = await host.employee({
    pay_group_id: group,
    salary_rate_type: 'daily',
    basic_rate: 755,
    is_piece_rate: true,
    is_exempt_dtr: false,
  })
  const clerk = await host.employee({ pay_group_id: group, basic_rate: 20_000 })
  const shirt = await host.harness.make('piece_rate', { code: 'SHIRT', name: 'Shirts sewn', rate: 12.5 })
  const made = (date: string, quantity: number, more: Row = {}) =>
    host.post('piece_output', { employee_id: sewer, date, piece_rate_id: shirt.id, quantity, ...more })
  expect(await host.refused('piece_output', { employee_id: clerk, date: '2026-07-01', piece_rate_id: shirt.id, quantity: 1 })).toBe(
    'employee_id',
  )
  const first = await made('2026-07-01', 80)
  expect(first).toMatchObject({ rate: 12.5, amount: 1000, hours: 8, status: 'open' })
  await made('2026-07-02', 50)
  expect(await host.refused('piece_output', { employee_id: sewer, date: '2026-07-02', piece_rate_id: shirt.id, quantity: 1 })).not.toBe(
    'done',
  )
  const { version } = await host.ok('GET', `piece_rate/${Number(shirt.id)}`)
  await host.ok('PUT', `piece_rate/${Number(shirt.id)}`, { version, rate: 13 })
  await made('2026-07-03', 60, { hours: 8 })

  const period = halves.get('2026-07-1')!
  await host.sheet(sewer, period, {
    scheduled_minutes: 1440,
    days_scheduled: 3,
    days_worked: 3,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
    worked: [{ day_type: 'ordinary', regular: 1440, regular_night: 0, overtime: 0, overtime_night: 0 }],
    unworked_holidays: [],
  })
  const payroll = await host.payroll(group, period)
  await host.post(`payroll/${payroll}/precompute`)
  // 130 × 12.50 and 60 × 13; the minimum wage of Metro Manila is 695 a day: 70 on the 2nd.
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${sewer}&limit=all`)) as unknown as Row[]
  expect(entries.filter(({ part }) => part === 'earning').map(({ name, qty, amount }) => [name, qty, amount])).toEqual([
    ['Shirts sewn', 130, 1625],
    ['Shirts sewn', 60, 780],
    ['Addition up to the minimum wage', 1, 70],
  ])
  // Output that changes has the open payroll compute again.
  await host.ok('PUT', `piece_output/${first.id}`, { version: first.version, quantity: 90 })
  expect((await host.ok('GET', `payroll/${payroll}`)).status).toBe('draft')
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
  const { version: now } = await host.ok('GET', `piece_output/${first.id}`)
  expect((await host.harness.call('PUT', `piece_output/${first.id}`, { version: now, quantity: 1 })).body.rule).toBe('E_PAID')
  await host.post(`payroll/${payroll}/approve`, {}, host.approver)
  await host.post(`payroll/${payroll}/post`)
  expect(await lines(payroll, sewer)).toEqual({ PIECE: 780, PIECE_TOP_UP: 70 })
  expect(await host.line(payroll, sewer)).toMatchObject({ basic_pay: 2600, gross: 2600 })
  expect(await host.ok('GET', `piece_output/${first.id}`)).toMatchObject({ status: 'paid', payroll_id: payroll })
  const reopened = await host.harness.call('POST', `piece_output/${first.id}/reopen`)
  expect([reopened.status, reopened.body.message]).toEqual([422, expect.stringContaining('Void that payroll')])

  // Output of the period that comes later is named, and paid by no one until it is dealt with.
  await made('2026-07-06', 10)
  const next = await host.payroll(group, halves.get('2026-07-2')!)
  await host.sheet(sewer, halves.get('2026-07-2')!, {
    scheduled_minutes: 0,
    days_scheduled: 0,
    days_worked: 0,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
    worked: [],
    unworked_holidays: [],
  })
  await host.post(`payroll/${next}/precompute`)
  const problems = (await host.ok('GET', `payroll/${next}/problems`)) as unknown as Row[]
  expect(problems.filter(({ kind }) => kind === 'piece_output_unpaid').map(({ employee_id }) => employee_id)).toEqual([sewer])
  expect(await lines(next, sewer)).toEqual({})
  // A day worked without output is paid nothing, and said.
  const missing = async () =>
    ((await host.ok('GET', `payroll/${next}/problems`)) as unknown as Row[]).filter(({ kind }) => kind === 'piece_output_missing')
  expect(await missing()).toEqual([])
  await host.query(
    `INSERT INTO {s}.daily_time_record (employee_id, date, work_hours) VALUES ($1, '2026-07-20', 8), ($1, '2026-07-21', 0)`,
    [sewer],
  )
  expect(await missing()).toMatchObject([{ employee_id: sewer, message: expect.stringMatching(/^1 day worked .*\(2026\/07\/20\)/) }])
  await host.post(`payroll/${next}/void`, { void_reason: 'Not needed' })
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Wrong' })
  expect(await host.ok('GET', `piece_output/${first.id}`)).toMatchObject({ status: 'open', payroll_id: null })
})

// 70, 80 and 90 shirts on 25 and 26 May and 5 June, at 12.50: 875, 1,000 and 1,125; the average is 1,000, and 245 above 755.
test('a holiday not worked is paid by the output of the preceding days, also of an earlier payroll', async () => {
  const halves = await host.periods('SEMI', 2026)
  const group = await host.group('Weaving', 'SEMI')
  const pieces = { salary_rate_type: 'daily', basic_rate: 755, is_piece_rate: true, is_exempt_dtr: false }
  const weaver = await host.employee({ pay_group_id: group, ...pieces })
  const [shirt] = await host.query<{ id: number }>('SELECT id FROM {s}.piece_rate')
  for (const [date, quantity] of [
    ['2026-05-25', 70],
    ['2026-05-26', 80],
    ['2026-06-05', 90],
    ['2026-06-15', 200],
  ])
    await host.query(
      `INSERT INTO {s}.piece_output (employee_id, date, piece_rate_id, quantity, rate, amount, hours, status) VALUES ($1, $2, $3, $4, 12.5, 0, 8, 'open')`,
      [weaver, date, shirt!.id, quantity],
    )
  const sheet = (days: number, unworked_holidays: Row[]) => ({
    scheduled_minutes: days * 480,
    days_scheduled: days,
    days_worked: days,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
    worked: [],
    unworked_holidays,
  })
  await host.sheet(weaver, halves.get('2026-05-2')!, sheet(2, []))
  await host.settle(await host.payroll(group, halves.get('2026-05-2')!))
  await host.sheet(weaver, halves.get('2026-06-1')!, sheet(2, [{ date: '2026-06-12', day_type: 'regular_holiday', entitled: true }]))
  const payroll = await host.payroll(group, halves.get('2026-06-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${weaver}&limit=all`)) as unknown as Row[]
  const holidays = entries.filter(({ code }) => String(code).startsWith('HOLIDAY')).map(({ code, amount }) => [code, amount])
  expect(holidays).toEqual([
    ['HOLIDAY_UNWORKED', 755],
    ['HOLIDAY_BY_OUTPUT', 245],
  ])
  expect(await host.line(payroll, weaver)).toMatchObject({ holiday_pay: 1000 })
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Made to be looked at' })
})
