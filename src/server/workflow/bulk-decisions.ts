/** Decisions under common names, whatever the module calls its transitions. */
import type { Module, Row } from '../../engine/model/module.ts'
import { assents } from '../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { BulkResult } from '../records/bulk.ts'
import { collected } from '../records/bulk.ts'
import { read } from '../records/read.ts'

/** The transition of a name in the record's state: `approve` is the decision that is due, `disapprove` its refusal. */
function decisionOf(module: Module, status: unknown, word: string): string {
  const here = Object.values(module.workflow?.transitions ?? {}).filter((transition) => transition.from.includes(String(status)))
  if (word === 'approve') return here.find(assents)?.name ?? word
  if (word === 'disapprove') return here.find((transition) => transition.approval?.refuses && transition.tone === 'danger')?.name ?? word
  return word
}

/** A record that awaits a decision. */
export interface Decided {
  readonly module: Module
  readonly id: number
}
interface DecisionResult extends BulkResult {
  readonly module: string
}

/** Decides on each record in a transaction of its own; a refusal of one does not stop the others. */
export async function decideEach(ctx: Ctx, records: readonly Decided[], word: string, input: Row): Promise<DecisionResult[]> {
  const results: DecisionResult[] = []
  for (const { module, id } of records) {
    const result = await collected(id, async () => {
      const { status } = await read(ctx, module, id, { action: 'view' })
      await ctx.services.workflow.transition(ctx, module, { id, action: decisionOf(module, status, word), input })
    })
    results.push({ module: module.name, ...result })
  }
  return results
}
