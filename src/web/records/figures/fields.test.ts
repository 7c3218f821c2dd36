import { expect, test } from 'vitest'
import { orderModule } from '../../testing/modules.ts'
import { choicesOf } from './fields.ts'

test('the initial layout of figures is stored in full, so that a saved view is the same on a dashboard and in a mail', () => {
  const first = { group: 'supplier_id', across: '', measure: 'sum:total' }
  expect(choicesOf(orderModule, { show: 'grouped' })).toEqual(first)
  expect(choicesOf(orderModule, { show: 'pivot' })).toEqual({ ...first, across: 'transaction_date:month' })
  expect(choicesOf(orderModule, { show: 'chart' })).toEqual({ ...first, group: 'transaction_date:month' })
})

test('choices in the address are kept; only a pivot can be without rows', () => {
  const none = { group: '', across: 'status', measure: 'count' }
  expect(choicesOf(orderModule, { show: 'pivot', ...none })).toEqual(none)
  expect(choicesOf(orderModule, { show: 'pivot', group: 'status' })).toMatchObject({ group: 'status', across: '' })
  expect(choicesOf(orderModule, { show: 'chart', ...none })).toEqual({ ...none, group: 'transaction_date:month' })
})
