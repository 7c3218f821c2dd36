/** One record: the list's predicate with an id, header, references and child tables in one statement. */

import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Processing } from '../platform/record-state.ts'
import { requireAction } from './access.ts'
import { openTargets } from './open.ts'
import { read } from './read.ts'

/** Largest id that a JSON integer holds exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** The id in a path; 404 for anything that cannot be one. */
export function idOf(text: unknown): number {
  if (typeof text !== 'string' && typeof text !== 'number') throw notFound()
  const id = Number(text)
  if (!/^\d{1,16}$/.test(String(text)) || id < 1 || id > MAX_ID) throw notFound()
  return id
}

/** The record as the API returns it, with the caller's present actions. */
export async function get(ctx: Ctx, module: Module, id: number, action = 'view'): Promise<Row> {
  requireAction(ctx, module, action)
  const isProcessed = module.workflow !== undefined && module.lines.length > 0
  const { processing, ...record } = (await read(ctx, module, id, { action, processing: isProcessed })) as Row & {
    processing?: Processing | null
  }
  const actions = processing?.state === 'running' ? [] : await ctx.services.workflow.actions(ctx, module, record)
  const open = actions.length > 0 ? await openTargets(ctx, module, record) : []
  const indirect = open.filter((target) => target.sources)
  const awaiting = await ctx.services.workflow.awaited(ctx, module, record)
  return {
    ...record,
    actions,
    ...(open.length ? { open_targets: open.map((target) => target.module) } : {}),
    ...(indirect.length ? { open_sources: Object.fromEntries(indirect.map((target) => [target.module, target.sources])) } : {}),
    ...(awaiting.length ? { awaiting } : {}),
    ...(processing ? { processing } : {}),
  }
}
