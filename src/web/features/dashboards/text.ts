import i18next from 'i18next'
import messages from '../../i18n/en.dashboards.json' with { type: 'json' }
import { label } from '../../i18n/index.ts'

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
export type DashboardKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of the dashboards; they load with them. */
export const t = (key: DashboardKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })

export { label }
