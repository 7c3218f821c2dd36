import { expect, test } from 'vitest'
import { type Column, type Module, SUBTOTAL } from '../../../engine/model/module.ts'
import { cardColumns, titleOf } from './card-columns.ts'

const column = (path: string, more: Partial<Column> = {}): Column => ({
  path,
  title: path,
  type: 'text',
  align: 'start',
  sortable: false,
  ...more,
})
const columns = [column('employee.name', { via: 'employee_id' }), column('date_from'), column('status', { type: 'status' }), column('qty')]
const filings = { entity: { owner: 'employee_id' } } as Module
const pathsOf = (rows: { employee_id: number }[], me: number | null) => {
  const { title, status, others } = cardColumns(filings, columns, { rows, me })
  return [title?.path, status?.path, ...others.map(({ path }) => path)]
}

test('B23: cards of the reader’s own records do not repeat their name; those of others begin with it', () => {
  expect(pathsOf([{ employee_id: 4 }, { employee_id: 4 }], 4)).toEqual(['date_from', 'status', 'qty'])
  expect(pathsOf([{ employee_id: 4 }, { employee_id: 5 }], 4)).toEqual(['employee.name', 'status', 'date_from', 'qty'])
  expect(pathsOf([{ employee_id: 4 }], null)).toEqual(['employee.name', 'status', 'date_from', 'qty'])
})

test('cards of a report with subtotals are named by their row, and those of subtotals by the group', () => {
  const turnover = { entity: {}, report: { subtotals: ['item_category_id'] } } as unknown as Module
  const shown = [column('item_category.name', { via: 'item_category_id' }), column('item.name', { via: 'item_id' }), column('turns')]
  const places = cardColumns(turnover, shown, { rows: [], me: null })
  const ofCard = (row: Record<string, unknown>) => {
    const { title, others } = titleOf(places, row)
    return [title, ...others].map((each) => each?.path)
  }
  expect(ofCard({ turns: 3 })).toEqual(['item.name', 'item_category.name', 'turns'])
  expect(ofCard({ turns: 7, [SUBTOTAL]: 'item_category_id' })).toEqual(['item_category.name', 'item.name', 'turns'])
})
