/** Backups as a service: queued, made in the background, downloaded, brought back as a company of its own. */

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Json, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Ctx, Handler, JobSubject } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, notFound, refuse } from '../../platform/errors.ts'
import { openToRead } from '../../platform/files/disk.ts'
import { handler, oneOf, text } from '../../platform/http/params.ts'
import { BACKUP_TYPES, type BackupType } from './format.ts'
import { writeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'

export { makeBackup } from './make.ts'
export { restoreBackup } from './restore.ts'
export const BACKUP_QUEUE = 'backup'

const GONE = 'The file of this backup is missing.'

const ownTable = (ctx: Ctx) => table(ctx, 'system_backup')
const pathOf = (ctx: Ctx, name: string) => join(ctx.services.instance.config.dataDir, 'backups', ctx.company.code, name)

/** A backup of this company by its name. Only names that were given out lead to a file. */
async function find(ctx: Ctx, name: string): Promise<Row & { id: number; name: string; status: string }> {
  const [row] = await ctx.db.query<Row & { id: number; name: string; status: string }>(
    sql`SELECT * FROM ${ownTable(ctx)} WHERE name = ${name}`,
  )
  if (!row) throw notFound('There is no such backup.')
  return row
}

/** Notes a new backup and queues it. */
export async function queueBackup(ctx: Ctx, type: BackupType): Promise<Row> {
  const now = ctx.clock.now()
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return ctx.db.tx(async () => {
    // One after the other: each counts those of the same second to find its name.
    await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`backup:${ctx.company.code}`}, 0))`)
    const user = ctx.principal.user_id || null
    const requestedAt = now.toISOString()
    const [row] = await ctx.db.query<Row & { id: number }>(
      sql`
        INSERT INTO ${ownTable(ctx)} (
          name, type, storage, requested_by, status, version, created_by, created_at, updated_at
        )
        SELECT ${`${ctx.company.code}-${stamp}`} || CASE WHEN n = 0 THEN '' ELSE '-' || n END || ${`-${type}.jsonl.gz`},
          ${type}, 'local', ${user}, 'Queued', 1, ${user}, ${requestedAt}, ${requestedAt}
        FROM (SELECT count(*) AS n FROM ${ownTable(ctx)} WHERE name LIKE ${`${ctx.company.code}-${stamp}`} || '%') x
        RETURNING *
      `,
    )
    await writeAudit(ctx, {
      module: ctx.modules.get('system_backup')!,
      record_id: row!.id,
      action: 'create',
      note: { name: row!.name, type },
    })
    const job_id = await ctx.services.jobs.send(ctx, BACKUP_QUEUE, { id: row!.id })
    return { ...row, job_id }
  })
}

const create = handler('backup.create', (ctx, { body }) => queueBackup(ctx, oneOf(body, 'type', BACKUP_TYPES, 'full')))

const download = handler('backup.download', async (ctx, { params }) => {
  const row = await find(ctx, params.name ?? '')
  const path = pathOf(ctx, row.name)
  if (row.status !== 'Done') throw refuse('E_BACKUP_NOT_DONE', `The backup is ${row.status.toLowerCase()}.`)
  const content = await openToRead(path, GONE)
  await writeAudit(ctx, { module: ctx.modules.get('system_backup')!, record_id: row.id, action: 'download', note: { name: row.name } })
  return { reply: { type: 'application/gzip', filename: row.name, body: content } }
})

const restore = handler('backup.restore', async (ctx, { params, body }) => {
  if (!ctx.principal.is_developer && !can(ctx.principal, { name: 'company', actions: {} }, 'edit'))
    throw forbidden('Making a company of a backup needs the "edit" permission on Companies, too.')
  const row = await find(ctx, params.name ?? '')
  const path = pathOf(ctx, row.name)
  if (row.status !== 'Done') throw refuse('E_BACKUP_NOT_DONE', `The backup is ${row.status.toLowerCase()}.`)
  if (!existsSync(path)) throw notFound(GONE)
  const code = text(body, 'company_code', 20).toUpperCase()
  const name = text(body, 'company_name', 120)
  const restored = await restoreBackup({ db: ctx.db, bytes: ctx.services.instance.bytes }, ctx.modules, path, { code, name })
  await writeAudit(ctx, {
    module: ctx.modules.get('system_backup')!,
    record_id: row.id,
    action: 'restore',
    note: { company: code, identical: restored.identical },
  })
  return restored
})

export const backupHandlers: readonly Handler[] = [create, download, restore]

/**
 * Makes a queued backup under a temporary name that no other process writes to, and renames it together with marking it
 * as done. A finished one stays as it is; the rest of an earlier try is removed.
 */
export async function workBackup(ctx: Ctx, data: Json, progress: (done: number, total: number, note?: string) => void): Promise<Json> {
  const { id } = data as { id: number }
  const now = () => ctx.clock.now().toISOString()
  const [row] = await ctx.db.query<{ name: string; type: BackupType }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET status = 'Running', started_at = ${now()}, version = version + 1
      WHERE id = ${id} AND status IN ('Queued', 'Running')
      RETURNING name, type
    `,
  )
  if (!row) return null
  const path = pathOf(ctx, row.name)
  await removeParts(path)
  const part = `${path}.${randomUUID()}.part`
  const made = await writeBackup({ db: ctx.db, clock: ctx.clock, bytes: ctx.services.instance.bytes }, ctx.company, {
    type: row.type,
    path: part,
    progress,
  })
  await ctx.db.tx(async () => {
    const open = await ctx.db.query(
      sql`
        UPDATE ${ownTable(ctx)}
        SET status = 'Done', size_bytes = ${made.size}, checksum = ${made.checksum}, error = NULL,
          finished_at = ${now()}, version = version + 1
        WHERE id = ${id} AND status = 'Running'
        RETURNING id
      `,
    )
    if (open.length) await rename(part, path)
    else await rm(part, { force: true })
  })
  return { name: row.name }
}

/** A backup that failed for good is marked so, and nothing of it is left. */
export async function endBackup(ctx: Ctx, data: Json, message: string): Promise<JobSubject | undefined> {
  const id = Number((data as { id?: number } | null)?.id)
  const [row] = await ctx.db.query<{ name: string }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET status = 'Failed', error = ${message}, finished_at = ${ctx.clock.now().toISOString()}, version = version + 1
      WHERE id = ${id} AND status IN ('Queued', 'Running')
      RETURNING name
    `,
  )
  if (!row) return undefined
  await removeParts(pathOf(ctx, row.name))
  return { module: 'system_backup', record_id: id, title: `The backup ${row.name} failed` }
}

/** Removes what tries that were cut off have written of a backup. */
async function removeParts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names.filter((candidate) => candidate.startsWith(`${basename(path)}.`) && candidate.endsWith('.part')))
    await rm(join(dirname(path), name), { force: true })
}
