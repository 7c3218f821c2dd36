import { expect, test } from 'vitest'
import { fieldOf } from '../../fields/testing.ts'
import { PLAIN } from './columns.ts'
import { pinningOf, sortInAddress, sortingOf, sortText, visibilityOf, withOrder, withPinning, withVisibility } from './list-table.ts'

const column = (path: string) => ({ path, title: path, type: 'text' as const, align: 'start' as const, sortable: true })
const module = { columns: [column('no'), column('total')], fields: ['no', 'total', 'notes'].map((name) => fieldOf(name, 'text')) } as never

test('a sort order by several columns can be written and read back', () => {
  expect(sortingOf('-total,supplier.name')).toEqual([
    { id: 'total', desc: true },
    { id: 'supplier.name', desc: false },
  ])
  expect(sortText(sortingOf('-total,supplier.name'))).toBe('-total,supplier.name')
  expect(sortingOf('')).toEqual([])
})

test('the default order of the module has a plain address, and its column can be reversed', () => {
  expect(sortInAddress('total', '', '-date')).toBe('total')
  expect(sortInAddress('', '-total', '-date')).toBe('')
  // The third click of a column that is sorted downwards from the start would change nothing.
  expect(sortInAddress('', '', '-date')).toBe('date')
  expect(sortInAddress('-date', 'date', '-date')).toBe('')
  expect(sortInAddress('', '', '')).toBe('')
})

test('columns are hidden, added, ordered and pinned as arranged', () => {
  expect(visibilityOf(module, PLAIN)).toEqual({ no: true, total: true, notes: false })
  const added = withVisibility(module, PLAIN, { notes: true, total: false })
  expect(added).toMatchObject({ order: ['no', 'total', 'notes'], hidden: ['total'] })
  expect(visibilityOf(module, added)).toEqual({ no: true, total: false, notes: true })
  // A field that was added and is taken away leaves nothing behind.
  expect(withVisibility(module, added, { notes: false, total: true })).toMatchObject({ order: ['no', 'total'], hidden: [] })
  expect(withOrder(added, ['_select', 'total', 'no', '_actions']).order).toEqual(['total', 'no'])
  expect(withPinning(PLAIN, pinningOf({ ...PLAIN, pinned: ['no'] })).pinned).toEqual(['no'])
})
