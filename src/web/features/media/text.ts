import i18next from 'i18next'
import type { Stem, Values } from '../../i18n/core.ts'
import messages from '../../i18n/en.media.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

type MediaKey = Stem<keyof typeof messages>

/** One of the strings of the media application; they load with it. */
export const t = (key: MediaKey, values?: Values): string => i18next.t(key, { ...values })
