/** Widths of the characters of Roboto, the font of all prints, in thousandths of its size (from the advance widths of the font files). */

/** From the blank to the tilde, in the order of Unicode. */
const REGULAR: readonly number[] = [
  249, 258, 321, 616, 563, 733, 623, 175, 343, 349, 431, 568, 197, 277, 264, 413, 563, 563, 563, 563, 563, 563, 563, 563, 563, 563, 243,
  212, 509, 549, 523, 473, 898, 653, 624, 651, 657, 569, 553, 682, 714, 272, 552, 628, 539, 874, 714, 688, 631, 688, 617, 594, 597, 649,
  637, 888, 627, 601, 600, 266, 411, 266, 418, 452, 310, 544, 562, 524, 564, 531, 348, 562, 551, 244, 240, 507, 244, 877, 553, 571, 562,
  569, 339, 517, 328, 552, 485, 752, 497, 474, 497, 339, 245, 339, 681,
]
/** Roboto Medium, in which bold is drawn. */
const MEDIUM: readonly number[] = [
  249, 265, 320, 604, 569, 737, 642, 168, 347, 350, 444, 556, 224, 340, 278, 391, 569, 569, 569, 569, 569, 569, 569, 569, 569, 569, 264,
  240, 509, 563, 520, 487, 897, 664, 632, 653, 653, 565, 551, 682, 710, 284, 556, 632, 541, 875, 710, 689, 639, 689, 630, 606, 610, 655,
  646, 881, 632, 611, 604, 272, 417, 272, 429, 448, 321, 540, 563, 522, 564, 536, 354, 567, 556, 255, 251, 522, 255, 872, 557, 568, 563,
  566, 354, 515, 334, 557, 497, 743, 503, 490, 503, 334, 249, 334, 663,
]
/** The wider of the two for other characters that the product writes. */
const OTHERS: Readonly<Record<string, number>> = {
  '\u00a0': 249,
  '₱': 739,
  '–': 656,
  '—': 781,
  '…': 708,
  '·': 283,
  '“': 380,
  '”': 384,
  '‘': 218,
  '’': 216,
  '×': 534,
  '−': 572,
  '•': 350,
  '°': 382,
}
/** Of any other character: few are wider. */
const WIDEST = 1000
const FIRST = 32

/** Width of a character at size 1. Letters with accents are as wide as those without. */
export function em(character: string, bold: boolean): number {
  const plain = OTHERS[character] ?? (bold ? MEDIUM : REGULAR)[character.charCodeAt(0) - FIRST]
  if (plain !== undefined) return plain / 1000
  const base = character.normalize('NFD')[0]!
  return base === character ? WIDEST / 1000 : em(base, bold)
}
