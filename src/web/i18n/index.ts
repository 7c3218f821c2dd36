/**
 * The message catalogue: every string of the shell and the lists is a key of `en.json` (fields and record
 * screens have `en.records.json`). See `core.ts` for how a translation is added.
 */
import i18next from 'i18next'
import type { PublicKey, Stem, Values } from './core.ts'
import en from './en.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', en, true)

export type MessageKey = PublicKey | Stem<keyof typeof en>

/** One of our own strings. `count` selects the plural. */
export const t = (key: MessageKey, values?: Values): string => i18next.t(key, { ...values })

export { currentLocale, LOCALES, type Locale, label } from './core.ts'
