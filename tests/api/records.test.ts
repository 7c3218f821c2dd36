import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import type { Ctx } from '../../src/server/platform/context.ts'
import type { Sql } from '../../src/server/platform/db/sql.ts'
import { create, update } from '../../src/server/records/write/save.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
let trees: Row
let stones: Row
beforeAll(async () => {
  h = await startHarness(['fixture_group', 'fixture_master', 'fixture_order', 'fixture_receipt'])
  trees = await h.make('fixture_group', { code: 'T', name: 'Trees', rate: 5 })
  stones = await h.make('fixture_group', { code: 'S', name: 'Stones' })
})
afterAll(() => h?.close())
/** A context that notes the texts of the statements that run with it. */
async function counted(): Promise<{ ctx: Ctx; texts: string[] }> {
  const ctx = await h.ctx()
  const texts: string[] = []
  const { prepared, query } = ctx.db
  const note = (statement: Sql | string) => texts.push(typeof statement === 'string' ? statement : statement.text)
  const noting = {
    prepared: ((statement, values) => {
      note(statement)
      return prepared(statement, values)
    }) as typeof prepared,
    query: ((statement, values) => {
      note(statement)
      return query(statement, values)
    }) as typeof query,
  }
  return { ctx: { ...ctx, db: { ...ctx.db, ...noting } }, texts }
}
const master = (values: Row) => h.make('fixture_master', { fixture_group_id: trees.id, ...values })

describe('create', () => {
  test('answers the record with defaults, fetched values, references and version', async () => {
    const made = await master({
      code: 'OAK',
      name: 'Oak',
      cost: 12.5,
      tags: ['red'],
      period: { from: '2026-01-01', to: '2026-01-31' },
      since: '2026-03-04',
    })
    expect(made).toMatchObject({
      code: 'OAK',
      kind: 'goods',
      rate: 5,
      cost: 12.5,
      is_active: true,
      version: 1,
      tags: ['red'],
      since: '2026-03-04',
      period: { from: '2026-01-01', to: '2026-01-31' },
      fixture_group: { id: trees.id, name: 'Trees', label: 'T · Trees' },
    })
    expect(h.published.at(-1)).toMatchObject({ module: 'fixture_master', id: made.id, action: 'create' })
  })

  test('reports invalid values at their fields', async () => {
    const { status, body } = await h.call('POST', 'fixture_master', { code: 'X', email: 'nope', fixture_group_id: 999_999, cost: -1 })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject({ email: ['Invalid email format'], cost: ['Must be at least 0.'] })
    const second = await h.call('POST', 'fixture_master', { code: 'X', fixture_group_id: 999_999 })
    expect(second.body.errors).toEqual({ name: ['Field is required'], fixture_group_id: ['The chosen record does not exist.'] })
    const unknown = await h.call('POST', 'fixture_master', { code: 'X', nmae: 'X', version: 3 })
    expect(unknown.body.errors?.nmae?.[0]).toContain('"name"')
    await master({ code: 'DUP', name: 'First' })
    const twice = await h.call('POST', 'fixture_master', { code: 'DUP', name: 'Second' })
    expect([twice.status, twice.body.errors]).toEqual([400, { code: ['This value is already used.'] }])
  })

  test('a reference must match its filter', async () => {
    const closed = await h.make('fixture_group', { code: 'C', name: 'Closed', is_active: false })
    const { status, body } = await h.call('POST', 'fixture_master', { code: 'Y', name: 'Y', fixture_group_id: closed.id })
    expect([status, body.errors?.fixture_group_id?.[0]]).toEqual([400, 'The chosen record is not active. Choose another record.'])
  })
})

describe('documents', () => {
  const order = async (rows: Row[]) => h.make('fixture_order', { fixture_group_id: trees.id, items: rows })
  let pine: Row
  beforeAll(async () => {
    pine = await master({ code: 'PINE', name: 'Pine' })
  })

  test('lines are computed, numbered and saved as a whole', async () => {
    const made = await order([
      { fixture_master_id: pine.id, qty: 3, unit_price: 1.005 },
      { fixture_master_id: pine.id, qty: 2, unit_price: 10, description: 'own words' },
    ])
    expect(made).toMatchObject({
      transaction_no: 'FO-2026-0001',
      transaction_date: '2026-11-21',
      status: 'draft',
      is_draft: true,
      is_posted: false,
      total: 23.02,
    })
    expect(made.items).toMatchObject([
      { line_no: 1, description: 'Pine', amount: 3.02, fixture_master: { name: 'Pine' } },
      { line_no: 2, description: 'own words', amount: 20 },
    ])
    expect((made.actions as Row[]).find((action) => action.name === 'post')).toMatchObject({ allowed: true })
  })

  test('errors of cells name their line', async () => {
    const line = { fixture_master_id: pine.id, qty: 2, unit_price: 1.5 }
    const forged = await h.call('POST', 'fixture_order', {
      fixture_group_id: trees.id,
      total: 6,
      items: [
        { ...line, amount: 3 },
        { ...line, amount: 5 },
      ],
    })
    expect([forged.status, Object.keys(forged.body.errors ?? {})]).toEqual([400, ['items.1.amount']])
    const types = await h.call('POST', 'fixture_order', {
      fixture_group_id: trees.id,
      items: [
        { fixture_master_id: pine.id, qty: '1', unit_price: 1 },
        { fixture_master_id: 777_777, qty: 0, unit_price: 1 },
      ],
    })
    expect(types.body.errors).toEqual({ 'items.0.qty': ['Must be a number.'], 'items.1.qty': ['Must be more than 0.'] })
    const empty = await h.call('POST', 'fixture_order', { fixture_group_id: trees.id, items: [] })
    expect(empty.body.errors).toEqual({ items: ['Add at least one line.'] })
  })

  test('an update writes only changed fields, and refuses a stale version with both values', async () => {
    const made = await order([
      { fixture_master_id: pine.id, qty: 1, unit_price: 1 },
      { fixture_master_id: pine.id, qty: 2, unit_price: 2 },
    ])
    const [first, two] = made.items as Row[]
    const changed = await h.call('PUT', `fixture_order/${made.id}`, {
      ...made,
      items: [
        { ...two, qty: 5 },
        { fixture_master_id: pine.id, qty: 1, unit_price: 100 },
      ],
    })
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      {
        version: 2,
        total: 110,
        items: [
          { id: two!.id, line_no: 1, qty: 5 },
          { line_no: 2, amount: 100 },
        ],
      },
    ])
    expect((changed.body.data as Row & { items: Row[] }).items.map((row) => row.id)).not.toContain(first!.id)
    const again = await h.call('PUT', `fixture_order/${made.id}`, { remarks: null, version: 2 })
    expect(again.body.data).toMatchObject({ version: 2 })
    const stale = await h.call('PUT', `fixture_order/${made.id}`, { remarks: 'late', version: 1 })
    expect([stale.status, stale.body.details]).toMatchObject([409, { yours: { remarks: 'late' }, theirs: { version: 2, total: 110 } }])
    const forged = await h.call('PUT', `fixture_order/${made.id}`, { status: 'posted', total: 1, version: 2 })
    expect(Object.keys(forged.body.errors ?? {}).sort()).toEqual(['status', 'total'])
  })

  test('a document and its lines are read back in the statement that inserts them', async () => {
    const { ctx, texts } = await counted()
    const items = [1, 2].map((qty) => ({ fixture_master_id: pine.id, qty, unit_price: 3 }))
    const make = () => create(ctx, h.modules.get('fixture_order')!, { fixture_group_id: trees.id, items })
    // The first one makes the sequence of its numbers.
    await make()
    texts.length = 0
    const made = await make()
    // What it refers to, its number, the whole record with its audit entry and answer.
    expect(texts).toEqual([
      expect.stringContaining('fixture_master'),
      expect.stringContaining('nextval'),
      expect.stringMatching(/^with h as \(insert .*audit_trail.*select row_to_json/s),
    ])
    expect(made).toMatchObject({
      version: 1,
      total: 9,
      items: [
        { amount: 3, fixture_master: { id: pine.id } },
        { line_no: 2, amount: 6 },
      ],
    })
    expect((await h.call('GET', `fixture_order/${made.id}`)).body.data).toMatchObject(made)
    expect((await h.call('GET', `fixture_order/${made.id}/timeline`)).body.data).toMatchObject([{ action: 'create' }])
  })

  test('a remark is saved without reading lines or references', async () => {
    const made = await order([{ fixture_master_id: pine.id, qty: 1, unit_price: 7 }])
    const { ctx, texts } = await counted()
    const module = h.modules.get('fixture_order')!
    const before = h.published.length
    const saved = await update(ctx, module, Number(made.id), { version: 1, remarks: 'Leave at the gate' })
    expect(saved).toMatchObject({ remarks: 'Leave at the gate', version: 2, total: 7, items: [{ amount: 7 }] })
    expect((await h.call('GET', `fixture_order/${made.id}`)).body.data).toMatchObject(saved)
    // Read, then written with its audit entry and answered.
    expect(texts).toHaveLength(2)
    expect(texts[0]).not.toMatch(/fixture_order__items|fixture_group"/)
    expect(h.published.slice(before)).toMatchObject([{ module: 'fixture_order', id: made.id, version: 2, action: 'update' }])
    const [last] = (await h.call('GET', `fixture_order/${made.id}/timeline`)).body.data as Row[]
    expect(last).toMatchObject({ action: 'update', changes: [{ field: 'remarks', before: null, after: 'Leave at the gate' }] })
    expect((await h.call('PUT', `fixture_order/${made.id}`, { remarks: 'x'.repeat(100_000) })).status).toBe(400)
  })

  test('a receipt is made from the open quantities of an order, and links both ways', async () => {
    const made = await order([
      { fixture_master_id: pine.id, qty: 4, unit_price: 1 },
      { fixture_master_id: pine.id, qty: 6, unit_price: 1 },
    ])
    expect((await h.call('GET', `fixture_receipt/defaults?source=fixture_order&ids=${made.id}`)).body.rule).toBe('E_SOURCE_STATUS')
    await h.database.db.query(
      `update "${h.company.schema}".fixture_order set status = 'posted', progress = 'partially_served' where id = $1`,
      [made.id],
    )
    await h.database.db.query(
      `update "${h.company.schema}".fixture_order__items set qty_received = 4 where parent_id = $1 and line_no = 1`,
      [made.id],
    )
    const draft = (await h.call('GET', `fixture_receipt/defaults?source=fixture_order&ids=${made.id}`)).body.data as Row
    expect(draft).toMatchObject({ fixture_group_id: trees.id, fixture_order_ids: [made.id], fixture_group: { name: 'Trees' } })
    expect(draft.items).toMatchObject([
      { fixture_master_id: pine.id, qty: 6, source_line_id: (made.items as Row[])[1]!.id, source_module: 'fixture_order' },
    ])
    const receipt = await h.make('fixture_receipt', {
      fixture_group_id: trees.id,
      fixture_order_ids: [made.id],
      items: [{ fixture_master_id: pine.id, qty: 6 }],
    })
    expect((await h.call('GET', `fixture_order/${made.id}/links`)).body.data).toMatchObject({
      upstream: [],
      downstream: [{ module: 'fixture_receipt', id: receipt.id }],
    })
    expect((await h.call('GET', `fixture_receipt/${receipt.id}/links`)).body.data).toMatchObject({
      upstream: [{ module: 'fixture_order', id: made.id, status: 'posted' }],
    })
    expect((await h.call('DELETE', `fixture_order/${made.id}`)).body.rule).toBe('E_NOT_DELETABLE')
    expect((await h.call('GET', 'fixture_order/paginate/floating')).body.data).toMatchObject([{ id: made.id }])
    expect((await h.call('GET', 'fixture_order/dashboard_info')).body.data).toMatchObject({
      floating_count: 1,
      floating_amount: 10,
      posted_today: 1,
    })
  })

  test('preview computes without saving; duplicate makes a new draft', async () => {
    const before = (await h.call('GET', 'fixture_order/paginate?count=exact')).body.pagination
    const preview = await h.call('POST', 'fixture_order/preview', {
      fixture_group_id: trees.id,
      items: [{ fixture_master_id: pine.id, qty: 2, unit_price: 2.5 }],
    })
    expect(preview.body.data).toMatchObject({ total: 5, items: [{ amount: 5, fixture_master: { label: 'PINE · Pine' } }] })
    expect((await h.call('GET', 'fixture_order/paginate?count=exact')).body.pagination).toEqual(before)
    const made = await order([{ fixture_master_id: pine.id, qty: 1, unit_price: 7 }])
    const copy = (await h.call('GET', `fixture_order/${made.id}/duplicate`)).body.data as Row
    expect(copy).toMatchObject({ total: 7, status: 'draft', items: [{ qty: 1 }] })
    expect(copy.id).toBeUndefined()
    expect((copy.items as Row[])[0]!.id).toBeUndefined()
  })
})

describe('delete', () => {
  test('is refused while other records refer to the record, and is audited', async () => {
    const used = await h.call('DELETE', `fixture_group/${trees.id}`)
    expect([used.status, used.body.rule, used.body.message]).toEqual([
      422,
      'E_IN_USE',
      expect.stringMatching(/Fixture Masters.* cannot be deleted\.( Make it inactive instead\.)?$/),
    ])
    const gone = await h.make('fixture_group', { code: 'G', name: 'Gone' })
    expect((await h.call('DELETE', `fixture_group/${gone.id}`)).status).toBe(200)
    expect((await h.call('GET', `fixture_group/${gone.id}`)).status).toBe(404)
    const [entry] = await h.database.db.query(
      `select action, old_values->>'name' as name from "${h.company.schema}".audit_trail order by id desc limit 1`,
    )
    expect(entry).toEqual({ action: 'delete', name: 'Gone' })
  })
})

describe('rights', () => {
  test('fields without access are absent from answers, filters, sorts, columns and requests', async () => {
    const plain = principalOf(h.modules, { username: 'plain', access: [] })
    const made = await master({ code: 'SEC', name: 'Secret', cost: 9, account_no: '1234567890' })
    expect((await h.call('GET', `fixture_master/${made.id}`, undefined, plain)).body.data).not.toHaveProperty('cost')
    for (const url of [
      'fixture_master?cost=9',
      'fixture_master?sort=cost',
      'fixture_master/exportCSV?columns=cost',
      'fixture_order?filter[items.fixture_master.cost][gt]=1',
    ]) {
      expect((await h.call('GET', url, undefined, plain)).status, url).toBe(400)
    }
    expect((await h.call('PUT', `fixture_master/${made.id}`, { cost: 1 }, plain)).status).toBe(400)
    expect((await h.call('PUT', `fixture_master/${made.id}`, { name: 'Still', version: 1 }, plain)).status).toBe(200)
    expect((await h.call('GET', `fixture_master/${made.id}`)).body.data).toMatchObject({ cost: 9, name: 'Still', account_no: '1234567890' })
    const [row] = (await h.call('GET', 'fixture_master?code=SEC')).body.data as Row[]
    expect(row).toMatchObject({ account_no: '••••7890', cost: 9 })
  })

  test('line fields without access are absent from the answer of a save or a transition', async () => {
    const plain = principalOf(h.modules, { username: 'plain', access: [] })
    const pine = await master({ code: 'LINECOST', name: 'Line cost' })
    const sent = { fixture_group_id: trees.id, items: [{ fixture_master_id: pine.id, qty: 1, unit_price: 1 }] }
    const made = (await h.call('POST', 'fixture_order', sent, plain)).body.data as Row
    const changed = (await h.call('PUT', `fixture_order/${made.id}`, { remarks: 'x', version: 1 }, plain)).body.data as Row
    const posted = (await h.call('POST', `fixture_order/${made.id}/post`, {}, plain)).body.data as Row
    expect(posted.status).toBe('posted')
    for (const { items } of [made, changed, posted]) {
      expect(items).toMatchObject([{ qty: 1 }])
      expect((items as Row[])[0]).not.toHaveProperty('cost')
    }
    expect((await h.call('GET', `fixture_order/${made.id}`)).body.data).toMatchObject({ items: [{ cost: 2 }] })
  })

  test('actions require their code, and rows of other branches are not found', async () => {
    const reader = principalOf(h.modules, { username: 'reader', grants: { fixture_master: ['view'] } })
    expect((await h.call('GET', 'fixture_master', undefined, reader)).status).toBe(200)
    expect((await h.call('POST', 'fixture_master', { code: 'N', name: 'N' }, reader)).status).toBe(403)
    expect((await h.call('GET', 'fixture_order', undefined, reader)).status).toBe(403)
    await h.database.db.query(
      `insert into "${h.company.schema}".branch (id, code, name) overriding system value values (71, 'A', 'A'), (72, 'B', 'B')`,
    )
    const pine = await master({ code: 'BR', name: 'Branchy' })
    const made = await h.make('fixture_order', {
      fixture_group_id: trees.id,
      branch_id: 71,
      items: [{ fixture_master_id: pine.id, qty: 1, unit_price: 1 }],
    })
    const other = principalOf(h.modules, { username: 'other', branch_ids: [72] })
    expect((await h.call('GET', `fixture_order/${made.id}`, undefined, other)).status).toBe(404)
    expect((await h.call('PUT', `fixture_order/${made.id}`, { remarks: 'x' }, other)).status).toBe(404)
    expect((await h.call('GET', `fixture_order?id=${made.id}`, undefined, other)).body.data).toEqual([])
    expect(
      (
        await h.call(
          'POST',
          'fixture_order',
          { fixture_group_id: trees.id, branch_id: 71, items: [{ fixture_master_id: pine.id, qty: 1, unit_price: 1 }] },
          other,
        )
      ).status,
    ).toBe(400)
  })
})

test('views are personal or shared', async () => {
  const other = principalOf(h.modules, { username: 'second', user_id: 2 })
  const mine = (await h.call('POST', 'fixture_master/views', { name: 'Mine', state: { sort: 'code' } })).body.data as Row
  const shared = (await h.call('POST', 'fixture_master/views', { name: 'All of us', shared: true, state: {} })).body.data as Row
  expect(mine).toMatchObject({ name: 'Mine', shared: false, own: true, state: { sort: 'code' } })
  expect((await h.call('GET', 'fixture_master/views', undefined, other)).body.data).toMatchObject([{ id: shared.id, own: false }])
  expect((await h.call('PUT', `fixture_master/views/${shared.id}`, { name: 'Taken' }, other)).status).toBe(404)
  expect((await h.call('DELETE', `fixture_master/views/${mine.id}`)).status).toBe(200)
})

test('the timeline shows who changed what', async () => {
  const made = await master({ code: 'TL', name: 'Time' })
  await h.call('PUT', `fixture_master/${made.id}`, { name: 'Line' })
  const [last, first] = (await h.call('GET', `fixture_master/${made.id}/timeline`)).body.data as Row[]
  expect(last).toMatchObject({
    kind: 'change',
    action: 'update',
    user: { name: 'Tester' },
    changes: [{ field: 'name', before: 'Time', after: 'Line' }],
  })
  expect(first).toMatchObject({ action: 'create' })
})

test('an unknown module is refused with the nearest name', async () => {
  expect((await h.call('GET', 'fixture_mastr')).body.message).toContain('fixture_master')
  void stones
})
