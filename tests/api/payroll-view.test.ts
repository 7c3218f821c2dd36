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

test('the filter "with problems" shows the employees named in the problems', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/problems`)
  const named = new Set((body.data as Row[]).map((row) => row.employee_id))
  expect(named.size).toBeGreaterThan(0)
  expect(new Set(ids((await view('problems=true')).rows))).toEqual(named)
})

test('a payroll shows the progress of its computation, and its departments', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/standing`)
  expect(body.data).toMatchObject({
    run: { state: 'done', error: null, done: 3, total: 3 },
    departments: [{ employees: 3 }],
    banks: [],
    without_email: 3,
    previous_payroll_id: null,
  })
})

test('changes can be listed for one employee', async () => {
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
  expect(same.rows).toMatchObject([{ employee_id: dana, reason: null, variance: 0, cause: null }])
  // Against the other half of the month, the contributions made the difference.
  expect((await compared(third)).rows).toMatchObject([{ employee_id: dana, cause: 'schedule' }])
  expect((await host.harness.call('GET', `payroll/${third}/standing`)).body.data).toMatchObject({
    previous: { id: second, total_net: expect.any(Number), employee_count: 1 },
  })
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

test('warnings are repeated before processing and posting, the approver is named, and a void says what it reverses', async () => {
  const group = await host.group('ADVICE', 'SEMI')
  const eva = await host.employee({ last_name: 'Evangelista', pay_group_id: group, salary_rate_type: 'monthly', basic_rate: 30_000 })
  const periods = await host.periods('SEMI', 2026)
  const july = await host.payroll(group, periods.get('2026-07-1')!)
  await host.post(`payroll/${july}/precompute`)
  const august = await host.payroll(group, periods.get('2026-08-1')!)
  await host.post(`payroll/${august}/entries`, { employee_id: eva, pay_item_id: host.item('COMMISSION'), amount: 20_000 })
  await host.post(`payroll/${august}/precompute`)
  const { body } = await host.harness.call('GET', `payroll/${august}/problems`)
  expect((body.data as Row[]).filter(({ kind }) => kind === 'net_change')).toMatchObject([
    { employee_id: eva, severity: 'warning', message: expect.stringMatching(/% more than in PAY-/) },
  ])
  Object.assign(host.settings, { payroll_net_change_percent: 500, payroll_net_above: 20_000 })
  const other = (await host.harness.call('GET', `payroll/${august}/problems`)).body.data as Row[]
  expect(other.map(({ kind }) => kind)).toContain('net_above')
  expect(other.map(({ kind }) => kind)).not.toContain('net_change')

  const advice = async (id: number, action: string) =>
    ((await host.harness.call('POST', `payroll/bulk/${action}/advice`, { ids: [id] })).body.data as Row[]).map(({ text }) => String(text))
  const said = await advice(august, 'post')
  expect(said[0]).toMatch(/^Total net pay against PAY-.*: \+[\d,.]+ \(\+[\d.]+%\)\.$/)
  expect(said.some((text) => /number is missing: .*Evangelista/.test(text))).toBe(true)

  await host.post(`payroll/${july}/process`)
  const read = async () => (await host.harness.call('GET', `payroll/${july}`)).body.data as Row
  expect(await advice(july, 'void')).toEqual([])
  await host.post(`payroll/${july}/approve`, {}, host.approver)
  await host.post(`payroll/${july}/post`)
  expect((await read()).awaiting).toBeUndefined()
  const taken = await advice(july, 'void')
  expect(taken[0]).toBe('Taken back: 1 payslip with the sums of the year.')
  expect(taken.some((text) => text.startsWith('Reversed: the journal entry '))).toBe(true)

  // Only the standard payroll closes its pay period, and opens it again.
  await host.query('UPDATE {s}.pay_period SET is_closed = true WHERE id = $1', [periods.get('2026-07-1')])
  expect(await advice(july, 'void')).toContain('Opened again: the pay period July 1–15, 2026.')
  const bonus = await host.payroll(group, periods.get('2026-07-1')!, { payroll_tag: '13th_month' })
  await host.settle(bonus)
  expect((await advice(bonus, 'void')).filter((text) => text.startsWith('Opened again'))).toEqual([])
})

test('many unusual changes are summed up in one line, and an employee who could not be computed still belongs to the payroll', async () => {
  Object.assign(host.settings, { payroll_net_change_percent: 30, payroll_net_above: 0 })
  const group = await host.group('MANY', 'SEMI')
  const [piece, ...others] = await Promise.all(
    ['Piece', 'Abad', 'Basco', 'Cura', 'Dizon', 'Ebol'].map((last_name) =>
      host.employee({ last_name, pay_group_id: group, salary_rate_type: 'monthly', basic_rate: 30_000 }),
    ),
  )
  const periods = await host.periods('SEMI', 2026)
  await host.post(`payroll/${await host.payroll(group, periods.get('2026-07-1')!)}/precompute`)
  const { version } = (await host.harness.call('GET', `employee/${piece}`)).body.data as Row
  const byPiece = await host.harness.call('PUT', `employee/${piece}`, { version, is_piece_rate: true })
  expect(byPiece.body.errors).toEqual({ is_piece_rate: ['Pay by piece needs a daily or hourly rate. Change the pay basis first.'] })
  await host.query('UPDATE {s}.employee SET is_piece_rate = true WHERE id = $1', [piece])
  const august = await host.payroll(group, periods.get('2026-08-1')!)
  for (const employee_id of others)
    await host.post(`payroll/${august}/entries`, { employee_id, pay_item_id: host.item('COMMISSION'), amount: 20_000 })
  await host.post(`payroll/${august}/precompute`)
  const advice = (await host.harness.call('POST', 'payroll/bulk/process/advice', { ids: [august] })).body.data as Row[]
  const unusual = advice.map(({ text }) => String(text)).filter((text) => /Net pay/.test(text))
  expect(unusual).toEqual([expect.stringMatching(/^Net pay changed more than usual: .+; .+; .+ and 2 more\.$/)])
  const { rows } = (await host.harness.call('GET', `payroll/${august}/net-comparison`)).body.data as unknown as { rows: Row[] }
  expect(rows.find(({ employee_id }) => employee_id === piece)).toMatchObject({ reason: 'not_computed', cause: 'not_computed' })
})

test('the payable to an agency opens the employees whose amounts add up to it', async () => {
  const { body } = await host.harness.call('GET', `payroll/${payroll}/total_employee_contribution`)
  const total = (body.data as unknown as { sss: { employee: number; employer: number; ec: number } }).sss
  const lines = (await host.harness.call('GET', `payroll/${payroll}/contribution-lines?agency=sss`)).body.data as Row[]
  const sum = (name: string) => lines.reduce((all, line) => all + Number(line[name]), 0)
  expect(lines).toHaveLength(3)
  expect({ employee: sum('employee_share'), employer: sum('employer_share'), ec: sum('ec') }).toEqual(total)
  expect((await host.harness.call('GET', `payroll/${payroll}/contribution-lines?agency=x`)).status).toBe(400)
})

test('periods of a pay group are offered in order of date, the next one to pay first', async () => {
  const group = await host.group('NEXT', 'SEMI')
  await host.employee({ last_name: 'Next', pay_group_id: group, salary_rate_type: 'monthly', basic_rate: 25_000 })
  const periods = await host.periods('SEMI', 2026)
  const offered = async (query: string) =>
    ((await host.harness.call('GET', `pay_period/for_group?pay_group_id=${group}${query}`)).body.data as Row[]).map(({ id }) => id)
  // Nothing was paid yet: the period of today, 2026-08-03.
  expect((await offered('&limit=2')).slice(0, 2)).toEqual([periods.get('2026-08-1'), periods.get('2026-08-2')])
  const salary = await host.payroll(group, periods.get('2026-06-1')!)
  const all = await offered('&limit=100')
  expect(all.slice(0, 2)).toEqual([periods.get('2026-06-2'), periods.get('2026-07-1')])
  // Those before it follow, the latest first.
  expect(all.indexOf(periods.get('2026-06-1')!)).toBe(all.indexOf(periods.get('2026-12-2')!) + 1)
  expect((await offered('&payroll_tag=13th_month'))[0]).toBe(periods.get('2026-06-1'))
  expect(await offered('&search=July+1')).toEqual([periods.get('2026-07-1'), periods.get('2026-07-2')])
  // A final pay goes with salaries that are not posted yet.
  expect((await offered('&payroll_tag=final_pay'))[0]).toBe(periods.get('2026-06-1'))
  await host.settle(salary)
  expect((await offered('&payroll_tag=final_pay'))[0]).toBe(periods.get('2026-06-2'))
  // A period between two payrolls, such as that of a voided one, comes before those after the last.
  const later = await host.payroll(group, periods.get('2026-07-1')!)
  expect((await offered('&limit=2')).slice(0, 2)).toEqual([periods.get('2026-06-2'), periods.get('2026-07-2')])
  await host.post(`payroll/${later}/void`, { void_reason: 'Only to see what is offered' })
  // A document of no pay group begins with the first period whose salary no group of the cycle has posted, not with January:
  // another group's salary of July 1 was posted above.
  const general = (await host.harness.call('GET', 'pay_period/for_group?limit=2&filter[is_closed]=false')).body.data as Row[]
  expect(general.map(({ id }) => id)).toEqual([periods.get('2026-07-2'), periods.get('2026-08-1')])
})
