/**
 * Every call that the catalogue numbers is asked for once: it reaches code of its own, or is listed as missing. Groups that
 * are finished may miss none. A call has code of its own when the server's description names its very address (of which
 * `security/openapi.test.ts` holds that it says neither more nor less than the server answers): a word of the address that
 * would be read as an id of something else is no answer, whatever the refusal says.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../../src/server/openapi/index.ts'
import type { OpenApi, PathItem } from '../../src/server/openapi/types.ts'
import endpoints from '../catalogue/endpoints.json' with { type: 'json' }
import { type Client, createClient, type Method } from './client.ts'
import { startInstance } from './instance.ts'

const number = (id: string) => Number(id.slice(1))
/** Numbers of the calls that answer; what once answered goes on doing so. */
const FINISHED: readonly (readonly [number, number])[] = [[1, 893]]
const isFinished = (id: string) => FINISHED.some(([from, to]) => number(id) >= from && number(id) <= to)

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
let document: OpenApi
/** Addresses of the description by their number of words. */
let described: ReadonlyMap<number, readonly { readonly words: readonly string[]; readonly item: PathItem }[]>
beforeAll(async () => {
  instance = await startInstance('coverage', ['COVR'])
  await instance.server.startJobs()
  as = createClient(instance.server, 'COVR')
  document = openApi((await instance.server.as('COVR', 'admin')).modules, { version: '0' })
  described = Map.groupBy(
    Object.entries(document.paths).map(([path, item]) => ({ words: path.split('/'), item })),
    ({ words }) => words.length,
  )
})
afterAll(() => instance.stop())

/** A call of a module, where the catalogue means any that has such a thing: lines, transitions and a printed form, or none. */
const ofModule = (path: string): string =>
  path.replace('{entity}', /\/\{id\}\/(items|post|void|print-form)$/.test(path) ? 'purchase_order' : 'brand')
/** A call of the path with something in place of its parameters. */
const filled = (path: string): string =>
  ofModule(path)
    .slice(1)
    .replace('{type}/{id}', 'brand/1')
    .replace('{type}', 'unread')
    .replace('{privacy}', 'public')
    .replaceAll(/\{name\}/g, 'BACKUP-1')
    .replaceAll(/\{\w+\}/g, '1')

const methodsOf = (item: PathItem): PathItem =>
  item.$ref ? document.paths[item.$ref.slice('#/paths/'.length).replaceAll('~1', '/').replaceAll('~0', '~')]! : item

/** Whether the description has the address word for word: only a parameter stands for a parameter. */
function isDescribed(verb: string, path: string): boolean {
  const wanted = ofModule(path).split('/')
  const isParameter = (word: string) => word.startsWith('{')
  return (described.get(wanted.length) ?? []).some(({ words, item }) => {
    const same = (word: string, index: number) =>
      isParameter(word) ? isParameter(wanted[index]!) : word === wanted[index] || word === wanted[index]!.replaceAll('-', '_')
    return words.every(same) && verb.toLowerCase() in methodsOf(item)
  })
}

test('every call of the finished groups reaches code made for it', async () => {
  const missing: string[] = []
  for (const { id, verb, path } of endpoints) {
    if (!isDescribed(verb, path)) {
      missing.push(id)
      continue
    }
    // Signing out would end the session that the others are asked with.
    const call = path === '/logout' ? as.withToken(await as.fresh('developer')) : as.user('developer')
    const method = verb as Method
    const { status, body } = await call(method, filled(path), method === 'GET' ? undefined : {})
    const nobody = status === 404 && /^Not found\.$|nothing at this address|Cannot find module|keeps no records/.test(String(body.message))
    if (nobody) missing.push(`${id} (${body.message})`)
    else if (status >= 500 && status !== 503) missing.push(`${id} (${status})`)
  }
  console.log(`${endpoints.length - missing.length} of ${endpoints.length} calls answer; missing: ${missing.join(' ')}`)
  expect(missing.filter((name) => isFinished(name.split(' ')[0]!))).toEqual([])
}, 300_000)

test('a call whose path word is read as an id does not count as answering', () => {
  expect(isDescribed('GET', '/sales_quotation/{id}')).toBe(true)
  expect(isDescribed('GET', '/sales_quotation/top_sellers')).toBe(false)
  expect(isDescribed('GET', '/item/{id}/price-level/paginate')).toBe(true)
  expect(isDescribed('GET', '/item/{id}/price-level/exportCSV')).toBe(false)
})
