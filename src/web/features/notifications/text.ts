import i18next from 'i18next'
import type { Stem, Values } from '../../i18n/core.ts'
import messages from '../../i18n/en.notifications.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of the notifications; they load with the panel. */
export const t = (key: Stem<keyof typeof messages>, values?: Values): string => i18next.t(key, { ...values })
