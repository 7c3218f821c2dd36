/** One action on many records. */
import type { Module, Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Once } from '../http/idempotency.ts'

/** The result of one record in a bulk action: done, or why not. */
export interface BulkResult {
  readonly id: number
  readonly success: boolean
  readonly message?: string
  readonly rule?: string
}

/**
 * Does `action` with each record in a transaction of its own, and `once`; a refusal of one does not stop the others.
 */
export async function eachRecord(
  ctx: Ctx,
  module: Module,
  action: string,
  ids: readonly number[],
  input: Row,
  once: Once,
  progress?: (done: number, total: number) => void,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const id of ids) {
    try {
      const done = await once(String(id), async () => {
        if (action === 'delete') await ctx.services.records.remove(ctx, module, id)
        else await ctx.services.workflow.transition(ctx, module, id, action, input)
        return { id, success: true }
      })
      results.push(done)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'fault') throw error
      results.push({ id, success: false, message: error.message, ...(error.rule ? { rule: error.rule } : {}) })
    }
    progress?.(results.length, ids.length)
  }
  return results
}
