/** Words for names that a request gave and nothing answers to. */
import { didYouMean as hint } from '../../../engine/runtime/expressions/hint.ts'

export { fieldOf, flagStates, referenceField } from '../../../engine/runtime/permissions/index.ts'

/** ` Did you mean "x" or "y"?` for a misspelt name, or nothing when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = hint(word, names)
  return near ? ` ${near}` : ''
}
