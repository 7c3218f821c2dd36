import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { formatDateTime } from '../../src/engine/runtime/format/index.ts'
import { wallTime } from '../../src/engine/runtime/format/zone.ts'
import { idsOf, list, listAll } from '../../src/server/records/list.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
let groups: number[]
beforeAll(async () => {
  h = await startHarness(['fixture_group', 'fixture_master', 'fixture_order'], { code: 'LST', today: '2026-11-21' })
  groups = []
  for (const [code, name] of [
    ['T', 'Trees'],
    ['S', 'Stones'],
  ])
    groups.push(Number((await h.make('fixture_group', { code, name })).id))
  const rows: [string, string, number, string | null, string][] = [
    ['A1', 'Santos Hardware', 0, '2026-11-01', 'goods'],
    ['B2', 'Maria Santos', 1, '2026-10-15', 'service'],
    ['C3', '100% Pure_Gold', 1, null, 'goods'],
    ['D4', 'Reyes "Quoted", Inc.', 0, '2026-11-20', 'goods'],
  ]
  for (const [code, name, group, since, kind] of rows)
    await h.make('fixture_master', { code, name, fixture_group_id: groups[group], since, kind, is_active: code !== 'B2' })
})
afterAll(() => h?.close())

const codes = async (query: string, as?: Parameters<Harness['call']>[3]): Promise<string> => {
  const { status, body } = await h.call('GET', `fixture_master/paginate?${query}`, undefined, as)
  return status === 200
    ? (body.data as Row[]).map((row) => row.code).join(' ')
    : `${status} ${Object.values(body.errors ?? {})
        .flat()
        .join(' ')}`
}

describe('fields', () => {
  const rows = async (query: string): Promise<Row[]> => (await h.call('GET', `fixture_master/paginate?${query}`)).body.data as Row[]

  test('answers the requested fields, with those that identify the record and its state', async () => {
    const [row] = await rows('fields=since,fixture_group.name&code=A1')
    expect(row).toEqual({
      id: expect.any(Number),
      version: 1,
      label: 'A1 · Santos Hardware',
      name: 'Santos Hardware',
      since: '2026-11-01',
      fixture_group_id: groups[0],
      fixture_group: { id: groups[0], name: 'Trees', label: 'T · Trees' },
      ...(row!.tags === undefined ? {} : { tags: [] }),
    })
  })

  test('every value equals the one of the full row', async () => {
    for (const [index, row] of (await rows('fields=code,kind,fixture_group_id')).entries())
      expect((await rows(''))[index]).toMatchObject({ ...row, fixture_group: expect.objectContaining(row.fixture_group as Row) })
  })

  test.each(['nothing', 'fixture_group.nothing', 'nothing.name', 'code,password'])('%s is refused', async (fields) => {
    expect((await h.call('GET', `fixture_master/paginate?fields=${fields}`)).status).toBe(400)
  })
})

test('calls that answer a whole set are not cut off at the page limit of a list', async () => {
  const many = await startHarness(['fixture_group'], { code: 'MNY', today: '2026-11-21' })
  try {
    const ctx = await many.ctx()
    await ctx.db.query(
      `insert into "${many.company.schema}".fixture_group (code, name) select 'G' || g, 'Group ' || g from generate_series(1, 501) g`,
    )
    const groups = many.modules.get('fixture_group')!
    expect(await idsOf(ctx, groups, { filter: { name: { like: 'Group' } } })).toHaveLength(501)
    expect((await listAll(ctx, groups, { sort: 'id' })).at(-1)).toMatchObject({ code: 'G501' })
  } finally {
    await many.close()
  }
})

describe('filters', () => {
  test.each([
    ['code=A1', 'A1'],
    ['filter[code][ne]=A1', 'C3 B2 D4'],
    ['filter[code][in]=A1,D4', 'D4 A1'],
    ['filter[name][like]=santos', 'B2 A1'],
    ['is_active=false', 'B2'],
    ['filter[is_active]=true&kind=service', ''],
    ['filter[since][null]=true', 'C3'],
    ['since=null', 'C3'],
    ['filter[since][in]=null,2026-11-20', 'C3 D4'],
    ['since=this_month', 'D4 A1'],
    ['since=last_month', 'B2'],
    ['since=yesterday', 'D4'],
    ['filter[since][gte]=this_month', 'D4 A1'],
    ['filter[since][between]=2026-10-01,2026-11-01', 'B2 A1'],
    ['fixture_group.name=Stones', 'C3 B2'],
    ['filter[fixture_group.code][in]=T', 'D4 A1'],
    ['filter[created_at]=today&code=A1', 'A1'],
    ['filter[created_at][lte]=9999-12-31&code=A1', 'A1'],
    ['filter[name][like]=0%25 p', 'C3'],
    ['filter={"code":{"in":["A1","B2"]}}', 'B2 A1'],
    ['code=', 'C3 B2 D4 A1'],
  ])('%s', async (query, expected) => expect(await codes(query)).toBe(expected))

  test.each([
    ['colour=red', 'There is no field "colour"'],
    ['filter[nmae]=x', 'Did you mean "name"?'],
    ['filter[code][regex]=x', 'no operator "regex"'],
    ['fixture_group_id=abc', 'not a whole number'],
    ['since=someday', 'not a date'],
    ['is_active=maybe', 'not true or false'],
    ['sort=colour', 'no field "colour"'],
    ['limit=0', 'at least 1'],
    ['page=x', 'at least 1'],
    ['fixture_group_id=1;drop table', 'not a whole number'],
    ['filter[password]=x', 'no field'],
    ['filter[__proto__]=x', 'no field'],
    ['constructor=x', 'no field'],
    ['filter[fixture_group.password]=x', 'no field'],
  ])('refuses %s', async (query, message) => {
    const answer = await codes(query)
    expect(answer).toContain('400')
    expect(answer).toContain(message)
  })
})

test('search matches parts of words in any order, also in references, and treats special characters as text', async () => {
  expect(await codes('search=san mar')).toBe('B2')
  expect(await codes('search=stone gold')).toBe('C3')
  expect(await codes('search=%25')).toBe('C3')
  expect(await codes('search=e_g')).toBe('C3')
  expect(await codes('search=trees stones')).toBe('')
})

test('the global search marks exact names, and ranks beginnings above other matches', async () => {
  const find = async (q: string, as?: Parameters<Harness['call']>[3]) => {
    const { status, body } = await h.call('GET', `search?q=${encodeURIComponent(q)}`, undefined, as)
    return status === 200 ? (body.data as Row[]).map((row) => `${row.module} ${row.label}${row.exact ? ' !' : ''}`) : status
  }
  expect(await find('b2')).toEqual(['fixture_master B2 · Maria Santos !'])
  expect(await find('santos')).toEqual(['fixture_master A1 · Santos Hardware', 'fixture_master B2 · Maria Santos'])
  expect(await find('stones')).toEqual(['fixture_group S · Stones !'])
  expect(await find('0% p')).toEqual(['fixture_master C3 · 100% Pure_Gold'])
  expect(await find(' ')).toEqual([])
  expect(await find('x'.repeat(101))).toBe(400)
  expect(await find('santos', principalOf(h.modules, { grants: { fixture_master: ['index'] } }))).toEqual([])
})

test('pages do not overlap, sort through references, and count', async () => {
  expect(await codes('sort=-fixture_group.name,code&limit=3')).toBe('A1 D4 B2')
  const second = await h.call('GET', 'fixture_master?sort=-fixture_group.name,code&limit=3&page=2')
  expect([second.body.data, second.body.pagination]).toMatchObject([
    [{ code: 'C3', fixture_group: { id: groups[1], name: 'Stones', label: 'S · Stones' } }],
    { page: 2, per_page: 3, current_page: 2, total: 4, last_page: 2 },
  ])
  expect((await h.call('GET', 'fixture_master?count=none&limit=3')).body.pagination).toMatchObject({ total: 4, total_is_estimate: true })
})

test('a large module opens on a year, unless something narrows it', async () => {
  const master = (await h.call('GET', 'fixture_master?code=A1')).body.data as Row[]
  const order = (date: string) =>
    h.make('fixture_order', {
      fixture_group_id: groups[0],
      transaction_date: date,
      items: [{ fixture_master_id: master[0]!.id, qty: 1, unit_price: 1 }],
    })
  await order('2026-11-20')
  await order('2024-01-05')
  const open = await h.call('GET', 'fixture_order')
  expect([(open.body.data as Row[]).length, open.body.pagination]).toMatchObject([
    1,
    { total: 1, window: { field: 'transaction_date', from: '2025-11-20' } },
  ])
  expect((await h.call('GET', 'fixture_order?window=all')).body.pagination).toMatchObject({ total: 2 })
  expect((await h.call('GET', 'fixture_order?status=draft')).body.pagination).toMatchObject({ total: 2 })
  expect((await h.call('GET', 'fixture_order?is_posted=true')).body.pagination).toMatchObject({ total: 0 })
  expect((await h.call('GET', 'fixture_order?items.fixture_master.code=A1&count=exact')).body.pagination).toMatchObject({ total: 2 })
})

test('beyond ten thousand rows the total is an estimate', async () => {
  await h.database.db.query(
    `insert into "${h.company.schema}".fixture_group (code, name, is_active) select 'G' || n, 'Group ' || n, true from generate_series(1, 12000) n`,
  )
  await h.database.db.query(`analyze "${h.company.schema}".fixture_group`)
  const { pagination } = (await h.call('GET', 'fixture_group?sort=code&page=900')).body as { pagination?: Row }
  expect(pagination).toMatchObject({ total_is_estimate: true })
  expect(Number(pagination!.total)).toBeGreaterThan(10_000)
  expect((await h.call('GET', 'fixture_group?count=exact')).body.pagination).toMatchObject({ total: 12_002 })
})

test('a frequent word gives correct pages, filters and counts, like a rare one', async () => {
  const table = `"${h.company.schema}".fixture_order`
  const made = await h.database.db.query<{ id: number }>(
    `insert into ${table} (transaction_no, transaction_date, fixture_group_id, status)
     select case when n % 2 = 0 then 'OFTEN-' else 'OTHER-' end || n, date '2023-01-01' + n, $1, case when n % 10 = 0 then 'posted' else 'draft' end
     from generate_series(1, 400) n returning id`,
    [groups[1]],
  )
  await h.database.db.query(`analyze ${table}`)
  const statements: string[] = []
  const db = h.database.db
  const ctx = await h.ctx()
  const note = (statement: string | { readonly text: string }) =>
    statements.push(typeof statement === 'string' ? statement : statement.text)
  const prepared: typeof db.prepared = (statement, values) => {
    note(statement)
    return db.prepared(statement, values)
  }
  const query: typeof db.query = (statement, values) => {
    note(statement)
    return db.query(statement, values)
  }
  const watched = { ...ctx, db: { ...db, prepared, query } }
  const find = async (search: string, more: object = {}) => {
    const { data, pagination } = await list(watched, h.modules.get('fixture_order')!, { search, limit: 20, ...more })
    return [data.map((row) => String(row.transaction_no).replace('OFTEN-', '')).join(' '), pagination.total]
  }
  expect(await find('often', { filter: { status: 'posted' } })).toEqual([
    '400 390 380 370 360 350 340 330 320 310 300 290 280 270 260 250 240 230 220 210',
    40,
  ])
  // Compared with each row that the filter leaves, and counted in the pass that finds the page.
  expect(statements.at(-1)).not.toContain(' union ')
  expect(statements.at(-1)).toContain('with found as materialized')
  expect(await find('often', { filter: { status: 'posted' }, page: 2, limit: 30 })).toEqual(['100 90 80 70 60 50 40 30 20 10', 40])
  expect(await find('often stones', { limit: 3 })).toEqual(['400 398 396', 200])
  expect(await find('often-7', { limit: 30 })).toEqual(['78 76 74 72 70', 5])
  expect(statements.at(-1)).toContain(' union ')
  await h.database.db.query(`delete from ${table} where id = any($1::bigint[])`, [made.map(({ id }) => id)])
})

test('choices answer what forms need, to users who can edit a reference to them', async () => {
  const nobody = principalOf(h.modules, { username: 'nobody', grants: {}, access: [] })
  expect((await h.call('GET', 'fixture_group/dropdown', undefined, nobody)).status).toBe(403)
  const maker = principalOf(h.modules, { username: 'maker', grants: { fixture_master: ['new'] }, access: [] })
  const { body } = await h.call('GET', 'fixture_group/dropdown?search=tre&limit=5', undefined, maker)
  expect(body.data).toEqual([{ id: groups[0], name: 'Trees', label: 'T · Trees', rate: 12, code: 'T', is_active: true }])
  expect((await h.call('GET', 'fixture_group', undefined, maker)).status).toBe(403)
  const orders = principalOf(h.modules, { username: 'orders', grants: { fixture_order: ['new'] }, access: [] })
  expect((await h.call('GET', 'fixture_master/dropdown?fields=cost,kind&code=A1', undefined, orders)).body.data).toEqual([
    { id: 1, name: 'Santos Hardware', label: 'A1 · Santos Hardware', code: 'A1', is_active: true },
  ])
})

describe('spreadsheets', () => {
  const lines = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n')

  test('an export has what the list shows, safe from formulas', async () => {
    const csv = await h.call('GET', 'fixture_master/exportCSV?kind=goods&sort=code&columns=code,name,fixture_group_id,since,account_no')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.text.startsWith('\uFEFF')).toBe(true)
    expect(lines(csv.text)).toEqual([
      'Code,Name,Fixture group,Since,Account no.',
      'A1,Santos Hardware,Trees,2026/11/01,',
      'C3,100% Pure_Gold,Stones,,',
      'D4,"Reyes ""Quoted"", Inc.",Trees,2026/11/20,',
    ])
    const xlsx = await h.app.http.inject({ url: '/api/v1/fixture_master/exportCSV?format=xlsx' })
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const { sheetRows } = await import('../../src/server/records/import/read.ts')
    const rows = (await Array.fromAsync(sheetRows(xlsx.rawPayload))).flat()
    expect([rows.length, rows[0]!.slice(0, 2)]).toEqual([5, ['Code', 'Name']])
  })

  test('an export has the requested columns as text, dates and times as on screen, and workbooks with real dates', async () => {
    const columns = 'code,fixture_group.name,kind,tags,since,created_at,is_active'
    await h.call('PUT', `fixture_master/${(await codeId('A1')).id}`, { version: (await codeId('A1')).version, tags: ['red', 'green'] })
    const csv = await h.call('GET', `fixture_master/exportCSV?code=A1&columns=${columns}`)
    const [head, row] = lines(csv.text)
    expect(head).toBe('Code,Fixture group,Kind,Tags,Since,Created,Active')
    // The harness's clock is at 12:00 in Manila; the record was created at that moment.
    const shown = /^A1,Trees,Goods,Red; Green,2026\/11\/01,(2026\/11\/\d\d \d\d:\d\d [AP]M),Yes$/.exec(row!)?.[1]
    const { created_at } = await codeId('A1')
    expect(shown).toBe(formatDateTime(created_at, 'Asia/Manila'))
    const xlsx = await h.app.http.inject({ url: `/api/v1/fixture_master/exportCSV?format=xlsx&code=A1&columns=${columns}` })
    const sheet = strFromU8(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml']!)
    expect(sheet).toMatch(/<cols><col min="1" max="1" width="\d+" customWidth="1"\/>/)
    expect(sheet).toContain('<c r="A1" t="inlineStr" s="1">')
    expect(sheet).toContain('<c r="E2" s="3"><v>46327</v></c>')
    expect(sheet).toMatch(/<c r="F2" s="4"><v>463\d\d\.\d+<\/v><\/c>/)
    const { sheetRows } = await import('../../src/server/records/import/read.ts')
    const [, read] = (await Array.fromAsync(sheetRows(xlsx.rawPayload))).flat()
    expect(read!.slice(0, 5)).toEqual(['A1', 'Trees', 'Goods', 'Red; Green', '2026-11-01'])
    // A spreadsheet's moment has no zone: it is in the company's.
    expect(wallTime(created_at, 'Asia/Manila')).toBe(read![5])
  })

  test('an export has the status as on its badge, and keeps to the window of the list', async () => {
    const made = async (date: string) => {
      const master = (await codeId('A1')).id
      const items = [{ fixture_master_id: master, qty: 1, unit_price: 1 }]
      return h.make('fixture_order', { fixture_group_id: groups[1], transaction_date: date, items })
    }
    const [recent, old] = [await made('2026-11-02'), await made('2024-01-02')]
    await h.call('POST', `fixture_order/${recent.id}/post`, {})
    const stand = async (query: string) =>
      lines((await h.call('GET', `fixture_order/exportCSV?columns=transaction_no,status${query}`)).text).slice(1)
    expect(await stand(`&filter[id][in]=${recent.id},${old.id}&sort=id`)).toEqual([
      `${recent.transaction_no},Open`,
      `${old.transaction_no},Draft`,
    ])
    // A list can also be filtered by badge texts.
    const badge = async (condition: string) =>
      (
        (await h.call('GET', `fixture_order/paginate?window=all&filter[id][in]=${recent.id},${old.id}&filter[status]${condition}`)).body
          .data as Row[]
      )
        .map(({ id }) => id)
        .sort()
    expect(await badge('=open')).toEqual([recent.id])
    expect(await badge('[in]=open,draft')).toEqual([recent.id, old.id].sort())
    expect(await badge('[ne]=open')).toEqual([old.id])
    expect(await badge('[in]=fully_served,posted')).toEqual([recent.id])
    expect(await badge('=fully_served')).toEqual([])
    expect((await stand('')).join()).toContain(String(old.transaction_no))
    expect((await stand('&window=list')).join()).not.toContain(String(old.transaction_no))
    expect((await stand('&window=list')).join()).toContain(String(recent.transaction_no))
  })

  const codeId = async (code: string): Promise<Row> =>
    ((await h.call('GET', `fixture_master/paginate?code=${code}`)).body.data as Row[])[0]!

  const upload = async (text: string, preview: boolean, mapping?: Record<string, string>) => {
    const boundary = 'xxBOUNDARYxx'
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="in.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`
    const answer = await h.app.http.inject({
      method: 'POST',
      url: `/api/v1/fixture_master/import?preview=${preview}${mapping ? `&mapping=${encodeURIComponent(JSON.stringify(mapping))}` : ''}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })
    return answer.json() as { success: boolean; data: Row; message?: string; errors?: Row; details?: Row }
  }

  test('an import reports every error of every row, then writes all rows or none', async () => {
    const [head, example] = lines((await h.call('GET', 'fixture_master/import-template')).text)
    expect(head).toContain('Code *,Name *,Email,Fixture group')
    expect(example).toMatch(/^Example: Text,Text,name@example.com,Code or name/)
    const bad =
      'Code,Name,Fixture Group,Since,Email\nN1,New one,trees,03/15/2026,a@b.ph\nN2,,Mountains,tomorrow,x\nN1,Twice,T,,\nA1,Taken,T,,\n'
    const preview = await upload(bad, true)
    expect(preview.data).toMatchObject({ total: 4, valid: 1 })
    const messages = (preview.data.errors as Row[]).map((error) => `${error.row} ${error.field}: ${error.message}`)
    expect(messages).toEqual(
      expect.arrayContaining([
        '3 Fixture group: "Mountains" was not found.',
        '3 Since: This is not a date. Write it as YYYY/MM/DD.',
        '3 Email: Invalid email format',
        '4 Code: The same value is in row 2.',
        '5 Code: This value is already used.',
      ]),
    )
    // A value is refused once: its cell is not missing besides.
    const cells = messages.map((text) => text.slice(0, text.indexOf(':')))
    expect(cells).toEqual([...new Set(cells)])
    const refused = await upload(bad, false)
    expect([refused.success, refused.details?.created]).toEqual([false, 0])
    expect(await codes('code=N1')).toBe('')
    const good = await upload('code;name;fixture_group;tags\nN1;New one;T;red\nN2;New two;Stones;"red, green"\n', false)
    expect(good.data).toMatchObject({ total: 2, created: 2, errors: [] })
    expect((await h.call('GET', 'fixture_master?code=N2')).body.data).toMatchObject([
      { tags: ['red', 'green'], fixture_group_id: groups[1], rate: 12 },
    ])
    expect((await upload('Nonsense\n1\n', true)).errors).toHaveProperty('Nonsense')
  })

  test('a filled template is imported without its example', async () => {
    const [head, example] = lines((await h.call('GET', 'fixture_master/import-template')).text)
    const cells = head!.split(',').length - 2
    const sheet = `${head}\n${example}\nE1,After the example${','.repeat(cells)}\n`
    const preview = await upload(sheet, true)
    expect(preview.data).toMatchObject({ total: 1, valid: 1, errors: [] })
    // Rows are numbered as in the sheet, the example included.
    const wrong = await upload(`${head}\n${example}\n,Without a code${','.repeat(cells)}\n`, true)
    expect((wrong.data.errors as Row[]).map(({ row, field }) => [row, field])).toEqual([[3, 'Code']])
  })

  test('choices that begin with the typed text come before those that contain it', async () => {
    await h.make('fixture_master', { code: 'PX2', name: 'Adela Quezon' })
    await h.make('fixture_master', { code: 'PX1', name: 'Quezada, Zoe' })
    const { data } = (await h.call('GET', 'fixture_master/dropdown?search=quez')).body as unknown as { data: Row[] }
    expect(data.map(({ name }) => name)).toEqual(['Quezada, Zoe', 'Adela Quezon'])
  })

  test('columns with other titles can be assigned, and the first rows are previewed as understood', async () => {
    const sheet = 'Item No.,Name,Since,Ours\nM1,Mapped,03/02/2026,x\n'
    const open = await upload(sheet, true, {})
    expect(open.data).toMatchObject({ unknown: ['Item No.', 'Ours'], columns: expect.arrayContaining(['Code', 'Name']) })
    // Until all is chosen nothing is imported.
    expect((await upload(sheet, false, { 'Item No.': 'Code' })).errors).toEqual({ file: [expect.stringContaining('Ours')] })
    const mapping = { 'Item No.': 'Code', Ours: '' }
    expect((await upload(sheet, true, mapping)).data.sample).toEqual({
      titles: ['Code', 'Name', 'Since'],
      rows: [['M1', 'Mapped', '2026/03/02']],
    })
    expect((await upload(sheet, false, mapping)).data).toMatchObject({ created: 1 })
    expect(await codes('code=M1')).toBe('M1')
    expect((await upload(sheet, true, { Name: 'Code', 'Item No.': 'Code' })).errors).toHaveProperty('Name')
  })
})
