import i18next from 'i18next'
import messages from '../../i18n/en.admin.json' with { type: 'json' }
import { label } from '../../i18n/index.ts'

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type AdminKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of the administration; they load with its screens. */
export const t = (key: AdminKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })

export { label }
