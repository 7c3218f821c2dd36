/**
 * Ruling R38 and unusual pay: users cannot set their own pay, and a change beyond the threshold asks for confirmation, in
 * every way of writing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost, rowsOf } from './payroll-host.ts'

let host: PayHost
let self: number
let other: number
let officer: Principal
let period: number

beforeAll(async () => {
  host = await openPayHost('OWNPAY', '2026-08-03', ['user', 'user_role', 'loan_type', 'loan_entry', 'loan_ledger'])
  self = await host.employee({ user_id: 2, pay_group_id: host.semi, basic_rate: 35_700 })
  other = await host.employee({ pay_group_id: host.semi, basic_rate: 30_000 })
  officer = principalOf(host.harness.modules, { user_id: 2, username: 'second', name: 'Second', employee_id: self })
  period = (await host.periods('SEMI', 2026)).get('2026-08-1')!
  expect(rowsOf('pay_item').length).toBeGreaterThan(0)
})
afterAll(() => host.close())

const call = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: Row = {}, headers = {}) => {
  const answer = await host.harness.call(method, path, body, officer, headers)
  return { status: answer.status, ...answer.body }
}
const rateOf = async (id: number) =>
  Number((await host.query<Row>('SELECT basic_rate FROM {s}.employee WHERE id = $1', [id]))[0]!.basic_rate)

// proves: entity.secondPerson, entity.secondPerson.person, entity.secondPerson.fields, entity.secondPerson.setting, entity.secondPerson.message
describe('13.4: users cannot set their own pay', () => {
  const amount = () => ({ pay_item_id: host.item('TRANSPORT'), amount: 5000, effective_from: '2026-08-01' })
  const cases: readonly (readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, () => Row])[] = [
    ['PUT', 'employee/:id', () => ({ basic_rate: 36_000 })],
    ['PUT', 'employee/:id', () => ({ tax_exempt: true })],
    // The inputs of pay: the group's factor and rates, holidays and night hours, excluded time.
    ['PUT', 'employee/:id', () => ({ pay_group_id: host.monthly })],
    ['PUT', 'employee/:id', () => ({ is_exempt_dtr: false })],
    ['PUT', 'employee/:id', () => ({ holiday_pay: false })],
    ['PUT', 'employee/:id', () => ({ night_differential: false })],
    ['PUT', 'employee/:id', () => ({ grace_minutes: 60 })],
    ['PUT', 'employee/:id', () => ({ tax_method: 'annualized' })],
    ['PUT', 'employee/:id', () => ({ separation_cause: 'redundancy' })],
    ['PATCH', 'employee/:id/compensation', () => ({ basic_rate: 36_000 })],
    ['PATCH', 'employee/:id/compensation', () => ({ basic_rate: 36_000, effective_date: '2027-01-01' })],
    ['PUT', 'employee/v2/:id/compensation', () => ({ basic_rate: 36_000 })],
    ['PUT', 'employee/v2/compensation', () => ({ employee_id: self, basic_rate: 36_000 })],
    ['PUT', 'employee/v2/:id/update-salary-rate-type', () => ({ salary_rate_type: 'daily', basic_rate: 1500 })],
    ['PATCH', 'employee/v2/:id/payroll-settings', () => ({ has_withholding: false })],
    ['PUT', 'employee/:id', () => ({ user_id: null })],
    ['POST', 'allowance', () => ({ employee_id: self, ...amount() })],
    ['POST', 'employee/v2/:id/allowances', () => amount()],
    ['POST', 'earning', () => ({ employee_id: self, ...amount() })],
    ['POST', 'allowance/import', () => ({ rows: [{ employee_id: self, ...amount() }] })],
    [
      'POST',
      'payroll_adjustment',
      () => ({
        branch_id: 1,
        pay_period_id: period,
        pay_group_id: host.semi,
        type: 'earning',
        pay_item_id: host.item('BONUS'),
        items: [
          { employee_id: other, pay_item_id: host.item('BONUS'), amount: 100 },
          { employee_id: self, pay_item_id: host.item('BONUS'), amount: 100 },
        ],
      }),
    ],
  ]
  test.each(cases)('%s %s', async (method, path, body) => {
    const answer = await call(method, path.replace(':id', String(self)), body())
    expect(JSON.stringify(answer)).toContain('You cannot set your own pay. Ask another user who can set pay.')
    if (!path.endsWith('import')) expect([answer.status, answer.rule]).toEqual([422, 'E_SECOND_PERSON'])
    expect(await rateOf(self)).toBe(35_700)
  })
  test('nor an entry of a payroll; and entries made by another user cannot be removed either', async () => {
    const payroll = await host.payroll(host.semi, period)
    await host.post(`payroll/${payroll}/precompute`)
    const entry = { employee_id: self, pay_item_id: host.item('BONUS'), amount: 500 }
    expect(await call('POST', `payroll/${payroll}/entries`, entry)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    const { id } = await host.post(`payroll/${payroll}/entries`, { ...entry, pay_item_id: host.item('OTHER'), amount: 100 })
    expect(await call('DELETE', `payroll/${payroll}/entries/${id}`)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
  })
  test('a recurring amount cannot be ended or deleted by its employee', async () => {
    const { id } = await host.harness.make('deduction', {
      employee_id: self,
      pay_item_id: host.item('OTHER'),
      amount: 100,
      effective_from: '2026-08-01',
    })
    expect(await call('PUT', `deduction/${id}`, { effective_to: '2026-08-02' })).toMatchObject({ rule: 'E_SECOND_PERSON' })
    expect(await call('DELETE', `deduction/${id}`)).toMatchObject({ rule: 'E_SECOND_PERSON' })
  })
  test('a future pay cut entered by another user cannot be deleted', async () => {
    await host.ok('PUT', 'employee/v2/compensation', { employee_id: self, basic_rate: 34_000, effective_date: '2026-09-01' })
    const [{ id }] = (await host.query<Row>('SELECT id FROM {s}.personal_movement WHERE employee_id = $1 AND applied_at IS NULL', [
      self,
    ])) as [Row]
    expect(await call('DELETE', `personal_movement/${id}`)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    expect(await call('DELETE', `employee/v2/personal-movement?id=${id}`)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    await host.ok('DELETE', `personal_movement/${id}`)
  })
  test('an adjustment made by another user cannot be posted or voided by the employee whom it pays', async () => {
    const items = [{ employee_id: self, pay_item_id: host.item('OTHER'), amount: 100 }]
    const values = {
      branch_id: 1,
      pay_period_id: period,
      pay_group_id: host.semi,
      type: 'deduction',
      pay_item_id: host.item('OTHER'),
      items,
    }
    const { id } = await host.post('payroll_adjustment', values)
    expect(await call('POST', `payroll_adjustment/${id}/post`)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    await host.post(`payroll_adjustment/${id}/post`)
    const given = { void_reason: 'Not any more' }
    expect(await call('POST', `payroll_adjustment/${id}/void`, given)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    await host.post(`payroll_adjustment/${id}/void`, given)
  })
  test('users cannot grant, release or pay off their own loan', async () => {
    const { id: loan_type_id } = await host.harness.make('loan_type', {
      code: 'CO',
      name: 'Company loan',
      category: 'Company',
      pay_item_id: host.item('COMPANY_LOAN'),
    })
    const loan = { branch_id: 1, employee_id: self, loan_type_id, principal: 1000, terms: 10, start_date: '2026-08-03' }
    expect(await call('POST', 'loan_entry', loan)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    const { id } = await host.post('loan_entry', loan)
    await host.post(`loan_entry/${id}/post`)
    expect(await call('POST', `loan_entry/${id}/process`)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    await host.post(`loan_entry/${id}/process`)
    const paid = { payment_date: '2026-08-03', payment_amount: 1000 }
    for (const [action, input] of [
      ['pay', paid],
      ['settle', paid],
      ['pause', { paused_from: '2026-08-03' }],
    ] as const)
      expect(await call('POST', `loan_entry/${id}/${action}`, input)).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
  })
  test('a user account cannot be detached from its employee to set the pay of that employee', async () => {
    const role = (await host.harness.make('user_role', { code: 'pay_officer', name: 'Pay officer' })).id
    await host.query(
      `UPDATE {s}."user" SET email = 'second@example.com', first_name = 'Second', last_name = 'One', branch_id = 1, user_role_id = $1 WHERE id = 2`,
      [role],
    )
    for (const employee_id of [null, other])
      expect(await call('PUT', 'user/2', { employee_id })).toMatchObject({ status: 422, rule: 'E_SECOND_PERSON' })
    expect((await call('PUT', 'user/2', { mobile: '09171234567' })).status).toBe(200)
  })
  test('pay of others, and other data of the own record, can be changed; a setting lifts the rule', async () => {
    expect((await call('PATCH', `employee/${other}/compensation`, { basic_rate: 31_000 })).status).toBe(200)
    expect((await call('PUT', `employee/${self}`, { mobile: '09171234567' })).status).toBe(200)
    host.settings.own_pay_needs_second_person = false
    expect((await call('PATCH', `employee/${self}/compensation`, { basic_rate: 36_000 })).status).toBe(200)
    host.settings.own_pay_needs_second_person = true
  })
})

// proves: fields.*.check.severity, fields.*.check[].severity
describe('13.4: pay above the threshold must be confirmed', () => {
  test('the answer is 422 with the question, and the same request with its key is saved; another rate asks again', async () => {
    const path = `employee/${other}/compensation`
    const before = await rateOf(other)
    const asked = await call('PATCH', path, { basic_rate: 99_000 })
    const message = `The rate changes from ₱${before.toLocaleString('en', { minimumFractionDigits: 2 })} (Monthly) to ₱99,000.00 (Monthly). That is more than usual. Is it correct?`
    expect(asked).toMatchObject({ status: 422, rule: 'E_CONFIRM', message })
    const [{ key, field }] = (asked.details as { questions: [{ key: string; field: string }] }).questions
    expect(field).toBe('basic_rate')
    expect(await rateOf(other)).toBe(before)
    expect(await call('PATCH', path, { basic_rate: 98_000 }, { 'x-confirm': key })).toMatchObject({ status: 422, rule: 'E_CONFIRM' })
    expect((await call('PATCH', path, { basic_rate: 99_000 }, { 'x-confirm': key })).status).toBe(200)
    expect(await rateOf(other)).toBe(99_000)
    // What is not changed is not asked about.
    expect((await call('PUT', `employee/${other}`, { mobile: '09181234567' })).status).toBe(200)
  })
  test('a first rate is compared with the usual highest pay', async () => {
    const { rule, details } = await call('POST', 'employee', {
      ...(await host.query<Row>('SELECT civil_status_id, citizenship_id, employment_type_id FROM {s}.employee WHERE id = $1', [other]))[0],
      employee_no: 'E9999',
      first_name: 'Eva',
      last_name: 'Cruz',
      gender: 'Female',
      birth_at: '1990-05-05',
      branch_id: 1,
      date_hired: '2026-08-01',
      salary_rate_type: 'monthly',
      basic_rate: 3_570_099_000,
    })
    expect(rule).toBe('E_CONFIRM')
    expect(details).toMatchObject({ questions: [{ message: expect.stringContaining('₱3,570,099,000.00 (Monthly) is unusually high') }] })
  })
  test('an import shows the rows in its preview, and asks once for all of them', async () => {
    const row = {
      ...(await host.query<Row>('SELECT civil_status_id, citizenship_id, employment_type_id FROM {s}.employee WHERE id = $1', [other]))[0],
      first_name: 'Eva',
      last_name: 'Reyes',
      gender: 'Female',
      birth_at: '1990-05-05',
      branch_id: 1,
      date_hired: '2026-08-01',
      salary_rate_type: 'monthly',
    }
    const rows = [
      { ...row, employee_no: 'E9001', basic_rate: 20_000 },
      { ...row, employee_no: 'E9002', basic_rate: 5_000_000 },
    ]
    const preview = await call('POST', 'employee/import?preview=true', { rows })
    expect(preview.data).toMatchObject({ valid: 2, errors: [], warnings: [{ row: 2, message: expect.stringContaining('unusually high') }] })
    const asked = await call('POST', 'employee/import', { rows })
    expect(asked).toMatchObject({ status: 422, rule: 'E_CONFIRM', message: expect.stringContaining('Row 2') })
    const [{ key }] = (asked.details as { questions: [{ key: string }] }).questions
    expect((await call('POST', 'employee/import', { rows }, { 'x-confirm': key })).data).toMatchObject({ created: 2 })
  })
})
