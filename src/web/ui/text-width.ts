/** Widths of texts in the interface font, from its letters: a column is laid out before its cells are drawn. */

const AT = 13
/** Figures have one width, the minus sign too; commas and points are narrow. */
const DIGIT = 8.45
const POINT = 3.55

const letterWidth = (letter: string): number => {
  if (/[ .,:;'|/il]/.test(letter)) return 4.3
  if (/[MWm@]/.test(letter)) return 11.7
  return /[A-Z%₱w]/.test(letter) ? 9.4 : /-/.test(letter) ? 6.2 : 8.3
}

/** Width at another font size. Where letters stand on whole pixels, figures of a small size are wider than their share. */
const scaled = (width: number, isDigit: boolean, size: number): number => {
  const share = (width * size) / AT
  return isDigit ? Math.max(share, Math.round(share)) : share
}

/** Most that a text takes, in pixels, also in bold, at this font size. */
export const textWidth = (text: string, size = AT): number => {
  let sum = 0
  for (const character of text) sum += scaled(letterWidth(character), /[0-9]/.test(character), size)
  return Math.ceil(sum)
}

/** Width of a figure in pixels, where figures stand under each other. */
export const figureWidth = (text: string, size = AT): number => {
  let sum = 0
  for (const character of text) {
    const isDigit = /[0-9-]/.test(character)
    sum += scaled(/[.,]/.test(character) ? POINT : isDigit ? DIGIT : AT, isDigit, size)
  }
  return Math.ceil(sum)
}

/** Width of a heading that is broken in two lines where that is narrowest. */
export const headingWidth = (title: string, size = AT): number => {
  const words = title.split(' ')
  const breaks = words.map((_, index) =>
    Math.max(textWidth(words.slice(0, index + 1).join(' '), size), textWidth(words.slice(index + 1).join(' '), size)),
  )
  return Math.min(...breaks)
}

/** Width of a text that is broken in two lines at a space or after a hyphen, where that is narrowest: `SI-MNL-2026-` over `000018`. */
export const foldedWidth = (text: string, size = AT): number => {
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
