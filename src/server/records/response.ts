/** The record as its author gets it back. */

import type { Module, Row } from '../../engine/model/module.ts'
import { toJson } from '../../engine/runtime/compute/index.ts'
import type { Ctx } from '../platform/context.ts'
import { envFor, programFor } from '../platform/expressions.ts'
import { seesOf } from './access.ts'
import { read } from './get.ts'

/** Puts the values that are not stored but worked out on reading into rows as they travel. */
export async function withLive(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const fields = module.fields.filter((field) => field.live && field.computed && seesOf(ctx)(field))
  if (!fields.length || !rows.length) return
  const env = await envFor(ctx, module)
  for (const field of fields) {
    const program = programFor(ctx, module, field.computed!)
    for (const row of rows) row[field.name] = toJson({ value: program.evaluate(row, env) ?? null }).value
  }
}

/**
 * A record that the caller has just saved or decided on, with what he can do now. He may lack the right to view
 * it, or have lost it by what he did: what awaited his approval does so no longer.
 */
export async function answer(ctx: Ctx, module: Module, id: number): Promise<Row> {
  const record = await read(ctx, module, id, 'view', { anyRow: true })
  return { ...record, actions: await ctx.services.workflow.actions(ctx, module, record) }
}
