import { distance } from 'fastest-levenshtein'

/** Longer words are no misspelt names, and comparing them takes as long as they are. */
const MAX_WORD = 120

/** How many letters may differ: a short word with two others is another word. */
const toleranceOf = (name: string): number => (name.length < 5 ? 1 : Math.max(2, Math.floor(name.length / 3)))

/** Two neighbours in the wrong order are the commonest slip of all. */
function isSwapped(name: string, other: string): boolean {
  if (name.length !== other.length) return false
  const position = [...name].findIndex((letter, index) => letter !== other[index])
  return (
    position >= 0 &&
    name[position] === other[position + 1] &&
    name[position + 1] === other[position] &&
    name.slice(position + 2) === other.slice(position + 2)
  )
}

/**
 * Whether one name is in the other: `days` in `daysBetween` and `addDays`; a part that is short beside the whole must be
 * a word of it.
 */
function isContained(name: string, candidate: string, words: readonly string[]): boolean {
  if (Math.min(name.length, candidate.length) < 3) return false
  return candidate.includes(name) || (name.includes(candidate) && (words.includes(candidate) || candidate.length * 2 > name.length))
}

/** Words of a name that is written with capitals, underscores or points. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)

/** Words that end many names: two names that share only such a word have nothing in common. */
const COMMON_WORDS = new Set(['id', 'ids', 'no', 'date', 'at', 'by', 'on', 'is', 'name', 'type', 'total', 'amount', 'code'])
/** Score of a name that begins with the same word; one letter that differs is nearer. */
const SAME_BEGINNING = 2

/**
 * How near two names are by their words: the same words in another order, or the same telling word at the beginning
 * (`needed_date` and `needed_by`); undefined where they are not.
 */
function scoreByWords(words: readonly string[], others: readonly string[]): number | undefined {
  if (words.length > 1 && words.length === others.length && words.every((word) => others.includes(word))) return 1
  const [first = ''] = words
  return first.length > 2 && first === others[0] && !COMMON_WORDS.has(first) ? SAME_BEGINNING : undefined
}

/** The allowed names nearest to a misspelt one, best first; empty when none is near. */
export function nearest(name: string, allowed: Iterable<string>, limit = 3): string[] {
  if (name.length > MAX_WORD) return []
  const small = name.toLowerCase()
  const words = wordsOf(name)
  const tolerance = toleranceOf(name)
  const scored: { name: string; score: number }[] = []
  for (const candidate of allowed) {
    // A name that is there, and is not meant for this, is no help.
    if (candidate === name) continue
    const other = candidate.toLowerCase()
    const byWords = scoreByWords(words, wordsOf(candidate)) ?? Number.POSITIVE_INFINITY
    const byLetters = isContained(small, other, words) || isSwapped(small, other) ? 1 : distance(small, other)
    const score = other === small ? 0 : Math.min(byWords, byLetters)
    // A short word with two wrong letters, one of them the first, is not a typing error.
    const isOther = byLetters > 1 && score === byLetters && name.length < 8 && small[0] !== other[0]
    if (score <= tolerance && !isOther) scored.push({ name: candidate, score })
  }
  // If only the case differs, no other name is meant.
  const same = scored.filter(({ score }) => score === 0)
  return (same.length ? same : scored)
    .sort((a, b) => a.score - b.score || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map((entry) => entry.name)
}

/** `Did you mean "supplier_id"?`, or nothing. */
export function didYouMean(name: string, allowed: Iterable<string>): string | undefined {
  const names = nearest(name, allowed)
  return names.length ? `Did you mean ${names.map((n) => `"${n}"`).join(' or ')}?` : undefined
}
