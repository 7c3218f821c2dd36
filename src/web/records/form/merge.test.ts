import { expect, test } from 'vitest'
import { fieldOf } from '../../fields/testing.ts'
import { mergeLines } from './merge.ts'

const FIELDS = [fieldOf('item', 'text'), fieldOf('counted', 'quantity'), fieldOf('remarks', 'text')]
const base = [
  { id: 1, item: 'Bolt', counted: null, remarks: null },
  { id: 2, item: 'Nut', counted: null, remarks: null },
]
const [bolt, nut] = base as [(typeof base)[0], (typeof base)[0]]

test('additions of two users are merged, with lines that either added', () => {
  const mine = [{ ...bolt, counted: 12 }, nut, { item: 'Found', counted: 1 }]
  const theirs = [
    { ...bolt, remarks: 'second shelf' },
    { ...nut, counted: 5 },
    { id: 3, item: 'Washer', counted: 7, remarks: null },
  ]
  expect(mergeLines(FIELDS, { base, mine, theirs })).toEqual([
    { id: 1, item: 'Bolt', counted: 12, remarks: 'second shelf' },
    { id: 2, item: 'Nut', counted: 5, remarks: null },
    { id: 3, item: 'Washer', counted: 7, remarks: null },
    { item: 'Found', counted: 1 },
  ])
})

test('a cell with two values is asked about, and so is a line that one user removed and the other changed', () => {
  const merged = (mine: object[], theirs: object[]) => mergeLines(FIELDS, { base, mine, theirs } as never)
  expect(merged([{ ...bolt, counted: 12 }, nut], [{ ...bolt, counted: 11 }, nut])).toBeUndefined()
  expect(merged([nut], [{ ...bolt, counted: 11 }, nut])).toBeUndefined()
  expect(merged([{ ...bolt, counted: 12 }, nut], [nut])).toBeUndefined()
  expect(merged([nut], [bolt, { ...nut, counted: 5 }])).toEqual([{ ...nut, counted: 5 }])
})
