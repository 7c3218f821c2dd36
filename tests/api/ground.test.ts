/** What the ground of the server holds out: crowds, guessers and large sheets. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { signIn, startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let admin: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  instance = await startInstance('ground', ['GROUND'])
  admin = await signIn(instance.server, 'GROUND', 'admin')
})
afterAll(() => instance.stop())

test('ten times as many requests as connections are all answered, writes included', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 2 ? admin.call('GET', 'brand/paginate?limit=5') : admin.call('POST', 'brand', { code: `C${n}`, name: `Crowd ${n}` }),
    ),
  )
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect((await admin.call('GET', 'brand/paginate?limit=1&search=Crowd')).body.pagination).toMatchObject({ total: 50 })
})

test('a user name is locked after five wrong passwords, known or not, and others are not', async () => {
  const login = async (username: string, password: string) =>
    (
      await instance.server.app.http.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { username, password, company_code: 'GROUND' },
      })
    ).statusCode
  for (const name of ['sales', 'nobody']) {
    for (let n = 0; n < 5; n++) expect(await login(name, 'wrong')).toBe(401)
    expect([name, await login(name, 'Demo#2026')]).toEqual([name, 429])
  }
  expect(await login('cashier', 'Demo#2026')).toBe(200)
})

test('a sheet of more than ten thousand rows is imported by a job, completely', async () => {
  await instance.server.startJobs()
  const done = new Promise<void>((resolve) => {
    const { events } = instance.server.services
    const publish = events.publish
    Object.assign(events, {
      publish: (company: string, event: { type: string; data: Row }) => {
        publish(company, event as never)
        if (event.type === 'job' && event.data.state !== 'active') resolve()
      },
    })
  })
  const rows = Array.from({ length: 10_001 }, (_, n) => ({ code: `R${n}`, name: `Row ${n}` }))
  const { status, body } = await admin.call('POST', 'manufacturer/import?preview=false', { rows })
  expect([status, body.message]).toEqual([200, undefined])
  const { job_id } = body.data as { job_id: string }
  await done
  expect((await admin.call('GET', `jobs/${job_id}`)).body.data).toMatchObject({ state: 'completed' })
  const [count] = await instance.server.database.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM co_ground.manufacturer WHERE code LIKE 'R%'`,
  )
  expect(count!.n).toBe(10_001)
})
