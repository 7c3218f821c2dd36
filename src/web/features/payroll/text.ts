import i18next from 'i18next'
import messages from '../../i18n/en.payroll.json' with { type: 'json' }
import { label } from '../../i18n/index.ts'

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
export type PayrollKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of payroll; they load with its screens. */
export const t = (key: PayrollKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })
/** A text with a composed key; the name itself where there is none. */
export const word = (stem: string, name: string): string => i18next.t(`${stem}.${name}`, { defaultValue: spoken(name) })

/** `rate_change` → `Rate change`. */
export const spoken = (name: string): string => {
  const text = name.replaceAll('_', ' ').replace(/\b(sss|mpf|ec|cola)\b/g, (abbreviation) => abbreviation.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export { datesForPeople as dated } from '../../../kernel/dates.ts'
export { label }
