import { expect, test } from 'vitest'
import { spokenJson } from './words.ts'

test.each([
  [{}, ''],
  [[], ''],
  [{ rest_day: 2.5, note: null }, 'Rest day: 2.5'],
  [['a', 1], 'a, 1'],
  [{ from: { day: 1 } }, '{"from":{"day":1}}'],
])('%j reads as %j', (value, text) => {
  expect(spokenJson(value)).toBe(text)
})
