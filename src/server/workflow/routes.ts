/**
 * `POST {module}/{id}/{action}`, `POST {module}/bulk/{action}`, and before it `POST {module}/bulk/{action}/advice` and, where
 * the action is on all records of a list, `POST {module}/bulk/{action}/matching`, which returns their number.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { idempotent, idempotentParts } from '../platform/http/idempotency.ts'
import { requireAction } from '../records/access.ts'
import { type BulkResult, eachRecord } from '../records/bulk.ts'
import { idOf } from '../records/get.ts'
import { answerDeclared } from '../records/routes/dispatch.ts'
import { mountOn, routeOf } from '../records/routes/module-call.ts'
import { bodyOf, findModule, moduleOf } from '../records/routes/request.ts'
import { bulkLater, isMany } from './background.ts'
import { type Decided, decideEach, versionsOf } from './bulk-decisions.ts'
import { labelled, MAX_BULK, matches, named } from './matching.ts'

interface WorkflowRouteDeps {
  ctx(request: FastifyRequest): Ctx | Promise<Ctx>
}
interface BulkAnswer {
  readonly success: true
  readonly data: readonly BulkResult[]
  readonly succeeded?: number
  readonly failed?: number
  readonly job_id?: string
}
interface Params {
  module: string
  id: string
  action: string
}

/** The most rows of a report that are decided on at once. */
const MAX_CHOSEN = 500

export function registerWorkflowRoutes(app: FastifyInstance, deps: WorkflowRouteDeps): void {
  const mount = mountOn(app, deps)
  app.post<{ Params: Params; Body: Row | null }>(routeOf('{id}/{action}'), async (request, reply) => {
    const ctx = await deps.ctx(request)
    const module = findModule(ctx, request.params.module)
    const action = module && wordOf(module, request.params.action)
    if (!module?.workflow || !Object.hasOwn(module.workflow.transitions, action!)) {
      // No transition: an endpoint or a panel that the module declares.
      if (await answerDeclared(ctx, request, reply)) return reply
      throw notFound(`${module!.singular} has no action "${request.params.action}".`)
    }
    const id = idOf(request.params.id)
    const answer = await idempotent(ctx, request, async () => {
      const input = bodyOf(request)
      return { success: true, data: await ctx.services.workflow.request(ctx, module, { id, action: action!, input }) }
    })
    if (answer.data.job_id) reply.code(202)
    return answer
  })

  mount('POST bulk/{action}', async ({ ctx, module, params }, request, reply) => {
    const action = params.action!
    const { ids, rows, matching, versions: seen, ...input } = bodyOf(request)
    if (module.report?.records) {
      if (!module.report.records.actions.some((candidate) => candidate.name === action)) throw notFound(`There is no action "${action}".`)
      const data = await decideEach(ctx, chosen(ctx, module, rows), action, input)
      const succeeded = data.filter((decisionResult) => decisionResult.success).length
      return reply.send({ success: true, data, succeeded, failed: data.length - succeeded })
    }
    const numbers = matching === undefined ? idsOf(ids) : (await matches(ctx, module, action, matching)).ids
    const versions = versionsOf(seen)
    const answer: BulkAnswer = await idempotentParts(ctx, request, async (once) => {
      if (isMany(ctx, numbers))
        return {
          success: true,
          data: [],
          job_id: await once('job', () =>
            bulkLater(ctx, module, { action, ids: numbers, input, versions, labelled: matching !== undefined }),
          ),
        }
      const results = await eachRecord(ctx, module, { action, ids: numbers, input, versions, once })
      const data = matching === undefined ? results : await named(ctx, module, results)
      const succeeded = data.filter((bulkResult) => bulkResult.success).length
      return { success: true, data, succeeded, failed: data.length - succeeded }
    })
    return reply.code(answer.job_id ? 202 : 200).send(answer)
  })

  mount('POST bulk/{action}/matching', async ({ ctx, module, params }, request) => {
    const { ids, skipped } = await matches(ctx, module, wordOf(module, params.action!), bodyOf(request).matching)
    return { success: true, data: { count: ids.length, skipped } }
  })

  mount('POST bulk/{action}/advice', async ({ ctx, module, params }, request) => {
    const action = wordOf(module, params.action!)
    if (!module.workflow || !Object.hasOwn(module.workflow.transitions, action))
      throw notFound(`${module.singular} has no action "${action}".`)
    requireAction(ctx, module, action)
    const { ids, matching } = bodyOf(request)
    const about = matching === undefined ? idsOf(ids) : (await matches(ctx, module, action, matching)).ids
    const notes = about.length ? await ctx.services.workflow.advice(ctx, module, action, about) : []
    return { success: true, data: matching === undefined ? notes : await labelled(ctx, module, notes) }
  })
}

function idsOf(ids: unknown): number[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_BULK) throw invalid({ ids: [`Give 1 to ${MAX_BULK} ids.`] })
  return ids.map((id) => idOf(id))
}

/** Actions can also be addressed with hyphens (`request-extension`). */
const wordOf = (module: Module, word: string): string => {
  const name = word.replaceAll('-', '_')
  return module.workflow && Object.hasOwn(module.workflow.transitions, name) ? name : word
}

/** Rows of a report as their records, `{module, id, version}`. Reading and deciding is checked for each module. */
function chosen(ctx: Ctx, report: Module, rows: unknown): Decided[] {
  requireAction(ctx, report, 'index')
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_CHOSEN) throw invalid({ rows: [`Give 1 to ${MAX_CHOSEN} rows.`] })
  return rows.map((row: unknown) => {
    const { module, id, version } = (row ?? {}) as { module?: unknown; id?: unknown; version?: unknown }
    if (version !== undefined && !Number.isInteger(version)) throw invalid({ rows: ['Give the version of each record as a whole number.'] })
    return { module: moduleOf(ctx, String(module ?? '')), id: idOf(id), version: version as number | undefined }
  })
}
