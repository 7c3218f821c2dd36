/** What people read is written as docs/style.md says: phrases that were replaced do not come back. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Pattern of a phrase, without regard to case and at word bounds, and what is written instead. */
const PHRASES: readonly (readonly [string, string])[] = [
  ['anew', 'again'],
  ['nobody', 'no one'],
  ['somebody', 'someone, or the role: another user'],
  ['everybody', 'everyone'],
  ['whoever', 'users who …'],
  ['he|his|him|himself', 'they, their, or no pronoun'],
  ['work(?:s|ed)? out', 'compute'],
  ['reckon(?:s|ed|ing)?', 'compute'],
  ['hand(?:s|ed)? in', 'submit'],
  ['go(?:es)? before', 'override, take precedence'],
  ['(?:is|are|be) told|tells nobody', 'notify'],
  ['free of tax', 'non-taxable'],
  ['is carried on', 'is carried forward'],
  ['not right', 'incorrect'],
  ['give or take', 'grant or revoke'],
  ['take \\S+ away', 'revoke access to'],
  ['so many days', 'N days'],
  ['without end', 'no end date, no limit'],
  ['nothing at this address', 'not found'],
  ['has to be', 'must be'],
  ['in a state for it', 'in a status that allows it'],
  ['what (?:was|is) lent', 'the loan'],
  ["the law's", 'legal'],
  ['examine', 'review'],
  ['employer shares', 'employer contributions'],
  ['make sheets', 'generate time sheets'],
  ['waits? for you', 'needs your approval, or nothing to approve'],
  ['read it explained', 'see how it was computed'],
  ['language of the screens', 'display language'],
  ['saved by the other', 'the name of who saved'],
  ['holds? at once', 'applies immediately'],
  ['other pay of the month', 'the other payroll of the month'],
  ['go on with something else', 'keep working'],
  ['look at this first', 'before you continue'],
  ['web bundy', 'web clock'],
]

const files = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, folder, file))
    .filter((file) => pattern.test(file) && !/\.(test|stories)\.tsx?$|\.rows\.json$|\bfil\.|words\.json$/.test(file))

/** Values of a descriptor that are code, not text. */
const CODE = new Set(['expr', 'computed', 'when', 'visible', 'requiredWhen', 'readonly', 'pattern', 'examples', 'words'])

const textsOfJson = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, entry]) => (CODE.has(key) ? [] : textsOfJson(entry)))
      : []

/** String literals of a program with a blank in them, its comments left out. */
const textsOfProgram = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ')
    .match(/'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)* (?:[^`\\]|\\.)*`/g)
    ?.filter((text) => !/\b(SELECT|INSERT|UPDATE|CREATE|ALTER)\b/.test(text))
    .map((text) => text.slice(1, -1)) ?? []

const SOURCES: readonly (readonly [string[], (text: string) => string[]])[] = [
  [files('src/web/i18n', /[\\/]en[^\\/]*\.json$/), (text) => textsOfJson(JSON.parse(text))],
  [files('modules', /\.json$/), (text) => textsOfJson(JSON.parse(text))],
  [files('schemas', /(settings|templates|schema)\.json$/), (text) => textsOfJson(JSON.parse(text))],
  [files('src/server/features/chat', /\.json$/), (text) => textsOfJson(JSON.parse(text))],
  [files('src', /\.ts$/).filter((file) => !/[\\/]web[\\/]/.test(file)), textsOfProgram],
  // The pages about style and terms show what not to write.
  [[...files('docs', /\.md$/).filter((file) => !/(style|glossary)\.md$/.test(file)), join(root, 'README.md')], (text) => text.split('\n')],
]

/** The phrases of the list that a text has, each with what to write instead. */
const wrongIn = (text: string): string[] =>
  PHRASES.flatMap(([phrase, instead]) => {
    const match = new RegExp(`(?<![\\w'’-])(?:${phrase})(?![\\w’-])`, 'i').exec(text)
    return match ? [`“${match[0]}” (${instead})`] : []
  })

test('forbidden phrases are found in texts at word boundaries only', () => {
  expect(wrongIn('It is worked out anew.')).toHaveLength(2)
  expect(wrongIn('The history of this hierarchy')).toEqual([])
  expect(textsOfProgram("// nobody here\nconst a = 'one text' /* nobody */")).toEqual(['one text'])
})

test('no text contains a phrase that the style guide replaces', () => {
  const wrong: string[] = []
  for (const [paths, textsOf] of SOURCES) {
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths)
      for (const text of textsOf(readFileSync(path, 'utf8')))
        for (const found of wrongIn(text))
          wrong.push(`${relative(root, path).split(sep).join('/')}: ${found} in ${text.trim().slice(0, 160)}`)
  }
  expect(wrong).toEqual([])
})

test('every module describes its records for its empty list', () => {
  const isOwnPage = new Set(['dashboard', 'page', 'report'])
  const missing = files('modules', /(?<!package)\.json$/)
    .map((path) => ({ path, descriptor: JSON.parse(readFileSync(path, 'utf8')) as { description?: string; kind?: string } }))
    .filter(({ descriptor }) => !descriptor.description && !isOwnPage.has(descriptor.kind ?? ''))
  expect(missing.map(({ path }) => relative(root, path))).toEqual([])
})
