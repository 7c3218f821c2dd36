import { describe, expect, it, vi } from 'vitest'
import type { Field, Lines, Row } from '../../../engine/model/module.ts'
import type { Patch } from '../../../engine/runtime/compute/index.ts'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { type Calculator, calculatorFor, plainCalculator } from './calculator.ts'
import { RecordStore } from './store.ts'

const lines: Lines = linesOf('items', [
  fieldOf('item_id', 'reference', { to: 'item', refAs: 'item', required: true }),
  fieldOf('uom_id', 'reference', { to: 'uom', refAs: 'uom', fetch: [{ from: 'item_id', path: 'uom_id' }] }),
  fieldOf('qty', 'quantity', { default: { value: 1 } }),
  fieldOf('amount', 'money', { computed: 'qty * 2', writable: false }),
])
const fields: Field[] = [fieldOf('remarks', 'text'), fieldOf('total', 'money', { writable: false })]
const shape = { fields, field: Object.fromEntries(fields.map((field) => [field.name, field])), lines: [lines] }

const doubling: Calculator = {
  ...plainCalculator(shape),
  change(record, change) {
    const { record: next } = plainCalculator(shape).change(record, change)
    const patches: Patch[] = []
    next.items = (next.items as Row[]).map((row, index) => {
      const amount = Number(row.qty ?? 0) * 2
      if (row.amount === amount) return row
      patches.push({ lines: 'items', index, set: { amount } })
      return { ...row, amount }
    })
    next.total = (next.items as Row[]).reduce((sum, row) => sum + Number(row.amount), 0)
    if (next.total !== record.total) patches.push({ set: { total: next.total } })
    return { record: next, patches }
  },
}
const ROWS = [
  { id: 5, qty: 1, amount: 2 },
  { id: 6, qty: 2, amount: 4 },
  { id: 7, qty: 3, amount: 6 },
]
const filled = () => new RecordStore(shape, { remarks: 'a', total: 12, items: ROWS }, doubling)

describe('record store', () => {
  it('recomputes and notifies only the cells that depend on the edited one', () => {
    const store = filled()
    const [first, second] = store.keys('items') as [string, string]
    const touched = vi.fn()
    const other = vi.fn()
    const total = vi.fn()
    store.subscribe(`r:items:${second}`, touched)
    store.subscribe(`r:items:${first}`, other)
    store.subscribe('h:total', total)
    expect(store.dirty).toBe(false)
    store.setCells('items', [{ key: second, field: 'qty', value: 10 }])
    expect(store.value('total')).toBe(28)
    expect(store.row('items', second)).toMatchObject({ qty: 10, amount: 20 })
    expect(touched).toHaveBeenCalled()
    expect(total).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
    expect(store.dirty).toBe(true)
  })

  it('keeps keys, errors and identity through moves, inserts and removals', () => {
    const store = filled()
    const [first, second, third] = store.keys('items') as [string, string, string]
    store.setErrors({ 'items.2.qty': ['Too much.'], remarks: ['Field is required'] })
    store.move('items', third, 0)
    expect(store.errorsAt(`items/${third}/qty`)).toEqual(['Too much.'])
    expect(store.snapshot().items).toEqual([
      { id: 7, qty: 3 },
      { id: 5, qty: 1 },
      { id: 6, qty: 2 },
    ])
    const copy = store.duplicate('items', first)!
    expect(store.row('items', copy)).toEqual({ qty: 1, amount: 2 })
    store.remove('items', new Set([third, second]))
    expect(store.errorPaths).toEqual(['remarks'])
    expect(store.value('total')).toBe(4)
    store.set('remarks', 'b')
    expect(store.errorPaths).toEqual([])
  })

  it('omits untouched new rows from the request', () => {
    const store = filled()
    store.insert('items', 3, [{}, { qty: 4 }])
    expect((store.snapshot().items as unknown[]).length).toBe(4)
  })

  it('numbers new rows by a default computed from the rows before them, which leaves them untouched', () => {
    const levels = linesOf('levels', [
      fieldOf('level', 'integer', { default: { expr: 'coalesce(max(parent.levels, level), 0) + 1' } }),
      fieldOf('name', 'text'),
    ])
    const flow = moduleOf('flow', [], { lines: [levels] })
    const store = new RecordStore(
      flow,
      { levels: [{ id: 5, level: 3 }] },
      calculatorFor(flow, { today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }),
    )
    const [second] = store.insert('levels', 1, [{}])
    const [third] = store.insert('levels', 2, [{}])
    expect([store.row('levels', second!).level, store.row('levels', third!).level]).toEqual([4, 5])
    expect(store.snapshot().levels).toHaveLength(1)
    store.setCells('levels', [{ key: third!, field: 'name', value: 'Last' }])
    expect(store.snapshot().levels).toEqual([
      { id: 5, level: 3 },
      { level: 5, name: 'Last' },
    ])
  })

  it('fetches from a picked reference until the user enters another value', async () => {
    const store = filled()
    store.resolveRef = async (_, id) => ({ id, name: `Unit ${id}` })
    const [key] = store.keys('items') as [string]
    store.setCells('items', [{ key, field: 'item_id', value: 1, ref: { id: 1, name: 'Pen', uom_id: 8 } }])
    await vi.waitFor(() => expect(store.row('items', key).uom).toEqual({ id: 8, name: 'Unit 8' }))
    store.setCells('items', [{ key, field: 'item_id', value: 2, ref: { id: 2, name: 'Ink', uom_id: 9 } }])
    expect(store.row('items', key).uom_id).toBe(9)
    store.setCells('items', [{ key, field: 'uom_id', value: 3, ref: { id: 3, name: 'Box' } }])
    store.setCells('items', [{ key, field: 'item_id', value: 1, ref: { id: 1, name: 'Pen', uom_id: 8 } }])
    expect(store.row('items', key).uom_id).toBe(3)
  })
})
