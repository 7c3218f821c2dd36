/** Reserving, issuing and writing down stock: effects that the shipped modules do not use yet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>

beforeAll(async () => {
  host = await openHost('STK', ['fixture_hold', 'fixture_issue', 'fixture_writedown', 'fixture_unbooked'])
  m = await tradingMasters(host)
  const opening = await host.ok('POST', 'beginning_inventory', {
    location_id: m.wh,
    branch_id: m.branch,
    transaction_date: '2026-01-02',
    items: [{ item_id: m.a, uom_id: m.pc, qty: 10, unit_cost: 7.5 }],
  })
  await host.ok('POST', `beginning_inventory/${String(opening.id)}/post`)
})
afterAll(() => host.close())

const document = (module: string, qty: number, more: Row = {}, line: Row = {}) =>
  host.ok('POST', module, { location_id: m.wh, branch_id: m.branch, items: [{ item_id: m.a, uom_id: m.pc, qty, ...line }], ...more })
const post = (module: string, record: Row) => host.refused(`${module}/${String(record.id)}/post`)
const undo = (module: string, record: Row) => host.refused(`${module}/${String(record.id)}/void`, { void_reason: 'made by mistake' })

/** Quantity, value and reservations of the bucket, with the inventory account beside: they always agree. */
async function state(): Promise<{ qty: number; value: number; reserved: number; ledger: number }> {
  const [row] = await host.query<{ qty: string; value: string; reserved_qty: string }>(
    'SELECT qty::float8 AS qty, value::float8 AS value, reserved_qty::float8 AS reserved_qty FROM {s}.stock_bucket WHERE item_id = $1 AND location_id = $2',
    [m.a, m.wh],
  )
  const [account] = await host.query<{ balance: string }>(
    `SELECT coalesce(sum(l.debit - l.credit), 0)::float8 AS balance FROM {s}.accounting_entry__lines l
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.code = '1210'`,
  )
  return { qty: Number(row!.qty), value: Number(row!.value), reserved: Number(row!.reserved_qty), ledger: Number(account!.balance) }
}

test('stock reserved for one user cannot be issued to another, and is reserved again when the issue is voided', async () => {
  const before = await state()
  const hold = await document('fixture_hold', 8)
  expect(await post('fixture_hold', hold)).toBe('done')
  expect(await state()).toEqual({ ...before, reserved: 8 })

  expect(await post('fixture_hold', await document('fixture_hold', 3))).toBe('E_INSUFFICIENT_STOCK')
  expect(await post('fixture_issue', await document('fixture_issue', 3))).toBe('E_INSUFFICIENT_STOCK')

  const { data } = { data: await host.ok('GET', `fixture_issue/defaults?source=fixture_hold&ids=${String(hold.id)}`) }
  const line = (data.items as Row[])[0]!
  const issue = await host.ok('POST', 'fixture_issue', {
    fixture_hold_id: hold.id,
    location_id: m.wh,
    branch_id: m.branch,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 5, source_module: line.source_module, source_line_id: line.source_line_id }],
  })
  expect(await post('fixture_issue', issue)).toBe('done')
  expect(await state()).toEqual({ qty: 5, value: 37.5, reserved: 3, ledger: before.ledger - 37.5 })
  expect(await undo('fixture_hold', hold)).toBe('E_HAS_CHILDREN')

  expect(await undo('fixture_issue', issue)).toBe('done')
  expect(await state()).toEqual({ ...before, reserved: 8 })
  expect(await undo('fixture_hold', hold)).toBe('done')
  expect(await state()).toEqual(before)
})

test('a write-down takes value without quantity, at most the value on hand, and is reversed exactly', async () => {
  const before = await state()
  expect(await post('fixture_writedown', await document('fixture_writedown', 1, {}, { loss: 80 }))).toBe('E_REVALUE')
  const loss = await document('fixture_writedown', 1, {}, { loss: 12.34 })
  expect(await post('fixture_writedown', loss)).toBe('done')
  expect(await state()).toEqual({ ...before, value: 62.66, ledger: before.ledger - 12.34 })
  const issue = await document('fixture_issue', 3)
  expect(await post('fixture_issue', issue)).toBe('done')
  expect(await state()).toEqual({ qty: 7, value: 43.86, reserved: 0, ledger: before.ledger - 31.14 })
  expect(await undo('fixture_issue', issue)).toBe('done')
  expect(await undo('fixture_writedown', loss)).toBe('done')
  expect(await state()).toEqual(before)
})

test('stock cannot move apart from the inventory accounts, nor without a line', async () => {
  const before = await state()
  const wrong = async (booked: number, items?: Row[]) =>
    post('fixture_unbooked', await document('fixture_unbooked', 2, { booked, ...(items ? { items } : {}) }))
  expect(await wrong(0)).toBe('E_BOOKS')
  expect(await wrong(14.99)).toBe('E_BOOKS')
  expect(await wrong(15, [])).toBe('E_BOOKS')
  expect(await state()).toEqual(before)

  const right = await document('fixture_unbooked', 2, { booked: 15 })
  expect(await post('fixture_unbooked', right)).toBe('done')
  expect(await undo('fixture_unbooked', right)).toBe('done')
  expect(await state()).toEqual(before)
})

test('an incorrect posting from before the invariant can be voided', async () => {
  const before = await state()
  const old = await document('fixture_unbooked', 2, { booked: 15 })
  expect(await post('fixture_unbooked', old)).toBe('done')
  // As a release without the invariant left it: goods out, no journal.
  await host.query("UPDATE {s}.accounting_entry SET source_id = 0 WHERE source_module = 'fixture_unbooked' AND source_id = $1", [old.id])
  await host.query(
    `UPDATE {s}.effect_journal SET entry = '{"entry": null}' WHERE effect = 'ledger.post' AND execution_id =
       (SELECT id FROM {s}.execution WHERE module = 'fixture_unbooked' AND record_id = $1)`,
    [old.id],
  )
  expect(await undo('fixture_unbooked', old)).toBe('done')
  expect(await state()).toEqual({ ...before, ledger: before.ledger - 15 })
})

test('a document whose descriptor names no guard cannot post into a locked month, and is voided on an open day', async () => {
  const before = await state()
  const past = await document('fixture_issue', 2, { transaction_date: '2026-02-10' })
  const late = await document('fixture_issue', 1, { transaction_date: '2026-02-11' })
  expect(await post('fixture_issue', past)).toBe('done')
  const february = await host.ok('POST', 'fiscal_period', { period: '2026-02', module_group: 'general_ledger' })
  await host.ok('POST', `fiscal_period/${String(february.id)}/lock`)
  expect(await post('fixture_issue', late)).toBe('E_PERIOD_LOCKED')
  expect(await undo('fixture_issue', past)).toBe('done')
  const [reversal] = await host.query<{ date: string }>(
    'SELECT transaction_date::text AS date FROM {s}.accounting_entry ORDER BY id DESC LIMIT 1',
  )
  expect(reversal!.date).toBe('2026-01-02')
  await host.ok('POST', `fiscal_period/${String(february.id)}/unlock`)
  expect(await state()).toEqual(before)
})

test('a posting reads its record once, and once more to answer it, with the costs that it wrote', async () => {
  const issue = await document('fixture_issue', 2)
  const ctx = await host.harness.ctx()
  let reads = 0
  const note = (statement: string | { readonly text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (/^select row_to_json\(x\) as row .*"fixture_issue" t/.test(text)) reads += 1
  }
  const prepared: typeof ctx.db.prepared = (statement, values) => {
    note(statement)
    return ctx.db.prepared(statement, values)
  }
  const query: typeof ctx.db.query = (statement, values) => {
    note(statement)
    return ctx.db.query(statement, values)
  }
  const watched = { ...ctx, db: Object.create(ctx.db, { prepared: { value: prepared }, query: { value: query } }) as typeof ctx.db }
  const module = ctx.modules.get('fixture_issue')!
  const posted = await ctx.services.workflow.transition(watched, module, { id: Number(issue.id), action: 'post', input: {} })
  expect(reads).toBe(2)
  const [line] = await host.query<{ cost: number }>('SELECT cost::float8 AS cost FROM {s}.fixture_issue__items WHERE parent_id = $1', [
    issue.id,
  ])
  expect(line!.cost).toBeGreaterThan(0)
  expect((posted.items as Row[])[0]!.cost).toBe(line!.cost)
  expect(await undo('fixture_issue', issue)).toBe('done')
})
