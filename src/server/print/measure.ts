/** Widths of drawn texts, and columns that fit between the margins of a page. Lengths are in points. */

/** Color of texts beside the figures. */
export const MUTED = '#495057'

/** Width of a character in Roboto at size 1, never less than drawn; different for wide and narrow letters. */
function em(character: string): number {
  if (/[0-9₱$+\-−=<>_~^#]/.test(character)) return character === '-' ? 0.35 : 0.6
  if (/[ .,:;|!'’‘`ijl()[\]{}/\\·]/.test(character)) return 0.38
  if (/[mwMW@%—…&]/.test(character)) return 0.93
  if (/[A-Z“”]/.test(character)) return 0.72
  return character > '\u024f' ? 1 : 0.6
}

/** Greatest width of a text on one line. */
export function widthOf(text: string, size: number, bold = false): number {
  let sum = 0
  for (const character of text) sum += em(character)
  return sum * size * (bold ? 1.04 : 1)
}

/** A text in the form in which it is drawn; broken words are separate. */
interface Words {
  text: string | (string | { text: string; wordBreak: 'break-all' })[]
}

/** The text with words wider than the column broken at its edge; others stay whole. */
export function breakable(text: string, room: number, size: number, bold = false): Words {
  const pieces = text.split(/(\s+)/)
  if (!pieces.some((piece) => widthOf(piece, size, bold) > room)) return { text }
  return { text: pieces.map((piece) => (widthOf(piece, size, bold) > room ? { text: piece, wordBreak: 'break-all' as const } : piece)) }
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
/** Preferred width of a text before it wraps, in widths of a letter. */
const TEXT_EM = 11
const longest = (texts: readonly string[], size: number, bold = false) =>
  texts.reduce((most, text) => Math.max(most, widthOf(text, size, bold)), 0)
const wordsOf = (text: string) => text.split(/\s+/)

/** Least and natural width of a column at a size. */
function needs({ title, texts, wraps, unwrapped, totals = [] }: Measured, size: number): { least: number; natural: number } {
  const head = longest(wordsOf(title), size, true)
  const natural = Math.max(head, longest(texts, size), longest(totals, size, true))
  if (!wraps || unwrapped) return { least: natural, natural }
  const words = longest(texts.flatMap(wordsOf), size)
  return { least: Math.max(head, Math.min(natural, Math.min(Math.max(words, TEXT_EM * 0.5 * size), TEXT_EM * size))), natural }
}

/** Widths that fill the room exactly at the largest of the sizes that fits, or undefined. */
export function fit(columns: readonly Measured[], room: number, sizes: readonly number[]): Fit | undefined {
  const free = room - columns.length * CELL - 1
  for (const size of sizes) {
    const wanted = columns.map((column) => needs(column, size))
    const least = wanted.reduce((sum, entry) => sum + entry.least, 0)
    if (least > free) continue
    const wish = wanted.reduce((sum, entry) => sum + entry.natural - entry.least, 0)
    const spare = free - least
    const texts = columns.filter((column) => column.wraps).length
    const widths = wanted.map(({ least: narrowest, natural }, index) => {
      if (wish > spare) return narrowest + (spare * (natural - narrowest)) / wish
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
