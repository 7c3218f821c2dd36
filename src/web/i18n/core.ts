/**
 * The message catalogue, with the few texts that the sign-in page and errors need; the other English messages load with
 * the screens (`index.ts`), so that the first page stays small.
 *
 * A translation is the files of its locale (docs/translation.md): messages by key beside the English ones, and words of
 * descriptors and sentences of the server by their English text. They load only when the locale is chosen; what they
 * lack is American English. Dates and amounts keep the specification's masks in every language; calendars, months and
 * 'two days ago' follow the locale.
 */
import { translations } from 'virtual:package-translations'
import i18next from 'i18next'
import en from './en.public.json' with { type: 'json' }
import { LOCALES, type Locale } from './locales.ts'
import { sentenceTranslator } from './sentences.ts'

/** A key without its plural ending. */
export type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
export { LOCALES, type Locale } from './locales.ts'

export type PublicKey = Stem<keyof typeof en>
export type Values = Readonly<Record<string, string | number>>

const DEFAULT: Locale = 'en-us'
const isLocale = (name: string): name is Locale => (LOCALES as readonly string[]).includes(name)

let chosen: Locale = DEFAULT
/** The locale in force. */
export const currentLocale = (): Locale => chosen

type Texts = Readonly<Record<string, string>>
const messageFiles = import.meta.glob<Texts>(['./*.json', '!./en*.json', '!./*.labels.json', '!./*.server.json'], { import: 'default' })
const labelFiles = { ...import.meta.glob<Texts>(['./*.labels.json', '/modules/*/i18n/*.json'], { import: 'default' }), ...translations }
const sentenceFiles = import.meta.glob<Texts>('./*.server.json', { import: 'default' })

/** Locales whose texts `locale` uses, the general one first: Brazilian Portuguese says what differs from Portuguese. */
const basesOf = (locale: Locale): string[] => [...new Set([locale.split('-')[0]!, locale])]

/** The merged texts of all `files` of a locale: `fil.json`, `fil.records.json`, `modules/talent/i18n/fil.json`. */
const textsOf = async (files: Readonly<Record<string, () => Promise<Texts>>>, locale: string): Promise<Texts> => {
  const localeFiles = Object.keys(files).filter((path) => path.slice(path.lastIndexOf('/') + 1).split('.')[0] === locale)
  return Object.assign({}, ...(await Promise.all(localeFiles.map((path) => files[path]!())))) as Texts
}

let words: ReadonlyMap<string, string> = new Map()
let sentence: (text: string) => string | undefined = () => undefined

void i18next.init({
  lng: 'en',
  lowerCaseLng: true,
  fallbackLng: 'en',
  initAsync: false,
  ns: ['messages'],
  defaultNS: 'messages',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  // A copy: further bundles are merged into it.
  resources: { en: { messages: { ...en } } },
})

/** Switches to `locale` before the first render; an unknown one stays American English. */
export const setLocale = async (locale: string): Promise<void> => {
  chosen = isLocale(locale) ? locale : DEFAULT
  words = new Map()
  sentence = () => undefined
  const isEnglish = chosen.startsWith('en')
  // Screen readers pronounce by the language of the text, not by the requested one.
  document.documentElement.lang = isEnglish ? 'en' : chosen
  if (isEnglish) return void (await i18next.changeLanguage('en'))
  const bases = basesOf(chosen)
  const [messages, labels, sentences] = await Promise.all(
    [messageFiles, labelFiles, sentenceFiles].map(async (files) => {
      const texts = await Promise.all(bases.map((base) => textsOf(files, base)))
      return Object.assign({}, ...texts) as Texts
    }),
  )
  i18next.addResourceBundle(chosen, 'messages', messages)
  words = new Map(Object.entries({ ...sentences, ...labels }))
  sentence = sentenceTranslator(sentences!, label)
  await i18next.changeLanguage(chosen)
}

/** One of our own strings. `count` selects the plural. */
export const t = (key: PublicKey, values?: Values): string => i18next.t(key, { ...values })

const NAMED = /^([^:]+): (.+)$/s
/** How a sentence ends; names and numbers need no search among the templates. */
const SENTENCE = /[.?!]["”)]?$/

/**
 * A text of a descriptor (title, label, option, description) or of the server (refusal, problem, notice), translated
 * when the language has it.
 */
export const label = (text: string): string => {
  const known = words.get(text) ?? (SENTENCE.test(text) ? sentence(text) : undefined)
  if (known !== undefined || !words.size) return known ?? text
  // An error of a line has the form "its name: sentence".
  const [, name, rest] = NAMED.exec(text) ?? []
  const said = rest && (words.get(rest) ?? (SENTENCE.test(rest) ? sentence(rest) : undefined))
  return said ? `${name}: ${said}` : text
}
