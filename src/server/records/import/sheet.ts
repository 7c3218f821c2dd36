/** An uploaded sheet as rows of texts. */
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { invalid } from '../../errors.ts'
import { safeWorkbook } from './workbook.ts'

/** Rows of a CSV or Excel file, the first being the titles; 400 when it cannot be read. */
export async function readSheet(file: Buffer, name: string): Promise<string[][]> {
  const isZip = file.length > 3 && file[0] === 0x50 && file[1] === 0x4b
  try {
    if (isZip) return textRows((await readXlsx(safeWorkbook(file), { trim: true } as never)) as unknown)
    return parse(file, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(file),
    }) as string[][]
  } catch (error) {
    // The reader's own mishaps say nothing to whoever chose the file.
    const why = error instanceof TypeError ? 'its sheet has another form than Excel gives it' : (error as Error).message.slice(0, 200)
    throw invalid({ file: [`"${name.slice(0, 80)}" could not be read as CSV or Excel: ${why}`] })
  }
}

/** Spreadsheets of some regions separate by semicolons or tabs. */
function delimiterOf(file: Buffer): string {
  const first = file.subarray(0, 4000).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  const count = (sign: string): number => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Newer readers answer all sheets; the first one counts. */
function textRows(answer: unknown): string[][] {
  const list = answer as unknown[]
  const rows = (list.length && !Array.isArray(list[0]) ? ((list[0] as { data?: unknown[] }).data ?? []) : list) as unknown[][]
  return rows.map((row) => row.map(cellText)).filter((row) => row.some((text) => text !== ''))
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    const iso = value.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
  }
  return String(value).trim()
}
