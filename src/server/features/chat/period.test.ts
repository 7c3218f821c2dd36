import { expect, test } from 'vitest'
import { findPeriod, periodText } from './period.ts'

test.each([
  ['paid last month', '2026-10-01', '2026-10-31'],
  ['on leave this week', '2026-11-23', '2026-11-29'],
  ['on leave ngayon', '2026-11-24', '2026-11-24'],
  ['payroll of october', '2026-10-01', '2026-10-31'],
  ['payroll of dec', '2025-12-01', '2025-12-31'],
  ['cost for october 2026', '2026-10-01', '2026-10-31'],
  ['bills of last quarter', '2026-07-01', '2026-09-30'],
  ['orders of 2026-11-05', '2026-11-05', '2026-11-05'],
  ['sales in 2025', '2025-01-01', '2025-12-31'],
  ['bills from 2026/10/01 to 2026/10/15 of Garcia', '2026-10-01', '2026-10-15'],
  ['orders between september and october', '2026-09-01', '2026-10-31'],
  ['bills since october', '2026-10-01', '9999-12-31'],
  ['bills after yesterday', '2026-11-24', '9999-12-31'],
  ['bills before october', '0001-01-01', '2026-09-30'],
  ['paid in the last 30 days', '2026-10-26', '2026-11-24'],
  ['paid in the past 2 weeks', '2026-11-11', '2026-11-24'],
  ['on leave the next 3 days', '2026-11-25', '2026-11-27'],
  ['sales of the last 9 months', '2026-02-25', '2026-11-24'],
])('13.10: "%s" is from %s to %s', (text, from, to) => {
  expect(findPeriod(text, '2026-11-24')).toMatchObject({ from, to })
})

test('13.10: a month without a year is in the future where the question is about the future', () => {
  expect(findPeriod('due in december', '2026-11-24', true)).toMatchObject({ from: '2026-12-01', to: '2026-12-31' })
  expect(findPeriod('due in january', '2026-11-24', true)).toMatchObject({ from: '2027-01-01', to: '2027-01-31' })
})

test('13.10: no period is invented', () => {
  expect(findPeriod('what may i see', '2026-11-24')).toBeUndefined()
  expect(periodText({ from: '2026-10-01', to: '2026-10-31', phrase: '' })).toBe('from 2026/10/01 to 2026/10/31')
})
