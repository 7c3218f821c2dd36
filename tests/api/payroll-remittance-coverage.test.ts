/** A final pay of a later period pays contributions of the month of the last day: the remittance of that month says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>

beforeAll(async () => {
  host = await openPayHost('COVERED', '2026-11-30', [
    'monthly_remittance',
    'remittance_line',
    'bank',
    'bank_account',
    'loan_type',
    'loan_entry',
    'loan_ledger',
  ])
  await host.query("INSERT INTO {s}.company (code, name) VALUES ('K', 'Kanluran')")
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

const september = async (): Promise<unknown[]> =>
  ((await host.ok('GET', 'monthly_remittance?filter[year]=2026&filter[month]=9&sort=agency&limit=50')) as unknown as Row[]).map(
    ({ agency, is_outdated }) => [agency, is_outdated],
  )
const outdated = (contributions: boolean) => [
  ['BIR', false],
  ['Pagibig', contributions],
  ['PhilHealth', contributions],
  ['SSS', contributions],
]
const generate = () => host.post('monthly_remittance/generate', { period: '2026-09', without_numbers: true })

test('posting and voiding a final pay of October mark the remittances of September, generated or paid', async () => {
  const group = await host.group('Covered', 'SEMI')
  const leaver = await host.employee({ pay_group_id: group, basic_rate: 26_100 })
  await host.settle(await host.payroll(group, halves.get('2026-09-1')!))
  const { version } = await host.ok('GET', `employee/${leaver}`)
  await host.ok('PUT', `employee/${leaver}`, { version, date_separated: '2026-09-15', separation_reason: 'Resignation' })
  await host.employee({ pay_group_id: group, basic_rate: 26_100 })
  await host.settle(await host.payroll(group, halves.get('2026-09-2')!))
  await generate()
  expect(await september()).toEqual(outdated(false))
  const final = await host.payroll(group, halves.get('2026-10-1')!, { payroll_tag: 'final_pay' })
  await host.settle(final)
  expect(await september()).toEqual(outdated(true))
  await generate()
  expect(await september()).toEqual(outdated(false))
  await host.query("UPDATE {s}.monthly_remittance SET status = 'paid' WHERE year = 2026 AND month = 9")
  await host.post(`payroll/${final}/void`, { void_reason: 'Wrong last day' })
  expect(await september()).toEqual(outdated(true))
})
