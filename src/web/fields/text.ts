import i18next from 'i18next'
import messages from '../i18n/en.records.json' with { type: 'json' }
import { label } from '../i18n/index.ts'

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type RecordsKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of fields and record screens; they load with those screens, not with the sign-in page. */
export const t = (key: RecordsKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })

export { label }
