/** `POST {module}/{id}/{action}` and `POST {module}/bulk/{action}`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import { idempotent } from '../http/idempotency.ts'
import { idOf } from '../records/get.ts'

export interface WorkflowRouteDeps {
  ctx(request: FastifyRequest): Ctx | Promise<Ctx>
}
interface Params {
  module: string
  id: string
  action: string
}

const MAX_BULK = 500

function moduleOf(ctx: Ctx, name: string): Module {
  const module = ctx.modules.get(name)
  if (!module) throw notFound('Cannot find module')
  return module
}

/** The result of one record in a bulk action: done, or why not. */
export interface BulkResult {
  readonly id: number
  readonly success: boolean
  readonly message?: string
  readonly rule?: string
}

/** Runs `work` for each id in a transaction of its own; a refusal of one does not stop the others. */
export async function eachRecord(ids: readonly number[], work: (id: number) => Promise<unknown>): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const id of ids) {
    try {
      await work(id)
      results.push({ id, success: true })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'fault') throw error
      results.push({ id, success: false, message: error.message, ...(error.rule ? { rule: error.rule } : {}) })
    }
  }
  return results
}

export function registerWorkflowRoutes(app: FastifyInstance, deps: WorkflowRouteDeps): void {
  app.post<{ Params: Params; Body: Row | null }>('/:module/:id/:action', async (request) => {
    const ctx = await deps.ctx(request)
    const module = moduleOf(ctx, request.params.module)
    const { id, action } = request.params
    return idempotent(ctx, request, async () => ({
      success: true,
      data: await ctx.services.workflow.transition(ctx, module, idOf(id), action, bodyOf(request.body)),
    }))
  })

  app.post<{ Params: { module: string; action: string }; Body: Row | null }>('/:module/bulk/:action', async (request) => {
    const ctx = await deps.ctx(request)
    const module = moduleOf(ctx, request.params.module)
    const { ids, ...input } = bodyOf(request.body)
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_BULK) throw invalid({ ids: [`Give 1 to ${MAX_BULK} ids.`] })
    const numbers = ids.map((id) => idOf(id))
    const { action } = request.params
    const data = await eachRecord(numbers, (id) =>
      action === 'delete' ? ctx.services.records.remove(ctx, module, id) : ctx.services.workflow.transition(ctx, module, id, action, input),
    )
    return { success: true, data, succeeded: data.filter((one) => one.success).length, failed: data.filter((one) => !one.success).length }
  })
}

function bodyOf(body: unknown): Row {
  if (body === null || body === undefined) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid({ _: ['The request must be an object of field values.'] })
  return body as Row
}
