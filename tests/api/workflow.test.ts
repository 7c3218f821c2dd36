/** Transitions over HTTP: what they write, that a refusal writes nothing, and that a repeat does nothing twice. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let harness: Harness
let settings: Record<string, unknown>
let group: Row
let master: Row
const person = (user_id: number, role = 'admin'): Principal =>
  principalOf(harness.modules, { user_id, username: `person${user_id}`, name: `Person ${user_id}`, role })

beforeAll(async () => {
  harness = await startHarness(['fixture_group', 'fixture_master', 'fixture_order', 'fixture_receipt'], { code: 'FLOW' })
  settings = (await harness.ctx()).settings as Record<string, unknown>
  await query(`INSERT INTO {s}."user" (id, username, name, is_active) OVERRIDING SYSTEM VALUE
    SELECT n, 'person' || n, 'Person ' || n, true FROM generate_series(2, 4) n`)
  group = await harness.make('fixture_group', { code: 'G1', name: 'Group one' })
  master = await harness.make('fixture_master', { code: 'M1', name: 'Master one', fixture_group_id: group.id })
})
afterAll(() => harness.close())
beforeEach(() => {
  delete settings['fixture_order.requires_approval']
  delete settings['fixture_order.approval_levels']
})

const query = <T = Row>(sql: string, params: unknown[] = []): Promise<T[]> =>
  harness.database.db.query(sql.replaceAll('{s}', quote(harness.company.schema)), params)
const order = (qty = 10): Promise<Row> =>
  harness.make('fixture_order', {
    transaction_date: '2026-11-20',
    branch_id: 1,
    fixture_group_id: group.id,
    items: [{ fixture_master_id: master.id, qty, unit_price: 100 }],
  })
const act = (module: string, record: Row, action: string, body: Row = {}, as?: Principal) =>
  harness.call('POST', `${module}/${String(record.id)}/${action}`, body, as)
async function postedOrder(qty = 10): Promise<Row> {
  const { status, body } = await act('fixture_order', await order(qty), 'post')
  if (status !== 200) throw new Error(`post: ${status} ${body.message}`)
  return body.data
}
const receipt = (order: Row, qty: number): Promise<Row> =>
  harness.make('fixture_receipt', {
    transaction_date: '2026-11-20',
    branch_id: 1,
    fixture_group_id: group.id,
    fixture_order_ids: [order.id],
    items: [{ fixture_master_id: master.id, qty, source_module: 'fixture_order', source_line_id: (order.items as Row[])[0]!.id }],
  })
/** What the order says is received, and how far it is. */
const served = async (order: Row): Promise<string> => {
  const { body } = await harness.call('GET', `fixture_order/${String(order.id)}`)
  const record = body.data as Row
  return `${String((record.items as Row[])[0]!.qty_received)} ${String(record.progress)}`
}
/** Everything a transition writes. */
const written = async (): Promise<Row> =>
  (
    await query(`SELECT (SELECT count(*) FROM {s}.execution) AS executions, (SELECT count(*) FROM {s}.effect_journal) AS effects,
    (SELECT count(*) FROM {s}.outbox) AS outbox, (SELECT count(*) FROM {s}.audit_trail) AS audits, (SELECT count(*) FROM {s}.approval) AS approvals,
    (SELECT coalesce(sum(qty_received), 0)::text FROM {s}.fixture_order__items) AS received,
    (SELECT coalesce(sum(version), 0)::text FROM {s}.fixture_order) AS orders, (SELECT coalesce(sum(version), 0)::text FROM {s}.fixture_receipt) AS receipts`)
  )[0]!

test('posting stamps the record, updates its source, is audited and sends notifications', async () => {
  const source = await postedOrder()
  const made = await receipt(source, 4)
  const heard = harness.published.length
  const { status, body } = await act('fixture_receipt', made, 'post', { version: made.version })
  expect([status, body.message]).toEqual([200, undefined])
  expect(body.data as Row).toMatchObject({
    status: 'posted',
    is_posted: true,
    is_draft: false,
    posted_by: 1,
    version: Number(made.version) + 1,
  })
  expect(await served(source)).toMatch(/^4 part/)
  expect(harness.published.slice(heard)).toContainEqual(
    expect.objectContaining({ module: 'fixture_receipt', id: made.id, version: Number(made.version) + 1 }),
  )
  const audits = await query(
    'SELECT a.action FROM {s}.audit_trail a JOIN {s}.module m ON m.id = a.module_id WHERE m.name = $1 AND a.record_id = $2 ORDER BY a.id',
    ['fixture_receipt', made.id],
  )
  expect(audits.at(-1)).toEqual({ action: 'post' })
})

test('a refused transition writes nothing', async () => {
  const source = await postedOrder(3)
  const made = await receipt(source, 2)
  const other = await receipt(source, 2)
  expect((await act('fixture_receipt', made, 'post')).status).toBe(200)
  const before = await written()
  const { status, body } = await act('fixture_receipt', other, 'post')
  // The line that takes too much is marked.
  expect([status, body.rule, Object.keys(body.errors ?? {})]).toEqual([422, 'E_OVER_SERVE', ['items.0.qty']])
  expect(await written()).toEqual(before)
  expect(await served(source)).toMatch(/^2 part/)
})

test('posting twice, even at once, is executed once', async () => {
  const source = await postedOrder()
  const made = await receipt(source, 4)
  const answers = await Promise.all([act('fixture_receipt', made, 'post'), act('fixture_receipt', made, 'post')])
  expect(answers.map(({ status, body }) => [status, (body.data as Row).status])).toEqual([
    [200, 'posted'],
    [200, 'posted'],
  ])
  const before = await written()
  expect((await act('fixture_receipt', made, 'post')).status).toBe(200)
  expect(await written()).toEqual(before)
  expect(await query('SELECT action FROM {s}.execution WHERE module = $1 AND record_id = $2', ['fixture_receipt', made.id])).toEqual([
    { action: 'post' },
  ])
  expect(await served(source)).toMatch(/^4 /)
})

test('a void reverses exactly what the posting did', async () => {
  const source = await postedOrder()
  const untouched = await served(source)
  const first = await receipt(source, 4)
  const second = await receipt(source, 6)
  await act('fixture_receipt', first, 'post')
  const between = await served(source)
  await act('fixture_receipt', second, 'post')
  expect((await act('fixture_receipt', second, 'void', { void_reason: 'no' })).status).toBe(400)
  expect(await served(source)).toMatch(/^10 /)
  const { status, body } = await act('fixture_receipt', second, 'void', { void_reason: 'wrong delivery' })
  expect([status, (body.data as Row).status, (body.data as Row).void_reason]).toEqual([200, 'voided', 'wrong delivery'])
  expect(await served(source)).toBe(between)
  await act('fixture_receipt', first, 'void', { void_reason: 'wrong delivery' })
  expect(await served(source)).toBe(untouched)
  const before = await written()
  expect((await act('fixture_receipt', first, 'post')).body.rule).toBe('E_STATE')
  expect(await written()).toEqual(before)
})

test('an outdated version is a conflict', async () => {
  const made = await order()
  const before = await written()
  const { status, body } = await act('fixture_order', made, 'post', { version: Number(made.version) - 1 })
  expect([status, body.rule]).toEqual([409, 'E_STALE'])
  expect(await written()).toEqual(before)
})

test('where approval is required, levels decide in order, and users cannot decide on their own record', async () => {
  settings['fixture_order.requires_approval'] = true
  settings['fixture_order.approval_levels'] = [{ role: 'head' }, { role: 'director' }]
  const made = await order()
  const before = await written()
  expect((await act('fixture_order', made, 'post')).status).toBe(422)
  expect((await act('fixture_order', made, 'approve', {}, person(1, 'head'))).body.rule).toBe('E_APPROVAL')
  expect((await act('fixture_order', made, 'approve', {}, person(3, 'director'))).body.rule).toBe('E_APPROVAL')
  expect(await written()).toEqual(before)
  const status = async (action: string, as?: Principal) =>
    ((await act('fixture_order', made, action, {}, as)).body.data as Row | undefined)?.status
  expect(await status('approve', person(2, 'head'))).toBe('draft')
  expect(await status('approve', person(2, 'head'))).toBeUndefined()
  expect(await status('approve', person(3, 'director'))).toBe('approved')
  expect(await status('post')).toBe('posted')
  expect(await query('SELECT level, user_id FROM {s}.approval WHERE record_id = $1 ORDER BY id', [made.id])).toEqual([
    { level: 0, user_id: 2 },
    { level: 1, user_id: 3 },
  ])
})

test('saving a disapproved record makes it a draft and restarts its approval', async () => {
  settings['fixture_order.requires_approval'] = true
  settings['fixture_order.approval_levels'] = [{ role: 'head' }, { role: 'director' }]
  const made = await order()
  await act('fixture_order', made, 'approve', {}, person(2, 'head'))
  const { body } = await act('fixture_order', made, 'disapprove', { disapproved_reason: 'too expensive' }, person(3, 'director'))
  const refused = body.data as Row
  expect([refused.status, refused.disapproved_reason]).toEqual(['disapproved', 'too expensive'])
  const saved = await harness.call('PUT', `fixture_order/${String(made.id)}`, { version: refused.version, remarks: 'cheaper now' })
  expect((saved.body.data as Row).status).toBe('draft')
  expect((await act('fixture_order', made, 'approve', {}, person(3, 'director'))).body.rule).toBe('E_APPROVAL')
})

test('without the permission nothing changes; an unknown action is not found', async () => {
  const made = await order()
  const before = await written()
  const clerk = principalOf(harness.modules, { user_id: 4, username: 'person4', grants: { fixture_order: ['index', 'view', 'view_all'] } })
  expect((await act('fixture_order', made, 'post', {}, clerk)).status).toBe(403)
  expect((await act('fixture_order', made, 'explode')).status).toBe(404)
  expect((await act('fixture_order', { id: 999_999 }, 'post')).status).toBe(404)
  expect(await written()).toEqual(before)
})

test('a bulk action gives each record its own result', async () => {
  const source = await postedOrder(5)
  const fits = await receipt(source, 3)
  const over = await receipt(source, 4)
  const last = await receipt(source, 2)
  const { status, body } = await harness.call('POST', 'fixture_receipt/bulk/post', { ids: [fits.id, over.id, last.id] })
  expect([status, (body as unknown as Row).succeeded, (body as unknown as Row).failed]).toEqual([200, 2, 1])
  expect(body.data as Row[]).toMatchObject([
    { id: fits.id, success: true },
    { id: over.id, success: false, rule: 'E_OVER_SERVE' },
    { id: last.id, success: true },
  ])
  expect(await served(source)).toMatch(/^5 /)
})

test('a bulk action refuses records that changed since the list was shown', async () => {
  const source = await postedOrder(5)
  const [same, changed] = [await receipt(source, 1), await receipt(source, 1)]
  const bulk = (versions: unknown) => harness.call('POST', 'fixture_receipt/bulk/post', { ids: [same.id, changed.id], versions })
  expect((await bulk({ [String(same.id)]: 'one' })).status).toBe(400)
  const { body } = await bulk({ [String(same.id)]: same.version, [String(changed.id)]: Number(changed.version) - 1 })
  expect(body.data).toMatchObject([
    { id: same.id, success: true },
    { id: changed.id, success: false, rule: 'E_STALE' },
  ])
})

test('values copied from a source into read-only fields are stored, and cannot be changed by requests', async () => {
  const source = await postedOrder(7)
  const line_id = (source.items as Row[])[0]!.id
  const { body: drafted } = await harness.call('GET', `fixture_receipt/defaults?source=fixture_order&ids=${String(source.id)}`)
  const { items, ...head } = drafted.data as Row
  const [line] = items as Row[]
  expect(line).toMatchObject({ qty: 7, qty_ordered: 7 })
  const send = {
    fixture_group_id: head.fixture_group_id,
    fixture_order_ids: head.fixture_order_ids,
    branch_id: 1,
    transaction_date: '2026-11-20',
  }
  const create = (...rows: Row[]) => harness.call('POST', 'fixture_receipt', { ...send, items: rows })
  const linked = { fixture_master_id: master.id, qty: 2, source_module: 'fixture_order', source_line_id: line_id }
  const { body } = await create({ ...linked, qty_ordered: 7 })
  const made = body.data as Row
  expect((made.items as Row[])[0]).toMatchObject({ qty: 2, qty_ordered: 7 })
  expect((await create({ ...linked, qty_ordered: 99 })).body.errors).toHaveProperty(['items.0.qty_ordered'])
  // A line that is added later is completed alike.
  const changed = await harness.call('PUT', `fixture_receipt/${String(made.id)}`, {
    version: made.version,
    items: [...(made.items as Row[]), { ...linked, qty: 1, qty_ordered: 7 }],
  })
  expect((changed.body.data as Row).items).toMatchObject([
    { qty: 2, qty_ordered: 7 },
    { qty: 1, qty_ordered: 7 },
  ])
})

test('a fully served source has no lines left to copy', async () => {
  const source = await postedOrder(4)
  expect((await act('fixture_receipt', await receipt(source, 4), 'post')).status).toBe(200)
  const { body } = await harness.call('GET', `fixture_receipt/defaults?source=fixture_order&ids=${String(source.id)}`)
  expect(body.rule).toBe('E_NOTHING_OPEN')
  expect((await harness.call('GET', `fixture_group/${String(group.id)}/items`)).body.rule).toBe('E_NO_LINES')
})

test('a referenced line of another document must exist, and the error names its module', async () => {
  const source = await postedOrder(4)
  const errors = async (link: Row) => {
    const line = { fixture_master_id: master.id, qty: 9, ...link }
    const { body } = await harness.call('POST', 'fixture_receipt', {
      transaction_date: '2026-11-20',
      branch_id: 1,
      fixture_group_id: group.id,
      items: [line],
    })
    return Object.keys((body.errors as Row | undefined) ?? {})
  }
  const source_line_id = (source.items as Row[])[0]!.id
  expect(await errors({ source_line_id })).toEqual(['items.0.source_module', 'items.0.source_line_id'])
  expect(await errors({ source_line_id, source_module: 'fixture_master' })).toEqual(['items.0.source_module', 'items.0.source_line_id'])
  expect(await errors({ source_line_id: 999_999, source_module: 'fixture_order' })).toEqual(['items.0.source_line_id'])
  expect(await errors({ source_line_id, source_module: 'fixture_order' })).toEqual([])
})

test('posting reads a record once and answers it with one read; a bulk action skips the answer', async () => {
  const made = await receipt(await postedOrder(), 4)
  const many = await receipt(await postedOrder(), 4)
  const { db } = harness.database
  const query = vi.spyOn(db, 'query')
  const prepared = vi.spyOn(db, 'prepared')
  const reads = async (url: string, body: Row): Promise<number> => {
    query.mockClear()
    prepared.mockClear()
    expect((await harness.call('POST', url, body)).body).toMatchObject({ success: true })
    const statements = [...query.mock.calls, ...prepared.mock.calls].map(([statement]) => statement)
    const texts = statements.map((statement) => (typeof statement === 'string' ? statement : statement.text))
    return texts.filter((text) => /^select row_to_json\(x\)/.test(text) && /fixture_receipt"? t\b/.test(text)).length
  }
  try {
    expect(await reads(`fixture_receipt/${String(made.id)}/post`, {})).toBe(2)
    expect(await reads('fixture_receipt/bulk/post', { ids: [many.id] })).toBe(1)
  } finally {
    query.mockRestore()
    prepared.mockRestore()
  }
})
