/** Payrolls of one month in another order than that of their periods: its contributions come to the same. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>

beforeAll(async () => {
  host = await openPayHost('MONTHORDER', '2026-12-31')
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const problems = async (payroll: number): Promise<unknown[]> =>
  ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[])
    .filter(({ kind }) => kind === 'earlier_period_open')
    .map(({ severity, message }) => [severity, message])

const contributionsOf = (employee: number, month: number) =>
  host.query<Row>(
    `SELECT sum(employee_share)::float AS employee, sum(mpf_employee)::float AS mpf, sum(employer_share)::float AS employer
     FROM {s}.sss_contribution_payment WHERE employee_id = $1 AND month = $2`,
    [employee, month],
  )

test.each(['last', 'first', 'split', 'cumulative'])(
  'contributions deducted %s: the payroll that is posted last settles the month',
  async (timing) => {
    host.settings.contribution_timing = timing
    const group = await host.group(`Order ${timing}`, 'SEMI')
    const employee = await host.employee({ pay_group_id: group, basic_rate: 32_500, pagibig_extra: 300 })
    const [first, second] = [await host.payroll(group, halves.get('2026-10-1')!), await host.payroll(group, halves.get('2026-10-2')!)]
    expect(await problems(first)).toEqual([])
    expect(await problems(second)).toEqual([['warning', expect.stringContaining('Not posted yet in the same month: October 1–15, 2026.')]])
    await host.settle(second)
    await host.settle(first)
    // 32,500: 20,000 × 5% and 12,500 × 5%; employer 10%.
    expect(await contributionsOf(employee, 10)).toEqual([{ employee: 1000, mpf: 625, employer: 2000 }])
    const [{ pagibig } = { pagibig: 0 }] = await host.query<Row>(
      'SELECT sum(employee_share)::float AS pagibig FROM {s}.pagibig_contribution_payment WHERE employee_id = $1',
      [employee],
    )
    expect(pagibig).toBe(500)
    // In the usual order there is nothing to warn about.
    await host.settle(await host.payroll(group, halves.get('2026-11-1')!))
    expect(await problems(await host.payroll(group, halves.get('2026-11-2')!))).toEqual([])
  },
)
