import { expect, test } from 'vitest'
import { orderModule } from '../testing/modules.ts'
import { nameOf } from './title.ts'

test('a record named by a choice uses its label', () => {
  const agency = { ...orderModule.fields[0]!, name: 'agency', type: 'select' } as const
  const remittances = {
    entity: { ...orderModule.entity, name: 'agency', numbers: [] },
    field: { agency },
  }
  const record = { agency: 'SSS', label: 'SSS Contributions or tax · 10/2026' }
  expect(nameOf(remittances, record)).toBe('SSS Contributions or tax · 10/2026')
  expect(nameOf(remittances, { agency: 'SSS' })).toBe('SSS')
  expect(nameOf({ ...remittances, field: { agency: { ...agency, type: 'text' } } }, record)).toBe('SSS')
})

test('a month is named by its label, as in lists', () => {
  const periods = { entity: { ...orderModule.entity, name: 'period', numbers: [] }, field: {} }
  expect(nameOf(periods, { period: '2026-04', label: '2026/04 · General ledger' })).toBe('2026/04 · General ledger')
})
