/** A sheet as rows of texts, within bounds. Runs in a worker thread (`sheet-worker.ts`). */
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, safeWorkbook, tooLarge } from './workbook.ts'

/** Characters of one cell: the limit of Excel, and of the longest text field. */
const MAX_CELL_TEXT = 100_000
/** Characters of all cells: a workbook can store a long text once and refer to it from every cell. */
const MAX_TEXT = 100_000_000
/** Bytes of one line of a CSV file; a row may have several. */
const MAX_LINE_BYTES = 1_000_000
/** Cells of one chunk, small enough to be taken between two requests. */
const CHUNK_CELLS = 10_000

/** The rows of a CSV or Excel file, the titles first, in chunks; throws an Error with a message for the sender. */
export async function* sheetRows(file: Buffer): AsyncGenerator<string[][]> {
  const isZip = file.length > 3 && file[0] === 0x50 && file[1] === 0x4b
  const rows = isZip ? textRows(await xlsxRows(file)) : csvRows(file)
  requireBounds(rows)
  let from = 0
  let cells = 0
  for (const [index, row] of rows.entries()) {
    cells += row.length + 1
    if (cells < CHUNK_CELLS) continue
    yield rows.slice(from, index + 1)
    from = index + 1
    cells = 0
  }
  yield rows.slice(from)
}

function csvRows(file: Buffer): string[][] {
  requireLines(file)
  let rows = 0
  return parse(file, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    delimiter: delimiterOf(file),
    on_record: (record: string[]) => {
      if (record.length > MAX_COLUMNS) throw tooWide()
      if (++rows > MAX_ROWS) throw tooLarge()
      return record
    },
  }) as string[][]
}

const tooWide = () => new Error(`A sheet may have ${MAX_COLUMNS} columns at most.`)

function requireLines(file: Buffer): void {
  for (let index = 0; file.length - index > MAX_LINE_BYTES; ) {
    const line = file.subarray(index, index + MAX_LINE_BYTES)
    const end = Math.max(line.lastIndexOf(10), line.lastIndexOf(13))
    if (end < 0) throw new Error('One of its lines is too long.')
    index += end + 1
  }
}

async function xlsxRows(file: Buffer): Promise<unknown> {
  const workbook = safeWorkbook(file)
  try {
    return await readXlsx(workbook, { trim: true } as never)
  } catch (error) {
    // The reader's internal errors mean nothing to users.
    throw error instanceof TypeError ? new Error("The sheet is not in Excel's format.") : error
  }
}

function requireBounds(rows: readonly (readonly string[])[]): void {
  let cells = 0
  let text = 0
  for (const row of rows) {
    if (row.length > MAX_COLUMNS) throw tooWide()
    cells += row.length
    for (const cell of row) {
      if (cell.length > MAX_CELL_TEXT) throw new Error(`A cell may have ${MAX_CELL_TEXT} characters at most.`)
      text += cell.length
    }
    if (cells > MAX_CELLS || text > MAX_TEXT) throw tooLarge()
  }
}

/** Spreadsheets of some regions separate by semicolons or tabs. */
function delimiterOf(file: Buffer): string {
  const first = file.subarray(0, 4000).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  const count = (sign: string): number => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Newer readers return all sheets; the first one counts. */
function textRows(answer: unknown): string[][] {
  const list = answer as unknown[]
  const rows = (list.length && !Array.isArray(list[0]) ? ((list[0] as { data?: unknown[] }).data ?? []) : list) as unknown[][]
  return rows.map((row) => row.map(cellText)).filter((row) => row.some((text) => text !== ''))
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    const iso = value.toISOString()
    // Cells of a spreadsheet have no zone: a date, a date with a time, or only a time, on the calendar's day 0.
    if (value.getUTCFullYear() < 1900) return iso.slice(11, 19)
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
  }
  return String(value).trim()
}
