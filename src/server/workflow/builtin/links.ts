/** The rows of a document that were taken from others, by the sources that its descriptor names. */

import type { Module, Row, Source, SourceLines } from '../../../engine/model/module.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

export interface Link {
  readonly source: Source
  readonly spec: SourceLines
  readonly module: Module
  readonly linesName: string
  /** Rows of this document that take from the source. */
  readonly rows: readonly Row[]
}

/** Every group of rows that takes from some source. */
export function linksOf(fx: EffectContext): Link[] {
  const links: Link[] = []
  for (const source of fx.module.sources) {
    const module = fx.ctx.modules.get(source.module)
    if (!module) continue
    for (const [linesName, spec] of Object.entries(source.lines)) {
      if (spec.open === undefined) continue
      const tracked = fx.module.lines.find((lines) => lines.name === linesName)?.field.source_module !== undefined
      const rows = ((fx.record[linesName] as Row[] | undefined) ?? []).filter(
        (row) => row[spec.link] && (!spec.from || !tracked || row.source_module === source.module),
      )
      if (rows.length) links.push({ source, spec, module, linesName, rows })
    }
  }
  return links
}

/** Distinct ids in a field of rows, in their order. */
const ids = (rows: readonly Row[], field: string): number[] => [...new Set(rows.map((row) => Number(row[field])))].sort((a, b) => a - b)

/** Ids of the source records behind a group of rows. */
export async function headerIds(ctx: Ctx, link: Link): Promise<number[]> {
  const linked = ids(link.rows, link.spec.link)
  if (!link.spec.from) return linked
  const lines = link.module.lines.find((line) => line.name === link.spec.from)!
  const rows = await ctx.db.query<{ parent_id: number }>(
    sql`
      SELECT DISTINCT parent_id
      FROM ${table(ctx, lines.table)}
      WHERE id = ANY (${linked}::bigint[])
      ORDER BY parent_id
    `,
  )
  return rows.map((row) => Number(row.parent_id))
}

/** What messages call a source: its number, or its name where it has none, as a check by the number on it. */
export const numberOf = (module: Module, record: Row): string =>
  String(record.transaction_no ?? record[module.entity.name ?? ''] ?? record.id)

/** The text for a row: its first picked reference, else its description. */
export function rowName(row: Row): string {
  for (const value of Object.values(row)) {
    if (value && typeof value === 'object' && 'label' in value) return String((value as Row).label)
  }
  return String(row.description ?? `line ${String(row.line_no ?? '')}`)
}
