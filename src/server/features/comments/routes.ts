/** Comments on any record: users who can view the record can read and write them. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { requireAction } from '../../records/access.ts'
import { idOf } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { idsOf } from '../../records/write/references.ts'

interface Params {
  type: string
  id: string
}

async function target(ctx: Ctx, params: Params): Promise<{ module: Module; id: number }> {
  const module = ctx.modules.get(params.type)
  if (!module || !ctx.modules.has('comments')) throw notFound('Cannot find module')
  const id = idOf(params.id)
  requireAction(ctx, module, 'comments')
  await read(ctx, module, id, { action: 'view' })
  return { module, id }
}

/** Users attach files that they uploaded for the comment, not files of others. */
async function requireOwnFiles(ctx: Ctx, attachments: unknown): Promise<void> {
  const ids = [...new Set(Array.isArray(attachments) ? idsOf(attachments) : [])]
  if (!ids.length) return
  const files = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${table(ctx, 'file')}
      WHERE id = ANY (${ids}::bigint[]) AND module IS NULL AND created_by = ${ctx.principal.user_id}
    `,
  )
  if (files.length < ids.length) throw invalid({ attachments: ['Upload the files first; each belongs to one comment.'] })
}

/** Comments with names and sizes of the files attached to them, under `files`. */
async function withFiles(ctx: Ctx, comments: readonly Row[]): Promise<Row[]> {
  const ids = comments.flatMap((comment) => idsOf(comment.attachments))
  const files = ids.length
    ? await ctx.db.query<Row>(
        sql`
          SELECT id, name, type, size::float8 AS size
          FROM ${table(ctx, 'file')}
          WHERE id = ANY (${ids}::bigint[]) AND module = 'comments'
        `,
      )
    : []
  const byId = new Map(files.map((file) => [Number(file.id), file]))
  return comments.map((comment) => ({ ...comment, files: idsOf(comment.attachments).flatMap((id) => byId.get(id) ?? []) }))
}

export function registerCommentRoutes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.get<{ Params: Params }>('/comments/:type/:id', async (request) => {
    const ctx = await deps.ctx(request)
    const { module, id } = await target(ctx, request.params)
    const page = await ctx.services.records.list(asSystem(ctx, 'comments of a record the caller sees'), ctx.modules.get('comments')!, {
      filter: { type: module.name, record_id: id },
      sort: 'id',
      limit: 200,
    })
    return { success: true, data: await withFiles(ctx, page.data), pagination: page.pagination }
  })

  app.get<{ Params: Params }>('/comments/:type/:id/count', async (request) => {
    const ctx = await deps.ctx(request)
    const { module, id } = await target(ctx, request.params)
    const [row] = await ctx.db.query<{ n: number }>(
      sql`
        SELECT count(*) AS n
        FROM ${table(ctx, 'comments')}
        WHERE type = ${module.name} AND record_id = ${id}
      `,
    )
    return { success: true, data: { count: Number(row!.n) } }
  })

  app.post<{ Params: Params; Body: Row | null }>('/comments/:type/:id', async (request) => {
    const ctx = await deps.ctx(request)
    const { module, id } = await target(ctx, request.params)
    const { comment, mentions, parent_id, attachments } = request.body ?? {}
    if (typeof comment !== 'string' || !comment.trim()) throw invalid({ comment: ['Field is required'] })
    await requireOwnFiles(ctx, attachments)
    const values = {
      type: module.name,
      record_id: id,
      comment: comment.trim(),
      ...(Array.isArray(mentions) ? { mention_ids: mentions } : {}),
      ...(parent_id ? { parent_id } : {}),
      ...(Array.isArray(attachments) ? { attachments } : {}),
    }
    return {
      success: true,
      data: await ctx.services.records.create(asSystem(ctx, 'comment on a record the caller sees'), ctx.modules.get('comments')!, values),
    }
  })
}
