/**
 * A book of accounts on paper: every page begins with the company's head, and ends with the totals of the page and those
 * carried forward (BIR: books kept by computer are printed and bound like manual ones). Pages are filled by measuring rows.
 */
import type { Content } from 'pdfmake/interfaces.js'
import { centsText } from '../../domain/minor-units.ts'
import { formatNumber } from '../../engine/runtime/format/index.ts'
import { toCents } from '../../kernel/decimal.ts'
import type { Letterhead } from '../platform/print-form.ts'
import { MARGIN } from './document.ts'
import { type Fit, fit, fitWhole, ROUNDING, widthOf } from './measure.ts'
import { type Cells, table } from './table.ts'

/** A column of the book; those with `values` are totalled. */
export interface BookColumn extends Cells {
  /** The figures of its rows, in pesos. */
  readonly values?: readonly unknown[]
}

export interface Book {
  /** Printed at the top of every page. */
  readonly heading: readonly Content[]
  readonly columns: readonly BookColumn[]
  readonly fit: Fit
  /** Of the page, in points. */
  readonly height: number
  /** Height of the heading, in points. */
  readonly above: number
}

/** Lines of a text wrapped at the spaces. The space at the end of a line takes no room. */
function linesOf(text: string, width: number, size: number): number {
  const space = widthOf(' ', size)
  let [lines, used] = [1, 0]
  for (const word of text.split(/\s+/)) {
    const wide = widthOf(word, size)
    if (used > 0 && used + space + wide > width + ROUNDING) [lines, used] = [lines + 1, 0]
    used += used > 0 ? space + wide : wide
    if (used > width + ROUNDING) {
      const more = Math.ceil(used / width) - 1
      ;[lines, used] = [lines + more, used - more * width]
    }
  }
  return lines
}

/** Height of a line of Roboto at size 1, and the padding and rule of a row in a book, in points. */
const LINE = 1.18
const PADDING = 2.5
/** Margins above and below the table, and below the page. */
const AROUND = 14
const FOOT = 44
/** Rows of totals below those of a page: of the page, brought and carried forward. */
const TOTAL_ROWS = 3
/** Sizes of a book: it is read line by line, and many lines on a page make a thinner book. */
const SIZES = [8, 7.5, 7]

/** The page on which no row of the book wraps, upright if possible; else on its side in the smallest letters. Undefined where nothing fits. */
export function bookFit(
  columns: readonly BookColumn[],
  paper: { readonly width: number; readonly height: number },
): { landscape: boolean; fit: Fit } | undefined {
  for (const landscape of [false, true]) {
    const fitted = fitWhole(columns, (landscape ? paper.height : paper.width) - 2 * MARGIN, SIZES)
    if (fitted) return { landscape, fit: fitted }
  }
  const wrapped = fit(columns, paper.height - 2 * MARGIN, SIZES.slice(-1))
  return wrapped && { landscape: true, fit: wrapped }
}

/** Height of the head of each page: the letterhead, and the lines below it with their size. */
export function headHeight(
  head: Letterhead,
  title: string,
  below: readonly { readonly text: string; readonly size: number }[],
  room: number,
): number {
  const left = 13 * LINE + [head.address, head.tin, head.contact].filter(Boolean).length * 8 * LINE
  const right = linesOf(title, 190, 13) * 13 * LINE
  return (
    Math.max(left, right, head.logo ? 44 : 0) +
    12 +
    below.reduce((sum, { text, size }) => sum + linesOf(text, room, size) * size * LINE + 6, 0)
  )
}

/** The pages of a book. */
export function bookPages({ heading, columns, fit: { widths, size }, height, above }: Book): Content[] {
  const rowHeight = (row: number): number =>
    Math.max(...columns.map(({ texts }, index) => linesOf(texts[row]!, widths[index]!, size))) * size * LINE + PADDING
  const heightOf = (lines: number): number => lines * size * LINE + PADDING
  const headings = Math.max(...columns.map(({ title }, index) => linesOf(title, widths[index]!, size * 1.04)))
  const room = height - MARGIN - FOOT - above - AROUND - heightOf(headings) - TOTAL_ROWS * heightOf(1)
  const pages: number[][] = [[]]
  let used = 0
  const count = columns[0]?.texts.length ?? 0
  for (let row = 0; row < count; row++) {
    const needed = rowHeight(row)
    if (used + needed > room && pages.at(-1)!.length > 0) {
      pages.push([])
      used = 0
    }
    pages.at(-1)!.push(row)
    used += needed
  }
  const before = columns.map(() => 0n)
  return pages.map((rows, page): Content => {
    const sums = columns.map(({ values }) => rows.reduce((sum, row) => sum + (values ? toCents(String(values[row] ?? 0)) : 0n), 0n))
    const brought = [...before]
    for (const [index, sum] of sums.entries()) before[index]! += sum
    const last = page === pages.length - 1
    const foot = [
      ...(page > 0 ? [{ title: 'Brought forward', sums: brought }] : []),
      { title: 'Page total', sums },
      { title: last ? 'Total' : 'Carried forward', sums: [...before] },
    ]
    const shown = columns.map((column, index) => ({
      ...column,
      texts: [
        ...rows.map((row) => column.texts[row]!),
        ...foot.map(({ title, sums: amounts }) => (column.values ? formatNumber(centsText(amounts[index]!), 2) : index === 0 ? title : '')),
      ],
    }))
    const totals = new Set(foot.map((_, index) => rows.length + index))
    return {
      stack: [...structuredClone(heading), table(shown, { widths, size }, totals, 'book')],
      ...(page > 0 ? { pageBreak: 'before' as const } : {}),
    }
  })
}
