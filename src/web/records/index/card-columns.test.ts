import { expect, test } from 'vitest'
import type { Column, Module } from '../../../engine/model/module.ts'
import { cardColumns } from './card-columns.ts'

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
