/** What leaves the company, and what changes it, leaves an entry; what others own is not taken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { type Client, createClient } from '../client.ts'
import { startInstance } from '../instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client

beforeAll(async () => {
  instance = await startInstance('sec_writes', ['LEFT'])
  as = createClient(instance.server, 'LEFT')
})
afterAll(() => instance.stop())

const made = async (username: string, module: string, values: Row): Promise<Row> => {
  const { status, body } = await as.user(username)('POST', module, values)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Row
}
/** Newest entries of an action, as the administrator reads them. */
const entries = async (action: string): Promise<Row[]> => {
  const { body } = await as.user('admin')('GET', `audit_trail?filter[action]=${action}&limit=20`)
  const rows = body.data as Row[]
  return Promise.all(rows.map(async (row) => (await as.user('admin')('GET', `audit_trail/${row.id}`)).body.data as Row))
}

test('M8: a change of a module for the company leaves an entry with the overlay before and after', async () => {
  const overlay = { fields: { x_shelf: { type: 'text', title: 'Shelf' } } }
  const answer = await as.user('admin')('PUT', 'meta/modules/brand/overlay', { overlay })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [entry] = await entries('overlay')
  expect(entry).toMatchObject({ transaction_no: 'brand', old_values: { overlay: {} }, new_values: { overlay } })
})

test('M8: exports leave an entry with columns, filters and the number of rows', async () => {
  await made('buyer', 'brand', { code: 'LFT', name: 'Left' })
  const sheet = await as.user('buyer')('GET', 'brand/exportCSV?columns=code,name&filter[code]=LFT')
  expect(sheet.raw.toString()).toContain('LFT')
  const book = await as.user('buyer')('GET', 'brand/exportCSV?columns=code&format=xlsx&filter[code]=NONE')
  expect(book.status).toBe(200)
  const [second, first] = await entries('export')
  expect(first!.new_values).toMatchObject({ format: 'csv', columns: 'Code, Name', filter: { code: 'LFT' }, rows: 1, complete: true })
  expect(second!.new_values).toMatchObject({ format: 'xlsx', rows: 0, complete: true })
  expect((first!.user as Row).id).toBe((second!.user as Row).id)
  // What a confidential field was compared with is not repeated.
  const suppliers = await as.user('buyer')('GET', 'supplier/exportCSV?columns=code&filter[tin]=123-456-789-00000')
  if (suppliers.status === 200) expect((await entries('export'))[0]!.new_values).toMatchObject({ filter: { tin: '••••' } })
  else expect(suppliers.status).toBe(400)
})

test('M8: files that a call of a module answers leave an entry', async () => {
  const template = await as.user('admin')('GET', 'ytd_payroll/download-template')
  expect(template.status).toBe(200)
  expect((await entries('export'))[0]).toMatchObject({ new_values: { call: 'download-template' } })
})

test('L10: a file field accepts no file of another user', async () => {
  const token = await as.token('employee')
  const uploaded = await as.upload(token, 'files', { file: { name: 'mine.txt', body: Buffer.from('private to the employee') } })
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200)
  const logo = Number((uploaded.body.data as Row).id)
  const taken = await as.user('buyer')('POST', 'brand', { code: 'TKN', name: 'Taken', logo })
  expect([taken.status, taken.body.errors]).toEqual([400, { logo: ['The chosen file does not exist.'] }])
})
