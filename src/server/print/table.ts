/** A ruled table on paper. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { breakable, type Fit, type Measured, widthOf } from './measure.ts'

const HEAD = '#f1f3f5'

/** A column of a printed table. */
export interface Cells extends Measured {
  readonly numeric: boolean
}

/** Spaces at the beginning of a text, which steps of an outline are written with. */
const LEAD = /^\u00a0*/

/**
 * A ruled table; `totals`: its last row, or these rows, contain totals, whose title may take the width of the empty cells beside it.
 * Spaces that lead a text move the whole of it, wrapped lines too.
 */
export function table(
  columns: readonly Cells[],
  { widths, size }: Fit,
  totals: boolean | ReadonlySet<number> = false,
  layout: 'lined' | 'book' = 'lined',
): Content {
  const last = (columns[0]?.texts.length ?? 0) - 1
  const isTotal = (row: number): boolean => (typeof totals === 'boolean' ? totals && row === last : totals.has(row))
  const cell = (column: Cells, index: number, text: string, { bold = false, colSpan = 1 } = {}): TableCell => {
    const indent = widthOf(LEAD.exec(text)![0], size)
    const room = widths.slice(index, index + colSpan).reduce((sum, width) => sum + width, 0) - indent
    return {
      ...(bold ? { bold, fillColor: HEAD } : {}),
      ...(colSpan > 1 ? { colSpan } : {}),
      ...(indent > 0 ? { margin: [indent, 0, 0, 0] as [number, number, number, number] } : {}),
      alignment: column.numeric ? 'right' : 'left',
      ...breakable(text.replace(LEAD, ''), room, size, bold),
    }
  }
  const rowCells = (row: number): TableCell[] => {
    const total = isTotal(row)
    const empty = columns.findIndex((column, index) => index > 0 && column.texts[row] !== '')
    const span = total && columns[0]!.texts[row] !== '' ? (empty === -1 ? columns.length : empty) : 1
    return columns.map((column, index) =>
      index > 0 && index < span ? {} : cell(column, index, column.texts[row]!, { bold: total, colSpan: index === 0 ? span : 1 }),
    )
  }
  return {
    table: {
      headerRows: 1,
      widths: [...widths],
      body: [
        columns.map((column, index) => cell(column, index, column.title, { bold: true })),
        ...(columns[0]?.texts ?? []).map((_, row) => rowCells(row)),
      ],
      dontBreakRows: true,
    },
    layout,
    fontSize: size,
    margin: [0, 4, 0, 8],
  }
}
