/**
 * The generic calls of every module (`:module/…`). Parametric: a module dropped into the folder answers at once.
 * Transitions (`POST {id}/{action}`, `bulk/{action}`) belong to the workflow's routes.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { requireAction, requireRecords, seesOf } from '../access.ts'
import { duplicate, preview } from '../defaults.ts'
import { advice } from '../form-warnings.ts'
import { get, idOf } from '../get.ts'
import { findEverywhere } from '../global-search.ts'
import { links } from '../links.ts'
import { proposeRows } from '../row-proposals.ts'
import { dashboardInfo, floating } from '../summary.ts'
import { timeline } from '../timeline.ts'
import { tree } from '../tree.ts'
import { createView, listViews, removeView, updateView } from '../views.ts'
import { acceptInput } from '../write/input.ts'
import { runReport } from './custom.ts'
import type { RecordRouteDeps } from './deps.ts'
import { registerDeclared, sendAnswer } from './dispatch.ts'
import { registerFileRoutes } from './files.ts'
import { idList, listQuery } from './query.ts'
import { bodyOf, type Call, callOf, ok } from './request.ts'
import { registerTags } from './tags.ts'

/**
 * Mounts the generic calls. `app` is the encapsulated instance under the prefix `/api/v1`, with multipart
 * available; literal routes registered elsewhere win over these.
 */
export function registerRecordRoutes(app: FastifyInstance, deps: RecordRouteDeps): void {
  registerDeclared(app, deps)
  registerFileRoutes(app, deps)
  const call =
    (work: (call: Call, request: FastifyRequest) => Promise<unknown>) =>
    async (request: FastifyRequest): Promise<unknown> => {
      const found = await callOf(deps, request)
      requireRecords(found.module)
      return work(found, request)
    }
  registerLists(app, deps, call)
  registerRecords(app, call)
  registerViews(app, call)
  registerTags(app, call)
  // Only carry paths to the dispatch of declared calls; nothing is left for them to answer.
  const nothing = async () => {
    throw notFound('Not found.')
  }
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/:module/*', handler: nothing })
  app.route({ method: ['PUT', 'PATCH', 'DELETE'], url: '/:module', handler: nothing })
}

type Wrap = (work: (call: Call, request: FastifyRequest) => Promise<unknown>) => (request: FastifyRequest) => Promise<unknown>

function registerLists(app: FastifyInstance, deps: RecordRouteDeps, call: Wrap): void {
  app.get('/search', async (request) => {
    const { q } = request.query as { q?: unknown }
    return ok(await findEverywhere(await deps.ctx(request), q))
  })
  for (const path of ['/:module', '/:module/paginate']) {
    app.get(path, async (request, reply) => {
      const { ctx, module, query } = await callOf(deps, request)
      if (module.kind === 'report') return sendAnswer(reply, await runReport(ctx, module, query))
      requireRecords(module)
      return { success: true, ...(await ctx.services.records.list(ctx, module, listQuery(query))) }
    })
  }
  app.get(
    '/:module/tree',
    call(async ({ ctx, module, query }) => {
      requireRecords(module)
      return { success: true, ...(await tree(ctx, module, listQuery(query))) }
    }),
  )
  app.get(
    '/:module/dropdown',
    call(async ({ ctx, module, query }) => ok(await ctx.services.records.dropdown(ctx, module, listQuery(query)))),
  )
  app.get(
    '/:module/paginate/floating',
    call(async ({ ctx, module, query }) => {
      const asOf = typeof query.as_of === 'string' ? query.as_of : undefined
      return { success: true, ...(await floating(ctx, module, listQuery(query), asOf)) }
    }),
  )
  app.get(
    '/:module/dashboard_info',
    call(async ({ ctx, module }) => ok(await dashboardInfo(ctx, module))),
  )
  app.get(
    '/:module/defaults',
    call(async ({ ctx, module, query }) => {
      const source = typeof query.source === 'string' ? { module: query.source, ids: idList(query.ids) } : undefined
      return ok(await ctx.services.records.defaults(ctx, module, source, givenValues(module, query.values)))
    }),
  )
  app.post(
    '/:module/preview',
    call(async ({ ctx, module }, request) => {
      requireAction(ctx, module, 'defaults')
      const { id: _id, version: _version, ...input } = bodyOf(request)
      const { record, errors } = await preview(ctx, module, acceptInput(module, input, seesOf(ctx)))
      return { ...ok(record), errors }
    }),
  )
  app.post(
    '/:module/advice',
    call(async ({ ctx, module }, request) => {
      requireAction(ctx, module, 'defaults')
      return ok(await advice(ctx, module, bodyOf(request)))
    }),
  )
  app.post(
    '/:module/propose',
    call(async ({ ctx, module }, request) => {
      requireAction(ctx, module, 'defaults')
      return ok(await proposeRows(ctx, module, bodyOf(request)))
    }),
  )
}

function registerRecords(app: FastifyInstance, call: Wrap): void {
  app.post(
    '/:module',
    call(({ ctx, module }, request) =>
      idempotent(ctx, request, async () => ok(await ctx.services.records.create(ctx, module, bodyOf(request)))),
    ),
  )
  app.get(
    '/:module/find/:id',
    call(async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id)))),
  )
  app.get(
    '/:module/edit/:id',
    call(async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id), 'edit'))),
  )
  app.get(
    '/:module/:id',
    call(async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id)))),
  )
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/:module/:id',
      handler: call(async ({ ctx, module, params }, request) =>
        ok(await ctx.services.records.update(ctx, module, idOf(params.id), bodyOf(request))),
      ),
    })
  }
  app.delete(
    '/:module/:id',
    call(async ({ ctx, module, params }) => {
      await ctx.services.records.remove(ctx, module, idOf(params.id))
      return ok(null)
    }),
  )
  app.get(
    '/:module/:id/items',
    call(async ({ ctx, module, params }) => {
      const name = module.entity.items ?? module.lines[0]?.name
      if (!name) throw refuse('E_NO_LINES', `${module.title} have no lines.`)
      return ok((await get(ctx, module, idOf(params.id)))[name] ?? [])
    }),
  )
  app.get(
    '/:module/:id/duplicate',
    call(async ({ ctx, module, params }) => ok(await duplicate(ctx, module, idOf(params.id)))),
  )
  app.get(
    '/:module/:id/timeline',
    call(async ({ ctx, module, params }) => ok(await timeline(ctx, module, idOf(params.id)))),
  )
  app.get(
    '/:module/:id/links',
    call(async ({ ctx, module, params }) => {
      requireAction(ctx, module, 'links')
      return ok(await links(ctx, module, idOf(params.id)))
    }),
  )
}

function registerViews(app: FastifyInstance, call: Wrap): void {
  app.get(
    '/:module/views',
    call(async ({ ctx, module }) => ok(await listViews(ctx, module))),
  )
  app.post(
    '/:module/views',
    call(async ({ ctx, module }, request) => ok(await createView(ctx, module, bodyOf(request)))),
  )
  app.put(
    '/:module/views/:id',
    call(async ({ ctx, module, params }, request) => ok(await updateView(ctx, module, idOf(params.id), bodyOf(request)))),
  )
  app.delete(
    '/:module/views/:id',
    call(async ({ ctx, module, params }) => {
      await removeView(ctx, module, idOf(params.id))
      return ok(null)
    }),
  )
}

/** Values that a link to a new record carries, as JSON: those of plain fields that people write. Anything else is left out. */
function givenValues(module: Module, text: unknown): Row {
  if (typeof text !== 'string') return {}
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch {
    return {}
  }
  if (!values || typeof values !== 'object') return {}
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(module.field, name) && module.field[name]!.writable))
}
