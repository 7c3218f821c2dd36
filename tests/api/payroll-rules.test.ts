/** Rules that depend on the company's settings and places: the 13th month before December's salary. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/module.ts'
import { time, worked } from '../domain/payroll-support.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: Map<string, number>
beforeAll(async () => {
  host = await openPayHost('PAYX', '2026-11-16')
  periods = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

/** The lines of an employee in a payroll, explained. */
const lines = async (payroll: number, employee: number) =>
  (await host.ok('GET', `payroll/${payroll}/employee/${employee}/trace`)).lines as { code: string; amount: number; trace: Row }[]

describe('a 13th month before the last salary of the year', () => {
  let group: number
  let run: number
  const people: Record<'raised' | 'daily' | 'leaving' | 'absent', number> = { raised: 0, daily: 0, leaving: 0, absent: 0 }
  const days = (count: number) => time({ days_scheduled: count, days_worked: count, worked: [worked('ordinary', { regular: count * 8 })] })
  const thirteenth = async (payroll: number, who: keyof typeof people) =>
    (await lines(payroll, people[who])).filter((line) => line.code === '13TH_MONTH').map((line) => line.amount)
  const again = async (more: Row = {}) => {
    const { version } = await host.ok('GET', `payroll/${run}`)
    await host.ok('PUT', `payroll/${run}`, { version, ...more })
    await host.post(`payroll/${run}/precompute`)
    return thirteenth(run, 'raised')
  }

  beforeAll(async () => {
    group = await host.group('Semi13', 'SEMI')
    const hire = (values: Row) => host.employee({ pay_group_id: group, ...values })
    people.raised = await hire({ basic_rate: 30000 })
    people.daily = await hire({ basic_rate: 1000, salary_rate_type: 'daily' })
    people.absent = await hire({ basic_rate: 1000, salary_rate_type: 'daily' })
    people.leaving = await hire({ basic_rate: 24000 })
    for (const who of ['daily', 'absent'] as const) await host.sheet(people[who], periods.get('2026-11-2')!, days(11))
    await host.settle(await host.payroll(group, periods.get('2026-11-2')!))
    await host.ok('PUT', 'employee/v2/compensation', { employee_id: people.raised, basic_rate: 36000, effective_date: '2026-12-16' })
    await host.query(`UPDATE {s}.employee SET date_separated = '2026-12-23' WHERE id = $1`, [people.leaving])
    run = await host.payroll(group, periods.get('2026-12-1')!, { payroll_tag: '13th_month', payout_date: '2026-12-10' })
    await host.post(`payroll/${run}/precompute`)
  })

  test('counts the salaries still to come, at the rates of their days', async () => {
    const [line] = await lines(run, people.raised)
    expect(line).toMatchObject({
      amount: 4000,
      trace: {
        formula: '(15,000.00 earned + 33,000.00 expected from 2026-12-01 to 2026-12-31) ÷ 12 = 4,000.00',
        words: expect.stringContaining('33,000.00 of it is salary still to be paid from 2026-12-01 to 2026-12-31'),
      },
    })
    // 11 × 1,000 earned, and a month's equivalent of 1,000 × 261 ÷ 12 = 21,750 expected: 32,750 ÷ 12.
    expect(await thirteenth(run, 'daily')).toEqual([2729.17])
    // Until the 23rd: 12,000 earned, 12,000 and 8 of 16 days of 12,000 expected.
    expect(await thirteenth(run, 'leaving')).toEqual([2500])
  })

  test('only where the company says so, and by default not before November', async () => {
    expect(await again({ payout_date: '2026-10-30' })).toEqual([1250])
    host.settings.thirteenth_month_expected = 'always'
    expect(await again()).toEqual([4000])
    host.settings.thirteenth_month_expected = 'never'
    expect(await again({ payout_date: '2026-12-10' })).toEqual([1250])
    delete host.settings.thirteenth_month_expected
    expect(await again()).toEqual([4000])
  })

  test('once December is paid, only what was earned beyond it is paid, and nothing twice', async () => {
    await host.post(`payroll/${run}/process`)
    await host.post(`payroll/${run}/approve`, {}, host.approver)
    await host.post(`payroll/${run}/post`)
    for (const period of ['2026-12-1', '2026-12-2']) {
      await host.sheet(people.daily, periods.get(period)!, days(12))
      await host.sheet(people.absent, periods.get(period)!, days(8))
      await host.settle(await host.payroll(group, periods.get(period)!))
    }
    const rest = await host.payroll(group, periods.get('2026-12-2')!, { payroll_tag: '13th_month' })
    await host.post(`payroll/${rest}/precompute`)
    // (11,000 + 24,000) ÷ 12 − 2,729.17; less than was expected is not taken back here.
    expect(await thirteenth(rest, 'daily')).toEqual([187.5])
    expect([await thirteenth(rest, 'raised'), await thirteenth(rest, 'absent')]).toEqual([[], []])
  })
})
