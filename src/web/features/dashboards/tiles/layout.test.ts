import { expect, test } from 'vitest'
import { moved, movedTo, packed } from './layout.ts'

const tile = (type: 'figure' | 'chart', span: number) => ({ type, span })

test('rows are full: spare width is shared by their tiles', () => {
  expect(
    packed(
      [3, 3, 3].map((span) => tile('figure', span)),
      12,
    ),
  ).toEqual([4, 4, 4])
  expect(
    packed(
      [6, 4, 8].map((span) => tile('chart', span)),
      12,
    ),
  ).toEqual([7, 5, 12])
  expect(packed([tile('chart', 12), tile('chart', 6), tile('chart', 6)], 6)).toEqual([6, 6, 6])
})

test('figures do not share a row with charts, and a single one is not stretched', () => {
  expect(packed([tile('figure', 3), tile('chart', 6), tile('chart', 6), tile('figure', 3)], 12)).toEqual([3, 6, 6, 3])
})

test('a tile moves by one place or to a place, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
})
