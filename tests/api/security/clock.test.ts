/** A wrong clock that is set back: timestamps in the future block no user and last no longer. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startInstance } from '../instance.ts'

const TODAY = '2026-11-20T09:00:00+08:00'
const LATER = '2026-12-20T09:00:00+08:00'
let instance: Awaited<ReturnType<typeof startInstance>>

beforeAll(async () => {
  instance = await startInstance('clock', ['CLOCK'], { frozenClock: true })
})
afterAll(() => instance.stop())
beforeEach(() => instance.server.clock.advanceTo(TODAY))

const post = async (url: string, payload: object) => {
  const answer = await instance.server.app.http.inject({ method: 'POST', url: `/api/v1/${url}`, payload })
  return { status: answer.statusCode, body: answer.json() as { data: { token: string } } }
}
const signIn = (password: string, username = 'admin') => post('login', { username, password, company_code: 'CLOCK' })
const look = async (token: string) =>
  (
    await instance.server.app.http.inject({
      method: 'GET',
      url: '/api/v1/brand/paginate?limit=1',
      headers: { authorization: `Bearer ${token}` },
    })
  ).statusCode
const fail = async (username: string) => {
  for (let n = 0; n < 5; n++) await signIn('wrong', username)
}

test('L6: a user name locked under a wrong clock is unlocked when the clock is set back, and can be locked again', async () => {
  instance.server.clock.advanceTo(LATER)
  await fail('buyer')
  expect((await signIn('Demo#2026', 'buyer')).status).toBe(429)
  instance.server.clock.advanceTo(TODAY)
  // The first failure after that starts a new count; the fifth locks.
  for (let n = 0; n < 4; n++) expect((await signIn('wrong', 'buyer')).status).toBe(401)
  expect((await signIn('wrong', 'buyer')).status).toBe(401)
  expect((await signIn('Demo#2026', 'buyer')).status).toBe(429)
  // Half a minute between the clocks of two processes opens no lock.
  instance.server.clock.advanceTo(new Date(Date.parse(TODAY) - 30_000))
  expect((await signIn('Demo#2026', 'buyer')).status).toBe(429)
})

test('L6: a session dated a month ahead ends when the clock is set back', async () => {
  instance.server.clock.advanceTo(LATER)
  const { token } = (await signIn('Demo#2026')).body.data
  expect(await look(token)).toBe(200)
  instance.server.clock.advanceTo(TODAY)
  expect(await look(token)).toBe(401)
})

test('L6: a clock set back within the life of a session does not prolong it', async () => {
  const { token } = (await signIn('Demo#2026')).body.data
  const advanceTo = (hours: number) => instance.server.clock.advanceTo(new Date(Date.parse(TODAY) + hours * 3_600_000))
  advanceTo(20)
  expect(await look(token)).toBe(200)
  // Twenty of its 24 hours are over, regardless of the present clock.
  advanceTo(2)
  expect(await look(token)).toBe(200)
  advanceTo(5)
  expect(await look(token)).toBe(200)
  advanceTo(7)
  expect(await look(token)).toBe(401)
})
