/** A server that dies in the middle of a job: started again, it completes the job and does nothing twice. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import { openRun, workRun } from '../../src/server/features/time/process.ts'
import type { Config } from '../../src/server/platform/config.ts'
import type { Ctx } from '../../src/server/platform/context.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { signIn, startInstance } from './instance.ts'
import { productStore } from './template.ts'

const MANY = 6
const LINES = 5
let config: Config
let drop: () => Promise<void>
/** Drafts of two lines, and one of so many lines that a job posts it. */
const small: number[] = []
let large = 0
/** Pay group of those whose attendance is processed. */
let group = 0

beforeAll(async () => {
  const instance = await startInstance('restart', ['AGAIN'])
  ;({ config, drop } = instance)
  const { server } = instance
  const system = await server.system('AGAIN', 'preparing a test')
  await system.db.tx(() => makeGoods(system, { ...DEMO_COMPANIES[0]!, code: 'AGAIN' }, 0.03))
  for (const [key, value] of Object.entries({ background_above_lines: LINES - 1, background_above_records: MANY - 1 }))
    await system.db.query('insert into co_again.settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  const ctx = await server.as('AGAIN', 'admin')
  const { records } = ctx.services
  const first = async (module: string, filter: Row = {}) =>
    (await records.list(ctx, ctx.modules.get(module)!, { filter, limit: 1, sort: 'id' })).data[0]!
  const [item, supplier, location, tax] = [
    await first('item', { item_type: 'Stock' }),
    await first('supplier'),
    await first('inventory_location'),
    await first('tax_type'),
  ]
  const make = async (lines: number): Promise<number> => {
    const made = await records.create(ctx, ctx.modules.get('goods_receipt')!, {
      supplier_id: supplier.id,
      location_id: location.id,
      branch_id: location.branch_id,
      tax_type_id: tax.id,
      supplier_dr_no: 'DR',
      items: Array.from({ length: lines }, (_, n) => ({ item_id: item.id, uom_id: item.uom_id, qty: n + 1, unit_price: 11.37 })),
    })
    return Number(made.id)
  }
  for (let n = 0; n < MANY; n++) small.push(await make(2))
  large = await make(LINES)
  group = await makeWorkers(server, system)
  await server.close()
})
afterAll(() => drop())

/** Makes the request on a server that dies when the job that follows is at the step, or so many statements later. */
async function dieAt(point: number, url: string, body: Json, later = 0): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'restart-child.ts'), JSON.stringify({ config, url, body, at: point, later })],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  expect(await new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))).toBe('SIGKILL')
}

/** How often each was posted, and the movements and entries it made. */
const done =
  (ids: readonly number[]) =>
  async (server: Server): Promise<number[][]> => {
    const count = (table: string, record: string, module: string) =>
      `(SELECT count(*)::int FROM co_again.${table} x WHERE x.${module} = 'goods_receipt' AND x.${record} = r.id)`
    const rows = await server.database.db.query<{ n: number[] }>(
      `SELECT ARRAY[${count('execution', 'record_id', 'module')}, ${count('inventory_movement', 'source_id', 'source_module')},
       ${count('accounting_entry', 'source_id', 'source_module')}] AS n FROM co_again.goods_receipt r WHERE r.id = ANY($1) ORDER BY r.id`,
      [ids],
    )
    return rows.map((row) => row.n)
  }

/** The job's end on a server that is started again, with what was done before that and after. */
async function startAgain<T>(queue: string, look: (server: Server) => Promise<T>): Promise<{ before: T; after: T; job: Row }> {
  const server = await createServer({ config, store: productStore() })
  try {
    const before = await look(server)
    // Its heartbeat is a few seconds old; what follows from its silence is not waited for here.
    await server.database.db.query('DELETE FROM platform.job_instance')
    await server.startJobs()
    const { call } = await signIn(server, 'AGAIN', 'admin')
    const [{ id }] = (await server.database.db.query<{ id: string }>('SELECT job_id AS id FROM co_again.job_progress WHERE queue = $1', [
      queue,
    ])) as [{ id: string }]
    const job = await vi.waitFor(
      async () => {
        const { data } = (await call('GET', `jobs/${id}`)).body as { data: Row }
        expect(['completed', 'failed']).toContain(data.state)
        return data
      },
      { timeout: 20_000, interval: 50 },
    )
    return { before, after: await look(server), job }
  } finally {
    await server.close()
  }
}

const NOTHING = [0, 0, 0]

test('an interrupted bulk action continues with the remaining records, and reports all of them', async () => {
  await dieAt(3, 'goods_receipt/bulk/post', { ids: small })
  const { before, after, job } = await startAgain('workflow.bulk', done(small))
  const posted = before.filter((candidate) => candidate[0] === 1).length
  expect([posted >= 3, posted < MANY]).toEqual([true, true])
  expect(before.filter((candidate) => candidate[0] === 0)).toEqual(Array.from({ length: MANY - posted }, () => NOTHING))
  expect(after).toEqual(small.map(() => [1, 2, 1]))
  expect(job).toMatchObject({ state: 'completed', done: MANY, total: MANY, result: small.map((id) => ({ id, success: true })) })
})

test('a large document interrupted during posting is unchanged, and is then posted once', async () => {
  await dieAt(2, `goods_receipt/${large}/post`, {})
  const { before, after, job } = await startAgain('workflow.transition', done([large]))
  expect([before, after]).toEqual([[NOTHING], [[1, LINES, 1]]])
  expect(job).toMatchObject({ state: 'completed' })
})

/** More than two batches of employees, and so many days that a job does them. */
const PEOPLE = 420
const DAYS = { from: '2026-06-01', to: '2026-06-03' }

/** Employees of a day shift with punches that are late, early, on overtime, or missing; answers their pay group. */
async function makeWorkers(server: Server, system: Ctx): Promise<number> {
  const sql = <T = Row>(text: string, values: unknown[] = []) => server.database.db.query<T>(text.replaceAll('{s}', 'co_again'), values)
  const shift = await system.services.records.create(system, system.modules.get('shift_template')!, {
    code: 'AGAIN',
    name: 'Day',
    shift_type: 'Fixed',
    hours: 8,
    break_minutes: 60,
    time_in: '08:00',
    time_out: '17:00',
  })
  const [made] = await sql<{ id: number }>(
    `INSERT INTO {s}.pay_group (code, name, pay_cycle_id, pay_rate_id, is_active) SELECT 'AGAIN', 'Again', c.id, (SELECT min(id) FROM {s}.pay_rate), true FROM {s}.pay_cycle c WHERE c.code = 'MONTHLY' RETURNING id`,
  )
  await sql(
    `INSERT INTO {s}.pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, dtr_from, dtr_to, payout_date)
     SELECT 'AGAIN', 'June', id, 2026, 6, 1, '2026-06-01', '2026-06-30', '2026-06-01', '2026-06-30', '2026-06-30' FROM {s}.pay_cycle WHERE code = 'MONTHLY'`,
  )
  await sql(
    `INSERT INTO {s}.employee (employee_no, full_name, biometric_id, branch_id, date_hired, status, pay_group_id, shift_template_id)
     SELECT 'AGAIN-' || n, 'Reyes ' || n, 'again' || n, (SELECT min(id) FROM {s}.branch), '2025-01-06', 'active', $1, $2 FROM generate_series(1, ${PEOPLE}) n`,
    [made!.id, shift.id],
  )
  // Late by up to 44 minutes, out up to 89 minutes after the shift; every tenth forgot to punch out.
  await sql(
    `INSERT INTO {s}.raw_time_log (employee_id, biometric_id, logged_at, direction, source, is_processed, version)
     SELECT e.id, e.biometric_id, (d + CASE k WHEN 'In' THEN interval '8 hours' + (e.id % 45) * interval '1 minute' ELSE interval '17 hours' + (e.id % 90) * interval '1 minute' END) AT TIME ZONE 'Asia/Manila', k, 'biometric', false, 1
     FROM {s}.employee e, generate_series(timestamp '2026-06-01', '2026-06-03', '1 day') d, unnest(ARRAY['In', 'Out']) k
     WHERE e.employee_no LIKE 'AGAIN-%' AND NOT (k = 'Out' AND e.id % 10 = 0)`,
  )
  return made!.id
}

/** What processing wrote, without ids and moments. */
const written = async (server: Server) => {
  const rows = (table: string) =>
    server.database.db.query<{ row: Row }>(
      `SELECT to_jsonb(t) - '{id,created_at,updated_at,created_by,updated_by,processed_at}'::text[] AS row FROM co_again.${table} t
       WHERE t.employee_id IN (SELECT id FROM co_again.employee WHERE employee_no LIKE 'AGAIN-%') ORDER BY (to_jsonb(t) - 'id')::text`,
    )
  return { days: await rows('daily_time_record'), sheets: await rows('time_sheet'), punches: await rows('time_log') }
}

test('attendance processing interrupted in a batch leaves whole days, completes the rest, and gives the same result as without interruption', async () => {
  // The first batch is committed; the second is being written.
  await dieAt(200, 'daily_time_record/process', { date_from: DAYS.from, date_to: DAYS.to, pay_group_id: group }, 22)
  const { before, after, job } = await startAgain('time.process', written)
  expect(before.days).toHaveLength(3 * 200)
  expect(before.sheets).toHaveLength(200)
  expect(job).toMatchObject({ state: 'completed', result: { employees: PEOPLE, days: 3 * PEOPLE, problems: [] } })
  expect([after.days.length, after.sheets.length]).toEqual([3 * PEOPLE, PEOPLE])

  const again = await createServer({ config, store: productStore() })
  try {
    const { db } = again.database
    for (const table of ['time_log', 'daily_time_record', 'time_sheet'])
      await db.query(
        `DELETE FROM co_again.${table} t USING co_again.employee e WHERE e.id = t.employee_id AND e.employee_no LIKE 'AGAIN-%'`,
      )
    const undisturbed = await again.as('AGAIN', 'admin')
    const { id } = await openRun(undisturbed, { ...DAYS, payGroupId: group })
    await workRun(undisturbed, id, () => undefined)
    expect(await written(again)).toEqual(after)
  } finally {
    await again.close()
  }
})
