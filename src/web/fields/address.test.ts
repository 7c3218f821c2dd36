import { expect, test } from 'vitest'
import { fieldTypes } from '../../engine/fields/types.ts'
import { PLACES } from '../api/places.ts'
import { ADDRESS_PARTS, ENVELOPE } from './address.ts'
import { displayText } from './display.ts'
import { fieldOf } from './testing.ts'

test('an address is asked for and shown in the parts that are kept', () => {
  const kept = Object.keys(fieldTypes.address.schema.properties as object).sort()
  expect([...ADDRESS_PARTS].sort()).toEqual(kept)
  expect([...ENVELOPE].sort()).toEqual(kept)
  expect(PLACES.map((place) => place.part)).toEqual(ADDRESS_PARTS.filter((part) => PLACES.some((place) => place.part === part)))
  // As the database answers it: in no order of ours.
  const value = { city: 'Makati', line_1: '12 Mabini St.', country: 'Philippines', zip_code: '1200' }
  expect(displayText(fieldOf('address', 'address'), value)).toBe('12 Mabini St., Makati, 1200, Philippines')
})
