import i18next from 'i18next'
import messages from '../../i18n/en.planner.json' with { type: 'json' }

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type PlannerKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of planning boards; they load with the first of them. */
export const t = (key: PlannerKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })
