/** `kill -9` while documents are being posted: nothing half done, nothing lost that was acknowledged. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import type { Config } from '../../src/server/platform/config.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import type { Server } from '../../src/server/server.ts'
import { workJob } from '../../src/server/workflow/index.ts'
import { startInstance } from './instance.ts'

/** After how many acknowledgements each round ends; what is in hand then is cut anywhere. */
const ROUNDS = [1, 7, 12, 20]
const CHILD = join(import.meta.dirname, 'kill-child.ts')
let config: Config
/** Looks at what servers that were killed beside it left, and completes it. Each of those starts on what the former ones left. */
let server: Server
let stop: () => Promise<void>
const acknowledged = new Map<number, 'posted' | 'voided'>()

beforeAll(async () => {
  ;({ config, server, stop } = await startInstance('kill', ['KILL']))
  const system = await server.system('KILL', 'preparing a test')
  await system.db.tx(() => makeGoods(system, { ...DEMO_COMPANIES[0]!, code: 'KILL' }, 0.03))
})
afterAll(() => stop())

/** Posts a document of so many lines by a process that dies in the middle of it; answers its id. */
async function dieInPost(lines: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ config, workers: 0, lines })], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) said.push(line)
  expect(await ended).toBe('SIGKILL')
  expect(said.map((line) => line.split(' ')[0])).toEqual(['ready', 'made'])
  return Number(said[1]!.split(' ')[1])
}

/** Runs a server until it has acknowledged so many transitions, kills it, and notes what it had acknowledged by then. */
async function workUntil(count: number): Promise<void> {
  const workers = 3
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ config, workers })], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, id] = line.split(' ')
    if (what !== 'posted' && what !== 'voided') continue
    acknowledged.set(Number(id), what)
    if (++seen === count) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
}

/** Each finds rows that must not be. */
const WRONG: Readonly<Record<string, string>> = {
  'posted without its movements': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'posted' AND
    (SELECT count(*) FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) <> (SELECT count(*) FROM {s}.goods_receipt__items l WHERE l.parent_id = r.id)`,
  'posted without its entry': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'posted' AND NOT EXISTS
    (SELECT 1 FROM {s}.accounting_entry e WHERE e.source_module = 'goods_receipt' AND e.source_id = r.id)`,
  'posted without its execution, or executed without being posted': `SELECT r.id FROM {s}.goods_receipt r WHERE (r.status = 'posted') IS DISTINCT FROM EXISTS
    (SELECT 1 FROM {s}.execution x WHERE x.module = 'goods_receipt' AND x.record_id = r.id AND x.action = 'post' AND x.reversed_by IS NULL)`,
  'posted without its history': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'posted' AND NOT EXISTS
    (SELECT 1 FROM {s}.audit_trail a JOIN {s}.module m ON m.id = a.module_id WHERE m.name = 'goods_receipt' AND a.record_id = r.id AND a.action = 'post')`,
  'a draft that moved something': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'draft' AND (
    EXISTS (SELECT 1 FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) OR
    EXISTS (SELECT 1 FROM {s}.accounting_entry e WHERE e.source_module = 'goods_receipt' AND e.source_id = r.id))`,
  'voided but not undone': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'voided' AND
    (SELECT coalesce(sum(m.qty_delta), 0) FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) <> 0`,
  'stock that differs from its movements': `SELECT b.item_id FROM {s}.stock_bucket b WHERE (b.qty, b.value) IS DISTINCT FROM
    (SELECT (coalesce(sum(m.qty_delta), 0), coalesce(sum(m.value_delta), 0)) FROM {s}.inventory_movement m WHERE m.item_id = b.item_id AND m.location_id = b.location_id)`,
  'an entry that does not balance': `SELECT parent_id FROM {s}.accounting_entry__lines GROUP BY 1 HAVING sum(debit) <> sum(credit)`,
  'a number given twice': `SELECT transaction_no FROM {s}.goods_receipt GROUP BY 1 HAVING count(*) > 1`,
  'lines without a document': `SELECT l.id FROM {s}.goods_receipt__items l LEFT JOIN {s}.goods_receipt r ON r.id = l.parent_id WHERE r.id IS NULL`,
}

async function requireWhole(): Promise<void> {
  const found: Record<string, unknown> = {}
  for (const [what, sql] of Object.entries(WRONG)) {
    const rows = await server.database.db.query(sql.replaceAll('{s}', quote('co_kill')))
    if (rows.length) found[what] = rows
  }
  expect(found).toEqual({})
}

test('posting a document of 1,000 lines that is interrupted leaves the draft unchanged, and can be repeated', async () => {
  const id = await dieInPost(1000)
  const standing = async () => {
    const [row] = await server.database.db.query(
      `SELECT status, (SELECT count(*)::int FROM co_kill.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) AS moved
       FROM co_kill.goods_receipt r WHERE id = $1`,
      [id],
    )
    return row
  }
  expect(await standing()).toEqual({ status: 'draft', moved: 0 })
  await requireWhole()
  const ctx = await server.system('KILL', 'posting again')
  await ctx.services.workflow.transition(ctx, ctx.modules.get('goods_receipt')!, { id, action: 'post', input: {} })
  expect(await standing()).toEqual({ status: 'posted', moved: 1000 })
  await requireWhole()
})

test.each(ROUNDS)('after a kill at %i acknowledgements there are whole documents only, all acknowledged ones included', async (count) => {
  await workUntil(count)
  await requireWhole()
  const rows = await server.database.db.query<{ id: number; status: string }>('SELECT id, status FROM co_kill.goods_receipt')
  const status = new Map(rows.map((row) => [Number(row.id), row.status]))
  // What was posted last may have been voided already, unacknowledged.
  const lost = [...acknowledged].filter(([id, what]) => status.get(id) !== what && status.get(id) !== 'voided')
  expect(lost).toEqual([])
  expect(status.size).toBeGreaterThanOrEqual(acknowledged.size)
})

const PAYROLL_CHILD = join(import.meta.dirname, 'payroll-kill-child.ts')
/** More than are computed at once, in batches that end inside. */
const PAID = 620

/** Works on the payroll until a batch was committed, and a little longer; answers the job's data. */
async function payUntilKilled(id: number, act: 'precompute' | 'process'): Promise<Json> {
  const child = spawn(process.execPath, [PAYROLL_CHILD, JSON.stringify({ config, id, act })], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
  let job: Json = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('job ')) job = JSON.parse(line.slice(4)) as Json
    if (line === 'batch') child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
  return job
}

test('an interrupted precomputation of a payroll continues where it stopped and computes no employee twice; processing is atomic', async () => {
  const { db } = server.database
  const insertedId = async (sql: string): Promise<number> =>
    Number((await db.query<{ id: number }>(sql.replaceAll('{s}', 'co_kill')))[0]!.id)
  const group = await insertedId(
    `INSERT INTO {s}.pay_group (code, name, pay_cycle_id, pay_rate_id, is_active) SELECT 'KILLED', 'Killed', c.id, (SELECT min(id) FROM {s}.pay_rate), true FROM {s}.pay_cycle c WHERE c.code = 'MONTHLY' RETURNING id`,
  )
  const period = await insertedId(
    `INSERT INTO {s}.pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, dtr_from, dtr_to, payout_date)
       SELECT 'KILLED', 'July', id, 2026, 7, 1, '2026-07-01', '2026-07-31', '2026-07-01', '2026-07-31', '2026-07-31' FROM {s}.pay_cycle WHERE code = 'MONTHLY' RETURNING id`,
  )
  await insertedId(
    `INSERT INTO {s}.employee (employee_no, full_name, first_name, last_name, branch_id, date_hired, status, pay_group_id, salary_rate_type, basic_rate, is_exempt_dtr)
       SELECT 'K' || n, 'Killed ' || n, 'Killed', n::text, (SELECT min(id) FROM {s}.branch), '2020-01-01', 'active', ${group}, 'monthly', 20000 + n, true FROM generate_series(1, ${PAID}) n RETURNING id`,
  )
  const schedule = await insertedId(
    `SELECT s.id FROM {s}.pay_schedule s JOIN {s}.pay_cycle c ON c.id = s.pay_cycle_id WHERE c.code = 'MONTHLY'`,
  )
  const ctx = await server.system('KILL', 'preparing a test')
  const branch_id = await insertedId('SELECT min(id) AS id FROM {s}.branch')
  const made = { branch_id, pay_group_id: group, pay_period_id: period, pay_schedule_id: schedule }
  const id = Number((await ctx.services.records.create(ctx, ctx.modules.get('payroll')!, made)).id)
  const job = await payUntilKilled(id, 'precompute')
  const standing = `SELECT p.status, count(*) FILTER (WHERE l.state = 'computed')::int AS computed, (SELECT count(*)::int FROM co_kill.payroll_input WHERE payroll_id = $1) AS inputs,
    (SELECT coalesce(sum(amount) FILTER (WHERE part <> 'employer_share'), 0)::float FROM co_kill.payroll__entries WHERE parent_id = $1) AS net, coalesce(sum(l.net_pay), 0)::float AS lines
    FROM co_kill.payroll p JOIN co_kill.payroll__employees l ON l.parent_id = p.id WHERE p.id = $1 GROUP BY p.id`
  const read = async () =>
    (await db.query<{ status: string; computed: number; inputs: number; net: number; lines: number }>(standing, [id]))[0]!
  const cut = await read()
  expect(cut.status).toBe('draft')
  expect(cut.computed).toBeGreaterThan(0)
  expect(cut.computed).toBeLessThan(PAID)
  expect(cut.inputs).toBe(cut.computed)
  await workJob(ctx, job, () => undefined)
  const whole = await read()
  expect(whole).toMatchObject({ status: 'precomputed', computed: PAID, inputs: PAID })
  expect(whole.net).toBeCloseTo(whole.lines, 2)
  // Started once more it finds nothing left to do.
  await workJob(ctx, job, () => undefined)
  expect(await read()).toEqual(whole)
  await payUntilKilled(id, 'process')
  const [row] = await db.query<{ status: string; done: boolean }>(
    `SELECT status, EXISTS (SELECT 1 FROM co_kill.execution x WHERE x.module = 'payroll' AND x.record_id = $1 AND x.action = 'process') AS done FROM co_kill.payroll WHERE id = $1`,
    [id],
  )
  expect(row!.done).toBe(row!.status === 'processed')
  expect(['precomputed', 'processed']).toContain(row!.status)
})
