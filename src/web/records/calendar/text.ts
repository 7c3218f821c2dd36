import i18next from 'i18next'
import messages from '../../i18n/en.calendar.json' with { type: 'json' }
import { currentLocale } from '../../i18n/index.ts'

type Stem<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
type CalendarKey = Stem<keyof typeof messages>

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of calendars; they load with the first of them. */
export const t = (key: CalendarKey, values?: Readonly<Record<string, string | number>>): string => i18next.t(key, { ...values })

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in the words of the person's language; days have no zone. */
const inWords = (day: string, options: Intl.DateTimeFormatOptions): string => {
  const key = `${currentLocale()} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' })))
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** `Saturday, November 21, 2026`. */
export const longDay = (day: string): string => inWords(day, { dateStyle: 'full' })
/** `Nov 21`. */
export const shortDay = (day: string): string => inWords(day, { month: 'short', day: 'numeric' })
/** `November 2026`. */
export const monthTitle = (month: string): string => inWords(`${month}-01`, { month: 'long', year: 'numeric' })
export const weekdayName = (day: string, length: 'long' | 'short'): string => inWords(day, { weekday: length })

/** What a day says of entries that did not come, where the list gave its first rows only: `cut` is the day of the last one. */
export const missingOn = (day: string, cut: string | undefined): string | undefined =>
  cut === undefined || day < cut ? undefined : t(day === cut ? 'calendar.partlyLoaded' : 'calendar.notLoaded')
