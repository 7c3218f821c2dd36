/** A further payroll of a period: for who was left out of it, and for what it paid too little. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let ana: number
let ben: number

beforeAll(async () => {
  host = await openPayHost('SUPPLEMENTARY', '2026-11-30')
  halves = await host.periods('SEMI', 2026)
  ana = await host.employee({ pay_group_id: host.semi, basic_rate: 26_100 })
  ben = await host.employee({ pay_group_id: host.semi, basic_rate: 26_100 })
})
afterAll(() => host.close())

const linesOf = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]).map((row) => [
      String(row.code).replace(/-[MJ]\d+$/, ''),
      Number(row.amount),
    ]),
  )
const further = (period: string, chosen_ids: number[]) =>
  host.payroll(host.semi, halves.get(period)!, { payroll_tag: 'supplementary', chosen_ids })

test('employees left out before get the salary, others only entered items; the year-to-date sums continue', async () => {
  await host.settle(await host.payroll(host.semi, halves.get('2026-09-1')!))
  const salary = await host.payroll(host.semi, halves.get('2026-09-2')!)
  await host.post(`payroll/${salary}/bulk-delete-employee`, { employee_ids: [ben] })
  await host.settle(salary)
  const run = await further('2026-09-2', [ana, ben])
  await host.post(`payroll/${run}/entries`, { employee_id: ana, pay_item_id: host.item('OVERTIME'), amount: 2000 })
  await host.settle(run)
  // Ben's half: 13,050; SSS of 26,100 is 20,000 × 5% and 6,000 × 5% (MPF); PhilHealth 26,100 × 5% ÷ 2; Pag-IBIG 10,000 × 2%.
  // Tax: (13,050 − 2,152.50 = 10,897.50 − 10,417) × 15% = 72.08.
  expect(await linesOf(run, ben)).toMatchObject({
    BASIC: 13_050,
    SSS: -1000,
    SSS_MPF: -300,
    PHILHEALTH: -652.5,
    PAGIBIG: -200,
    WITHHOLDING_TAX: -72.08,
  })
  // Ana's month becomes 28,100: MPF 8,000 × 5% = 400, 300 of it deducted before. Tax of the period: (10,897.50 + 2,000 − 100 =
  // 12,797.50 − 10,417) × 15% = 357.08, of which 72.08 was withheld: 285.00.
  expect(await linesOf(run, ana)).toEqual({
    OVERTIME: 2000,
    SSS_MPF: -100,
    SSS_MPF_EMPLOYER: 200,
    WITHHOLDING_TAX: -285,
  })
  expect(await host.line(run, ana)).toMatchObject({ net_pay: 1615 })
})

test('a supplementary payroll of an older month settles that month, and the current month is unaffected', async () => {
  await host.settle(await host.payroll(host.semi, halves.get('2026-10-1')!))
  const run = await further('2026-09-1', [ana])
  await host.post(`payroll/${run}/entries`, { employee_id: ana, pay_item_id: host.item('COMMISSION'), amount: 1000 })
  await host.settle(run)
  // September becomes 29,100: MPF 9,000 × 5% = 450, 400 of it deducted before. Tax of the first half: (13,050 + 950 − 10,417) ×
  // 15% = 537.45, of which (13,050 − 10,417) × 15% = 394.95 was withheld.
  expect(await linesOf(run, ana)).toMatchObject({ COMMISSION: 1000, SSS_MPF: -50, WITHHOLDING_TAX: -142.5 })
  const next = await host.payroll(host.semi, halves.get('2026-10-2')!)
  await host.settle(next)
  expect(await linesOf(next, ana)).toMatchObject({ BASIC: 13_050, SSS: -1000, SSS_MPF: -300, WITHHOLDING_TAX: -72.08 })
  const [year] = await host.query<Row>('SELECT periods, gross::float FROM {s}.ytd_payroll WHERE employee_id = $1', [ana])
  expect(year).toEqual({ periods: 4, gross: 55_200 })
})

test('an adjustment of a closed period goes into a supplementary payroll, and voiding that keeps the period closed', async () => {
  const period = halves.get('2026-10-2')!
  const adjustment = Number(
    (
      await host.post('payroll_adjustment', {
        branch_id: 1,
        pay_period_id: period,
        type: 'earning',
        pay_item_id: host.item('COMMISSION'),
        items: [{ employee_id: ben, pay_item_id: host.item('COMMISSION'), amount: 500 }],
      })
    ).id,
  )
  expect(await host.refused(`payroll_adjustment/${adjustment}/post`)).toBe('E_PERIOD_CLOSED')
  const runs = [await further('2026-10-2', [ben]), await further('2026-10-2', [ana])]
  await host.post(`payroll_adjustment/${adjustment}/post`)
  await host.settle(runs[0]!)
  expect(await linesOf(runs[0]!, ben)).toMatchObject({ COMMISSION: 500 })
  await host.post(`payroll/${runs[0]}/void`, { void_reason: 'To see what is left' })
  const [closed] = await host.query<Row>('SELECT is_closed FROM {s}.pay_period WHERE id = $1', [period])
  expect(closed).toEqual({ is_closed: true })
  expect(
    await host.refused('payroll', { branch_id: 1, pay_group_id: host.semi, pay_period_id: period, payroll_tag: 'supplementary' }),
  ).toBe('chosen_ids')
})

test('the voluntary Pag-IBIG contribution is deducted once in a month, with any number of supplementary payrolls', async () => {
  const group = await host.group('Saving', 'SEMI')
  const saver = await host.employee({ pay_group_id: group, basic_rate: 26_100, pagibig_extra: 300 })
  const late = await host.employee({ pay_group_id: group, basic_rate: 26_100, pagibig_extra: 300 })
  const first = await host.payroll(group, halves.get('2026-07-1')!)
  await host.post(`payroll/${first}/bulk-delete-employee`, { employee_ids: [late] })
  await host.settle(first)
  const second = await host.payroll(group, halves.get('2026-07-2')!)
  await host.settle(second)
  expect([await linesOf(second, saver), await linesOf(second, late)]).toMatchObject([{ PAGIBIG_EXTRA: -300 }, { PAGIBIG_EXTRA: -300 }])
  // A correction of the second half, and the salary of the first half to who was left out of it.
  const [correction, salary] = [
    await host.payroll(group, halves.get('2026-07-2')!, { payroll_tag: 'supplementary', chosen_ids: [saver] }),
    await host.payroll(group, halves.get('2026-07-1')!, { payroll_tag: 'supplementary', chosen_ids: [late] }),
  ]
  await host.post(`payroll/${correction}/entries`, { employee_id: saver, pay_item_id: host.item('OVERTIME'), amount: 2000 })
  await host.settle(correction)
  await host.settle(salary)
  expect(await linesOf(correction, saver)).toMatchObject({ OVERTIME: 2000 })
  expect(await linesOf(salary, late)).toMatchObject({ BASIC: 13_050 })
  const [all] = await host.query('SELECT sum(amount)::float AS all FROM {s}.payroll__entries WHERE code = $1', ['PAGIBIG_EXTRA'])
  expect(all).toEqual({ all: -600 })
})

test('a supplementary payroll that pays nothing is refused, and one of a period without own days takes the days of the period', async () => {
  const period = halves.get('2026-06-1')!
  const { version } = (await host.ok('GET', `pay_period/${period}`)) as Row
  await host.ok('PUT', `pay_period/${period}`, { version, dtr_from: null, dtr_to: null })
  const group = await host.group('Nothing', 'SEMI')
  const paid = await host.employee({ pay_group_id: group, basic_rate: 26_100 })
  const salary = await host.payroll(group, period)
  expect(await host.ok('GET', `payroll/${salary}`)).toMatchObject({ dtr_from: '2026-06-01', dtr_to: '2026-06-15' })
  await host.settle(salary)
  const run = await host.payroll(group, period, { payroll_tag: 'supplementary', chosen_ids: [paid] })
  await host.post(`payroll/${run}/precompute`)
  const problems = (await host.ok('GET', `payroll/${run}/problems`)) as unknown as Row[]
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ kind: 'nothing_to_pay', employee: null }])
  expect(await host.refused(`payroll/${run}/process`)).toBe('E_PAYROLL_PROBLEMS')
  await host.post(`payroll/${run}/entries`, { employee_id: paid, pay_item_id: host.item('OVERTIME'), amount: 100 })
  await host.settle(run)
})
