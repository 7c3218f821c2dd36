/**
 * Media: files and folders that users keep and share with some users or with everyone. Shared and public files can be
 * read by others; only the owner (or a user who can see all) can change them.
 */

import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { allOf, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { handler, id, ids, oneOf, optionalId, optionalText, text } from '../../platform/http/params.ts'
import { readThumbnail } from './thumbnail.ts'

const PRIVACY = ['private', 'shared', 'public'] as const

const files = (ctx: Ctx) => ctx.modules.get('media_file')!
const folders = (ctx: Ctx) => ctx.modules.get('media_folder')!
const seesAll = (ctx: Ctx): boolean => can(ctx.principal, files(ctx), 'view_all')

/** Condition on a file or folder: the caller can see it. A file in a folder has the folder's access. */
const visible = (ctx: Ctx, name: 'f' | 'd'): Sql => {
  const [alias, user] = [ref(name), ctx.principal.user_id]
  return sql`
    (
      ${alias}.user_id = ${user}
      OR ${alias}.privacy = 'public'
      OR (${alias}.privacy = 'shared' AND ${user} = ANY (coalesce(${alias}.shared_with_ids, '{}')))
    )
  `
}

/** Address of the small picture; images that were uploaded without one show themselves. */
const thumbnailOf = ({ thumbnail, mime_type, path }: Row): string | null => {
  const shown = thumbnail ?? (String(mime_type ?? '').startsWith('image/') ? path : null)
  return shown === null ? null : `/api/v1/files/${String(shown)}`
}

/** Files that the caller sees and `where` admits, newest first. */
async function list(ctx: Ctx, where: Sql): Promise<Row[]> {
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT f.id, f.user_id, u.name AS owner, f.folder_id, d.name AS folder, f.name, f.original_name, f.path,
        f.thumbnail, f.mime_type, f.size_bytes, f.privacy, f.shared_with_ids, f.description, f.uploaded_at, f.version,
        (
          SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.name), '[]')
          FROM ${table(ctx, 'user')} s
          WHERE s.id = ANY (f.shared_with_ids)
        ) AS shared_with
      FROM ${table(ctx, 'media_file')} f
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = f.user_id
      LEFT JOIN ${table(ctx, 'media_folder')} d ON d.id = f.folder_id
      WHERE (${seesAll(ctx) ? sql`true` : sql`${visible(ctx, 'f')} OR ${visible(ctx, 'd')}`})
        AND ${where}
      ORDER BY f.id DESC
      LIMIT 500
    `,
  )
  return rows.map((row) => ({
    ...row,
    size_bytes: Number(row.size_bytes ?? 0),
    shared_with_ids: row.shared_with_ids ?? [],
    url: `/api/v1/files/${String(row.path)}`,
    thumbnail_file: row.thumbnail ?? null,
    thumbnail: thumbnailOf(row),
    is_own: row.user_id === ctx.principal.user_id,
  }))
}

async function folderRows(ctx: Ctx, where: Sql): Promise<Row[]> {
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT f.id, f.user_id, u.name AS owner, f.name, f.parent_id, f.privacy, f.shared_with_ids, f.color, f.version,
        (SELECT count(*) FROM ${table(ctx, 'media_file')} x WHERE x.folder_id = f.id) AS file_count,
        (
          SELECT coalesce(sum(x.size_bytes), 0)
          FROM ${table(ctx, 'media_file')} x
          WHERE x.folder_id = f.id
        ) AS total_size
      FROM ${table(ctx, 'media_folder')} f
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = f.user_id
      WHERE (${seesAll(ctx) ? sql`true` : visible(ctx, 'f')})
        AND ${where}
      ORDER BY f.name, f.id
      LIMIT 500
    `,
  )
  return rows.map((row) => ({
    ...row,
    shared_with_ids: row.shared_with_ids ?? [],
    file_count: Number(row.file_count),
    total_size: Number(row.total_size),
    is_own: row.user_id === ctx.principal.user_id,
  }))
}

const escapeLike = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const ofUser = handler('media.ofUser', (ctx, { params, query }) => {
  const root = query.folder === 'root' || query.folder === '0'
  const folder = root ? undefined : optionalId(query, 'folder')
  const inFolder = root ? sql`f.folder_id IS NULL` : folder === undefined ? sql`true` : sql`f.folder_id = ${folder}`
  return list(ctx, sql`f.user_id = ${id(params, 'user_id')} AND ${inFolder}`)
})

const byPrivacy = handler('media.byPrivacy', (ctx, { params }) => {
  const isOpen = sql`(f.user_id = ${ctx.principal.user_id} OR f.privacy <> 'private')`
  return list(ctx, sql`f.privacy = ${oneOf(params, 'privacy', PRIVACY)} AND ${isOpen}`)
})
const sharedAndPublic = handler('media.sharedAndPublic', (ctx) =>
  list(ctx, sql`f.user_id <> ${ctx.principal.user_id} AND f.privacy IN ('shared', 'public')`),
)

const inFolder = handler('media.inFolder', async (ctx, { params }) => {
  const folder = id(params, 'id')
  if (!(await folderRows(ctx, sql`f.id = ${folder}`)).length) throw notFound('The folder was not found.')
  return list(ctx, sql`f.folder_id = ${folder}`)
})

const listFolders = handler('media.folders', (ctx, { query }) => {
  const parent = optionalId(query, 'parent') ?? optionalId(query, 'parent_id')
  const user = optionalId(query, 'user_id')
  const all = query.all === 'true' || query.all === '1'
  // Folders of others are at the top for the caller, wherever their owners have them.
  const below = parent === undefined ? sql`(f.parent_id IS NULL OR f.user_id <> ${ctx.principal.user_id})` : sql`f.parent_id = ${parent}`
  return folderRows(ctx, allOf([...(all ? [] : [below]), ...(user === undefined ? [] : [sql`f.user_id = ${user}`])]))
})

const search = handler('media.search', async (ctx, { query }) => {
  const q = optionalText(query, 'q', 100) ?? optionalText(query, 'search', 100) ?? ''
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8).map(escapeLike)
  const like = (column: Sql) => allOf(words.map((word) => sql`${column} ILIKE ${word}`))
  return {
    files: await list(ctx, like(sql`concat_ws(' ', f.name, f.original_name, f.description)`)),
    folders: await folderRows(ctx, like(sql`f.name`)),
  }
})

/** The caller's own folders, and those that others shared for reading: files can be added only to the caller's own. */
async function ownFolder(ctx: Ctx, from: Readonly<Record<string, unknown>>): Promise<number | null> {
  const folder = optionalId(from, 'folder') ?? optionalId(from, 'folder_id')
  if (folder === undefined) return null
  const [row] = await ctx.db.query<{ user_id: number }>(sql`SELECT user_id FROM ${table(ctx, 'media_folder')} WHERE id = ${folder}`)
  if (!row || row.user_id !== ctx.principal.user_id) throw invalid({ folder: ['Choose one of your own folders.'] })
  return folder
}

/** Stores the small picture beside an image; users who can open the image can open it. */
async function storeThumbnail(ctx: Ctx, recordId: number, image: Row, bytes: Buffer): Promise<void> {
  if (!String(image.type).startsWith('image/')) throw invalid({ thumbnail: ['Only images have a thumbnail.'] })
  const stored = await ctx.services.files.put(
    ctx,
    { name: 'thumbnail.jpg', type: 'image/jpeg', body: bytes },
    { module: 'media_file', record_id: recordId },
  )
  await ctx.db.query(sql`UPDATE ${table(ctx, 'media_file')} SET thumbnail = ${stored.id} WHERE id = ${recordId}`)
}

const upload = handler('media.upload', async (ctx, { params, body, files: sent }) => {
  if (!sent.length) throw invalid({ file: ['Choose a file.'] })
  if (params.user_id !== undefined && id(params, 'user_id') !== ctx.principal.user_id)
    throw forbidden('Files can be uploaded to your own folders only.')
  const folder_id = await ownFolder(ctx, body)
  const privacy = oneOf(body, 'privacy', PRIVACY, 'private')
  const shared = typeof body.shared_with === 'string' && body.shared_with ? body.shared_with.split(',').map(Number) : []
  const now = ctx.clock.now().toISOString()
  const thumbnail = readThumbnail(body.thumbnail)
  if (thumbnail && sent.length > 1) throw invalid({ thumbnail: ['Send images with a thumbnail one by one.'] })
  const made = await ctx.db.tx(async () => {
    const list: number[] = []
    for (const file of sent) {
      const stored = await ctx.services.files.put(ctx, file)
      const record = await ctx.services.records.create(asSystem(ctx, 'an upload to the own media'), files(ctx), {
        folder_id,
        name: stored.name,
        privacy,
        shared_with_ids: ids({ shared }, 'shared'),
      })
      await ctx.db.query(
        sql`
          UPDATE ${table(ctx, 'media_file')}
          SET path = ${stored.id}, original_name = ${file.name.slice(0, 200)}, mime_type = ${stored.type},
            size_bytes = ${stored.size}, uploaded_at = ${now}
          WHERE id = ${record.id}
        `,
      )
      if (thumbnail) await storeThumbnail(ctx, Number(record.id), stored, thumbnail)
      await ctx.db.query(sql`
        UPDATE ${table(ctx, 'file')}
        SET module = 'media_file', record_id = ${record.id}
        WHERE id = ${stored.id}
      `)
      list.push(Number(record.id))
    }
    return list
  })
  const rows = await list(ctx, sql`f.id = ANY (${made}::bigint[])`)
  return rows.length === 1 ? rows[0] : rows
})

const change = handler('media.change', async (ctx, { params, body }) => {
  const values: Row = {}
  if ('name' in body) values.name = text(body, 'name', 150)
  if ('privacy' in body) values.privacy = oneOf(body, 'privacy', PRIVACY)
  if ('description' in body) values.description = optionalText(body, 'description', 1000) ?? null
  if ('folder' in body || 'folder_id' in body) values.folder_id = await ownFolder(ctx, body)
  const shared = body.shared_with_ids ?? body.shared_with
  if (shared !== undefined) values.shared_with_ids = ids({ shared_with: shared ?? [] }, 'shared_with')
  const file = id(params, 'id')
  await ctx.services.records.update(ctx, files(ctx), file, values)
  return (await list(ctx, sql`f.id = ${file}`))[0]
})

const remove = handler('media.remove', async (ctx, { params }) => {
  await ctx.services.records.remove(ctx, files(ctx), id(params, 'id'))
  return null
})

const createFolder = handler('media.createFolder', async (ctx, { body }) => {
  const parent = optionalId(body, 'parent') ?? optionalId(body, 'parent_id') ?? null
  if (parent !== null) await ownFolder(ctx, { folder: parent })
  const name = text(body, 'name', 120)
  const [twin] = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${table(ctx, 'media_folder')}
      WHERE user_id = ${ctx.principal.user_id}
        AND parent_id IS NOT DISTINCT FROM ${parent}::bigint
        AND lower(name) = lower(${name})
    `,
  )
  if (twin) throw invalid({ name: ['A folder with this name already exists here.'] })
  const record = await ctx.services.records.create(ctx, folders(ctx), {
    name,
    parent_id: parent,
    privacy: oneOf(body, 'privacy', PRIVACY, 'private'),
    ...(body.color ? { color: body.color } : {}),
  })
  return (await folderRows(ctx, sql`f.id = ${record.id}`))[0]
})

/** The bytes become unreachable with the record; the store keeps them until its cleanup. */
export const fileRemoved: SaveHook = {
  name: 'media.fileRemoved',
  async afterSave(ctx, _module, { before, after }) {
    if (after || !before?.path) return
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'file')}
        SET module = NULL, record_id = NULL, created_by = NULL
        WHERE id::text = ANY (${[before.path, before.thumbnail].filter(Boolean).map(String)})
      `,
    )
  },
}

export const mediaHandlers = [ofUser, byPrivacy, sharedAndPublic, inFolder, listFolders, search, upload, change, remove, createFolder]
