import i18next from 'i18next'
import type { Stem, Values } from '../../i18n/core.ts'
import messages from '../../i18n/en.notifications.json' with { type: 'json' }
import { label } from '../../i18n/index.ts'

i18next.addResourceBundle('en', 'messages', messages, true)

/** One of the strings of the notifications; they load with the panel. */
export const t = (key: Stem<keyof typeof messages>, values?: Values): string => i18next.t(key, { ...values })

/** A text of a descriptor in the reader's language; undefined where the language lacks it. */
const translated = (text: string): string | undefined => {
  const known = label(text)
  return known === text ? undefined : known
}

/** What a title says about its record: a text of a descriptor, or the title of a state in lower case. */
const newsOf = (text: string): string => {
  if (text === 'approval due') return t('note.approvalDue')
  const state = translated(text.charAt(0).toUpperCase() + text.slice(1))
  return translated(text) ?? (state === undefined ? text : state.charAt(0).toLowerCase() + state.slice(1))
}

/** `Leave Filing LV-2026-000001`, with the kind of the record in the reader's language. */
const recordOf = (text: string): string => {
  const cut = text.lastIndexOf(' ')
  return translated(text) ?? (cut < 0 ? text : `${label(text.slice(0, cut))}${text.slice(cut)}`)
}

const TITLE = /^(.+?): (.+)$/s
const REMINDER = /^(.+) still awaits your approval$/s

/** The title of a notice in the reader's language. The server writes it in English: `Leave Filing LV-2026-000001: approval due`. */
export const noticeTitle = (title: string): string => {
  const known = translated(title)
  if (known) return known
  const reminded = REMINDER.exec(title)?.[1]
  if (reminded) return t('note.stillAwaits', { name: recordOf(reminded) })
  const [, record, news] = TITLE.exec(title) ?? []
  return record && news ? `${recordOf(record)}: ${newsOf(news)}` : title
}
