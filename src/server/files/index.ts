/** Files of records: checked, stored by content, sent to users who can see the record. */

import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Row } from '../../engine/model/module.ts'
import type { Config } from '../platform/config.ts'
import type { Ctx, Files } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { AppError, invalid, notFound, refuse } from '../platform/errors.ts'
import type { Contents } from '../platform/files/contents.ts'
import { type ByteStore, bucketStore, folderStore } from '../platform/files/store.ts'
import { isInline, safeName, sniff } from '../platform/files/types.ts'
import { withUploads } from '../platform/files/uploads.ts'
import { mayOpen } from '../records/file-access.ts'
import { idOf } from '../records/get.ts'

const LIMIT = 25 * 1024 * 1024

async function whole(body: Contents | AsyncIterable<Buffer>): Promise<Contents> {
  if (!(Symbol.asyncIterator in body)) return body
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LIMIT) throw new AppError('too_large', 'Files may be up to 25 MB.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const MB = 1024 * 1024

/** 422 when the file would exceed the quota of the company or the caller. Files made by the system are always stored. */
async function requireQuota(ctx: Ctx, size: number): Promise<void> {
  if (ctx.system !== undefined) return
  const company = Number(ctx.settings.file_quota_mb) * MB
  const user = Number(ctx.settings.user_file_quota_mb) * MB
  if (!company && !user) return
  const [used] = await ctx.db.query<{ company: string; own: string }>(
    sql`
      SELECT coalesce(sum(size), 0)::text AS company,
        coalesce(sum(size) FILTER (WHERE created_by = ${ctx.principal.user_id}), 0)::text AS own
      FROM ${table(ctx, 'file')}
    `,
  )
  if (company && Number(used!.company) + size > company)
    throw refuse(
      'E_FILE_QUOTA',
      `The company can store at most ${company / MB} MB of files. Ask your administrator to raise this in the settings.`,
    )
  if (user && Number(used!.own) + size > user)
    throw refuse('E_FILE_QUOTA', `You can store at most ${user / MB} MB of files. Ask your administrator to raise this in the settings.`)
}

/** Bytes below `dataDir/files`, or in the bucket that FILES_URL names. */
export const createBytes = (config: Pick<Config, 'dataDir' | 'filesUrl'>): ByteStore =>
  config.filesUrl ? bucketStore(config.filesUrl) : folderStore(join(config.dataDir, 'files'))

export function createFiles(store: ByteStore): Files {
  return {
    async put(ctx, file, owner) {
      const body = await whole(file.body)
      const size = Buffer.isBuffer(body) ? body.length : body.size
      if (size > LIMIT) throw new AppError('too_large', 'Files may be up to 25 MB.')
      if (size === 0) throw invalid({ file: ['The file is empty.'] })
      const name = safeName(file.name)
      const type = Buffer.isBuffer(body) ? sniff(name, body) : sniff(name, body.head, body.hasNul)
      if (!type)
        throw invalid({ file: [`${name}: this kind of file is not accepted. Images, PDF, Office documents, CSV, text and ZIP are.`] })
      await requireQuota(ctx, size)
      const key = `${ctx.company.code.toLowerCase()}/${ctx.clock.today(ctx.company.time_zone).slice(0, 7)}/${randomBytes(16).toString('hex')}`
      await store.put(key, body, type)
      const [row] = await ctx.db.query<Row>(
        sql`
          INSERT INTO ${table(ctx, 'file')} (
            key, name, type, size, sha256, module, record_id, access, created_by, created_at
          )
          VALUES (
            ${key}, ${name}, ${type}, ${size},
            ${Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : body.sha256},
            ${owner?.module ?? null}, ${owner?.record_id ?? null}, ${owner?.access ?? null},
            ${ctx.principal.user_id || null}, ${ctx.clock.now().toISOString()}
          )
          RETURNING id, name, type, size, created_at
        `,
      )
      return row!
    },
    async get(ctx, id) {
      const [row] = await ctx.db.query<Row>(
        sql`
          SELECT id, key, name, type, size, module, record_id, access, created_by
          FROM ${table(ctx, 'file')}
          WHERE id = ${id}
        `,
      )
      if (!row || !(await mayOpen(ctx, row))) throw notFound('The file was not found.')
      return { row, body: await store.get(String(row.key)) }
    },
  }
}

/** The most names per request: more files than one screen shows. */
const MAX_NAMES = 100

/** Names of files by their ids, as screens show them: of those that the caller can open. */
async function named(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT id, name, type, size, module, record_id, access, created_by
      FROM ${table(ctx, 'file')}
      WHERE id = ANY (${ids}::bigint[])
      ORDER BY id
    `,
  )
  const seen: Row[] = []
  for (const row of rows) if (await mayOpen(ctx, row)) seen.push({ id: row.id, name: row.name, type: row.type, size: row.size })
  return seen
}

/** `POST files` (before the record exists), `GET files?ids=` and `GET files/{id}`. */
export function registerFileRoutes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.post('/files', async (request) => {
    const ctx = await deps.ctx(request)
    if (!request.isMultipart()) throw invalid({ file: ['Send the file as multipart form data.'] })
    const data = await withUploads(ctx, request, async ({ files }) => {
      const stored: Row[] = []
      for (const file of files) stored.push(await ctx.services.files.put(ctx, file))
      return stored
    })
    if (data.length === 0) throw invalid({ file: ['Choose a file.'] })
    return { success: true, data: data.length === 1 ? data[0] : data }
  })

  app.get<{ Querystring: { ids?: string } }>('/files', async (request) => {
    const ctx = await deps.ctx(request)
    const ids = [...new Set(String(request.query.ids ?? '').split(','))].filter(Boolean)
    if (!ids.length || ids.length > MAX_NAMES) throw invalid({ ids: [`Name 1 to ${MAX_NAMES} files by their ids.`] })
    return { success: true, data: await named(ctx, ids.map(idOf)) }
  })

  app.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
    const ctx = await deps.ctx(request)
    const { row, body } = await ctx.services.files.get(ctx, idOf(request.params.id))
    const type = String(row.type)
    const name = encodeURIComponent(String(row.name))
    return (
      reply
        .type(type)
        .header('content-disposition', `${isInline(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
        .header('x-content-type-options', 'nosniff')
        // Cached only for the session of the request: the next user of this browser is checked against their own rights.
        .header('cache-control', type.startsWith('image/') ? 'private, max-age=3600' : 'no-store')
        .header('vary', 'authorization')
        .send(Readable.from(body))
    )
  })
}
