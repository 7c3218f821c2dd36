/** A server that dies in the middle of a job: started again, it completes the job and does nothing twice. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json, Row } from '../../src/engine/module.ts'
import type { Config } from '../../src/server/config.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods, makePeople, makePlaces } from '../../src/server/demo/masters.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { ownConfig, signIn } from './instance.ts'

const MANY = 6
const LINES = 5
let config: Config
let drop: () => Promise<void>
/** Drafts of two lines, and one of so many lines that a job posts it. */
const small: number[] = []
let large = 0

beforeAll(async () => {
  ;({ config, drop } = await ownConfig('restart'))
  const server = await createServer({ config })
  const plan = { ...DEMO_COMPANIES[0]!, code: 'AGAIN' }
  await server.createCompany(plan)
  const system = await server.system('AGAIN', 'preparing a test')
  await system.db.tx(async () => {
    await makePeople(system, plan, await makePlaces(system, plan))
    await makeGoods(system, plan, 0.03)
  })
  for (const [key, value] of Object.entries({ background_above_lines: LINES - 1, background_above_records: MANY - 1 }))
    await system.db.query('insert into co_again.settings (key, value) values ($1, $2)', [key, JSON.stringify(value)])
  const ctx = await server.as('AGAIN', 'admin')
  const { records } = ctx.services
  const one = async (module: string, filter: Row = {}) =>
    (await records.list(ctx, ctx.modules.get(module)!, { filter, limit: 1, sort: 'id' })).data[0]!
  const [item, supplier, location, tax] = [
    await one('item', { item_type: 'Stock' }),
    await one('supplier'),
    await one('inventory_location'),
    await one('tax_type'),
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
  await server.close()
})
afterAll(() => drop())

/** Makes the request on a server that dies when the job that follows is at the step. */
async function dieAt(at: number, url: string, body: Json): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'restart-child.ts'), JSON.stringify({ config, url, body, at })], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))).toBe('SIGKILL')
}

/** How often each was posted, and the movements and entries it made. */
const done = async (server: Server, ids: readonly number[]): Promise<number[][]> => {
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
async function startAgain(queue: string, ids: readonly number[]): Promise<{ before: number[][]; after: number[][]; job: Row }> {
  const server = await createServer({ config })
  try {
    const before = await done(server, ids)
    // An embedded database knows that nobody else can be at work; elsewhere a job is given up when its process
    // has been silent for a minute, which is not waited for here.
    if (config.databaseUrl) await server.database.db.query(`UPDATE jobs.job SET state = 'retry' WHERE state = 'active'`)
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
    return { before, after: await done(server, ids), job }
  } finally {
    await server.close()
  }
}

const NOTHING = [0, 0, 0]

test('an action on many goes on with those that are left, and tells of all', async () => {
  await dieAt(3, 'goods_receipt/bulk/post', { ids: small })
  const { before, after, job } = await startAgain('workflow.bulk', small)
  const posted = before.filter((one) => one[0] === 1).length
  expect([posted >= 3, posted < MANY]).toEqual([true, true])
  expect(before.filter((one) => one[0] === 0)).toEqual(Array.from({ length: MANY - posted }, () => NOTHING))
  expect(after).toEqual(small.map(() => [1, 2, 1]))
  expect(job).toMatchObject({ state: 'completed', done: MANY, total: MANY, result: small.map((id) => ({ id, success: true })) })
})

test('a large document that was half posted is as it was, and then posted once', async () => {
  await dieAt(2, `goods_receipt/${large}/post`, {})
  const { before, after, job } = await startAgain('workflow.transition', [large])
  expect([before, after]).toEqual([[NOTHING], [[1, LINES, 1]]])
  expect(job).toMatchObject({ state: 'completed' })
})
