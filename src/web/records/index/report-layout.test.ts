import { expect, test } from 'vitest'
import type { Column, Row } from '../../../engine/model/module.ts'
import { reportColumn } from './report-layout.ts'

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

test('the general ledger fits at 1366 beside the menu, its numbers and amounts whole', () => {
  const found = [
    reportColumn(column('account_id', 'Account', 'reference'), [line], undefined, 'account'),
    reportColumn(column('accounting_entry_id', 'Accounting entry', 'reference'), [line], undefined, 'accounting_entry'),
    reportColumn(column('date', 'Date', 'date'), [line], undefined, undefined),
    reportColumn(column('transaction_no', 'Transaction no.', 'text'), [line], undefined, undefined),
    reportColumn(column('description', 'Description', 'text'), [line], undefined, undefined),
    reportColumn(column('party', 'Party', 'text'), [line], undefined, undefined),
    reportColumn(column('debit', 'Debit', 'money'), [line], undefined, undefined),
    reportColumn(column('credit', 'Credit', 'money'), [line], undefined, undefined),
    reportColumn(column('running_balance', 'Running balance', 'money'), [line], undefined, undefined),
  ]
  expect(found.map(({ shares }) => shares)).toEqual([true, false, false, false, true, true, false, false, false])
  expect(found.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1051)
  // 18 characters at 13 px and the padding of the cell.
  expect(found[1]!.width).toBeGreaterThanOrEqual(156)
})

test('a column of figures has room for its total, which is longer than its rows', () => {
  const money = column('amount', 'Net', 'money')
  const rows = [{ amount: 1 }, { amount: 2 }]
  expect(reportColumn(money, rows, { amount: 123456789.5 }, undefined).width).toBeGreaterThan(
    reportColumn(money, rows, undefined, undefined).width + 40,
  )
})
