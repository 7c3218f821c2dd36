/** Exports without a reader, and with more columns than exist. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, startInstance } from '../instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  instance = await startInstance('exports', ['EXPO'])
  admin = await signIn(instance.server, 'EXPO', 'admin')
  // Some megabytes: more than the buffers between the server and a client that does not read.
  await instance.server.database.db.query(
    `insert into co_expo.brand (code, name, description) select 'X' || n, 'Brand ' || n, repeat('x', 900) from generate_series(1, 12000) n`,
  )
  await instance.server.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => instance.stop())

test('H4: clients that do not read hold no database connection', async () => {
  const { port } = instance.server.app.http.server.address() as AddressInfo
  const people = await Promise.all(['admin', 'buyer', 'warehouse', 'auditor'].map((name) => signIn(instance.server, 'EXPO', name)))
  const open: IncomingMessage[] = []
  await Promise.all(
    [...people, ...people, ...people].map(
      ({ token }) =>
        new Promise<void>((resolve, reject) => {
          const sent = httpRequest(
            { port, path: '/api/v1/brand/exportCSV?columns=code,name,description', headers: { authorization: `Bearer ${token}` } },
            (answer) => {
              // Paused from the beginning: nothing is read.
              open.push(answer)
              resolve()
            },
          )
          sent.on('error', reject)
          sent.end()
        }),
    ),
  )
  expect(open.map((answer) => answer.statusCode)).toEqual(open.map(() => 200))
  const { pool } = instance.server.database
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await admin.call('GET', 'brand/paginate?limit=1')).status).toBe(200)
  const fourth = await admin.call('GET', 'brand/exportCSV')
  expect([fourth.status, fourth.body.message]).toEqual([429, expect.stringContaining('exports open')])
  for (const answer of open) answer.destroy()
  await expect.poll(async () => (await admin.call('GET', 'brand/exportCSV?columns=code')).status).toBe(200)
})

test.each(['csv', 'xlsx'])('L1: columns chosen twice, or too many of them, are refused (%s)', async (format) => {
  const twice = await admin.call('GET', `brand/exportCSV?format=${format}&columns=${Array(1664).fill('id').join(',')}`)
  expect([twice.status, twice.body.errors]).toEqual([400, { columns: ['Choose 200 columns at most.'] }])
  const again = await admin.call('GET', `brand/exportCSV?format=${format}&columns=code,name,code`)
  expect([again.status, again.body.errors]).toEqual([400, { columns: ['The column "code" is chosen twice.'] }])
})
