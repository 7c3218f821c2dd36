/** People of one office share an address, but not the limit of its requests; tokens that never were good do. */
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRequestLimit, type RequestLimit } from './request-limit.ts'
import { registerSecurity } from './security.ts'

const MAX = 3
const token = (name: string): string => name.padEnd(20, 'x')
let app: FastifyInstance
let limit: RequestLimit
beforeEach(async () => {
  app = Fastify()
  limit = createRequestLimit()
  await registerSecurity(app, { requestsPerMinute: MAX, limit })
  app.get('/api/v1/thing', () => 'ok')
  app.get('/assets/app-1a2b.js', () => 'ok')
})
afterEach(() => app.close())

const ask = async (url: string, bearer?: string, times = 1): Promise<number[]> => {
  const codes: number[] = []
  for (let n = 0; n < times; n++)
    codes.push((await app.inject({ url, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })).statusCode)
  return codes
}

test('each session has a separate limit', async () => {
  const [hr, buyer] = [token('hr'), token('buyer')]
  limit.signedIn(hr)
  limit.signedIn(buyer)
  expect(await ask('/api/v1/thing', hr, MAX + 1)).toEqual([200, 200, 200, 429])
  expect(await ask('/api/v1/thing', buyer, MAX)).toEqual([200, 200, 200])
  expect(await ask('/api/v1/thing', undefined, MAX + 1)).toEqual([200, 200, 200, 429])
})

test('invalid tokens share one limit', async () => {
  for (let n = 0; n < MAX; n++) expect(await ask('/api/v1/thing', token(`guess-${n}`))).toEqual([200])
  expect(await ask('/api/v1/thing', token('guess-last'))).toEqual([429])
})

test('files of the application are not counted', async () => {
  expect(await ask('/assets/app-1a2b.js', undefined, 2 * MAX)).toEqual(Array.from({ length: 2 * MAX }, () => 200))
  expect(await ask('/api/v1/thing')).toEqual([200])
})
