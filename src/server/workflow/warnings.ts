/** Warnings shown before an action is confirmed, from the handlers that its transition names. They never block. */
import type { Module } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { whereSql } from '../records/list.ts'
import { envOf } from '../records/query/env.ts'

/** One note on a record, or without `id` on all of them together. */
export interface ActionNote {
  readonly id?: number
  readonly text: string
}

/** Asks each handler of the transition about those of the records that the caller may see. */
export async function adviceOn(ctx: Ctx, module: Module, action: string, ids: readonly number[]): Promise<ActionNote[]> {
  const transitions = module.workflow?.transitions ?? {}
  const calls = Object.hasOwn(transitions, action) ? (transitions[action]!.advice ?? []) : []
  if (!calls.length) return []
  const env = envOf(ctx)
  const where = whereSql(ctx, env, module, { query: { filter: { id: { in: ids } }, window: 'all' }, action: 'index' })
  const seen = await ctx.db.query<{ id: number }>(
    `SELECT t.id FROM ${qualify(env.schema, module.entity.table)} t WHERE ${where} ORDER BY t.id`,
    env.params.values as unknown[],
  )
  if (!seen.length) return []
  const notes: ActionNote[] = []
  for (const { name, params } of calls) {
    const body = { ids: seen.map(({ id }) => id) }
    const match = await ctx.services.handlers.get(name)?.run(ctx, module, { params: {}, query: {}, body, files: [] }, params)
    if (Array.isArray(match)) notes.push(...(match as ActionNote[]))
  }
  return notes
}
