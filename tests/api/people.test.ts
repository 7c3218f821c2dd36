/** Employees: tabs saved by calls of their own, access to pay, changes from a day on, accounts, papers, encoded records. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import types from '../../modules/talent/employment_type.rows.json' with { type: 'json' }
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { peopleDue } from '../../src/server/features/people/daily-job.ts'
import { termsOf } from '../../src/server/features/people/employment-terms.ts'
import { loadPrincipal } from '../../src/server/platform/auth/principal.ts'
import { type People, startPeople } from './people-host.ts'

let people: People
let hr: Principal
beforeAll(async () => {
  people = await startPeople('PPL')
  hr = people.person({ username: 'hr', user_id: 2, access: ['personal', 'employment', 'security_setting'] })
})
afterAll(() => people.harness.close())

const today = (day: string) => people.harness.clock.advanceTo(day)
const due = async () => peopleDue(await people.harness.ctx())
const data = <T = Row>(answer: { body: { data: unknown } }): T => answer.body.data as T

// proves: form.tabs[].section, form.tabs[].access
describe('tabs of an employee (E388–E392, E395, E408–E412)', () => {
  test('each is read and saved separately, and takes no value of another', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire({ nickname: 'Jo' })
    expect(data(await harness.call('GET', `employee/${id}/personal`))).toMatchObject({
      id,
      nickname: 'Jo',
      civil_status: { name: 'Single' },
    })
    expect(data(await harness.call('GET', `employee/${id}/personal`))).not.toHaveProperty('date_hired')
    const saved = await harness.call('PATCH', `employee/${id}/personal`, { nickname: 'Jojo', version: 1 })
    expect(data(saved)).toMatchObject({ nickname: 'Jojo', version: 2 })
    expect((await harness.call('PATCH', `employee/${id}/personal`, { nickname: 'Old', version: 1 })).status).toBe(409)
    const wrong = await harness.call('PATCH', `employee/${id}/attendance-setting`, { nickname: 'X', grace_minutes: 5 })
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([400, ['nickname']])
    for (const word of ['employment-detail', 'employment-details'])
      expect(data(await harness.call('PATCH', `employee/${id}/${word}`, { department_id: ids.hr }))).toMatchObject({
        department_id: ids.hr,
      })
    expect((await harness.call('GET', `employee/${id}/nothing`)).status).toBe(404)
  })

  test('each is protected by its access code', async () => {
    const { harness, hire, person } = people
    const { id } = await hire({ basic_rate: 30000, effective_date: '2026-01-05' })
    const tabs = {
      personal: 'personal',
      'employment-details': 'employment',
      'attendance-setting': 'attendance_setting',
      'payroll-setting': 'payroll_setting',
      'security-setting': 'security_setting',
      compensation: 'compensation',
    }
    for (const access of Object.values(tabs)) {
      const principal = person({ username: access, access: [access] })
      for (const [section, code] of Object.entries(tabs)) {
        const expected = code === access ? 200 : 403
        expect([section, access, (await harness.call('GET', `employee/${id}/${section}`, undefined, principal)).status]).toEqual([
          section,
          access,
          expected,
        ])
        expect((await harness.call('PATCH', `employee/${id}/${section}`, {}, principal)).status).toBe(expected)
      }
    }
    const viewer = person({ username: 'viewer', grants: { employee: ['view', 'view_all'] } })
    expect((await harness.call('PATCH', `employee/${id}/personal`, { nickname: 'X' }, viewer)).status).toBe(403)
    const { body } = await harness.call(
      'PUT',
      `employee/${id}`,
      { department_id: people.ids.hr },
      person({ username: 'p', access: ['personal'] }),
    )
    expect(body.errors).toHaveProperty('department_id')
  })
})

test('a changed name appears in lists, search and pickers, and the former one in the timeline', async () => {
  const { harness } = people
  const { id } = await people.hire({ first_name: 'Ligaya', last_name: 'Dimaculangan' })
  await harness.call('PATCH', `employee/${id}/personal`, { last_name: 'Macaraeg', middle_name: 'Dimaculangan' })
  const { label, full_name } = data(await harness.call('GET', `employee/${id}`))
  expect([label, full_name]).toEqual([expect.stringMatching(/· Macaraeg, Ligaya$/), 'Macaraeg, Ligaya Dimaculangan'])
  const found = async (path: string) => data<Row[]>(await harness.call('GET', path))
  expect(await found('employee/dropdown?search=Macaraeg')).toMatchObject([{ id, name: full_name }])
  expect(await found('personal_movement/paginate?search=Macaraeg')).toMatchObject([{ employee: { id, name: full_name } }])
  expect(await found(`employee/${id}/timeline`)).toMatchObject([
    {
      changes: expect.arrayContaining([expect.objectContaining({ field: 'full_name', before: 'Dimaculangan, Ligaya', after: full_name })]),
    },
    {},
  ])
})

describe('pay is visible only to users with access to it', () => {
  const SECRET = '54321.5'
  let id: number
  beforeAll(async () => {
    const made = await people.hire({ last_name: 'Mahal', salary_rate_type: 'monthly', basic_rate: 50000 })
    id = Number(made.id)
    await people.harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 54321.5 })
  })
  const reads = () => [
    `employee/${id}`,
    `employee/edit/${id}`,
    `employee/paginate?search=Mahal`,
    `employee/dropdown?search=Mahal&fields=basic_rate,monthly_salary`,
    `employee/exportCSV?search=Mahal`,
    `employee/${id}/timeline`,
    `employee/${id}/movement`,
    `personal_movement/paginate?employee_id=${id}`,
    `personal_movement/exportCSV`,
    `monthly_status_log/paginate?employee_id=${id}`,
    `monthly_status_log/exportCSV`,
    `audit_trail/paginate?limit=100`,
    `employee/v2/list?search=Mahal`,
    `employee/v2/${id}`,
    `employee/v2/personal-movement?employee_id=${id}`,
    `employee/reports`,
    `employee/exportables/masterlist`,
    `employee/${id}/employment-details`,
  ]

  test('is absent from lists, records, exports, history and the audit trail', async () => {
    for (const url of reads()) {
      const { status, body, text } = await people.harness.call('GET', url, undefined, hr)
      expect([url, status]).toEqual([url, 200])
      expect([url, (text + JSON.stringify(body ?? '')).includes(SECRET)]).toEqual([url, false])
    }
    const seen = JSON.stringify((await people.harness.call('GET', `personal_movement/paginate?employee_id=${id}`)).body)
    expect(seen).toContain(SECRET)
  })

  test('cannot be requested, sorted by or guessed', async () => {
    const { harness } = people
    for (const url of [
      'employee/paginate?filter[basic_rate][gte]=50000',
      'employee/paginate?sort=basic_rate',
      'team/paginate?filter[leader.basic_rate][gte]=1',
      'personal_movement/paginate?filter[to_rate][gte]=1',
      'personal_movement/paginate?filter[employee.monthly_salary][gte]=1',
    ])
      expect([url, (await harness.call('GET', url, undefined, hr)).status]).toEqual([url, 400])
    for (const path of ['salary', 'compensation'])
      expect((await harness.call('GET', `employee/${id}/${path}`, undefined, hr)).status).toBe(403)
    for (const path of ['month', 'monthly-salary', 'get-compensation-summary', 'compensation'])
      expect((await harness.call('GET', `employee/v2/${id}/${path}`, undefined, hr)).status).toBe(403)
    expect((await harness.call('PUT', `employee/v2/${id}/update-salary-rate-type`, { salary_rate_type: 'daily' }, hr)).status).toBe(403)
    const { body } = await harness.call('PUT', `employee/${id}`, { basic_rate: 1 }, hr)
    expect(body.errors).toHaveProperty('basic_rate')
  })

  test('an account is shown without its number where lists mask it', async () => {
    const { harness } = people
    const bank = data(await harness.call('POST', 'bank', { code: 'BNK', name: 'Bank' }))
    const path = `employee/${id}/bank-account`
    const made = await harness.call('POST', path, {
      bank_id: bank.id,
      account_no: '0012345678',
      account_name: 'Mahal',
      account_type: 'Payroll',
    })
    expect(made.status).toBe(200)
    for (const url of [path, 'bank_account/dropdown?search=Mahal', 'employee/paginate?search=Mahal'])
      expect([url, JSON.stringify((await harness.call('GET', url)).body).includes('0012345678')]).toEqual([url, false])
    const account = Number(data(made).id)
    expect(data(await harness.call('GET', `${path}/${account}`))).toMatchObject({ account_no: '0012345678' })
    // Pay goes to an account of the employee's own.
    const other = await people.hire({ last_name: 'Iba' })
    const choose = (employee: unknown) => harness.call('PUT', `employee/${String(employee)}`, { bank_account_id: account })
    expect((await choose(other.id)).body.errors).toHaveProperty('bank_account_id')
    expect((await choose(id)).status).toBe(200)
  })

  test('an employee without view_all sees only their own record', async () => {
    const { harness, person } = people
    const [userRow] = await harness.database.db.query<{ id: number }>(
      `update "${harness.company.schema}".employee set user_id = 7 where id = $1 returning id`,
      [(await people.hire()).id],
    )
    const self = person({
      username: 'self',
      user_id: 7,
      employee_id: userRow!.id,
      grants: { employee: ['index', 'view'] },
      access: ['personal'],
    })
    expect((await harness.call('GET', `employee/${userRow!.id}`, undefined, self)).status).toBe(200)
    expect((await harness.call('GET', `employee/${id}`, undefined, self)).status).toBe(404)
    expect(data<Row[]>(await harness.call('GET', 'employee/paginate', undefined, self)).map((row) => row.id)).toEqual([userRow!.id])
    expect((await harness.call('GET', `employee/${id}/ids`, undefined, self)).status).toBe(404)
    expect((await harness.call('GET', 'employee/statistics', undefined, self)).status).toBe(403)
  })
})

describe('dated changes', () => {
  const logs = async (name: string, id: unknown): Promise<Row[]> =>
    data(await people.harness.call('GET', `${name}/paginate?employee_id=${id}`))

  test('hiring is the first movement, a change today the next, each with a status log (E572–E574)', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire({ salary_rate_type: 'monthly', basic_rate: 26100 })
    await harness.call('PUT', `employee/v2/${id}/update-position`, { position_id: ids.lead })
    await harness.call('PUT', `employee/v2/${id}/update-employment-type`, { employment_type_id: ids.regular })
    await harness.call('PUT', 'employee/v2/compensation', { employee_id: id, basic_rate: 30000 })
    const moves = data<Row[]>(await harness.call('GET', `employee/v2/personal-movement?employee_id=${id}`))
    expect(moves.map((row) => [row.movement_type, row.effective_date, row.to_rate])).toEqual([
      ['Salary Change', '2026-06-15', 30000],
      ['Regularization', '2026-06-15', null],
      ['Promotion', '2026-06-15', null],
      ['Hire', '2026-01-05', 26100],
    ])
    expect(await logs('position_status_log', id)).toMatchObject([{ to_position_id: ids.lead }, { to_position_id: ids.clerk }])
    expect(await logs('employment_status_log', id)).toMatchObject([
      { from_employment_type_id: ids.probation, to_employment_type_id: ids.regular },
      { to_employment_type_id: ids.probation },
    ])
    expect(await logs('monthly_status_log', id)).toMatchObject([
      { month: '2026-06', from_monthly_salary: 26100, to_monthly_salary: 30000 },
      { month: '2026-01', to_monthly_salary: 26100 },
    ])
    // 30,000 × 12 ÷ 261 days ÷ 8 hours.
    expect(data(await harness.call('GET', `employee/${id}/compensation`))).toMatchObject({
      monthly_salary: 30000,
      daily_rate: 1379.31,
      hourly_rate: 172.41,
      previous_rate: 26100,
      effective_date: '2026-06-15',
    })
  })

  test('pay entered after hiring applies from the hire date, a raise from today', async () => {
    const { harness, hire } = people
    const { id } = await hire({ date_hired: '2026-02-02' })
    const pay = async (basic_rate: number) => data(await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate }))
    expect(await pay(20000)).toMatchObject({ basic_rate: 20000, effective_date: '2026-02-02' })
    expect(await pay(21000)).toMatchObject({ basic_rate: 21000, effective_date: '2026-06-15', previous_rate: 20000 })
  })

  test('a second change on the start date of the current pay corrects it after confirmation; its kind can be chosen', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire({ date_hired: '2026-02-02', salary_rate_type: 'monthly', basic_rate: 20000 })
    const path = `employee/${id}/compensation`
    expect(data(await harness.call('PATCH', path, { basic_rate: 22000, effective_date: '2026-05-01' }))).toMatchObject({
      basic_rate: 22000,
    })
    const asked = await harness.call('PATCH', path, { basic_rate: 23000, effective_date: '2026-05-01' })
    expect([asked.status, asked.body.rule, asked.body.message]).toEqual([
      422,
      'E_CONFIRM',
      'The new rate takes effect on 2026/05/01, the start date of the current rate. The next payroll adjusts what was paid since then. Is it correct?',
    ])
    const [{ key }] = (asked.body.details as unknown as { questions: [{ key: string }] }).questions
    const saved = await harness.call('PATCH', path, { basic_rate: 23000, effective_date: '2026-05-01' }, undefined, { 'x-confirm': key })
    expect(data(saved)).toMatchObject({ basic_rate: 23000, effective_date: '2026-05-01' })
    const segments = (await termsOf(await harness.ctx(), [Number(id)], '2026-04-30', '2026-06-15')).get(Number(id))
    expect(segments?.map((segment) => [segment.from, segment.basic_rate])).toEqual([
      ['2026-04-30', '20000.00'],
      ['2026-05-01', '23000.00'],
    ])
    await harness.call('PATCH', `employee/${id}/employment-detail`, { position_id: ids.lead, movement_type: 'Lateral Move' })
    const [last] = data<Row[]>(await harness.call('GET', `employee/${id}/movement?sort=-effective_date,-id`))
    expect(last).toMatchObject({ movement_type: 'Lateral Move', to_position_id: ids.lead })
    expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({ movement_type: null })
  })

  test('a change with a future date waits for it, and is applied once', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire({ salary_rate_type: 'monthly', basic_rate: 20000 })
    await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 25000, effective_date: '2026-07-01' })
    await harness.call('PUT', `employee/v2/${id}/update-position`, { position_id: ids.lead, effective_date: '2026-07-10' })
    const record = async () => data(await harness.call('GET', `employee/${id}`))
    expect(await record()).toMatchObject({ basic_rate: 20000, position_id: ids.clerk, effective_date: '2026-01-05' })
    expect(await logs('monthly_status_log', id)).toHaveLength(1)
    const history = data<Row[]>(await harness.call('GET', `employee/${id}/timeline`)).filter(({ action }) => action === 'scheduled')
    expect(history.map(({ text }) => text)).toEqual(['Takes effect on 2026/07/10', 'Takes effect on 2026/07/01'])
    await due()
    expect(await record()).toMatchObject({ basic_rate: 20000 })
    try {
      today('2026-07-01')
      await Promise.all([due(), due()])
      expect(await record()).toMatchObject({ basic_rate: 25000, monthly_salary: 25000, previous_rate: 20000, position_id: ids.clerk })
      expect(await logs('monthly_status_log', id)).toMatchObject([{ effective_date: '2026-07-01', to_monthly_salary: 25000 }, {}])
      today('2026-07-12')
      await due()
      expect(await record()).toMatchObject({ position_id: ids.lead })
    } finally {
      today('2026-06-15')
    }
    const segments = (await termsOf(await harness.ctx(), [Number(id)], '2026-06-16', '2026-07-15')).get(Number(id))
    expect(segments?.map((segment) => [segment.from, segment.to, segment.basic_rate, segment.position_id])).toEqual([
      ['2026-06-16', '2026-06-30', '20000.00', ids.clerk],
      ['2026-07-01', '2026-07-09', '25000.00', ids.clerk],
      ['2026-07-10', '2026-07-15', '25000.00', ids.lead],
    ])
  })

  test('a back-dated change applies until the next one', async () => {
    const { harness, hire } = people
    const { id } = await hire({ salary_rate_type: 'daily', basic_rate: 700 })
    await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 800, effective_date: '2026-05-01' })
    await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 750, effective_date: '2026-03-01' })
    expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({ basic_rate: 800 })
    const segments = (await termsOf(await harness.ctx(), [Number(id)], '2026-02-15', '2026-06-15')).get(Number(id))
    expect(segments?.map((segment) => [segment.from, segment.basic_rate])).toEqual([
      ['2026-02-15', '700.00'],
      ['2026-03-01', '750.00'],
      ['2026-05-01', '800.00'],
    ])
  })

  test('pending changes can be withdrawn, applied ones cannot (E471, E472)', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire()
    await harness.call('PUT', 'employee/v2/update-position', { employee_id: id, position_id: ids.lead, effective_date: '2026-09-01' })
    const [waiting, hired] = data<Row[]>(await harness.call('GET', `employee/v2/personal-movement?employee_id=${id}`))
    expect((await harness.call('POST', 'employee/v2/personal-movement', { id: waiting!.id, _method: 'DELETE' })).status).toBe(200)
    const refused = await harness.call('POST', 'employee/v2/personal-movement', { id: hired!.id, _method: 'DELETE' })
    expect([refused.status, refused.body.rule]).toEqual([422, 'E_MOVEMENT_APPLIED'])
    // Nor by one who may not see what would have changed.
    await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 20000 })
    await harness.call('PATCH', `employee/${id}/compensation`, { basic_rate: 25000, effective_date: '2026-09-01' })
    const [raise] = data<Row[]>(await harness.call('GET', `employee/${id}/movement?sort=-effective_date`))
    expect((await harness.call('DELETE', `employee/${id}/movement/${raise!.id}`, undefined, hr)).status).toBe(403)
    expect((await harness.call('DELETE', `employee/${id}/movement/${raise!.id}`)).status).toBe(200)
    expect(
      (await harness.call('POST', `employee/${id}/movement`, { movement_type: 'Promotion', effective_date: '2026-02-01' }, hr)).status,
    ).toBe(400)
  })

  test('a movement is recorded with its kind, old and new values, and takes effect on its date', async () => {
    const { harness, hire, ids } = people
    const { id } = await hire({ salary_rate_type: 'monthly', basic_rate: 20000 })
    const record = (values: Row, as?: typeof hr) => harness.call('POST', 'personal_movement', { employee_id: id, ...values }, as)
    // Terms of another kind are not changed.
    const raised = await record({
      movement_type: 'Salary Change',
      effective_date: '2026-06-15',
      to_rate: 21000,
      to_position_id: ids.lead,
    })
    expect([raised.status, raised.body.errors]).toEqual([200, undefined])
    expect(data(raised)).toMatchObject({
      from_rate: 20000,
      to_rate: 21000,
      to_position_id: null,
      change: '',
      pay_change: '20,000.00\u00a0→\u00a021,000.00',
    })
    expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({
      basic_rate: 21000,
      previous_rate: 20000,
      position_id: ids.clerk,
    })
    const planned = data(
      await record({ movement_type: 'Promotion', effective_date: '2026-07-01', to_position_id: ids.lead, to_rate: 22000 }),
    )
    const names = data<Row[]>(await harness.call('GET', 'position/dropdown'))
    const name = (position: unknown) => names.find((row) => row.id === position)!.name
    expect(planned).toMatchObject({
      applied_at: null,
      change: `${name(ids.clerk)} → ${name(ids.lead)}`,
      pay_change: '21,000.00\u00a0→\u00a022,000.00',
    })
    expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({ basic_rate: 21000, position_id: ids.clerk })
    // Who may not see pay reads the rest of it.
    const seen = data<Row[]>(await harness.call('GET', `personal_movement/paginate?filter[employee_id]=${id}`, undefined, hr))
    expect(seen.find((row) => row.id === planned.id)).toMatchObject({ change: planned.change })
    expect(seen.some((row) => 'pay_change' in row)).toBe(false)
    try {
      today('2026-07-01')
      await due()
      expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({ basic_rate: 22000, position_id: ids.lead })
    } finally {
      today('2026-06-15')
    }
    const refusedAt = async (values: Row) => Object.keys((await record({ effective_date: '2026-08-01', ...values })).body.errors ?? {})
    expect(await refusedAt({ movement_type: 'Hire' })).toEqual(['movement_type'])
    expect(await refusedAt({ movement_type: 'Transfer' })).toEqual(['movement_type'])
    expect(await refusedAt({ movement_type: 'Promotion', to_position_id: ids.lead, effective_date: '2025-12-31' })).toEqual([
      'effective_date',
    ])
    expect(
      (
        await record(
          { movement_type: 'Promotion', effective_date: '2026-06-16', to_position_id: ids.lead },
          { ...hr, grants: { ...hr.grants, employee: ['index', 'view', 'view_all'] } },
        )
      ).status,
    ).toBe(403)
  })

  test('a separated employee is inactive from the next day', async () => {
    const { harness, hire } = people
    const { id } = await hire()
    const leaves = (date_separated: string | null) =>
      harness.call('PATCH', `employee/${id}/employment-details`, { date_separated, separation_reason: 'Resigned' })
    const noted = async () =>
      data<Row[]>(await harness.call('GET', `employee/${id}/movement?filter[movement_type]=Separation`)).map((row) => row.effective_date)
    // One who stays after all, or leaves on another day, has not left on the first.
    await leaves('2026-06-30')
    await leaves(null)
    expect(await noted()).toEqual([])
    await leaves('2026-06-25')
    await leaves('2026-06-20')
    expect(await noted()).toEqual(['2026-06-20'])
    const status = async () => data(await harness.call('GET', `employee/${id}`)).status
    expect(await status()).toBe('active')
    try {
      today('2026-06-21')
      await due()
      expect(await status()).toBe('inActive')
    } finally {
      today('2026-06-15')
    }
  })
})

describe('accounts', () => {
  const users = () => `"${people.harness.company.schema}"."user"`

  test('portal access makes an account with the default role, linked on both sides (E477)', async () => {
    const { harness, hire } = people
    const made = await hire({ email: 'ana@x.ph', portal_access: true })
    const [user] = await harness.database.db.query<Row>(`select * from ${users()} where id = $1`, [made.user_id])
    expect(user).toMatchObject({ username: String(made.employee_no).toLowerCase(), employee_id: made.id, user_role_id: 1 })
    const principal = await loadPrincipal(harness.database.db, harness.company, Number(made.user_id), '2026-06-15')
    expect(principal?.employee_id).toBe(made.id)
    const account = await harness.call('PUT', `employee/v2/${made.id}/update-user-account`, { username: 'ana.cruz', is_active: true })
    expect(data(account)).toMatchObject({ username: 'ana.cruz', email: 'ana@x.ph' })
    const missing = await harness.call('PATCH', `employee/${(await hire()).id}/security-setting`, { portal_access: true })
    expect([missing.status, Object.keys(missing.body.errors ?? {})]).toEqual([400, ['email']])
  })

  test('only user administrators set the employee and the role of an account', async () => {
    const { harness, hire, person } = people
    const clerk = person({ ...hr, username: 'clerk', grants: { ...harness.admin.grants, user: [] } })
    const boss = await hire({ email: 'boss@x.ph' })
    for (const values of [{ user_id: 1 }, { portal_access: true, user_role_id: 1 }])
      expect((await harness.call('PATCH', `employee/${boss.id}/security-setting`, values, clerk)).status).toBe(403)
    expect((await harness.call('PATCH', `employee/${boss.id}/security-setting`, { portal_access: true }, clerk)).status).toBe(200)
  })
})

describe('import', () => {
  const sheet = (rows: readonly (readonly string[])[]): Buffer =>
    Buffer.from(
      [
        [
          'Employee no.',
          'First name',
          'Last name',
          'Gender',
          'Birth date',
          'Civil status',
          'Citizenship',
          'Branch',
          'Department',
          'Employment type',
          'Date hired',
          'Pay basis',
          'Basic rate',
        ],
        ...rows,
      ]
        .map((row) => row.join(','))
        .join('\n'),
    )
  const row = (no: number, more: Partial<Record<number, string>> = {}): string[] => {
    const base = [`IMP-${no}`, 'Rico', `Tan${no}`, 'Male', '1990-05-06', 'S', 'FIL', 'HO', 'IT', 'FT', '2026-02-02', 'monthly', '25000']
    return base.map((value, index) => more[index] ?? value)
  }
  const send = async (rows: readonly (readonly string[])[], preview = false) => {
    const boundary = 'x'.repeat(20)
    const payload = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n`),
      sheet(rows),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const answer = await people.harness.app.http.inject({
      method: 'POST',
      url: `/api/v1/employee/import?preview=${preview}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() as { data: Row; details: Row } }
  }

  test('reports each invalid row and field, and writes nothing; references by code, hire and pay go into the history', async () => {
    const { harness } = people
    const wrong = await send([row(1), row(2, { 9: 'XX' }), row(3, { 4: 'soon' }), row(1), row(5, { 11: 'yearly' }), row(6, { 2: '' })])
    expect(wrong.status).toBe(400)
    const errors = (wrong.body.details.errors as { row: number; field: string }[]).map((error) => `${error.row} ${error.field}`)
    expect([...new Set(errors)]).toEqual(['3 Employment type', '4 Birth date', '5 Employee no.', '6 Pay basis', '7 Last name'])
    const find = async () => data<Row[]>(await harness.call('GET', 'employee/paginate?filter[employee_no][like]=IMP-&limit=100'))
    expect(await find()).toEqual([])
    const rows = Array.from({ length: 50 }, (_, index) => row(index + 1))
    expect((await send(rows, true)).body.data).toMatchObject({ total: 50, valid: 50, created: 0 })
    expect((await send(rows)).body.data).toMatchObject({ created: 50 })
    const [first] = await find()
    expect(first).toMatchObject({ department: { name: 'Technology' }, monthly_salary: 25000, hourly_rate: 143.68 })
    expect(data<Row[]>(await harness.call('GET', `employee/${first!.id}/movement`))).toMatchObject([
      { movement_type: 'Hire', to_rate: 25000 },
    ])
  })

  // proves: panels.*.import, panels.*.import[].title, panels.*.import[].set, panels.*.import[].fields
  test('includes government numbers, address and bank account; an invalid one is reported at its row before anything is written', async () => {
    const { harness } = people
    const titles = [
      'Employee no.',
      'First name',
      'Last name',
      'Gender',
      'Birth date',
      'Civil status',
      'Citizenship',
      'Branch',
      'Department',
    ]
    const more = ['Employment type', 'Date hired', 'SSS number', 'TIN', 'Home address: Line 1', 'Home address: Country']
    const line = (no: number, sss: string, tin: string, street: string) => [
      `KID-${no}`,
      'Lia',
      `Cruz${no}`,
      'Female',
      '1991-02-03',
      'S',
      'FIL',
      'HO',
      'IT',
      'FT',
      '2026-02-02',
      sss,
      tin,
      street,
      street && 'Philippines',
    ]
    const sendSheet = async (rows: readonly (readonly string[])[], preview = false) => {
      const boundary = 'y'.repeat(20)
      const text = [[...titles, ...more], ...rows].map((cells) => cells.join(',')).join('\n')
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n`
      const answer = await harness.app.http.inject({
        method: 'POST',
        url: `/api/v1/employee/import?preview=${preview}`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`),
      })
      return { status: answer.statusCode, body: answer.json() as { data: Row; details: Row } }
    }
    const errorsOf = (result: Row) => (result.errors as { row: number; field: string }[]).map((error) => `${error.row} ${error.field}`)
    const template = await harness.call('GET', 'employee/import-template?format=csv')
    for (const title of more) expect(template.text).toContain(title)

    await harness.make('country', { code: 'PHL', name: 'Philippines', iso2: 'PH' })
    const tried = await sendSheet([line(1, '07-1112223-4', '12', ''), line(2, '', '987-654-321-000', 'Rizal St.')], true)
    expect(errorsOf(tried.body.data)).toEqual(['2 TIN'])
    const refused = await sendSheet([line(1, '07-1112223-4', '', ''), line(2, '07-1112223-4', '', '')])
    expect([refused.status, errorsOf(refused.body.details)]).toEqual([400, ['3 SSS number']])
    const find = async () => data<Row[]>(await harness.call('GET', 'employee/paginate?filter[employee_no][like]=KID-&sort=employee_no'))
    expect(await find()).toEqual([])

    expect((await sendSheet([line(1, '0711122234', '', ''), line(2, '', '987-654-321-000', 'Rizal St.')])).body.data).toMatchObject({
      created: 2,
    })
    const [first, two] = await find()
    expect(data<Row[]>(await harness.call('GET', `employee/${first!.id}/ids`))).toMatchObject([
      { id_type: 'SSS', id_number: expect.stringMatching(/23-4$/) },
    ])
    expect(data<Row[]>(await harness.call('GET', `employee/${two!.id}/ids`))).toMatchObject([{ id_type: 'TIN' }])
    expect(data<Row[]>(await harness.call('GET', `employee/${two!.id}/address`))).toMatchObject([
      { line_1: 'Rizal St.', label: 'Home', is_default: true },
    ])
    expect(data<Row[]>(await harness.call('GET', `employee/${first!.id}/address`))).toEqual([])
  })

  test('has no pay column for users who may not see pay', async () => {
    const template = await people.harness.call('GET', 'employee/import-template?format=csv', undefined, hr)
    expect([template.status, template.text.includes('Basic rate'), template.text.includes('Last name')]).toEqual([200, false, true])
  })
})

test('employees read only their own record in the portal, without pay', async () => {
  const { harness, hire, person } = people
  const ownEmployee = await hire({ salary_rate_type: 'monthly', basic_rate: 43210 })
  await harness.database.db.query(`update "${harness.company.schema}".employee set user_id = 8 where id = $1`, [ownEmployee.id])
  const grants = { employee: ['index', 'view'], employee_profile: ['index', 'view'] }
  const self = person({ username: 'own', user_id: 8, employee_id: Number(ownEmployee.id), grants, access: [] })
  const answer = await harness.call('GET', 'employee_profile/own', undefined, self)
  expect(data<{ record: Row }>(answer).record).toMatchObject({
    id: ownEmployee.id,
    birth_at: '1995-03-04',
    department: { name: 'Technology' },
  })
  expect(JSON.stringify(answer.body)).not.toContain('43210')
  expect((await harness.call('GET', `employee/${ownEmployee.id}/asset`, undefined, self)).status).toBe(200)
  expect((await harness.call('POST', `employee/${ownEmployee.id}/asset`, { asset_code: 'X', asset_name: 'X' }, self)).status).toBe(403)
  expect((await harness.call('GET', 'employee_profile/own', undefined, person({ username: 'none', employee_id: null }))).status).toBe(422)
})

describe('related records of an employee', () => {
  test('IDs, assets, education, skills and addresses are panels, with numbers in the format of the agencies', async () => {
    const { harness, hire } = people
    const { id } = await hire()
    const sss = await harness.call('POST', `employee/${id}/employee-id`, { id_type: 'SSS', id_number: '3412345678' })
    expect(data(sss)).toMatchObject({ id_number: '34-1234567-8' })
    expect(
      (await harness.call('POST', `employee/${id}/employee-id`, { id_type: 'SSS', id_number: '3412345679' })).body.errors,
    ).toHaveProperty('id_type')
    expect((await harness.call('POST', `employee/${id}/employee-id`, { id_type: 'TIN', id_number: '12' })).body.errors).toHaveProperty(
      'id_number',
    )
    const other = await hire()
    const twice = await harness.call('POST', `employee/${other.id}/employee-id`, { id_type: 'SSS', id_number: '34-1234567-8' })
    expect(twice.body.errors).toHaveProperty('id_number')
    expect(data<Row[]>(await harness.call('GET', `employee/${id}/ids`))).toHaveLength(1)
    expect((await harness.call('PUT', `employee/${id}/employee-id/${data(sss).id}`, { id_number: '3412345670' })).status).toBe(200)
    expect((await harness.call('DELETE', `employee/${id}/employee-id/${data(sss).id}`)).status).toBe(200)
    const panels: readonly (readonly [string, Row])[] = [
      ['asset', { asset_code: 'LT-1', asset_name: 'Laptop', date_issued: '2026-02-01' }],
      ['education', { level: 'College', school: 'UP Diliman' }],
      ['profession', { profession: 'Nurse' }],
      ['skill-set', { skill: 'Typing', proficiency: 'Expert' }],
      ['contact-person', { name: 'Pedro Cruz' }],
    ]
    for (const [path, values] of panels) {
      const made = await harness.call('POST', `employee/${id}/${path}`, values)
      expect([path, made.status]).toEqual([path, 200])
      expect((await harness.call('PUT', `employee/${id}/${path}/${data(made).id}`, values)).status).toBe(200)
      expect((await harness.call('DELETE', `employee/${other.id}/${path}/${data(made).id}`)).status).toBe(404)
      expect((await harness.call('DELETE', `employee/${id}/${path}/${data(made).id}`)).status).toBe(200)
    }
  })

  test('template folders are made for each new employee, restrictions for many at once (E440, E441, E474, E475)', async () => {
    const { harness, hire } = people
    await harness.make('employee_folder', { name: 'Contracts', is_template: true })
    const [first, two] = [await hire(), await hire()]
    expect(data<Row[]>(await harness.call('GET', `employee/${first.id}/folder`)).map((row) => row.name)).toEqual(['Contracts'])
    expect((await harness.call('POST', 'employee/v2/folder', { employee_id: first.id, name: 'Medical' })).status).toBe(200)
    const employee_ids = [first.id, two.id]
    await harness.call('POST', 'employee/add-multiple-timein-restriction', { employee_ids, restriction: { restriction_type: 'blocked' } })
    await harness.call('POST', `employee/v2/${first.id}/set-restriction`, { restriction_type: 'geofence' })
    expect(data(await harness.call('POST', 'employee/clear-multiple-timein-restriction', { employee_ids }))).toEqual({ cleared: 3 })
    expect(data(await harness.call('POST', `employee/v2/${first.id}/clear-restriction`, {}))).toEqual({ cleared: 0 })
    // From the list of restrictions: all or none, by the rules of a single one, and ended by kind.
    const several = (body: Row) => harness.call('POST', 'timein_restriction/restrict', { effective_from: '2026-07-01', ...body })
    expect(data(await several({ employee_ids, restriction_type: 'blocked' }))).toEqual({ note: '2 employees restricted.' })
    expect(data(await several({ employee_ids: [two.id], restriction_type: 'geofence' }))).toEqual({ note: '1 employee restricted.' })
    const refused = await several({ employee_ids, restriction_type: 'ip_address' })
    expect([refused.status, Object.keys(refused.body.errors as Row)]).toEqual([400, ['ip_addresses']])
    expect((await several({ employee_ids: [], restriction_type: 'blocked' })).status).toBe(400)
    expect((await several({ employee_ids: [first.id, 999_999], restriction_type: 'blocked' })).status).toBe(404)
    const end = (body: Row) => harness.call('POST', 'timein_restriction/end', body)
    expect(data(await end({ employee_ids, restriction_type: 'blocked' }))).toEqual({ note: '2 restrictions ended.' })
    expect(data(await end({ employee_ids }))).toEqual({ note: '1 restriction ended.' })
  })

  test('a licence that expires within thirty days gives one notification', async () => {
    const { harness, hire } = people
    const { id } = await hire()
    const { body } = await harness.call('POST', `employee/${id}/profession`, { profession: 'Engineer', date_expiry: '2026-07-10' })
    await due()
    const reminded = async () => data(await harness.call('GET', `employee/${id}/profession/${(body.data as Row).id}`)).reminded_for
    expect(await reminded()).toBe('2026-07-10')
  })
})

test('figures, team, manager and organization chart (E396, E397, E399–E401, E404, E443, E444, E570)', async () => {
  const { harness, hire, ids } = people
  const boss = await hire({ last_name: 'Boss', date_hired: '2015-06-01' })
  const { id } = await hire({ manager_id: boss.id, team_id: ids.team })
  expect(data(await harness.call('GET', `employee/${id}/manager`))).toMatchObject({ id: boss.id })
  expect(data(await harness.call('GET', `employee/${id}/team`))).toMatchObject({ id: ids.team, members: [{ id }] })
  expect(data(await harness.call('GET', 'employee/max-years-in-service'))).toEqual({ years: 11 })
  const { count } = data<{ count: number }>(await harness.call('GET', 'employee/employee_count'))
  expect(data(await harness.call('GET', 'employee/statistics'))).toMatchObject({
    active: count,
    by_gender: expect.arrayContaining([expect.objectContaining({ name: 'Female' })]),
  })
  // Users who cannot see people's sex do not learn it by counting a team of one.
  const clerk = people.person({
    user_id: 8,
    username: 'clerk',
    role: 'clerk',
    grants: { employee: ['index', 'view', 'view_all'] },
    access: ['employment'],
  })
  expect(Object.keys(data<Row>(await harness.call('GET', `employee/statistics?team_id=${ids.team}`, undefined, clerk)))).not.toContain(
    'by_gender',
  )
  expect(data<Row[]>(await harness.call('GET', `employee/reports?report_type=headcount&department_id=${ids.it}`))).toHaveLength(1)
  for (const kind of ['masterlist', 'headcount', 'movement', 'birthday', 'anniversary', 'ids', 'education', 'separated', 'newly_hired'])
    expect([kind, (await harness.call('GET', `employee/exportables/${kind}`)).status]).toEqual([kind, 200])
  expect((await harness.call('PATCH', `employee/${boss.id}/employment-details`, { manager_id: boss.id })).body.errors).toHaveProperty(
    'manager_id',
  )
  const top = await harness.make('organizational_chart', { title: 'President', level: 0, is_executive: true })
  await harness.make('organizational_chart', { title: 'Manager', level: 1, parent_id: top.id })
  expect(data<Row[]>(await harness.call('GET', 'organizational_chart/non_exe')).map((row) => row.title)).toEqual(['Manager'])
})

test('lists of employees have the columns of their kind; the R-1A lists new hires, those without numbers first (E491–E493, S44)', async () => {
  const { harness, hire } = people
  const first = await hire({ date_hired: '2026-03-02' })
  const second = await hire({ date_hired: '2026-03-03' })
  await harness.make('employee_id', { employee_id: first.id, id_type: 'SSS', id_number: '34-1234567-8' })

  type Listing = { data: Row[]; hidden: string[] }
  const listing = async (query: string) => (await harness.call('GET', `employee_report/paginate?${query}`)).body as unknown as Listing
  const anniversaries = await listing('report_type=anniversary&as_of=2027-03-15&limit=all')
  expect(anniversaries.data.map(({ date_hired, years }) => [date_hired, years])).toEqual([
    ['2026-03-02', 1],
    ['2026-03-03', 1],
  ])
  expect(anniversaries.hidden).toEqual(expect.arrayContaining(['headcount', 'id_number', 'school']))
  expect(anniversaries.hidden).not.toContain('years')
  const file = (await harness.call('GET', 'employee_report/exportCSV?report_type=headcount')).text
  expect(file.split('\r\n')[0]).toBe('\uFEFFBranch,Department,Headcount')
  expect((await harness.call('GET', 'employee_report/paginate?report_type=salaries')).status).toBe(400)
  const clerk = people.person({
    user_id: 9,
    username: 'lister',
    role: 'lister',
    grants: { employee_report: ['index'] },
    access: ['employment'],
  })
  expect((await harness.call('GET', 'employee_report/paginate', undefined, clerk)).status).toBe(403)

  const period = 'date_from=2026-03-01&date_to=2026-03-31'
  const hired = data<Row[]>(await harness.call('GET', `r1a_report/employees?${period}`))
  expect(hired.map(({ employee_id, sss_no }) => [employee_id, sss_no])).toEqual([
    [second.id, null],
    [first.id, '34-1234567-8'],
  ])
  const chosen = { date_from: '2026-03-01', date_to: '2026-03-31', employee_ids: [first.id] }

  for (const call of ['preview', 'download']) expect((await harness.call('POST', `r1a_report/${call}`, chosen)).status).toBe(200)
  expect((await harness.call('POST', 'r1a_report/preview', { ...chosen, date_to: '2026-01-01' })).status).toBe(400)
})

test('a salary grade effective on a date replaces the one before (E495–E498)', async () => {
  const { harness, hire } = people
  const old = await harness.make('salary_grade', { grade: 5, step_1: 20000, effective_date: '2026-01-01' })
  const { id } = await hire({ salary_grade_id: old.id })
  const next = await harness.make('salary_grade', { grade: 5, step_1: 21000, effective_date: '2026-01-01' })
  expect(data<Row[]>(await harness.call('GET', 'salary_grade?filter[grade]=5')).map((row) => row.step_1)).toEqual([21000])
  expect(data(await harness.call('GET', `employee/${id}`))).toMatchObject({ salary_grade_id: next.id })
})

test('screens use the terms of the specification (S383, S387, S388, S390, S402, S416)', async () => {
  const { harness } = people
  const options = (module: string, field: string) => harness.modules.get(module)!.field[field]!.options?.map((option) => option.value)
  expect(options('employee', 'salutation')).toEqual(['Mr.', 'Mrs.', 'Ms.', 'Dr.'])
  expect(options('employee', 'status')).toEqual(['active', 'inActive'])
  expect(options('employee', 'salary_rate_type')).toEqual(['hourly', 'daily', 'monthly'])
  expect(options('educational_attainment', 'level')).toEqual(['Pre School', 'Primary', 'Junior High', 'Senior High', 'College'])
  expect(types.map((type) => type.name)).toEqual([
    'Full-time',
    'Part-time',
    'Selt-employed',
    'Freelance',
    'Contract',
    'Internship',
    'Apprenticeship',
    'Seasonal',
  ])
  const { id } = await people.hire({ salary_rate_type: 'monthly', basic_rate: 18000 })
  const v2: readonly (readonly ['PUT' | 'PATCH', string, Row])[] = [
    ['PATCH', 'payroll-settings', { tax_method: 'annualized' }],
    ['PUT', 'update-salary-rate-type', { salary_rate_type: 'daily', basic_rate: 700 }],
    ['PUT', 'compensation', { basic_rate: 800 }],
    ['PUT', 'employment-details', { work_arrangement: 'Hybrid' }],
    ['PUT', 'update-attendance-settings', { grace_minutes: 10 }],
    ['PUT', 'team', { team_id: people.ids.team }],
  ]
  for (const [method, path, values] of v2)
    expect([path, data(await harness.call(method, `employee/v2/${id}/${path}`, values))]).toMatchObject([path, values])
})

describe('encoded records (E660–E671)', () => {
  test('encoders enter and others approve, one or many; the employee gets the numbers (S373)', async () => {
    const { harness, ids, person } = people
    const encoder = person({ username: 'encoder', user_id: 3 })
    const approver = person({ username: 'approver', user_id: 4 })
    const values = {
      first_name: 'Nena',
      last_name: 'Reyes',
      birth_at: '2000-01-01',
      gender: 'Female',
      sss_no: '34-7654321-0',
      branch_id: 1,
      employment_type_id: ids.probation,
      date_hired: '2026-06-01',
      salary_rate_type: 'daily',
      basic_rate: 695,
    }
    expect((await harness.call('POST', 'record_encoding', values, encoder)).status).toBe(403)
    await harness.call('POST', 'encoder/add-encoders', { user_ids: [3] })
    await harness.call('POST', 'encoder/add-approvers', { user_ids: [3, 4] })
    const made = await harness.call('POST', 'record_encoding', values, encoder)
    const { id } = data(made)
    expect(made.body.data).toMatchObject({ status: 'pending', encoder: { name: 'encoder' } })
    expect((await harness.call('POST', `record_encoding/${id}/approve`, {}, encoder)).status).toBe(422)
    const declined = await harness.call('POST', `record_encoding/${id}/decline`, { decline_reason: 'The name is misspelt' }, approver)
    expect(declined.body.data).toMatchObject({ is_declined: true })
    expect(data(await harness.call('PUT', `record_encoding/${id}`, { first_name: 'Neneng' }, encoder))).toMatchObject({ status: 'pending' })
    expect((await harness.call('POST', 'record_encoding/bulk-approve', { ids: [id] }, approver)).body).toMatchObject({
      succeeded: 1,
      data: [{ success: true }],
    })
    const [employee] = data<Row[]>(await harness.call('GET', `record_encoding/employees/${id}`))
    const hired = data(await harness.call('GET', `employee/${employee!.employee_id}`))
    expect(hired).toMatchObject({ first_name: 'Neneng', basic_rate: 695 })
    // Numbers are masked in lists, and whole on the one record that is opened.
    const [number, ...none] = data<Row[]>(await harness.call('GET', `employee/${hired.id}/ids`))
    expect([number!.id_type, number!.id_number, none]).toEqual(['SSS', '••••21-0', []])
    expect(data(await harness.call('GET', `employee/${hired.id}/employee-id/${number!.id}`))).toMatchObject({ id_number: '34-7654321-0' })
    const taken = await harness.call('POST', 'record_encoding/validate_sss', { sss_no: '3476543210' })
    expect([taken.status, taken.body.rule]).toEqual([422, 'E_SSS_DUPLICATE'])
    expect(data(await harness.call('POST', 'encoder/remove-encoders', { user_ids: [3] }))).toEqual({ removed: 2 })
    expect((await harness.call('POST', 'record_encoding', values, encoder)).status).toBe(403)
  })
})

test('a hire and a last day have checklists, whose tasks are completed by the records', async () => {
  const { harness: instance, hire } = await startPeople('CHECKS', '2026-06-15', ['checklist_item', 'employee_task', 'employee_asset'])
  try {
    const items: Row[] = JSON.parse(readFileSync(new URL('../../modules/talent/checklist_item.rows.json', import.meta.url), 'utf8'))
    const codes = ['HIRE-SSS', 'HIRE-SHIFT', 'HIRE-CONTRACT', 'LEAVE-ASSETS', 'LEAVE-CLEARANCE']
    for (const item of items.filter(({ code }) => codes.includes(String(code)))) await instance.make('checklist_item', item)
    const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: Row) => {
      const answer = await instance.call(method, path, body)
      return { status: answer.status, data: answer.body.data, errors: answer.body.errors }
    }
    const wrong = { code: 'X', name: 'X', evidence: 'record', evidence_module: 'branch' }
    expect((await call('POST', 'checklist_item', wrong)).errors).toHaveProperty('evidence_module')
    for (const evidence_when of ['asset_code +', 'branch.name == "X"', 'quantity'])
      expect(
        (await call('POST', 'checklist_item', { ...wrong, evidence_module: 'employee_asset', evidence_when })).errors,
        evidence_when,
      ).toEqual({
        evidence_when: [expect.any(String)],
      })
    const tasks = async (id: unknown) =>
      ((await call('GET', `employee_task/paginate?filter[employee_id]=${id}&limit=50`)).data as unknown as Row[]).map(
        ({ name, status, due_date }) => `${name} ${status} ${due_date}`,
      )
    // A migrated employee needs no onboarding.
    expect(await tasks((await hire({ date_hired: '2020-01-06' })).id)).toEqual([])
    const person = await hire({ date_hired: '2026-06-15' })
    expect(await tasks(person.id)).toEqual(['Shift open 2026-06-15', 'Signed contract open 2026-06-15', 'SSS number open 2026-06-22'])
    await instance.make('employee_id', { employee_id: person.id, id_type: 'SSS', id_number: '34-1234567-8' })
    expect(await tasks(person.id)).toContain('SSS number done 2026-06-22')
    await instance.make('employee_asset', { employee_id: person.id, asset_code: 'L1', asset_name: 'Laptop', status: 'Issued' })
    const change = async (values: Row) => {
      const { data } = await call('GET', `employee/${person.id}`)
      expect((await call('PUT', `employee/${person.id}`, { version: (data as unknown as Row).version, ...values })).status).toBe(200)
    }
    await change({ date_separated: '2026-06-30', separation_reason: 'Resigned' })
    expect(await tasks(person.id)).toEqual([
      'Shift open 2026-06-15',
      'Signed contract open 2026-06-15',
      'Clearance open 2026-06-30',
      'Company property returned open 2026-06-30',
      'SSS number done 2026-06-22',
    ])
    // The separation is taken back, and so is what was open for it.
    await change({ date_separated: null, separation_reason: null })
    expect((await tasks(person.id)).filter((task) => task.endsWith('06-30'))).toEqual([])
  } finally {
    await instance.close()
  }
}, 60_000)
