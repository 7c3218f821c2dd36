/** `Idempotency-Key`: once done, twice answered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { API } from '../../src/server/app.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['fixture_group', 'fixture_master', 'fixture_order'], { code: 'IDEM' })
})
afterAll(() => h.close())

async function send(key: string, payload: Row, url = 'fixture_group'): Promise<{ status: number; body: Row }> {
  const answer = await h.app.http.inject({ method: 'POST', url: `${API}/${url}`, headers: { 'idempotency-key': key }, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const count = async (): Promise<number> => {
  const [row] = await h.database.db.query<{ n: number }>(`select count(*)::int as n from "${h.company.schema}".fixture_group`)
  return row!.n
}

test('a request sent twice, even at once, is executed once and answered twice', async () => {
  const [first, two] = await Promise.all([send('a-1', { code: 'A', name: 'Alpha' }), send('a-1', { code: 'A', name: 'Alpha' })])
  expect(first.status).toBe(200)
  expect(two).toEqual(first)
  expect(await send('a-1', { code: 'A', name: 'Alpha' })).toEqual(first)
  expect(await count()).toBe(1)
})

test('a key identifies one request: another body, or an invalid key, is refused', async () => {
  expect(await send('a-1', { code: 'B', name: 'Beta' })).toMatchObject({ status: 422, body: { rule: 'E_IDEMPOTENCY' } })
  expect(await send('two words', { code: 'B', name: 'Beta' })).toMatchObject({ status: 400 })
  expect(await count()).toBe(1)
})

test('a failed request can be repeated with its key; keys expire after a day', async () => {
  expect(await send('c-1', { code: 'C' })).toMatchObject({ status: 400 })
  expect(await send('c-1', { code: 'C', name: 'Gamma' })).toMatchObject({ status: 200 })
  h.clock.advanceTo('2026-11-23')
  expect(await send('d-1', { code: 'D', name: 'Delta' })).toMatchObject({ status: 200 })
  const keys = await h.database.db.query(`select key from "${h.company.schema}".idempotency`)
  expect(keys).toEqual([{ key: 'd-1' }])
})

let masters = 0
/** Orders that can be posted. */
async function orders(count: number): Promise<number[]> {
  const [group] = await h.database.db.query<{ id: number }>(`select id from "${h.company.schema}".fixture_group order by id limit 1`)
  const master = await h.make('fixture_master', { code: `M${++masters}`, name: 'Master', fixture_group_id: group!.id })
  const line = { fixture_master_id: master.id, qty: 1, unit_price: 10 }
  const order = { transaction_date: '2026-11-20', branch_id: 1, fixture_group_id: group!.id, items: [line] }
  const made: number[] = []
  for (let n = 0; n < count; n++) made.push(Number((await h.make('fixture_order', order)).id))
  return made
}
/** How often something was done with each. */
const executions = async (ids: readonly number[]): Promise<number[]> => {
  const rows = await h.database.db.query<{ id: number; n: number }>(
    `select record_id::int as id, count(*)::int as n from "${h.company.schema}".execution where module = 'fixture_order' and record_id = any($1) group by 1`,
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.n ?? 0)
}

test('a transition sent twice, even at once, is executed once and answered twice', async () => {
  const [id] = (await orders(1)) as [number]
  const url = `fixture_order/${id}/post`
  const [first, two] = await Promise.all([send('t-1', {}, url), send('t-1', {}, url)])
  expect([first.status, two]).toEqual([200, first])
  // Also when the record has moved on since.
  expect((await h.call('POST', `fixture_order/${id}/void`, { void_reason: 'twice' })).status).toBe(200)
  expect(await send('t-1', {}, url)).toEqual(first)
  expect(await send('t-1', {}, `fixture_order/${id}/void`)).toMatchObject({ status: 422, body: { rule: 'E_IDEMPOTENCY' } })
  // Without its key it is a new request, and refused.
  expect((await h.call('POST', url, {})).status).toBe(422)
})

test('a bulk action sent twice, even at once, executes once for each record and gives the same answer', async () => {
  const ids = await orders(4)
  expect((await h.call('DELETE', `fixture_order/${ids[1]}`)).status).toBe(200)
  const url = 'fixture_order/bulk/post'
  const [first, two] = await Promise.all([send('b-1', { ids }, url), send('b-1', { ids }, url)])
  expect(first).toMatchObject({ status: 200, body: { succeeded: 3, failed: 1, data: ids.map((id) => ({ id, success: id !== ids[1] })) } })
  expect(two).toEqual(first)
  expect(await executions(ids)).toEqual([1, 0, 1, 1])
  expect(await send('b-1', { ids }, url)).toEqual(first)
  expect(await send('b-1', { ids: ids.slice(1) }, url)).toMatchObject({ status: 422, body: { rule: 'E_IDEMPOTENCY' } })
})

test('an interrupted bulk action continues where it stopped, and its answer includes the earlier results', async () => {
  const ids = await orders(3)
  const { workflow } = (await h.ctx()).services
  const { carryOut } = workflow
  workflow.carryOut = async (...call) => {
    if (call[2].id === ids[2]) throw new Error('the lights went out')
    return carryOut(...call)
  }
  expect((await send('e-1', { ids }, 'fixture_order/bulk/post')).status).toBe(500)
  workflow.carryOut = carryOut
  expect(await executions(ids)).toEqual([1, 1, 0])
  expect(await send('e-1', { ids }, 'fixture_order/bulk/post')).toMatchObject({
    status: 200,
    body: { succeeded: 3, failed: 0, data: ids.map((id) => ({ id, success: true })) },
  })
  expect(await executions(ids)).toEqual([1, 1, 1])
})
