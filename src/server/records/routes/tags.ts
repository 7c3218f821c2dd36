/** Calls about the tags of records: `tags` of a module, `{id}/tags` of a record. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idOf } from '../get.ts'
import { addTag, changeTags, mayCreateTags, offeredTags, recordTags, tagRecords } from '../tags.ts'
import { bodyOf, type Call, ok } from './request.ts'

type Wrap = (work: (call: Call, request: FastifyRequest) => Promise<unknown>) => (request: FastifyRequest) => Promise<unknown>

/** Mounts them. Seeing the record is enough to see its tags; putting them on and off needs `edit`. */
export function registerTags(app: FastifyInstance, call: Wrap): void {
  app.get(
    '/:module/tags',
    call(async ({ ctx, module }) => ({ ...ok(await offeredTags(ctx, module)), may_create: mayCreateTags(ctx) })),
  )
  app.post(
    '/:module/tags',
    call(async ({ ctx, module }, request) => ok(await tagRecords(ctx, module, bodyOf(request)))),
  )
  app.get(
    '/:module/:id/tags',
    call(async ({ ctx, module, params }) => ok(await recordTags(ctx, module, idOf(params.id)))),
  )
  app.put(
    '/:module/:id/tags',
    call(async ({ ctx, module, params }, request) => {
      const { tag_ids } = bodyOf(request)
      return ok(await changeTags(ctx, module, idOf(params.id), () => tag_ids as number[]))
    }),
  )
  app.post(
    '/:module/:id/tags',
    call(async ({ ctx, module, params }, request) => ok(await addTag(ctx, module, idOf(params.id), bodyOf(request)))),
  )
  app.delete(
    '/:module/:id/tags/:tag',
    call(async ({ ctx, module, params }) => {
      const tag = idOf(params.tag)
      return ok(await changeTags(ctx, module, idOf(params.id), (carried) => carried.filter((one) => one !== tag)))
    }),
  )
}
