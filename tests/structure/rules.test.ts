import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rulesPage } from '../../scripts/rules-doc.ts'
import { RULES } from '../../src/server/platform/rules.ts'

const root = join(import.meta.dirname, '../..')
const text = (folder: string, ending: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.test.ts') && !file.endsWith('platform/rules.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')

test('every rule in the table is used by a refusal', () => {
  const used = text('src/server', '.ts') + text('modules', '.json')
  expect(Object.keys(RULES).filter((name) => !new RegExp(`['"]${name}['"]`).test(used))).toEqual([])
})

/** Rules that no test shows to refuse anything. The list may only become shorter. */
const WITHOUT_TEST = new Set([
  'E_CURRENCY',
  'E_CYCLE',
  'E_DAY_TYPES',
  'E_FILING_CUTOFF',
  'E_LOAN_OWED',
  'E_NO_LOCATION',
  'E_NOT_APPROVER',
  'E_PAY_ITEM',
  'E_PAY_PERIOD',
  'E_TABLE',
  'E_TIME_POLICY',
  'E_TIME_SETUP',
  'E_TOO_MANY',
  'E_UNBALANCED',
])

test('every other rule is named in a test', () => {
  const tests = ['tests', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.endsWith('structure/rules.test.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  )
  const named = new Set(tests.join('\n').match(/\bE_[A-Z_]+\b/g))
  expect(
    Object.keys(RULES)
      .filter((name) => !named.has(name))
      .toSorted(),
  ).toEqual([...WITHOUT_TEST].toSorted())
})

test('every rule named in a shipped descriptor is in the table', () => {
  const named = [...text('modules', '.json').matchAll(/"rule": "(E_\w+)"/g)].map((match) => match[1]!)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(name in RULES))).toEqual([])
})

test('the page of rules is up to date (npm run module -- docs)', () => {
  expect(readFileSync(join(root, 'docs/rules.md'), 'utf8')).toBe(rulesPage())
})
