/** Words for names that a request gave and nothing answers to. */
import { closest } from 'fastest-levenshtein'

export { fieldOf, flagStates, referenceField } from '../../../engine/runtime/permissions/index.ts'

/** Longer words are no misspelt names, and comparing them takes as long as they are. */
const MAX_WORD = 120

/** ` Did you mean "x"?` for a misspelt name, or nothing when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  if (!names.length || word.length > MAX_WORD) return ''
  const near = closest(word, names)
  return ` Did you mean "${near}"?`
}
