/** Where a figure of a report leads: the rows it is made of, in another report. */
import { type Drill, type RecordDrill, type Report, type Row, type SpreadColumn, SUBTOTAL } from '../../../engine/model/module.ts'
import { filterParams } from './url-state.ts'

/** What a figure takes the parameters of its drill-down from, the first that has a value. */
interface DrillValues {
  readonly row: Row
  /** Parameters that the report was asked with. */
  readonly parameters: Row
  /** The answer's own columns in the place of `spread`. */
  readonly columns: readonly SpreadColumn[]
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The first drill-down of the column that holds for the row. */
const drillOf = (report: Report, column: string, row: Row): Drill | undefined =>
  report.drill?.find(({ columns, when }) => columns.includes(column) && (when === undefined || !isEmpty(row[when])))

/** The report and its query for a figure; undefined where the figure leads nowhere. */
export const drillTarget = (
  report: Report,
  column: string,
  { row, parameters, columns }: DrillValues,
): { to: string; query: string } | undefined => {
  const drillColumn = columns.find(({ name }) => name === column)
  const drill = drillOf(report, drillColumn ? report.spread! : column, row)
  const figure = row[column]
  // A difference of columns is made of no rows of its own.
  if (drillColumn && !drillColumn.with) return undefined
  // Sums of a group are not the rows of one record.
  if (report.subtotals && row[SUBTOTAL] !== undefined) return undefined
  if (!drill || isEmpty(figure) || Number(figure) === 0) return undefined
  return { to: drill.to, query: drillQuery(drill, (name) => drillColumn?.with?.[name] ?? row[name] ?? parameters[name]) }
}

/**
 * The report and its query for a figure of a record, or of a row of its tables: `rows.total`. Undefined where the figure
 * leads nowhere, and for nothing: 0 is not made of anything.
 */
export function recordFigure(
  drill: readonly RecordDrill[] | undefined,
  field: string,
  { value, record, row }: { readonly value: unknown; readonly record: Row; readonly row?: Row | undefined },
): { to: string; query: string } | undefined {
  const target = drill?.find(({ fields }) => fields.includes(field))
  if (!target || isEmpty(value) || Number(value) === 0) return undefined
  return { to: target.to, query: drillQuery(target, (name) => (name.includes('.') ? row?.[name.split('.')[1]!] : record[name])) }
}

/** The query of the report that a figure opens; `$name` in its parameters is what `read` answers. */
export const drillQuery = (drill: Pick<Drill, 'with'>, read: (name: string) => unknown): string => {
  const filters = Object.entries(drill.with).flatMap(([name, value]) => {
    const given = typeof value === 'string' && value.startsWith('$') ? read(value.slice(1)) : value
    return isEmpty(given) ? [] : [[name, { eq: String(given) }] as const]
  })
  return new URLSearchParams(filterParams(Object.fromEntries(filters))).toString()
}
