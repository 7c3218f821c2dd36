/** Decisions under common names, whatever the module calls its transitions. */
import type { Module, Row } from '../../engine/model/module.ts'
import { assents } from '../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
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

/** Versions of records by their ids; none where the request gives none. */
export function versionsOf(versions: unknown): Readonly<Record<string, number>> {
  if (versions === undefined || versions === null) return {}
  if (typeof versions !== 'object' || !Object.values(versions).every(Number.isInteger))
    throw invalid({ versions: ['Give the version of each record as a whole number, by its id.'] })
  return versions as Record<string, number>
}

/** A record that awaits a decision. */
export interface Decided {
  readonly module: Module
  readonly id: number
  /** The version that the user saw: where the record was changed since, it is not decided on. */
  readonly version?: number | undefined
}
interface DecisionResult extends BulkResult {
  readonly module: string
}

/** Decides on each record in a transaction of its own; a refusal of one does not stop the others. */
export async function decideEach(ctx: Ctx, records: readonly Decided[], word: string, input: Row): Promise<DecisionResult[]> {
  const results: DecisionResult[] = []
  for (const { module, id, version } of records) {
    const result = await collected(id, async () => {
      const { status } = await read(ctx, module, id, { action: 'view' })
      await ctx.services.workflow.transition(ctx, module, {
        id,
        action: decisionOf(module, status, word),
        input: version === undefined ? input : { ...input, version },
      })
    })
    results.push({ module: module.name, ...result })
  }
  return results
}
