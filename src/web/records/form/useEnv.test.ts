import { expect, test } from 'vitest'
import { lookupIn } from './useEnv.ts'

test('a rate is the one in force on the date', () => {
  const lookup = lookupIn({
    'tax_type.rates.rate': [
      { key: 1, effective_from: '2006-02-01', value: 12 },
      { key: 1, effective_from: '1988-01-01', value: 10 },
      { key: 2, effective_from: '1988-01-01', value: 0 },
    ],
  })
  expect(lookup('tax_type.rates.rate', 1, '2006-01-31')).toBe(10)
  expect(lookup('tax_type.rates.rate', 1, '2006-02-01')).toBe(12)
  expect(lookup('tax_type.rates.rate', 2, '2026-01-01')).toBe(0)
  expect(lookup('tax_type.rates.rate', 1, '1900-01-01')).toBeNull()
  expect(lookup('no.such.table', 1, '2026-01-01')).toBeNull()
})
