/**
 * Invalid and hostile input, generated from the modules' own fields: always a response with a message, never an internal
 * error, and a refused request writes nothing.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepsRecords } from '../../src/engine/model/kind.ts'
import type { Field, Json, Module, Row } from '../../src/engine/model/module.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import type { Server } from '../../src/server/server.ts'
import { signIn, startInstance } from './instance.ts'
import { workbook } from './workbook.ts'

const RUNS = 6
const SEED = 20261121
let instance: Awaited<ReturnType<typeof startInstance>>
let server: Server
let admin: Awaited<ReturnType<typeof signIn>>
let modules: readonly Module[]

beforeAll(async () => {
  instance = await startInstance('hostile', ['HOST'])
  server = instance.server
  admin = await signIn(server, 'HOST', 'admin')
  modules = [...(await server.system('HOST', 'reading the modules')).modules.values()]
})
afterAll(() => instance.stop())

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  readonly url: string
  readonly payload?: string | Buffer
  readonly headers?: Record<string, string>
}
async function send({ method, url, payload, headers }: Sent) {
  const answer = await server.app.http.inject({
    method,
    url: url.startsWith('/') ? url : `/api/v1/${url}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, text: answer.body }
}
/** Refused with words: 4xx and a message that a person can read. */
function refused({ status, text }: { status: number; text: string }): boolean {
  if (status < 400 || status >= 500) return false
  const { message } = JSON.parse(text) as { message?: unknown }
  return typeof message === 'string' && message.length > 5
}
const count = async (table: string): Promise<number> => {
  const [row] = await server.database.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM co_host.${quote(table)}`)
  return row!.n
}

const SQL = ["'; DROP TABLE co_host.supplier; --", "' OR 1=1 --", '$1', '%_%', '\\', "E'\\x00'", '$' + '{7*7}', '{{constructor}}']
const SCRIPT = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)']
const ODD = ['\u0000', 'a\u0000b', '\ud800', '\u202egnp.exe', '🦄'.repeat(50), 'NaN', 'Infinity', '-0', '1e309', ' ', '']
const texts = fc.constantFrom(...SQL, ...SCRIPT, ...ODD, 'x'.repeat(70_000))
const numbers = fc.constantFrom<unknown>(
  1e308,
  -1e308,
  1.5e-320,
  2 ** 53 + 1,
  -1,
  0.1 + 0.2,
  '9'.repeat(30),
  `1${'0'.repeat(400)}`,
  '0x10',
  '1,000',
  '١٢',
)
const shapes = fc.constantFrom<unknown>(
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { id: 1 },
  { $gt: 0 },
  { toString: 1 },
  [1, 2, 3],
  { __proto__: { admin: true } },
  JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": {}}}'),
)
const anything = fc.oneof(texts, numbers, shapes)
const dates = fc.constantFrom(
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '2026-1-1',
  'today',
  '-infinity',
  'infinity',
  '2026-11-21T25:00:00Z',
  '1e3',
)

const valueFor = (field: Field): fc.Arbitrary<unknown> =>
  field.storage === 'date' || field.storage === 'timestamptz' || field.storage === 'time' ? fc.oneof(dates, anything) : anything

/** A record with invalid values in some of its fields, lines included, and perhaps an unknown field. */
function records(module: Module): fc.Arbitrary<Row> {
  const part = (fields: readonly Field[]): fc.Arbitrary<Row> =>
    fc.record(Object.fromEntries(fields.filter((field) => field.storage !== 'none').map((field) => [field.name, valueFor(field)])), {
      requiredKeys: [],
    })
  const lines = Object.fromEntries(
    module.lines.map((line) => [line.name, fc.oneof(fc.array(part(line.fields), { maxLength: 3 }), anything)] as const),
  )
  return fc
    .tuple(
      part(module.fields),
      fc.record(lines, { requiredKeys: [] }),
      fc.constantFrom<Row>(
        {},
        { nonsense_field: 1 },
        { constructor: 1 },
        { valueOf: 'x' },
        { id: 7 },
        { version: 'x' },
        JSON.parse('{"__proto__": 1}'),
      ),
    )
    .map(([header, rows, extra]) => ({ ...header, ...rows, ...extra }))
}

const changes = (module: Module): boolean => keepsRecords(module.kind)

describe('records with odd values', () => {
  test('are refused with a message or stored unchanged, in every module', async () => {
    const faults: string[] = []
    for (const module of modules.filter(changes)) {
      const before = await count(module.entity.table)
      let stored = 0
      await fc.assert(
        fc.asyncProperty(records(module), async (row) => {
          const payload = JSON.stringify(row)
          const created = await send({ method: 'POST', url: module.name, payload })
          if (created.status === 200) stored++
          else if (!refused(created)) faults.push(`POST ${module.name} ${created.status} ${payload.slice(0, 300)}`)
          for (const [method, url] of [
            ['PUT', `${module.name}/1`],
            ['POST', `${module.name}/preview`],
          ] as const) {
            const answer = await send({ method, url, payload })
            if (answer.status !== 200 && !refused(answer)) faults.push(`${method} ${url} ${answer.status} ${payload.slice(0, 300)}`)
          }
        }),
        { seed: SEED, numRuns: RUNS },
      )
      const made = (await count(module.entity.table)) - before
      if (made !== stored) faults.push(`${module.name}: ${stored} records were accepted, and ${made} written`)
    }
    expect(faults).toEqual([])
  })

  test('text is stored exactly, and returned as text', async () => {
    for (const [n, name] of [...SQL, ...SCRIPT, '🦄', '\u202egnp.exe'].entries()) {
      const { status, body } = await admin.call('POST', 'brand', { code: `H${n}`, name })
      expect([status, (body.data as Row).name]).toEqual([200, name.trim()])
      const found = await admin.call('GET', `brand/paginate?search=${encodeURIComponent(name)}`)
      expect(found.status).toBe(200)
    }
    expect(await count('supplier')).toBe(0)
    expect(({} as Row).x).toBeUndefined()
  })
})

test('impossible IDs', async () => {
  const bad = [
    '0',
    '-1',
    '1.5',
    '9007199254740993',
    '9'.repeat(40),
    'abc',
    '%00',
    '%2e%2e%2f',
    '..%2f..%2fetc%2fpasswd',
    '1%20or%201=1',
    "1'",
    '%',
    '%E0%A4%A',
    '١',
    'null',
    '__proto__',
    'constructor',
  ]
  const faults: string[] = []
  for (const module of modules.filter(changes).slice(0, 8)) {
    for (const id of bad) {
      for (const [method, path] of [
        ['GET', id],
        ['GET', `find/${id}`],
        ['GET', `edit/${id}`],
        ['PUT', id],
        ['DELETE', id],
        ['GET', `${id}/timeline`],
        ['POST', `${id}/post`],
        ['POST', `${id}/print-form`],
        ['GET', `${id}/attachments`],
        ['GET', `${id}/address`],
      ] as const) {
        const answer = await send({
          method,
          url: `${module.name}/${path}`,
          ...(method === 'GET' || method === 'DELETE' ? {} : { payload: '{}' }),
        })
        if (!refused(answer)) faults.push(`${method} ${module.name}/${path}: ${answer.status} ${answer.text.slice(0, 80)}`)
      }
    }
  }
  for (const name of ['__proto__', 'constructor', 'toString', '%00', '..%2fuser', 'pg_catalog', '"user"', 'x'.repeat(500)])
    for (const path of ['', '/paginate', '/1'])
      if (!refused(await send({ method: 'GET', url: `${name}${path}` }))) faults.push(`GET ${name}${path}`)
  expect(faults).toEqual([])
})

describe('query strings', () => {
  const wild = [
    'page=-1',
    'page=0',
    'page=1e9',
    'page=x',
    'limit=-5',
    'limit=0',
    'limit=1.5',
    'limit=abc',
    'page=999999999&limit=500',
    'sort=nonsense',
    'sort=id;drop',
    'sort=id desc nulls last--',
    'sort=(select 1)',
    'sort=__proto__',
    'sort=status.x.y.z',
    'filter[nonsense]=1',
    'filter[id][evil]=1',
    'filter[id][in]=a,b',
    'filter[id][between]=1',
    'filter[id][gte]=zzz',
    'filter[created_at][gte]=notadate',
    'filter[__proto__]=1',
    'filter[constructor]=1',
    'toString=1',
    'filter={"id":{"in":[{"toString":1}]}}',
    'filter={"created_at":{"toString":1}}',
    'filter[id][__proto__]=1',
    'filter={"id":{"$where":"1"}}',
    'filter={broken',
    'filter[]=1',
    'filter[a][b][c][d]=1',
    'id=1&id=2&id=x',
    "id='; drop table x; --",
    'created_at=9999-99-99',
    'password=x',
    'search=%00',
    `search=${'x '.repeat(3000)}`,
    'window[]=all',
    'count=maybe',
    'fields=password',
    'columns=nope',
    'as_of=never',
  ]
  test('that are meaningless are refused or ignored, never an internal error', async () => {
    const faults: string[] = []
    // A module of each kind and shape: lists are one code for all.
    const some = ['supplier', 'purchase_order', 'user', 'settings', 'accounting_entry', 'stock_card', 'inventory_balance', 'general_ledger']
    for (const module of modules.filter((candidate) => some.includes(candidate.name))) {
      for (const query of wild) {
        for (const path of ['paginate', ...(changes(module) ? ['dropdown', 'exportCSV', 'paginate/floating'] : [])]) {
          const answer = await send({ method: 'GET', url: `${module.name}/${path}?${query}` })
          if (answer.status !== 200 && !refused(answer)) faults.push(`${module.name}/${path}?${query.slice(0, 60)}: ${answer.status}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  test('an unknown filter, operator or sort field is named in the error', async () => {
    for (const query of [
      'filter[nonsense]=1',
      'filter[name][evil]=1',
      'sort=nonsense',
      'page=-1',
      'filter={broken',
      'filter[created_at][gte]=notadate',
    ])
      expect([query, refused(await send({ method: 'GET', url: `supplier/paginate?${query}` }))]).toEqual([query, true])
  })
})

describe('request bodies', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const lines = (n: number) => JSON.stringify({ items: Array.from({ length: n }, () => ({ qty: 1, item_id: 1 })) })
  const bodies: readonly { title: string; payload: string | Buffer; headers?: Record<string, string> }[] = [
    { title: 'broken JSON', payload: '{"name": ' },
    { title: 'JSON that is no object', payload: '[1,2]' },
    { title: 'a text', payload: '"hello"' },
    { title: 'a number', payload: '42' },
    {
      title: 'names that every object has',
      payload: '{"constructor":1,"toString":"x","ids":[{"toString":1}],"rows":[{"toString":1}],"version":{"toString":1}}',
    },
    { title: 'null', payload: 'null' },
    { title: 'nothing', payload: '' },
    { title: 'deep nesting', payload: deep },
    { title: 'a thing of another kind', payload: '<xml/>', headers: { 'content-type': 'text/xml' } },
    { title: 'a form', payload: 'a=b&c=d', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { title: 'no kind at all', payload: 'zzz', headers: { 'content-type': '' } },
    { title: 'bytes', payload: Buffer.from([0xff, 0xfe, 0x00, 0x80]) },
    { title: 'more than is taken', payload: JSON.stringify({ name: 'x'.repeat(9_000_000) }) },
    { title: 'multipart without a boundary', payload: 'zzz', headers: { 'content-type': 'multipart/form-data' } },
    {
      title: 'multipart that breaks off',
      payload: '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    },
    { title: 'twenty thousand lines', payload: lines(20_000) },
    { title: 'a length that lies', payload: '{}', headers: { 'content-length': '99999' } },
  ]
  test.each(bodies)('$title', async ({ payload, headers }) => {
    const faults: string[] = []
    for (const url of [
      'supplier',
      'purchase_order',
      'purchase_order/preview',
      'purchase_order/1/post',
      'purchase_order/bulk/post',
      'supplier/import',
      'files',
      'login',
      'supplier/views',
      'comments/supplier/1',
      'supplier/1/address',
      'supplier/1/attachments',
      'user/changePassword',
      'purchase_order/1/print-form',
    ]) {
      const answer = await send({ method: 'POST', url, payload, ...(headers && { headers }) })
      if (answer.status >= 500 || (answer.status >= 400 && !refused(answer)))
        faults.push(`POST ${url}: ${answer.status} ${answer.text.slice(0, 100)}`)
    }
    const answer = await send({ method: 'PUT', url: 'meta/modules/supplier/overlay', payload, ...(headers && { headers }) })
    if (!refused(answer)) faults.push(`overlay: ${answer.status}`)
    expect(faults).toEqual([])
  })
})

describe('import files', () => {
  const sheet = (name: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n--xx--\r\n'),
    ])
  const cell = (cellName: string, text: string) => `<c r="${cellName}" t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`
  const LAUGHS = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(1000)}">${[...'bcdefgh'].map((name, n) => `<!ENTITY ${name} "${`&${'abcdefg'[n]};`.repeat(50)}">`).join('')}]>`
  const sheets: readonly (readonly [string, string, Buffer | string | (() => Buffer)])[] = [
    ['that are empty', 'a.csv', ''],
    ['with nothing but blank lines', 'a.csv', '\n\n\n'],
    ['with columns that nobody knows', 'a.csv', 'Nonsense,More\n1,2\n'],
    ['with the same column twice', 'a.csv', 'Code,Code,Name\n1,2,3\n'],
    ['with quotes that never end', 'a.csv', 'Code,Name\n"A,B\n'],
    ['with NUL bytes', 'a.csv', 'Code,Name\nA\u0000,B\n'],
    ['in no character set', 'a.csv', Buffer.from([0x43, 0x6f, 0x64, 0x65, 0x0a, 0xff, 0xfe, 0x80])],
    ['that are no workbook', 'a.xlsx', 'PK\u0003\u0004 not a zip at all'],
    ['of another kind', 'a.exe', 'MZ'],
    ['with formulas', 'a.csv', 'Code,Name\n=1+1,@SUM(A1)\n'],
    ['that end in the middle', 'a.xlsx', workbook(cell('A1', 'Code')).subarray(0, 400)],
    ['whose directory points nowhere', 'a.xlsx', workbook('').fill(0xff, -6 + workbook('').length, -2 + workbook('').length)],
    ['that unpack to hundreds of megabytes', 'a.xlsx', () => workbook('', '', new Uint8Array(200_000_000))],
    ['of more rows than there can be', 'a.xlsx', workbook('<row/>'.repeat(2_000_000))],
    ['with a row far out', 'a.xlsx', workbook(`${row(1, cell('A1', 'Code'))}${row(999_999_999, cell('A999999999', 'x'))}`)],
    ['with a row far out in other words', 'a.xlsx', workbook('<row r="&#57;99999999"/>')],
    ['with a row at no number', 'a.xlsx', workbook(row(1e300, cell('A1', 'x')))],
    ['with a column far out', 'a.xlsx', workbook(row(1, cell('ZZZZZZ1', 'Code')))],
    ['as wide and long as can be', 'a.xlsx', workbook(`${row(1, cell('XFD1', 'Code'))}${row(1_048_576, cell('A1048576', 'x'))}`)],
    ['with entities within entities', 'a.xlsx', workbook(row(1, cell('A1', '&b;')), LAUGHS)],
    ['with a file of the server', 'a.xlsx', workbook(row(1, cell('A1', '&f;')), '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>')],
  ]
  test.each(sheets)('%s', async (_title, name, content) => {
    const before = await count('supplier')
    const answer = await send({
      method: 'POST',
      url: 'supplier/import',
      payload: sheet(name, typeof content === 'function' ? content() : content),
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    })
    expect(refused(answer), answer.text.slice(0, 200)).toBe(true)
    expect(answer.text).not.toContain('root:')
    expect(await count('supplier')).toBe(before)
  })
})

test('headers and sign-in', async () => {
  const faults: string[] = []
  for (const headers of [
    { 'x-client-time': "'; drop --" },
    { 'x-client-time': '9999-99-99 99:99:99' },
    { 'user-agent': 'x'.repeat(5000) },
    { 'idempotency-key': 'ü' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(10_000)}` },
    { authorization: 'Basic YTpi' },
    { 'x-company-code': "' OR 1=1" },
    { 'x-http-method-override': 'DELETE; DROP' },
    { accept: 'image/png' },
    { 'accept-encoding': 'nonsense' },
    { 'if-none-match': '"'.repeat(100) },
  ] as Record<string, string>[]) {
    const answer = await send({
      method: 'POST',
      url: 'brand',
      payload: JSON.stringify({ code: `Q${faults.length}${Math.abs(JSON.stringify(headers).length)}`, name: 'Header' }),
      headers,
    })
    if (answer.status !== 200 && !refused(answer)) faults.push(`${JSON.stringify(headers).slice(0, 80)}: ${answer.status}`)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({ username: anything, password: anything, company_code: fc.oneof(fc.constant('HOST'), anything) }, { requiredKeys: [] }),
      async (body) => {
        const answer = await send({ method: 'POST', url: 'login', payload: JSON.stringify(body), headers: { authorization: '' } })
        if (!refused(answer)) faults.push(`login ${JSON.stringify(body).slice(0, 200)}: ${answer.status}`)
      },
    ),
    { seed: SEED, numRuns: 25 },
  )
  expect(faults).toEqual([])
})

describe('calls added by modules', () => {
  /** Words that calls read from a query or a body, beside those that their own forms name. */
  const WORDS = 'date date_from date_to from to year month page limit search status ids employee_id employee_ids pay_period_id rows entries'
  const SOUND: Row = {
    date_from: '2026-11-01',
    date_to: '2026-11-05',
    from: '2026-11-01',
    to: '2026-11-05',
    date: '2026-11-02',
    year: 2026,
  }
  const VALUES: readonly Json[] = [
    'x',
    '2026-02-30',
    -1,
    [null],
    '9999-12-31',
    { toString: 1 },
    'a\u0000b',
    1e308,
    '0000-00-00',
    [{ toString: 1 }],
    987_654_321,
    '\ud800',
    '9'.repeat(30),
    [1, 'x'],
    'x'.repeat(5000),
    true,
    2.5,
  ]
  const asText = (value: Json): string => encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  /** Each call takes the next values of the list, so that all of them meet calls of every kind. */
  let next = 0
  const value = (): Json => VALUES[next++ % VALUES.length]!

  test('answer malformed IDs, words and values with messages', async () => {
    const faults: string[] = []
    await server.startJobs()
    const developer = await signIn(server, 'HOST', 'developer')
    const authorization = { authorization: `Bearer ${developer.token}` }
    for (const module of modules)
      for (const { method, path, button } of module.endpoints) {
        const names = [...new Set([...(button?.input.map((field) => field.name) ?? []), ...WORDS.split(' ')])]
        const input = names[next % (button?.input.length || names.length)]!
        const asked: Row[] = [
          Object.fromEntries(names.map((name) => [name, value()])),
          { ...SOUND, [input]: value() },
          { ...SOUND, [names[next % names.length]!]: value() },
        ]
        for (const [n, row] of asked.entries()) {
          const url = `${module.name}/${path.replaceAll(/\{\w+\}/g, () => (n ? '1' : asText(value())))}`
          const words = Object.entries(row).map(([name, value]) => `${name}=${asText(value as Json)}`)
          const answer = await send(
            method === 'GET' || method === 'DELETE'
              ? { method, url: `${url}?${words.join('&')}`, headers: authorization }
              : { method, url, payload: JSON.stringify(row), headers: authorization },
          )
          if (answer.status >= 400 && answer.status !== 503 && !refused(answer))
            faults.push(`${method} ${url} ${JSON.stringify(row).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 80)}`)
        }
      }
    expect(faults).toEqual([])
  })
})
