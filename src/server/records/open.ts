/** The open part of a record, by the sources of the documents that are made from it. */

import type { Module, Row, SourceLines } from '../../engine/model/module.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import { targets } from '../../engine/runtime/workflow/index.ts'
import { type Decimal, toDecimal } from '../../kernel/decimal.ts'
import type { Ctx } from '../platform/context.ts'
import { envFor, programFor } from '../platform/expressions.ts'
import { loadExact } from './load.ts'

/** A row of a source, with the quantity or amount that is still open, if the mapping has one; `parent` is its record where the row is of a child table. */
export interface OpenRow {
  readonly row: Row
  readonly parent: Row | undefined
  readonly left: Decimal | undefined
}

/** Rows of a source, each with what is still open of it; rows that are served in full are left out. */
export function openRows(
  ctx: Ctx,
  env: EvalEnv,
  origin: Module,
  { lines, record }: { readonly lines: SourceLines; readonly record: Row },
): OpenRow[] {
  const rows = lines.from ? ((record[lines.from] as Row[] | undefined) ?? []) : [record]
  const parent = lines.from ? record : undefined
  if (lines.open === undefined) return rows.map((row) => ({ row, parent, left: undefined }))
  const open = programFor(ctx, origin, lines.open, lines.from)
  return rows.flatMap((row) => {
    const left = toDecimal(open.evaluate(row, env, parent))
    return left.gt(0) ? [{ row, parent, left }] : []
  })
}

/**
 * Modules whose documents the caller may make from the record now: it is in force, and something of it is open to
 * them. Counters that the caller may not see count all the same, as they do when the document is made.
 */
export async function openTargets(ctx: Ctx, module: Module, record: Row): Promise<string[]> {
  const offered = targets(ctx.modules, module.name, ctx.principal)
  const inForce = !module.workflow || (record.is_posted === true && record.is_closed !== true)
  if (offered.length === 0 || !inForce) return []
  const whole = await loadExact(ctx, module, Number(record.id), { action: 'view', lock: false })
  const env = await envFor(ctx, module)
  return offered.flatMap((target) => {
    const source = ctx.modules.get(target.module)!.sources.find((candidate) => candidate.module === module.name)!
    const lines = Object.values(source.lines)
    return lines.length === 0 || lines.some((line) => openRows(ctx, env, module, { lines: line, record: whole }).length > 0)
      ? [target.module]
      : []
  })
}
