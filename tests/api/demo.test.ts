/** The demo of a first start: whole or not at all, made once, however the start ends. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoIsDue, makeDemo } from '../../src/server/demo/index.ts'
import { qualify } from '../../src/server/platform/db/index.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { ownConfig, signIn } from './instance.ts'

const SCALE = 0.03
/** Companies with all their history are made three times, the longest work of any one test. */
const MILLISECONDS = 400_000
let server: Server
let drop: () => Promise<void>

beforeAll(async () => {
  const { config, drop: away } = await ownConfig('demo')
  drop = away
  server = await createServer({ config: { ...config, clock: '2026-11-21T01:00:00Z' } })
})
afterAll(async () => {
  await server.close()
  await drop()
})

const make = (fail?: string, opened: () => void = () => undefined) =>
  makeDemo(
    server.database.db,
    server.demoHost((_done, note, open) => {
      if (open) opened()
      if (fail && note.includes(fail)) throw new Error('the process dies here')
    }),
    SCALE,
  )

test(
  'an interrupted first start leaves nothing half made, and the next one finishes',
  async () => {
    const { db } = server.database
    expect(await demoIsDue(db)).toBe(true)
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const interrupted = expect(make('Isla Logistics Inc.: items', open)).rejects.toThrow('dies here')
    await opened
    // People can sign in to the first company while its history is made on other days.
    expect((await server.companies()).map(({ code }) => code)).toEqual(['DEMO'])
    expect(server.clock.today('Asia/Manila')).toBe('2026-11-21')
    await interrupted
    expect((await server.companies()).map(({ code }) => code)).toEqual(['DEMO'])
    expect(await demoIsDue(db)).toBe(true)

    const [before] = await db.query(`SELECT count(*) AS n FROM ${qualify('co_demo', 'purchase_order')}`)
    await make()
    expect((await server.companies()).map(({ code }) => code).sort()).toEqual(['DEMO', 'ISLA'])
    expect(await demoIsDue(db)).toBe(false)
    expect(await db.query(`SELECT count(*) AS n FROM ${qualify('co_demo', 'purchase_order')}`)).toEqual([before])
  },
  MILLISECONDS,
)

test('of the notifications of six months only those of the last days are unread', async () => {
  const { db } = server.database
  const [row] = await db.query<{ old: number; read: number; recent: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_read AND created_at < '2026-11-18T01:00:00Z')::int AS old, count(*) FILTER (WHERE is_read)::int AS read,
       count(*) FILTER (WHERE NOT is_read)::int AS recent FROM ${qualify('co_demo', 'notification')}`,
  )
  expect(row).toMatchObject({ old: 0 })
  // They were delivered on the days of the history, not all on the last one.
  expect(row!.read).toBeGreaterThan(row!.recent)
})

test('the administrator of the first company may switch to the second', async () => {
  const { call } = await signIn(server, 'DEMO', 'admin')
  const choices = (await call('GET', 'user/acc_switch')).body.data as { kind: string; company: { code: string } }[]
  expect(choices.filter(({ kind }) => kind === 'company').map(({ company }) => company.code)).toEqual(['DEMO', 'ISLA'])
})
