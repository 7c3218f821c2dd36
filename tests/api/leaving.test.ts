/** An employee leaves: what was filed for later days, property, certificates, notices; and is hired again on the same record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
let group: number
let period: number
const types: Record<string, number> = {}
const id = (username: string): number => h.people[username]!.employee_id

beforeAll(async () => {
  h = await startFilings('LEAVING')
  const [cycle] = await h.sql<{ id: number }>("select id from {s}.pay_cycle where frequency = 'monthly'")
  const [schedule] = await h.sql<{ id: number }>(
    "insert into {s}.pay_schedule (code, name, pay_cycle_id) values ('M', 'Monthly', $1) returning id",
    [cycle!.id],
  )
  const [made] = await h.sql<{ id: number }>(
    `insert into {s}.pay_group (code, name, pay_cycle_id, pay_schedule_id, pay_rate_id, is_active)
     select 'G', 'Group', $1, $2, min(id), true from {s}.pay_rate returning id`,
    [cycle!.id, schedule!.id],
  )
  group = made!.id
  const [november] = await h.sql<{ id: number }>(
    `insert into {s}.pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, dtr_from, dtr_to, payout_date, is_last_of_month)
     values ('2026-11', '2026-11', $1, 2026, 11, 1, '2026-11-01', '2026-11-30', '2026-11-01', '2026-11-30', '2026-11-30', true) returning id`,
    [cycle!.id],
  )
  period = november!.id
  for (const row of await h.sql<{ id: number; code: string }>('select id, code from {s}.leave_type')) types[row.code] = Number(row.id)
  await h.sql('update {s}.leave_type set allow_negative = false, advance_days = 0')
  await h.sql(
    `update {s}.employee set pay_group_id = $1, date_hired = '2024-03-04', is_exempt_dtr = true, salary_rate_type = 'monthly', basic_rate = 26100,
       gender = 'Female', birth_at = '1990-05-05', email = employee_no || '@x.ph', portal_access = true, civil_status_id = (select min(id) from {s}.civil_status),
       citizenship_id = (select min(id) from {s}.citizenship), employment_type_id = (select id from {s}.employment_type where code = 'FT')`,
    [group],
  )
  const items = ['employee', 'sales', 'buyer'].map((username) => ({
    employee_id: id(username),
    leave_type_id: types.VL,
    granted: 5,
  }))
  const credits = await h.data('hr', 'POST', 'leave_balance', { year: 2026, items })
  for (const action of ['post', 'process']) await h.data('hr', 'POST', `leave_balance/${String(credits.id)}/${action}`, {})
})
afterAll(() => h.stop())

const details = (username: string, values: Row) => h.data('hr', 'PATCH', `employee/${id(username)}/employment-details`, values)
const leaves = (username: string, date_separated: string) =>
  details(username, { date_separated, separation_reason: 'Resigned', separation_cause: 'resignation' })
const finalPay = async (): Promise<number> => {
  const draft = await h.data('payroll', 'POST', 'payroll', {
    branch_id: 1,
    pay_group_id: group,
    pay_period_id: period,
    payroll_tag: 'final_pay',
  })
  await h.data('payroll', 'POST', `payroll/${String(draft.id)}/precompute`, {})
  return Number(draft.id)
}
const problemsOf = async (payroll: number, username: string, kind: string) =>
  (await h.data<Row[]>('payroll', 'GET', `payroll/${payroll}/problems`))
    .filter((row) => row.employee_id === id(username) && row.kind === kind)
    .map(({ severity, message }) => `${severity}: ${message}`)
const converted = async (payroll: number, username: string) =>
  (
    await h.sql<{ days: string }>(
      `select input->'leave_conversion'->0->>'days' as days from {s}.payroll_input where payroll_id = $1 and employee_id = $2`,
      [payroll, id(username)],
    )
  )[0]?.days
const drop = (payroll: number) => h.data('payroll', 'POST', `payroll/${payroll}/void`, { void_reason: 'Made to be looked at' })
const leave = (from: string, to = from): Row => ({ leave_type_id: types.VL, date_from: from, date_to: to, reason: 'Rest' })
const filed = (username: string, module: string, values: Row): Promise<Row> =>
  h.file('hr', module, { employee_id: id(username), ...values })
const approved = async (username: string, module: string, values: Row): Promise<Row> => {
  const { id: record } = await filed(username, module, values)
  return h.data('approver', 'POST', `${module}/${String(record)}/approve`, {})
}
const statusOf = async (module: string, record: Row) => (await h.data('hr', 'GET', `${module}/${String(record.id)}`)).status
/** Delivers the notifications; no worker takes the mails here. */
const delivered = async (): Promise<void> => {
  const ctx = await h.server.system('LEAVING', 'delivering notifications')
  const jobs = { ...ctx.services.jobs, send: async () => 'job' }
  while (await deliverNext({ ...ctx, services: { ...ctx.services, jobs } }));
}
const noticesOf = async (username: string): Promise<string[]> => {
  await delivered()
  return (
    await h.sql<{ title: string; detail: string | null }>('select title, detail from {s}.notification where user_id = $1 order by id', [
      h.people[username]!.user_id,
    ])
  ).map(({ title, detail }) => [title, detail].filter(Boolean).join(' | '))
}

describe('days after the last day', () => {
  test('filings for them are voided with the separation, the employee is notified, and the final pay includes the leave credits', async () => {
    const vacation = await approved('employee', 'leave_filing', leave('2026-12-14', '2026-12-16'))
    const pending = await filed('employee', 'leave_filing', leave('2026-12-21'))
    const overtime = await approved('employee', 'overtime_filing', {
      date: '2026-12-10',
      start_at: '2026-12-10T10:00:00Z',
      end_at: '2026-12-10T12:00:00Z',
      overtime_type: 'post_shift',
      reason: 'Closing',
    })
    const before = await approved('employee', 'leave_filing', leave('2026-11-26'))
    await leaves('employee', '2026-11-26')
    const states = [
      await statusOf('leave_filing', vacation),
      await statusOf('leave_filing', pending),
      await statusOf('overtime_filing', overtime),
      await statusOf('leave_filing', before),
    ]
    expect(states).toEqual(['voided', 'voided', 'voided', 'approved'])
    const reason = 'The last day of employment is 2026/11/26.'
    expect((await noticesOf('employee')).filter((text) => text.endsWith(reason))).toHaveLength(3)
    const trail = await h.sql<Row>(
      `select t.action, t.reason from {s}.audit_trail t join {s}.module m on m.id = t.module_id where m.name = 'leave_filing' and t.record_id = $1 and t.action = 'void'`,
      [vacation.id],
    )
    expect(trail).toMatchObject([{ action: 'void', reason }])
    // Five days of credit, and one of them is taken on the last day.
    const run = await finalPay()
    expect(await converted(run, 'employee')).toBe('4')
    expect(await problemsOf(run, 'employee', 'leave_after_last_day')).toEqual([])
    await drop(run)
  })

  test('filings for them, or for days before the hire date, cannot be submitted', async () => {
    await leaves('sales', '2026-12-04')
    const tried = async (module: string, values: Row) => {
      const draft = await h.data('hr', 'POST', module, { employee_id: id('sales'), reason: 'Work', ...values })
      const { status, body } = await h.call('hr', 'POST', `${module}/${String(draft.id)}/post`, {})
      return [status, body.rule, body.message]
    }
    const refused = [422, 'E_NOT_EMPLOYED', 'The last day of sales, sales is 2026/12/04. File for dates until then.']
    const hours = { start_at: '2026-12-10T10:00:00Z', end_at: '2026-12-10T12:00:00Z', overtime_type: 'post_shift' }
    expect(await tried('overtime_filing', { date: '2026-12-10', ...hours })).toEqual(refused)
    expect(await tried('leave_filing', leave('2026-12-03', '2026-12-07'))).toEqual(refused)
    expect(await tried('timelog_filing', { date: '2026-12-10', type: 'time_in', logged_at: '2026-12-10T00:00:00Z' })).toEqual(refused)
    expect(
      await tried('shift_adjustment', {
        date_from: '2026-12-10',
        date_to: '2026-12-10',
        shift_template_id: 2,
        employees: [{ employee_id: id('sales') }],
      }),
    ).toEqual(refused)
    await h.sql("update {s}.employee set date_hired = '2026-11-20' where id = $1", [id('sales')])
    expect((await tried('timelog_filing', { date: '2026-11-19', type: 'time_in', logged_at: '2026-11-19T00:00:00Z' }))[1]).toBe(
      'E_NOT_EMPLOYED',
    )
    await h.sql("update {s}.employee set date_hired = '2024-03-04' where id = $1", [id('sales')])
  })

  test('leave that is not cancelled is a problem of the final pay, which is recomputed once its credits are free', async () => {
    const vacation = await approved('buyer', 'leave_filing', leave('2026-12-14', '2026-12-16'))
    // Separations of earlier versions left the filings as they were.
    await h.sql("update {s}.employee set date_separated = '2026-11-26', separation_cause = 'resignation' where id = $1", [id('buyer')])
    const run = await finalPay()
    expect(await converted(run, 'buyer')).toBe('2')
    expect(await problemsOf(run, 'buyer', 'leave_after_last_day')).toEqual([
      `error: ${String(vacation.transaction_no)}: leave for 3 days after the last day, 2026/11/26, is not paid in cash. Void the filing and precompute again`,
    ])
    await h.data('hr', 'POST', `leave_filing/${String(vacation.id)}/void`, { void_reason: 'Left before' })
    expect(await problemsOf(run, 'buyer', 'stale')).toEqual([
      'error: The leave to be paid in cash changed after this was computed: precompute again',
    ])
    await h.data('payroll', 'POST', `payroll/${run}/precompute`, {})
    expect([await converted(run, 'buyer'), await problemsOf(run, 'buyer', 'stale')]).toEqual(['5', []])
    await drop(run)
  })
})

test('company property that was lost or not returned is a problem of the final pay and leaves its task open', async () => {
  await leaves('cashier', '2026-11-27')
  const asset = await h.data('hr', 'POST', 'employee_asset', {
    employee_id: id('cashier'),
    asset_code: 'LT-1',
    asset_name: 'Laptop',
    status: 'Issued',
  })
  const run = await finalPay()
  const problem = (what: string) => [
    `warning: Company property is not returned: ${what}. Record the return, or deduct what the employee owes for it with an adjustment`,
  ]
  const listed = () => problemsOf(run, 'cashier', 'property_not_returned')
  const change = async (values: Row) => {
    const { version } = await h.data('hr', 'GET', `employee_asset/${String(asset.id)}`)
    await h.data('hr', 'PUT', `employee_asset/${String(asset.id)}`, { version, ...values })
  }
  const task = async () =>
    (
      await h.sql<{ status: string }>(
        "select status from {s}.employee_task where employee_id = $1 and name = 'Company property returned' order by id desc limit 1",
        [id('cashier')],
      )
    )[0]?.status
  // Nothing was issued when the separation was saved; the task is checked again with the next last day.
  await leaves('cashier', '2026-11-28')
  expect([await listed(), await task()]).toEqual([problem('Laptop (LT-1)'), 'open'])
  await change({ status: 'Lost' })
  expect([await listed(), await task()]).toEqual([problem('Laptop (LT-1, lost)'), 'open'])
  await change({ status: 'Returned', date_returned: '2026-11-25' })
  expect([await listed(), await task()]).toEqual([[], 'done'])
  await drop(run)
})

test('an employee rehired on the same record has a hire movement, hiring tasks and an account, and keeps the leaving tasks', async () => {
  const user = h.people.warehouse!.user_id
  const signsIn = async () =>
    (
      await h.sql<Row>(
        'select u.is_active, r.code as role from {s}."user" u join {s}.user_role r on r.id = u.user_role_id where u.id = $1',
        [user],
      )
    )[0]
  const tasks = async (occasion: string) =>
    (
      await h.sql<{ basis_date: string; name: string; status: string }>(
        'select basis_date::text, name, status from {s}.employee_task where employee_id = $1 and occasion = $2 order by id',
        [id('warehouse'), occasion],
      )
    ).map(({ basis_date, name, status }) => `${basis_date} ${name} ${status}`)
  await leaves('warehouse', '2026-11-20')
  await details('warehouse', { status: 'inActive' })
  expect(await signsIn()).toEqual({ is_active: false, role: 'WAREHOUSE' })
  const leaving = await tasks('leaving')
  expect(leaving).toContain('2026-11-20 Clearance open')
  await details('warehouse', {
    date_separated: null,
    separation_reason: null,
    separation_cause: null,
    date_hired: '2026-11-25',
    status: 'active',
  })
  const movements = await h.sql<Row>(
    "select movement_type, effective_date::text from {s}.personal_movement where employee_id = $1 and movement_type in ('Hire', 'Separation') order by id",
    [id('warehouse')],
  )
  expect(movements).toEqual([
    { movement_type: 'Separation', effective_date: '2026-11-20' },
    // The record has its first day no more.
    { movement_type: 'Hire', effective_date: '2024-03-04' },
    { movement_type: 'Hire', effective_date: '2026-11-25' },
  ])
  expect(await tasks('leaving')).toEqual(leaving)
  expect(await tasks('hiring')).toEqual(expect.arrayContaining(['2026-11-25 Signed contract open', '2026-11-25 Rate of pay done']))
  // Human Resources do not administer users: the account has the default role, as that of a new employee.
  expect(await signsIn()).toEqual({ is_active: true, role: 'EMPLOYEE' })
  // Correcting the hire date is no other hire.
  await details('warehouse', { date_hired: '2026-11-26' })
  expect((await tasks('hiring')).filter((task) => task.startsWith('2026-11-26'))).toEqual([])
})

test('payroll and the manager are notified of a last day and of its withdrawal; borrowers are notified of a released loan', async () => {
  await leaves('timekeeper', '2026-12-31')
  await details('timekeeper', { date_separated: null, separation_reason: null, separation_cause: null })
  for (const who of ['payroll', 'approver'])
    expect((await noticesOf(who)).filter((text) => text.startsWith('timekeeper'))).toEqual([
      'timekeeper, timekeeper: last day 2026/12/31',
      'timekeeper, timekeeper: separation of 2026/12/31 taken back',
    ])
  const [type] = await h.sql<{ id: number }>("select id from {s}.loan_type where code = 'COMPANY'")
  const loan = await h.data('payroll', 'POST', 'loan_entry', {
    branch_id: 1,
    employee_id: id('timekeeper'),
    loan_type_id: type!.id,
    start_date: '2026-12-01',
    principal: 3000,
    terms: 3,
  })
  for (const action of ['post', 'process']) await h.data('payroll', 'POST', `loan_entry/${String(loan.id)}/${action}`, {})
  expect(await noticesOf('timekeeper')).toContain(`${String(loan.transaction_no)}: your loan was released`)
})

// proves: notify[].when
test('payroll is notified of a requested certificate with pay and can release it; a certificate from before the last day is no leaving task', async () => {
  const ask = async (document_type: string) => {
    const { id: record } = await h.file('hr', 'employee_requisition', { employee_id: id('accountant'), purpose: 'Visa', document_type })
    return h.data('approver', 'POST', `employee_requisition/${String(record)}/approve`, {})
  }
  const release = (who: string, record: Row) => h.call(who, 'POST', `employee_requisition/${String(record.id)}/process`, {})
  const paid = await ask('COE with Compensation')
  const plain = await ask('COE without Compensation')
  const titles = (await noticesOf('payroll')).filter((text) => text.startsWith('REQ-'))
  expect(titles).toEqual([`${String(paid.transaction_no)}: release the COE with Compensation of accountant`])
  expect([(await release('payroll', paid)).status, (await release('hr', plain)).status]).toEqual([200, 200])
  const task = async () =>
    (
      await h.sql<{ status: string }>(
        "select status from {s}.employee_task where employee_id = $1 and name = 'Certificate of employment'",
        [id('accountant')],
      )
    )[0]?.status
  await leaves('accountant', '2026-11-26')
  expect(await task()).toBe('open')
  h.server.clock.advanceTo('2026-11-26T01:00:00.000Z')
  await release('hr', await ask('COE without Compensation'))
  expect(await task()).toBe('done')
})
