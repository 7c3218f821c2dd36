/** The assistant's vocabulary: synonyms of modules, and questions that modules answer in their own way. */
import words from './words.json' with { type: 'json' }

/** A question in fixed words: the records it is about, and what is computed from them. */
export interface Topic {
  readonly words: readonly string[]
  readonly module: string
  /** Title of the figure. */
  readonly title?: string
  /** Fields to add up; one with `-` is subtracted. */
  readonly sum?: readonly string[]
  /** Field by which the figures are grouped. */
  readonly by?: string
  /** Field of the person to whom the records belong; callers need no grant for their own, as in the portal. */
  readonly own?: string
  readonly unit?: string
  readonly filter?: Readonly<Record<string, string | boolean>>
  readonly states?: readonly string[]
  /** First and last day that a record covers, which must overlap the period. */
  readonly within?: readonly [string, string]
  /** Period when the question names none. */
  readonly period?: string
  /** Answers with the latest record instead of a sum; only for the caller's own records. */
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
  /** Words for an event → a word in the name of the date field of that event. */
  readonly dates: Readonly<Record<string, string>>
}
export const lexicon = words as unknown as Lexicon
