/** An import that changes existing records: by the key of the module, with the rules of a change by hand, all rows or none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['key_device', 'key_visit'], { code: 'IMU', today: '2026-11-22' })
})
afterAll(() => h?.close())

const upload = async (text: string, query = '', { module = 'key_device', seen = '' } = {}): Promise<Row> => {
  const boundary = 'xxBOUNDARYxx'
  const part = (disposition: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const payload = `${seen && part('name="seen"', seen)}${part('name="file"; filename="in.csv"\r\nContent-Type: text/csv', text)}--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await h.app.http.inject({ method: 'POST', url: `/api/v1/${module}/import?${query}`, headers, payload })
  const body = answer.json() as { data?: Row; details?: Row }
  return body.data ?? body.details ?? (body as Row)
}
const device = async (code: string): Promise<Row> => ((await h.call('GET', `key_device/paginate?code=${code}`)).body.data as Row[])[0]!
const exported = async (query = ''): Promise<string> =>
  (await h.app.http.inject({ method: 'GET', url: `/api/v1/key_device/exportCSV?for=import${query}` })).body.replace('\uFEFF', '')

test('rows are matched by code; only their columns change, the preview says what, and the audit trail has it', async () => {
  const pump = await h.make('key_device', {
    code: 'P1',
    name: 'Pump',
    price: 10,
    seen_on: '2026-11-01',
    parts: [{ name: 'Seal', months: 3 }],
  })
  await h.make('key_device', { code: 'P2', name: 'Valve', price: 20 })
  const sheet = 'Code,Name,Price\np1,Pump,15.50\nP2,Valve,20\n'
  const preview = await upload(sheet, 'preview=true&mode=update')
  expect(preview).toMatchObject({ total: 2, created: 0, updated: 1, unchanged: 1, errors: [], key: 'Code' })
  expect(preview.rows).toEqual([
    { row: 2, result: 'changed', record: 'P1 · Pump', changes: [{ field: 'Price', from: '₱10.00', to: '₱15.50' }] },
  ])
  expect(await upload(sheet, 'mode=update&report=true')).toMatchObject({
    updated: 1,
    report: '\uFEFFRow,Result,Record,Field,From,To,Message\r\n2,Changed,P1 · Pump,Price,₱10.00,₱15.50,\r\n3,Unchanged,P2 · Valve,,,,\r\n',
  })
  const after = ((await h.call('GET', `key_device/find/${String(pump.id)}`)).body.data ?? {}) as Row
  expect(after).toMatchObject({ code: 'P1', price: 15.5, seen_on: '2026-11-01', version: 2, parts: [{ name: 'Seal' }] })
  const trail = `select action from "${h.company.schema}".audit_trail where record_id = $1 and module_id = (select id from "${h.company.schema}".module where name = 'key_device') order by id`
  expect(await h.database.db.query(trail, [pump.id])).toMatchObject([{ action: 'create' }, { action: 'update' }])
  expect((await device('P2')).version).toBe(1)
})

test('a row without a record is an error, or a new record where both are wanted', async () => {
  const sheet = 'Code,Name,Price\nP1,Pump,16\nP9,Hose,5\n'
  const message = 'There is no key device with this value that you can change.'
  expect((await upload(sheet, 'mode=update')).errors).toEqual([{ row: 3, field: 'Code', message }])
  expect(await upload(sheet, 'mode=create_update')).toMatchObject({ created: 1, updated: 1 })
  expect(await device('P9')).toMatchObject({ name: 'Hose', price: 5 })
  const twice = await upload('Code,Price\nP1,1\nP1,2\n', 'mode=update')
  expect(twice.errors).toEqual([{ row: 3, message: 'The same record is in row 2.' }])
})

test('an empty cell keeps the value, or clears it where that is chosen', async () => {
  const sheet = 'Code,Price,Name\nP1,,Big pump\n'
  expect(await upload(sheet, 'mode=update')).toMatchObject({ updated: 1 })
  expect(await device('P1')).toMatchObject({ name: 'Big pump', price: 16 })
  expect(await upload(sheet, 'mode=update&empty=clear')).toMatchObject({ updated: 1 })
  expect((await device('P1')).price).toBeNull()
  const refused = await upload('Code,Name\nP1,\n', 'mode=update&empty=clear')
  expect(refused.errors).toEqual([{ row: 2, field: 'Name', message: 'Field is required' }])
})

test('an export is imported again without a change; its version refuses a record that has changed since', async () => {
  await h.make('key_device', { code: 'T1', name: 'Top' })
  await h.make('key_device', { code: 'T2', name: 'Top', parent_id: (await device('T1')).id })
  // Two records have the name of T2's parent: the words of the present reference change nothing all the same.
  await h.make('key_device', { code: 'T3', name: 'Below', parent_id: (await device('T2')).id })
  const sheet = await exported()
  expect(sheet.split('\r\n')[0]).toBe('Record ID,Record version,Code,Name,Parent,Seen on,Price,Active')
  expect(await upload(sheet, 'preview=true&mode=update')).toMatchObject({ updated: 0, errors: [] })
  const changed = sheet.replace('Below', 'Beneath')
  await h.call('PUT', `key_device/${String((await device('T3')).id)}`, { price: 3 })
  const stale = await upload(changed, 'mode=update')
  expect(stale.errors).toMatchObject([{ message: 'Someone else changed this record after the file was exported. Export it again.' }])
  const renamed = (await exported()).replace('T3,Below', 'T4,Beneath')
  expect(await upload(renamed, 'mode=update')).toMatchObject({ updated: 1 })
  expect(await device('T4')).toMatchObject({ name: 'Beneath', price: 3 })
})

test('a record that changes between preview and import is an error of its row', async () => {
  const sheet = 'Code,Name\nT4,Lower\nT1,Top\n'
  const { seen } = await upload(sheet, 'preview=true&mode=update')
  await h.call('PUT', `key_device/${String((await device('T4')).id)}`, { price: 4 })
  const stale = await upload(sheet, 'mode=update', { seen: JSON.stringify(seen) })
  expect(stale.errors).toMatchObject([{ row: 2, message: expect.stringContaining('after the file was checked') }])
  expect(await device('T4')).toMatchObject({ name: 'Beneath', price: 4 })
})

test('lines are not changed, and say so', async () => {
  const refused = await upload('Code,Parts: Name\nP1,Seal\n', 'mode=update')
  expect(refused.errors).toMatchObject({ 'Parts: Name': [expect.stringContaining('changes no lines of existing records')] })
  const both = await upload('Code,Name,Parts: Name\nP1,Pump,Seal\nN1,New,Seal\n', 'mode=create_update')
  expect(both.errors).toMatchObject([{ row: 2, message: expect.stringContaining('changes no lines of existing records') }])
})

test('states, rights and fields of the system count as in a change by hand', async () => {
  const visit = await h.make('key_visit', { key_device_id: (await device('P1')).id, day: '2026-11-20' })
  const draft = await h.make('key_visit', { key_device_id: (await device('P1')).id, day: '2026-11-20' })
  await h.call('POST', `key_visit/${String(visit.id)}/post`, {})
  const sheet = `Record ID,Day\n${String(visit.id)},2026-11-21\n${String(draft.id)},2026-11-21\n`
  const refused = await upload(sheet, 'mode=update', { module: 'key_visit' })
  expect(refused.errors).toEqual([{ row: 2, field: 'Day', message: '"Day" cannot be changed while the record is posted.' }])
  // A row that changes nothing of a posted record is no error.
  const same = sheet.replace('2026-11-21', '2026-11-20')
  expect(await upload(same, 'mode=update', { module: 'key_visit' })).toMatchObject({ updated: 1, unchanged: 1 })
})

test('the right to make records is not the right to change them, nor the other way round', async () => {
  const rights = (...codes: string[]) => principalOf(h.modules, { username: codes.join(), grants: { key_device: codes } })
  const rows = [{ code: 'P1', name: 'Pump', price: 21 }]
  const send = (mode: string, as: Principal) => h.call('POST', `key_device/import?mode=${mode}`, { rows }, as)
  const maker = rights('index', 'view', 'new')
  const editor = rights('index', 'view', 'edit')
  expect((await send('update', maker)).status).toBe(403)
  expect((await send('create_update', editor)).status).toBe(403)
  expect((await send('update', editor)).body.data).toMatchObject({ updated: 1 })
})
