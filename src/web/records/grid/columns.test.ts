import { expect, test } from 'vitest'
import { fieldOf } from '../../fields/testing.ts'
import { textWidth } from '../../ui/text-width.ts'
import { calledBeside, calledBy, columnsOf, figureWidths, leastWidth, shownFields, subjectOf, tracks } from './columns.ts'

const fields = [
  fieldOf('document_no', 'text'),
  fieldOf('description', 'text'),
  fieldOf('unit_price', 'money'),
  fieldOf('standing', 'select', {
    options: [
      { value: 'outstanding', label: 'Outstanding check' },
      { value: 'cleared', label: 'Cleared' },
      { value: 'other', label: 'A choice that stands in no row of this table' },
    ],
  }),
]

test('document numbers, prices of five digits and choices are not cut; other texts give way', () => {
  const rows = [
    {
      document_no: 'AE-MNL-2026-000245',
      description: 'Deposit of the collections of the day',
      unit_price: 14_670.5,
      standing: 'outstanding',
    },
    { document_no: null, description: 'Fee', unit_price: 1, standing: 'cleared' },
  ]
  const sized = (editable: boolean) => columnsOf(fields, figureWidths(fields, rows, editable)).map(({ size }) => Number(size))
  for (const editable of [true, false]) {
    const [document, description, price, standing] = sized(editable)
    expect(document).toBeGreaterThan(textWidth('AE-MNL-2026-000245', 14))
    // Its heading only.
    expect(description).toBeLessThan(textWidth('Description', 12) + 20)
    expect(price).toBeGreaterThan(textWidth('14,670.50', 12))
    expect(standing).toBeGreaterThan(textWidth('Outstanding check', 14))
    expect(standing).toBeLessThan(200)
  }
})

test('a reference is as wide as its number', () => {
  const references = [fieldOf('customer_id', 'reference'), fieldOf('invoice_id', 'reference'), fieldOf('department_id', 'reference')].map(
    (field) => ({ ...field, refAs: field.name.slice(0, -3) }),
  )
  const rows = [
    { invoice: { id: 1, name: 'x', label: 'SI-MNL-2026-000021 · Dizon Builders Inc.' }, department: { id: 1, name: 'HR', label: 'HR' } },
  ]
  const [, invoice, department] = columnsOf(references, figureWidths(references, rows, true)).map(({ size }) => Number(size))
  expect(invoice).toBeGreaterThan(textWidth('SI-MNL-2026-000021', 14))
  expect(invoice).toBeLessThan(200)
  // Where nothing longer stands, its heading is not broken.
  expect(department).toBeGreaterThan(textWidth('Department', 12))
  expect(department).toBeLessThan(100)
})

test('a read-only table that scrolls anyway shows the names of its records in full', () => {
  const bill = { ...fieldOf('bill_id', 'reference'), refAs: 'bill' }
  const rows = [{ bill: { id: 1, name: 'x', label: 'BL-MNL-2026-000020 · Sierra Madre Marketing Corporation' } }]
  const width = (more: number, editable: boolean) => {
    const all = [bill, ...Array.from({ length: more }, (_, index) => fieldOf(`amount_${index}`, 'money'))]
    return Number(columnsOf(all, figureWidths(all, rows, editable))[0]!.size)
  }
  expect(width(3, false)).toBeLessThan(200)
  expect(width(25, false)).toBe(240)
  // While it is edited, names give way: the figures are what is typed.
  expect(width(25, true)).toBeLessThan(200)
})

test('a read-only table uses smaller letters where it then fits, and repeats no name', () => {
  const reference = (name: string) => ({ ...fieldOf(`${name}_id`, 'reference'), refAs: name })
  const buckets = ['1-30', '31-60', '61-90', '91-120', 'Over 120'].map((title, index) => fieldOf(`bucket_${index}`, 'money', { title }))
  const columns = [
    reference('supplier'),
    reference('bill'),
    fieldOf('due_date', 'date'),
    fieldOf('days', 'integer', { title: 'Days past due' }),
    fieldOf('balance', 'money'),
    fieldOf('current', 'money'),
    ...buckets,
  ]
  const supplier = { id: 1, name: 'x', label: 'S0021 · Apo Industrial Sales Corporation' }
  const bill = { id: 2, name: 'y', label: 'BL-MNL-2026-000020 · Apo Industrial Sales Corporation' }
  const rows = [
    { supplier, bill, balance: 3_474_371.11, current: 3_474_371.11, bucket_0: 1_879_560.4, bucket_1: 879_560.4, days: -4 },
    { supplier, bill, balance: 0, bucket_2: 2500 },
  ]
  const measured = figureWidths(columns, rows, false, 1017)
  const sizes = new Map(columnsOf(columns, measured).map((column) => [String(column.id), Number(column.size)]))
  expect(measured.dense).toBe(true)
  expect(leastWidth(columns, (name) => sizes.get(name)!, false)).toBeLessThanOrEqual(1017)
  expect(sizes.get('bill_id')).toBeLessThan(180)
  expect(figureWidths(columns, rows, false, 1500).dense).toBe(false)
  expect(figureWidths(columns, rows, true, 1017).dense).toBe(false)
  expect(calledBeside(bill.label, supplier.label)).toBe('BL-MNL-2026-000020')
  expect(calledBeside(bill.label, 'S0022 · Dela Cruz Marketing')).toBe(bill.label)
  expect(calledBeside(bill.label, '')).toBe(bill.label)
})

test('no word of a heading is broken, whatever the column contains', () => {
  // The longest words as the browser draws them in the letters of a heading, in pixels.
  const drawn = [61, 62, 84]
  const titles = ['Recounted quantity', 'Difference', 'Subcategories']
  const fields = titles.map((title, index) => fieldOf(`field_${index}`, index === 2 ? 'boolean' : 'quantity', { title }))
  for (const editable of [true, false])
    for (const [index, { size }] of columnsOf(fields, figureWidths(fields, [], editable)).entries())
      expect(Number(size)).toBeGreaterThanOrEqual(drawn[index]! + 12)
})

test('a column empty in every row is omitted, unless there are too many rows to check', () => {
  const asked = [fieldOf('item', 'text'), fieldOf('lot_no', 'text', { visible: 'item.is_lot_tracked' })]
  const names = (keys: readonly string[], tracked: string) => shownFields(asked, keys, (key) => key === tracked).map(({ name }) => name)
  expect(names([], 'a')).toEqual(['item'])
  expect(names(['a', 'b'], 'c')).toEqual(['item'])
  expect(names(['a', 'b'], 'b')).toEqual(['item', 'lot_no'])
  const many = Array.from({ length: 101 }, (_, index) => String(index))
  expect(names(many, 'c')).toEqual(['item', 'lot_no'])
  // What the document alone decides is asked of one row, however many there are.
  const loans = [fieldOf('item', 'text'), fieldOf('loan', 'text', { visible: "parent.part == 'loans' && has(parent.agency)" })]
  expect(shownFields(loans, many, () => false).map(({ name }) => name)).toEqual(['item'])
  expect(shownFields(loans, many, () => true)).toHaveLength(2)
})

test('text columns share the room by need: the subject takes no more than its names', () => {
  const item = { ...fieldOf('item_id', 'reference'), refAs: 'item' }
  const all = [item, fieldOf('description', 'text'), fieldOf('amount', 'money')]
  const rows = [{ item: { id: 1, label: 'A1 · Nail' }, description: 'Two boxes, to be delivered to the second gate', amount: 12 }]
  const shares = (editable: boolean) => {
    const measured = figureWidths(all, rows, editable)
    return [...tracks(all, () => 80, editable, measured.wishes).matchAll(/, (\d+)fr/g)].map(([, share]) => Number(share))
  }
  const [subject, description] = shares(false) as [number, number]
  expect(shares(false)).toHaveLength(2)
  expect(description).toBeGreaterThan(2 * subject)
  // While it is filled in, the widths do not follow what is typed.
  expect(shares(true)[0]).toBeGreaterThan(shares(true)[1]!)
})

test('a heading of several words takes two lines at most', () => {
  const weight = fieldOf('weight', 'quantity', { title: 'Days, hours or shares' })
  for (const editable of [true, false])
    expect(Number(columnsOf([weight], figureWidths([weight], [], editable))[0]!.size)).toBeGreaterThan(textWidth('Days, hours', 12))
})

test('a row about a user is named after the user', () => {
  expect(subjectOf([fieldOf('level', 'integer'), fieldOf('user_id', 'user'), fieldOf('action', 'text')])?.name).toBe('user_id')
})

test('a card of a row without a record is named by its first text', () => {
  const fields = [fieldOf('date', 'date'), fieldOf('line_id', 'reference'), fieldOf('document_no', 'text'), fieldOf('amount', 'money')]
  const called = (said: Record<string, string>) => calledBy(fields, ({ name }) => said[name] !== undefined)?.name
  expect(called({ date: '2026/10/31', document_no: 'AE-1', amount: '5.00' })).toBe('document_no')
  expect(called({ line_id: 'DEPOSIT', document_no: 'AE-1' })).toBe('line_id')
  expect(called({ amount: '5.00' })).toBe('line_id')
})

test('a table whose names would be cut uses smaller letters where they then fit', () => {
  const item = { ...fieldOf('item_id', 'reference'), refAs: 'item' }
  const all = [item, ...Array.from({ length: 7 }, (_, index) => fieldOf(`amount_${index}`, 'money'))]
  const rowsOf = (label: string) => [{ item: { id: 1, label }, ...Object.fromEntries(all.slice(1).map(({ name }) => [name, 101_395])) }]
  expect(figureWidths(all, rowsOf('PNT-0001 · Kulay Enamel Paint Sky Blue'), false, 900).dense).toBe(true)
  expect(figureWidths(all, rowsOf('PNT-0001 · Paint'), false, 900).dense).toBe(false)
  expect(figureWidths(all, rowsOf('PNT-0001 · Kulay Enamel Paint Sky Blue'), false, 1100).dense).toBe(false)
})

test('an editable table fits beside the menu of a screen 1366 pixels wide, and spare room goes to the name first', () => {
  const wide = (all: readonly ReturnType<typeof fieldOf>[]) => {
    const sizes = new Map(columnsOf(all, figureWidths(all, [{}], true)).map(({ id, size }) => [id!, Number(size)]))
    return { name: sizes.get('account_id')!, whole: leastWidth(all, (name) => sizes.get(name)!, true) }
  }
  const account = fieldOf('account_id', 'reference')
  const department = fieldOf('department_id', 'reference', { title: 'Department' })
  const money = (...titles: string[]) => titles.map((title) => fieldOf(title, 'money', { title }))
  // The other accounts of a check voucher.
  const voucher = wide([
    account,
    fieldOf('description', 'text', { title: 'Description' }),
    ...money('Debit', 'Credit'),
    fieldOf('input_vat_class', 'select', { title: 'Input VAT class' }),
    ...money('VAT'),
    fieldOf('atc_code', 'text', { title: 'ATC' }),
    fieldOf('withholding_rate', 'percent', { title: 'Withholding rate' }),
    ...money('Tax withheld'),
    department,
  ])
  expect(voucher.whole).toBeLessThanOrEqual(1017)
  // The lines of an accounting entry.
  const parties = ['Branch', 'Supplier', 'Customer', 'Employee'].map((title) => fieldOf(title, 'reference', { title }))
  const entry = wide([
    account,
    fieldOf('description', 'text', { title: 'Description' }),
    department,
    ...money('Debit', 'Credit'),
    ...parties,
  ])
  expect(entry.whole).toBeLessThanOrEqual(1017)
  expect(entry.name).toBeGreaterThan(textWidth('1110 · Accounts Receivable - Trade', 14))
})
