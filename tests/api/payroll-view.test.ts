/** Endpoints of the payroll workbench: pages of the register, the progress of a payroll, changes for one employee. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let payroll: number
let people: number[]
beforeAll(async () => {
  host = await openPayHost('PAYVIEW')
  const group = await host.group('VIEW', 'MONTHLY')
  people = []
  for (const [name, rate] of [
    ['Abad', 20_000],
    ['Bello', 40_000],
    ['Cruz', 30_000],
  ] as const)
    people.push(await host.employee({ last_name: name, pay_group_id: group, salary_rate_type: 'monthly', basic_rate: rate }))
  const periods = await host.periods('MONTHLY', 2026)
  payroll = await host.payroll(group, periods.get('2026-07-1')!)
  await host.post(`payroll/${payroll}/precompute`)
})
afterAll(() => host.close())

const view = async (query: string) => {
  const { status, body } = await host.harness.call('GET', `payroll/${payroll}/register-view?${query}`)
  expect(status, body.message).toBe(200)
  return { rows: body.data as Row[], total: body.pagination!.total }
}
const ids = (rows: readonly Row[]) => rows.map((row) => row.id)

test('the register is read page by page, ordered and searched on the server', async () => {
  const all = await view('sort=-basic_pay&limit=2')
  expect(all.total).toBe(3)
  expect(ids(all.rows)).toEqual([people[1], people[2]])
  expect(ids((await view('sort=-basic_pay&limit=2&page=2')).rows)).toEqual([people[0]])
  expect(ids((await view('search=bello')).rows)).toEqual([people[1]])
  // A percent sign is looked for, not a wildcard.
  expect((await view('search=%25')).total).toBe(0)
  expect((await host.harness.call('GET', `payroll/${payroll}/register-view?sort=password`)).status).toBe(400)
  expect((await host.harness.call('GET', `payroll/${payroll}/register-view?page=0`)).status).toBe(400)
})

test('those with problems only are the ones that the problems name', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/problems`)
  const named = new Set((body.data as Row[]).map((row) => row.employee_id))
  expect(named.size).toBeGreaterThan(0)
  expect(new Set(ids((await view('problems=true')).rows))).toEqual(named)
})

test('a payroll tells how far its computation is, and its departments', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/standing`)
  expect(body.data).toMatchObject({
    run: { state: 'done', error: null, done: 3, total: 3 },
    departments: [{ employees: 3 }],
    banks: [],
    without_email: 3,
    previous_payroll_id: null,
  })
})

test('what changed is told of one employee alone when he is named', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/comparison?employee_id=${people[0]}`)
  const rows = (Array.isArray(body.data) ? body.data : (body.data as { data: Row[] }).data) as Row[]
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => row.employee_id))).toEqual(new Set([people[0]]))
})

test('net pay is compared with the payroll before, and with that of the same cut-off a month earlier', async () => {
  const group = await host.group('HALVES', 'SEMI')
  const dana = await host.employee({ last_name: 'Dana', pay_group_id: group, salary_rate_type: 'monthly', basic_rate: 25_000 })
  const periods = await host.periods('SEMI', 2026)
  const run = async (key: string) => {
    const made = await host.payroll(group, periods.get(key)!)
    await host.post(`payroll/${made}/precompute`)
    return made
  }
  const first = await run('2026-07-1')
  const second = await run('2026-07-2')
  const third = await run('2026-08-1')
  const compared = async (id: number, query = '') =>
    (await host.harness.call('GET', `payroll/${id}/net-comparison${query}`)).body.data as unknown as { previous: Row | null; rows: Row[] }
  expect((await compared(third)).previous).toMatchObject({ id: second })
  const same = await compared(third, '?against=same_cutoff')
  expect(same.previous).toMatchObject({ id: first })
  // No one came or left, and the same cut-off has the same deductions.
  expect(same.rows).toMatchObject([{ employee_id: dana, reason: null, variance: 0 }])
  expect(await compared(first, '?against=same_cutoff')).toEqual({ previous: null, rows: [] })
  expect((await host.harness.call('GET', `payroll/${third}/net-comparison?against=x`)).status).toBe(400)
  const lines = async (reason: string) => {
    const answer = (await host.harness.call('GET', `payroll/${third}/comparison?reason=${reason}`)).body
    return (Array.isArray(answer.data) ? answer.data : (answer.data as { data: Row[] }).data) as Row[]
  }
  const scheduled = await lines('schedule')
  expect(new Set(scheduled.map(({ reason }) => reason))).toEqual(new Set(['schedule']))
  expect(await lines('new_hire')).toEqual([])
})
