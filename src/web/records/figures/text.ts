import i18next from 'i18next'
import messages from '../../i18n/en.figures.json' with { type: 'json' }

export type FiguresKey = keyof typeof messages

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of figures, layouts and boards; they load with the first of them. */
export const t = (key: FiguresKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })
