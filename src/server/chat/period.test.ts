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
])('13.10: "%s" is from %s to %s', (text, from, to) => {
  expect(findPeriod(text, '2026-11-24')).toMatchObject({ from, to })
})

test('13.10: no period is made up', () => {
  expect(findPeriod('what may i see', '2026-11-24')).toBeUndefined()
  expect(periodText({ from: '2026-10-01', to: '2026-10-31', phrase: '' })).toBe('from 2026/10/01 to 2026/10/31')
})
