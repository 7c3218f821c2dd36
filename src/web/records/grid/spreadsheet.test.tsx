/** Several cells at once, filling down, taking back: what the keys of a spreadsheet do. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Field, Row } from '../../../engine/model/module.ts'
import { FieldClientProvider } from '../../fields/client.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf, linesOf } from '../../fields/testing.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordStore } from '../form/store.ts'
import { ORDER, ORDER_LINES } from '../storyDocument.ts'
import { gridFields, readFields } from './columns.ts'
import { LineGrid } from './LineGrid.tsx'

const ITEM = { id: 7, name: 'Hex Nut', code: 'NUT', label: 'NUT · Hex Nut' }
let root: Root
let store: RecordStore
let grid: HTMLElement

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // Rows are drawn by what fits: this page has no layout of its own.
  for (const size of ['clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLDivElement.prototype, size, { configurable: true, get: () => 900 })
})
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }
  const rows = [1, 2, 3].map((qty) => ({
    id: qty,
    item_id: qty === 1 ? 7 : null,
    item: qty === 1 ? ITEM : null,
    unit: 'piece',
    qty,
    unit_price: 10,
    amount: qty * 10,
  }))
  store = new RecordStore(ORDER, { items: rows }, calculatorFor(ORDER, env))
  const page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={storyClient}>
          <LineGrid store={store} lines={ORDER_LINES} />
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  grid = page.querySelector<HTMLElement>('[role=grid]')!
  await act(async () => grid.focus())
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => void grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
const CTRL = { ctrlKey: true }
const SHIFT = { shiftKey: true }
const column = (name: string) => store.rows('items').map((row: Row) => row[name])
const copied = (): string => {
  const data = new Map<string, string>()
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
  })
  act(() => void grid.dispatchEvent(event))
  return data.get('text/plain') ?? ''
}

test('Shift with the arrows selects a block, which can be copied, cleared, filled down and undone', async () => {
  for (let step = 0; step < 2; step++) await press('ArrowRight')
  await press('ArrowRight', SHIFT)
  await press('ArrowDown', SHIFT)
  expect(copied()).toBe('1\t10.00\n2\t10.00')
  expect(grid.querySelectorAll('[data-selected]')).toHaveLength(4)
  await press('Delete')
  expect([column('qty'), column('unit_price')]).toEqual([
    [null, null, 3],
    [null, null, 10],
  ])
  await press('z', CTRL)
  expect([column('qty'), column('amount').map(Number)]).toEqual([
    [1, 2, 3],
    [10, 20, 30],
  ])
  await press('z', { ...CTRL, ...SHIFT })
  expect(column('qty')).toEqual([null, null, 3])
  await press('z', CTRL)
  // Escape lets the block go before it leaves the grid.
  await press('Escape')
  expect(grid.querySelectorAll('[data-selected]')).toHaveLength(0)
  expect(document.activeElement).toBe(grid)
})

test('an edit of a cell stays with its line when the line is moved', async () => {
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await press(key)
  await press('ArrowUp', { altKey: true })
  expect(column('qty')).toEqual([2, 1, 3])
  await press('Delete')
  expect(column('qty')).toEqual([null, 1, 3])
})

test('Ctrl+D copies the first row of the block down, references with their names; without a block, the row above', async () => {
  await press('ArrowDown', SHIFT)
  await press('ArrowDown', SHIFT)
  await press('d', CTRL)
  expect([column('item_id'), column('item')]).toEqual([
    [7, 7, 7],
    [ITEM, ITEM, ITEM],
  ])
  await press('ArrowRight')
  await press('ArrowRight')
  await press('d', CTRL)
  expect([column('qty'), column('amount').map(Number)]).toEqual([
    [1, 2, 2],
    [10, 20, 20],
  ])
  await press('z', CTRL)
  await press('z', CTRL)
  expect([column('item_id'), column('qty')]).toEqual([
    [7, null, null],
    [1, 2, 3],
  ])
  // The line is copied by another chord, and that is taken back as well.
  await press('d', { ...CTRL, ...SHIFT })
  expect(store.keys('items')).toHaveLength(4)
  await press('z', CTRL)
  expect(store.keys('items')).toHaveLength(3)
  await press('Delete', CTRL)
  await press('z', CTRL)
  expect(column('id')).toEqual([1, 2, 3])
})

test('dragging the handle of the selection repeats it, and one undo reverts it', async () => {
  for (let step = 0; step < 2; step++) await press('ArrowRight')
  await press('ArrowDown', SHIFT)
  const mouse = (type: string, target: EventTarget) =>
    act(async () => void target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, buttons: 1 })))
  await mouse('mousedown', grid.querySelector('[data-fill]')!)
  await mouse('mousemove', grid.querySelector('[data-row="2"] [data-column="4"]')!)
  expect(column('qty')).toEqual([1, 2, 3])
  await mouse('mouseup', window)
  expect([column('qty'), column('amount').map(Number)]).toEqual([
    [1, 2, 1],
    [10, 20, 10],
  ])
  expect(grid.querySelectorAll('[data-selected]')).toHaveLength(3)
  await press('z', CTRL)
  expect(column('qty')).toEqual([1, 2, 3])
})

test('one copied cell is pasted into every selected cell', async () => {
  for (let step = 0; step < 2; step++) await press('ArrowRight')
  await press('ArrowDown', SHIFT)
  const clipboardData = { getData: () => '9' }
  await act(async () => void grid.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })))
  expect(column('qty')).toEqual([9, 9, 3])
})

test('a pasted value that the field cannot hold stays in its cell, and is named below the grid while the cell is active', async () => {
  for (let step = 0; step < 2; step++) await press('ArrowRight')
  const clipboardData = { getData: () => '-9' }
  await act(async () => void grid.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })))
  expect(column('qty')).toEqual([1, 2, 3])
  expect(grid.querySelector('[data-pending]')!.textContent).toContain('-9')
  const said = () => grid.nextElementSibling!.textContent
  expect(said()).toContain("“-9” isn't a valid value.")
  await press('ArrowDown')
  expect(said()).not.toContain('-9')
})

test('on a phone a field that is typed in every row is an input of its card, where the row is editable', async () => {
  const fields = [
    fieldOf('item', 'text'),
    fieldOf('qty', 'quantity', { title: 'Counted', widget: 'card' }),
    fieldOf('again', 'quantity', { title: 'Recounted', widget: 'card', writable: false }),
  ]
  const counted = linesOf('items', fields)
  const sheet = new RecordStore(
    { ...ORDER, lines: [counted] },
    {
      items: [
        { id: 1, item: 'Nail' },
        { id: 2, item: 'Screw' },
      ],
    },
    calculatorFor(ORDER, { settings: {}, today: () => '', now: () => '' }),
  )
  const { default: LineCards } = await import('./LineCards.tsx')
  const draw = (readOnly: boolean) =>
    act(async () =>
      root.render(
        <MantineProvider env="test">
          <FieldClientProvider value={storyClient}>
            <LineCards store={sheet} lines={counted} readOnly={readOnly} />
          </FieldClientProvider>
        </MantineProvider>,
      ),
    )
  await draw(false)
  const inputs = [...document.querySelectorAll<HTMLInputElement>('li input')]
  expect(inputs.map((input) => input.closest('li')!.textContent)).toEqual([
    expect.stringContaining('Nail'),
    expect.stringContaining('Screw'),
  ])
  await draw(true)
  expect(document.querySelector('li input')).toBeNull()
})

test('fields set by later transitions are no columns of a new record until they have a value', () => {
  const fields: Field[] = [fieldOf('qty', 'quantity'), fieldOf('qty_received', 'quantity', { later: true, writable: false })]
  const lines = linesOf('items', fields)
  const names = (isNew: boolean, rows: Row[]) => gridFields(lines, isNew, rows).map(({ name }) => name)
  expect(names(true, [{ qty: 2, qty_received: 0 }])).toEqual(['qty'])
  expect(names(true, [{ qty: 2, qty_received: 1 }])).toEqual(['qty', 'qty_received'])
  expect(names(false, [{ qty: 2, qty_received: 0 }])).toEqual(['qty', 'qty_received'])
})

test('opening a cell selects its digits, so that typing replaces them', async () => {
  for (let step = 0; step < 3; step++) await press('ArrowRight')
  await press('F2')
  const input = grid.querySelector('input')!
  expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['10', 0, 2])
})

test('a read-only table omits empty columns and the name of the record that it belongs to', () => {
  const fields: Field[] = [
    fieldOf('item_id', 'reference', { refAs: 'item' }),
    fieldOf('description', 'text'),
    fieldOf('discount_amount', 'money', { default: { value: 0 } }),
    fieldOf('qty_counted', 'quantity'),
    fieldOf('lot_no', 'text'),
    fieldOf('qty_received', 'quantity', { later: true, writable: false, default: { value: 0 } }),
  ]
  const row = (values: Row): Row => ({
    item_id: 1,
    item: { id: 1, label: 'BLT · Bolt' },
    description: 'Bolt',
    discount_amount: 0,
    qty_counted: 0,
    lot_no: null,
    qty_received: 0,
    ...values,
  })
  const names = (...rows: Row[]) => readFields(fields, rows).map(({ name }) => name)
  expect(names(row({}), row({}))).toEqual(['item_id', 'qty_counted', 'qty_received'])
  expect(names(row({}), row({ description: 'Bolt, galvanized', discount_amount: 5, lot_no: 'L1' }))).toEqual(fields.map(({ name }) => name))
})

test('a choice is selected by its first letters; Escape restores the previous one', async () => {
  await press('ArrowRight')
  const type = async (first: string, rest: string, end: string) => {
    await press(first)
    const input = grid.querySelector('input')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, first + rest)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: end, bubbles: true, cancelable: true })))
  }
  await type('b', 'o', 'Escape')
  expect(column('unit')[0]).toBe('piece')
  await type('b', 'o', 'Tab')
  expect(column('unit')[0]).toBe('box')
})

test('Escape restores an amount overwritten by one digit', async () => {
  await press('ArrowRight')
  await press('ArrowRight')
  const before = column('qty')[0]
  await press('9')
  expect(column('qty')[0]).toBe(9)
  const input = grid.querySelector('input')!
  await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
  expect([column('qty')[0], grid.querySelector('input')]).toEqual([before, null])
})
