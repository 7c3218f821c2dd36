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

/** A module whose documents can be made from a record now; of which documents of the record, where it is not itself the source. */
export interface OpenTarget {
  readonly module: string
  readonly sources?: readonly number[]
}

/** Documents of a record that are looked at for what is open of them. */
const MOST = 50

/**
 * Modules whose documents the caller may make from the record now: it is in force, and something of it, or of the documents
 * made from it, is open to them. Counters that the caller may not see count all the same, as they do when the document is
 * made.
 */
export async function openTargets(ctx: Ctx, module: Module, record: Row): Promise<OpenTarget[]> {
  const offered = targets(ctx.modules, module.name, ctx.principal)
  if (offered.length === 0 || !isInForce(module, record)) return []
  const id = Number(record.id)
  const result: OpenTarget[] = []
  for (const target of offered) {
    const made = ctx.modules.get(target.module)!
    if (target.via === undefined) {
      if (await isOpen(ctx, made, module, id)) result.push({ module: target.module })
      continue
    }
    const middle = ctx.modules.get(target.via)!
    const sources = await openSources(ctx, made, middle, { [middle.sources.find((source) => source.module === module.name)!.field!]: id })
    if (sources.length) result.push({ module: target.module, sources })
  }
  return result
}

const isInForce = (module: Module, record: Row): boolean => !module.workflow || (record.is_posted === true && record.is_closed !== true)

/** Whether a document of `made` finds something open in the record. */
async function isOpen(ctx: Ctx, made: Module, origin: Module, id: number): Promise<boolean> {
  const source = made.sources.find((candidate) => candidate.module === origin.name)!
  const lines = Object.values(source.lines)
  if (lines.length === 0) return true
  const record = await loadExact(ctx, origin, id, { action: 'view', lock: false })
  const env = await envFor(ctx, origin)
  return lines.some((line) => openRows(ctx, env, origin, { lines: line, record }).length > 0)
}

/** The records of `origin` that the filter finds, are in force, and have something open for documents of `made`. */
async function openSources(ctx: Ctx, made: Module, origin: Module, filter: Row): Promise<number[]> {
  const { names } = origin.workflow?.progress ?? {}
  const { data } = await ctx.services.records.list(ctx, origin, {
    // Documents that are served in full need no reading.
    filter: { ...filter, ...(names ? { progress: { in: names.slice(0, -1) } } : {}) },
    limit: MOST,
    count: 'none',
    window: 'all',
  })
  const result: number[] = []
  for (const row of data) if (isInForce(origin, row) && (await isOpen(ctx, made, origin, Number(row.id)))) result.push(Number(row.id))
  return result
}
