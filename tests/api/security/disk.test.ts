/** Full disks and files that are gone: they fail what was asked for, and nothing else. */
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { createBytes } from '../../../src/server/files/index.ts'
import { disk } from '../../../src/server/platform/files/disk.ts'
import { type Client, createClient } from '../client.ts'
import { startInstance } from '../instance.ts'

const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** From now on write streams fail after so many bytes. */
function fullAfter(takes: number): void {
  vi.spyOn(disk, 'createWriteStream').mockImplementation(((path: string) => {
    let left = takes
    writeFileSync(path, '')
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        left -= chunk.length
        if (left >= 0) appendFileSync(path, chunk)
        setImmediate(() => done(left < 0 ? full() : undefined))
      },
    })
  }) as unknown as typeof disk.createWriteStream)
}

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
const stray: unknown[] = []
const note = (error: unknown) => void stray.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  instance = await startInstance('disk', ['DISK'])
  await instance.server.startJobs()
  as = createClient(instance.server, 'DISK')
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(stray).toEqual([])
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await instance.stop()
})

const backup = async () => (await as.user('admin')('POST', 'system_backup', { type: 'full' })).body.data as Row
const ended = (row: Row) =>
  vi.waitFor(
    async () => {
      const rows = (await as.user('developer')('GET', 'system_backup')).body.data as Row[]
      const found = rows.find((candidate) => candidate.id === row.id)!
      expect(['Done', 'Failed']).toContain(found.status)
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
const folder = () => join(instance.config.dataDir, 'backups/DISK')

test('C4: a disk that fills up at any byte of a backup fails the backup with the reason, leaves no part of it, and the next one succeeds', async () => {
  for (const takes of [0, 5_000, 60_000]) {
    fullAfter(takes)
    const failed = await backup()
    expect(await ended(failed)).toMatchObject({ status: 'Failed', error: expect.stringContaining('disk of the server is full') })
    const job = (await as.user('admin')('GET', `jobs/${String(failed.job_id)}`)).body.data as Row
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('disk') })
    expect(readdirSync(folder())).toEqual([])
  }
  vi.restoreAllMocks()
  expect(await ended(await backup())).toMatchObject({ status: 'Done', error: null })
  expect(readdirSync(folder())).toHaveLength(1)
})

test('C4: a backup that cannot fit is not started', async () => {
  vi.spyOn(disk, 'statfs').mockResolvedValue({ bsize: 1, bavail: 1_000_000, blocks: 1 } as never)
  const before = readdirSync(folder())
  expect(await ended(await backup())).toMatchObject({
    status: 'Failed',
    error: expect.stringMatching(/about \d+ MB are needed, 1 MB are free/),
  })
  expect(readdirSync(folder())).toEqual(before)
})

test('C4: a missing backup file is a 404 on download and restore', async () => {
  const made = await ended(await backup())
  rmSync(join(folder(), String(made.name)))
  const admin = as.user('admin')
  expect((await admin('GET', `system_backup/${String(made.name)}`)).status).toBe(404)
  const restored = await admin('POST', `system_backup/${String(made.name)}/restore`, { company_code: 'GONE', company_name: 'Gone' })
  expect([restored.status, restored.body.message]).toEqual([404, 'The file of this backup is missing.'])
})

const upload = async () =>
  as.upload(await as.token('admin'), 'media/upload-file', { privacy: 'public', file: { name: 'a.txt', body: Buffer.from('a text') } })

test('L7: an upload to a full disk is a 503 with the reason, and leaves nothing on the disk', async () => {
  expect((await upload()).status).toBe(200)
  const files = () => readdirSync(join(instance.config.dataDir, 'files'), { recursive: true }).map(String).sort()
  const before = files()
  vi.spyOn(disk, 'rename').mockRejectedValue(full())
  const refused = await upload()
  expect([refused.status, refused.body]).toMatchObject([503, { rule: 'E_DISK', message: expect.stringContaining('full') }])
  expect(files()).toEqual(before)
})

test('C4: missing file contents are a 404, also when nobody reads them', async () => {
  const store = createBytes({ dataDir: instance.config.dataDir })
  await expect(store.get('disk/2026-01/nothing')).rejects.toMatchObject({ kind: 'not_found' })
  const file = (await upload()).body.data as Row
  const [{ key }] = (await instance.server.database.db.query<{ key: string }>('select key from co_disk.file order by id desc limit 1')) as [
    { key: string },
  ]
  const path = join(instance.config.dataDir, 'files', key)
  expect(existsSync(path)).toBe(true)
  rmSync(path)
  writeFileSync(`${path}.other`, '')
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode } = await instance.server.app.http.inject({
      method,
      url: `/api/v1/files/${String(file.path)}`,
      headers: { authorization: `Bearer ${await as.token('admin')}` },
    })
    expect(statusCode).toBe(404)
  }
})
