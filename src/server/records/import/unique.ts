/** Values of a sheet that must be unique. */
import type { Field, Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { pacer } from '../../platform/pace.ts'
import { seesOf } from '../access.ts'
import { scalarText } from '../write/scalars.ts'
import type { RowError, SheetRecord } from './sheet-record.ts'

/** What two values are compared by: codes regardless of case, so that no sheet makes both A1 and a1. */
const keyOf = (field: Field, text: string | undefined): string | undefined => (field.type === 'code' ? text?.toLowerCase() : text)

/** Values that must be unique: twice in the sheet, or in use by a record other than that of the row (`ids`). One query per field. */
export async function uniqueErrors(
  ctx: Ctx,
  module: Module,
  records: readonly SheetRecord[],
  ids: ReadonlyMap<number, number> = new Map(),
): Promise<RowError[]> {
  const errors: RowError[] = []
  const pace = pacer()
  const sees = seesOf(ctx)
  // Only for fields that the caller can fill in: the message reveals that a value is in use.
  for (const field of module.fields.filter((candidate) => candidate.unique && candidate.writable && sees(candidate))) {
    const rows = new Map<string, number>()
    for (const { row, values } of records) {
      await pace()
      const text = keyOf(field, scalarText(values[field.name]))
      if (text === undefined) continue
      const first = rows.get(text)
      if (first === undefined) rows.set(text, row)
      else errors.push({ row, field: field.title, message: `The same value is in row ${first}.` })
    }
    if (!rows.size) continue
    const column = field.type === 'code' ? sql`lower(${ref(field.name)})` : sql`${ref(field.name)}::text`
    const used = await ctx.db.query<{ v: string; ids: number[] }>(
      sql`
        select ${column} as v, json_agg(id) as ids
        from ${table(ctx, module.entity.table)}
        where ${column} = any(${[...rows.keys()]}::text[])
        group by 1
      `,
    )
    for (const { v, ids: users } of used) {
      const row = rows.get(v)!
      if (users.some((id) => id !== ids.get(row))) errors.push({ row, field: field.title, message: 'This value is already used.' })
    }
  }
  return errors
}
