import { expect, test } from 'vitest'
import { INITIAL, parseState, withFilter, writeState } from './url-state.ts'

test('the state of a list can be written to the address and read back', () => {
  const address =
    'page=3&limit=50&sort=-total&search=paper&filter%5Bstatus%5D%5Bin%5D=posted%2Cdraft&filter%5Btotal%5D%5Bgte%5D=100&filter%5Btotal%5D%5Blte%5D=900&filter%5Bsupplier_id%5D=7&view=2'
  expect(
    writeState(parseState(new URLSearchParams(address)))
      .toString()
      .split('&')
      .sort(),
  ).toEqual(address.split('&').sort())
})

test('an invalid address falls back to the defaults', () => {
  const state = parseState(new URLSearchParams('page=-1&limit=7&filter[x][drop]=1&filter[]=2&view=abc'))
  expect(state).toEqual(INITIAL)
})

// S305
test('a plain list has a plain address and ten rows', () => {
  expect(INITIAL.limit).toBe(10)
  expect(writeState(INITIAL).toString()).toBe('')
})

test('setting a filter returns to the first page, and clearing removes it', () => {
  const filtered = withFilter({ ...INITIAL, page: 4 }, 'total', { gte: '5', lte: '' })
  expect(filtered).toMatchObject({ page: 1, filters: { total: { gte: '5' } } })
  expect(withFilter(filtered, 'total', {}).filters).toEqual({})
})
