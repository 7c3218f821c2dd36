import { expect, it } from 'vitest'
import { applyMask } from './masks.ts'

it('groups government numbers as they are printed', () => {
  expect(applyMask('tin', '123456789000')).toBe('123-456-789-000')
  expect(applyMask('tin', '123-456-789-00012')).toBe('123-456-789-00012')
  expect(applyMask('sss_no', '3412345678999')).toBe('34-1234567-8')
  expect(applyMask('philhealth_no', '120505551234')).toBe('12-050555123-4')
  expect(applyMask('pagibig_no', '1234 5678 9012')).toBe('1234-5678-9012')
  expect(applyMask('licensekey', 'abcde12345fghij')).toBe('ABCDE-12345-FGHIJ')
  expect(applyMask('text', 'free text')).toBe('free text')
})
