/** Two companies in one instance: users of one can neither read nor write anything of the other, by no call, id or header. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field, ModuleSet, Row } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import type { Server } from '../../src/server/server.ts'
import { fingerprint } from './fingerprint.ts'
import { signIn, startInstance } from './instance.ts'
import { copyOf, makeDrafts } from './sound.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const SECRET = 'Zebra-Only-Beta'

let instance: Awaited<ReturnType<typeof startInstance>>
let server: Server
let alpha: Awaited<ReturnType<typeof signIn>>
let beta: Awaited<ReturnType<typeof signIn>>
let modules: ModuleSet
/** Ids that exist in the other company and not in the caller's own. */
const ids = { supplier: 0, file: 0, comment: 0, view: 0, job: '' }

const fingerprintOf = (schema: string) => fingerprint(server.database.db, schema)

const multipart = (name: string, text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  payload: `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--xx--\r\n`,
})
async function send(token: string, method: Method, url: string, more: { payload?: unknown; headers?: Record<string, string> } = {}) {
  const answer = await server.app.http.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { authorization: `Bearer ${token}`, ...more.headers },
    ...(more.payload === undefined ? {} : { payload: more.payload as object }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** An id that exists only in the other company, in every table with rows. */
const THEIRS = 70_001
/** Copies a row of each table of the other company to that id, under a name to be looked for. */
async function copyRows(): Promise<void> {
  const { db } = server.database
  await db.tx(async () => {
    await db.query('SET LOCAL session_replication_role = replica')
    const tables = await db.query<{ name: string; columns: { name: string; type: string }[] }>(
      `SELECT table_name AS name, json_agg(json_build_object('name', column_name, 'type', data_type) ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'co_beta' AND is_generated = 'NEVER' GROUP BY 1`,
    )
    const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
    for (const { fields, entity } of modules.values()) {
      const columns = columnsOf.get(entity.table) ?? []
      const unique = new Set(['name', 'code', ...fields.filter((field) => field.unique).map((field) => field.name)])
      const value = ({ name, type }: { name: string; type: string }) =>
        name === 'id' ? `${THEIRS}::bigint` : type === 'text' && unique.has(name) ? `'${SECRET}'` : quote(name)
      const names = columns.map((column) => quote(column.name)).join(', ')
      if (columns.some((column) => column.name === 'id'))
        await db.query(
          `INSERT INTO co_beta.${quote(entity.table)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${columns.map(value).join(', ')} FROM co_beta.${quote(entity.table)} ORDER BY id LIMIT 1 ON CONFLICT DO NOTHING`,
        )
    }
  })
}

beforeAll(async () => {
  instance = await startInstance('isolation', ['ALPHA', 'BETA'])
  await instance.server.startJobs()
  server = instance.server
  alpha = await signIn(server, 'ALPHA', 'admin')
  beta = await signIn(server, 'BETA', 'admin')
  modules = (await server.system('BETA', 'reading the modules')).modules
  for (const [code, caller] of [
    ['ALPHA', alpha],
    ['BETA', beta],
  ] as const) {
    const system = await server.system(code, 'preparing a test')
    await system.db.tx(() => makeGoods(system, { ...DEMO_COMPANIES[0]!, code }, 0.02))
    await makeDrafts(caller.call, modules, ['purchase_order', 'goods_receipt'])
  }
  const choices = async (module: string) => ((await beta.call('GET', `${module}/paginate?limit=1`)).body.data as Row[])[0]!.id as number
  // Ids far beyond what the first company has.
  for (const table of ['supplier', 'file', 'saved_view', 'comments'])
    await server.database.db.query(`SELECT setval(pg_get_serial_sequence('co_beta.${table}', 'id'), 5000)`)
  const made = await beta.call('POST', 'supplier', {
    code: 'ZB',
    name: SECRET,
    entity_type_id: await choices('entity_type'),
    payment_term_id: await choices('payment_term'),
    tax_type_id: await choices('tax_type'),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  ids.supplier = (made.body.data as Row).id as number
  const attached = JSON.parse((await send(beta.token, 'POST', `supplier/${ids.supplier}/attachments`, multipart('zebra.txt', SECRET))).text)
  ids.file = attached.data[0].id
  await beta.call('POST', `comments/supplier/${ids.supplier}`, { comment: SECRET })
  ids.comment = ((await beta.call('GET', `comments/supplier/${ids.supplier}`)).body.data as Row[])[0]!.id as number
  ids.view = ((await beta.call('POST', 'supplier/views', { name: SECRET, is_shared: true, definition: {} })).body.data as Row).id as number
  ids.job = '11111111-2222-4333-8444-555555555555'
  await server.database.db.query(
    `INSERT INTO co_beta.job_progress (job_id, queue, user_id, state, note) VALUES ($1, 'import', 1, 'completed', $2)`,
    [ids.job, SECRET],
  )
  await copyRows()
})
afterAll(() => instance.stop())

/** Every call there is, aimed at the other company's records. */
function* calls(): Generator<[Method, string, unknown?]> {
  const id = ids.supplier
  for (const module of modules.values()) {
    const name = module.name
    for (const path of [
      'paginate?limit=500&window=all',
      'dropdown?limit=500',
      `paginate?search=${SECRET}`,
      'exportCSV',
      'views',
      'dashboard_info',
      'paginate/floating',
    ])
      yield ['GET', `${name}/${path}`]
    for (const path of [
      `${id}`,
      `find/${id}`,
      `edit/${id}`,
      `${id}/items`,
      `${id}/timeline`,
      `${id}/links`,
      `${id}/attachments`,
      `${id}/duplicate`,
    ])
      yield ['GET', `${name}/${path}`]
    yield ['PUT', `${name}/${id}`, { name: 'taken', remarks: 'taken', version: 1 }]
    yield ['DELETE', `${name}/${id}`]
    yield ['POST', `${name}/${id}/print-form`, {}]
    yield ['DELETE', `${name}/${id}/attachments/${ids.file}`]
    yield ['GET', `${name}/defaults?source=supplier&ids=${id}`]
    yield ['PUT', `${name}/views/${ids.view}`, { name: 'taken' }]
    yield ['DELETE', `${name}/views/${ids.view}`]
    for (const transition of Object.keys(module.workflow?.transitions ?? {})) {
      yield ['POST', `${name}/${id}/${transition}`, {}]
      yield ['POST', `${name}/bulk/${transition}`, { ids: [id] }]
    }
    for (const panel of module.panels) {
      yield ['GET', `${name}/${id}/${panel.path}`]
      yield ['POST', `${name}/${id}/${panel.path}`, { line_1: 'taken' }]
    }
    for (const { method, path } of module.endpoints)
      yield [
        method,
        (path.startsWith('/') ? path.slice(1) : `${name}/${path}`).replaceAll(/\{\w+\}/g, String(id)),
        method === 'GET' ? undefined : {},
      ]
  }
  yield ['GET', `files/${ids.file}`]
  yield ['GET', `jobs/${ids.job}`]
  yield ['GET', `comments/supplier/${id}`]
  yield ['POST', `comments/supplier/${id}`, { comment: 'taken' }]
  yield ['DELETE', `comments/${ids.comment}`]
  yield ['GET', 'meta/modules']
  yield ['GET', 'meta/navigation']
  yield ['GET', 'meta/lookups?tables=tax_type.rates.rate']
  yield ['GET', 'meta/problems']
  yield ['GET', 'meta/modules/supplier/overlay']
  yield ['GET', 'validate']
  yield ['GET', 'supplier/paginate?filter[company_id]=2&filter[id]=5001']
}

test('no call with an ID of the other company answers or changes its data', async () => {
  const before = await fingerprintOf('co_beta')
  const leaks: string[] = []
  let tried = 0
  for (const [method, url, payload] of calls()) {
    const { status, text } = await send(alpha.token, method, url, payload === undefined ? {} : { payload })
    tried++
    // What was searched for may come back in an error, and nothing else.
    if (text.includes(SECRET) && (status < 400 || !url.includes(SECRET))) leaks.push(`${method} ${url}`)
    if (status >= 500) leaks.push(`${method} ${url}: ${status}`)
  }
  expect(leaks).toEqual([])
  expect(tried).toBeGreaterThan(1000)
  expect(await fingerprintOf('co_beta')).toEqual(before)
})

test('IDs of the other company are refused in creates, updates, previews, imports and attachments', async () => {
  const before = [await fingerprintOf('co_alpha'), await fingerprintOf('co_beta')]
  const wrong: string[] = []
  const theirs = new Set<string>()
  let tried = 0
  const taken = async (what: string, method: Method, url: string, payload: unknown, expected = [400, 404, 422]) => {
    const { status, text } = await send(alpha.token, method, url, { payload })
    tried++
    if (!expected.includes(status)) wrong.push(`${method} ${url} ${what}: ${status} ${text.slice(0, 100)}`)
    if (text.includes(SECRET)) wrong.push(`${method} ${url} ${what} tells: ${text.slice(0, 300)}`)
  }
  for (const table of modules.values()) {
    const found = await server.database.db.query(`SELECT 1 FROM co_beta.${quote(table.entity.table)} WHERE id = ${THEIRS}`).catch(() => [])
    if (found.length) theirs.add(table.name)
  }
  for (const name of ['supplier', 'item', 'user', 'branch', 'inventory_location', 'department', 'purchase_order', 'goods_receipt']) {
    const module = modules.get(name)!
    const [row] = (await alpha.call('GET', `${name}/paginate?limit=1&sort=id&window=all`)).body.data as Row[]
    if (!row) continue
    const record = (await alpha.call('GET', `${name}/${String(row.id)}`)).body.data as Row
    const bodies: [string, Row][] = []
    const odd = (field: Field) => {
      const id = field.to === undefined ? ids.file : THEIRS
      return field.storage.endsWith('[]') ? [id] : id
    }
    const refers = (field: Field) =>
      field.writable && (field.to !== undefined ? theirs.has(field.to) : /^(image|attachments?)$/.test(field.type))
    for (const field of module.fields.filter(refers)) bodies.push([field.name, { [field.name]: odd(field) }])
    for (const lines of module.lines.filter((line) => !line.readonly)) {
      const [line] = (copyOf(module, record)[lines.name] ?? []) as Row[]
      if (!line) continue
      for (const field of lines.fields.filter(refers))
        bodies.push([`${lines.name}.${field.name}`, { [lines.name]: [{ ...line, [field.name]: odd(field) }] }])
      bodies.push([`${lines.name}.id`, { [lines.name]: [{ ...line, id: THEIRS }] }])
    }
    for (const [what, body] of bodies) {
      await taken(what, 'POST', name, { ...copyOf(module, record), ...body })
      await taken(what, 'PUT', `${name}/${String(record.id)}`, { version: record.version, ...body })
      await taken(what, 'POST', `${name}/preview`, { ...copyOf(module, record), ...body }, [200, 400, 404, 422])
      await taken(what, 'POST', `${name}/import`, { rows: [{ ...copyOf(module, record), ...body }] })
    }
    // What is only shown is refused before any record is looked for.
    for (const { path, readonly } of module.panels)
      await taken('', 'POST', `${name}/${THEIRS}/${path}`, { line_1: 'taken', name: 'taken' }, readonly ? [403] : undefined)
    for (const id of name === 'supplier' ? [THEIRS, ids.supplier] : [THEIRS]) {
      const { status, text } = await send(alpha.token, 'POST', `${name}/${id}/attachments`, multipart('a.txt', 'hello'))
      if (status !== 404 || text.includes(SECRET)) wrong.push(`attachments of ${name} ${id}: ${status}`)
    }
    await taken('', 'POST', `comments/${name}/${THEIRS}`, { comment: 'taken' })
    await taken('', 'GET', `purchase_order/defaults?source=${name}&ids=${THEIRS}`, undefined)
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(150)
  const [ofAlpha, ofBeta] = [await fingerprintOf('co_alpha'), await fingerprintOf('co_beta')]
  expect([ofAlpha, ofBeta]).toEqual(before)
})

test('the same calls succeed for users of that company, so the test would notice a leak', async () => {
  expect((await send(beta.token, 'GET', `supplier/${ids.supplier}`)).text).toContain(SECRET)
  expect((await send(beta.token, 'GET', `files/${ids.file}`)).text).toBe(SECRET)
  expect((await send(beta.token, 'GET', `comments/supplier/${ids.supplier}`)).text).toContain(SECRET)
  expect((await send(beta.token, 'GET', 'supplier/views')).text).toContain(SECRET)
  expect((await send(beta.token, 'GET', `jobs/${ids.job}`)).text).toContain(SECRET)
})

test('a token opens its own company, whatever the headers say', async () => {
  for (const headers of [{ 'x-company-code': 'BETA' }, { 'x-company-code': 'beta' }]) {
    const { status, text } = await send(alpha.token, 'GET', `supplier/${ids.supplier}`, { headers })
    expect([status, text.includes(SECRET)]).toEqual([403, false])
  }
  const { text } = await send(alpha.token, 'GET', `supplier/paginate?company_code=BETA&search=${SECRET}`)
  expect(JSON.parse(text).data).toEqual([])
  expect((await send(`${alpha.token.slice(0, -1)}x`, 'GET', 'supplier/paginate')).status).toBe(401)
})

test('events of one company are not sent to the other', async () => {
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.http.server.address() as { port: number }
  const listen = async (token: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    return response.body!.pipeThrough(new TextDecoderStream()).getReader()
  }
  const [ofAlpha, ofBeta] = await Promise.all([listen(alpha.token), listen(beta.token)])
  const change = (caller: typeof alpha, id: number) => caller.call('PUT', `supplier/${id}`, { mobile: '09170000000' })
  const until = async (reader: typeof ofAlpha, word: string): Promise<string> => {
    let heard = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard += part.value
      if (heard.includes(word)) return heard
    }
    return heard
  }
  await change(beta, ids.supplier)
  expect(await until(ofBeta, `"id":${ids.supplier}`)).toContain('"module":"supplier"')
  // What happens next in the first company is the first thing heard there.
  const [brand] = [await alpha.call('POST', 'brand', { code: 'AB', name: 'Alpha brand' })]
  const heard = await until(ofAlpha, '"module":"brand"')
  expect(heard).toContain(`"id":${String((brand.body.data as Row).id)}`)
  expect(heard).not.toContain('"module":"supplier"')
})

test('the dashboard counts the companies in the list, not those of the instance', async () => {
  const listed = (await alpha.call('GET', 'company/paginate')).body.data as Row[]
  const { total_companies } = (await alpha.call('GET', 'command/dashboard')).body.data as Row
  expect([total_companies, listed.length]).toEqual([1, 1])
})
