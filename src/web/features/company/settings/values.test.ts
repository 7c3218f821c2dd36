import { expect, test } from 'vitest'
import type { Setting } from '../../admin/types.ts'
import { grouped, sameValue, valueText } from './values.ts'

const setting = (key: string, more: Partial<Setting> = {}): Setting => ({
  group: 'stock',
  key,
  label: key,
  type: 'text',
  value: 'a',
  default_value: 'a',
  description: null,
  options: null,
  ...more,
})

test('a search matches every word, in label, key, group and description', () => {
  const all = [setting('negative_stock', { description: 'Allow issues below zero' }), setting('vat', { group: 'tax', value: 'b' })]
  expect([...grouped(all, 'below stock', false).keys()]).toEqual(['stock'])
  expect([...grouped(all, '', true).keys()]).toEqual(['tax'])
  expect(grouped(all, 'nothing', false).size).toBe(0)
})

test('values are shown in words', () => {
  expect(valueText(setting('a'), true, 'Yes', 'No')).toBe('Yes')
  expect(valueText(setting('a', { options: [{ value: 'fifo', label: 'First in' }] }), 'fifo', 'Yes', 'No')).toBe('First in')
  expect(valueText(setting('a'), null, 'Yes', 'No')).toBe('—')
  expect(sameValue({ a: 1 }, { a: 1 })).toBe(true)
})
