import { expect, test } from 'vitest'
import { sentTo } from './exchange.ts'

const sides = { rows: ['supplier_id', 'status'], columns: ['date:month'] }

test('a choice moves to the end of the other side, or to its beginning', () => {
  expect(sentTo(sides, 'supplier_id', 'columns', { most: 2 })).toEqual({ rows: ['status'], columns: ['date:month', 'supplier_id'] })
  expect(sentTo(sides, 'supplier_id', 'columns', { most: 2, first: true })).toEqual({
    rows: ['status'],
    columns: ['supplier_id', 'date:month'],
  })
})

test('a full side accepts none, and no side accepts a duplicate', () => {
  expect(sentTo(sides, 'date:month', 'rows', { most: 2 })).toBeUndefined()
  expect(sentTo(sides, 'date:month', 'columns', { most: 3 })).toBeUndefined()
})
