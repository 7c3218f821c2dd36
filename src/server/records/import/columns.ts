/** Which field each column of a sheet fills: by title or by name, lines as `Items: Quantity` or `items.qty`. */
import type { Field, Lines, Module } from '../../../engine/model/module.ts'
import { type FieldErrors, invalid } from '../../platform/errors.ts'
import type { Sees } from '../access.ts'
import { didYouMean } from '../query/paths.ts'
import { report } from '../write/messages.ts'

export interface SheetColumn {
  readonly field: Field
  readonly lines?: Lines
  readonly title: string
}

const NOT_IN_SHEETS = new Set<Field['type']>(['attachment', 'attachments', 'image', 'password', 'secret'])
const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ')
    .trim()

/** The columns a sheet may have, in the order of the template. */
export function sheetColumns(module: Module, sees: Sees): SheetColumn[] {
  const usable = (field: Field): boolean => field.writable && sees(field) && !NOT_IN_SHEETS.has(field.type) && field.widget !== 'hidden'
  return [
    ...module.fields.filter(usable).map((field) => ({ field, title: field.title })),
    ...module.lines
      .filter((lines) => sees(lines) && lines.readonly !== true)
      .flatMap((lines) => lines.fields.filter(usable).map((field) => ({ field, lines, title: `${lines.title}: ${field.title}` }))),
  ]
}

/** The column of each title; unknown titles are 400, empty ones and values that the system keeps are skipped. */
export function mapColumns(module: Module, sees: Sees, titles: readonly string[]): (SheetColumn | undefined)[] {
  const columns = sheetColumns(module, sees)
  const byTitle = new Map<string, SheetColumn>()
  for (const column of columns) {
    const names = [column.title, column.lines ? `${column.lines.name}.${column.field.name}` : column.field.name]
    if (!column.lines && column.field.refAs) names.push(column.field.refAs)
    for (const name of names) if (!byTitle.has(normal(name))) byTitle.set(normal(name), column)
  }
  const kept = new Set(module.fields.filter((field) => !field.writable).flatMap((field) => [normal(field.title), normal(field.name)]))
  const errors: FieldErrors = {}
  const seen = new Set<SheetColumn>()
  const found = titles.map((title) => {
    const column = byTitle.get(normal(title))
    if (column && seen.has(column)) report(errors, title, 'This column occurs twice.')
    if (column) {
      seen.add(column)
      return column
    }
    if (title.trim() && !kept.has(normal(title)))
      report(
        errors,
        title,
        `There is no column "${title.slice(0, 80)}".${didYouMean(
          title,
          columns.map((one) => one.title),
        )}`,
      )
    return undefined
  })
  if (!seen.size) report(errors, 'file', 'The first row must hold the titles of the columns, as in the template.')
  if (Object.keys(errors).length) throw invalid(errors)
  return found
}
