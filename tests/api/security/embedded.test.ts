/** The embedded server: one product per folder, and after any kill the next start continues where it was. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/platform/db/index.ts'
import { toErrorResponse } from '../../../src/server/platform/http/errors.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
const folder = join(dataDir, 'postgres')
const said: string[] = []
const open = (more: { join?: boolean } = {}) =>
  openDatabase({ embedded: { dataDir, durable: false, log: (message) => void said.push(message), ...more } })
const serverPid = () => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

let database: Database
beforeAll(async () => {
  database = await open()
  await database.db.query('CREATE SEQUENCE series; CREATE TABLE taken (n bigint)')
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('H5: a second start on the same folder is refused in one sentence and does not disturb the first', async () => {
  await expect(open()).rejects.toThrow(/^Another Tanggapan \(process \d+ on .+\) runs on .+\. End it first, or set DATA_DIR/)
  expect(await database.db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('H5: a command run beside the product uses its server, and leaves it running', async () => {
  const beside = await open({ join: true })
  await beside.db.query('CREATE TABLE beside (n int); INSERT INTO beside VALUES (7)')
  await beside.close()
  expect(await database.db.query('SELECT n FROM beside')).toEqual([{ n: 7 }])
})

test('the server listens on the loopback address only, with a password that only its user can read', async () => {
  const [row] = await database.db.query(
    `SELECT current_setting('listen_addresses') AS address, current_setting('unix_socket_directories') AS sockets, current_setting('fsync') AS fsync,
     current_setting('server_version_num')::int / 10000 AS major, (SELECT count(*) FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256') AS open, lower('Ñ') AS letter`,
  )
  expect(row).toEqual({ address: '127.0.0.1', sockets: '', fsync: 'off', major: 18, open: 0, letter: 'ñ' })
  if (process.platform !== 'win32') expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
})

test('when killed, the server is started again: requests are answered 503 meanwhile, committed data is there, listening continues', async () => {
  const heard: string[] = []
  const stop = await database.listen('after_kill', (text) => void heard.push(text))
  await database.db.query('CREATE TABLE kept AS SELECT 1 AS n; CHECKPOINT')
  process.kill(serverPid(), 'SIGKILL')
  const statuses = new Set<number>()
  await vi.waitFor(
    async () => {
      const rows = await database.db.query('SELECT n FROM kept').catch((error: unknown) => {
        statuses.add(toErrorResponse(error, () => undefined).status)
        throw error
      })
      expect(rows).toEqual([{ n: 1 }])
      await database.db.query("NOTIFY after_kill, 'x'")
      expect(heard).toContain('x')
    },
    { timeout: 30_000, interval: 20 },
  )
  expect([...statuses].filter((status) => status !== 503)).toEqual([])
  // Work may go on before the line is written.
  await expect.poll(() => said).toEqual([expect.stringContaining('ended unexpectedly (SIGKILL)'), 'PostgreSQL runs again.'])
  await stop()
})

test('L2: after the product was killed the next start takes over its server; nothing acknowledged is lost, no number is skipped', async () => {
  await database.close()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-child.ts'), dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === 40) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
  // It outlived the product.
  expect(() => process.kill(serverPid(), 0)).not.toThrow()
  database = await open()
  const rows = await database.db.query<{ n: number }>('SELECT n FROM taken ORDER BY n')
  const numbers = rows.map(({ n }) => n)
  expect(numbers).toEqual(numbers.map((_n, index) => index + 1))
  expect(numbers.length - acknowledged.length).toBeLessThanOrEqual(1)
  const [next] = await database.db.query<{ n: number }>(`SELECT nextval('series') AS n`)
  expect(next!.n - numbers.length).toBeLessThanOrEqual(2)
})

test('a process ID reused by another program does not keep the server from starting', async () => {
  await database.close()
  const file = join(folder, 'data/postmaster.pid')
  // As after a power cut, when this test got the number that the server had.
  writeFileSync(file, `${process.pid}\n${join(folder, 'data')}\n1\n1\n\n127.0.0.1\n\nready\n`)
  database = await open()
  expect(await database.db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('data of another version, or of version 2.38, is refused with the way to migrate it, and is not touched', async () => {
  const other = mkdtempSync(join(tmpdir(), 'embedded-other-'))
  const openOther = () => openDatabase({ embedded: { dataDir: other } })
  mkdirSync(join(other, 'db/pg'), { recursive: true })
  writeFileSync(join(other, 'db/pg/PG_VERSION'), '17\n')
  await expect(openOther()).rejects.toThrow(/made by version 2\.38 or older.+npm run backup.+npm run restore/)
  cpSync(join(other, 'db/pg'), join(other, 'postgres/data'), { recursive: true })
  await expect(openOther()).rejects.toThrow(/is of PostgreSQL 17; this version brings PostgreSQL 18.+npm run backup.+npm run restore/)
  expect(readFileSync(join(other, 'postgres/data/PG_VERSION'), 'utf8')).toBe('17\n')
  rmSync(other, { recursive: true, force: true })
})
