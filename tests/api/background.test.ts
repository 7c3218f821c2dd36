/** Transitions as jobs: large documents, many records, and how jobs flow. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import type { Server } from '../../src/server/server.ts'
import { TRANSITION_QUEUE, workTransition } from '../../src/server/workflow/index.ts'
import { signIn, startInstance } from './instance.ts'

const SMALL = 'test.small'
let server: Server
let stop: () => Promise<void>
let call: Awaited<ReturnType<typeof signIn>>['call']
let receipt: Row
const published: Row[] = []
const worked: number[] = []
let begin: () => void
const begun = new Promise<void>((resolve) => {
  begin = resolve
})

beforeAll(async () => {
  ;({ server, stop } = await startInstance('background', ['BACK']))
  const { db } = server.database
  const system = await server.system('BACK', 'preparing a test')
  await system.db.tx(() => makeGoods(system, { ...DEMO_COMPANIES[0]!, code: 'BACK' }, 0.03))
  for (const [key, value] of Object.entries({ background_above_lines: 2, background_above_records: 2 }))
    await db.query(`insert into co_back.settings (key, value) values ($1, $2)`, [key, JSON.stringify(value)])
  const { publish } = server.services.events
  server.services.events.publish = (company, event) => {
    if (event.type === 'job') published.push(event.data as Row)
    publish(company, event)
  }
  server.services.jobs.work(SMALL, async (_ctx, data) => worked.push((data as { n: number }).n))
  // Queued transitions wait for the test to have looked at them.
  server.services.jobs.work(TRANSITION_QUEUE, async (...job) => {
    await begun
    return workTransition(...job)
  })
  await server.startJobs()
  ;({ call } = await signIn(server, 'BACK', 'admin'))
  const first = async (module: string, query = '') =>
    ((await call('GET', `${module}/paginate?limit=1&sort=id${query}`)).body.data as Row[])[0]!
  const [item, supplier, location, tax] = [
    await first('item', '&item_type=Stock'),
    await first('supplier'),
    await first('inventory_location'),
    await first('tax_type'),
  ]
  const line = { item_id: item.id, uom_id: item.uom_id, qty: 2, unit_price: 10 }
  receipt = {
    supplier_id: supplier.id,
    location_id: location.id,
    branch_id: location.branch_id,
    tax_type_id: tax.id,
    supplier_dr_no: 'DR',
    items: [line, line, line],
  }
})
afterAll(() => stop())

const make = async (more: Row = {}): Promise<Row> => {
  const { status, body } = await call('POST', 'goods_receipt', { ...receipt, ...more } as Json)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const read = async (record: Row): Promise<Row> => (await call('GET', `goods_receipt/${String(record.id)}`)).body.data
const ended = (id: unknown): Promise<Row> =>
  vi.waitFor(
    async () => {
      const { data } = (await call('GET', `jobs/${String(id)}`)).body as { data: Row }
      expect(['completed', 'failed']).toContain(data.state)
      return data
    },
    { timeout: 15_000, interval: 50 },
  )
const post = (record: Row) => call('POST', `goods_receipt/${String(record.id)}/post`, {})

test('a large document is posted by a job: its state shows that it waits, it cannot be posted twice, and is posted as a whole', async () => {
  const small = await make({ items: (receipt.items as Row[]).slice(1) })
  expect((await post(small)).body.data).toMatchObject({ status: 'posted' })
  const large = await make()
  const later = await make({ supplier_dr_no: 'DR2' })
  const first = await post(large)
  expect([first.status, first.body.data]).toMatchObject([
    202,
    { status: 'draft', processing: { action: 'post', state: 'running' }, actions: [] },
  ])
  expect(await read(large)).toMatchObject({ status: 'draft', processing: { action: 'post', state: 'running' }, actions: [] })
  expect((await post(large)).body).toMatchObject({ success: false, rule: 'E_PROCESSING' })

  // A change before the job begins is reported, not overwritten.
  const stale = (await post(later)).body.data as Row
  const saved = await call('PUT', `goods_receipt/${String(later.id)}`, {
    ...receipt,
    supplier_dr_no: 'DR3',
    version: later.version,
  } as Json)
  expect(saved.status).toBe(200)

  begin()
  const job = (first.body.data as Row).job_id
  expect(await ended(job)).toMatchObject({ state: 'completed' })
  const posted = await read(large)
  expect(posted.status).toBe('posted')
  expect(posted).not.toHaveProperty('processing')
  expect(await ended(stale.job_id)).toMatchObject({ state: 'failed', error: expect.stringContaining('changed by another user') })
  expect(await read(later)).toMatchObject({ status: 'draft', supplier_dr_no: 'DR3' })
  const steps = published.filter((row) => row.id === job).map((row) => row.state)
  expect([steps.includes('active'), steps.at(-1)]).toEqual([true, 'completed'])
})

test('a failed job leaves the record unchanged, with the reason, until it is tried again', async () => {
  const large = await make()
  const { db } = server.database
  await db.query(`alter table co_back.inventory_movement add constraint refuses check (qty_delta < 100) not valid`)
  const lines = (receipt.items as Row[]).map((line) => ({ ...line, qty: 500 }))
  const broken = await make({ supplier_dr_no: 'DR4', items: lines })
  expect(await ended(((await post(broken)).body.data as Row).job_id)).toMatchObject({ state: 'failed' })
  expect(await read(broken)).toMatchObject({ status: 'draft', processing: { action: 'post', state: 'failed', error: expect.any(String) } })
  expect(await db.query(`select 1 from co_back.inventory_movement where source_id = $1`, [broken.id])).toEqual([])
  expect(await ended(((await post(large)).body.data as Row).job_id)).toMatchObject({ state: 'completed' })

  await db.query(`alter table co_back.inventory_movement drop constraint refuses`)
  expect(await ended(((await post(broken)).body.data as Row).job_id)).toMatchObject({ state: 'completed' })
  const posted = await read(broken)
  expect([posted.status, posted.processing]).toEqual(['posted', undefined])
})

test('a bulk action is one job with a result for each record', async () => {
  const records = [await make(), await make(), await make()]
  const ids = records.map((record) => record.id)
  await call('DELETE', `goods_receipt/${String(ids[1])}`)
  const { status, body } = await call('POST', 'goods_receipt/bulk/post', { ids } as Json)
  expect(status).toBe(202)
  const job = await ended(body.job_id)
  expect(job).toMatchObject({
    state: 'completed',
    done: 3,
    total: 3,
    result: [
      { id: ids[0], success: true },
      { id: ids[1], success: false },
      { id: ids[2], success: true },
    ],
  })
  expect(await Promise.all([read(records[0]!), read(records[2]!)])).toMatchObject([{ status: 'posted' }, { status: 'posted' }])
})

test('many small jobs run without waiting for the next poll of the queue, each once', async () => {
  const count = 200
  const ctx = await server.as('BACK', 'admin')
  for (let n = 0; n < count; n++) await server.services.jobs.send(ctx, SMALL, { n })
  await vi.waitFor(() => expect(worked.length).toBe(count), { timeout: 30_000, interval: 10 })
  expect(new Set(worked).size).toBe(count)
})
