import { expect, test } from 'vitest'
import { fieldTypes } from '../../engine/runtime/fields/types.ts'
import { PLACES } from '../api/places.ts'
import { ADDRESS_PARTS, ENVELOPE } from './address.ts'
import { displayText } from './display.ts'
import { fieldOf } from './testing.ts'

test('an address is entered and shown in its stored parts', () => {
  const parts = Object.keys(fieldTypes.address.schema.properties as object).sort()
  expect([...ADDRESS_PARTS].sort()).toEqual(parts)
  expect([...ENVELOPE].sort()).toEqual(parts)
  expect(PLACES.map((place) => place.part)).toEqual(ADDRESS_PARTS.filter((part) => PLACES.some((place) => place.part === part)))
  // As the database answers it: in no order of ours.
  const value = { city: 'Makati', line_1: '12 Mabini St.', country: 'Philippines', zip_code: '1200' }
  expect(displayText(fieldOf('address', 'address'), value)).toBe('12 Mabini St., Makati, 1200, Philippines')
})

test('system names are shown as words where the field says so', () => {
  expect(displayText(fieldOf('action', 'text', { widget: 'words' }), 'password_reset')).toBe('Password reset')
  // Permissions of a role, whose codes mean nothing to a reader.
  expect(displayText(fieldOf('codes', 'multiselect', { widget: 'words' }), ['index', 'view_all', 'post'])).toBe('List, View all, Post')
  expect(displayText(fieldOf('code', 'text'), 'password_reset')).toBe('password_reset')
})

test('free-form values are shown as names and values', () => {
  const json = fieldOf('overtime', 'json')
  expect(displayText(json, {})).toBe('')
  expect(displayText(json, { regular_holiday: 2.5, rest_day: null })).toBe('Regular holiday: 2.5')
  expect(displayText(json, ['a', 1])).toBe('a, 1')
  expect(displayText(json, [{ a: 1 }])).toBe('[{"a":1}]')
})
