import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type Server } from '../../src/server/server.ts'
import { ownConfig } from '../api/instance.ts'
import { companyTemplate, takeOver } from '../api/template.ts'

/** The tutorial is followed to the letter: its files are added to a company that exists, and its calls are made. */
const text = readFileSync(join(import.meta.dirname, '../../docs/tutorial.md'), 'utf8')
const blocks = [...text.matchAll(/```(json|http)([^\n]*)\n([\s\S]*?)```/g)].map(([, language, path, body]) => ({
  language,
  path: path!.trim(),
  body: body!,
}))
const extra = blocks.filter(({ language, path }) => language === 'json' && path).map(({ path, body }) => ({ path, text: body }))
const calls = blocks
  .filter(({ language }) => language === 'http')
  .map(({ body }) => {
    const [first, ...rest] = body.trim().split('\n')
    const [method, url] = first!.split(' ') as ['GET' | 'POST' | 'PUT', string]
    const [, status, path, value] = /^→ (\d+) ([\w.]+) = (.+)$/.exec(rest.at(-1)!)!
    return { method, url, payload: rest.slice(0, -1).join('\n'), status: Number(status), path: path!, value: JSON.parse(value!) as unknown }
  })

let server: Server
let token = ''
let drop: () => Promise<void>

beforeAll(async () => {
  const { config, drop: away } = await ownConfig('tutorial', await companyTemplate())
  drop = away
  const added: typeof extra = []
  server = await createServer({ config, extra: added })
  await takeOver(server, 'TUTOR')
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { username: 'admin', password: 'Demo#2026', company_code: 'TUTOR' },
  })
  token = answer.json<{ data: { token: string } }>().data.token
  // As the watcher of `npm run dev` does when a file is saved.
  added.push(...extra)
  expect(server.store.reload()).toEqual([])
  await server.syncCompanies()
})
afterAll(async () => {
  await server.close()
  await drop()
})

test('the tutorial has steps to follow', () => {
  expect(extra.length).toBeGreaterThan(1)
  expect(calls.length).toBeGreaterThan(5)
})

test.each(calls)('$method $url $payload answers $status', async ({ method, url, payload, status, path, value }) => {
  const answer = await server.app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
    ...(payload ? { payload } : {}),
  })
  expect(answer.statusCode, answer.body).toBe(status)
  let found: unknown = answer.json()
  for (const step of path.split('.')) found = (found as Record<string, unknown>)[step]
  expect(Array.isArray(found) ? found[0] : found).toEqual(value)
})
