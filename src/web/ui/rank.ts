const START = 3
const WORD = 2
const INSIDE = 1

/** Whether a word of the text begins with it. A hyphen does not divide: "Indus-trial" is one word. */
const beginsWord = (text: string, word: string): boolean => {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
    if (/[\s(/“"·]/.test(text[index - 1] ?? ' ')) return true
  return false
}

const score = (text: string, words: readonly string[]): number => {
  let total = 0
  for (const word of words) {
    const index = text.indexOf(word)
    if (index < 0) return 0
    total += index === 0 ? START : beginsWord(text, word) ? WORD : INSIDE
  }
  return total
}

/** Items that contain every word of `search`, those that begin with it first; all of them for an empty search. */
export const rank = <T>(items: readonly T[], search: string, textOf: (item: T) => string): T[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...items]
  const matches = items.map((item) => ({ item, score: score(textOf(item).toLowerCase(), words) })).filter((entry) => entry.score > 0)
  // Letters from the middle of words are no answer while words begin with them.
  const least = matches.some((entry) => entry.score >= words.length * WORD) ? words.length * WORD : 1
  return matches
    .filter((entry) => entry.score >= least)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
