import { DatesProvider } from '@mantine/dates'
import { type ReactNode, useEffect, useState } from 'react'
import { currentLocale, type Locale } from '../../i18n/index.ts'
import { t } from '../text.ts'

/** Words of the date library by locale: its own name of it, and where they are. American English is built in. */
const WORDS: Partial<Record<Locale, readonly [name: string, load: () => Promise<unknown>]>> = {
  'en-gb': ['en-gb', () => import('dayjs/locale/en-gb.js')],
  fil: ['tl-ph', () => import('dayjs/locale/tl-ph.js')],
  de: ['de', () => import('dayjs/locale/de.js')],
  es: ['es', () => import('dayjs/locale/es.js')],
  'es-419': ['es-mx', () => import('dayjs/locale/es-mx.js')],
  fr: ['fr', () => import('dayjs/locale/fr.js')],
  it: ['it', () => import('dayjs/locale/it.js')],
  pl: ['pl', () => import('dayjs/locale/pl.js')],
  pt: ['pt', () => import('dayjs/locale/pt.js')],
  'pt-br': ['pt-br', () => import('dayjs/locale/pt-br.js')],
}

/** Names of the arrows of calendars, which are drawn without any. */
export const calendarLabels = () => ({
  nextMonth: t('fields.nextMonth'),
  previousMonth: t('fields.previousMonth'),
  nextYear: t('fields.nextYear'),
  previousYear: t('fields.previousYear'),
  nextDecade: t('fields.nextDecade'),
  previousDecade: t('fields.previousDecade'),
})

/** Calendars inside name months and days in the language of the person. */
export const Dates = ({ children }: { children: ReactNode }) => {
  const [locale, setLocale] = useState('en')
  useEffect(() => {
    const [name, load] = WORDS[currentLocale()] ?? []
    if (name && load) void load().then(() => setLocale(name))
  }, [])
  return <DatesProvider settings={{ locale }}>{children}</DatesProvider>
}
