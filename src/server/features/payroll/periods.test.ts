import { expect, test } from 'vitest'
import { daysName } from './periods.ts'

test('a pay period is called by its days, not by a number', () => {
  expect(daysName('2026-11-16', '2026-11-30')).toBe('November 16–30, 2026')
  expect(daysName('2026-10-26', '2026-11-10')).toBe('October 26–November 10, 2026')
  expect(daysName('2026-12-26', '2027-01-10')).toBe('December 26, 2026–January 10, 2027')
})
