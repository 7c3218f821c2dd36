import { expect, test } from 'vitest'
import { money, signed } from './money.ts'

test('changes are written with the minus of the amounts beside them', () => {
  expect([signed(1000), signed(-726.98), signed(0)]).toEqual(['+1,000.00', '-726.98', '0.00'])
  expect(signed(-726.98)).toBe(money(-726.98))
})
