/** The first page of an application: what is under way in the documents that a person may list, and what was changed last. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

interface Overview {
  documents: { name: string; new: boolean; counts: { title: string; count: number; query: string }[] }[]
  recent: Row[]
}

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
const SCHEMA = 'co_page'
const insert = async (module: string, row: Row): Promise<number> => {
  const all: Row = { version: 1, updated_at: '2098-01-01T00:00:00Z', ...row }
  const names = Object.keys(all)
  const [made] = await instance.server.database.db.query<{ id: number }>(
    `INSERT INTO "${SCHEMA}"."${module}" (${names.map((name) => `"${name}"`).join()}) OVERRIDING SYSTEM VALUE VALUES (${names.map((_, index) => `$${index + 1}`).join()}) RETURNING id`,
    Object.values(all),
  )
  return made!.id
}
beforeAll(async () => {
  instance = await startInstance('page', ['PAGE'], { frozenClock: true })
  as = createClient(instance.server, 'PAGE')
  const supplier_id = await insert('supplier', { code: 'S1', name: 'Garcia Marketing', is_active: true })
  let no = 0
  const order = (row: Row) =>
    insert('purchase_order', {
      transaction_no: `PO-${++no}`,
      branch_id: 1,
      supplier_id,
      transaction_date: '2026-11-03',
      created_by: 1,
      ...row,
    })
  await order({ status: 'draft' })
  const waiting = await order({ status: 'draft' })
  await instance.server.database.db.query(
    `INSERT INTO "${SCHEMA}".approval_task (module, record_id, state, level) VALUES ('purchase_order', $1, 'pending', 1)`,
    [waiting],
  )
  await order({ status: 'posted', progress: 'open' })
  await order({ status: 'posted', progress: 'fully_served' })
  await order({ status: 'voided' })
  await order({ status: 'draft', branch_id: 2, updated_at: '2099-01-01T00:00:00Z' })
  const bill = (due_date: string, progress: string) =>
    insert('bill', {
      transaction_no: `B-${++no}`,
      branch_id: 1,
      supplier_id,
      status: 'posted',
      transaction_date: '2026-10-01',
      due_date,
      progress,
    })
  await bill('2026-11-01', 'unpaid')
  await bill('2026-11-02', 'partially_paid')
  await bill('2099-12-01', 'unpaid')
  // The accountant works for one branch.
  await instance.server.database.db.query(`UPDATE "${SCHEMA}"."user" SET branch_ids = '{1}' WHERE username = 'accountant'`)
})
afterAll(() => instance.stop())

const overview = async (application: string, who: string): Promise<Overview> =>
  (await as.user(who)('GET', `landing/${application}`)).body.data as Overview
const countsOf = ({ documents }: Overview, name: string) =>
  Object.fromEntries(documents.find((document) => document.name === name)!.counts.map(({ title, count }) => [title, count]))

test('it counts pending work, and each count opens the list of exactly these records', async () => {
  const found = await overview('procurement', 'buyer')
  expect(countsOf(found, 'purchase_order')).toEqual({ Draft: 2, 'Waiting for approval': 1, Open: 1 })
  expect(countsOf(found, 'bill')).toEqual({ Overdue: 2, Unpaid: 1 })
  expect(found.documents.find(({ name }) => name === 'purchase_order')!.new).toBe(true)
  for (const { name, counts } of found.documents)
    for (const { title, count, query } of counts) {
      const { body } = await as.user('buyer')('GET', `${name}/paginate?${query}`)
      // Drafts that wait for an approval are drafts, too.
      const extra = title === 'Draft' ? (countsOf(found, name)['Waiting for approval'] ?? 0) : 0
      expect([name, title, (body.pagination as Row).total]).toEqual([name, title, count + extra])
    }
  expect(found.recent[0]).toMatchObject({ module: 'purchase_order', badge: { title: 'Draft' } })
})

test('it shows only what the user may list, in their applications', async () => {
  const found = await overview('financial', 'accountant')
  expect(found.documents.find(({ name }) => name === 'purchase_order')!.new).toBe(false)
  // The draft of the other branch was changed last, and is not theirs to see.
  expect(countsOf(found, 'purchase_order')).toEqual({ Draft: 1, 'Waiting for approval': 1, Open: 1 })
  const changed = found.recent.map(({ module, label }) => `${String(module)} ${String(label)}`)
  expect(changed).toContainEqual(expect.stringContaining('purchase_order PO-1'))
  expect(changed).not.toContainEqual(expect.stringContaining('PO-6'))
  expect((await as.user('buyer')('GET', 'landing/financial')).status).toBe(404)
  expect((await as.user('employee')('GET', 'landing/procurement')).status).toBe(404)
})

test('Home lists what waits for the user’s decision, in all applications, and opens it', async () => {
  const waiting = async (who: string) => ((await as.user(who)('GET', 'landing/')).body.data as { waiting: Row[] }).waiting
  const [orders, ...others] = await waiting('approver')
  expect(others).toEqual([])
  expect(orders).toMatchObject({ module: 'purchase_order', count: 1, route: expect.stringMatching(/^\/procurement\/purchase_order\?/) })
  const query = String(orders!.route).split('?')[1]!
  const { body } = await as.user('approver')('GET', `purchase_order/paginate?${query}`)
  expect((body as unknown as { pagination: { total: number } }).pagination.total).toBe(1)
  // The buyer cannot decide, and the employee cannot open orders.
  expect([await waiting('buyer'), await waiting('employee')]).toEqual([[], []])
})
