import i18next from 'i18next'
import '../../i18n/core.ts'
import type { Stem, Values } from '../../i18n/core.ts'
import messages from '../../i18n/en.account.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

export type AccountKey = Stem<keyof typeof messages>

/** Strings of the account area. */
export const t = (key: AccountKey, values?: Values): string => i18next.t(key, { ...values })
