/** The product's texts that a locale lacks, with the file of each. */
import type { Loaded } from '../../src/engine/index.ts'
import { fileOf, labels, messages, sentences, translations } from './texts.ts'

export interface Text {
  readonly key: string
  readonly english: string
  readonly file: string
}

/** Key for a note about the file itself, such as a machine-made draft. */
export const ABOUT = '//'

/** Parts of the messages that every draft of a locale has: shell, session, home, lists, forms. */
export const DRAFT_PARTS = ['', 'public', 'session', 'recovery', 'home', 'records', 'import', 'notifications', 'calendar', 'tree']

/** Ending of a plural's key. English has two forms; the others of a language are beside them. */
export const PLURAL = /_(zero|one|two|few|many|other)$/

/** Messages of a part as `locale` must have them: each plural in the forms of its language. */
export const messageKeys = (english: Readonly<Record<string, string>>, locale: string): [key: string, text: string][] => {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return Object.entries(english).flatMap(([key, text]): [string, string][] => {
    if (!PLURAL.test(key)) return [[key, text]]
    const stem = key.replace(PLURAL, '')
    // Inserts the forms of the language in the place of the last English one.
    return key.endsWith('_other') ? pluralCategories.map((form) => [`${stem}_${form}`, english[`${stem}_${form}`] ?? text]) : []
  })
}

/** All texts of the product in `locale`. */
export function wanted(locale: string, modules: Loaded['modules'], parts?: readonly string[]): Text[] {
  const result: Text[] = []
  for (const [part, english] of messages()) {
    if (parts && !parts.includes(part)) continue
    const file = `src/web/i18n/${[locale, ...(part ? [part] : []), 'json'].join('.')}`
    for (const [key, text] of messageKeys(english, locale)) result.push({ key, english: text, file })
  }
  if (parts) return result
  const names = labels(modules)
  for (const [text, folder] of names) result.push({ key: text, english: text, file: fileOf(locale, 'labels', folder) })
  for (const text of sentences().keys()) if (!names.has(text)) result.push({ key: text, english: text, file: fileOf(locale, 'server') })
  return result
}

/** The texts that `locale` lacks, and the number of texts it has. */
export function lacking(locale: string, modules: Loaded['modules'], parts?: readonly string[]): { missing: Text[]; present: number } {
  const bases = new Set([locale.split('-')[0]!, locale])
  const said = new Set([...bases].flatMap((base) => [...translations(base).values()].flatMap((texts) => Object.keys(texts))))
  const all = wanted(locale, modules, parts)
  const missing = all.filter(({ key }) => !said.has(key))
  return { missing, present: all.length - missing.length }
}

/** Texts in the files of `locale` that the product no longer has, by file. */
export function stale(locale: string, modules: Loaded['modules']): Map<string, string[]> {
  const all = new Set(wanted(locale, modules).map(({ key }) => key))
  const left = [...translations(locale)].map(
    ([file, texts]) => [file, Object.keys(texts).filter((key) => !all.has(key) && key !== ABOUT)] as const,
  )
  return new Map(left.flatMap(([file, keys]) => (keys.length ? [[file, keys]] : [])))
}
