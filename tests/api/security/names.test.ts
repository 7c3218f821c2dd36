/** What a person may name in a request: nothing that they may not see, neither by value nor by whether a row is there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal, Row } from '../../../src/engine/model/module.ts'
import { type People, startPeople } from '../people-host.ts'

let people: People
let boss: Row
let group: number
/** The grants of every employee; a portal user has no others. */
const PORTAL = { employee: ['index', 'view'], notification: ['index', 'view'], todo: ['index', 'view', 'new', 'edit'] }
let employee: Principal
let clerk: Principal
let member: Principal

const readerOf = (grants: Principal['grants']) => people.person({ user_id: 5, username: 'reader', role: 'reader', grants, access: [] })
const get = async (url: string, as: Principal) => people.harness.call('GET', url, undefined, as)
const rows = async (url: string, as: Principal): Promise<Row[]> => {
  const { status, body } = await get(url, as)
  expect([url, status, body.errors]).toEqual([url, 200, undefined])
  return body.data as Row[]
}
const run = (sql: string) => people.harness.database.db.query<{ id: number }>(sql.replaceAll('{s}', `"${people.harness.company.schema}"`))

beforeAll(async () => {
  people = await startPeople('NAMES', '2026-06-15', [
    'payroll',
    'payslip',
    'philhealth_contribution_payment',
    'bank_account',
    'bank_transmittal',
    'check_voucher',
    'purchase_order',
    'sales_order',
    'notification',
    'todo',
    'personal_movement',
    'pay_group',
  ])
  const { harness, hire, person } = people
  const cycle = Number((await harness.make('pay_cycle', { code: 'M', name: 'Monthly', frequency: 'monthly' })).id)
  const rate = Number((await harness.make('pay_rate', { code: 'R', name: 'Rates' })).id)
  group = Number(
    (
      await run(
        `insert into {s}.pay_group (code, name, is_confidential, user_ids, is_active, pay_cycle_id, pay_rate_id) values ('DIR', 'Directors', true, '{4}', true, ${cycle}, ${rate}) returning id`,
      )
    )[0]!.id,
  )
  boss = await hire({ last_name: 'Boss', basic_rate: 154800, pay_group_id: group })
  await hire({ last_name: 'Other', basic_rate: 20000 })
  await run(`insert into {s}.philhealth_contribution_payment (employee_id, year, month, basic_salary) values (${boss.id}, 2026, 5, 154800)`)
  const bank = Number((await harness.make('bank', { code: 'BDO', name: 'BDO' })).id)
  await run(`insert into {s}.bank_account (bank_id, account_name, account_no, is_active) values (${bank}, 'Payroll', '985314682650', true)`)
  await run(`insert into {s}.notification (user_id, title, created_by) values (2, 'Hello', 1)`)
  await run(`update {s}."user" set email = 'tester@names.example', mobile = '+639170000001' where id = 1`)
  const self = Number((await hire({ last_name: 'Own' })).id)
  await run(`update {s}.employee set user_id = 2 where id = ${self}`)
  employee = person({ user_id: 2, username: 'employee', role: 'employee', employee_id: self, grants: PORTAL, access: [] })
  const payroll = {
    ...PORTAL,
    employee: ['index', 'view', 'view_all', 'edit', 'new'],
    pay_group: ['index', 'view', 'edit'],
    personal_movement: ['index', 'view', 'view_all'],
  }
  const access = ['compensation', 'payroll_setting', 'employment']
  clerk = person({ user_id: 3, username: 'clerk', role: 'payroll', grants: payroll, access })
  member = person({ user_id: 4, username: 'member', role: 'payroll', grants: payroll, access })
})
afterAll(() => people.harness.close())

describe('C1: a picker', () => {
  test('C1: is refused to users who can edit no reference to its records', async () => {
    for (const module of ['philhealth_contribution_payment', 'bank_account', 'bank_transmittal', 'payslip', 'check_voucher'])
      expect([module, (await get(`${module}/dropdown`, employee)).status]).toEqual([module, 403])
    expect((await get('philhealth_contribution_payment/dropdown?filter[id]=1&filter[basic_salary][gte]=154800', employee)).status).toBe(403)
  })

  test('C1: accepts no field that its reader may not list: filter, sort, search, columns', async () => {
    const buyer = people.person({
      user_id: 5,
      username: 'vouchers',
      role: 'cashier',
      grants: { check_voucher: ['index', 'view', 'new'] },
      access: [],
    })
    const [account] = await rows('bank_account/dropdown', buyer)
    expect(JSON.stringify(account)).not.toContain('2650')
    for (const query of [
      'filter[account_no][gte]=9',
      'filter[account_no]=985314682650',
      'sort=account_no',
      'account_no=9',
      'filter[created_by]=1',
    ])
      expect([query, (await get(`bank_account/dropdown?${query}`, buyer)).status]).toEqual([query, 400])
    expect(await rows('bank_account/dropdown?search=985314682650', buyer)).toEqual([])
    expect(JSON.stringify(await rows('bank_account/dropdown?fields=account_no,created_by_user.email', buyer))).not.toMatch(/9853|email/)
    expect(await rows('bank_account/dropdown?search=payroll&sort=account_name&filter[is_active]=true', buyer)).toHaveLength(1)
  })

  test('accepts the fixed condition of a reference that its reader can edit, and no other on that field', async () => {
    // A branch names its manager, an active employee.
    const reader = readerOf({ branch: ['index', 'view', 'edit'], employee: ['view_all'] })
    const self = Number(employee.employee_id)
    const picked = async (condition: string) =>
      (await rows(`employee/dropdown?filter[status]${condition}`, reader)).map((row) => row.id).includes(self)
    expect([await picked('=active'), await picked('[in]=active')]).toEqual([true, true])
    await run(`update {s}.employee set status = 'inActive' where id = ${self}`)
    expect([await picked('=active'), await picked('[in]=active')]).toEqual([false, false])
    for (const query of ['filter[status]=inActive', 'filter[status][ne]=active', 'filter[status][in]=active,inActive', 'sort=status'])
      expect([query, (await get(`employee/dropdown?${query}`, reader)).status]).toEqual([query, 400])
    // Nor in a list, where nothing is picked, nor for who meets no such reference.
    expect((await get('employee?filter[status]=active', employee)).status).toBe(400)
    expect((await get('employee/dropdown?filter[status]=active', readerOf({ employee: ['index'] }))).status).toBe(400)
    await run(`update {s}.employee set status = 'active' where id = ${self}`)
  })

  test('C1: shows users who may list the module what they may see, and the order of rows reveals nothing else', async () => {
    const hr = people.person({
      user_id: 6,
      username: 'hr',
      role: 'hr',
      grants: { employee: ['index', 'view', 'view_all'] },
      access: ['employment'],
    })
    expect(await rows('employee/dropdown?filter[branch_id]=1&sort=-employee_no', hr)).not.toEqual([])
    for (const query of ['filter[basic_rate][gte]=100000', 'sort=basic_rate', 'filter[tin][null]=true'])
      expect([query, (await get(`employee/dropdown?${query}`, hr)).status]).toEqual([query, 400])
  })
})

describe('a shared view', () => {
  test('is offered without columns that its reader may not see, and not where it filters or sorts by one', async () => {
    const share = (name: string, state: Row) => people.harness.call('POST', 'employee/views', { name, shared: true, state }, clerk)
    expect((await share('Well paid', { filters: { basic_rate: { gte: '154800' } } })).status).toBe(200)
    await share('By pay', { sort: '-basic_rate,employee_no' })
    await share('Columns', { filters: { branch_id: { eq: '1' } }, sort: 'employee_no', columns: ['basic_rate', 'employee_no'] })
    const reader = people.person({
      user_id: 7,
      username: 'reader',
      role: 'hr',
      grants: { employee: ['index', 'view', 'view_all'] },
      access: ['employment'],
    })
    expect(await rows('employee/views', reader)).toMatchObject([
      { name: 'Columns', own: false, state: { filters: { branch_id: { eq: '1' } }, sort: 'employee_no', columns: ['employee_no'] } },
    ])
    expect((await rows('employee/views', clerk)).map((view) => view.name).sort()).toEqual(['By pay', 'Columns', 'Well paid'])
  })
})

describe('H2: each step of a path', () => {
  test('H2: into a module without rights gives its name and label only', async () => {
    const [notice] = await rows('notification/dropdown?fields=created_by_user.email,created_by_user.mobile,created_by_user.name', employee)
    expect(JSON.stringify(notice)).not.toMatch(/names\.example|\+63917/)
    for (const column of ['created_by_user.email', 'created_by_user.user_role.created_by_user.email', 'created_by_user.last_login_at'])
      expect([column, (await get(`notification/exportCSV?columns=title,${column}`, employee)).status]).toEqual([column, 400])
    expect((await get('notification/exportCSV?columns=title,created_by_user.name', employee)).text).toContain('Tester')
    expect((await get('notification?filter[created_by_user.email][like]=tester', employee)).status).toBe(400)
  })

  test('H2: into a module with limited rows reads those rows only', async () => {
    const lead = people.person({
      user_id: 2,
      username: 'lead',
      role: 'lead',
      employee_id: Number(employee.employee_id),
      grants: { ...PORTAL, personal_movement: ['index', 'view', 'view_all'] },
      access: ['compensation', 'employment'],
    })
    expect(await rows(`personal_movement?filter[employee_id]=${String(boss.id)}`, lead)).not.toEqual([])
    // The pay of an employee whose record they do not see is not in the response, and cannot be queried.
    expect(await rows('personal_movement?filter[employee.basic_rate][gte]=1', lead)).toEqual([])
    const { text } = await get('personal_movement/exportCSV?columns=employee.full_name,employee.basic_rate', lead)
    expect(text).toContain('Boss')
    expect(text).not.toContain('154800')
    expect(await rows('personal_movement?filter[employee.full_name][like]=boss', lead)).not.toEqual([])
  })
})

// proves: entity.membersOnly
describe('M2: pay of a confidential group', () => {
  const readBoss = (as: Principal) => rows(`employee?filter[id]=${String(boss.id)}`, as)

  test('M2: is absent for non-members, and nothing depends on it', async () => {
    expect((await readBoss(member))[0]).toMatchObject({ basic_rate: 154800, pay_group_id: group })
    expect((await readBoss(clerk))[0]).toMatchObject({ basic_rate: null, monthly_salary: null, pay_group_id: group })
    expect((await get(`employee/${String(boss.id)}`, clerk)).body.data).toMatchObject({ basic_rate: null, daily_rate: null })
    expect(await rows('employee?filter[basic_rate][gte]=100000', clerk)).toEqual([])
    expect(await rows('employee?filter[basic_rate][gte]=100000', member)).toHaveLength(1)
    expect((await rows('employee?sort=basic_rate', clerk)).at(-1)).toMatchObject({ basic_rate: null })
    const file = await get('employee/exportCSV?columns=full_name,basic_rate', clerk)
    expect([file.status, file.text.includes('154800'), file.text.includes('20000')]).toEqual([200, false, true])
    expect((await get(`employee/${String(boss.id)}/salary`, clerk)).status).toBe(403)
    expect((await get(`employee/${String(boss.id)}/salary`, member)).status).toBe(200)
    expect(JSON.stringify(await rows(`pay_group/get-employees/${group}`, clerk))).not.toContain('154800')
    expect(JSON.stringify((await get(`employee/${String(boss.id)}/duplicate`, clerk)).body)).not.toContain('154800')
    expect(JSON.stringify((await get(`employee/${String(boss.id)}/timeline`, clerk)).body)).not.toContain('154800')
  })

  test('M2: can neither be overwritten nor taken out of the group by users who may not see it', async () => {
    const seen = (await get(`employee/${String(boss.id)}`, clerk)).body.data as Row
    const put = (values: Row, as: Principal) => people.harness.call('PUT', `employee/${String(boss.id)}`, values, as)
    expect((await put({ basic_rate: 1 }, clerk)).body.errors).toHaveProperty('basic_rate')
    expect((await put({ pay_group_id: null }, clerk)).body.errors).toHaveProperty('pay_group_id')
    // What a form got empty it may send back empty.
    const saved = await put({ version: seen.version, basic_rate: null, monthly_salary: null, pay_group_id: group }, clerk)
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    expect((await readBoss(member))[0]).toMatchObject({ basic_rate: 154800 })
  })

  test('M2: is opened and joined through its users only', async () => {
    const version = async () => ((await get(`pay_group/${group}`, member)).body.data as Row).version
    const change = async (values: Row, as: Principal) =>
      (await people.harness.call('PUT', `pay_group/${group}`, { version: await version(), ...values }, as)).body.errors
    expect(await change({ user_ids: [clerk.user_id] }, clerk)).toHaveProperty('user_ids')
    expect(await change({ is_confidential: false }, clerk)).toHaveProperty('is_confidential')
    const moved = await people.harness.call('POST', 'pay_group/remove-employees', { pay_group_id: group, employee_ids: [boss.id] }, clerk)
    expect([moved.status, moved.body.errors]).toEqual([400, { employee_ids: [expect.stringContaining('confidential')] }])
    expect(await change({ description: 'Management' }, clerk)).toBeUndefined()
  })
})
