/** The cost of an employee's pay, shared between branches and departments. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: ReadonlyMap<string, number>
const [home, away] = [1, 50]
beforeAll(async () => {
  host = await openPayHost('SPLIT', '2026-08-17', ['employee_cost_split', 'department'])
  periods = await host.periods('SEMI', 2026)
  await host.query(`INSERT INTO {s}.branch (id, code, name) OVERRIDING SYSTEM VALUE VALUES ($1, 'ILO', 'Iloilo')`, [away])
})
afterAll(() => host.close())

const split = (values: Row) => host.harness.call('POST', 'employee_cost_split', values)

test('shares that are not exactly 100 percent, or two splits of one day, are refused', async () => {
  const employee_id = await host.employee({ basic_rate: 20000, pay_group_id: host.semi })
  const given = (...percents: number[]) =>
    split({ employee_id, effective_from: '2026-07-01', shares: percents.map((percent) => ({ branch_id: home, percent })) })
  for (const wrong of [[60, 39.9999], [60, 41], [0, 100], [100, -1], [101], []]) {
    const { status, body } = await given(...wrong)
    expect([wrong, status, Object.keys(body.errors ?? {}).length > 0]).toEqual([wrong, 400, true])
  }
  const { body } = await given(60, 40)
  // The list says the shares.
  expect(await host.ok('GET', `employee_cost_split/${String((body.data as Row).id)}`)).toMatchObject({
    summary: '60% Head Office; 40% Head Office',
  })
  expect((await given(100)).status).toBe(400)
})

test('the journal carries the branches and departments of the split in force, and voiding takes all of it back', async () => {
  const department = async (code: string) => Number((await host.harness.make('department', { code, name: code })).id)
  const [personnel, operations] = [await department('OWN'), await department('OPS')]
  const group = await host.group('Shared', 'SEMI')
  const employee_id = await host.employee({ basic_rate: 30450, pay_group_id: group, branch_id: home, department_id: personnel })
  await host.employee({ basic_rate: 60900, pay_group_id: group, branch_id: home, department_id: personnel })
  // The first ends with July; the second begins inside the next period, whose last day decides.
  const shares = [{ percent: 60 }, { branch_id: away, department_id: operations, percent: 40 }]
  expect((await split({ employee_id, effective_from: '2026-01-01', effective_to: '2026-07-31', shares })).status).toBe(200)
  expect(
    (
      await split({
        employee_id,
        effective_from: '2026-08-10',
        shares: [{ department_id: operations, percent: 33.3333 }, { percent: 66.6667 }],
      })
    ).status,
  ).toBe(200)
  const book = async (payroll: number) =>
    host.query(
      `SELECT a.role, coalesce(l.branch_id, e.branch_id) AS branch, l.department_id AS department, sum(l.debit - l.credit)::float AS amount
       FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id JOIN {s}.chart_of_account a ON a.id = l.account_id
       WHERE e.source_module = 'payroll' AND e.source_id = $1 GROUP BY 1, 2, 3 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1, 2, 3`,
      [payroll],
    )
  const july = await host.payroll(group, periods.get('2026-07-2')!)
  await host.settle(july)
  const booked = await book(july)
  const only = (role: string) =>
    booked.filter((line) => line.role === role).map(({ branch, department: bearer, amount }) => [branch, bearer, amount])
  expect(only('salaries_expense')).toEqual([
    [home, personnel, 39585],
    [away, operations, 6090],
  ])
  expect(only('thirteenth_month_expense')).toEqual([
    [home, personnel, 3298.75],
    [away, operations, 507.5],
  ])
  // The employer's shares of 15,225: SSS 1,500, EC 30, PhilHealth 761.25, Pag-IBIG 200.
  expect(only('employer_contributions_expense').at(-1)).toEqual([away, operations, 996.5])
  for (const { role, branch } of booked) if (!String(role).endsWith('_expense')) expect([role, branch]).toEqual([role, home])
  expect(booked.reduce((all, line) => all + Number(line.amount), 0)).toBeCloseTo(0, 6)
  await host.post(`payroll/${july}/void`, { void_reason: 'Only to look' })
  expect(await book(july)).toEqual([])

  await host.settle(await host.payroll(group, periods.get('2026-07-2')!))
  const august = await host.payroll(group, periods.get('2026-08-1')!)
  await host.settle(august)
  expect((await book(august)).filter(({ role }) => role === 'salaries_expense')).toMatchObject([
    { branch: home, department: personnel, amount: 40600.01 },
    { branch: home, department: operations, amount: 5074.99 },
  ])
})

test('shares are read by users who can see pay only', async () => {
  const { modules } = host.harness
  const employee_id = await host.employee({ basic_rate: 20000, pay_group_id: host.semi })
  const { body } = await split({ employee_id, effective_from: '2026-07-01', shares: [{ percent: 100 }] })
  const id = (body.data as Row).id
  const reads = async (access: string[]) => {
    const grants = { employee: ['index', 'view', 'view_all'], employee_cost_split: ['index', 'view'] }
    const answer = await host.harness.call(
      'GET',
      `employee_cost_split/${id}`,
      undefined,
      principalOf(modules, { user_id: 2, grants, access }),
    )
    return [answer.status, (answer.body.data as Row | undefined)?.shares !== undefined]
  }
  expect(await reads(['compensation'])).toEqual([200, true])
  expect(await reads([])).toEqual([200, false])
})
