import { expect, test } from 'vitest'
import type { Column, Row } from '../../../engine/model/module.ts'
import { reportColumn, reportLayout, reportWidths } from './report-layout.ts'

const column = (path: string, title: string, type: Column['type']): Column => ({ path, title, type, align: 'start', sortable: false })

/** A line of the general ledger as its screen gets it. */
const line: Row = {
  account_id: 1,
  account: { id: 1, name: '1020 · Cash in Bank - Mabuhay Trading Corporation' },
  accounting_entry_id: 2,
  accounting_entry: { id: 2, name: 'AE-MNL-2026-000065' },
  date: '2026-11-08',
  transaction_no: 'CV-MNL-2026-000017',
  description: 'Rent of the warehouse in November',
  party: 'Garcia Marketing',
  debit: 8292757.45,
  credit: 8292757.45,
  running_balance: -32777153.25,
}

test('the general ledger fits at 1366 beside the menu, its numbers and amounts in full', () => {
  const found = [
    reportColumn(column('account_id', 'Account', 'reference'), { rows: [line], totals: [], field: { refAs: 'account' } }),
    reportColumn(column('accounting_entry_id', 'Accounting entry', 'reference'), {
      rows: [line],
      totals: [],
      field: { refAs: 'accounting_entry' },
    }),
    reportColumn(column('date', 'Date', 'date'), { rows: [line], totals: [] }),
    reportColumn(column('transaction_no', 'Transaction no.', 'text'), { rows: [line], totals: [] }),
    reportColumn(column('description', 'Description', 'text'), { rows: [line], totals: [] }),
    reportColumn(column('party', 'Party', 'text'), { rows: [line], totals: [] }),
    reportColumn(column('debit', 'Debit', 'money'), { rows: [line], totals: [] }),
    reportColumn(column('credit', 'Credit', 'money'), { rows: [line], totals: [] }),
    reportColumn(column('running_balance', 'Running balance', 'money'), { rows: [line], totals: [] }),
  ]
  expect(found.map(({ wish }) => wish > 0)).toEqual([true, false, false, false, true, true, false, false, false])
  expect(found.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1051)
  // 18 characters at 13 px and the padding of the cell.
  expect(found[1]!.width).toBeGreaterThanOrEqual(156)
})

test('a column of figures has room for its total, which is longer than its rows', () => {
  const money = column('amount', 'Net', 'money')
  const rows = [{ amount: 1 }, { amount: 2 }]
  expect(reportColumn(money, { rows, totals: [{ amount: 123456789.5 }, { amount: 1 }] }).width).toBeGreaterThan(
    reportColumn(money, { rows, totals: [] }).width + 40,
  )
})

test('an aging fits at 1366 with every bucket, headings on two lines', () => {
  const totals: Row = {
    Current: 6008.25,
    '1-30': 520094.06,
    '31-60': 107384.52,
    '61-90': 40552.8,
    '91-120': 144003.5,
    'Over 120': 113160.5,
  }
  const row: Row = { document: 'SI-MNL-2026-000005', customer: { name: 'Pascual Construction' }, days: 133, Balance: 931203.63 }
  const found = [
    reportColumn(column('document', 'Document', 'text'), { rows: [row], totals: [] }),
    reportColumn(column('customer_id', 'Customer', 'reference'), { rows: [row], totals: [], field: { refAs: 'customer' } }),
    reportColumn(column('due', 'Due date', 'date'), { rows: [row], totals: [] }),
    reportColumn(column('days', 'Days past due', 'integer'), { rows: [row], totals: [] }),
    ...[...Object.keys(totals), 'Balance'].map((title) => reportColumn(column(title, title, 'money'), { rows: [row], totals: [totals] })),
  ]
  expect(found.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1051)
  // "Days past" over "due": with the width of its longest word the heading would take three lines.
  expect(found[3]!.width).toBeGreaterThanOrEqual(70)
})

test('spare room goes to cut texts; a report that scrolls anyway shows them in full', () => {
  const text = (title: string, name: string) =>
    reportColumn(column('name', title, 'text'), { rows: [{ name }, { name: 'Second row' }], totals: [] })
  const [item, location] = [text('Item', 'Agos Construction Adhesive 1 L'), text('Location', 'Cebu WH')]
  expect(item.wish).toBeGreaterThan(item.width)
  expect(location.wish).toBe(location.width)
  const { widths, minWidth } = reportWidths([item, location])
  expect(minWidth).toBe(item.width + location.width)
  const shares = widths.map((width) => Number(/\* ([\d.]+)\)$/.exec(String(width))![1]))
  expect(shares[0]!).toBeGreaterThan(0.9)
  expect(shares[0]! + shares[1]!).toBeCloseTo(1, 3)
  expect(reportLayout(() => [item, location])).toEqual({ columns: [item, location], setting: 0 })
  const figure = { width: 1000, wish: 0 }
  expect(reportLayout(() => [item, figure, location]).columns.map(({ width }) => width)).toEqual([item.wish, 1000, location.width])
})

test('a journal with twelve columns fits beside the menu in compact form, its numbers in full on two lines', () => {
  const row: Row = {
    date: '2026-10-28',
    no: 'SI-CEB-2026-000012',
    serial: 'SI-CEB-000000012',
    tin: '123-456-789-00000',
    party: 'Pascual Construction Inc.',
    address: '120 Rizal Street, Barangay Poblacion, Quezon City',
  }
  const figures = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, name === 'b' ? 0 : 28675205.91]))
  const texts = [
    column('date', 'Date', 'date'),
    column('no', 'Document', 'text'),
    column('serial', 'Invoice no.', 'text'),
    column('tin', 'TIN', 'tin'),
    column('party', 'Customer', 'text'),
    column('address', 'Address', 'text'),
  ]
  const titles = ['Receivable', 'Discount', 'Sales', 'Output VAT', 'Other debits', 'Other credits']
  const money = Object.keys(figures).map((name, index) => column(name, titles[index]!, 'money'))
  const shown = { rows: [{ ...row, ...figures }], totals: [figures] }
  const { columns, setting } = reportLayout((entry) => [...texts, ...money].map((each) => reportColumn(each, shown, entry)))
  expect(setting).toBe(2)
  expect(columns.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1051)
  // `SI-CEB-2026-` in letters of 12 px.
  expect(columns[1]!.width).toBeGreaterThan(90)
  const few = reportLayout((entry) => texts.map((each) => reportColumn(each, shown, entry)))
  expect(few.setting).toBe(0)
})

test('a report that fits but cuts most of its texts becomes compact', () => {
  const text = { width: 86, wish: 180 }
  const settingOf = (figures: number, sizes: readonly number[]) =>
    reportLayout(({ size, folds }) => [
      { width: folds ? sizes[2]! : size === 13 ? sizes[0]! : sizes[1]!, wish: 0 },
      { width: figures, wish: 0 },
      text,
    ]).setting
  // 1051 less the figures and the text leave room for three quarters of what it lacks, or not.
  expect(settingOf(600, [280, 270, 200])).toBe(0)
  expect(settingOf(600, [360, 280, 200])).toBe(1)
  expect(settingOf(600, [360, 350, 200])).toBe(2)
  // None gives enough: the one that gives most.
  expect(settingOf(600, [364, 360, 355])).toBe(2)
})

test('a compact report has its numbers on one line as far as its texts leave room', () => {
  const numbers = { width: 600, wish: 0 }
  const { columns, setting } = reportLayout(({ size, folds }) => {
    const folding = { width: folds ? 100 : size === 13 ? 200 : 150, wish: 0 }
    return [folding, folding, numbers, { width: 86, wish: 180 }]
  })
  expect(setting).toBe(2)
  // 1051 less 886 and the 94 that the text lacks: 71 for the first number's 50, too little for the second's.
  expect(columns.map(({ width }) => width)).toEqual([150, 100, 600, 86])
  // In a wider window the second takes a share of the rest.
  expect(columns[1]!.wish).toBe(150)
})

test('a choice is measured by its label, as it is drawn', () => {
  const options = [{ value: 'payable', label: 'Withheld from payees' }]
  const kind = column('kind', 'Kind', 'select')
  const wish = (field?: { options: typeof options }) => reportColumn(kind, { rows: [{ kind: 'payable' }], totals: [], field }).wish
  expect(wish({ options })).toBeGreaterThan(wish())
})

test('a long word of a text is not broken', () => {
  const { width } = reportColumn(column('reason', 'Reason', 'text'), { rows: [{ reason: 'Government transaction' }], totals: [] })
  // "transaction" is 11 letters of 13 px and the padding of the cell.
  expect(width).toBeGreaterThanOrEqual(88)
})
