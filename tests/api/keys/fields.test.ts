/** What each keyword of a field does, seen over HTTP. Lines `proves:` name the keys for the test of dead keys. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { cutModule } from '../../../src/engine/runtime/permissions/index.ts'
import { syncSchema } from '../../../src/server/platform/db/planner/index.ts'
import { type Harness, principalOf, startHarness } from '../harness.ts'

let h: Harness
let rate: Row
let other: Row
const GOOD: Row = { code: 'AB1', grade: null, low: 2, rows: [{ what: 'one', amount: 1 }] }

beforeAll(async () => {
  h = await startHarness(['key_rate', 'key_field', 'key_tree', 'key_single'], { code: 'KEYF' })
  await h.database.db.query(
    `insert into "${h.company.schema}"."user" (id, username, name, is_active) overriding system value select n, 'u' || n, 'U' || n, true from generate_series(2, 9) n`,
  )
  rate = await h.make('key_rate', { name: 'Ten', group: 'g', rate: 10 })
  other = await h.make('key_rate', { name: 'Off', group: 'g', rate: 20, is_active: false })
  await h.make('key_rate', { name: 'AB1', group: 'x', rate: 7 })
})
afterAll(() => h.close())

let n = 0
/** A sound record with these values; the code is new each time. */
const send = (values: Row) => h.call('POST', 'key_field', { ...GOOD, code: `C${++n}`, ...values })
const errorOf = async (values: Row, path: string): Promise<string | undefined> => (await send(values)).body.errors?.[path]?.[0]

// proves: fields.*.required, fields.*.minLength, fields.*.maxLength, fields.*.pattern, fields.*.options, fields.*.minimum,
// proves: fields.*.maximum, fields.*.exclusiveMinimum, fields.*.exclusiveMaximum, fields.*.multipleOf, fields.*.type,
// proves: fields.*.check, fields.*.check.expr, fields.*.check.message, fields.*.check[].expr, fields.*.check[].message,
// proves: fields.*.requiredWhen, fields.*.minItems, fields.*.maxItems, fields.*.fields, fields.*.options[].value
test.each([
  ['required', { code: null }, 'code', /required/i],
  ['minLength', { code: 'A' }, 'code', /2/],
  ['maxLength', { code: 'ABCDEF' }, 'code', /5/],
  ['pattern', { code: 'ab-1' }, 'code', /./],
  ['options', { colour: 'Red' }, 'colour', /./],
  ['enum', { grade: 'C' }, 'grade', /./],
  ['minimum', { low: 0 }, 'low', /1/],
  ['maximum', { low: 11 }, 'low', /10/],
  ['exclusiveMinimum', { open: 0 }, 'open', /./],
  ['exclusiveMaximum', { open: 1 }, 'open', /./],
  ['multipleOf', { step: 7 }, 'step', /5/],
  ['type', { since: 'someday' }, 'since', /./],
  ['check', { since: '2026-01-02', until: '2026-01-01' }, 'until', /^Must not end before it begins\.$/],
  ['check, first of several', { word: 'no' }, 'word', /^Anything but no\.$/],
  ['check, second of several', { word: 'never' }, 'word', /^Anything but never\.$/],
  ['requiredWhen', { grade: 'B' }, 'why', /required/i],
  ['minItems', { rows: [] }, 'rows', /./],
  ['maxItems', { rows: [1, 2, 3].map((what) => ({ what: `${what}` })) }, 'rows', /./],
  ['fields of lines', { rows: [{ amount: 1 }] }, 'rows.0.what', /required/i],
] as const)('%s refuses', async (_title, values, path, message) => {
  expect(await errorOf(values as Row, path)).toMatch(message)
})

// proves: fields.*.scale, fields.*.visible, fields.*.computed, fields.*.default, fields.*.default.expr, fields.*.readonly, fields.*.lookup, fields.*.lookup.module,
// proves: fields.*.lookup.value, fields.*.lookup.where, fields.*.lookup.else, fields.*.fetch, fields.*.to
test('values are filled in: defaults, computed, fetched, looked up; hidden fields are not required', async () => {
  const { body } = await send({ rate_id: rate.id, word: 'g', fine: 1.2345 })
  expect(body.data).toMatchObject({
    colour: 'green',
    since: '2026-11-21',
    twice: 4,
    fetched: 10,
    proposed: 10,
    looked: 99,
    fixed: 'as it is',
    hidden: null,
    fine: 1.235,
    rate: { name: 'Ten' },
  })
  expect((await send({ code: 'AB1' })).body.data).toMatchObject({ looked: 7 })
  expect(await errorOf({ grade: 'A' }, 'hidden')).toMatch(/required/i)
  expect(await errorOf({ fixed: 'changed' }, 'fixed')).toBeDefined()
  expect(await errorOf({ twice: 5 }, 'twice')).toBeDefined()
  expect(await errorOf({ rate_id: 987 }, 'rate_id')).toMatch(/does not exist/)
})

test('lookups with keys in the request are made by the statement that reads the references', async () => {
  const { id } = await h.make('key_rate', { name: 'LOOK', group: 'x', rate: 7 })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { body } = await send({ code: 'LOOK', rate_id: id })
  const texts = query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
  query.mockRestore()
  expect(body.data).toMatchObject({ looked: 7, fetched: 7 })
  expect(texts.filter((text) => text.includes(' as found')).map((text) => text.includes(' as k(n int'))).toEqual([true])
  expect(texts.filter((text) => text.includes(' as k(n int'))).toHaveLength(1)
})

test('an expression as default fills a field that no fetched value filled, and stays empty once cleared', async () => {
  const { id, version, proposed } = (await send({})).body.data as Row
  expect(proposed).toBe(5)
  expect((await h.call('PUT', `key_field/${id}`, { version, proposed: null, word: 'g' })).body.data).toMatchObject({ proposed: null })
})

// proves: fields.*.filter
test('a filter restricts the choice, by constants and by other fields', async () => {
  expect(await errorOf({ rate_id: other.id, word: 'g' }, 'rate_id')).toMatch(/is not active/)
  expect(await errorOf({ rate_id: rate.id, word: 'x' }, 'rate_id')).toMatch(/does not fit/)
})

// proves: fields.*.unique, entity.unique
test('a unique value is accepted once', async () => {
  expect((await send({ serial: 'S1' })).status).toBe(200)
  expect(await errorOf({ serial: 'S1' }, 'serial')).toMatch(/already/)
  expect((await send({ code: 'DUP' })).status).toBe(200)
  expect((await send({ code: 'DUP', colour: 'r' })).status).toBe(200)
  expect((await send({ code: 'DUP' })).status).toBe(400)
})

// proves: fields.*.access, fields.*.sensitive
test('restricted fields are visible only with their code, sensitive ones are masked in lists', async () => {
  const made = (await send({ pay: 5, card: '4111222233334444' })).body.data as Row
  const without = principalOf(h.modules, { access: [] })
  const read = await h.call('GET', `key_field/${String(made.id)}`, undefined, without)
  expect([made.pay, 'pay' in (read.body.data as Row)]).toEqual([5, false])
  expect((read.body.data as Row).card).toBe('4111222233334444')
  const [row] = (await h.call('GET', `key_field/paginate?id=${String(made.id)}`)).body.data as Row[]
  expect([row!.card, made.card]).toEqual(['••••4444', '4111222233334444'])
})

// proves: fields.*.recordOf
test('a dynamic reference must name an existing record of the module in its other field', async () => {
  expect((await send({ about: 'key_rate', about_no: rate.id })).body.data).toMatchObject({ about_no: rate.id })
  expect(await errorOf({ about: 'key_rate', about_no: 99_999 }, 'about_no')).toMatch(/no such record/)
  expect(await errorOf({ about: 'nothing', about_no: rate.id }, 'about_no')).toMatch(/no such record of nothing/)
  expect(await errorOf({ about_no: rate.id }, 'about')).toMatch(/required/)
})

// proves: fields.*.editRight
test('a field with an editRight is visible to everyone who sees the record; only users with that right change it', async () => {
  const made = (await send({ ruled: 'first' })).body.data as Row
  const { key_rate: _right, ...grants } = principalOf(h.modules).grants
  const without = principalOf(h.modules, { grants })
  const path = `key_field/${String(made.id)}`
  const put = (values: Row, who = without) => h.call('PUT', path, { version: made.version, ...values }, who)
  const refused = await put({ ruled: 'second' })
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('to change "Ruled"')])
  expect((await h.call('POST', 'key_field', { ...GOOD, code: 'R1', ruled: 'x' }, without)).status).toBe(403)
  expect((await put({ ruled: 'first', word: 'r' })).body.data).toMatchObject({ ruled: 'first', word: 'r' })
  const shown = (who = without) => cutModule(h.modules.get('key_field')!, who).field.ruled!.readonly
  expect([shown(), shown(principalOf(h.modules))]).toEqual([true, false])
})

// proves: access
test('confidential fields without an access code have that of the module, in rows as well', async () => {
  const { access } = h.modules.get('key_field')!.lines[0]!.field.amount!
  const made = (await send({ rows: [{ what: 'a', amount: 3 }] })).body.data as Row
  const without = principalOf(h.modules, { access: [] })
  const read = (await h.call('GET', `key_field/${String(made.id)}`, undefined, without)).body.data as Row
  expect([access, (made.rows as Row[])[0]!.amount, (read.rows as Row[])[0]!.what]).toEqual(['cost', 3, 'a'])
  expect((read.rows as Row[])[0]).not.toHaveProperty('amount')
})

// proves: fields.*.index, entity.indexes
test('indexes are created', async () => {
  const rows = await h.database.db.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = $1 and tablename = 'key_field'`,
    [h.company.schema],
  )
  const columns = rows.map(({ indexdef }) => /\((.*)\)/.exec(indexdef)![1]!.replaceAll('"', ''))
  expect(columns).toEqual(expect.arrayContaining(['since', 'colour, since']))
})

// proves: fields.*.renamedFrom
test('a renamed field keeps its values', async () => {
  const schema = 'co_keyren'
  await h.database.db.query(`drop schema if exists ${schema} cascade`)
  const module = h.modules.get('key_field')!
  const former = {
    ...module,
    fields: module.fields.map((field) => (field.name === 'renamed' ? { ...field, name: 'former', renamedFrom: undefined } : field)),
  }
  await syncSchema(h.database.db, schema, new Map([...h.modules, ['key_field', former as never]]))
  await h.database.db.query(`insert into ${schema}.key_field (code, former) values ('A1', 'kept')`)
  await syncSchema(h.database.db, schema, h.modules)
  expect(await h.database.db.query(`select renamed from ${schema}.key_field`)).toEqual([{ renamed: 'kept' }])
})

// proves: entity, entity.tree
test('a node of a tree cannot be below itself', async () => {
  const root = await h.make('key_tree', { name: 'root' })
  const leaf = await h.make('key_tree', { name: 'leaf', parent_id: root.id })
  const { status, body } = await h.call('PUT', `key_tree/${String(root.id)}`, { parent_id: leaf.id })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['parent_id']])
})

// proves: tree
test('a tree shows the matches and their ancestors, as far as the user may see them', async () => {
  const [north, south] = [await h.make('key_tree', { name: 'north' }), await h.make('key_tree', { name: 'south' })]
  const inner = await h.make('key_tree', { name: 'inner', parent_id: north.id })
  const deep = await h.make('key_tree', { name: 'needle deep', parent_id: inner.id })
  const flat = await h.make('key_tree', { name: 'needle flat', parent_id: south.id })
  const tree = async (query: string) =>
    (await h.call('GET', `key_tree/tree?${query}`)).body as unknown as { data: Row[]; context: number[] }
  const { data, context } = await tree('search=needle')
  expect(data.map(({ name }) => name)).toEqual(['inner', 'needle deep', 'needle flat', 'north', 'south'])
  expect(context.sort()).toEqual([north.id, south.id, inner.id])
  expect((await tree(`filter[id][in]=${String(deep.id)},${String(flat.id)}&limit=1&page=2`)).data).toHaveLength(5)
  const all = await tree('')
  expect([all.data.length >= 5, all.context]).toEqual([true, []])
  // A circle that got into the rows some other way ends.
  await h.database.db.query(`update "${h.company.schema}".key_tree set parent_id = $1 where id = $2`, [deep.id, north.id])
  expect((await tree('search=needle')).data).toHaveLength(5)
  expect((await h.call('GET', 'key_single/tree')).status).toBe(404)
  const stranger = { ...h.admin, is_developer: false, grants: {} }
  expect((await h.call('GET', 'key_tree/tree', undefined, stranger)).status).toBe(403)
})

// proves: entity.single
test('a single module has one record', async () => {
  await h.make('key_single', { name: 'the one' })
  expect((await h.call('POST', 'key_single', { name: 'another' })).body.rule).toBe('E_SINGLE')
})

// proves: search, sort, filters, columns, columns[].path, columns[].title, columns[].width, entity.label, entity.name
test('lists search, order and resolve as declared in the module', async () => {
  await send({ code: 'ZZ9', low: 9, rate_id: rate.id })
  const list = async (query: string) => (await h.call('GET', `key_field/paginate?${query}`)).body.data as Row[]
  expect((await list('search=zz9')).map((row) => row.code)).toEqual(['ZZ9'])
  // What the rows show of a reference is searched, too.
  expect((await list('search=ten')).map((row) => (row.rate as Row).name)).toEqual(['Ten', 'Ten'])
  expect((await list('limit=1'))[0]).toMatchObject({ code: 'ZZ9', label: 'ZZ9 · Ten', rate: { name: 'Ten' } })
  const [choice] = (await h.call('GET', 'key_field/dropdown?search=ZZ9')).body.data as Row[]
  expect(choice).toMatchObject({ name: 'ZZ9', label: 'ZZ9 · Ten' })
  const module = h.modules.get('key_field')!
  expect(module.columns[1]).toMatchObject({ path: 'rate.name', title: 'Rate name', width: 90 })
  expect(module.filters).toEqual(['colour', 'since'])
})

// proves: actions, actions.*.code, actions.*.icon, actions.*.title
test('an action has its own permission code, title and icon', async () => {
  const made = (await send({})).body.data as Row
  const some = principalOf(h.modules, { user_id: 5, username: 'some', grants: { key_field: ['index', 'view', 'edit', 'delete'] } })
  expect((await h.call('DELETE', `key_field/${String(made.id)}`, undefined, some)).status).toBe(403)
  const purger = principalOf(h.modules, { user_id: 6, username: 'purger', grants: { key_field: ['index', 'view', 'purge'] } })
  const shown = (await h.call('GET', `key_field/${String(made.id)}`, undefined, purger)).body.data as { actions: Row[] }
  expect(shown.actions).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'delete', title: 'Throw away', code: 'purge', allowed: true })]),
  )
  expect((await h.call('DELETE', `key_field/${String(made.id)}`, undefined, purger)).status).toBe(200)
  expect(h.modules.get('key_field')!.actions.delete).toMatchObject({ icon: 'trash' })
})
