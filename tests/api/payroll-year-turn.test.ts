/** Payrolls around the turn of the year: the tax year is that of the payout, the month of contributions that of the period. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>

beforeAll(async () => {
  host = await openPayHost('YEARTURN', '2027-01-20')
  halves = await host.periods('SEMI', 2026)
  await host.periods('SEMI', 2027)
})
afterAll(() => host.close())

const linesOf = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]).map((row) => [
      String(row.code).replace(/-M\d+$/, ''),
      Number(row.amount),
    ]),
  )

test('a supplementary payroll paid in the next year neither reverses nor repeats the tax settled in December', async () => {
  const group = await host.group('Turn', 'SEMI')
  const [ana, ben] = [
    await host.employee({ pay_group_id: group, basic_rate: 60_000, date_hired: '2026-12-01' }),
    await host.employee({ pay_group_id: group, basic_rate: 60_000, date_hired: '2026-12-01' }),
  ]
  await host.settle(await host.payroll(group, halves.get('2026-12-1')!))
  const last = await host.payroll(group, halves.get('2026-12-2')!)
  await host.settle(last)
  // The year's pay is below 250,000: what the first half withheld is refunded.
  const refund = (await linesOf(last, ana)).TAX_REFUND!
  expect(refund).toBeGreaterThan(1000)
  for (const [period, chosen] of [
    ['2026-12-2', ana],
    ['2026-12-1', ben],
  ] as const) {
    const run = await host.payroll(group, halves.get(period)!, {
      payroll_tag: 'supplementary',
      payout_date: '2027-01-20',
      chosen_ids: [chosen],
    })
    await host.post(`payroll/${run}/entries`, { employee_id: chosen, pay_item_id: host.item('COMMISSION'), amount: 8000 })
    await host.settle(run)
    // The first pay of 2027, below the exempt level; the contributions of December are deducted up to their maximum.
    expect(await linesOf(run, chosen)).toEqual({ COMMISSION: 8000 })
  }
  const years = await host.query<Row>(
    'SELECT year, tax_withheld::float FROM {s}.ytd_payroll WHERE employee_id = ANY ($1) ORDER BY year, employee_id',
    [[ana, ben]],
  )
  expect(years).toEqual([
    { year: 2026, tax_withheld: 0 },
    { year: 2026, tax_withheld: 0 },
    { year: 2027, tax_withheld: 0 },
    { year: 2027, tax_withheld: 0 },
  ])
})
