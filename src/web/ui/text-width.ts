/** Widths of texts in the interface font, from its letters: a column is laid out before its cells are drawn. */

/** Font size of most tables, in pixels. */
const USUAL_SIZE = 13
/** Widths of Inter Semibold from the blank to the tilde in the order of Unicode, in thousandths of its size; lighter letters are narrower. */
const LETTERS: readonly number[] = [
  250, 320, 520, 640, 650, 1000, 660, 330, 370, 370, 540, 670, 320, 470, 320, 380, 660, 420, 620, 640, 670, 610, 640, 580, 640, 640, 320,
  330, 670, 670, 670, 540, 1000, 730, 660, 740, 720, 610, 590, 750, 750, 280, 580, 700, 570, 920, 760, 770, 650, 770, 650, 650, 660, 740,
  730, 1020, 720, 710, 650, 370, 380, 370, 480, 470, 350, 570, 620, 580, 620, 590, 390, 630, 610, 260, 260, 570, 260, 900, 610, 610, 620,
  620, 400, 550, 350, 610, 590, 840, 570, 590, 570, 450, 360, 450, 670,
]
/** Figures have one width where they stand under each other, the minus sign too; commas and points are narrow. */
const DIGIT = 0.65
const POINT = 0.273
const OTHERS: Readonly<Record<string, number>> = {
  '·': 320,
  '–': 500,
  '—': 1000,
  '…': 960,
  '₱': 696,
  '’': 290,
  '“': 510,
  '×': 670,
  '•': 500,
}
/** Of any other character. */
const WIDE = 1000

const letterWidth = (letter: string): number => {
  if (/[0-9]/.test(letter)) return DIGIT
  const width = LETTERS[letter.charCodeAt(0) - 32] ?? OTHERS[letter]
  if (width !== undefined) return width / 1000
  const plain = letter.normalize('NFD')[0]!
  return plain === letter ? WIDE / 1000 : letterWidth(plain)
}

/** Width at a font size. Where letters stand on whole pixels, those of a small size are wider than their share. */
const scaled = (width: number, size: number): number => Math.max(width * size, Math.round(width * size))

/** Most that a text takes, in pixels, also in bold, at this font size. */
export const textWidth = (text: string, size = USUAL_SIZE): number => {
  let sum = 0
  for (const character of text) sum += scaled(letterWidth(character), size)
  return Math.ceil(sum)
}

/** Width of a figure in pixels, where figures stand under each other. */
export const figureWidth = (text: string, size = USUAL_SIZE): number => {
  let sum = 0
  for (const character of text) sum += scaled(/[.,]/.test(character) ? POINT : /[0-9-]/.test(character) ? DIGIT : 1, size)
  return Math.ceil(sum)
}

/** Width of a heading that is broken in two lines where that is narrowest. */
export const headingWidth = (title: string, size = USUAL_SIZE): number => {
  const words = title.split(' ')
  const breaks = words.map((_, index) =>
    Math.max(textWidth(words.slice(0, index + 1).join(' '), size), textWidth(words.slice(index + 1).join(' '), size)),
  )
  return Math.min(...breaks)
}

/** Width of a text that is broken in two lines at a space or after a hyphen, where that is narrowest: `SI-MNL-2026-` over `000018`. */
export const foldedWidth = (text: string, size = USUAL_SIZE): number => {
  const pieces = text.split(/(?<=[ -])/)
  const breaks = pieces.map((_, index) =>
    Math.max(
      textWidth(
        pieces
          .slice(0, index + 1)
          .join('')
          .trim(),
        size,
      ),
      textWidth(pieces.slice(index + 1).join(''), size),
    ),
  )
  return Math.min(...breaks)
}
