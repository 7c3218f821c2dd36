/**
 * Every call that the catalogue numbers is asked for once: it answers something of its own, or is listed as
 * missing. Groups that are finished may miss none.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import endpoints from '../catalogue/endpoints.json' with { type: 'json' }
import { type Client, createClient, type Method } from './client.ts'
import { startInstance } from './instance.ts'

const number = (id: string) => Number(id.slice(1))
/** Numbers of the calls that answer; what once answered goes on doing so. */
const FINISHED: readonly (readonly [number, number])[] = [
  [1, 85],
  [107, 477],
  [480, 490],
  [494, 498],
  [504, 557],
  [560, 617],
  [638, 639],
  [660, 740],
  [762, 810],
  [818, 893],
]
const isFinished = (id: string) => FINISHED.some(([from, to]) => number(id) >= from && number(id) <= to)

let it: Awaited<ReturnType<typeof startInstance>>
let as: Client
beforeAll(async () => {
  it = await startInstance('coverage', ['COVR'])
  await it.server.startJobs()
  as = createClient(it.server, 'COVR')
})
afterAll(() => it.stop())

/** A call of the path with something in place of its parameters. */
const filled = (path: string): string =>
  path
    .slice(1)
    .replace('{type}/{id}', 'brand/1')
    .replace('{type}', 'unread')
    .replace('{privacy}', 'public')
    .replaceAll(/\{entity\}/g, 'brand')
    .replaceAll(/\{name\}/g, 'BACKUP-1')
    .replaceAll(/\{\w+\}/g, '1')

test('every call of the finished groups answers', async () => {
  const missing: string[] = []
  for (const { id, verb, path } of endpoints) {
    // Signing out would end the session that the others are asked with.
    const token = path === '/logout' ? await as.fresh('developer') : await as.token('developer')
    const method = verb as Method
    const { status, body } = await as.withToken(token)(method, filled(path), method === 'GET' ? undefined : {})
    // A name that is taken for the id of a record finds none: of a path without ids that is no answer.
    const notFound = /nothing at this address|Cannot find module|keeps no records/.test(String(body.message))
    const nothing = status === 404 && (notFound || (method === 'GET' && !path.includes('{')))
    if (nothing) missing.push(id)
    else if (status >= 500 && status !== 503) missing.push(`${id} (${status})`)
  }
  const ranges = missing.join(' ')
  console.log(`${endpoints.length - missing.length} of ${endpoints.length} calls answer; missing: ${ranges}`)
  expect(missing.filter((one) => isFinished(one.split(' ')[0]!))).toEqual([])
})
