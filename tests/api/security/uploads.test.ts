/** Uploads: on disk while they arrive, within bounds, and nothing left behind. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeAbandoned } from '../../../src/server/platform/files/uploads.ts'
import { signIn, startInstance } from '../instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  instance = await startInstance('uploads', ['UPLO'])
  admin = await signIn(instance.server, 'UPLO', 'admin')
})
afterAll(() => instance.stop())

async function send(...files: [name: string, body: Buffer | string][]) {
  const parts = files.flatMap(([name, body]) => [
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  const answer = await instance.server.app.http.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([...parts, Buffer.from('--x--\r\n')]),
  })
  return { status: answer.statusCode, body: answer.json() as { message: string; rule?: string; data: { id: number; size: number } } }
}
const temporary = (): string[] => readdirSync(join(instance.config.dataDir, 'tmp', 'uploads'))

test('M6: an uploaded file is read from disk, and returned unchanged', async () => {
  const sent = await send(['note.txt', 'Hello, file.'])
  expect([sent.status, sent.body.data.size]).toEqual([200, 12])
  const back = await instance.server.app.http.inject({
    url: `/api/v1/files/${sent.body.data.id}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(back.body).toBe('Hello, file.')
  expect(temporary()).toEqual([])
})

test('M6: the files of one request have a common limit, and refused ones leave nothing on disk', async () => {
  const large = Buffer.alloc(40 * 1024 * 1024, 'x')
  const sent = await send(['a.txt', large], ['b.txt', large], ['c.txt', large])
  expect([sent.status, sent.body.message]).toEqual([413, expect.stringContaining('100 MB')])
  expect(temporary()).toEqual([])
})

test('M6: a user can store as many bytes as the setting allows', async () => {
  expect((await send(['full.txt', 'x'.repeat(700_000)])).status).toBe(200)
  const system = await instance.server.system('UPLO', 'setting a quota')
  const settings = { ...system.settings, user_file_quota_mb: 1 }
  const [user] = await system.db.query<{ id: number }>(`select id from co_uplo."user" where username = 'admin'`)
  const caller = {
    ...system,
    system: undefined,
    settings,
    principal: { ...system.principal, user_id: user!.id },
  } as unknown as typeof system
  const put = caller.services.files.put(caller, { name: 'more.txt', type: 'text/plain', body: Buffer.alloc(600_000, 'x') })
  await expect(put).rejects.toMatchObject({ rule: 'E_FILE_QUOTA', kind: 'refused' })
})

test('L7: temporary files of a dead process are removed at the start, current ones are not', async () => {
  const folder = join(instance.config.dataDir, 'files', 'uplo')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'old.part'), 'half')
  writeFileSync(join(folder, 'new.part'), 'half')
  const now = Date.now()
  utimesSync(join(folder, 'old.part'), now / 1000 - 7200, now / 1000 - 7200)
  await removeAbandoned(instance.config.dataDir, now)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['new.part'])
})
