/** Tags on records of any module: the available ones, those of a record, and adding and removing them. */

import type { Module, Row } from '../../engine/model/module.ts'
import { canDo } from '../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../platform/audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { empty, raw, type Sql, sql, table } from '../platform/db/sql.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { requireAction } from './access.ts'
import { audienceById, publishRecord } from './audience/audience.ts'
import { type BulkResult, collected } from './bulk.ts'
import { tagLinks, tagModule } from './query/tags.ts'
import { requireRecord } from './read.ts'

/** A tag in responses. */
interface Tag {
  readonly id: number
  readonly name: string
  readonly color: string | null
}

/** More tags would be another kind of classification. */
const MAX_TAGS = 20
/** Records that one call may tag. */
const MAX_RECORDS = 500

const required = (ctx: Ctx): Module => {
  const module = tagModule(ctx.modules)
  if (!module) throw notFound('There are no tags here.')
  return module
}
const idsIn = (value: unknown): number[] => {
  const list = Array.isArray(value) ? value : undefined
  if (!list?.every((candidate) => typeof candidate === 'number' && Number.isSafeInteger(candidate) && candidate > 0))
    throw invalid({ tag_ids: ['Must be a list of ids.'] })
  const ids = [...new Set(list as number[])]
  if (ids.length > MAX_TAGS) throw invalid({ tag_ids: [`A record carries at most ${MAX_TAGS} tags.`] })
  return ids
}

/** Condition under which the tag `g` can be added to records of the module: active, and for all modules or this one. */
const offered = (ctx: Ctx, tags: Module, module: Module): Sql => {
  const registry = tags.field.module_id?.to ? ctx.modules.get(tags.field.module_id.to) : undefined
  const onlyOffered = registry
    ? sql`
        and (
          g.module_id is null
          or g.module_id = (select m.id from ${table(ctx, registry.entity.table)} m where m.name = ${module.name})
        )
      `
    : empty
  return sql`g.is_active is not false ${onlyOffered}`
}

/** The tags that can be put on records of the module, by name. */
export function offeredTags(ctx: Ctx, module: Module): Promise<Tag[]> {
  requireAction(ctx, module, 'index')
  const tags = required(ctx)
  return ctx.db.query<Tag>(
    sql`
      select g.id, g.name, g.color
      from ${table(ctx, tags.entity.table)} g
      where ${offered(ctx, tags, module)}
      order by lower(g.name), g.id
    `,
  )
}

/** Whether the caller can create a new tag. */
export const mayCreateTags = (ctx: Ctx): boolean => ctx.system !== undefined || canDo(ctx.principal, required(ctx), 'create')

/** The tags of one record, by name. The caller's access to the record has been checked. */
const tagsOf = (ctx: Ctx, tags: Module, module: Module, id: number): Promise<Tag[]> =>
  ctx.db.query<Tag>(
    sql`
      select g.id, g.name, g.color
      from ${raw(tagLinks(ctx.company.schema))} l
      join ${table(ctx, tags.entity.table)} g on g.id = l.tag_id
      where l.module = ${module.name}
        and l.record_id = ${id}
      order by lower(g.name), g.id
    `,
  )

/** The tags that a record carries. */
export async function recordTags(ctx: Ctx, module: Module, id: number): Promise<Tag[]> {
  const tags = required(ctx)
  requireAction(ctx, module, 'tags')
  await requireRecord(ctx, module, id, { action: 'view' })
  return tagsOf(ctx, tags, module, id)
}

/**
 * Changes the tags of a record in any status: tags sort records, they do not change them. Existing tags stay, also when
 * they are no longer offered; audited. Returns the resulting tags.
 */
export function changeTags(ctx: Ctx, module: Module, id: number, change: (carried: readonly number[]) => number[]): Promise<Tag[]> {
  const tags = required(ctx)
  requireAction(ctx, module, 'edit')
  return ctx.db.tx(async () => {
    await requireRecord(ctx, module, id, { action: 'edit', lock: true })
    const carried = (await tagsOf(ctx, tags, module, id)).map((tag) => Number(tag.id))
    const wanted = idsIn(change(carried))
    const added = wanted.filter((value) => !carried.includes(value))
    const gone = carried.filter((value) => !wanted.includes(value))
    if (!added.length && !gone.length) return tagsOf(ctx, tags, module, id)
    await requireOffered(ctx, tags, module, added)
    const links = tagLinks(ctx.company.schema)
    if (gone.length)
      await ctx.db.query(
        sql`
          delete from ${raw(links)}
          where module = ${module.name}
            and record_id = ${id}
            and tag_id = any (${gone}::bigint[])
        `,
      )
    if (added.length)
      await ctx.db.query(
        sql`
          insert into ${raw(links)} (module, record_id, tag_id, created_by, created_at)
          select ${module.name}, ${id}, t, ${ctx.principal.user_id || null}, ${ctx.clock.now().toISOString()}
          from unnest(${added}::bigint[]) t
          on conflict do nothing
        `,
      )
    const now = await tagsOf(ctx, tags, module, id)
    await writeAudit(ctx, { module, record_id: id, action: 'tag', note: { tags: now.map((tag) => tag.name).join(', ') } })
    publishRecord(ctx, await audienceById(ctx, module, id), { id, action: 'tag' })
    return now
  })
}

async function requireOffered(ctx: Ctx, tags: Module, module: Module, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const rows = await ctx.db.query(
    sql`
      select 1
      from ${table(ctx, tags.entity.table)} g
      where g.id = any (${ids}::bigint[])
        and ${offered(ctx, tags, module)}
    `,
  )
  if (rows.length < ids.length) throw invalid({ tag_ids: ['This tag is not available for these records.'] })
}

/** Adds one tag: by its id, or by its name, which creates a new tag where the caller can. */
export async function addTag(ctx: Ctx, module: Module, id: number, body: Row): Promise<Tag[]> {
  if (body.name === undefined) return changeTags(ctx, module, id, (carried) => [...carried, ...idsIn([body.tag_id])])
  const tags = required(ctx)
  requireAction(ctx, module, 'edit')
  const name = typeof body.name === 'string' ? body.name.trim() : ''
  if (!name) throw invalid({ name: ['Field is required'] })
  return ctx.db.tx(async () => {
    await requireRecord(ctx, module, id, { action: 'edit' })
    const known = (await offeredTags(ctx, module)).find((tag) => tag.name.toLowerCase() === name.toLowerCase())
    const tag = known ?? (await ctx.services.records.create(ctx, tags, { name, ...(body.color ? { color: body.color } : {}) }))
    return changeTags(ctx, module, id, (carried) => [...carried, Number(tag.id)])
  })
}

/** Adds and removes tags of many records (`{ids, add, remove}`); a refusal of one is its result and does not stop the others. */
export async function tagRecords(ctx: Ctx, module: Module, body: Row): Promise<BulkResult[]> {
  requireAction(ctx, module, 'edit')
  const { ids } = body
  if (!Array.isArray(ids) || !ids.length || ids.length > MAX_RECORDS || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw invalid({ ids: [`Name at least one record, and at most ${MAX_RECORDS}.`] })
  const [added, gone] = [idsIn(body.add ?? []), idsIn(body.remove ?? [])]
  const results: BulkResult[] = []
  for (const id of new Set(ids as number[])) {
    const change = async () =>
      void (await changeTags(ctx, module, id, (carried) => [...carried.filter((value) => !gone.includes(value)), ...added]))
    results.push(await collected(id, change))
  }
  return results
}

/** Deleting a record removes its tags. */
export async function dropTags(ctx: Ctx, module: Module, id: number): Promise<void> {
  await ctx.db.query(
    sql`
      delete from ${table(ctx, 'record_tag')}
      where module = ${module.name}
        and record_id = ${id}
    `,
  )
}
