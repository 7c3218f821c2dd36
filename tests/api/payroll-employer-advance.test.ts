/** What the employer advances of contributions is collected from the next pay, and no longer when its payroll is voided. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let months: Map<string, number>

beforeAll(async () => {
  host = await openPayHost('ADVANCED', '2026-11-30')
  months = await host.periods('MONTHLY', 2026)
})
afterAll(() => host.close())

const linesOf = async (payroll: number, code: RegExp): Promise<number[]> =>
  ((await host.ok('GET', `payroll/${payroll}/entries?limit=all`)) as unknown as Row[])
    .filter((row) => code.test(String(row.code)))
    .map((row) => Number(row.amount))
const balance = async (): Promise<number> => {
  const [row] = await host.query<{ sum: number }>(
    `SELECT sum(l.debit - l.credit)::float AS sum FROM {s}.accounting_entry__lines l
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = 'advances_to_employees'`,
  )
  return row!.sum
}

test('an advance becomes a deduction that the next payrolls collect as far as net pay allows', async () => {
  const group = await host.group('Advanced', 'MONTHLY')
  const ana = await host.employee({ pay_group_id: group, basic_rate: 20_000 })
  const deductions = () => host.query<Row>('SELECT id, balance::float, remarks FROM {s}.deduction WHERE employee_id = $1', [ana])
  const short = await host.payroll(group, months.get('2026-08-1')!)
  // 500 of the salary is left; PhilHealth alone is 500.
  await host.post(`payroll/${short}/entries`, { employee_id: ana, pay_item_id: host.item('RETRO'), amount: -19_500 })
  await host.settle(short)
  const [advanced] = await linesOf(short, /^EMPLOYER_ADVANCE$/)
  expect(advanced).toBeGreaterThan(0)
  expect(await deductions()).toEqual([
    { id: expect.anything(), balance: advanced, remarks: expect.stringContaining('Advanced by the employer') },
  ])
  expect(await balance()).toBe(advanced)

  await host.post(`payroll/${short}/void`, { void_reason: 'Wrong entry' })
  expect(await deductions()).toEqual([])

  const again = await host.payroll(group, months.get('2026-08-1')!)
  await host.post(`payroll/${again}/entries`, { employee_id: ana, pay_item_id: host.item('RETRO'), amount: -19_500 })
  await host.settle(again)
  const next = await host.payroll(group, months.get('2026-09-1')!)
  await host.settle(next)
  expect(await linesOf(next, /^CASH_ADVANCE/)).toEqual([-advanced!])
  expect(await deductions()).toMatchObject([{ balance: 0 }])
  expect(await balance()).toBe(0)
  expect(await host.refused(`payroll/${again}/void`, { void_reason: 'Too late' })).toBe('E_LATER_PAYROLL')
  const last = await host.payroll(group, months.get('2026-10-1')!)
  await host.settle(last)
  expect(await linesOf(last, /^CASH_ADVANCE/)).toEqual([])
})
