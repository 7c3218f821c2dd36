/** The account of an employee follows their name and e-mail, as far as whoever changes them could change the account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
beforeAll(async () => {
  h = await startFilings('ACCF')
  for (const [name, column] of [
    ['civil_status', 'civil_status_id'],
    ['citizenship', 'citizenship_id'],
    ['employment_type', 'employment_type_id'],
  ]) {
    await h.sql(`insert into {s}.${name} (code, name) select 'TEST', 'Test' where not exists (select 1 from {s}.${name})`)
    await h.sql(`update {s}.employee set ${column} = (select min(id) from {s}.${name})`)
  }
  await h.sql(`update {s}.employee set gender = 'Female', birth_at = '1990-05-05', date_hired = '2024-03-04'`)
  await h.sql(
    `update {s}.employee e set email = u.email, first_name = u.first_name, last_name = u.last_name from {s}."user" u where u.id = e.user_id`,
  )
})
afterAll(() => h.stop())

const accountOf = async (username: string): Promise<Row> =>
  (await h.sql<Row>(`select email, first_name, last_name, name from {s}."user" where username = $1`, [username]))[0]!
async function applied(username: string, values: Row): Promise<void> {
  const request = await h.file(username, 'data_change_request', values)
  await h.data('approver', 'POST', `data_change_request/${String(request.id)}/approve`, {})
  await h.data('hr', 'POST', `data_change_request/${String(request.id)}/process`, {})
}

test('an applied change of name and e-mail reaches the user account, which gets the notification mails', async () => {
  await applied('employee', { last_name: 'Reyes-Cruz', email: 'reyes.cruz@example.com' })
  const account = await accountOf('employee')
  expect(account).toMatchObject({ last_name: 'Reyes-Cruz', email: 'reyes.cruz@example.com' })
  expect(account.name).toBe(`${String(account.first_name)} Reyes-Cruz`)
})

test('an e-mail address chosen for the account is not replaced', async () => {
  await h.sql(`update {s}."user" set email = 'chosen@example.com' where username = 'employee'`)
  await applied('employee', { email: 'private@example.com' })
  expect((await accountOf('employee')).email).toBe('chosen@example.com')
})

test('the e-mail of an account with more rights is not replaced, because it recovers the password', async () => {
  const [admin] = await h.sql<Row>(`select id, email from {s}."user" where username = 'admin'`)
  const [row] = await h.sql<{ id: number }>(
    `insert into {s}.employee (employee_no, full_name, first_name, last_name, user_id, status, email, shift_template_id, branch_id,
       gender, birth_at, date_hired, civil_status_id, citizenship_id, employment_type_id)
     select 'boss', 'Boss', 'Boss', 'Boss', $1, 'active', $2, 1, branch_id, gender, birth_at, date_hired, civil_status_id, citizenship_id,
       employment_type_id from {s}.employee where employee_no = 'employee' returning id`,
    [admin!.id, admin!.email],
  )
  const address = `employee/${row!.id}`
  const { version } = await h.data('hr', 'GET', address)
  const { status } = await h.call('hr', 'PUT', `${address}`, { version, email: 'taken.over@example.com' })
  const [employee] = await h.sql<Row>(`select email from {s}.employee where id = $1`, [row!.id])
  expect([status, employee!.email]).toEqual([200, 'taken.over@example.com'])
  expect((await accountOf('admin')).email).toBe(admin!.email)
})
