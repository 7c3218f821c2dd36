/** Values that are computed on reading. */

import type { Module, Row } from '../../engine/model/module.ts'
import { toJson } from '../../engine/runtime/compute/index.ts'
import type { Ctx } from '../platform/context.ts'
import { envFor, programFor } from '../platform/expressions.ts'
import { seesOf } from './access.ts'

/** Adds values that are computed on reading to rows of a response. */
export async function withLive(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const fields = module.fields.filter((field) => field.live && field.computed && seesOf(ctx)(field))
  if (!fields.length || !rows.length) return
  const env = await envFor(ctx, module)
  for (const field of fields) {
    const program = programFor(ctx, module, field.computed!)
    for (const row of rows) row[field.name] = toJson({ value: program.evaluate(row, env) ?? null }).value
  }
}
