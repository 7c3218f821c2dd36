import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { payrollDoc } from '../../scripts/payroll-doc.ts'

test('the payroll page documents what the code computes (node scripts/payroll-doc.ts writes it)', () => {
  expect(readFileSync(new URL('../../docs/payroll.md', import.meta.url), 'utf8')).toBe(payrollDoc())
})
