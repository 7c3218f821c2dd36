import { expect, test } from 'vitest'
import { changeOf, filterQuery, groupText } from './words.ts'

const group = (more: object) => ({ key: 'x', title: 'X', type: 'text' as const, ...more })

test('groups are named in words', () => {
  const date = (unit: 'day' | 'month' | 'quarter' | 'year', key: string) => groupText(group({ type: 'date', unit }), key, null)
  expect(date('month', '2026-02-01')).toBe('Feb 2026')
  expect(date('quarter', '2026-10-01')).toBe('Q4 2026')
  expect(date('year', '2026-01-01')).toBe('2026')
  expect(date('day', '2026-02-03')).toBe('2026/02/03')
  expect(groupText(group({ options: [{ value: 'a', label: 'Agent' }] }), 'a', null)).toBe('Agent')
  expect(groupText(group({}), null, null)).toBe('None')
  expect(groupText(group({}), 12, 'Acme Builders')).toBe('Acme Builders')
})

test('a change is shown in percent where the earlier figure is not zero', () => {
  expect(changeOf(150, 100)).toBe(50)
  expect(changeOf(-50, -100)).toBe(50)
  expect(changeOf(5, 0)).toBeUndefined()
})

test('a filter becomes the address of the list', () => {
  expect(decodeURIComponent(filterQuery({ is_posted: true, transaction_date: { gte: '2026-01-01', lte: '2026-01-31' }, id: [1, 2] }))).toBe(
    '?filter[is_posted]=true&filter[transaction_date][gte]=2026-01-01&filter[transaction_date][lte]=2026-01-31&filter[id]=1,2&window=all',
  )
})
