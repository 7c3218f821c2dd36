/** Calls about the tags of records: `tags` of a module, `{id}/tags` of a record. */
import { idOf } from '../get.ts'
import { addTag, changeTags, mayCreateTags, offeredTags, recordTags, tagRecords } from '../tags.ts'
import type { Mount } from './module-call.ts'
import { bodyOf, ok } from './request.ts'

/** Mounts them. Seeing the record is enough to see its tags; putting them on and off needs `edit`. */
export function mountTags(mount: Mount): void {
  mount('GET tags', async ({ ctx, module }) => ({ ...ok(await offeredTags(ctx, module)), may_create: mayCreateTags(ctx) }))
  mount('POST tags', async ({ ctx, module }, request) => ok(await tagRecords(ctx, module, bodyOf(request))))
  mount('GET {id}/tags', async ({ ctx, module, params }) => ok(await recordTags(ctx, module, idOf(params.id))))
  mount('PUT {id}/tags', async ({ ctx, module, params }, request) => {
    const { tag_ids } = bodyOf(request)
    return ok(await changeTags(ctx, module, idOf(params.id), () => tag_ids as number[]))
  })
  mount('POST {id}/tags', async ({ ctx, module, params }, request) => ok(await addTag(ctx, module, idOf(params.id), bodyOf(request))))
  mount('DELETE {id}/tags/{tag}', async ({ ctx, module, params }) => {
    const tag = idOf(params.tag)
    return ok(await changeTags(ctx, module, idOf(params.id), (carried) => carried.filter((value) => value !== tag)))
  })
}
