/**
 * The worked payslips of the domain tests once more through the API: employees, time sheets and earnings as records,
 * one payroll of the month, to the centavo.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { Decimal } from '../../src/kernel/decimal.ts'
import { PAYSLIPS } from '../domain/payroll-goldens.ts'
import { MONTH } from '../domain/payroll-support.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

/** Those of July 2026 on factor 261 that need nothing but records of a month. */
const GOLDENS = PAYSLIPS.filter(
  ({ row, input }) =>
    /^H/.test(row) && input.period === MONTH && Number(input.employee.factor) === 261 && !input.year_to_date && !input.settings,
)
const ITEM: Readonly<Record<string, string>> = { bonus: 'BONUS', commission: 'COMMISSION' }

let host: PayHost
const employees = new Map<string, number>()
let payroll: number

beforeAll(async () => {
  host = await openPayHost('PAYH')
  const periods = await host.periods('MONTHLY', 2026)
  const july = periods.get('2026-07-1')!
  for (const { row, input } of GOLDENS) {
    const { employee } = input
    const id = await host.employee({
      pay_group_id: host.monthly,
      basic_rate: Number(employee.rate),
      date_hired: employee.hired_on ?? '2020-01-06',
      is_minimum_wage: employee.minimum_wage_earner ?? false,
    })
    employees.set(row, id)
    if (input.time) await host.sheet(id, july, input.time)
    for (const item of input.items ?? [])
      await host.harness.make('earning', {
        employee_id: id,
        pay_item_id: host.item(item.benefit ? `DM_${item.benefit.toUpperCase()}` : ITEM[item.kind]!),
        amount: Number(item.amount),
        frequency: 'one_time',
        effective_from: '2026-07-15',
      })
  }
  payroll = await host.payroll(host.monthly, july)
  await host.post(`payroll/${payroll}/precompute`)
})
afterAll(() => host.close())

test.each(GOLDENS.map(({ row, what, expected }) => [row, what, expected] as const))('%s %s', async (row, _what, expected) => {
  const id = employees.get(row)!
  const line = await host.line(payroll, id)
  const entries = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${id}&limit=all`)) as unknown as Row[]
  const textFor = (name: string): string => {
    if (name === 'net') return new Decimal(Number(line.net_pay)).toFixed(2)
    if (name === 'gross' || name === 'taxable') return new Decimal(Number(line[name])).toFixed(2)
    if (name === 'sss') return new Decimal(Number(line.sss_ee)).toFixed(2)
    const found = entries.filter((entry) => entry.code === name)
    return found
      .reduce((all, entry) => all.plus(Number(entry.amount)), new Decimal(0))
      .abs()
      .toFixed(2)
  }
  expect(line.error).toBeNull()
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, textFor(name)]))).toEqual(expected)
  const trace = await host.ok('GET', `payroll/${payroll}/employee/${id}/trace`)
  expect(trace.agrees).toBe(true)
  expect(trace.net_pay).toBe(line.net_pay)
})

test('the goldens of a month are all there', () => {
  expect(GOLDENS.map(({ row }) => row)).toEqual(
    expect.arrayContaining(['H1', 'H3', 'H10', 'H12', 'H15', 'H18', 'H19', 'H21', 'H22', 'H24', 'H25', 'H27', 'H28', 'H30', 'H31']),
  )
})
