import { expect, it } from 'vitest'
import { numberText, placesOf } from './format.ts'

it('writes the figures of a column with as many decimals as the one that has most', () => {
  const hours = [40, 38.92, 39.7, null]
  const places = placesOf(hours, 'quantity', 2)
  expect(hours.map((value) => numberText(value, 'quantity', { scale: 2, byDigit: false, places }))).toEqual(['40.00', '38.92', '39.70', ''])
  expect(placesOf([1, 2], 'quantity')).toBe(0)
  expect(placesOf([1, 2], 'money')).toBe(2)
  expect(placesOf([0.123456789], 'quantity', 2)).toBe(2)
})
