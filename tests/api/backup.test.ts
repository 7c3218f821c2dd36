/** A backup brought back as a company of its own is the company it was made of: every row, every file. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sumTable, tablesOf } from '../../src/server/features/backup/format.ts'
import { removeAbandoned } from '../../src/server/platform/companies/registry.ts'
import { disk } from '../../src/server/platform/files/disk.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
beforeAll(async () => {
  instance = await startInstance('backup', ['BACK', 'OTHR'])
  await instance.server.startJobs()
  as = createClient(instance.server, 'BACK')
})
afterAll(() => instance.stop())

const done = (name: string) =>
  vi.waitFor(
    async () => {
      const rows = (await as.user('developer')('GET', 'system_backup')).body.data as Row[]
      const row = rows.find((candidate) => candidate.name === name)
      if (row?.status !== 'Done') throw new Error(`${name} is ${String(row?.status)}: ${String(row?.error)}`)
      return row
    },
    { timeout: 60_000, interval: 50 },
  )

/** Saves a draft of a journal entry; its number. */
const entryNumber = async (call: ReturnType<Client['user']>): Promise<unknown> => {
  const [account] = (await call('GET', 'chart_of_account/dropdown?limit=1')).body.data as Row[]
  const lines = [{ debit: 10 }, { credit: 10 }].map((line) => ({ account_id: account!.id, ...line }))
  const { status, body } = await call('POST', 'accounting_entry', { journal: 'General', lines })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.data as Row).transaction_no
}

// E684 E685 E686 E693
test('a restore brings back rows and files unchanged, and compares them', async () => {
  const admin = as.user('admin')
  // Sign-ins are logged: the users needed later sign in before the copy is made.
  for (const who of ['admin', 'developer', 'buyer']) await as.token(who)
  const upload = await as.upload(await as.token('buyer'), 'media/upload-file', {
    privacy: 'public',
    file: { name: 'plan.txt', body: Buffer.from('π and ₱ '.repeat(100_000)) },
  })
  const file = upload.body.data as Row
  await admin('POST', 'brand', { code: 'QUOTE', name: `"It's" \\ new\nline ₱` })
  expect(await entryNumber(admin)).toBe('AE-MNL-2026-000001')
  const queued = (await admin('POST', 'system_backup', { type: 'full' })).body.data as Row
  expect(queued).toMatchObject({ status: 'Queued', type: 'full', name: expect.stringMatching(/^BACK-\d{8}-\d{6}.*-full\.jsonl\.gz$/) })
  const made = await done(String(queued.name))
  const download = await admin('GET', `system_backup/${String(made.name)}`)
  expect(download.status).toBe(200)
  expect(createHash('sha256').update(download.raw).digest('hex')).toBe(made.checksum)
  expect(gunzipSync(download.raw).toString()).not.toContain((await as.token('admin')).slice(0, 20))

  const restored = await admin('POST', `system_backup/${String(made.name)}/restore`, { company_code: 'BACKX', company_name: 'Back again' })
  expect(restored.body.data).toMatchObject({ identical: true, files: 1, company: { code: 'BACKX', name: 'Back again' } })
  // Not only what the call says: the tables of the two are read side by side.
  const { db } = instance.server.database
  const tables = await tablesOf(db, 'co_back')
  expect((await tablesOf(db, 'co_backx')).map((table) => table.name)).toEqual(tables.map((table) => table.name))
  const differ: string[] = []
  await db.tx(async () => {
    for (const table of tables.filter((candidate) => !['company', 'system_backup', 'audit_trail', 'job_progress'].includes(candidate.name)))
      if ((await sumTable(db, 'co_back', table)).checksum !== (await sumTable(db, 'co_backx', table)).checksum) differ.push(table.name)
  })
  expect(differ).toEqual([])
  // The company's row about itself differs in its code and name, and in nothing else.
  const [[before], [after]] = [await db.query<Row>('SELECT * FROM co_back.company'), await db.query<Row>('SELECT * FROM co_backx.company')]
  expect(after).toEqual({ ...before, code: 'BACKX', name: 'Back again' })
  const copy = createClient(instance.server, 'BACKX')
  const rows = (await copy.user('admin')('GET', 'brand/paginate?search=QUOTE')).body.data as Row[]
  expect(rows[0]).toMatchObject({ name: `"It's" \\ new\nline ₱` })
  expect((await copy.user('sales')('GET', `files/${String(file.path)}`)).raw.toString()).toBe('π and ₱ '.repeat(100_000))
  // It is a company of its own: what is done there stays there, and ids go on from where they were.
  const next = (await copy.user('admin')('POST', 'brand', { code: 'NEXT', name: 'Next' })).body.data as Row
  expect(Number(next.id)).toBeGreaterThan(Number(rows[0]!.id))
  expect((await admin('GET', 'brand/paginate?search=NEXT')).body.data).toEqual([])
  // Numbers of documents as well.
  expect(await entryNumber(copy.user('admin'))).toBe('AE-MNL-2026-000002')
  expect(
    (
      await db.query<{ n: number }>(
        `select count(*) as n from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = 'co_backx' and contype = 'f'`,
      )
    )[0]!.n,
  ).toBe(
    (
      await db.query<{ n: number }>(
        `select count(*) as n from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = 'co_back' and contype = 'f'`,
      )
    )[0]!.n,
  )
})

test('a backup file that is cut short restores nothing and leaves its company code free', async () => {
  const admin = as.user('admin')
  const [mine] = (await admin('GET', 'system_backup')).body.data as Row[]
  const path = join(instance.config.dataDir, 'backups/BACK', String(mine!.name))
  const whole = readFileSync(path)
  const lines = gunzipSync(whole).toString().trimEnd().split('\n')
  const restore = () => admin('POST', `system_backup/${String(mine!.name)}/restore`, { company_code: 'HALF', company_name: 'Half' })
  const { db } = instance.server.database
  // The state left by a process that was killed meanwhile: no user can sign in there, and after an hour it is replaced.
  const unfinished = (since: string) =>
    db.query(
      `INSERT INTO platform.company (code, name, schema_name, is_active, making_since) VALUES ('HALF', 'Half', 'co_half', false, now() - $1::interval)`,
      [since],
    )
  await unfinished('59 minutes')
  expect((await restore()).body.errors).toEqual({ company_code: ['A company with this code already exists.'] })
  // A product that starts its own database server takes it away at once.
  await removeAbandoned(db, '0 seconds')
  expect(await db.query(`select 1 from platform.company where code = 'HALF'`)).toEqual([])
  await unfinished('61 minutes')
  for (const broken of [gzipSync(`${lines.slice(0, -1).join('\n')}\n`), whole.subarray(0, whole.length / 2)]) {
    writeFileSync(path, broken)
    expect((await restore()).body).toMatchObject({ rule: 'E_BACKUP_BROKEN' })
    expect(await db.query(`select 1 from pg_namespace where nspname = 'co_half'`)).toEqual([])
    expect(await db.query(`select 1 from platform.company where code = 'HALF'`)).toEqual([])
  }
  writeFileSync(path, whole)
})

test('a restore checks the free space first, and says how much it needs', async () => {
  const admin = as.user('admin')
  const [mine] = (await admin('GET', 'system_backup')).body.data as Row[]
  vi.spyOn(disk, 'statfs').mockResolvedValue({ bsize: 1, bavail: 16 * 1_048_576, blocks: 1 } as never)
  try {
    const answer = await admin('POST', `system_backup/${String(mine!.name)}/restore`, { company_code: 'ROOM', company_name: 'Room' })
    expect([answer.status, answer.body.rule, answer.body.message]).toEqual([503, 'E_DISK', expect.stringContaining('16 MB are free')])
  } finally {
    vi.restoreAllMocks()
  }
  expect(await instance.server.database.db.query(`select 1 from platform.company where code = 'ROOM'`)).toEqual([])
})

test('a name can only lead to a backup of the company itself', async () => {
  const admin = as.user('admin')
  const [mine] = (await admin('GET', 'system_backup')).body.data as Row[]
  for (const name of [
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsecret',
    'BACK-20990101-000000-full.jsonl.gz',
    `x${String(mine!.name)}`,
    '..\\..\\x',
  ])
    expect([400, 404]).toContain((await admin('GET', `system_backup/${name}`)).status)
  const other = createClient(instance.server, 'OTHR')
  expect((await other.user('admin')('GET', `system_backup/${String(mine!.name)}`)).status).toBe(404)
  expect(
    (await other.user('admin')('POST', `system_backup/${String(mine!.name)}/restore`, { company_code: 'STOLEN', company_name: 'x' }))
      .status,
  ).toBe(404)
  for (const [who, method, url] of [
    ['buyer', 'POST', 'system_backup'],
    ['buyer', 'GET', `system_backup/${String(mine!.name)}`],
    ['auditor', 'GET', `system_backup/${String(mine!.name)}`],
    ['auditor', 'POST', `system_backup/${String(mine!.name)}/restore`],
  ] as const)
    expect((await as.user(who)(method, url, method === 'POST' ? {} : undefined)).status).toBe(403)
  const taken = await admin('POST', `system_backup/${String(mine!.name)}/restore`, { company_code: 'OTHR', company_name: 'x' })
  expect(taken.body.errors).toEqual({ company_code: ['A company with this code already exists.'] })
  expect((await admin('POST', `system_backup/${String(mine!.name)}/restore`, { company_code: 'a b', company_name: 'x' })).status).toBe(400)
  const files = (await admin('POST', 'system_backup', { type: 'files' })).body.data as Row
  await done(String(files.name))
  expect((await admin('POST', `system_backup/${String(files.name)}/restore`, { company_code: 'FILES', company_name: 'x' })).body.rule).toBe(
    'E_BACKUP_PARTIAL',
  )
  expect((await admin('POST', 'system_backup', { type: 'everything' })).status).toBe(400)
})
