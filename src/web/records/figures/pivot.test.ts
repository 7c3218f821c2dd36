import { expect, test } from 'vitest'
import type { Aggregate, AggregateRow } from '../../../engine/model/aggregate.ts'
import { pivotOf, sortedRows } from './pivot.ts'

const total = { key: 'sum:total', kind: 'sum', title: 'Total', type: 'money', scale: 2 } as const
const customer = { key: 'customer_id', title: 'Customer', type: 'reference', to: 'customer' } as const
const month = { key: 'date:month', title: 'Date', type: 'date', unit: 'month' } as const
const row = (keys: AggregateRow['keys'], value: number, label: string | null = null): AggregateRow => ({
  keys,
  labels: keys.map((key) => (typeof key === 'number' ? label : null)),
  values: [value],
  filter: {},
})
const answer = (groups: Aggregate['groups'], rows: AggregateRow[]): Aggregate => ({
  groups,
  measures: [total],
  rows,
  total_groups: rows.length,
  totals: { values: [rows.reduce((sum, { values }) => sum + Number(values[0]), 0)] },
})
const pivot = pivotOf(
  answer(
    [customer, month],
    [row([1, '2026-01-01'], 100, 'Acme'), row([2, '2026-02-01'], -250, 'Beta'), row([1, '2026-02-01'], 50, 'Acme')],
  ),
  answer([customer], [row([1], 150, 'Acme'), row([2], -250, 'Beta')]),
  answer([month], [row(['2026-01-01'], 100), row(['2026-02-01'], -200)]),
)

test('a cell has the figure of its row and column, or none', () => {
  const figures = pivot.rows.map((line) => pivot.columns.map((column) => pivot.cell(line, column)?.[0]))
  expect(figures).toEqual([
    [100, 50],
    [undefined, -250],
  ])
  expect([pivot.rows.map(({ names }) => names[0]), pivot.columns.map(({ names }) => names[0])]).toEqual([
    ['Acme', 'Beta'],
    ['Jan 2026', 'Feb 2026'],
  ])
  expect([pivot.totals, pivot.largest]).toEqual([[-100], 250])
})

test('rows are sorted by their totals or by a column, empty ones last in descending order', () => {
  const names = (sort: Parameters<typeof sortedRows>[1]) => sortedRows(pivot, sort).map((line) => line.names[0])
  expect(names({ measure: 0, descending: false })).toEqual(['Beta', 'Acme'])
  expect(names({ column: pivot.columns[1]!.id, measure: 0, descending: true })).toEqual(['Acme', 'Beta'])
  expect(names({ column: pivot.columns[0]!.id, measure: 0, descending: true })).toEqual(['Acme', 'Beta'])
})
