import i18next from 'i18next'
import type { Stem, Values } from '../../i18n/core.ts'
import messages from '../../i18n/en.cart.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of the cart; they load with its panel. */
export const t = (key: Stem<keyof typeof messages>, values?: Values): string => i18next.t(key, { ...values })
