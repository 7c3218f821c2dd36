/** Access to files: users who can see the record to which a file belongs can open it. */

import type { Module, Row } from '../../engine/model/module.ts'
import { owns, sees } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { join, ref, sql, table } from '../platform/db/sql.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { requireAction } from './access.ts'
import { read } from './read.ts'

/**
 * A file is open to users who can see its record and have the access that its contents need; a file without a record yet,
 * to its uploader.
 */
export async function mayOpen(ctx: Ctx, row: Row): Promise<boolean> {
  if (ctx.system !== undefined) return true
  if (!row.module) return row.created_by === ctx.principal.user_id
  const module = ctx.modules.get(String(row.module))
  if (!module) return false
  if (await isPicture(ctx, module, row)) return true
  if (await ctx.services.fileAccess.get(module.name)?.(ctx, Number(row.record_id))) return true
  try {
    const about = await commented(ctx, module, Number(row.record_id))
    if (about) requireAction(ctx, about.module, 'comments')
    const record = await read(ctx, about?.module ?? module, about?.id ?? Number(row.record_id), { action: 'view' })
    return !row.access || sees(ctx.principal, { access: String(row.access) }) || owns(ctx.principal, about?.module ?? module, record)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The subject of a comment: users who can see it can see the comment and open its attachments. */
async function commented(ctx: Ctx, module: Module, id: number): Promise<{ module: Module; id: number } | undefined> {
  if (module.name !== 'comments') return undefined
  const [comment] = await ctx.db.query<{ type: string; record_id: number }>(
    sql`
      SELECT type, record_id
      FROM ${table(ctx, module.entity.table)}
      WHERE id = ${id}
    `,
  )
  const about = comment && ctx.modules.get(comment.type)
  if (!about) throw notFound()
  return { module: about, id: Number(comment.record_id) }
}

/** Pictures of people, items and the company are shown to everyone in the company. */
async function isPicture(ctx: Ctx, module: Module, row: Row): Promise<boolean> {
  const images = module.fields.filter((field) => field.type === 'image' && !field.access).map(({ name }) => sql`${ref(name)}::text`)
  if (!images.length || !String(row.type).startsWith('image/')) return false
  const rows = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${table(ctx, module.entity.table)}
      WHERE id = ${row.record_id}
        AND ${String(row.id)} IN (${join(images, ', ')})
    `,
  )
  return rows.length > 0
}
