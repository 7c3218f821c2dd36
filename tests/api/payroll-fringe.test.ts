/** Fringe benefits: the tax of each, its posting, and the quarterly return 1603-Q with its payment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sheetRows } from '../../src/server/records/import/read.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let manager: number
let bank_account_id: number
beforeAll(async () => {
  host = await openPayHost('FRINGE', '2026-10-05', ['fringe_benefit', 'bir_1603q', 'position', 'bank', 'bank_account', 'department'])
  await host.query(`INSERT INTO {s}.company (code, name, tin) VALUES ('FRINGE', 'Aquarius', '000-000-000-000')`)
  await host.query(`INSERT INTO {s}.branch (id, code, name) OVERRIDING SYSTEM VALUE VALUES (50, 'ILO', 'Iloilo')`)
  manager = await employeeOf('Managerial')
  const bank = await host.harness.make('bank', { code: 'BDO', name: 'BDO' })
  const account = { owner_type: 'company', bank_id: bank.id, account_no: '001-234-567', account_name: 'Aquarius', account_type: 'Current' }
  bank_account_id = Number((await host.harness.make('bank_account', account)).id)
})
afterAll(() => host.close())

let count = 0
async function employeeOf(level: string | null, more: Row = {}): Promise<number> {
  const position = await host.harness.make('position', { code: `P${++count}`, name: `Position ${count}`, level })
  return host.employee({ basic_rate: 80000, pay_group_id: host.monthly, position_id: position.id, ...more })
}
const benefit = (values: Row): Promise<Row> =>
  host.harness.make('fringe_benefit', {
    branch_id: 1,
    employee_id: manager,
    kind: 'housing_use',
    value: 30000,
    transaction_date: '2026-09-15',
    ...values,
  })
const owed = async (role: string): Promise<number> =>
  Number(
    (
      await host.query(
        `SELECT coalesce(sum(l.credit - l.debit), 0)::float AS owed FROM {s}.accounting_entry__lines l JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = $1`,
        [role],
      )
    )[0]!.owed,
  )
const papers = async () => (await host.ok('GET', 'bir_1603q?sort=id&limit=20')) as unknown as (Row & { id: number })[]
const posted = async (values: Row): Promise<number> => {
  const { id } = await benefit(values)
  await host.post(`fringe_benefit/${id}/post`)
  return Number(id)
}

test('the tax on a benefit is computed by its date and kind, and explained', async () => {
  const housing = await host.ok('GET', `fringe_benefit/${(await benefit({})).id}`)
  // Half of 30,000 ÷ 65% = 23,076.92; 35% of it.
  expect(housing).toMatchObject({ monetary_value: 15000, grossed_up_value: 23076.92, tax: 8076.92, tax_rate: 35, year: 2026, quarter: 3 })
  expect(housing.explanation).toContain('30,000.00 × 50% = 15,000.00; 15,000.00 ÷ 65% = 23,076.92; × 35% = 8,076.92 (NIRC section 33')
  const alien = await employeeOf('Executive', { is_final_tax: true })
  expect(await benefit({ employee_id: alien, kind: 'membership', value: 75000 })).toMatchObject({ grossed_up_value: 100000, tax: 25000 })
  const drafted = { employee_id: manager, kind: 'housing_use', value: 30000, transaction_date: '2026-09-15' }
  expect(await host.post('fringe_benefit/advice', drafted)).toEqual([
    { tone: 'info', text: expect.stringContaining('Fringe benefits tax 8,076.92: 30,000.00 × 50%') },
  ])
  await host.query(`DELETE FROM {s}.fringe_benefit`)
})

test('benefits of rank-and-file employees, and of positions without a level, are refused', async () => {
  const refused = async (values: Row) => {
    const { status, body } = await host.harness.call('POST', 'fringe_benefit', {
      branch_id: 1,
      employee_id: manager,
      kind: 'other',
      value: 1,
      transaction_date: '2026-09-15',
      ...values,
    })
    return [status, ...Object.keys(body.errors ?? {})]
  }
  expect(await refused({ employee_id: await employeeOf('Rank and File') })).toEqual([400, 'employee_id'])
  expect(await refused({ employee_id: await employeeOf(null) })).toEqual([400, 'employee_id'])
  expect(await refused({ employee_id: await host.employee({ basic_rate: 1 }) })).toEqual([400, 'employee_id'])
  expect(await refused({ value: 0 })).toEqual([400, 'value'])
  expect(await refused({ transaction_date: '1999-12-31' })).toEqual([400, 'transaction_date'])
  expect(await refused({ employee_id: await employeeOf('Supervisory') })).toEqual([200])
  await host.query(`DELETE FROM {s}.fringe_benefit`)
})

test('1603-Q: a quarter is generated from posted benefits, paid from the bank by branch, and the payment undone', async () => {
  expect(await host.refused('bir_1603q/generate', { year: 2026, quarter: 3 })).toBe('E_NO_BENEFITS')
  expect(await host.refused('bir_1603q/generate', { year: 2026, quarter: 5 })).toBe('quarter')
  const first = await posted({})
  await posted({ branch_id: 50, kind: 'membership', value: 65000, transaction_date: '2026-07-01' })
  await posted({ transaction_date: '2026-10-01' })
  const draft = await benefit({ kind: 'other', value: 6500 })
  expect([await owed('fringe_benefit_tax_payable'), await owed('fringe_benefit_tax_expense')]).toEqual([51153.84, -51153.84])
  const expected = async () =>
    ((await host.ok('GET', 'bir_1603q/expected?year=2026')) as unknown as Row[]).filter(({ quarter }) => quarter === 3)
  expect(await expected()).toMatchObject([{ quarter: 3, pay_group_id: null, due_date: '2026-10-31' }])
  expect(await host.post('bir_1603q/generate', { year: 2026, quarter: 3 })).toEqual({ note: '3/2026: 1 working papers generated.' })
  expect(await expected()).toEqual([])
  const [paper] = await papers()
  expect(paper).toMatchObject({
    total_monetary: 80000,
    total_grossed_up: 123076.92,
    grand_total: 43076.92,
    draft_count: 1,
    due_date: '2026-10-31',
    status: 'generated',
    standing: 'to_prepare',
  })
  const { rows } = await host.ok('GET', `bir_1603q/${paper!.id}`)
  // The figures lead to the benefits.
  expect((rows as Row[]).map((row) => [(row.fringe_benefit as Row).id === row.fringe_benefit_id, row.tax])).toEqual([
    [true, 35000],
    [true, 8076.92],
  ])
  const payment = { date_paid: '2026-10-05', reference_no: 'eFPS-1', bank_account_id }
  const path = `bir_1603q/${paper!.id}`
  expect(await host.refused(`${path}/mark_paid`, { ...payment, date_paid: '2026-12-01' })).toBe('E_DATE')
  expect(await host.refused(`${path}/mark_paid`, { ...payment, bank_account_id: null })).toBe('bank_account_id')
  await host.post(`fringe_benefit/${draft.id}/post`)
  expect(await host.refused(`${path}/mark_paid`, payment)).toBe('E_REMITTANCE_STALE')
  await host.post(`fringe_benefit/${draft.id}/void`, { void_reason: 'Entered twice' })
  await host.post('bir_1603q/generate', { year: 2026, quarter: 3 })
  expect(await host.post(`${path}/mark_paid`, payment)).toMatchObject({
    status: 'paid',
    amount_paid: 43076.92,
    difference: 0,
    standing: 'paid',
  })
  // October's tax stays owed; each branch paid its own.
  expect(await owed('fringe_benefit_tax_payable')).toBeCloseTo(8076.92, 2)
  const lines = await host.query(
    `SELECT coalesce(l.branch_id, e.branch_id) AS branch, sum(l.credit)::float AS paid FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id AND a.role = 'cash_in_bank' WHERE e.source_module = 'bir_1603q' GROUP BY 1 ORDER BY 1`,
  )
  expect(lines).toEqual([
    { branch: 1, paid: 8076.92 },
    { branch: 50, paid: 35000 },
  ])
  expect(await host.refused(`fringe_benefit/${first}/void`, { void_reason: 'Too late' })).toBe('E_REMITTED')
  expect(await host.refused(`fringe_benefit/${(await benefit({})).id}/post`)).toBe('E_REMITTED')
  await host.post(`${path}/undo_paid`)
  expect(await owed('fringe_benefit_tax_payable')).toBeCloseTo(51153.84, 2)
  expect(await host.post(`fringe_benefit/${first}/void`, { void_reason: 'Never granted' })).toMatchObject({ status: 'voided' })
  expect(await owed('fringe_benefit_tax_payable')).toBeCloseTo(43076.92, 2)
})

test('the schedule of the return lists the benefits by percentage divisor', async () => {
  const alien = await employeeOf('Executive', { is_final_tax: true })
  await posted({ employee_id: alien, kind: 'membership', value: 75000, transaction_date: '2026-08-01' })
  await host.post('bir_1603q/generate', { year: 2026, quarter: 3 })
  const [paper] = await papers()
  const { status, raw } = await host.harness.call('GET', `bir_1603q/${paper!.id}/tax-return`)
  expect(status).toBe(200)
  const [, ...cells] = (await Array.fromAsync(sheetRows(raw))).flat()
  expect(cells.map((row) => row.slice(1))).toEqual([
    ['65000', '65%', '100000', '35%', '35000'],
    ['75000', '75%', '100000', '25%', '25000'],
  ])
})

test('benefits of a confidential pay group have a working paper that only its users see', async () => {
  const group = await host.group('Board', 'MONTHLY', { is_confidential: true, user_ids: [1] })
  await posted({ employee_id: await employeeOf('Executive', { pay_group_id: group }), kind: 'membership', transaction_date: '2026-04-01' })
  await posted({ transaction_date: '2026-04-02' })
  expect(await host.post('bir_1603q/generate', { year: 2026, quarter: 2 })).toEqual({ note: '2/2026: 2 working papers generated.' })
  const outsider = principalOf(host.harness.modules, { user_id: 2 })
  const seen = async (as?: ReturnType<typeof principalOf>) =>
    ((await host.harness.call('GET', 'bir_1603q?quarter=2&limit=20', undefined, as)).body.data as Row[]).map((row) => row.pay_group_id)
  expect((await seen()).sort()).toEqual([group, null])
  expect(await seen(outsider)).toEqual([null])
})
