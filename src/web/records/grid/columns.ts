import { columnSizingFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { Field, FieldType, Lines } from '../../../engine/module.ts'

/** A row of the table is its key: values are read from the store by the cells themselves. */
export interface GridRow {
  readonly key: string
}

export const features = tableFeatures({ columnSizingFeature })
const helper = createColumnHelper<typeof features, GridRow>()

const WIDTHS: Partial<Record<FieldType, number>> = {
  reference: 240,
  user: 180,
  employee: 180,
  text: 200,
  longtext: 240,
  select: 130,
  date: 120,
  datetime: 190,
  time: 110,
  boolean: 80,
  quantity: 100,
  integer: 90,
  percent: 90,
  money: 130,
  rate: 120,
  number: 110,
  references: 220,
  attachments: 180,
}
export const START_WIDTH = 52
export const END_WIDTH = 44

/** Fields shown as columns, in the module's order. */
export const gridFields = (lines: Lines): Field[] =>
  lines.columns.map((name) => lines.field[name]).filter((field): field is Field => field !== undefined && field.type !== 'lines')

export const columnsOf = (fields: readonly Field[]) =>
  helper.columns(
    fields.map((field) => helper.accessor('key', { id: field.name, header: field.title, size: WIDTHS[field.type] ?? 150, minSize: 64 })),
  )

/** Grid tracks of a row: texts and references share what is left over. */
export function tracks(fields: readonly Field[], size: (name: string) => number, editable: boolean): string {
  const growing = new Set<FieldType>(['reference', 'text', 'longtext', 'user', 'employee', 'references'])
  const columns = fields.map((field) => (growing.has(field.type) ? `minmax(${size(field.name)}px, 1fr)` : `${size(field.name)}px`))
  return [`${START_WIDTH}px`, ...columns, ...(editable ? [`${END_WIDTH}px`] : [])].join(' ')
}

/** Least width of a row in pixels: every row gets it, so that growing columns are as wide in each of them. */
export function leastWidth(fields: readonly Field[], size: (name: string) => number, editable: boolean): number {
  return START_WIDTH + fields.reduce((sum, field) => sum + size(field.name), 0) + (editable ? END_WIDTH : 0)
}
