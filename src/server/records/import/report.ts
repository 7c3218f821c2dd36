/** The result of every row of an import as a CSV file: a line per changed field, and per error. */
import { csvLine } from '../export/csv.ts'
import type { RowOutcome } from './mode.ts'
import type { RowError } from './sheet-record.ts'

const TITLES = ['Row', 'Result', 'Record', 'Field', 'From', 'To', 'Message']
const RESULTS = { new: 'New', changed: 'Changed', unchanged: 'Unchanged' } as const
const MARK = '\uFEFF'

/** The text of the file, in the order of the rows. */
export function reportOf(outcomes: readonly RowOutcome[], errors: readonly RowError[]): string {
  const refused = new Set(errors.map(({ row }) => row))
  const lines = [
    ...errors.map(({ row, field = '', message }) => ({ row, cells: ['Error', '', field, '', '', message] })),
    ...outcomes
      .filter(({ row }) => !refused.has(row))
      .flatMap(({ row, result, record, changes }) => {
        const fields = changes.length ? changes : [{ field: '', from: '', to: '' }]
        return fields.map(({ field, from, to }) => ({ row, cells: [RESULTS[result], record, field, from, to, ''] }))
      }),
  ]
  const sorted = lines.sort((a, b) => a.row - b.row)
  return MARK + [TITLES, ...sorted.map(({ row, cells }) => [String(row), ...cells])].map(csvLine).join('')
}
