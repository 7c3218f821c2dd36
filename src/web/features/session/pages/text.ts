import i18next from 'i18next'
import '../../../i18n/core.ts'
import type { Stem, Values } from '../../../i18n/core.ts'
import messages from '../../../i18n/en.recovery.json' with { type: 'json' }

i18next.addResourceBundle('en', 'messages', messages, true)

/** Strings of recovery and first set-up; they load with those screens, not with the sign-in page. */
export const t = (key: Stem<keyof typeof messages>, values?: Values): string => i18next.t(key, { ...values })
