import { expect, it } from 'vitest'
import { violationText } from './violation-text.ts'

it.each([
  [0.01, 'Has too many decimals.'],
  [0.000001, 'Has too many decimals.'],
  [0.25, 'Must be a multiple of 0.25.'],
  [0.5, 'Must be a multiple of 0.5.'],
  [5, 'Must be a multiple of 5.'],
])('says what a multiple of %s is', (multipleOf, text) => {
  expect(violationText({ keyword: 'multipleOf', params: { multipleOf } })).toBe(text)
})
