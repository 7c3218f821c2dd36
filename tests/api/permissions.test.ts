/** Steps of workflows, panels, files, views, branches and hidden fields, by every role of the demo, on its documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepsRecords } from '../../src/engine/model/kind.ts'
import type { Module, ModuleSet, Row } from '../../src/engine/model/module.ts'
import { DEMO_USERS } from '../../src/server/demo/index.ts'
import { documentForm } from '../../src/server/print/document.ts'
import { requireKeeper } from '../../src/server/records/routes/files.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { ownConfig } from './instance.ts'
import { alike, type Caller, ensureRows, type Grants, granted, NOBODY, readGrants } from './permissions-host.ts'
import { DEMO_CLOCK, demoTemplate, productStore } from './template.ts'

const records = (module: Module) => keepsRecords(module.kind)

let server: Server
let drop: () => Promise<void>
let modules: ModuleSet
let callers: Grants['callers']
let people: Grants['people']
let codesOf: Grants['codesOf']

beforeAll(async () => {
  const { config, drop: away } = await ownConfig('permissions', await demoTemplate())
  drop = away
  server = await createServer({ config: { ...config, clock: DEMO_CLOCK }, store: productStore(), requestsPerMinute: 10_000_000 })
  await server.startJobs()
  ;({ modules, callers, people, codesOf } = await readGrants(server))
  await ensureRows(server, modules)
})
afterAll(async () => {
  await server.close()
  await drop()
})

const firstRow = async (who: Caller, module: Module): Promise<Row | undefined> =>
  ((await who.call('GET', `${module.name}/paginate?limit=1&window=all`)).body.data as Row[] | undefined)?.[0]
/** The first row of a module, asked for once: the tests that aim at it leave it there. */
const anyRows = new Map<Module, Promise<Row | undefined>>()
const anyRow = (module: Module): Promise<Row | undefined> => {
  const row = anyRows.get(module) ?? firstRow(callers.get('admin')!, module)
  anyRows.set(module, row)
  return row
}

describe.each(DEMO_USERS.map(({ username }) => username))('%s', (username) => {
  test('workflow transitions require their permission', async () => {
    const caller = callers.get(username)!
    const wrong: string[] = []
    for (const module of modules.values()) {
      if (!module.workflow) continue
      const codes = codesOf(username, module.name)
      // Rows with owners depend on who asks; users without any code are refused alike.
      const sharers = module.entity.owner !== undefined && codes.size > 0 ? [username] : alike(codesOf, username, module.name)
      const transitions = Object.values(module.workflow.transitions).filter(
        (_, index) => index % sharers.length === sharers.indexOf(username),
      )
      if (!transitions.length) continue
      const visible = granted(codes, module, 'view') ? await firstRow(caller, module) : undefined
      const row = visible ?? (await anyRow(module))
      // Rows of a module with owners are there for their owners, and for who may see all.
      const sees = visible !== undefined
      if (!row) {
        wrong.push(`${module.name} has no row`)
        continue
      }
      // Users who can edit can take back their own filing that is not approved yet.
      const owner = module.entity.owner
      const mine = module.kind === 'filing' && owner !== undefined && Number(row[owner]) === people.get(username)?.employee_id
      const takesBack = mine && codes.has('edit') && row.status !== 'approved'
      for (const { name, code, reverses } of transitions) {
        // A version that no record has: an allowed caller gets a conflict, and nothing is done.
        const { status, body: answer } = await caller.call('POST', `${module.name}/${String(row.id)}/${name}`, { version: -1 })
        const may = granted(codes, module, code) || (reverses && takesBack)
        // A declared call is refused by its code before any row is looked at, and refuses a row that has no state.
        const declared = module.endpoints.some((endpoint) => endpoint.method === 'POST' && endpoint.path === `{id}/${name}`)
        const expected = declared && !may ? [403] : !sees ? [404] : !may ? [403] : declared ? [409, 200, 422] : [409, 200]
        if (!expected.includes(status))
          wrong.push(`${module.name} ${name}: ${status} ${String(answer.message)}, expected ${expected.join()}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('the global search finds only records that the user may open', async () => {
    const caller = callers.get(username)!
    const wrong: string[] = []
    for (const text of ['2026', 're', 'san', 'D-000']) {
      for (const { module, id, label } of (await caller.call('GET', `search?q=${text}`)).body.data as Row[]) {
        const { status } = await caller.call('GET', `${String(module)}/${String(id)}`)
        if (status !== 200) wrong.push(`${String(module)} ${String(label)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('panels show and change only what is granted', async () => {
    const caller = callers.get(username)!
    const may = (module: Module, code: string) => granted(codesOf(username, module.name), module, code)
    const wrong: string[] = []
    for (const owner of modules.values()) {
      if (!owner.panels.length) continue
      // Users who hold the same codes and see the same sections share the panels, but for rows that are there for some of them only.
      const sections = (who: string) => [...people.get(who)!.sections].sort().join()
      const isMine = ({ module }: { module: string }, index: number) => {
        const sharers = alike(codesOf, username, owner.name, module).filter((who) => sections(who) === sections(username))
        return owner.entity.owner !== undefined || index % sharers.length === sharers.indexOf(username)
      }
      const panels = owner.panels.filter(isMine)
      if (!panels.length) continue
      const row = await anyRow(owner)
      // Rows of a module with owners are there for their owners, and for who may see all.
      const there = (await caller.call('GET', `${owner.name}/${String(row!.id)}`)).status !== 404
      for (const { path, module, through, readonly: shown, may: declared, where } of panels) {
        const target = modules.get(module)!
        const address = `${owner.name}/${String(row!.id)}/${path}`
        // The panel does not reveal to users which owner the records have if they cannot see the linking fields.
        const ties = Object.keys(where).flatMap((name) => target.field[name]?.access ?? [])
        const knowsTie = ties.every((code) => people.get(username)!.sections.includes(code))
        // What only belongs to its owner goes by the owner's permissions, all else by its own, too.
        const allowed = (code: string) =>
          may(owner, 'view') && knowsTie && (through ? may(owner, code === 'index' ? 'view' : 'edit') : may(target, code))
        for (const [method, url, code] of [
          ['GET', address, 'index'],
          ['POST', address, 'new'],
          ['PUT', `${address}/${NOBODY}`, 'edit'],
          ['DELETE', `${address}/${NOBODY}`, 'delete'],
        ] as const) {
          const { status } = await caller.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : { nonsense: 1 })
          // No one can write in a log, even users who can change its owner.
          const log = through && method === 'POST' && !declared.includes('new')
          const done = method === 'GET' ? 200 : method === 'POST' ? 400 : 404
          const refused = log || (shown && method !== 'GET')
          const expected = may(owner, 'view') && !there && !(shown && method !== 'GET') ? 404 : allowed(code) && !refused ? done : 403
          if (status !== expected) wrong.push(`${method} ${url}: ${status}, expected ${expected}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('files and shared views follow the grants on the record', async () => {
    const caller = callers.get(username)!
    const wrong: string[] = []
    for (const name of ['supplier', 'item', 'purchase_order', 'user', 'branch', 'bill']) {
      const module = modules.get(name)!
      const may = (code: string) => granted(codesOf(username, name), module, code)
      const row = await anyRow(module)
      const file = await server.app.http.inject({
        method: 'POST',
        url: `/api/v1/${name}/${String(row!.id)}/attachments`,
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'multipart/form-data; boundary=xx' },
        payload: '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--xx--\r\n',
      })
      const removable = file.statusCode === 200 ? (file.json() as { data: { id: number }[] }).data[0]!.id : 0
      const view = { name: `Of ${username}`, state: {} }
      const createdView = await caller.call('POST', `${name}/views`, view)
      const { id } = (createdView.body.data ?? { id: NOBODY }) as { id: number }
      const shared = await caller.call('PUT', `${name}/views/${id}`, { ...view, shared: true })
      const others = await callers.get(username === 'admin' ? 'developer' : 'admin')!.call('PUT', `${name}/views/${id}`, { name: 'taken' })
      const removed = await caller.call('DELETE', `${name}/${String(row!.id)}/attachments/${removable || NOBODY}`)
      const found = [file.statusCode, createdView.status, shared.status, others.status, removed.status]
      const expected = [
        may('edit') ? 200 : 403,
        may('index') ? 200 : 403,
        !may('index') ? 403 : may('edit') || may('new') ? 200 : 403,
        404,
        !may('edit') ? 403 : removable ? 200 : 404,
      ]
      if (found.join() !== expected.join()) wrong.push(`${name}: ${found.join()}, expected ${expected.join()}`)
    }
    expect(wrong).toEqual([])
  })
})

test('users who may create but not edit documents can attach files to their own drafts only', async () => {
  const [admin, caller] = [callers.get('admin')!, callers.get('buyer')!]
  const module = modules.get('purchase_order')!
  const [known] = (await admin.call('GET', 'purchase_order/paginate?limit=1&window=all&filter[status]=posted')).body.data as Row[]
  const copy = (await admin.call('GET', `purchase_order/${String(known!.id)}/duplicate`)).body.data as Row
  const draft = async (by: Caller) =>
    (await by.call('POST', 'purchase_order', { ...copy, transaction_no: null, expected_date: '2099-12-31' })).body.data as Row
  const [mine, other] = [await draft(caller), await draft(admin)]
  const principal = (await server.as('DEMO', 'buyer')).principal
  const maker = { ...principal, grants: { ...principal.grants, purchase_order: ['index', 'view', 'new'] } }
  const ctx = { ...(await server.as('DEMO', 'buyer')), principal: maker }
  await expect(requireKeeper(ctx, module, Number(mine.id))).resolves.toMatchObject({ id: mine.id })
  for (const id of [other.id, known!.id, NOBODY])
    await expect(requireKeeper(ctx, module, Number(id))).rejects.toMatchObject({ status: 403 })
})

describe('a field hidden from a role', () => {
  /** Warehouse people may not see what goods cost. */
  const username = 'warehouse'
  const hidden = (module: Module) => ({
    fields: module.fields.filter((field) => field.access === 'cost'),
    lines: module.lines.map((lines) => ({ name: lines.name, fields: lines.fields.filter((field) => field.access === 'cost') })),
  })
  const affected = () =>
    [...modules.values()].filter((module) => {
      const { fields, lines } = hidden(module)
      return (
        records(module) && (fields.length > 0 || lines.some((line) => line.fields.length > 0)) && codesOf(username, module.name).has('view')
      )
    })
  /** Paths in a response where one of the names is a key. */
  function* places(value: unknown, names: ReadonlySet<string>, path = ''): Generator<string> {
    if (value === null || typeof value !== 'object') return
    for (const [key, child] of Object.entries(value)) {
      if (names.has(key)) yield `${path}.${key}`
      yield* places(child, names, `${path}.${key}`)
    }
  }

  /** What a form sends of a draft. */
  const sendable = (module: Module, draft: Row): Row => {
    const only = (part: { fields: Module['fields'] }, row: Row) =>
      Object.fromEntries(part.fields.filter((field) => field.writable && field.name in row).map((field) => [field.name, row[field.name]]))
    const lines = module.lines.map((line) => [line.name, ((draft[line.name] ?? []) as Row[]).map((row) => only(line, row))])
    return { ...only(module, draft), ...Object.fromEntries(lines) }
  }

  test('is absent from every answer, and cannot be requested', async () => {
    const caller = callers.get(username)!
    expect(affected().length).toBeGreaterThan(2)
    const found: string[] = []
    for (const module of affected()) {
      const { fields, lines } = hidden(module)
      const names = new Set([...fields, ...lines.flatMap((line) => line.fields)].map((field) => field.name))
      // A name that other fields of the module share is not hidden.
      for (const field of [...module.fields, ...module.lines.flatMap((line) => line.fields)])
        if (field.access !== 'cost') names.delete(field.name)
      const look = async (path: string) => {
        const { body } = await caller.call('GET', path)
        found.push(...[...places(body.data, names)].map((place) => `${path}${place}`))
        return body.data as unknown
      }
      const page = (await look(`${module.name}/paginate?limit=3&window=all`)) as Row[]
      for (const { id } of page) {
        await look(`${module.name}/${String(id)}`)
        const { body } = await caller.call('GET', `${module.name}/${String(id)}/timeline`)
        const changes = (body.data as Row[]).flatMap((event) => (event.changes ?? []) as Row[])
        found.push(
          ...changes.filter((change) => names.has(String(change.field))).map((change) => `timeline ${module.name}.${String(change.field)}`),
        )
        found.push(...[...places(changes, names)].map((place) => `timeline ${module.name}${place}`))
      }
      const meta = (await caller.call('GET', `meta/modules/${module.name}`)).body.data as unknown as Module
      const shownNames = [...meta.fields, ...meta.lines.flatMap((line) => line.fields)].map((field) => field.name)
      found.push(...shownNames.filter((name) => names.has(name)).map((name) => `meta ${module.name}.${name}`))
      const columns = await server.app.http.inject({
        url: `/api/v1/${module.name}/exportCSV?limit=1`,
        headers: { authorization: `Bearer ${caller.token}` },
      })
      const head = columns.body.split('\n')[0] ?? ''
      for (const field of fields) {
        if (names.has(field.name) && head.split(',').includes(field.title)) found.push(`export ${module.name}.${field.name}`)
        for (const query of [`filter[${field.name}][gte]=0`, `sort=${field.name}`])
          if ((await caller.call('GET', `${module.name}/paginate?${query}`)).status !== 400) found.push(`${module.name}?${query}`)
      }
    }
    expect(found).toEqual([])
  })

  test('is present for users who may see it', async () => {
    const module = affected().find((candidate) => hidden(candidate).fields.length > 0)!
    const { body } = await callers.get('admin')!.call('GET', `${module.name}/paginate?limit=1&window=all`)
    expect(Object.keys((body.data as Row[])[0]!)).toContain(hidden(module).fields[0]!.name)
  })

  test('is absent from lines, choices, searches, links, copies and reports', async () => {
    const caller = callers.get(username)!
    const found: string[] = []
    const asked = { records: 0, drafts: 0, reports: 0 }
    const look = async (path: string, names: ReadonlySet<string>) => {
      const { status, body } = await caller.call('GET', path)
      if (status === 403 || status === 422) return
      found.push(...[...places(body, names)].map((place) => `${path}${place}`))
      asked.records++
    }
    for (const module of affected()) {
      const { fields, lines } = hidden(module)
      const names = new Set([...fields, ...lines.flatMap((line) => line.fields)].map((field) => field.name))
      for (const field of [...module.fields, ...module.lines.flatMap((line) => line.fields)])
        if (field.access !== 'cost') names.delete(field.name)
      const [row] = (await caller.call('GET', `${module.name}/paginate?limit=1&window=all`)).body.data as Row[]
      if (!row) continue
      const id = String(row.id)
      for (const path of [
        `/${id}/items`,
        `/edit/${id}`,
        `/find/${id}`,
        `/${id}/links`,
        `/${id}/duplicate`,
        '/defaults',
        '/paginate/floating',
        '/dashboard_info',
        '/dropdown?limit=5',
        '/paginate?search=a&window=all',
        `/dropdown?search=a&fields=${[...names].join()}`,
        `/paginate?limit=1&fields=${[...names].join()}`,
      ])
        await look(`${module.name}${path}`, names)
      const { body: copy } = await caller.call('GET', `${module.name}/${id}/duplicate`)
      if (copy.data) {
        const draft = await caller.call('POST', `${module.name}/preview`, sendable(module, copy.data) as never)
        found.push(...[...places(draft.body, names)].map((place) => `${module.name}/preview${place}`))
        asked.drafts += draft.status === 200 ? 1 : 0
      }
      for (const source of module.sources) {
        const [from] = (await callers.get('admin')!.call('GET', `${source.module}/paginate?limit=1&window=all&status=posted`)).body
          .data as Row[]
        if (from) await look(`${module.name}/defaults?source=${source.module}&ids=${String(from.id)}`, names)
      }
      for (const panel of module.panels) await look(`${module.name}/${id}/${panel.path}`, names)
      for (const name of [
        ...fields.map((field) => field.name),
        ...lines.flatMap((line) => line.fields.map((field) => `${line.name}.${field.name}`)),
      ]) {
        const csv = await server.app.http.inject({
          url: `/api/v1/${module.name}/exportCSV?limit=1&columns=id,${name}`,
          headers: { authorization: `Bearer ${caller.token}` },
        })
        if (![400, 403].includes(csv.statusCode)) found.push(`${module.name} exports ${name}: ${csv.statusCode}`)
      }
    }
    for (const module of modules.values()) {
      const columns = module.report?.columns.filter((column) => column.access === 'cost') ?? []
      if (!columns.length || !codesOf(username, module.name).has('index')) continue
      asked.reports++
      await look(`${module.name}/paginate?limit=5`, new Set(columns.map((column) => column.name)))
      const csv = await server.app.http.inject({
        url: `/api/v1/${module.name}/exportCSV`,
        headers: { authorization: `Bearer ${caller.token}` },
      })
      const head = (csv.body.split('\n')[0] ?? '').split(',')
      found.push(...columns.filter((column) => head.includes(column.title)).map((column) => `export ${module.name}.${column.name}`))
    }
    expect(found).toEqual([])
    expect([asked.records > 20, asked.drafts > 0, asked.reports > 0]).toEqual([true, true, true])
  })

  test('is not printed by any form', async () => {
    const module = modules.get('goods_receipt')!
    // As if a form named every column that there is.
    const all = { ...module, lines: module.lines.map((line) => ({ ...line, columns: line.fields.map((field) => field.name) })) }
    const ctx = await server.as('DEMO', 'admin')
    const [{ id }] = (await ctx.services.records.list(ctx, module, { limit: 1, filter: { status: 'posted' } })).data as [Row]
    const record = await ctx.services.records.get(ctx, module, Number(id))
    const secrets = hidden(module).lines.flatMap((line) =>
      line.fields.filter((field) => field.widget !== 'hidden').map((field) => field.title),
    )
    const printed = async (who: string) => {
      const head = { name: '', address: '', tin: null, contact: '' }
      const text = JSON.stringify(documentForm({ ctx: await server.as('DEMO', who), module: all, record, form: module.print[0]!, head }))
      return secrets.filter((title) => text.includes(JSON.stringify(title)))
    }
    expect(secrets).toContain('Unit cost')
    // Data closed to some users is internal: a document goes to others, so no user's print shows it.
    expect([await printed('admin'), await printed(username)]).toEqual([[], []])
  })

  test('is neither in an import template nor imported or saved from a form', async () => {
    // A user who maintains items and cannot see their costs.
    await server.database.db.query(
      `UPDATE co_demo.user_role__modules g SET permission_codes = ARRAY['index', 'view', 'new', 'edit', 'export']
       FROM co_demo."user" u, co_demo.module m WHERE u.username = $1 AND g.parent_id = u.user_role_id AND m.id = g.module_id AND m.name = 'item'`,
      [username],
    )
    const { call, token } = callers.get(username)!
    const { title } = modules.get('item')!.field.cost!
    const template = async (as: string) =>
      (await server.app.http.inject({ url: '/api/v1/item/import-template', headers: { authorization: `Bearer ${as}` } })).body
    expect([(await template(callers.get('admin')!.token)).includes(title), (await template(token)).includes(title)]).toEqual([true, false])
    const [row] = (await call('GET', 'item/paginate?limit=1')).body.data as Row[]
    const { cost: before } = (await callers.get('admin')!.call('GET', `item/${String(row!.id)}`)).body.data as Row
    for (const [method, path, body] of [
      ['PUT', `item/${String(row!.id)}`, { version: row!.version, cost: 1 }],
      ['POST', 'item', { cost: 1 }],
      ['POST', 'item/preview', { cost: 1 }],
    ] as const) {
      const { status, body: answer } = await call(method, path, body as never)
      expect([path, status, (answer.errors as Row | undefined)?.cost]).toEqual([
        path,
        400,
        [expect.stringContaining('There is no field "cost"')],
      ])
    }
    const sheet = await call('POST', 'item/import', { rows: [{ name: 'x', cost: 1 }] })
    expect([sheet.status, JSON.stringify(sheet.body)]).toEqual([400, expect.stringContaining('There is no field')])
    expect((await call('GET', 'item/defaults')).body.data).not.toHaveProperty('cost')
    expect(((await callers.get('admin')!.call('GET', `item/${String(row!.id)}`)).body.data as Row).cost).toEqual(before)
    const saved = await call('PUT', `item/${String(row!.id)}`, { version: row!.version as number, description: 'Kept without its cost' })
    expect([saved.status, saved.body.data]).toEqual([200, expect.not.objectContaining({ cost: expect.anything() })])
    expect(((await callers.get('admin')!.call('GET', `item/${String(row!.id)}`)).body.data as Row).cost).toEqual(before)
  })
})

test('users limited to a branch reach only its rows, in every call', async () => {
  const { db } = server.database
  const [branch] = await db.query<{ id: number }>(
    `SELECT branch_id AS id FROM co_demo.purchase_order GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
  )
  const [other] = await db.query<{ id: number; transaction_no: string }>(
    'SELECT id, transaction_no FROM co_demo.purchase_order WHERE branch_id <> $1 ORDER BY id LIMIT 1',
    [branch!.id],
  )
  expect(other).toBeDefined()
  await db.query(`UPDATE co_demo."user" SET branch_ids = ARRAY[$1::bigint], branch_id = $1 WHERE username = 'buyer'`, [branch!.id])
  const { call } = callers.get('buyer')!
  const page = (await call('GET', 'purchase_order/paginate?limit=500&window=all')).body.data as Row[]
  expect([...new Set(page.map((row) => row.branch_id))]).toEqual([branch!.id])
  expect((await call('GET', `purchase_order/paginate?window=all&search=${other!.transaction_no}`)).body.data).toEqual([])
  expect((await call('GET', `purchase_order/dropdown?search=${other!.transaction_no}`)).body.data).toEqual([])
  const id = other!.id
  const tries: ['GET' | 'POST' | 'PUT' | 'DELETE', string, Row?][] = [
    ['GET', `purchase_order/${id}`],
    ['GET', `purchase_order/edit/${id}`],
    ['PUT', `purchase_order/${id}`, { remarks: 'mine now' }],
    ['DELETE', `purchase_order/${id}`],
    ['POST', `purchase_order/${id}/void`, { void_reason: 'not mine' }],
    ['POST', `purchase_order/${id}/print-form`],
    ['GET', `purchase_order/${id}/timeline`],
    ['GET', `purchase_order/${id}/links`],
    ['GET', `purchase_order/${id}/attachments`],
    ['GET', `purchase_order/${id}/duplicate`],
    ['GET', `comments/purchase_order/${id}`],
    ['POST', `comments/purchase_order/${id}`, { comment: 'hello' }],
  ]
  for (const [method, path, body] of tries) expect([path, (await call(method, path, body as never)).status]).toEqual([path, 404])
  const csv = await server.app.http.inject({
    url: '/api/v1/purchase_order/exportCSV?window=all',
    headers: { authorization: `Bearer ${callers.get('buyer')!.token}` },
  })
  expect(csv.body).not.toContain(other!.transaction_no)
  const copy = (await callers.get('admin')!.call('GET', `purchase_order/${id}/duplicate`)).body.data as Row
  const [place] = (await call('GET', 'inventory_location/paginate?limit=1')).body.data as Row[]
  const created = await call('POST', 'purchase_order', {
    ...copy,
    transaction_no: null,
    // Of another branch, as the order is.
    purchase_request_ids: [],
    expected_date: '2099-12-31',
    location_id: place!.id,
  } as never)
  expect([created.status, Object.keys((created.body.errors ?? {}) as Row)]).toEqual([400, ['branch_id']])
})

test('what the specification shows with a record is a panel, for users who may see it', async () => {
  const first = async (module: string) =>
    Number(((await callers.get('admin')!.call('GET', `${module}/paginate?limit=1&window=all`)).body.data as Row[])[0]!.id)
  const panels: readonly (readonly [string, string, readonly string[]])[] = [
    ['payroll', 'employee', ['earning', 'allowance', 'deduction']],
    ['hr', 'employee', ['timein-restriction']],
    ['payroll', 'pay_group', ['employees']],
    ['sales', 'customer', ['quotations', 'orders']],
    ['accountant', 'supplier', ['orders', 'receipts', 'bills', 'vouchers']],
    ['accountant', 'item', ['movements']],
    ['buyer', 'item', ['price-level']],
  ]
  for (const [username, module, paths] of panels) {
    const id = await first(module)
    const shown = (await callers.get(username)!.call('GET', `meta/modules/${module}`)).body.data as { panels: { path: string }[] }
    expect(shown.panels.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]))
    for (const path of paths)
      for (const call of [path, `${path}/paginate`]) {
        const { status } = await callers.get(username)!.call('GET', `${module}/${id}/${call}`)
        expect([username, module, call, status]).toEqual([username, module, call, 200])
      }
  }
  // Who is in a pay group is for whom may see the payroll settings of employees.
  const timekeeper = (await callers.get('timekeeper')!.call('GET', 'meta/modules/pay_group')).body.data as { panels: unknown[] }
  expect(timekeeper.panels ?? []).toEqual([])
})
