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
interface OpenTarget {
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
  // Read once for all targets, and only for those whose rows are not shown with all that counts.
  let exact: Promise<Row> | undefined
  const whole = () => (exact ??= loadExact(ctx, module, id, { action: 'view', lock: false }))
  const result: OpenTarget[] = []
  for (const target of offered) {
    const made = ctx.modules.get(target.module)!
    if (target.via === undefined) {
      if (await isOpen(ctx, { made, origin: module, shown: record, whole })) result.push({ module: target.module })
      continue
    }
    const middle = ctx.modules.get(target.via)!
    const sources = await openSources(ctx, made, middle, { [middle.sources.find((source) => source.module === module.name)!.field!]: id })
    if (sources.length) result.push({ module: target.module, sources })
  }
  return result
}

const isInForce = (module: Module, record: Row): boolean => !module.workflow || (record.is_posted === true && record.is_closed !== true)

/** A record from which a document may be made: as the caller sees it, and whole with exact decimals. */
interface Origin {
  readonly made: Module
  readonly origin: Module
  readonly shown: Row
  readonly whole: () => Promise<Row>
}

/** Whether a document of `made` finds something open in the record. */
async function isOpen(ctx: Ctx, { made, origin, shown, whole }: Origin): Promise<boolean> {
  const source = made.sources.find((candidate) => candidate.module === origin.name)!
  const mappings = Object.values(source.lines)
  if (mappings.length === 0) return true
  const env = await envFor(ctx, origin)
  for (const lines of mappings) {
    const record = showsAll(ctx, origin, lines, shown) ? shown : await whole()
    if (openRows(ctx, env, origin, { lines, record }).length > 0) return true
  }
  return false
}

/** What expressions read that is no field of the record. */
const SURROUNDINGS = new Set(['settings', 'user', 'company', 'branch'])

/**
 * Whether the record as the caller sees it has every value that tells what is open. Its numbers are the shortest texts of
 * their decimals, so that the difference of two quantities is exact.
 */
function showsAll(ctx: Ctx, origin: Module, lines: SourceLines, record: Row): boolean {
  const rows = lines.from ? (record[lines.from] as Row[] | undefined) : [record]
  if (!rows) return false
  if (lines.open === undefined || rows.length === 0) return true
  return programFor(ctx, origin, lines.open, lines.from).reads.every((path) => {
    const [head = '', ...rest] = path.split('.')
    if (SURROUNDINGS.has(head)) return true
    if (head === 'parent') return rest.length === 1 && Object.hasOwn(record, rest[0]!)
    return rest.length === 0 && rows.every((row) => Object.hasOwn(row, head))
  })
}

/** The records of `origin` that the filter finds, are in force, and have something open for documents of `made`. */
async function openSources(ctx: Ctx, made: Module, origin: Module, filter: Row): Promise<number[]> {
  const { names } = origin.workflow?.progress ?? {}
  const { data } = await ctx.services.records.list(ctx, origin, {
    // Documents that are served in full need no reading.
    filter: { ...filter, ...(names ? { progress: { in: names.slice(0, -1) } } : {}) },
    fields: [origin.entity.name, ...(origin.workflow?.flags ?? [])].join(','),
    limit: MOST,
    count: 'none',
    window: 'all',
  })
  const result: number[] = []
  for (const row of data) {
    const id = Number(row.id)
    const whole = () => loadExact(ctx, origin, id, { action: 'view', lock: false })
    if (isInForce(origin, row) && (await isOpen(ctx, { made, origin, shown: row, whole }))) result.push(id)
  }
  return result
}
