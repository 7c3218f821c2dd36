/** One action on many records. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx, TransitionCall } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { AppError } from '../platform/errors.ts'
import type { Once } from '../platform/http/idempotency.ts'

/** The result of one record in a bulk action: done, or why not. */
export interface BulkResult {
  readonly id: number
  readonly success: boolean
  readonly message?: string
  readonly rule?: string
  /** Warnings about it beforehand; it was done all the same. */
  readonly notes?: readonly string[]
  /** The record's label, where the action was on all records that match a filter. */
  readonly label?: string
  /** The status that a transition has left it in: the first of several approvals leaves it waiting. */
  readonly status?: string
}

/** An action on many records. */
export interface BulkAction {
  /** A transition, or `delete`. */
  readonly action: string
  readonly ids: readonly number[]
  readonly input?: Row
  /** The version of a record that the user saw, by its id: where it was changed since, its transition is refused. */
  readonly versions?: Readonly<Record<string, number>>
  /** Runs the work of a key unless it is done already; without it, each record is worked on. */
  readonly once?: Once
  readonly progress?: (done: number, total: number) => void
}

/** Does the action with each record in a transaction of its own, and once; a refusal of one does not stop the others. */
export async function eachRecord(
  ctx: Ctx,
  module: Module,
  { action, ids, input = {}, versions = {}, once = (_key, work) => work(), progress }: BulkAction,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  const notes = new Map<number, string[]>()
  for (const { id, text } of action === 'delete' ? [] : await ctx.services.workflow.advice(ctx, module, action, ids))
    if (id !== undefined) notes.set(id, [...(notes.get(id) ?? []), text])
  for (const id of ids) {
    const result = await collected(id, async () => {
      await once(String(id), async () => {
        if (action === 'delete') await ctx.services.records.remove(ctx, module, id)
        else await act(ctx, module, { id, action, input: id in versions ? { ...input, version: versions[id] } : input })
        return { id, success: true }
      })
    })
    const against = result.success ? notes.get(id) : undefined
    results.push(against ? { ...result, notes: against } : result)
    progress?.(results.length, ids.length)
  }
  return action === 'delete' ? results : withStatus(ctx, module, results)
}

/** The results of a transition with the status of each record now. */
async function withStatus(ctx: Ctx, module: Module, results: readonly BulkResult[]): Promise<BulkResult[]> {
  const done = results.filter(({ success }) => success).map(({ id }) => id)
  const rows = await ctx.db.query<{ id: number; status: string }>(
    sql`SELECT id, status FROM ${table(ctx, module.entity.table)} WHERE id = ANY (${done}::bigint[])`,
  )
  const statuses = new Map(rows.map(({ id, status }) => [Number(id), status]))
  return results.map((result) => {
    const status = result.success ? statuses.get(result.id) : undefined
    return status === undefined ? result : { ...result, status }
  })
}

/** A transition with a job is requested as for one record; any other runs in the present transaction. */
const act = (ctx: Ctx, module: Module, { id, action, input }: TransitionCall): Promise<unknown> =>
  module.workflow?.transitions[action]?.job
    ? ctx.services.workflow.request(ctx, module, { id, action, input })
    : ctx.services.workflow.carryOut(ctx, module, { id, action, input })

/** Does the work with one record of many: a refusal is its result, an error stops all. */
export async function collected(id: number, work: () => Promise<void>): Promise<BulkResult> {
  try {
    await work()
    return { id, success: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'fault') throw error
    return { id, success: false, message: messageOf(error), ...(error.rule ? { rule: error.rule } : {}) }
  }
}

/** The message of a refusal for users, including the missing value. */
const messageOf = (error: AppError): string => {
  const first = Object.entries(error.errors ?? {})[0]
  return first ? `${error.message} ${first[0]}: ${first[1].join(' ')}` : error.message
}
