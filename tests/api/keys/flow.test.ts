/** What each key of a workflow, of numbering, sources, calculations, print forms and reports does, seen over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { paperOf } from '../../../src/server/print/document.ts'
import { type Harness, principalOf, startHarness } from '../harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['key_flow', 'key_follow', 'key_rate', 'key_field', 'key_report', 'key_lines_report', 'key_path_report'], {
    code: 'KEYW',
  })
  await h.database.db.query(
    `insert into "${h.company.schema}"."user" (id, username, name, is_active) overriding system value select n, 'u' || n, 'U' || n, true from generate_series(2, 9) n`,
  )
})
afterAll(() => h.close())

const make = (values: Row = {}) => h.make('key_flow', { branch_id: 1, note: 'x', ...values })
const act = (record: Row, action: string, body: Row = {}, as = h.admin) =>
  h.call('POST', `key_flow/${String(record.id)}/${action}`, body, as)
const other = () => principalOf(h.modules, { user_id: 2, username: 'other' })
const get = async (record: Row): Promise<Row & { actions: Row[] }> => (await h.call('GET', `key_flow/${String(record.id)}`)).body.data

// proves: workflow, workflow.states, workflow.states.*.flags, workflow.states.*.initial, workflow.states.*.edit, workflow.states.*.saveTo,
// proves: workflow.states.*.deletable, workflow.states.*.final, workflow.states.*.title, workflow.states.*.tone
test('states say which flag is true, and what may be edited and deleted', async () => {
  const record = await make()
  expect(record).toMatchObject({ status: 'made', is_draft: true, is_posted: false })
  expect((await act(record, 'check', {}, other())).status).toBe(200)
  const put = (values: Row) => h.call('PUT', `key_flow/${String(record.id)}`, values)
  expect(Object.keys((await put({ wanted: 3 })).body.errors ?? {})).toEqual(['wanted'])
  expect((await h.call('DELETE', `key_flow/${String(record.id)}`)).body.rule).toBe('E_NOT_DELETABLE')
  expect((await put({ note: 'changed' })).body.data).toMatchObject({ note: 'changed', status: 'made' })
  expect((await h.call('DELETE', `key_flow/${String(record.id)}`)).status).toBe(200)
  expect(h.modules.get('key_flow')!.workflow!.states.checked).toMatchObject({ title: 'Checked', tone: 'amber', final: false })
  expect(h.modules.get('key_flow')!.workflow!.states.gone).toMatchObject({ final: true })
})

// proves: workflow.transitions, workflow.transitions.*.from, workflow.transitions.*.to, workflow.transitions.*.code, workflow.transitions.*.when,
// proves: workflow.transitions.*.whenMessage, workflow.transitions.*.notSelf, workflow.transitions.*.title, workflow.transitions.*.icon,
// proves: workflow.transitions.*.tone, workflow.transitions.*.confirm, workflow.transitions.*.confirm.kind, workflow.transitions.*.confirm.message
test('a transition requires its state, its permission, its condition and another user', async () => {
  const record = await make({ note: null })
  expect((await act(record, 'drop')).body.rule).toBe('E_STATE')
  expect((await act(record, 'check')).status).toBeGreaterThanOrEqual(400)
  const reader = principalOf(h.modules, { user_id: 3, username: 'reader', grants: { key_flow: ['index', 'view'] } })
  expect((await act(record, 'check', {}, reader)).status).toBe(403)
  const refused = await act(record, 'finish', { due: '2026-12-01' })
  expect([refused.status, refused.body.message]).toEqual([422, 'Write a note first.'])
  const finish = (await get(record)).actions.find((action) => action.name === 'finish')
  expect(finish).toMatchObject({ allowed: false, reason: 'Write a note first.' })
  const { check, finish: step } = h.modules.get('key_flow')!.workflow!.transitions
  expect(check).toMatchObject({ title: 'Check it', icon: 'eye', tone: 'primary' })
  expect(step!.confirm).toEqual({ kind: 'warning', message: 'Really finish?' })
})

// proves: workflow.transitions.*.input, workflow.transitions.*.stamps, workflow.transitions.*.stamps.by, workflow.transitions.*.stamps.at,
// proves: workflow.transitions.*.stamps.clear, workflow.transitions.*.reverses, workflow.transitions.*.create, workflow.transitions.*.create.module
// proves: entity.number, entity.number.at, entity.number.field, entity.number.format, entity.number.gapless, sources.*.copy, sources.*.field
test('a transition takes input, stamps, numbers and makes downstream documents; undoing removes the stamps', async () => {
  const record = await make({ second: [{ what: 'part', amount: 5 }] })
  expect(record.transaction_no).toMatch(/^KF-2026-\d{3}$/)
  expect(Object.keys((await act(record, 'finish')).body.errors ?? {})).toEqual(['due'])
  const done = (await act(record, 'finish', { due: '2026-12-01' })).body.data as Row
  expect(done).toMatchObject({ status: 'finished', due: '2026-12-01', finished_by: 1, finished_at: '2026-11-21T01:00:00.000Z' })
  const next = (await act(await make(), 'finish', { due: '2026-12-01' })).body.data as Row
  const serial = (row: Row) => Number(String(row.receipt_no).slice(3))
  expect([String(done.receipt_no).slice(0, 3), serial(next) - serial(done)]).toEqual(['OR-', 1])
  const [followed] = (await h.call('GET', `key_follow/paginate?key_flow_id=${String(record.id)}`)).body.data as Row[]
  const whole = (await h.call('GET', `key_follow/${String(followed!.id)}`)).body.data as Row
  expect(whole).toMatchObject({ text: 'x', status: 'draft', parts: [{ what: 'part', count: 5 }] })
  expect((await act(record, 'drop')).body.data).toMatchObject({ status: 'gone', finished_by: null })
})

// proves: workflow.progress, workflow.progress.served, workflow.progress.of, workflow.progress.names, workflow.progress.overdue,
// proves: workflow.progress.overdue.date, workflow.progress.overdue.name, workflow.progress.tones, sources, sources.*.lines, sources.*.lines.*.link,
// proves: sources.*.lines.*.open, sources.*.lines.*.quantity, sources.*.lines.*.serves, sources.*.lines.*.rule, sources.*.lines.*.tolerance,
// proves: sources.*.lines.*.copy, sources.*.lines.*.from, workflow.extends, workflow.transitions.*.effects
test('downstream documents serve their source within the tolerance, and progress is updated', async () => {
  const record = await make({ wanted: 4, second: [{ what: 'part', amount: 5 }] })
  await act(record, 'finish', { due: '2026-11-20' })
  expect((await get(record)).progress).toBe('late')
  const follow = async (count: number) => {
    const { body } = await h.call('GET', `key_follow/defaults?source=key_flow&ids=${String(record.id)}`)
    const draft = body.data as Row & { parts: Row[]; heads: Row[] }
    expect(draft.parts[0]).toMatchObject({ what: 'part', count: 5, source_line_id: (record.second as Row[])[0]!.id })
    expect(draft.heads[0]).toMatchObject({ flow_id: record.id })
    const made = await h.make('key_follow', { ...draft, transaction_no: null, heads: [{ ...draft.heads[0], count }] })
    return h.call('POST', `key_follow/${String(made.id)}/post`)
  }
  expect((await follow(7)).body.rule).toBe('E_OVER_KEY')
  expect((await follow(3)).status).toBe(200)
  expect(await get(record)).toMatchObject({ done: 3, progress: 'late' })
  expect((await follow(3)).status).toBe(200)
  expect(await get(record)).toMatchObject({ done: 6, progress: 'complete' })
  expect(h.modules.get('key_flow')!.workflow!.progress).toMatchObject({ tones: { begun: 'blue' } })
})

// proves: workflow.transitions.*.guards, entity.date
test('a guard refuses: the period of the business date is locked', async () => {
  const full = await startHarness(['key_flow', 'key_follow', 'fiscal_period'], { code: 'KEYG' })
  try {
    await full.database.db.query(
      `insert into "${full.company.schema}".fiscal_period (period, module_group, status) values ('2026-10', 'general_ledger', 'locked')`,
    )
    const record = await full.make('key_flow', { branch_id: 1, note: 'x', transaction_date: '2026-10-15' })
    const { body } = await full.call('POST', `key_flow/${String(record.id)}/finish`, { due: '2026-12-01' })
    expect(body.rule).toBe('E_PERIOD_LOCKED')
  } finally {
    await full.close()
  }
})

// proves: calculations, calculations[].call, calculations[].lines, calculations[].with
test('a calculation uses the whole table', async () => {
  const record = await make({ spread_over: 10, second: [{ amount: 1 }, { amount: 1 }, { amount: 1 }] })
  expect((record.second as Row[]).map((row) => row.share)).toEqual([3.34, 3.33, 3.33])
})

// proves: entity.branch, entity.volume, entity.items, fields.*.lines
test('rows of other branches are not found; large lists open on a window; items are the main table', async () => {
  const record = await make({ second: [{ what: 'mine' }], first: [{ what: 'not mine' }] })
  const away = principalOf(h.modules, { user_id: 4, username: 'away', branch_ids: [99] })
  expect((await h.call('GET', `key_flow/${String(record.id)}`, undefined, away)).status).toBe(404)
  const items = (await h.call('GET', `key_flow/${String(record.id)}/items`)).body.data as Row[]
  expect(items.map((row) => row.what)).toEqual(['mine'])
  expect((await h.call('GET', 'key_flow/paginate')).body.pagination).toMatchObject({
    window: { field: 'transaction_date', from: '2025-11-20' },
  })
})

// proves: print, print.name, print.title, print.template, print.paper, print.copies, print.when
test('print forms have their template, paper, copies and condition', () => {
  const [plain, late] = h.modules.get('key_flow')!.print
  expect(plain).toMatchObject({ name: 'plain', title: 'Plain form', template: 'document', paper: 'A5', copies: 2 })
  expect(late).toMatchObject({ name: 'late', title: 'Reminder', when: "status == 'finished'" })
  expect([paperOf('A5'), paperOf('Letter'), paperOf('check'), paperOf('receipt')]).toEqual([
    { width: 420, height: 595 },
    { width: 612, height: 792 },
    { width: 576, height: 216 },
    { width: 226, height: 'auto' },
  ])
})

// proves: report, report.parameters, report.columns, report.query, report.query.from, report.query.lines, report.query.where, report.query.group,
// proves: report.query.select, report.query.select.*.sum, report.query.select.*.count, report.query.select.*.min, report.query.select.*.max,
// proves: report.query.select.*.avg, report.query.sort, report.totals
test('a declared report groups, filters, totals and pages; hidden data is not in it', async () => {
  const ten = await h.make('key_rate', { name: 'Ten', rate: 10 })
  const two = await h.make('key_rate', { name: 'Two', rate: 2 })
  const field = (code: string, low: number, rate_id: unknown, more: Row = {}) =>
    h.make('key_field', { code, low, rate_id, pay: 1, rows: [{ what: `row ${code}`, amount: low }], ...more })
  await field('R1', 1, ten.id)
  await field('R2', 2, ten.id)
  await field('R3', 9, two.id)
  await field('R4', 5, two.id, { colour: 'r' })
  const report = async (query: string, as = h.admin) =>
    (await h.call('GET', `key_report/paginate?${query}`, undefined, as)).body as unknown as { data: Row[]; totals: Row; pagination: Row }
  const all = await report('')
  expect(all.data).toEqual([
    expect.objectContaining({ rate: expect.objectContaining({ name: 'Two' }), how_many: 2, low: 14, least: 5, most: 9, mean: 7, pay: 2 }),
    expect.objectContaining({ rate: expect.objectContaining({ name: 'Ten' }), how_many: 2, low: 3, least: 1, most: 2, mean: 1.5, pay: 2 }),
  ])
  expect(all.totals).toEqual({ how_many: 4, low: 17 })
  expect((await report('colour=r')).data.map((row) => row.low)).toEqual([5])
  expect((await report('from=2027-01-01')).data).toEqual([])
  expect(await report('limit=1&page=2')).toMatchObject({ data: [{ low: 3 }], totals: { low: 17 }, pagination: { total: 2, last_page: 2 } })
  const without = principalOf(h.modules, { user_id: 8, username: 'without', access: [] })
  expect((await report('', without)).data.map((row) => row.pay)).toEqual([null, null])
  const stranger = principalOf(h.modules, { user_id: 9, username: 'stranger', grants: { key_report: ['index'] } })
  // Figures of a module need the right to list it.
  expect((await h.call('GET', 'key_report/paginate', undefined, stranger)).status).toBe(403)

  // Grouped along a reference.
  const paths = (await h.call('GET', 'key_path_report/paginate')).body as unknown as { data: Row[] }
  expect(paths.data, JSON.stringify(paths)).toEqual([
    { rate_name: 'Ten', low: 3 },
    { rate_name: 'Two', low: 14 },
  ])

  const lines = (await h.call('GET', 'key_lines_report/paginate')).body as unknown as { data: Row[]; totals: Row }
  expect(lines.data.map((row) => [row.code, row.what, row.amount])).toEqual([
    ['R1', 'row R1', 1],
    ['R2', 'row R2', 2],
    ['R3', 'row R3', 9],
    ['R4', 'row R4', 5],
  ])
  expect(lines.totals).toEqual({ amount: 17 })
  const csv = await h.call('GET', 'key_report/exportCSV')
  expect(csv.text.split('\r\n').slice(0, 2)).toEqual(['\uFEFFRate,How many,Low,Least,Most,Mean,Pay', 'Two,2,14,5,9,7,2'])
})
