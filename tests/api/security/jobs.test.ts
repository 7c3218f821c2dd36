/** Jobs whose process died: they go on where they were, or are over and say so. Deaths are played in the tables. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Json, Row } from '../../../src/engine/model/module.ts'
import { BACKUP_QUEUE } from '../../../src/server/features/backup/index.ts'
import type { JobRunner } from '../../../src/server/platform/jobs/index.ts'
import { IMPORT_QUEUE } from '../../../src/server/records/index.ts'
import { TRANSITION_QUEUE } from '../../../src/server/workflow/index.ts'
import { type Client, createClient } from '../client.ts'
import { startInstance } from '../instance.ts'

const STEPS = 'test.steps'
const LOST = 'test.lost'
let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
let admin: number
const worked: number[] = []
const lost: number[] = []
const sql = <T = Row>(text: string, values: unknown[] = []) => instance.server.database.db.query<T>(text, values)

beforeAll(async () => {
  instance = await startInstance('jobs', ['JOBS'])
  const { jobs } = instance.server.services
  jobs.work(STEPS, async (_ctx, data) => {
    worked.push((data as { n: number }).n)
    return 'done'
  })
  jobs.work(LOST, async () => {
    lost.push(1)
    if (lost.length < 3) throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
    return lost.length
  })
  await instance.server.startJobs()
  as = createClient(instance.server, 'JOBS')
  admin = Number((await sql<{ id: number }>(`select id from co_jobs."user" where username = 'admin'`))[0]!.id)
})
afterAll(() => instance.stop())

const NOW = 'now()'
/** A job as a process that was killed leaves it. `boss`: its state in the queue, null: no entry; `tries`: begun so often at `mark` steps. */
async function leftBehind(
  queue: string,
  data: Json,
  was: { boss: 'active' | 'failed' | null; done?: number; total?: number; tries?: number; mark?: number },
): Promise<string> {
  const id = randomUUID()
  if (was.boss)
    await sql(
      `insert into jobs.job (id, name, data, state, started_on, retry_limit, retry_count, heartbeat_seconds, heartbeat_on, completed_on)
       values ($1, $2, $3, $4::jobs.job_state, now() - interval '61 seconds', 2, 2, 60, now() - interval '61 seconds', ${was.boss === 'failed' ? NOW : 'null'})`,
      [id, queue, JSON.stringify({ company: 'JOBS', username: 'admin', data }), was.boss],
    )
  await sql(
    `insert into co_jobs.job_progress (job_id, queue, user_id, state, done, total, data) values ($1, $2, $3, 'active', $4, $5, $6)`,
    [id, queue, admin, was.done ?? 0, was.total ?? 0, JSON.stringify(data)],
  )
  if (was.tries !== undefined)
    await sql('insert into platform.job_hold (job_id, instance, tries, mark) values ($1, $2, $3, $4)', [
      id,
      randomUUID(),
      was.tries,
      was.mark ?? 0,
    ])
  return id
}
const sweep = () => (instance.server.services.jobs as JobRunner).sweep()
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const { data } = (await as.user('admin')('GET', `jobs/${id}`)).body as { data: Row }
      expect(['completed', 'failed']).toContain(data.state)
      return data
    },
    { timeout: 20_000, interval: 50 },
  )
const notices = (title: string) =>
  sql(`select title, description, module_name, module_id from co_jobs.notification where user_id = $1 and title like $2`, [admin, title])

// Beside each other: who was begun often waits longest before it is begun again.
describe.concurrent('M1: a job whose process died', () => {
  test('is restarted any number of times while it makes progress', async ({ expect }) => {
    const first = await leftBehind(STEPS, { n: 1 }, { boss: 'active' })
    const often = await leftBehind(STEPS, { n: 2 }, { boss: 'active', done: 7, total: 9, tries: 5, mark: 6 })
    expect([await ended(first), await ended(often)]).toMatchObject([
      { state: 'completed', result: 'done' },
      { state: 'completed', done: 7 },
    ])
    expect(worked.filter((n) => n === 1 || n === 2).toSorted()).toEqual([1, 2])
  })

  test('is given up after five starts without progress', async ({ expect }) => {
    const id = await leftBehind(STEPS, { n: 3 }, { boss: 'active', done: 6, total: 9, tries: 5, mark: 6 })
    expect(await ended(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('cut off') })
    expect(worked).not.toContain(3)
  })
})

test('M1: the job of a running process is not taken over', async () => {
  const id = await leftBehind(STEPS, { n: 4 }, { boss: 'active', tries: 1 })
  await sql('insert into platform.job_instance (id, seen_at) select instance, now() from platform.job_hold where job_id = $1', [id])
  await sweep()
  const state = async () => (await sql<{ state: string }>('select state from jobs.job where id = $1', [id]))[0]?.state
  expect(await state()).toBe('active')
  // An hour ahead: the database's clock was set back since.
  await sql(
    `update platform.job_instance set seen_at = now() + interval '1 hour' where id = (select instance from platform.job_hold where job_id = $1)`,
    [id],
  )
  expect(await ended(id)).toMatchObject({ state: 'completed' })
})

const ROWS = 700
async function importRun(prefix: string, done: number): Promise<number> {
  const rows = Array.from({ length: ROWS }, (_, n) => ({ code: `${prefix}${n}`, name: `${prefix} ${n}` }))
  const [run] = await sql<{ id: number }>(
    `insert into co_jobs.import_run (module, user_id, rows, done, state) values ('brand', $1, $2, $3, 'running') returning id`,
    [admin, JSON.stringify(rows), done],
  )
  await sql(
    `insert into co_jobs.brand (code, name, is_active, version) select $1 || n, $1 || ' ' || n, true, 1 from generate_series(0, $2::int - 1) n`,
    [prefix, done],
  )
  return Number(run!.id)
}
const brands = async (prefix: string) =>
  (
    await sql<{ n: number; codes: number }>(
      `select count(*)::int as n, count(distinct code)::int as codes from co_jobs.brand where code ~ $1`,
      [`^${prefix}\\d`],
    )
  )[0]

test('M1: an interrupted import continues after the imported records, each once', async () => {
  const run = await importRun('GO', 500)
  const id = await leftBehind(IMPORT_QUEUE, { run }, { boss: 'active', done: 500, total: ROWS, tries: 1, mark: 0 })
  expect(await ended(id)).toMatchObject({ state: 'completed', done: ROWS, result: { created: ROWS } })
  expect(await brands('GO')).toEqual({ n: ROWS, codes: ROWS })
  expect(await sql('select state from co_jobs.import_run where id = $1', [run])).toEqual([{ state: 'done' }])
})

test('M1: an import given up by the queue is failed, and its user sees how much was imported', async () => {
  const run = await importRun('STOP', 500)
  const id = await leftBehind(IMPORT_QUEUE, { run }, { boss: 'failed', done: 500, total: ROWS })
  await sweep()
  expect(await ended(id)).toMatchObject({ state: 'failed', done: 500, error: expect.stringContaining('cut off') })
  expect(await sql('select state, done from co_jobs.import_run where id = $1', [run])).toMatchObject([{ state: 'failed', done: 500 }])
  expect(await brands('STOP')).toEqual({ n: 500, codes: 500 })
  expect(await notices('The import of%')).toMatchObject([
    {
      title: expect.stringContaining(`500 of ${ROWS}`),
      module_name: 'brand',
      module_id: null,
      description: expect.stringContaining('cut off'),
    },
  ])
  await sweep()
  expect(await notices('The import of%')).toHaveLength(1)
})

test('M1: a record whose job is gone from the queue is no longer processing, and shows the reason', async () => {
  const data = { module: 'goods_receipt', id: 77, action: 'post', input: { version: 1 } }
  const id = await leftBehind(TRANSITION_QUEUE, data, { boss: null })
  await sql(
    `insert into co_jobs.processing (module, record_id, action, version, job_id, state, at) values ('goods_receipt', 77, 'post', 1, $1, 'running', now())`,
    [id],
  )
  await sweep()
  expect(await ended(id)).toMatchObject({ state: 'failed' })
  expect(await sql('select state, error from co_jobs.processing where job_id = $1', [id])).toMatchObject([
    { state: 'failed', error: expect.stringContaining('cut off') },
  ])
  expect(await notices('Goods Receipt%')).toMatchObject([{ module_name: 'goods_receipt', module_id: 77 }])
})

test('M1: a backup whose process is gone is failed, and nothing of it is left', async () => {
  const [row] = await sql<{ id: number }>(
    `insert into co_jobs.system_backup (name, type, status, requested_by, version) values ('JOBS-x-full.jsonl.gz', 'full', 'Running', $1, 1) returning id`,
    [admin],
  )
  const folder = join(instance.config.dataDir, 'backups/JOBS')
  mkdirSync(folder, { recursive: true })
  const part = join(folder, `JOBS-x-full.jsonl.gz.${randomUUID()}.part`)
  writeFileSync(part, 'half')
  const id = await leftBehind(BACKUP_QUEUE, { id: row!.id }, { boss: 'failed' })
  await sweep()
  expect(await ended(id)).toMatchObject({ state: 'failed' })
  expect(await sql('select status from co_jobs.system_backup where id = $1', [row!.id])).toEqual([{ status: 'Failed' }])
  expect(existsSync(part)).toBe(false)
  expect(await notices('The backup%')).toMatchObject([{ module_name: 'system_backup', module_id: row!.id }])
})

test('M1: a job that lost its database connection is restarted instead of failing', async () => {
  const ctx = await instance.server.as('JOBS', 'admin')
  const id = await instance.server.services.jobs.send(ctx, LOST, null)
  expect(await ended(id)).toMatchObject({ state: 'completed', result: 3 })
})
