import { afterEach, expect, test } from 'vitest'
import { ApiError, errorDetail, errorText, isSilent, SESSION_EXPIRED } from '../api/errors.ts'
import { monthTitle, weekdayName } from '../records/calendar/text.ts'
import { dateText, numberText, relativeText } from '../records/index/format.ts'
import '../fields/text.ts'
import { currentLocale, LOCALES, label, setLocale } from './core.ts'
import { t } from './index.ts'

afterEach(() => setLocale('en-us'))

// S309
test('the ten locales of the specification and Filipino can be chosen', () => {
  expect([...LOCALES].sort()).toEqual(['de', 'en-gb', 'en-us', 'es', 'es-419', 'fil', 'fr', 'it', 'pl', 'pt', 'pt-br'])
})

test('Filipino has its own texts; missing texts of a language are in English', async () => {
  await setLocale('fil')
  expect(t('header.logout')).toBe('Mag-logout')
  expect(label('Name')).toBe('Pangalan')
  expect(label('Acme Trading')).toBe('Acme Trading')
  expect(document.documentElement.lang).toBe('fil')
  await setLocale('en-us')
  expect([t('header.logout'), label('Name'), document.documentElement.lang]).toEqual(['Logout', 'Name', 'en'])
  await setLocale('tlh')
  expect(currentLocale()).toBe('en-us')
})

test('relative days follow the language', async () => {
  await setLocale('pl')
  expect(relativeText('2026-11-19T00:00:00Z', Date.parse('2026-11-21T00:00:00Z'))).toBe('przedwczoraj')
})

test('Polish uses the plural form of its grammar for each number', async () => {
  await setLocale('pl')
  expect([1, 3, 5, 22, 112].map((count) => t('bulk.will', { action: 'Post', count }))).toEqual([
    'Post: 1 rekord.',
    'Post: 3 rekordy.',
    'Post: 5 rekordów.',
    'Post: 22 rekordy.',
    'Post: 112 rekordów.',
  ])
})

test('a regional language has its differences, and takes the rest from the general one', async () => {
  await setLocale('pt-br')
  expect([t('list.files'), t('list.yes'), document.documentElement.lang]).toEqual(['Arquivos', 'Sim', 'pt-br'])
  await setLocale('es-419')
  expect([t('tags.add'), t('list.files')]).toEqual(['Agregar etiquetas', 'Archivos'])
})

test('refusals of the server are translated, with their values in place', async () => {
  await setLocale('fil')
  expect(label('The time sheet is locked. Unlock it first.')).toBe('Naka-lock ang time sheet. I-unlock muna ito.')
  expect(label('A record that is Posted cannot be changed.')).toBe('Hindi mababago ang record na Naka-post.')
  expect(label('SRN-0007: a return takes lines of its receipt or bill. Copy the lines from it.')).toBe(
    'SRN-0007: galing sa receipt o bill nito ang mga linya ng return. Kopyahin ang mga linya mula rito.',
  )
  expect(label('There is no field "qyt". Did you mean "qty"?')).toBe('Walang field na "qyt". "qty" ba ang ibig mong sabihin?')
  const error = new ApiError(400, { message: 'Please check the highlighted fields.', errors: { qty: ['Must be at least 1.'] } })
  expect([errorText(error), errorDetail(error)]).toEqual(['Pakitingnan ang mga naka-highlight na field.', 'Dapat hindi bababa sa 1.'])
  expect(label('No one knows this sentence.')).toBe('No one knows this sentence.')
})

test('the end of a session is recognized in every language', async () => {
  await setLocale('fil')
  expect(isSilent(new ApiError(401, { message: SESSION_EXPIRED }))).toBe(true)
})

test('dates and amounts use the masks of the specification; names of months and days follow the language', async () => {
  for (const locale of ['de', 'fil', 'pl']) {
    await setLocale(locale)
    expect([dateText('2026-11-30'), numberText('1234.5', 'money')]).toEqual(['2026/11/30', '1,234.50'])
  }
  await setLocale('fil')
  expect([monthTitle('2026-11'), weekdayName('2026-11-30', 'long')]).toEqual(['Nobyembre 2026', 'Lunes'])
  await setLocale('de')
  expect([monthTitle('2026-03'), weekdayName('2026-11-30', 'long')]).toEqual(['März 2026', 'Montag'])
})
