/** Serial numbers of the documents that a form refers to: the number under which an invoice is known outside of the company. */
import type { Field, Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { ref, sql, table } from '../platform/db/sql.ts'

/** A reference as a form prints it; `serial` where the document has one. */
export interface Numbered extends Row {
  readonly serial?: string
}

/** The field with the serial number of a module whose documents have one. */
const serialField = (module: Module | undefined): string | undefined => module?.print.find(({ tax }) => tax)?.tax?.serial

/** Notes the serial numbers of the referenced documents in the record and its rows. One query per module that is referred to. */
export async function noteSerials(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const references = new Map<string, Row[]>()
  const collect = (fields: readonly Field[], row: Row): void => {
    for (const { refAs, to } of fields) {
      const target = refAs && to && serialField(ctx.modules.get(to)) ? row[refAs] : undefined
      for (const entry of [target].flat())
        if (entry && typeof entry === 'object') references.set(to!, [...(references.get(to!) ?? []), entry as Row])
    }
  }
  collect(module.fields, record)
  for (const lines of module.lines) for (const row of (record[lines.name] as Row[] | undefined) ?? []) collect(lines.fields, row)
  for (const [name, entries] of references) {
    const target = ctx.modules.get(name)!
    const field = ref(serialField(target)!)
    const rows = await ctx.db.query<{ id: number; serial: string }>(
      sql`
        SELECT id, ${field} AS serial
        FROM ${table(ctx, target.entity.table)}
        WHERE id = ANY(${[...new Set(entries.map(({ id }) => Number(id)))]}) AND ${field} IS NOT NULL
      `,
    )
    const serials = new Map(rows.map(({ id, serial }) => [Number(id), serial]))
    for (const entry of entries) if (serials.has(Number(entry.id))) entry.serial = serials.get(Number(entry.id))
  }
}
