import { expect, test } from 'vitest'
import { lineChanges, subjectOf } from './model/line-changes.ts'
import { makeField } from './model/make-field.ts'
import type { Lines } from './model/module.ts'

const fields = [
  makeField('item_id', 'reference', 'Item', { to: 'item' }),
  makeField('qty', 'quantity', 'Quantity', {}),
  makeField('updated_at', 'datetime', 'Changed at', { origin: 'system' }),
]
const lines = {
  name: 'items',
  title: 'Items',
  fields,
  field: Object.fromEntries(fields.map((field) => [field.name, field])),
  columns: ['item_id', 'qty'],
} as unknown as Lines

test('lines are matched by id: added, removed and changed lines are reported, moved lines are not', () => {
  const before = [
    { id: 1, item_id: 41, qty: 5, updated_at: 'a' },
    { id: 2, item_id: 42, qty: 100 },
    { id: 3, item_id: 43, qty: 7 },
  ]
  const after = [
    { id: 3, item_id: 43, qty: 7 },
    { id: 2, item_id: 42, qty: 150 },
    { item_id: 44, qty: 1 },
  ]
  expect(
    lineChanges(lines, before, after).map(({ kind, position, fields: changed }) => [
      kind,
      position,
      ...changed.map((entry) => [entry.field.name, entry.before, entry.after]),
    ]),
  ).toEqual([
    ['removed', 1],
    ['changed', 2, ['qty', 100, 150]],
    ['added', 3],
  ])
  expect(lineChanges(lines, before, [{ ...before[0]!, updated_at: 'b' }, before[1]!, before[2]!])).toEqual([])
  expect(subjectOf(lines)?.name).toBe('item_id')
})
