import { describe, expect, it } from 'vitest'
import type { FieldClient } from '../../fields/client.ts'
import { fieldOf, linesOf } from '../../fields/testing.ts'
import { RecordStore } from '../form/store.ts'
import { pasteBlock, readText } from './paste.ts'
import { parseTsv, tsvCell } from './tsv.ts'

const ITEMS = [
  { id: 1, name: 'Ballpen', code: 'BP-1' },
  { id: 2, name: 'Bond paper', code: 'BP-2' },
]
const client = {
  dropdown: async (_: string, { search = '' }) => ITEMS.filter((item) => JSON.stringify(item).toLowerCase().includes(search.toLowerCase())),
} as unknown as FieldClient
const fields = [
  fieldOf('item_id', 'reference', { to: 'item', refAs: 'item' }),
  fieldOf('qty', 'quantity'),
  fieldOf('amount', 'money', { writable: false }),
  fieldOf('due', 'date'),
]
const lines = linesOf('items', fields)

describe('pasting', () => {
  it('reads the clipboard of spreadsheets', () => {
    expect(parseTsv('a\tb\r\n"two\nlines"\t"say ""hi"""\n')).toEqual([
      ['a', 'b'],
      ['two\nlines', 'say "hi"'],
    ])
    expect(tsvCell('say "hi"')).toBe('"say ""hi"""')
    expect(readText(fields[1]!, '1,250.5')).toBe(1250.5)
    expect(['abc', '1,5', '1.234,50'].map((text) => readText(fields[1]!, text))).toEqual([undefined, undefined, undefined])
    // A value that the field cannot hold is not replaced by one that it can: -2 is not 2, 150 % is not 100 %.
    expect(['-2', '(2)', '\u22122', '1.2.3'].map((text) => readText(fields[1]!, text))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(['150', '99.5%'].map((text) => readText(fieldOf('rate', 'percent'), text))).toEqual([undefined, 99.5])
    expect(['₱ 1,234.567', 'PHP 20'].map((text) => readText(fieldOf('price', 'money'), text))).toEqual([1234.57, 20])
    expect(readText(fieldOf('change', 'money', { schema: { type: 'number', minimum: -100 } }), '(20.00)')).toBe(-20)
    expect(readText(fieldOf('serial_nos', 'json', { widget: 'list' }), 'S1, S2;S1')).toEqual(['S1', 'S2'])
    expect(readText(fieldOf('state', 'select', { options: [{ value: 'a', label: 'Active' }] }), 'active')).toBe('a')
  })
  it('adds rows, finds references by code or name, skips computed cells and marks invalid values', async () => {
    const store = new RecordStore({ fields: [], field: {}, lines: [lines] }, { items: [{ id: 9, qty: 1 }] })
    await pasteBlock(store, lines, {
      columns: fields,
      from: { row: 0, column: 0 },
      block: [
        ['BP-2', '3', '99', '2026/11/05'],
        ['ballpen', 'x'],
        ['Nothing', '5'],
      ],
      client,
    })
    expect(store.rows('items')).toMatchObject([{ id: 9, item_id: 2, qty: 3, due: '2026-11-05' }, { item_id: 1 }, { qty: 5 }])
    expect(store.rows('items')[0]!.amount).toBeUndefined()
    const [, second, third] = store.keys('items')
    expect(store.errorPaths.toSorted()).toEqual([`items/${second}/qty`, `items/${third}/item_id`])
    // Neither is dropped by the messages of a save: it would go on without the value.
    store.setErrors({})
    expect(Object.keys(store.entries.unresolved()).toSorted()).toEqual([`items/${second}/qty`, `items/${third}/item_id`])
    expect(store.entries.at(`items/${second}/qty`).text).toBe('x')
  })
  it('looks up a leave type among the choices of the employee in the row', async () => {
    const choices = { call: 'for_employee', with: ['employee_id', 'date_from'] }
    const columns = [
      fieldOf('employee_id', 'reference', { to: 'employee' }),
      fieldOf('leave_type_id', 'reference', { to: 'leave_type', pickerChoices: choices }),
    ]
    const asked: unknown[] = []
    const answering: Pick<FieldClient, 'dropdown'> = {
      dropdown: async (module, { search, asked: call }) => {
        asked.push([module, search, call])
        return [{ id: 7, name: String(search) }]
      },
    }
    const table = linesOf('lines', columns)
    const store = new RecordStore({ fields: [], field: {}, lines: [table] }, {})
    await pasteBlock(store, table, { columns, from: { row: 0, column: 0 }, block: [['Ana', 'Vacation']], client: answering as FieldClient })
    expect(asked).toEqual([
      ['employee', 'Ana', undefined],
      ['leave_type', 'Vacation', { call: 'for_employee', params: { employee_id: '7' } }],
    ])
  })
})
