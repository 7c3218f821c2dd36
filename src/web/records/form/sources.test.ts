import { beforeEach, expect, test, vi } from 'vitest'
import type { Source } from '../../../engine/model/module.ts'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { draftKey } from './draft.ts'
import { bringSource } from './sources.ts'
import { RecordStore } from './store.ts'

const module = moduleOf(
  'receipt',
  [
    fieldOf('order_ids', 'references', { to: 'order', refAs: 'orders' }),
    fieldOf('supplier_id', 'reference', { to: 'supplier', refAs: 'supplier' }),
    fieldOf('location_id', 'reference', { to: 'location', refAs: 'location' }),
    fieldOf('terms', 'text'),
    fieldOf('remarks', 'text'),
    fieldOf('total', 'money', { writable: false }),
  ],
  {
    lines: [
      linesOf('items', [
        fieldOf('item_id', 'reference', { to: 'item', refAs: 'item' }),
        fieldOf('qty', 'quantity'),
        fieldOf('source_module', 'text'),
        fieldOf('source_line_id', 'integer'),
      ]),
    ],
  },
)
const source: Source = {
  module: 'order',
  field: 'order_ids',
  many: true,
  exception: false,
  copy: { supplier_id: 'supplier_id', location_id: 'location_id' },
  per: {},
  lines: {
    items: { from: 'items', link: 'source_line_id', open: 'qty', quantity: 'qty', rule: 'E_OVER_SERVE', copy: { item_id: 'item_id' } },
  },
}
const ref = (id: number, name: string) => ({ id, name, label: name })
const line = (id: number, qty: number) => ({ item_id: 5, item: ref(5, 'Bolt'), qty, source_module: 'order', source_line_id: id })
const draft = {
  order_ids: [9],
  supplier_id: 1,
  supplier: ref(1, 'Orion'),
  location_id: 2,
  location: ref(2, 'Davao'),
  terms: '30 days',
  total: 100,
  items: [line(71, 3), line(72, 8)],
}

let store: RecordStore
beforeEach(() => {
  store = new RecordStore(module, { location_id: 3, location: ref(3, 'Makati'), items: [{}] })
})
const bring = (values = draft) => bringSource(store, module, source, values)
const shown = () => store.rows('items').map((row) => [row.source_line_id ?? null, row.qty])

test('13.8: a source document fills the record and its open lines; blank rows and defaults are replaced', () => {
  expect(bring()).toEqual([])
  expect(store.snapshot()).toMatchObject({ supplier_id: 1, location_id: 2, terms: '30 days' })
  expect(store.copy()).toMatchObject({ supplier: ref(1, 'Orion'), location: ref(2, 'Davao') })
  expect(shown()).toEqual([
    [71, 3],
    [72, 8],
  ])
  expect(store.dirty).toBe(true)
})

test('13.8: entered values are kept, and differences from the source are named', () => {
  store.set('location_id', 3, ref(3, 'Makati'))
  store.set('remarks', 'Urgent')
  store.insert('items', 0, [{ item_id: 6, qty: 1 }])
  expect(bring()).toEqual(['Location'])
  expect(store.snapshot()).toMatchObject({ supplier_id: 1, location_id: 3, remarks: 'Urgent' })
  expect(shown()).toEqual([
    [null, 1],
    [71, 3],
    [72, 8],
  ])
})

test('a source without a field adds to the earlier lines', () => {
  const { field: _, ...open } = source
  bring()
  bringSource(store, module, open, { items: [line(80, 1)] })
  expect(shown()).toEqual([
    [71, 3],
    [72, 8],
    [80, 1],
  ])
})

test('13.8: another order adds its lines without changing edited quantities; a removed one removes its lines', () => {
  bring()
  const [first] = store.keys('items')
  store.setCells('items', [{ key: first!, field: 'qty', value: 2 }])
  bring({ ...draft, order_ids: [9, 10], items: [...draft.items, line(80, 1)] })
  expect(store.keys('items')[0]).toBe(first)
  expect(shown()).toEqual([
    [71, 2],
    [72, 8],
    [80, 1],
  ])
  bring({ ...draft, order_ids: [10], items: [line(80, 1)] })
  expect(shown()).toEqual([[80, 1]])
  bringSource(store, module, source, {})
  expect(shown()).toEqual([])
  expect(store.value('supplier_id')).toBe(1)
})

test('13.8: only a user’s choice requests a source, not a restored draft', () => {
  const entered = vi.fn()
  store.onEntered = entered
  store.load({ ...draft }, { changed: true })
  bring()
  expect(entered).not.toHaveBeenCalled()
  store.set('order_ids', [9])
  expect(entered).toHaveBeenCalledExactlyOnceWith('order_ids')
})

test('M10: a document made from another has a separate draft', () => {
  expect(draftKey('receipt', 'new', 'order:9')).not.toBe(draftKey('receipt', 'new'))
  expect(draftKey('receipt', 'new')).toMatch(/:receipt:new$/)
})
