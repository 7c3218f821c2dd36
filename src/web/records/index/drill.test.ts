import { expect, test } from 'vitest'
import type { RecordDrill, Report, Row, SpreadColumn } from '../../../engine/model/module.ts'
import { mockField } from '../../testing/modules.ts'
import { reportColumns } from './columns.ts'
import { drillTarget, recordFigure } from './drill.ts'

const report: Report = {
  parameters: [],
  columns: [mockField('account_id', 'reference'), mockField('amount', 'money'), mockField('credit', 'money')],
  params: null,
  totals: [],
  spread: 'amount',
  drill: [
    {
      columns: ['amount', 'credit'],
      to: 'ledger',
      with: { account_id: '$account_id', date_to: '$as_of', branch_id: '$branch_id', posted: true },
      when: 'account_id',
    },
  ],
}
const row: Row = { account_id: 7, credit: 12.5, north: 3, south: 0 }
const values = { row, parameters: { as_of: '2026-01-31', branch_id: null }, columns: [] }
const asked = (column: string, more: object = {}) => {
  const target = drillTarget(report, column, { ...values, ...more })
  return target && { to: target.to, ...Object.fromEntries(new URLSearchParams(target.query)) }
}

// proves: report.drill, report.drill[].columns, report.drill[].to, report.drill[].with, report.drill[].when
test('a figure opens the rows it is computed from, with the values of its row and the parameters', () => {
  expect(asked('credit')).toEqual({ to: 'ledger', 'filter[account_id]': '7', 'filter[date_to]': '2026-01-31', 'filter[posted]': 'true' })
  expect(asked('account_id')).toBeUndefined()
  expect(asked('credit', { row: { ...row, account_id: null } })).toBeUndefined()
})

// proves: report.spread
test('columns of an answer replace the one they spread from, and have their own values', () => {
  const columns: readonly SpreadColumn[] = [
    { name: 'north', title: 'North', with: { branch_id: 1, as_of: '2025-12-31' } },
    { name: 'south', title: 'South', with: { branch_id: 2 } },
  ]
  expect(reportColumns(report, { columns }).map(({ path, title, type }) => [path, title, type])).toEqual([
    ['account_id', 'Account', 'reference'],
    ['north', 'North', 'money'],
    ['south', 'South', 'money'],
    ['credit', 'Credit', 'money'],
  ])
  expect(asked('north', { columns })).toMatchObject({ 'filter[branch_id]': '1', 'filter[date_to]': '2025-12-31' })
  // Nothing is not made of anything.
  expect(asked('south', { columns })).toBeUndefined()
})

test('a figure of a record or of a row of its table opens the rows it is computed from', () => {
  const drill: RecordDrill[] = [
    { fields: ['total'], to: 'lines', with: { year: '$year' } },
    { fields: ['rows.total'], to: 'lines', with: { year: '$year', employee_id: '$rows.employee_id' } },
  ]
  const record = { year: 2026, employee_id: 1 }
  const opened = (field: string, value: unknown, row?: Row) => recordFigure(drill, field, { value, record, row })?.query
  expect(opened('total', 12)).toBe('filter%5Byear%5D=2026')
  expect(opened('rows.total', 12, { employee_id: 7 })).toBe('filter%5Byear%5D=2026&filter%5Bemployee_id%5D=7')
  expect([opened('rows.ec', 12, {}), opened('total', 0), opened('total', null)]).toEqual([undefined, undefined, undefined])
})
