/** The record as returned to the user who saved it. */

import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { read } from './read.ts'

/**
 * A record that the caller has just saved or decided on, with their present actions. They may lack the right to view it,
 * or have lost it by that action: a record that awaited their approval no longer does.
 */
export async function answer(ctx: Ctx, module: Module, id: number): Promise<Row> {
  return withActions(ctx, module, await read(ctx, module, id, { action: 'view', anyRow: true }))
}

/** A record in a response, with the caller's present actions, and whose decision it awaits. */
export async function withActions(ctx: Ctx, module: Module, record: Row): Promise<Row> {
  const awaiting = await ctx.services.workflow.awaited(ctx, module, record)
  return {
    ...record,
    actions: await ctx.services.workflow.actions(ctx, module, record),
    ...(awaiting.length ? { awaiting } : {}),
  }
}
