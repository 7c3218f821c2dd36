/** Lists that came with a later version, in a company whose own lists are older. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
beforeAll(async () => {
  instance = await startInstance('later', ['LATE'])
})
afterAll(() => instance.stop())

test('a list that is new is loaded as far as the lists that it refers to go', async () => {
  const { db } = instance.server.database
  const codes = async (): Promise<unknown[]> =>
    (await db.query<{ code: string }>('SELECT DISTINCT c.code FROM co_late.state s JOIN co_late.country c ON c.id = s.country_id')).map(
      ({ code }) => code,
    )
  expect((await codes()).length).toBeGreaterThan(100)
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.state; DELETE FROM co_late.country WHERE code NOT IN ('US', 'JP'); SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  expect((await codes()).sort()).toEqual(['JP', 'US'])
})
