import { expect, test } from 'vitest'
import { fieldOf } from '../fields/testing.ts'
import { spoken } from './spoken.ts'

test('choices and amounts are formatted in titles of calendars and trees as in lists', () => {
  const options = [{ value: 'rest_day', label: 'Rest day' }]
  const module = { fields: [fieldOf('attendance', 'select', { options }), fieldOf('code', 'text')] }
  expect(spoken(module, { attendance: 'rest_day', code: 'rest_day' })).toEqual({ attendance: 'Rest day', code: 'rest_day' })
  expect(spoken(module, { attendance: 'unknown' })).toEqual({ attendance: 'unknown' })
  const amounts = { fields: [fieldOf('total', 'money'), fieldOf('paid', 'money')] }
  expect(spoken(amounts, { total: 139606.6, paid: null })).toEqual({ total: '139,606.60', paid: null })
})
