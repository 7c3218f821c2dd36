/** The assistant's vocabulary: words that people use for modules, and questions that modules answer in a way of their own. */
import words from './words.json' with { type: 'json' }

/** A question that is asked in fixed words: which records it is about, and what is worked out of them. */
export interface Topic {
  readonly words: readonly string[]
  readonly module: string
  /** What the figure is called. */
  readonly title?: string
  /** Fields added up; one with `-` is taken off. */
  readonly sum?: readonly string[]
  /** Field that the figures are told apart by. */
  readonly by?: string
  /** Field of the person that the records are of; their own answer needs no grant, as in the portal. */
  readonly own?: string
  readonly unit?: string
  readonly filter?: Readonly<Record<string, string | boolean>>
  readonly states?: readonly string[]
  /** First and last day of what a record is about, which has to touch the period. */
  readonly within?: readonly [string, string]
  /** Period when the question names none. */
  readonly period?: string
  /** The latest record answers, not a sum; of one's own records only. */
  readonly latest?: boolean
  /** Records up to this day count. */
  readonly until?: 'today'
}

interface Lexicon {
  readonly modules: Readonly<Record<string, string | readonly string[]>>
  readonly topics: readonly Topic[]
  readonly money: readonly string[]
  readonly unfinished: readonly string[]
  readonly overdue: readonly string[]
  readonly filler: readonly string[]
  readonly most: readonly string[]
  readonly least: readonly string[]
  readonly own: readonly string[]
  readonly create: readonly string[]
  /** Words for what happened → a word in the name of the date on which it did. */
  readonly dates: Readonly<Record<string, string>>
}
export const lexicon = words as unknown as Lexicon
