/** Words for names that a request gave and nothing answers to. */
import { nearest } from '../../../engine/runtime/expressions/hint.ts'

export { fieldOf, flagStates, referenceField } from '../../../engine/runtime/permissions/index.ts'

const question = (names: string): string => `Did you mean ${names}?`

/** ` Did you mean "x" or "y"?` for a misspelt name, or nothing when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = nearest(word, names).map((name) => `"${name}"`)
  return near.length ? ` ${question(near.join(' or '))}` : ''
}
