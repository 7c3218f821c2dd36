import i18next from 'i18next'
import messages from '../../i18n/en.import.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K

/** One of the strings of imports; they load with the first of them. */
export const t = (key: Stem<keyof typeof messages>, values?: Readonly<Record<string, string | number>>): string =>
  i18next.t(key, { ...values })
