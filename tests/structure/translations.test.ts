/** Filipino says everything; the drafts of other languages what people need to find their way; values stay in place. */
import { beforeAll, expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import { ABOUT, DRAFT_PARTS, lacking, wanted } from '../../scripts/translations/lacking.ts'
import { sentencesOfProgram, translations } from '../../scripts/translations/texts.ts'
import type { Loaded } from '../../src/engine/index.ts'
import { LOCALES } from '../../src/web/i18n/locales.ts'

const DRAFTS = LOCALES.filter((locale) => locale !== 'fil' && !locale.startsWith('en'))
let modules: Loaded['modules']
beforeAll(async () => {
  modules = (await productModules()).modules
})

const valuesOf = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

test('texts of the program are found with their values; texts that describe code are not', () => {
  const source = `refuse('E_X', \`\${name} is locked until \${day}. Unlock it.\`); effect('loan.pause', 'Pauses the loan now.', run)`
  expect(sentencesOfProgram(source)).toEqual(['{{1}} is locked until {{2}}. Unlock it.'])
})

test('Filipino lacks no text of the product (npm run translations -- fil lists missing texts)', () => {
  expect(lacking('fil', modules).missing.map(({ key }) => key)).toEqual([])
})

test.each(DRAFTS)('%s has the shell, session, home, lists, forms and messages, and is marked as a draft', (locale) => {
  const { missing, present } = lacking(locale, modules, DRAFT_PARTS)
  // New messages may wait for the next draft: a few are English meanwhile.
  expect(missing.length / (present + missing.length), missing.map(({ key }) => key).join(', ')).toBeLessThan(0.05)
  for (const [file, texts] of translations(locale)) expect(texts[ABOUT], file).toMatch(/machine/i)
})

test.each(['fil', ...DRAFTS])('%s keeps the placeholders of every text', (locale) => {
  const english = new Map(wanted(locale, modules).map((text) => [text.key, text.english]))
  for (const [file, texts] of translations(locale))
    for (const [key, text] of Object.entries(texts)) {
      if (key === ABOUT) continue
      expect(text.trim(), `${file} ${key}`).not.toBe('')
      const [values, wantedValues] = [valuesOf(text), valuesOf(english.get(key) ?? key)]
      // A sentence of the server may leave out a value such as the "s" of an English plural; "one" may leave out its number.
      if (/\.server\.json$/.test(file) || /_(zero|one|two)$/.test(key))
        expect(wantedValues, `${file} ${key}`).toEqual(expect.arrayContaining(values))
      else expect(values, `${file} ${key}`).toEqual(wantedValues)
    }
})

test('no text of a locale is repeated in its files', () => {
  for (const locale of ['fil', ...DRAFTS]) {
    const keys = [...translations(locale)].flatMap(([, texts]) => Object.keys(texts)).filter((key) => key !== ABOUT)
    expect(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      locale,
    ).toEqual([])
  }
})
