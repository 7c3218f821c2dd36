const START = 3
const WORD = 2
const INSIDE = 1

const score = (text: string, words: readonly string[]): number => {
  let total = 0
  for (const word of words) {
    const at = text.indexOf(word)
    if (at < 0) return 0
    total += at === 0 ? START : text[at - 1] === ' ' ? WORD : INSIDE
  }
  return total
}

/** Items that contain every word of `search`, those that begin with it first; all of them for an empty search. */
export const rank = <T>(items: readonly T[], search: string, textOf: (item: T) => string): T[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...items]
  return items
    .map((item) => ({ item, score: score(textOf(item).toLowerCase(), words) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
