/** Converts rows of texts to records: values by field type, references by code, name or label. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { coerce } from '../../../engine/runtime/fields/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { pacer } from '../../platform/pace.ts'
import { restore } from '../export/formula.ts'
import type { ChildValues } from './children.ts'
import type { SheetColumn } from './columns.ts'
import { findReferences, type LaterReference } from './references.ts'

export interface RowError {
  readonly row: number
  readonly field?: string
  readonly message: string
}
/** A record of the sheet with the number of its first row (titles are row 1). */
export interface SheetRecord {
  readonly row: number
  readonly values: Row
  /** Its child records. */
  readonly children?: ChildValues
  /** References to records of rows above, which have no id yet: by field. */
  readonly later?: Readonly<Record<string, LaterReference>>
}

/** Records of a sheet; rows whose header cells are all empty add lines to the record above. */
export async function convertRows(
  ctx: Ctx,
  module: Module,
  columns: readonly (SheetColumn | undefined)[],
  rows: readonly string[][],
): Promise<{ records: SheetRecord[]; errors: RowError[] }> {
  const references = await findReferences(ctx, module, columns, rows)
  const errors: RowError[] = []
  const records: SheetRecord[] = []
  const pace = pacer()
  for (const [index, cells] of rows.entries()) {
    await pace()
    const row = index + 2
    const header: Row = {}
    const lines = new Map<string, Row>()
    const children: Record<string, Row> = {}
    const later: Record<string, LaterReference> = {}
    // An unquoted comma moves the cells after it: half a row must not be imported as if it were whole.
    if (cells.slice(columns.length).some((text) => text.trim()))
      errors.push({ row, message: 'There are more cells in this row than titles.' })
    columns.forEach((column, position) => {
      const text = restore(cells[position] ?? '')
      if (!column || text === '') return
      const result = column.field.to ? references(column, text, row) : coerce(column.field, text, ctx.company.time_zone)
      if ('error' in result) {
        errors.push({ row, field: column.title, message: result.error })
        return
      }
      if ('later' in result) {
        later[column.field.name] = result.later
        return
      }
      if (column.child) children[column.child.key] = { ...children[column.child.key], [column.field.name]: result.value }
      else if (!column.lines) header[column.field.name] = result.value
      else lines.set(column.lines.name, { ...lines.get(column.lines.name), [column.field.name]: result.value })
    })
    const before = records.at(-1)
    const isEmpty = !Object.keys(header).length && !Object.keys(later).length
    const continues = before && isEmpty && lines.size > 0
    const record: SheetRecord = continues
      ? before
      : { row, values: header, ...(Object.keys(children).length && { children }), ...(Object.keys(later).length && { later }) }
    for (const [name, line] of lines) record.values[name] = [...((record.values[name] as Row[] | undefined) ?? []), line]
    if (!continues && (!isEmpty || lines.size)) records.push(record)
  }
  return { records, errors }
}
