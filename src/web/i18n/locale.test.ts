import { afterEach, expect, test } from 'vitest'
import { relativeText } from '../records/index/format.ts'
import { currentLocale, LOCALES, label, setLocale } from './core.ts'
import { t } from './index.ts'

afterEach(() => setLocale('en-us'))

// S309
test('ten locales of the specification, and Filipino, may be chosen', () => {
  expect([...LOCALES].sort()).toEqual(['de', 'en-gb', 'en-us', 'es', 'es-419', 'fil', 'fr', 'it', 'pl', 'pt', 'pt-br'])
})

test('Filipino has words of its own; names it lacks, and languages without a file, read in English', async () => {
  await setLocale('fil')
  expect(t('header.logout')).toBe('Mag-logout')
  expect(label('Procurement')).toBe('Pagbili')
  expect(label('Manufacturers')).toBe('Manufacturers')
  expect(document.documentElement.lang).toBe('fil')
  await setLocale('pl')
  expect([t('header.logout'), document.documentElement.lang, currentLocale()]).toEqual(['Logout', 'en', 'pl'])
  expect(relativeText('2026-11-19T00:00:00Z', Date.parse('2026-11-21T00:00:00Z'))).toBe('przedwczoraj')
  await setLocale('tlh')
  expect(currentLocale()).toBe('en-us')
})
