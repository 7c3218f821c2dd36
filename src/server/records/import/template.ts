/** The sheet to fill in: its titles, those that are required marked, and a row that shows how each value is written. */
import type { Field, Module } from '../../../engine/model/module.ts'
import type { Ctx, ListQuery } from '../../platform/context.ts'
import { type Export, exportRows } from '../export/rows.ts'
import { type SheetColumn, sheetColumns } from './columns.ts'

/** Begins the row that shows how values are written; an import passes over it. */
const EXAMPLE = 'Example: '

/** Whether the row is the example of the template, left in the sheet. */
export const isExample = (cells: readonly string[]): boolean => cells.find((text) => text !== '')?.startsWith(EXAMPLE) ?? false

/** Must it be filled in? What the system proposes may be left empty. */
const isRequired = ({ field, child }: SheetColumn): boolean => field.required && !field.default && !child

const sample = (field: Field, today: string): string => {
  const [choice] = field.options ?? []
  switch (field.type) {
    case 'date':
      return today
    case 'datetime':
      return `${today} 08:00`
    case 'time':
      return '08:00'
    case 'month':
      return today.slice(0, 7)
    case 'boolean':
      return 'Yes'
    case 'email':
      return 'name@example.com'
    case 'phone':
      return '0917 123 4567'
    case 'money':
    case 'rate':
      return '1250.50'
    case 'integer':
    case 'number':
    case 'quantity':
    case 'percent':
      return '1'
    case 'select':
    case 'toggle':
    case 'multiselect':
      return choice?.label ?? ''
    default:
      return field.to ? 'Code or name' : 'Text'
  }
}

/** Values that no export writes. */
const NOT_EXPORTED = new Set<Field['type']>(['richtext', 'json', 'geofence', 'geopoint'])

/**
 * The records of a list as a sheet that can be changed and imported again: the columns of an import by their titles, with
 * what identifies each record. Masked values are left out.
 */
export function exportToImport(ctx: Ctx, module: Module, query: ListQuery & { within?: boolean }): Export {
  const columns = sheetColumns(ctx, module, 'update').filter(({ field }) => !field.sensitive && !NOT_EXPORTED.has(field.type))
  const file = exportRows(ctx, module, { ...query, columns: columns.map(({ field }) => field.name).join(',') })
  return { ...file, columns: file.columns.map((column, index) => ({ ...column, title: columns[index]!.title })) }
}

/** Titles and example of the sheet of `module`, with the columns that the caller may fill in. */
export function templateOf(ctx: Ctx, module: Module): { titles: string[]; example: string[] } {
  const columns = sheetColumns(ctx, module)
  const today = ctx.clock.today(ctx.company.time_zone).replaceAll('-', '/')
  return {
    titles: columns.map((column) => (isRequired(column) ? `${column.title} *` : column.title)),
    example: columns.map(({ field }, index) => (index === 0 ? EXAMPLE : '') + sample(field, today)),
  }
}
