/** CSV as spreadsheets expect it: UTF-8 with a mark, CRLF, and no cell that would run as a formula. */
import { formatDate, formatMonth, formatTime } from '../../../engine/runtime/format/index.ts'
import { defuse } from './formula.ts'
import type { Export, ExportColumn } from './rows.ts'

const MARK = '\uFEFF'

/**
 * One value as text, as the screens write it: dates `YYYY/MM/DD`, times by the company's clock, `Yes` and `No`. Numbers
 * keep their plain form, so that a file can be imported and added up again.
 */
export function cellText(value: unknown, type: ExportColumn['type']): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'object') {
    const range = value as { from?: string; to?: string }
    return type === 'daterange' ? `${range.from} to ${range.to}` : JSON.stringify(value)
  }
  const text = String(value)
  switch (type) {
    case 'date':
      return formatDate(text) || text
    case 'datetime':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? `${formatDate(text.slice(0, 10))} ${formatTime(text.slice(11))}` : text
    case 'time':
      return formatTime(text) || text
    case 'month':
      return formatMonth(text)
    default:
      return text
  }
}

function quoted(text: string): string {
  const safe = defuse(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/** The file in chunks, a batch of rows each. */
export async function* csvStream({ columns, rows }: Export): AsyncGenerator<string> {
  yield MARK + csvLine(columns.map((column) => column.title))
  for await (const batch of rows)
    yield batch.map((row) => csvLine(row.map((value, index) => cellText(value, columns[index]!.type)))).join('')
}
