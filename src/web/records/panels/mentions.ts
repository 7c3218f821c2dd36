/** Names of people within a text: `@Maria Santos`. */

/** A user who can be mentioned. */
export interface Person {
  readonly id: number
  readonly name: string
}
/** A name being typed: the position of its `@`, and its text so far. */
export interface Typed {
  readonly from: number
  readonly search: string
}

/** An `@` at the beginning of a word, and at most two words of a name up to the caret. */
const TYPED = /(?:^|\s)@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]+)?)$/u

export function typedAt(text: string, caret: number): Typed | undefined {
  const search = TYPED.exec(text.slice(0, caret))?.[1]
  return search === undefined ? undefined : { from: caret - search.length - 1, search }
}

/** The text with the whole name in place of its typed part, and the new caret position. */
export function withMention(text: string, caret: number, typed: Typed, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, typed.from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The picked people who are still mentioned. */
export const mentionedIn = (text: string, people: readonly Person[]): number[] => [
  ...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

/** The text in pieces, with mentions marked. */
export function pieces(text: string, names: readonly string[]): { text: string; mention: boolean }[] {
  // When one name is the beginning of another, the longer one is meant.
  const wanted = names
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((name) => `@${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  if (wanted.length === 0) return [{ text, mention: false }]
  return text
    .split(new RegExp(`(${wanted.join('|')})`))
    .map((piece, index) => ({ text: piece, mention: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
