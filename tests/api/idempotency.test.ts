/** `Idempotency-Key`: once done, twice answered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/module.ts'
import { API } from '../../src/server/app.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['fixture_group'], { code: 'IDEM' })
})
afterAll(() => h.close())

async function send(key: string, payload: Row): Promise<{ status: number; body: Row }> {
  const answer = await h.app.http.inject({ method: 'POST', url: `${API}/fixture_group`, headers: { 'idempotency-key': key }, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const count = async (): Promise<number> => {
  const [row] = await h.database.db.query<{ n: number }>(`select count(*)::int as n from "${h.company.schema}".fixture_group`)
  return row!.n
}

test('a request sent twice, even at once, is carried out once and answered twice', async () => {
  const [one, two] = await Promise.all([send('a-1', { code: 'A', name: 'Alpha' }), send('a-1', { code: 'A', name: 'Alpha' })])
  expect(one.status).toBe(200)
  expect(two).toEqual(one)
  expect(await send('a-1', { code: 'A', name: 'Alpha' })).toEqual(one)
  expect(await count()).toBe(1)
})

test('a key stands for one request: another body, or nonsense for a key, is refused', async () => {
  expect(await send('a-1', { code: 'B', name: 'Beta' })).toMatchObject({ status: 422, body: { rule: 'E_IDEMPOTENCY' } })
  expect(await send('two words', { code: 'B', name: 'Beta' })).toMatchObject({ status: 400 })
  expect(await count()).toBe(1)
})

test('what failed may be tried again with its key; keys of yesterday are forgotten', async () => {
  expect(await send('c-1', { code: 'C' })).toMatchObject({ status: 400 })
  expect(await send('c-1', { code: 'C', name: 'Gamma' })).toMatchObject({ status: 200 })
  h.clock.advanceTo('2026-11-23')
  expect(await send('d-1', { code: 'D', name: 'Delta' })).toMatchObject({ status: 200 })
  const keys = await h.database.db.query(`select key from "${h.company.schema}".idempotency`)
  expect(keys).toEqual([{ key: 'd-1' }])
})
