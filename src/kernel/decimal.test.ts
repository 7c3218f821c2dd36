/** The short ways of amounts answer what the arithmetic answers. */
import { expect, test } from 'vitest'
import { Decimal, ofText, toCents, unitsOf } from './decimal.ts'

test.each([
  ['12.5', 1250n, 12_500_000n],
  ['-0.005', -1n, -5000n],
  ['0.0049999', 0n, 5000n],
  ['7', 700n, 7_000_000n],
  ['3.', 300n, 3_000_000n],
  ['-1.23456789', -123n, -1_234_568n],
  ['90071992547409931.01', 9_007_199_254_740_993_101n, 90_071_992_547_409_931_010_000n],
  ['1e3', 100_000n, 1_000_000_000n],
  ['', 0n, 0n],
])('%s in centavos and in millionths, as text and as a decimal', (text, cents, micros) => {
  for (const value of text ? [text, new Decimal(text)] : [text, null, undefined])
    expect([toCents(value), unitsOf(value, 6)]).toEqual([cents, micros])
})

test('parses a text to a decimal, the same instance for frequent texts', () => {
  expect(ofText('0.1500').toFixed()).toBe('0.15')
  expect(ofText('0.1500')).toBe(ofText('0.1500'))
  expect(Array.from({ length: 6000 }, (_, n) => ofText(`${n}.5`).times(2).toNumber()).every((double, n) => double === 2 * n + 1)).toBe(true)
})
