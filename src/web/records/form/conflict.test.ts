import { expect, test } from 'vitest'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { changeOf, differences } from './ConflictDialog.tsx'
import { onCurrent } from './draft.ts'

const order = moduleOf('order', [fieldOf('remarks', 'text'), fieldOf('total', 'money', { writable: false })], {
  lines: [
    linesOf('items', [
      fieldOf('item_id', 'reference', { refAs: 'item' }),
      fieldOf('description', 'text'),
      fieldOf('qty', 'quantity'),
      fieldOf('discount', 'money'),
    ]),
  ],
})

test('a line that the other user removed is named once, without its empty amounts', () => {
  const line = { id: 3, item_id: 1, item: { id: 1, label: 'BLT · Bolt' }, description: 'Bolt', qty: 8, discount: 0 }
  const [items] = differences(order, { items: [line] }, { items: [{ ...line, qty: 9 }] }, { items: [] })
  expect(items!.mine).toEqual(['1 line', 'Line 1 · BLT · Bolt — Qty: 9'])
})

test('a conflict says who made the other change, and the status where it is another one', () => {
  const workflow = { states: { draft: { title: 'Draft' }, posted: { title: 'Posted' } } } as unknown as typeof order.workflow
  const theirs = { updated_by_user: { id: 2, name: 'Ana', label: 'Ana Cruz' }, updated_at: '2026-11-28T02:00:00Z', status: 'posted' }
  expect(changeOf({ workflow }, { status: 'draft' }, theirs)).toMatch(
    /^Changed by Ana Cruz on 2026\/11\/28 .*\. Its status is now Posted\.$/,
  )
  expect(changeOf({ workflow }, { status: 'posted' }, { status: 'posted' })).toBe('')
})

test('a draft of an older version brings back what can still be changed, not the state and the sums of that time', () => {
  const draft = { at: '', version: 1, values: { remarks: 'Mine', total: 5, status: 'draft', items: [{ qty: 2 }] } }
  const current = { remarks: 'Theirs', total: 7, status: 'posted', items: [{ qty: 3 }] }
  expect(onCurrent(order, draft, current, '*')).toEqual({ ...current, remarks: 'Mine', items: [{ qty: 2 }] })
  expect(onCurrent(order, draft, current, ['remarks'])).toEqual({ ...current, remarks: 'Mine' })
})
