/** The events that listeners receive: changes of records that they can see, and no others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { type Client, createClient } from '../client.ts'
import { startInstance } from '../instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
let port: number

beforeAll(async () => {
  instance = await startInstance('sec_events', ['HEAR'])
  as = createClient(instance.server, 'HEAR')
  await instance.server.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (instance.server.app.http.server.address() as { port: number }).port
})
afterAll(() => instance.stop())

/** Listens as a user; answers what was heard until a word comes. */
async function listen(username: string): Promise<(word: string) => Promise<string>> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { authorization: `Bearer ${await as.token(username)}` },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return async (word) => {
    while (!heard.includes(word)) {
      const part = await reader.read()
      if (part.done) break
      heard += part.value
    }
    return heard
  }
}
const make = async (username: string, module: string, values: Row): Promise<number> => {
  const { status, body } = await as.user(username)('POST', module, values)
  expect(status, JSON.stringify(body)).toBe(200)
  return Number((body.data as Row).id)
}

test('M5: changes of records are sent only to users who may see them', async () => {
  const [employee, buyer] = await Promise.all([listen('employee'), listen('buyer')])
  const brand = await make('buyer', 'brand', { code: 'HRD', name: 'Heard' })
  const supplier = await make('admin', 'bank', { code: 'HRDB', name: 'Heard bank' })
  const others = await make('admin', 'media_folder', { name: 'Private of the administrator', privacy: 'private' })
  const shared = await make('admin', 'media_folder', { name: 'For everybody', privacy: 'public' })
  const ownFolder = await make('employee', 'media_folder', { name: 'Private of the employee', privacy: 'private' })
  const heardByEmployee = await employee(`"module":"media_folder","id":${ownFolder}`)
  expect(heardByEmployee).toContain(`"module":"media_folder","id":${shared}`)
  expect(heardByEmployee).not.toContain(`"id":${others},`)
  expect(heardByEmployee).not.toMatch(/"module":"(brand|bank|user)"/)
  // The buyer's record comes last, so that all events before it have been sent.
  const last = await make('buyer', 'brand', { code: 'HRE', name: 'Heard last' })
  const heardByBuyer = await buyer(`"module":"brand","id":${last}`)
  expect(heardByBuyer).toContain(`"module":"brand","id":${brand}`)
  expect(heardByBuyer).not.toContain(`"id":${ownFolder},`)
  expect(supplier).toBeGreaterThan(0)
})
