/**
 * The built-in calls of every module (`:module/…`). Parametric: a module dropped into the folder answers at once.
 * Transitions (`POST {id}/{action}`, `bulk/{action}`) belong to the workflow's routes.
 */

import type { FastifyInstance } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import { can, canDo } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, notFound, refuse } from '../../platform/errors.ts'
import { idempotent, idempotentParts } from '../../platform/http/idempotency.ts'
import { requireAction, seesOf } from '../access.ts'
import { aggregate } from '../aggregate/index.ts'
import { aggregateRequest, isOn } from '../aggregate/request.ts'
import { figureTable } from '../aggregate/table.ts'
import { adviceOnCall } from '../call-advice.ts'
import { duplicate, preview } from '../defaults.ts'
import { auditedExport } from '../export/audit.ts'
import { proposeValues } from '../form-proposals.ts'
import { advice } from '../form-warnings.ts'
import { get, idOf } from '../get.ts'
import { findEverywhere } from '../global-search.ts'
import { links } from '../links.ts'
import { readPlan, savePlan } from '../planner.ts'
import { requireRecord } from '../read.ts'
import { makeOfRows } from '../report/make.ts'
import { suggestions } from '../suggestions.ts'
import { dashboardInfo, floating } from '../summary.ts'
import { timeline } from '../timeline.ts'
import { tree } from '../tree.ts'
import { createView, listViews, removeView, updateView } from '../views.ts'
import { acceptInput } from '../write/input.ts'
import { scalarText } from '../write/scalars.ts'
import { runReport } from './custom.ts'
import type { RecordRouteDeps } from './deps.ts'
import { registerDeclared, sendAnswer } from './dispatch.ts'
import { mountFiles, sendExport } from './files.ts'
import { type Answer, type Mount, mountOn } from './module-call.ts'
import { idList, listQuery } from './query.ts'
import { bodyOf, ok } from './request.ts'
import { mountTags } from './tags.ts'

/**
 * Mounts the generic calls. `app` is the encapsulated instance under the prefix `/api/v1`, with multipart
 * available; literal routes registered elsewhere win over these.
 */
export function registerRecordRoutes(app: FastifyInstance, deps: RecordRouteDeps): void {
  const mount = mountOn(app, deps)
  app.get('/search', async (request) => {
    const { q } = request.query as { q?: unknown }
    return ok(await findEverywhere(await deps.ctx(request), q))
  })
  mountLists(mount)
  mountRecords(mount)
  mountViews(mount)
  mountTags(mount)
  mountFiles(mount)
  registerDeclared(app, deps)
}

function mountLists(mount: Mount): void {
  const list: Answer = async ({ ctx, module, query }, _request, reply) =>
    module.kind === 'report'
      ? sendAnswer(reply, await runReport(ctx, module, query))
      : { success: true, ...(await ctx.services.records.list(ctx, module, listQuery(query))) }
  mount('GET ', list)
  mount('GET paginate', list)
  mount('GET tree', async ({ ctx, module, query }) => {
    return { success: true, ...(await tree(ctx, module, listQuery(query))) }
  })
  mount('GET dropdown', async ({ ctx, module, query }) => ok(await ctx.services.records.dropdown(ctx, module, listQuery(query))))
  mount('GET paginate/floating', async ({ ctx, module, query }) => {
    const asOf = typeof query.as_of === 'string' ? query.as_of : undefined
    return { success: true, ...(await floating(ctx, module, listQuery(query), asOf)) }
  })
  mount('GET dashboard_info', async ({ ctx, module }) => ok(await dashboardInfo(ctx, module)))
  mount('GET aggregate', async ({ ctx, module, query }, _request, reply) => {
    const { request, list } = aggregateRequest(query)
    const ask = (asked: typeof request) => aggregate(ctx, module, asked, list)
    const { format } = query
    if (format !== 'csv' && format !== 'xlsx') return ok(await ask(request))
    const table = await figureTable(ctx, module, { request, spread: Number(query.spread ?? 0), subtotals: isOn(query.subtotals), ask })
    return sendExport(reply, { ctx, module, file: auditedExport(ctx, module, table, { query: list, format }), format })
  })
  mount('GET defaults', async ({ ctx, module, query }) => {
    const source = typeof query.source === 'string' ? { module: query.source, ids: idList(query.ids) } : undefined
    return ok(await ctx.services.records.defaults(ctx, module, source, givenValues(module, query.values)))
  })
  mount('POST preview', async ({ ctx, module }, request) => {
    await requireForm(ctx, module, bodyOf(request).id)
    const { id: _id, version: _version, ...input } = bodyOf(request)
    const { record, errors } = await preview(ctx, module, acceptInput(module, input, { sees: seesOf(ctx) }))
    return { ...ok(record), errors }
  })
  mount('POST make/{name}', ({ ctx, module, params }, request) =>
    idempotent(ctx, request, async () => {
      const data = await makeOfRows(ctx, module, params.name!, bodyOf(request))
      const succeeded = data.filter(({ success }) => success).length
      return { success: true, data, succeeded, failed: data.length - succeeded }
    }),
  )
  mount('GET planner', async ({ ctx, module, query }) => ({ success: true, ...(await readPlan(ctx, module, query)) }))
  mount('POST plan', ({ ctx, module }, request) =>
    idempotentParts(ctx, request, async (once) => ({ success: true, ...(await savePlan(ctx, module, bodyOf(request), once)) })),
  )
  mount('POST advice', async ({ ctx, module }, request) => {
    await requireForm(ctx, module, bodyOf(request).id)
    return ok(await advice(ctx, module, bodyOf(request)))
  })
  mount('POST call-advice', async ({ ctx, module }, request) => {
    const { call, id, input } = bodyOf(request)
    const endpoint = module.endpoints.find(({ method, path, button }) => button?.advice !== undefined && `${method} ${path}` === call)
    if (!endpoint) throw notFound(`There is no action "${scalarText(call) ?? ''}".`)
    if (ctx.system === undefined && !can(ctx.principal, module, endpoint.code))
      throw forbidden(`You need the "${endpoint.code}" permission on ${module.title} to do this.`)
    return ok(await adviceOnCall(ctx, module, endpoint, { id, input: (input ?? {}) as Row }))
  })
  mount('POST propose', async ({ ctx, module }, request) => {
    requireAction(ctx, module, 'defaults')
    return ok(await proposeValues(ctx, module, bodyOf(request)))
  })
  mount('POST suggest', async ({ ctx, module }, request) => {
    await requireForm(ctx, module, bodyOf(request).id)
    return ok(await suggestions(ctx, module, bodyOf(request)))
  })
}

/** 403 unless the caller may fill in the form: of a new record, or of the record `id`, for which the right to edit it is enough. */
async function requireForm(ctx: Ctx, module: Module, id: unknown): Promise<void> {
  if (id === undefined || id === null || canDo(ctx.principal, module, 'defaults')) return requireAction(ctx, module, 'defaults')
  requireAction(ctx, module, 'edit')
  await requireRecord(ctx, module, idOf(String(id)), { action: 'edit' })
}

function mountRecords(mount: Mount): void {
  mount('POST ', ({ ctx, module }, request) =>
    idempotent(ctx, request, async () => ok(await ctx.services.records.create(ctx, module, bodyOf(request)))),
  )
  mount('GET find/{id}', async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id))))
  mount('GET edit/{id}', async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id), 'edit')))
  mount('GET {id}', async ({ ctx, module, params }) => ok(await get(ctx, module, idOf(params.id))))
  const update: Answer = async ({ ctx, module, params }, request) =>
    ok(await ctx.services.records.update(ctx, module, idOf(params.id), bodyOf(request)))
  mount('PUT {id}', update)
  mount('PATCH {id}', update)
  mount('DELETE {id}', async ({ ctx, module, params }) => {
    await ctx.services.records.remove(ctx, module, idOf(params.id))
    return ok(null)
  })
  mount('GET {id}/items', async ({ ctx, module, params }) => {
    const name = module.entity.items ?? module.lines[0]?.name
    if (!name) throw refuse('E_NO_LINES', `${module.title} have no lines.`)
    return ok((await get(ctx, module, idOf(params.id)))[name] ?? [])
  })
  mount('GET {id}/duplicate', async ({ ctx, module, params }) => ok(await duplicate(ctx, module, idOf(params.id))))
  mount('GET {id}/timeline', async ({ ctx, module, params }) => ok(await timeline(ctx, module, idOf(params.id))))
  mount('GET {id}/links', async ({ ctx, module, params }) => {
    requireAction(ctx, module, 'links')
    return ok(await links(ctx, module, idOf(params.id)))
  })
}

function mountViews(mount: Mount): void {
  mount('GET views', async ({ ctx, module }) => ok(await listViews(ctx, module)))
  mount('POST views', async ({ ctx, module }, request) => ok(await createView(ctx, module, bodyOf(request))))
  mount('PUT views/{view}', async ({ ctx, module, params }, request) =>
    ok(await updateView(ctx, module, idOf(params.view), bodyOf(request))),
  )
  mount('DELETE views/{view}', async ({ ctx, module, params }) => {
    await removeView(ctx, module, idOf(params.view))
    return ok(null)
  })
}

/** Values in the link to a new record, as JSON: those of plain writable fields. All others are left out. */
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
