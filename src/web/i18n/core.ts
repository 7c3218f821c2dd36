/**
 * The message catalogue's machinery, with the few strings that the sign-in page and errors need; the
 * rest of the English messages load with the screens (`index.ts`), so that the first page stays small.
 *
 * A translation is one file beside the English ones (`fil.json`): `{messages: {key: text}, labels:
 * {English word of a descriptor: text}}`. Missing keys, and locales without a file, fall back to American English.
 * Dates and amounts keep the specification's masks in every language; calendars, months and 'two days ago' follow
 * the locale.
 */
import i18next from 'i18next'
import en from './en.public.json' with { type: 'json' }

/** A key without its plural ending. */
export type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
export type PublicKey = Stem<keyof typeof en>
export type Values = Readonly<Record<string, string | number>>

/** Locales that may be chosen; words that have no translation there are English. */
export const LOCALES = ['en-us', 'en-gb', 'fil', 'de', 'es', 'es-419', 'fr', 'it', 'pl', 'pt', 'pt-br'] as const
export type Locale = (typeof LOCALES)[number]
const DEFAULT: Locale = 'en-us'
const isLocale = (name: string): name is Locale => (LOCALES as readonly string[]).includes(name)

let chosen: Locale = DEFAULT
/** The locale in force. */
export const currentLocale = (): Locale => chosen

interface Translation {
  messages?: Record<string, string>
  labels?: Record<string, string>
}
const translations = import.meta.glob<Translation>(['./*.json', '!./en*.json'], { import: 'default' })

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  ns: ['messages', 'labels'],
  defaultNS: 'messages',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { messages: en, labels: {} } },
})

/** Switches to `locale` before the first render; an unknown one stays American English. */
export const setLocale = async (locale: string): Promise<void> => {
  chosen = isLocale(locale) ? locale : DEFAULT
  const load = translations[`./${chosen}.json`]
  // Screen readers pronounce what is written, not what was asked for.
  document.documentElement.lang = load ? chosen : 'en'
  if (!load) return void (await i18next.changeLanguage('en'))
  const { messages = {}, labels = {} } = await load()
  i18next.addResourceBundle(chosen, 'messages', messages)
  i18next.addResourceBundle(chosen, 'labels', labels)
  await i18next.changeLanguage(chosen)
}

/** One of our own strings. `count` selects the plural. */
export const t = (key: PublicKey, values?: Values): string => i18next.t(key, { ...values })

/** A word from a descriptor (title, label, option, description), translated when the language has it. */
export const label = (text: string): string => i18next.t(text, { ns: 'labels', defaultValue: text })
