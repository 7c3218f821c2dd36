/** Widths of drawn texts, and columns that fit between the margins of a page. Lengths are in points. */

import { em } from './roboto.ts'

/** Sizes of paper in points; a check is that of the clearing house, a receipt is a till roll of 80 mm. */
export const PAPERS: Readonly<Record<string, { width: number; height: number | 'auto' }>> = {
  A4: { width: 595, height: 842 },
  A5: { width: 420, height: 595 },
  LETTER: { width: 612, height: 792 },
  LEGAL: { width: 612, height: 1008 },
  CHECK: { width: 576, height: 216 },
  RECEIPT: { width: 226, height: 'auto' },
}

/** Allowed font sizes of a table, in portrait and in landscape. */
export const UPRIGHT = [9, 8.5, 8]
export const SIDEWAYS = [9, 8, 7, 6.5]

/** Color of texts beside the figures. */
export const MUTED = '#495057'

/** Width of a text on one line. */
export function widthOf(text: string, size: number, bold = false): number {
  let sum = 0
  for (const character of text) sum += em(character, bold)
  return sum * size
}

/** A text in the form in which it is drawn; broken words are separate. */
interface Words {
  text: string | (string | { text: string; wordBreak: 'break-all' })[]
}

/** Widths are sums whose last digits differ: a word as wide as its column is not wider, in points. */
export const ROUNDING = 0.05

/** The text with words wider than the column broken at its edge; others stay whole. */
export function breakable(text: string, room: number, size: number, bold = false): Words {
  const pieces = text.split(/(\s+)/)
  const isWider = (piece: string): boolean => widthOf(piece, size, bold) > room + ROUNDING
  if (!pieces.some(isWider)) return { text }
  return { text: pieces.map((piece) => (isWider(piece) ? { text: piece, wordBreak: 'break-all' as const } : piece)) }
}

/** A column of a table: its texts, and whether they can be wrapped. */
export interface Measured {
  readonly title: string
  readonly texts: readonly string[]
  readonly wraps: boolean
  /** Its texts stay on one line even so; only spare width goes to it as to other texts. */
  readonly unwrapped?: boolean
  /** Totals, which are drawn in bold: an amount that breaks over two lines is read as another one. */
  readonly totals?: readonly string[]
}

export interface Fit {
  readonly widths: readonly number[]
  readonly size: number
}

/** Padding and rule of a cell. */
const CELL = 8.5
/** Pairs of letters that stand further apart than their widths say, in points. */
const KERNED = 0.3
/** Preferred width of a text before it wraps, in widths of a letter. */
const TEXT_EM = 11
/** Part of the rows whose texts have their room before the longest ones, which are few. */
const MOST_ROWS = 0.9
/** Least width of a text of several words, as a part of that: a document has few columns, and its lines may be high. */
const NARROW = 0.5
/** The same for a list of many rows, in which names of two lines are read, and those of four are not. */
export const READABLE = 0.9
const longest = (texts: readonly string[], size: number, bold = false) =>
  texts.reduce((most, text) => Math.max(most, widthOf(text, size, bold)), 0) + KERNED
const wordsOf = (text: string) => text.split(/\s+/)

/** Least width of a column at a size, the one at which most rows do not wrap, and the one at which none does. */
function needs(
  { title, texts, wraps, unwrapped, totals = [] }: Measured,
  size: number,
  narrowest = NARROW,
): { least: number; usual: number; natural: number } {
  const head = longest(wordsOf(title), size, true)
  const natural = Math.max(head, longest(texts, size), longest(totals, size, true))
  if (!wraps || unwrapped) return { least: natural, usual: natural, natural }
  const words = longest(texts.flatMap(wordsOf), size)
  const least = Math.max(head, Math.min(natural, Math.min(Math.max(words, TEXT_EM * narrowest * size), TEXT_EM * size)))
  const sorted = texts.map((text) => widthOf(text, size) + KERNED).sort((a, b) => a - b)
  return { least, usual: Math.max(least, sorted[Math.floor((sorted.length - 1) * MOST_ROWS)] ?? 0), natural }
}

/**
 * The spare width by column: the same for each, but none gets more than it lacks. So the shorter texts are whole and only the
 * longest ones wrap; were all of them narrowed in proportion, the longest text of every column would wrap by a hair.
 */
function shared(lacks: readonly number[], spare: number): number[] {
  const given = lacks.map(() => 0)
  let rest = spare
  const order = lacks.map((lack, index) => ({ lack, index })).sort((a, b) => a.lack - b.lack)
  for (const [place, { lack, index }] of order.entries()) {
    given[index] = Math.min(lack, rest / (order.length - place))
    rest -= given[index]!
  }
  return given
}

/** Widths that fill the room exactly at the largest of the sizes that fits, or undefined. */
export function fit(columns: readonly Measured[], room: number, sizes: readonly number[], narrow = NARROW): Fit | undefined {
  const free = room - columns.length * CELL - 1
  for (const size of sizes) {
    const wanted = columns.map((column) => needs(column, size, narrow))
    const least = wanted.reduce((sum, entry) => sum + entry.least, 0)
    if (least > free) continue
    const wish = wanted.reduce((sum, entry) => sum + entry.natural - entry.least, 0)
    const spare = free - least
    const texts = columns.filter((column) => column.wraps).length
    const usual = shared(
      wanted.map((entry) => entry.usual - entry.least),
      spare,
    )
    const longer = shared(
      wanted.map((entry) => entry.natural - entry.usual),
      spare - usual.reduce((sum, width) => sum + width, 0),
    )
    const widths = wanted.map(({ least: narrowest, natural }, index) => {
      if (wish > spare) return narrowest + usual[index]! + longer[index]!
      // Spare width goes to the texts; a table with only numbers keeps its natural width.
      return natural + (columns[index]!.wraps ? (spare - wish) / texts : 0)
    })
    return { widths, size }
  }
  return undefined
}

/** As `fit`, where no text wraps. */
export const fitWhole = (columns: readonly Measured[], room: number, sizes: readonly number[]): Fit | undefined =>
  fit(
    columns.map((column) => ({ ...column, unwrapped: true })),
    room,
    sizes,
  )

/** Widths in proportion to the preferred ones, when nothing fits: words are broken then. */
export function squeeze(columns: readonly Measured[], room: number, size: number): Fit {
  const free = room - columns.length * CELL - 1
  const wanted = columns.map((column) => needs(column, size).least)
  const sum = wanted.reduce((all, value) => all + value, 0)
  return { widths: wanted.map((value) => (value * free) / sum), size }
}
