/** The records of a bulk action on a list: all that match its search, filters and days, not only a page of them. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { literal, qualify } from '../platform/db/name.ts'
import { invalid, notFound, refuse } from '../platform/errors.ts'
import { requireAction } from '../records/access.ts'
import type { BulkResult } from '../records/bulk.ts'
import { list, whereSql } from '../records/list.ts'
import { envOf } from '../records/query/env.ts'
import { listQuery } from '../records/routes/query.ts'

/** Most records of one bulk action; many of them go on as a job. */
export const MAX_BULK = 10_000
/** Records whose names are looked up for the results. */
const MAX_NAMED = 500

interface Matches {
  /** Records that match and whose state allows the action, in the order of their ids. */
  readonly ids: readonly number[]
  /** Records that match and whose state does not allow it. */
  readonly skipped: number
}

/** The states from which an action starts; undefined where the state does not matter. 404 for an action that there is not. */
function statesFor(module: Module, action: string): readonly string[] | undefined {
  const { workflow } = module
  if (action === 'delete') return workflow && Object.values(workflow.states).flatMap(({ name, deletable }) => (deletable ? [name] : []))
  if (!workflow || !Object.hasOwn(workflow.transitions, action)) throw notFound(`${module.singular} has no action "${action}".`)
  return workflow.transitions[action]!.from
}

/**
 * The records that match. `matching` holds the parameters of the list (`search`, `filter[field][op]`, `window`), and in `expected`
 * the number of records shown to the user: 409 when more match by now. 403 without the right to the action, 400 when more match
 * than one action takes.
 */
export async function matches(ctx: Ctx, module: Module, action: string, matching: unknown): Promise<Matches> {
  requireAction(ctx, module, 'index')
  const states = statesFor(module, action)
  requireAction(ctx, module, action)
  if (typeof matching !== 'object' || matching === null || Array.isArray(matching))
    throw invalid({ matching: ['Give the search and the filters of the list as an object.'] })
  const { expected, ...query } = matching as Row
  if (expected !== undefined && !Number.isSafeInteger(expected)) throw invalid({ matching: ['"expected" must be a whole number.'] })
  const env = envOf(ctx)
  const where = whereSql(ctx, env, module, { query: listQuery(query), action: 'index' })
  const ready = states ? `t.status in (${[...states, ''].map(literal).join(', ')})` : 'true'
  const rows = await ctx.db.prepared<{ id: number; ready: boolean }>(
    `select t.id, ${ready} as ready from ${qualify(env.schema, module.entity.table)} t where ${where} order by t.id limit ${MAX_BULK + 1}`,
    env.params.values,
  )
  if (rows.length > MAX_BULK) throw invalid({ matching: [`More than ${MAX_BULK} records match. Narrow the list first.`] })
  if (typeof expected === 'number' && rows.length > expected)
    throw refuse('E_MATCHES_CHANGED', `${rows.length} records match by now, not ${expected}. Look at the list again.`)
  const ids = rows.filter((row) => row.ready).map((row) => Number(row.id))
  return { ids, skipped: rows.length - ids.length }
}

/** The results with the labels of records that were refused: they need not be on the page that the person sees. */
export async function named(ctx: Ctx, module: Module, results: readonly BulkResult[]): Promise<readonly BulkResult[]> {
  const named = await labelled(
    ctx,
    module,
    results.filter(({ success, notes }) => !success || notes),
  )
  const byId = new Map(named.map((result) => [result.id, result]))
  return results.map((result) => byId.get(result.id) ?? result)
}

/** Notes on records, with their labels. */
export async function labelled<T extends { readonly id?: number }>(
  ctx: Ctx,
  module: Module,
  results: readonly T[],
): Promise<(T & { label?: string })[]> {
  const ids = results.flatMap(({ id }) => id ?? []).slice(0, MAX_NAMED)
  if (!ids.length) return [...results]
  const { data } = await list(ctx, module, { filter: { id: { in: ids } }, limit: MAX_NAMED, count: 'none', window: 'all' })
  const labels = new Map(data.map((row) => [Number(row.id), String(row.label ?? '')]))
  return results.map((entry) => {
    const label = labels.get(entry.id ?? 0)
    return label ? { ...entry, label } : entry
  })
}
