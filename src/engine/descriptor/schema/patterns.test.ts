import { expect, test } from 'vitest'
import { PATTERNS } from '../../runtime/fields/patterns.ts'
import { patternOf, patternProblem } from './patterns.ts'

test('M7: a pattern that backtracks catastrophically elsewhere is matched in linear time', () => {
  const pattern = patternOf('^(a+)+$')
  expect(pattern.test(`${'a'.repeat(5000)}!`)).toBe(false)
  expect(pattern.test('a'.repeat(5000))).toBe(true)
})

test('M7: a pattern that cannot be matched within bounds is refused, and too long a text matches none', () => {
  expect(patternProblem('(?=a)b')).toMatch(/RE2/)
  expect(patternProblem('(a)\\1')).toMatch(/RE2/)
  expect(patternProblem('(')).toMatch(/not a regular expression/)
  expect(patternProblem('(a{100}){10}(b{100}){10}(c{100}){10}')).toMatch(/repeats too much/)
  expect(patternProblem('a'.repeat(501))).toMatch(/500/)
  expect(patternOf('a').test('a'.repeat(10_001))).toBe(false)
})

test('the patterns of field types match alike in RE2 and in browsers', () => {
  const texts = [
    '+63 917 123 4567',
    'https://a.ph/b?c',
    'AAAAA-BBBBB-CCCCC-DDDDD-11111',
    '23:59',
    '2026-12',
    '#aAbB09',
    '123-456-789-000',
    '',
    '12',
  ]
  for (const source of Object.values(PATTERNS)) {
    expect(patternProblem(source)).toBeUndefined()
    for (const text of texts) expect(patternOf(source).test(text)).toBe(new RegExp(source, 'u').test(text))
  }
})
