/** Connections to the database that are lost, slow or full: they fail the request that has them, and nothing else. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { type Database, openDatabase } from '../../../src/server/platform/db/index.ts'
import { toErrorResponse } from '../../../src/server/platform/http/errors.ts'
import { type Client, createClient } from '../client.ts'
import { onServer } from '../cluster.ts'
import { startInstance } from '../instance.ts'
import { freshDatabase } from '../template.ts'

let database: Database
let fresh: Awaited<ReturnType<typeof freshDatabase>>
/** What would have ended the process. */
const stray: unknown[] = []
const note = (error: unknown) => void stray.push(error)

beforeAll(async () => {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, note)
  fresh = await freshDatabase('connections')
  database = await openDatabase({ url: fresh.url })
  await database.db.query('CREATE TABLE n (id bigint PRIMARY KEY)')
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
  for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, note)
  expect(stray).toEqual([])
})

const answerOf = (error: unknown) => toErrorResponse(error, () => undefined)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const backendPid = async () => (await database.db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid
const end = (pid: number) => onServer(fresh.url, `SELECT pg_terminate_backend(${pid}, 5000)`)

describe('C2: a lost connection', () => {
  test('C2: fails its transaction with 503, is rolled back, and the next one works', async () => {
    const { db } = database
    const error = await failure(
      db.tx(async () => {
        await db.query('INSERT INTO n VALUES (1)')
        // No query is running at that moment: the loss arrives as an event that no code awaits.
        await end(await backendPid())
        await db.query('INSERT INTO n VALUES (2)')
      }),
    )
    expect(answerOf(error)).toMatchObject({ status: 503, body: { code: 10013, message: expect.stringContaining('nothing was saved') } })
    expect(await db.query('SELECT * FROM n')).toEqual([])
  })

  test('C2: at a commit without an answer reports that the outcome is unknown and does not retry', async () => {
    const { db } = database
    await db.query(`CREATE TABLE fatal (id bigint);
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER die AFTER INSERT ON fatal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`)
    let tries = 0
    const error = await failure(
      db.tx(async () => {
        tries += 1
        await db.query('INSERT INTO fatal VALUES (1)')
      }),
    )
    expect(answerOf(error)).toMatchObject({ status: 503, body: { message: expect.stringContaining('check whether it was saved') } })
    expect(tries).toBe(1)
  })

  test('C2: ends a stream with 503 and frees its place in the pool', async () => {
    const { db, pool } = database
    const read = async () => {
      for await (const rows of db.stream({ text: 'SELECT g FROM generate_series(1, 100000) g', values: [] }, 10)) {
        const [row] = (await onServer(fresh.url, `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT g FROM%'`)).rows as Row[]
        if (rows.length) await end(Number(row!.pid))
      }
    }
    expect(answerOf(await failure(read()))).toMatchObject({ status: 503 })
    expect(pool.idleCount).toBe(pool.totalCount)
  })
})

test('M4: notifications resume after the listening connection was lost', async () => {
  const heard: string[] = []
  let again = 0
  const stop = await database.listen(
    'm4',
    (text) => void heard.push(text),
    () => void again++,
  )
  await onServer(fresh.url, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query = 'LISTEN "m4"'`)
  await vi.waitFor(
    async () => {
      await database.db.query("NOTIFY m4, 'x'")
      expect(heard).toContain('x')
    },
    { timeout: 10_000 },
  )
  expect(again).toBe(1)
  await stop()
})

test('H4: every connection has a time limit for statements and compiles none of them', async () => {
  const rows = await database.db.query(
    `SELECT name, setting, source FROM pg_settings WHERE name IN ('jit', 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  )
  // With any settings of the server.
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '300000', source: 'client' },
    { name: 'jit', setting: 'off', source: 'client' },
    { name: 'statement_timeout', setting: '120000', source: 'client' },
  ])
})

test('L11: a long statement delays nobody else', async () => {
  const { db } = database
  let isOver = false
  const long = db.query('SELECT pg_sleep(1.5)').then(() => void (isOver = true))
  for (let n = 0; n < 20; n++) await db.query('SELECT 1')
  expect(isOver).toBe(false)
  await long
})

test('C3: answered data does not stay in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ask = async (times: number) => {
    for (let n = 0; n < times; n++) await database.db.query(`SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000)`)
  }
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1_000_000
  }
  await ask(5)
  const before = held()
  // 60 MB are answered; buffers are given back a moment after the objects that held them.
  await ask(60)
  await vi.waitFor(() => expect(held() - before).toBeLessThan(15), { timeout: 10_000 })
})

describe('C2: a whole server', () => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  let as: Client
  beforeAll(async () => {
    instance = await startInstance('lost', ['LOST'])
    await instance.server.startJobs()
    as = createClient(instance.server, 'LOST')
  })
  afterAll(() => instance.stop())

  test('C2: answers 200 or 503 while its connections are ended again and again, loses nothing acknowledged, and its jobs continue', async () => {
    const admin = as.withToken(await as.token('admin'))
    const url = instance.config.databaseUrl!
    let isEnding = true
    const statuses = new Set<number>()
    const acknowledged: string[] = []
    const work = async (worker: number) => {
      for (let n = 0; isEnding; n++) {
        const code = `W${worker}-${n}`
        const { status } = await admin('POST', 'brand', { code, name: code })
        statuses.add(status)
        if (status === 200) acknowledged.push(code)
      }
    }
    const working = Promise.all([1, 2, 3, 4].map(work))
    for (let round = 0; round < 8; round++) {
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), { timeout: 20_000, interval: 5 })
      await onServer(
        url,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    }
    isEnding = false
    await working
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const rows = await instance.server.database.db.query<{ code: string }>('SELECT code FROM co_lost.brand')
    const there = new Set(rows.map(({ code }) => code))
    expect(acknowledged.filter((code) => !there.has(code))).toEqual([])
    const queued = (await admin('POST', 'system_backup', { type: 'database' })).body.data as Row
    await vi.waitFor(
      async () => {
        const backups = (await as.user('developer')('GET', 'system_backup')).body.data as Row[]
        expect(backups.find(({ name }) => name === queued.name)).toMatchObject({ status: 'Done' })
      },
      { timeout: 30_000, interval: 50 },
    )
  })
})
