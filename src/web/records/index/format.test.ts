import { expect, it, onTestFinished } from 'vitest'
import { setZone } from '../../state/zone.ts'
import { instantText, numberText, placesOf, timeOn } from './format.ts'

it('writes the figures of a column with as many decimals as the longest', () => {
  const hours = [40, 38.92, 39.7, null]
  const places = placesOf(hours, 'quantity', 2)
  expect(hours.map((value) => numberText(value, 'quantity', { scale: 2, byDigit: false, places }))).toEqual(['40.00', '38.92', '39.70', ''])
  expect(placesOf([1, 2], 'quantity')).toBe(0)
  expect(placesOf([1, 2], 'money')).toBe(2)
  expect(placesOf([0.123456789], 'quantity', 2)).toBe(2)
})

it('shows a timestamp beside its date as a time, and notes the day after or before', () => {
  setZone('Asia/Manila')
  onTestFinished(() => setZone(undefined))
  expect(timeOn('2026-11-27', '2026-11-27T13:04:00.000Z')).toBe('09:04 PM')
  expect(timeOn('2026-11-27', '2026-11-27T22:01:00.000Z')).toBe('06:01 AM +1')
  expect(timeOn('2026-11-27', '2026-11-26T15:50:00.000Z')).toBe('11:50 PM −1')
  // What would mislead as a time is written out: another week, a day that is not there, nothing.
  expect(timeOn('2026-11-27', '2026-12-02T00:00:00.000Z')).toBe(instantText('2026-12-02T00:00:00.000Z'))
  expect(timeOn(undefined, '2026-11-27T13:04:00.000Z')).toBe('2026/11/27 09:04 PM')
  expect(timeOn('2026-11-27', null)).toBe('')
})
