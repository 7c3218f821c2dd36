/** Pay that is held back from the bank file, and what becomes of it; and taxes and pay cycles that few employees have. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let bank: number
let group: number

beforeAll(async () => {
  host = await openPayHost('HELD', '2026-07-10', ['held_pay'])
  halves = await host.periods('SEMI', 2026)
  bank = Number((await host.harness.make('bank', { code: 'BDO', name: 'Banco de Oro' })).id)
  group = await host.group('Banked', 'SEMI')
})
afterAll(() => host.close())

async function banked(account_no: string, more: Row = {}): Promise<number> {
  const id = await host.employee({ basic_rate: 30_450, pay_group_id: group, ...more })
  const owner = { owner_type: 'employee', owner_id: id, bank_id: bank, account_name: 'Ana Cruz', account_type: 'Payroll' }
  const account = await host.harness.make('bank_account', { ...owner, account_no: `001234567${account_no}` })
  await host.query('UPDATE {s}.employee SET bank_account_id = $2 WHERE id = $1', [id, account.id])
  return id
}
/** Accounts and amounts in a bank file. */
const paidBy = async (path: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await host.harness.call('GET', path)).text
      .split('\r\n')
      .filter((line) => line.startsWith('D'))
      .map((line) => [String(Number(line.slice(1, 17)) % 10), Number(line.slice(-15)) / 100]),
  )
const fileOf = (payroll: number) => paidBy(`payroll/generate-text-docs?payroll_id=${payroll}&bank_id=${bank}`)

test('held pay is not in the bank file until it is released, separately or with a later payroll', async () => {
  const [ana, ben, cara] = [await banked('1'), await banked('2', { hold_pay: true, hold_pay_reason: 'No clearance' }), await banked('3')]
  const first = await host.payroll(group, halves.get('2026-06-1')!)
  await host.post(`payroll/${first}/precompute`)
  await host.post(`payroll/${first}/process`)
  const absence = await host.post('held_pay', { payroll_id: first, employee_id: cara, reason: 'Absent without leave' })
  // The half of 30,450 is 15,225; no contributions in the first half: tax (15,225 − 10,417) × 15% = 721.20, net 14,503.80.
  expect(await fileOf(first)).toEqual({ 1: 14_503.8 })
  const rows = await host.query<Row>('SELECT employee_id, reason, amount::float, status FROM {s}.held_pay ORDER BY employee_id')
  expect(rows).toEqual([
    { employee_id: ben, reason: 'No clearance', amount: 14_503.8, status: 'held' },
    { employee_id: cara, reason: 'Absent without leave', amount: 14_503.8, status: 'held' },
  ])
  const problems = (await host.ok('GET', `payroll/${first}/problems`)) as unknown as Row[]
  expect(problems.filter(({ kind }) => kind === 'held_pay').map(({ employee_id }) => employee_id)).toEqual([ben, cara])
  const release = { released_by_means: 'bank_file', released_on: '2026-06-20' }
  expect(await host.refused(`held_pay/${absence.id}/release`, release)).toBe('E_STATE')
  await host.post(`payroll/${first}/approve`, {}, host.approver)
  await host.post(`payroll/${first}/post`)

  await host.post(`held_pay/${absence.id}/release`, release)
  expect(await paidBy(`held_pay/${absence.id}/bank-file`)).toEqual({ 3: 14_503.8 })
  expect(await fileOf(first)).toEqual({ 1: 14_503.8 })
  expect(await host.refused(`held_pay/${absence.id}/undo-release`)).toBe('E_PAID_OUT')
  expect(await host.refused(`payroll/${first}/void`, { void_reason: 'Paid already' })).toBe('E_HELD_PAY')
  // The dialog says so before, with the pay that is still held.
  const { body } = await host.harness.call('POST', 'payroll/bulk/void/advice', { ids: [first] })
  const said = (body.data as Row[]).map(({ text }) => String(text))
  expect(said[0]).toMatch(/^Not possible yet: Held pay HP-.* was released with this payroll\./)
  expect(said).toContainEqual(expect.stringMatching(/^Taken back: the held pay HP-.*14,503\.80\)\.$/))

  await host.query('UPDATE {s}.employee SET hold_pay = false WHERE id = $1', [ben])
  const second = await host.payroll(group, halves.get('2026-06-2')!)
  await host.post(`payroll/${second}/precompute`)
  await host.post(`payroll/${second}/process`)
  const [held] = await host.query<{ id: number }>('SELECT id FROM {s}.held_pay WHERE employee_id = $1', [ben])
  const later = { released_by_means: 'payroll', released_on: '2026-06-30' }
  expect(await host.refused(`held_pay/${held!.id}/release`, later)).toBe('release_payroll_id')
  expect(await host.refused(`held_pay/${held!.id}/release`, { ...later, release_payroll_id: first })).toBe('release_payroll_id')
  await host.post(`held_pay/${held!.id}/release`, { ...later, release_payroll_id: second })
  const { net_pay } = await host.line(second, ana)
  expect(await fileOf(second)).toEqual({ 1: net_pay, 2: Number((Number(net_pay) + 14_503.8).toFixed(2)), 3: net_pay })
})

test('undoing the processing releases pay held by the mark on the employee', async () => {
  const alone = await host.group('Alone', 'SEMI')
  const dan = await banked('4', { pay_group_id: alone, hold_pay: true, hold_pay_reason: 'Under investigation' })
  const fay = await banked('6', { pay_group_id: alone })
  const payroll = await host.payroll(alone, halves.get('2026-06-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
  const held = () => host.query('SELECT id FROM {s}.held_pay WHERE employee_id = $1', [dan])
  expect(await held()).toHaveLength(1)
  // A mark that comes later holds nothing of this payroll by itself, and its problems say so.
  await host.query('UPDATE {s}.employee SET hold_pay = true WHERE id = $1', [fay])
  const problems = (await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]
  expect(problems.filter(({ kind }) => kind === 'hold_too_late').map(({ employee_id }) => employee_id)).toEqual([fay])
  await host.post(`payroll/${payroll}/undo-process`)
  expect(await held()).toHaveLength(0)
  expect(await host.refused('held_pay', { payroll_id: payroll, employee_id: 1, reason: 'Is not in it' })).toBe('employee_id')
})

test('voiding a payroll also withdraws pay that was held by hand', async () => {
  const held = await host.group('Voided', 'SEMI')
  const eli = await banked('5', { pay_group_id: held })
  const payroll = await host.payroll(held, halves.get('2026-06-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
  await host.post('held_pay', { payroll_id: payroll, employee_id: eli, reason: 'No clearance' })
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Wrong group' })
  expect(await host.query('SELECT id FROM {s}.held_pay WHERE employee_id = $1', [eli])).toEqual([])
})

test('a non-resident alien pays a final tax on gross pay, which is not withholding tax on compensation', async () => {
  const [periods, foreign] = [await host.periods('MONTHLY', 2026), await host.group('Foreign', 'MONTHLY')]
  const none = { has_sss: false, has_philhealth: false, has_pagibig: false }
  const alien = await host.employee({ basic_rate: 100_000, pay_group_id: foreign, is_final_tax: true, ...none })
  const payroll = await host.payroll(foreign, periods.get('2026-06-1')!)
  await host.settle(payroll)
  // 100,000 × 25% = 25,000.
  expect(await host.line(payroll, alien)).toMatchObject({ gross: 100_000, withholding_tax: 25_000, net_pay: 75_000 })
  const [entry] = await host.query<Row>(
    `SELECT l.credit::float FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.source_id = $1 AND a.role = 'final_tax_payable'`,
    [payroll],
  )
  expect(entry).toEqual({ credit: 25_000 })
  const [year] = await host.query<Row>('SELECT gross::float, tax_withheld::float FROM {s}.ytd_payroll WHERE employee_id = $1', [alien])
  expect(year).toEqual({ gross: 100_000, tax_withheld: 0 })
})

test('exempt benefits paid by a previous employer use up the 90,000 limit', async () => {
  const periods = await host.periods('MONTHLY', 2026)
  const joined = await host.group('Joined', 'MONTHLY')
  const employee = await host.employee({ basic_rate: 30_000, pay_group_id: joined })
  await host.harness.make('ytd_payroll', { employee_id: employee, year: 2026, previous_employer_benefits: 80_000 })
  const payroll = await host.payroll(joined, periods.get('2026-06-1')!)
  await host.post(`payroll/${payroll}/entries`, { employee_id: employee, pay_item_id: host.item('BONUS'), amount: 30_000 })
  await host.post(`payroll/${payroll}/precompute`)
  // Of 30,000 only 90,000 − 80,000 is exempt.
  const bonus = ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]).find(
    (row) => row.part === 'earning' && String(row.code).startsWith('BONUS') && !row.is_manual,
  )
  expect(bonus).toMatchObject({ amount: 30_000, exempt: 10_000, taxable: 20_000 })
})

test('a salary paid every two weeks', async () => {
  const fortnightly = await host.group('Fortnightly', 'BIWEEKLY' as never)
  const periods = await host.periods('BIWEEKLY' as never, 2026)
  await host.periods('BIWEEKLY' as never, 2027)
  const days = await host.query<Row>(
    `SELECT year, min(date_from)::text AS first, max(date_to)::text AS last, count(*)::int FROM {s}.pay_period
     WHERE code LIKE 'BIWEEKLY%' GROUP BY year ORDER BY year`,
  )
  expect(days).toEqual([
    { year: 2026, first: '2025-12-29', last: '2026-12-27', count: 26 },
    { year: 2027, first: '2026-12-28', last: '2027-12-26', count: 26 },
  ])
  const employee = await host.employee({ basic_rate: 26_000, pay_group_id: fortnightly })
  const payroll = await host.payroll(fortnightly, periods.get('2026-01-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  // 26,000 × 12 ÷ 26 = 12,000; tax by two weeks: 2 × (6,000 − 4,808) × 15% = 357.60.
  expect(await host.line(payroll, employee)).toMatchObject({ gross: 12_000, withholding_tax: 357.6, net_pay: 11_642.4 })
})

test('the previous employer of a joiner can be entered before the first payroll, and changed without losing data', async () => {
  const joiner = await host.employee({ basic_rate: 30_000, pay_group_id: group })
  const said = {
    employee_id: joiner,
    year: 2026,
    previous_employer_taxable: 120_000,
    previous_employer_tax: 3000,
    previous_employer_periods: 6,
  }
  await host.post('ytd_payroll/previous-employer', { ...said, previous_employer_benefits: 85_000 })
  await host.post('ytd_payroll/previous-employer', { ...said, previous_employer_tax: 3500 })
  const rows = await host.query<Row>(
    'SELECT previous_employer_tax::float AS tax, previous_employer_benefits::float AS benefits FROM {s}.ytd_payroll WHERE employee_id = $1',
    [joiner],
  )
  expect(rows).toEqual([{ tax: 3500, benefits: 85_000 }])
})
