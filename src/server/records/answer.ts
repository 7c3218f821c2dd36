/** The record as its author gets it back. */
import type { Module, Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { read } from './get.ts'

/**
 * A record that the caller has just saved or decided on, with what he can do now. He may lack the right to view
 * it, or have lost it by what he did: what awaited his approval does so no longer.
 */
export async function answer(ctx: Ctx, module: Module, id: number): Promise<Row> {
  const record = await read(ctx, module, id, 'view', { anyRow: true })
  return { ...record, actions: ctx.services.workflow.actions(ctx, module, record) }
}
