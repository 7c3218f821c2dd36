/** Filings that are pending while what their approvers are determined by changes: they come before the new ones at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
beforeAll(async () => {
  h = await startFilings('APCH')
  await h.server.startJobs()
  // What a saved employee must have.
  await h.sql(`update {s}.employee set gender = 'female', birth_at = '1990-01-01', date_hired = '2024-01-15',
    civil_status_id = (select min(id) from {s}.civil_status), citizenship_id = (select min(id) from {s}.citizenship),
    employment_type_id = (select min(id) from {s}.employment_type)`)
})
afterAll(() => h.stop())

let day = 0
const business = (username = 'employee'): Promise<Row> => {
  day += 1
  const date = `2026-12-${String(day).padStart(2, '0')}`
  return h.file(username, 'official_business_filing', {
    date_from: date,
    date_to: date,
    time_from: '09:00',
    time_to: '12:00',
    destination: 'BIR',
    purpose: 'Books of account',
  })
}
const approve = (username: string, record: Row) => h.call(username, 'POST', `official_business_filing/${String(record.id)}/approve`, {})
const stands = async (username: string, record: Row): Promise<boolean> =>
  (await h.data<Row[]>(username, 'GET', 'supervisor_portal?limit=200')).some(
    (row) => row.id === `official_business_filing:${String(record.id)}`,
  )
const asked = async (username: string, record: Row): Promise<number> =>
  (await h.data<Row[]>(username, 'GET', 'notification?limit=200')).filter(
    (row) => row.title === `Official Business Filing ${String(record.transaction_no)}: approval due`,
  ).length
const awaiting = async (record: Row): Promise<unknown> =>
  (await h.data('employee', 'GET', `official_business_filing/${String(record.id)}`)).awaiting
const soon = { timeout: 15_000, interval: 250 }
const employee = (name: string, values: Row) => h.data('hr', 'PUT', `employee/${h.people[name]!.employee_id}`, values)

test('after a transfer to another manager, the new manager decides and is notified', async () => {
  await h.sql('update {s}.employee set manager_id = $1 where id = $2', [h.people.hr!.employee_id, h.people.employee!.employee_id])
  const team = await h.data('hr', 'POST', 'team', { code: 'FIELD', name: 'Field', leader_id: h.people.approver!.employee_id })
  const record = await business()
  const other = await business('sales')
  expect([await stands('hr', record), await stands('approver', record)]).toEqual([true, false])
  await expect.poll(() => asked('approver', other), soon).toBe(1)
  await h.data('hr', 'POST', 'personal_movement', {
    employee_id: h.people.employee!.employee_id,
    movement_type: 'Transfer',
    effective_date: '2026-11-25',
    to_team_id: team.id,
  })
  await expect.poll(() => stands('approver', record), soon).toBe(true)
  await expect.poll(() => asked('approver', record), soon).toBe(1)
  expect(await stands('hr', record)).toBe(false)
  expect(await awaiting(record)).toEqual(['Aurora Villanueva'])
  // Another leader of the team takes over in turn; what has not changed is no news.
  await h.data('hr', 'PUT', `team/${String(team.id)}`, { leader_id: h.people.hr!.employee_id })
  await expect.poll(() => stands('hr', record), soon).toBe(true)
  await h.data('hr', 'PUT', `team/${String(team.id)}`, { leader_id: h.people.approver!.employee_id })
  await expect.poll(() => stands('approver', record), soon).toBe(true)
  expect(await asked('approver', other)).toBe(1)
  expect((await approve('hr', record)).body.rule).toBe('E_APPROVAL')
  expect((await approve('approver', record)).status).toBe(200)
  await employee('employee', { team_id: null })
})

test('a new approval flow, and a flow that ends, apply to pending records', async () => {
  await employee('employee', { manager_id: h.people.approver!.employee_id })
  const record = await business()
  expect(await stands('approver', record)).toBe(true)
  const flow = await h.data('hr', 'POST', 'approval_flow', {
    name: 'Official business',
    module_id: await h.moduleId('official_business_filing'),
    scope: 'company',
    levels: [{ level: 1, approver_type: 'user', approver_id: h.people.hr!.user_id }],
  })
  await expect.poll(() => stands('hr', record), soon).toBe(true)
  await expect.poll(() => asked('hr', record), soon).toBe(1)
  expect(await stands('approver', record)).toBe(false)
  expect((await approve('approver', record)).status).not.toBe(200)
  await h.data('hr', 'DELETE', `approval_flow/${String(flow.id)}`)
  await expect.poll(() => stands('approver', record), soon).toBe(true)
  expect(await stands('hr', record)).toBe(false)
  expect((await approve('approver', record)).status).toBe(200)
})

test('when a role loses the right to approve, or has it again, what is pending follows', async () => {
  const record = await business()
  expect([await stands('approver', record), await stands('hr', record)]).toEqual([true, false])
  const [role] = await h.sql<{ id: number }>(`select user_role_id as id from {s}."user" where id = $1`, [h.people.approver!.user_id])
  const moduleId = await h.moduleId('official_business_filing')
  const path = `user_role/${String(role!.id)}`
  const { modules } = await h.data<{ modules: Row[] }>('admin', 'GET', path)
  const grant = (codes: (given: string[]) => string[]) =>
    h.data('admin', 'PUT', path, {
      modules: modules.map(({ id, application_id, module_id, permission_codes, is_enabled }) => ({
        id,
        application_id,
        module_id,
        is_enabled,
        permission_codes: module_id === moduleId ? codes(permission_codes as string[]) : permission_codes,
      })),
    })
  await grant((given) => given.filter((code) => code !== 'approval'))
  await expect.poll(() => stands('hr', record), soon).toBe(true)
  await expect.poll(() => asked('hr', record), soon).toBe(1)
  await grant((given) => given)
  await expect.poll(() => stands('hr', record), soon).toBe(false)
  expect((await approve('approver', record)).status).toBe(200)
})

test('when an approver leaves, the others who can approve see the pending records and are notified', async () => {
  const record = await business()
  expect([await stands('approver', record), await stands('hr', record)]).toEqual([true, false])
  await employee('approver', { date_separated: '2026-11-20', separation_reason: 'Resignation' })
  await expect.poll(() => stands('hr', record), soon).toBe(true)
  await expect.poll(() => asked('hr', record), soon).toBe(1)
  expect((await approve('hr', record)).status).toBe(200)
})
