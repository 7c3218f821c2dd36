/** `kill -9` while documents are being posted: nothing half done, nothing lost that was acknowledged. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../src/server/config.ts'
import { quote } from '../../src/server/db/index.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods, makePeople, makePlaces } from '../../src/server/demo/masters.ts'
import { createServer } from '../../src/server/server.ts'
import { ownConfig } from './instance.ts'

/** After how many acknowledgements each round ends; what is in hand then is cut anywhere. */
const ROUNDS = [1, 7, 12, 20]
const CHILD = join(import.meta.dirname, 'kill-child.ts')
let config: Config
let drop: () => Promise<void>
const acknowledged = new Map<number, 'posted' | 'voided'>()

beforeAll(async () => {
  ;({ config, drop } = await ownConfig('kill'))
  const server = await createServer({ config })
  const plan = { ...DEMO_COMPANIES[0]!, code: 'KILL' }
  await server.createCompany(plan)
  const system = await server.system('KILL', 'preparing a test')
  await system.db.tx(async () => {
    await makePeople(system, plan, await makePlaces(system, plan))
    await makeGoods(system, plan, 0.03)
  })
  await server.close()
})
afterAll(() => drop())

/** Runs a server until it has acknowledged so many transitions, kills it, and notes what it had acknowledged by then. */
async function workUntil(count: number): Promise<void> {
  const workers = config.databaseUrl ? 3 : 1
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

test.each(ROUNDS)('killed after %i acknowledgements: whole documents only, and all that were acknowledged', async (count) => {
  await workUntil(count)
  const server = await createServer({ config })
  try {
    const found: Record<string, unknown> = {}
    for (const [what, sql] of Object.entries(WRONG)) {
      const rows = await server.database.db.query(sql.replaceAll('{s}', quote('co_kill')))
      if (rows.length) found[what] = rows
    }
    expect(found).toEqual({})
    const rows = await server.database.db.query<{ id: number; status: string }>('SELECT id, status FROM co_kill.goods_receipt')
    const status = new Map(rows.map((row) => [Number(row.id), row.status]))
    // What was posted last may have been voided already, unacknowledged.
    const lost = [...acknowledged].filter(([id, what]) => status.get(id) !== what && status.get(id) !== 'voided')
    expect(lost).toEqual([])
    expect(status.size).toBeGreaterThanOrEqual(acknowledged.size)
  } finally {
    await server.close()
  }
})
