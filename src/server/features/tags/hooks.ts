/** A tag may come with the records it is to be put on; one that is deleted is taken off everywhere. */

import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { changeTags } from '../../records/tags.ts'

/** How many records one call may tag. */
const MAX_RECORDS = 500

function recordsOf(tag: Row): number[] {
  const given = tag.record_ids ?? []
  const list = Array.isArray(given) ? given.map(Number) : [Number.NaN]
  if (list.length > MAX_RECORDS || !list.every((id) => Number.isSafeInteger(id) && id > 0))
    throw invalid({ record_ids: [`Must be a list of at most ${MAX_RECORDS} ids.`] })
  const recordId = Number(tag.record_id ?? 0)
  return [...new Set(recordId > 0 ? [...list, recordId] : list)]
}

/** The module whose records a tag is for. */
async function taggedModule(ctx: Ctx, tag: Row): Promise<Module> {
  const [row] = await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ${tag.module_id ?? null}`)
  const module = row && ctx.modules.get(row.name)
  if (!module) throw invalid({ module_id: ['Say which module the records belong to.'] })
  return module
}

export const tagSaved: SaveHook = {
  name: 'tagging.put',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (!after) {
      await ctx.db.query(sql`DELETE FROM ${table(ctx, 'record_tag')} WHERE tag_id = ${before!.id}`)
      return
    }
    if (before && !changed.has('record_id') && !changed.has('record_ids')) return
    const records = recordsOf(after)
    if (!records.length) return
    const module = await taggedModule(ctx, after)
    for (const id of records) {
      try {
        await changeTags(ctx, module, id, (carried) => [...carried, Number(after.id)])
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') throw invalid({ record_ids: [`There is no record ${id} in reach.`] })
        throw error
      }
    }
  },
}
