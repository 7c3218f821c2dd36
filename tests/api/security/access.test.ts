/** Confidential fields over HTTP: withheld from who lacks their access, and never from the person whose they are. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Module, Row } from '../../../src/engine/model/module.ts'
import { type People, startPeople } from '../people-host.ts'

const SSS = '34-7654321-0'
let people: People
let employee: Row
beforeAll(async () => {
  people = await startPeople('SECACC', '2026-06-15', ['employee_id', 'bank_account'])
  const { harness, hire } = people
  employee = await hire({ last_name: 'Luna' })
  await harness.database.db.query(`update "${harness.company.schema}".employee set user_id = 8 where id = $1`, [employee.id])
  await harness.make('employee_id', { employee_id: employee.id, id_type: 'SSS', id_number: SSS })
})
afterAll(() => people.harness.close())

const data = <T = Row>(answer: { body: { data: unknown } }): T => answer.body.data as T

test('C1: government numbers require the access to personal data, and are part of no name', async () => {
  const { harness, person } = people
  const address = `employee/${employee.id}/employee-id`
  const keeper = person({ username: 'keeper', access: ['employment'] })
  const [row] = data<Row[]>(await harness.call('GET', address, undefined, keeper))
  expect([row!.id_type, row!.label]).toEqual(['SSS', expect.stringContaining('Luna')])
  expect(row).not.toHaveProperty('id_number')
  expect(data(await harness.call('GET', `${address}/${row!.id}`, undefined, keeper))).not.toHaveProperty('id_number')
  const picker = await harness.call('GET', `employee_id/dropdown?filter[employee_id]=${employee.id}`, undefined, keeper)
  expect(picker.text + JSON.stringify(picker.body)).not.toContain(SSS)
  const hr = person({ username: 'hr', access: ['personal'] })
  expect(data(await harness.call('GET', `${address}/${row!.id}`, undefined, hr))).toMatchObject({ id_number: SSS })
})

test('C1: people read their own data, and nothing of others', async () => {
  const { harness, hire, person } = people
  const grants = { employee: ['index', 'view'], employee_profile: ['index', 'view'] }
  const self = person({ username: 'own', user_id: 8, employee_id: Number(employee.id), grants, access: [] })
  const address = `employee/${employee.id}/employee-id`
  const [row] = data<Row[]>(await harness.call('GET', address, undefined, self))
  expect(row).toMatchObject({ id_type: 'SSS', id_number: '••••21-0' })
  expect(data(await harness.call('GET', `${address}/${row!.id}`, undefined, self))).toMatchObject({ id_number: SSS })
  const { belongings } = data<{ belongings: Record<string, Module> }>(await harness.call('GET', 'employee_profile/own', undefined, self))
  expect(belongings.employee_id!.columns.map(({ path }) => path)).toContain('id_number')
  expect((await harness.call('PUT', `${address}/${row!.id}`, { id_number: '34-1111111-1' }, self)).status).toBe(403)
  const other = await hire({ last_name: 'Rizal' })
  expect((await harness.call('GET', `employee/${other.id}/employee-id`, undefined, self)).status).toBe(404)
})

test('C1: bank accounts are shown by bank and holder, and the number requires its access', async () => {
  const { harness, person } = people
  const bank = await harness.make('bank', { code: 'BDO', name: 'BDO Unibank' })
  const values = { owner_type: 'employee', owner_id: employee.id, bank_id: bank.id, account_no: '985314682650' }
  const made = await harness.make('bank_account', { ...values, account_name: 'Juana Luna', account_type: 'Payroll' })
  expect(made.label).toBe('BDO Unibank · Payroll · Juana Luna')
  const clerk = person({ username: 'clerk', access: [] })
  expect(data(await harness.call('GET', `bank_account/${made.id}`, undefined, clerk))).not.toHaveProperty('account_no')
  const payroll = person({ username: 'payroll', access: ['bank_details'] })
  expect(data(await harness.call('GET', `bank_account/${made.id}`, undefined, payroll))).toMatchObject({ account_no: '985314682650' })
})
