/** Sentences that the server wrote with values in them, found again by their template. */

interface Template {
  readonly pattern: RegExp
  /** Numbers of the values, in the order in which the template names them. */
  readonly names: readonly string[]
  readonly text: string
  /** Length of the fixed text: the longest matching template is the most exact. */
  readonly fixed: number
}

const VALUE = /\{\{(\w+)\}\}/g
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const template = (source: string, text: string): Template => {
  const parts = source.split(VALUE)
  return {
    pattern: new RegExp(`^${parts.map((part, index) => (index % 2 ? '([^]+?)' : escaped(part))).join('')}$`),
    names: parts.filter((_, index) => index % 2),
    text,
    fixed: parts.reduce((length, part, index) => (index % 2 ? length : length + part.length), 0),
  }
}

/**
 * A translator of sentences: `translations` has `{English with {{1}}: text with {{1}}}`. Values that are words of the
 * product are translated by `word`, and a hint after a sentence apart from it. Returns undefined for a sentence that fits no
 * template.
 */
export const sentenceTranslator = (
  translations: Readonly<Record<string, string>>,
  word: (text: string) => string,
): ((sentence: string) => string | undefined) => {
  const templates = Object.entries(translations)
    .filter(([source]) => source.includes('{{'))
    .map(([source, text]) => template(source, text))
    .sort((a, other) => other.fixed - a.fixed)
  const result = new Map<string, string | undefined>()
  const translate = (sentence: string): string | undefined => {
    for (const { pattern, names, text } of templates) {
      const values = pattern.exec(sentence)
      if (values) return text.replace(VALUE, (_, name: string) => word(values[names.indexOf(name) + 1] ?? ''))
    }
    return undefined
  }
  const translateParts = (sentence: string): string | undefined => {
    for (const { index } of sentence.matchAll(/(?<=[.?!]["”)]?) (?=\p{Lu})/gu)) {
      const [first, rest] = [translate(sentence.slice(0, index)), translate(sentence.slice(index + 1))]
      if (first !== undefined && rest !== undefined) return `${first} ${rest}`
    }
    return undefined
  }
  return (sentence) => {
    if (!result.has(sentence)) result.set(sentence, translate(sentence) ?? translateParts(sentence))
    return result.get(sentence)
  }
}
