/** Service charges (RA 11360): proposed, distributed in full, paid by payroll once, from the account that owes them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost, TIME } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>

beforeAll(async () => {
  host = await openPayHost('CHARGE', '2026-07-16', ['service_charge', 'position', ...TIME])
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const owed = async (): Promise<number> => {
  const [row] = await host.query<{ owed: number | null }>(
    `SELECT sum(l.credit - l.debit)::float AS owed FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = 'service_charges_payable'`,
  )
  return row!.owed ?? 0
}
const shareIn = async (payroll: number, employee: number): Promise<Row | undefined> =>
  ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]).find((row) =>
    String(row.code).startsWith('SERVICE_CHARGE'),
  )
const day = (employee: number, date: string, worked: number): Promise<unknown> =>
  host.query(
    `INSERT INTO {s}.daily_time_record (employee_id, date, day_type_id, work_hours, result) SELECT $1, $2::date, min(id), $3::numeric * 8, jsonb_build_object('day_worked', $3::numeric) FROM {s}.day_type`,
    [employee, date, worked],
  )

test('the collected charge is shared among covered employees by their days, without managers; payroll pays each share once', async () => {
  const group = await host.group('Hotel', 'SEMI')
  const manager = Number((await host.harness.make('position', { code: 'GM', name: 'General Manager', level: 'Managerial' })).id)
  // Two with time records, one who need not punch, and a manager. 1 to 15 July has eleven weekdays.
  const ana = await host.employee({ pay_group_id: group, basic_rate: 30_450, is_exempt_dtr: false })
  const ben = await host.employee({ pay_group_id: group, basic_rate: 30_450, is_exempt_dtr: false })
  const cara = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const boss = await host.employee({ pay_group_id: group, basic_rate: 90_000, position_id: manager })
  for (const date of [1, 2, 3, 6]) await day(ana, `2026-07-0${date}`, 1)
  await day(ben, '2026-07-01', 1)
  await day(ben, '2026-07-02', 0.5)
  const period = halves.get('2026-07-1')!
  const [collections] = await host.query<{ id: number }>(`SELECT id FROM {s}.chart_of_account WHERE role = 'undeposited_collections'`)
  const values = { date_from: '2026-07-01', date_to: '2026-07-15', collected: 10_000, method: 'days', pay_period_id: period }
  const charge = await host.post('service_charge', { ...values, collected_account_id: collections!.id })
  expect(await host.refused(`service_charge/${charge.id}/distribute`)).toBe('E_NO_EMPLOYEES')
  // An officer who has a share can have it proposed.
  const officer = principalOf(host.harness.modules, { user_id: 2, username: 'second', name: 'Second', employee_id: ana })
  const proposed = await host.post(`service_charge/${charge.id}/propose`, {}, officer)
  // 4 + 1.5 + 11 = 16.5 days: 2,424.24…, 909.09… and 6,666.66…; the centavo left goes to the largest fraction.
  const shares = (proposed.shares as Row[]).map(({ employee_id, weight, amount }) => [employee_id, weight, amount])
  expect(shares).toEqual([
    [ana, 4, 2424.24],
    [ben, 1.5, 909.09],
    [cara, 11, 6666.67],
  ])
  expect([proposed.total_weight, proposed.distributed]).toEqual([16.5, 10_000])
  const { version } = proposed
  const withBoss = [
    ...(proposed.shares as Row[]).map(({ employee_id, weight }) => ({ employee_id, weight })),
    { employee_id: boss, weight: 1 },
  ]
  const refused = async (rows: Row[]) =>
    (await host.harness.call('PUT', `service_charge/${charge.id}`, { version, shares: rows })).body.errors as unknown as Row
  expect(Object.keys(await refused(withBoss))).toEqual(['shares.3.employee_id'])
  expect(Object.keys(await refused([withBoss[0]!, withBoss[0]!]))).toEqual(['shares.1.employee_id'])

  await host.post(`service_charge/${charge.id}/distribute`)
  expect(await owed()).toBe(10_000)
  await host.post(`service_charge/${charge.id}/undo-distribution`)
  expect(await owed()).toBe(0)
  const payroll = await host.payroll(group, period)
  for (const employee of [ana, ben])
    await host.sheet(employee, period, {
      scheduled_minutes: 5280,
      days_scheduled: 11,
      days_worked: 11,
      absent_minutes: 0,
      late_minutes: 0,
      undertime_minutes: 0,
      paid_leave_minutes: 0,
      unpaid_leave_minutes: 0,
      worked: [],
      unworked_holidays: [],
    })
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`service_charge/${charge.id}/distribute`)
  expect((await host.ok('GET', `payroll/${payroll}`)).status).toBe('draft')
  await host.settle(payroll)
  expect(await shareIn(payroll, ana)).toMatchObject({
    amount: 2424.24,
    taxable: 2424.24,
    source_module: 'service_charge',
    source_id: charge.id,
  })
  expect(await shareIn(payroll, boss)).toBeUndefined()
  const trace = await host.ok('GET', `payroll/${payroll}/employee/${ben}/trace`)
  expect(JSON.stringify(trace)).toContain('10,000.00 × 1.5 of 16.5 days = 909.09')
  expect(await owed()).toBe(0)
  expect((await host.ok('GET', `service_charge/${charge.id}`)).status).toBe('paid')

  // A further payroll of the period does not pay it again; a void opens it again.
  const further = await host.payroll(group, period, { payroll_tag: 'supplementary', chosen_ids: [ana] })
  await host.post(`payroll/${further}/precompute`)
  expect(await shareIn(further, ana)).toBeUndefined()
  await host.post(`payroll/${further}/void`, { void_reason: 'Not needed' })
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Wrong' })
  expect((await host.ok('GET', `service_charge/${charge.id}`)).status).toBe('distributed')
  expect(await owed()).toBe(10_000)
  await host.post(`service_charge/${charge.id}/undo-distribution`)
})

test('with equal shares; charges distributed after the salary was paid are paid by a supplementary payroll', async () => {
  const group = await host.group('Cafe', 'SEMI')
  const crew = [
    await host.employee({ pay_group_id: group, basic_rate: 20_000 }),
    await host.employee({ pay_group_id: group, basic_rate: 20_000 }),
  ]
  const period = halves.get('2026-06-2')!
  await host.settle(await host.payroll(group, period))
  const shares = [
    ...crew.map((employee_id) => ({ employee_id, weight: 1 })),
    { employee_id: await host.employee({ basic_rate: 1 }), weight: 5 },
  ]
  const values = { date_from: '2026-06-16', date_to: '2026-06-30', collected: 100, method: 'equal', pay_period_id: period, shares }
  const charge = await host.post('service_charge', values)
  expect((charge.shares as Row[]).map(({ amount }) => amount)).toEqual([33.34, 33.33, 33.33])
  expect(await host.refused(`service_charge/${charge.id}/distribute`)).toBe('E_PERIOD_CLOSED')
  const further = await host.payroll(group, period, { payroll_tag: 'supplementary', chosen_ids: crew })
  await host.post(`service_charge/${charge.id}/distribute`)
  await host.settle(further)
  expect((await shareIn(further, crew[0]!))?.amount).toBe(33.34)
  // The third has no pay group: the share stays open.
  expect((await host.ok('GET', `service_charge/${charge.id}`)).status).toBe('distributed')
  expect(await host.refused(`service_charge/${charge.id}/undo-distribution`)).toBe('E_PAID')
})
