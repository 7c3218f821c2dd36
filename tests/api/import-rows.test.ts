/** Rows of a sheet: numbers as they are written, codes by case, rows that name rows above; and what effects write elsewhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { loadFixtures } from '../../src/server/companies/fixtures.ts'
import { requestSchema } from '../../src/server/openapi/schemas.ts'
import type { ModuleStore } from '../../src/server/platform/meta/store.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['key_device', 'key_visit', 'chart_of_account'], { code: 'IMR', today: '2026-11-22' })
})
afterAll(() => h?.close())

const upload = async (text: string, { preview = false, module = 'key_device', mode = 'create' } = {}): Promise<Row> => {
  const boundary = 'xxBOUNDARYxx'
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="in.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await h.app.http.inject({
    method: 'POST',
    url: `/api/v1/${module}/import?preview=${preview}&mode=${mode}`,
    headers,
    payload,
  })
  const body = answer.json() as { data?: Row; details?: Row }
  return body.data ?? body.details ?? (body as Row)
}
const device = async (code: string): Promise<Row> => ((await h.call('GET', `key_device/paginate?code=${code}`)).body.data as Row[])[0]!

test('a row that a new company cannot begin with is named with its file', async () => {
  const ctx = await h.ctx()
  const module = { ...ctx.modules.get('key_device')!, rows: 'key_device.rows.json' }
  const rows = { fixtureText: () => '[{"code":"F1","name":"First"},{"code":"F2","name":"Second","is_active":"perhaps"}]' }
  const load = loadFixtures({ ...ctx, modules: new Map([['key_device', module]]) }, rows as unknown as ModuleStore)
  await expect(load).rejects.toThrow(/^A row of key_device\.rows\.json is wrong\. "Active": .* The row: \{"code":"F2"/)
})

test('a decimal comma is refused, thousands separators are accepted', async () => {
  const preview = await upload('Code;Name;Price\nN1;Pump;1,5\nN2;Valve;"1.234,50"\nN3;Hose;"1,234.50"\n', { preview: true })
  const message = 'This is not a number. Write it as 1234.50.'
  expect(preview.errors).toEqual([
    { row: 2, field: 'Price', message },
    { row: 3, field: 'Price', message },
  ])
  expect(preview).toMatchObject({ total: 3, valid: 1 })
})

test('forms and imports refuse codes that differ only in case; existing ones stay distinct records', async () => {
  const upper = await h.make('key_device', { code: 'A1', name: 'Big' })
  const small = { code: 'a1', name: 'Small' }
  expect((await h.call('POST', 'key_device', small)).body.errors).toEqual({ code: ['This value is already used.'] })
  // As in a company from before the rule.
  await h.database.db.query(`DROP INDEX "${h.company.schema}".key_device__code__lower`)
  const lower = await h.make('key_device', small)
  expect(await upload('Code,Name,Parent\nC1,Child,A1\nC2,Child,a1\n')).toMatchObject({ created: 2, errors: [] })
  expect([(await device('C1')).parent_id, (await device('C2')).parent_id]).toEqual([upper.id, lower.id])
  expect((await upload('Code,Name\nB1,Big\nb1,Small\nc1,Again\n', { preview: true })).errors).toEqual([
    { row: 3, field: 'Code', message: 'The same value is in row 2.' },
    { row: 4, field: 'Code', message: 'This value is already used.' },
  ])
})

test('a row can refer to a row above it, and all rows or none are imported', async () => {
  const sheet = 'Code,Name,Parent\n9000,Plant,\n9010,Line,9000\n9011,Cell,9010\n'
  expect(await upload(sheet, { preview: true })).toMatchObject({ total: 3, valid: 3, errors: [] })
  expect(await upload(sheet)).toMatchObject({ created: 3 })
  const [plant, line, cell] = [await device('9000'), await device('9010'), await device('9011')]
  expect([plant.parent_id, line.parent_id, cell.parent_id]).toEqual([null, plant.id, line.id])

  const reversed = await upload('Code,Name,Parent\n9110,Line,9100\n9100,Plant,\n')
  expect(reversed.errors).toEqual([{ row: 2, field: 'Parent', message: '"9100" is in row 3, below this one. Move it above.' }])
  const unfit = await upload('Code,Name,Parent,Active\n9200,Plant,,No\n9210,Line,9200,Yes\n')
  expect(unfit.errors).toMatchObject([{ row: 3, field: 'Parent', message: expect.stringContaining('not active') }])
  expect(await device('9200')).toBeUndefined()
})

test('when a document sets a value in a record, the record and its rows are recomputed, and again by its void', async () => {
  const { id } = await h.make('key_device', { code: 'D1', name: 'Forklift', parts: [{ name: 'Oil', months: 6 }] })
  const visit = await h.make('key_visit', { key_device_id: id, day: '2026-11-20' })
  expect((await h.call('POST', `key_visit/${String(visit.id)}/post`, {})).status).toBe(200)
  expect(await device('D1')).toMatchObject({ seen_on: '2026-11-20', next_due: '2027-02-20' })
  const partDue = async () => ((await h.call('GET', `key_device/find/${String(id)}`)).body.data as { parts: Row[] }).parts[0]?.due
  expect(await partDue()).toBe('2027-05-20')
  expect((await h.call('POST', `key_visit/${String(visit.id)}/void`, { void_reason: 'wrong device' })).status).toBe(200)
  expect(await device('D1')).toMatchObject({ seen_on: null, next_due: null })
  expect(await partDue()).toBeNull()
})

test('an account cannot have a role that no posting knows', async () => {
  const account = { code: '9900', name: 'Odd', type: 'Asset', normal_balance: 'Debit' }
  const refused = await h.call('POST', 'chart_of_account', { ...account, role: 'nonsense_role' })
  expect(refused.status).toBe(400)
  expect(refused.body.errors?.role).toEqual(['There is no account role "nonsense_role". Choose another, or leave it empty.'])
  const misspelt = await h.call('POST', 'chart_of_account', { ...account, role: 'alowance_doubtful' })
  expect(misspelt.body.errors?.role).toEqual(['There is no account role "alowance_doubtful". Did you mean "allowance_doubtful"?'])
  const sheet = 'Code,Name,Type,Normal balance,Account role\n9901,Odd,Asset,Debit,nonsense_role\n'
  expect((await upload(sheet, { module: 'chart_of_account' })).errors).toMatchObject([{ row: 2, field: 'Account role' }])
  expect((await h.call('POST', 'chart_of_account', { ...account, role: 'undeposited_collections' })).status).toBe(200)
})

// proves: fields.*.optionsOf
test('an account role is a choice by its name, and one whose package was removed stays until it is changed', async () => {
  const row = 'Allowance,Asset,Credit,allowance for doubtful accounts\n'
  expect(await upload(`Code,Name,Type,Normal balance,Account role\n9905,${row}`, { module: 'chart_of_account' })).toMatchObject({
    created: 1,
  })
  const accounts = async (query: string) => (await h.call('GET', `chart_of_account/paginate?${query}`)).body.data as Row[]
  const [made] = await accounts('role=allowance_doubtful')
  expect(made).toMatchObject({ code: '9905', role: 'allowance_doubtful' })

  await h.database.db.query(`update "${h.company.schema}".chart_of_account set role = 'fleet_fuel' where id = $1`, [made!.id])
  const path = `chart_of_account/${String(made!.id)}`
  const renamed = await h.call('PUT', path, { role: 'fleet_fuel', name: 'Fuel' })
  expect(renamed.body.data).toMatchObject({ role: 'fleet_fuel', name: 'Fuel' })
  const sheet = await upload(`ID,Name,Account role\n${String(made!.id)},Fuel and oil,fleet_fuel\n`, {
    module: 'chart_of_account',
    mode: 'update',
  })
  expect([sheet.errors, (await accounts('role=fleet_fuel'))[0]?.name]).toEqual([[], 'Fuel and oil'])
  expect((await h.call('PUT', path, { role: 'fleet_oil' })).status).toBe(400)

  const described = requestSchema(h.modules.get('chart_of_account')!).properties as Record<string, { anyOf: { enum?: string[] }[] }>
  expect(described.role!.anyOf[0]!.enum).toContain('allowance_doubtful')
})
