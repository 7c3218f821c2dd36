/** Converts rows of texts to records: values by field type, references by code, name or label. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { coerce } from '../../../engine/runtime/fields/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { pacer } from '../../platform/pace.ts'
import { restore } from '../export/formula.ts'
import type { SheetColumn } from './columns.ts'
import { findReferences } from './references.ts'
import type { LaterReference, RowError, SheetRecord } from './sheet-record.ts'

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
    const identity: Record<string, string> = {}
    const words: Record<string, string> = {}
    const unresolved: Record<string, RowError> = {}
    const emptied: string[] = []
    // An unquoted comma moves the cells after it: half a row must not be imported as if it were whole.
    if (cells.slice(columns.length).some((text) => text.trim()))
      errors.push({ row, message: 'There are more cells in this row than titles.' })
    columns.forEach((column, position) => {
      const text = restore(cells[position] ?? '')
      if (!column) return
      const { name } = column.field
      const isHeader = !column.lines && !column.child
      if (text === '') {
        if (isHeader && !column.identifies) emptied.push(name)
        return
      }
      if (column.identifies) {
        identity[name] = text
        return
      }
      const result = column.field.to ? references(column, text, row) : coerce(column.field, text, ctx.company.time_zone)
      if (isHeader) words[name] = text
      if ('error' in result) {
        const error = { row, field: column.title, message: result.error }
        if (isHeader) unresolved[name] = error
        else errors.push(error)
        return
      }
      if ('later' in result) {
        later[name] = result.later
        return
      }
      if (column.child) children[column.child.key] = { ...children[column.child.key], [name]: result.value }
      else if (!column.lines) header[name] = result.value
      else lines.set(column.lines.name, { ...lines.get(column.lines.name), [name]: result.value })
    })
    const before = records.at(-1)
    const isEmpty = ![header, later, identity, unresolved].some(hasAny)
    const continues = before && isEmpty && lines.size > 0
    const record: SheetRecord = continues
      ? before
      : {
          row,
          values: header,
          ...(hasAny(children) && { children }),
          ...(hasAny(later) && { later }),
          ...(hasAny(identity) && { identity }),
          ...(hasAny(words) && { words }),
          ...(hasAny(unresolved) && { unresolved }),
          ...(emptied.length && { emptied }),
        }
    for (const [name, line] of lines) record.values[name] = [...((record.values[name] as Row[] | undefined) ?? []), line]
    if (!continues && (!isEmpty || lines.size)) records.push(record)
  }
  return { records, errors }
}

const hasAny = (values: object): boolean => Object.keys(values).length > 0
