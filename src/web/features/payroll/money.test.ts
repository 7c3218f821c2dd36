import { expect, test } from 'vitest'
import { COLUMNS } from './columns.ts'
import { money, signed } from './money.ts'

test('changes are written with the same minus sign as the amounts beside them', () => {
  expect([signed(1000), signed(-726.98), signed(0)]).toEqual(['+1,000.00', '-726.98', '0.00'])
  expect(signed(-726.98)).toBe(money(-726.98))
})

test('net pay is visible, right after gross pay', () => {
  expect(COLUMNS.slice(2, 4).map(({ name }) => name)).toEqual(['gross', 'net_pay'])
  // Beside the menu at 1366 no column before it is off screen.
  expect(COLUMNS.slice(0, 4).reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1366 - 265 - 48)
})
