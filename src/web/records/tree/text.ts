import i18next from 'i18next'
import messages from '../../i18n/en.tree.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of trees; they load with the first of them. */
export const t = (key: keyof typeof messages, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })
