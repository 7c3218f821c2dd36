import i18next from 'i18next'
import type { Stem, Values } from './core.ts'
import messages from './en.home.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

type HomeKey = Stem<keyof typeof messages>

/** One of the strings of Home; they load with it. */
export const t = (key: HomeKey, values?: Values): string => i18next.t(key, { ...values })

export { label } from './core.ts'
