import { expect, test } from 'vitest'
import { fieldOf } from '../fields/testing.ts'
import { spoken } from './spoken.ts'

test('choices read as their labels in titles of calendars and trees', () => {
  const options = [{ value: 'rest_day', label: 'Rest day' }]
  const module = { fields: [fieldOf('attendance', 'select', { options }), fieldOf('code', 'text')] }
  expect(spoken(module, { attendance: 'rest_day', code: 'rest_day' })).toEqual({ attendance: 'Rest day', code: 'rest_day' })
  expect(spoken(module, { attendance: 'unknown' })).toEqual({ attendance: 'unknown' })
})
