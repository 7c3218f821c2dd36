import { expect, test } from 'vitest'
import type { Row } from '../../../engine/model/module.ts'
import { byDepartment, sumOf } from './department-totals.ts'

const employee = (name: string, department: string | null, net_pay: number): Row => ({
  name,
  department: department && { name: department },
  net_pay,
})
const list = (...employees: Row[]) =>
  byDepartment(
    employees,
    (row) => [row.name, row.net_pay],
    (title, rows) => [title, sumOf(rows, 'net_pay')],
  )

test('each department has its total below its employees, exact to the centavo', () => {
  const { rows, subtotals } = list(
    employee('Ana', 'Sales', 0.1),
    employee('Ben', 'Finance', 10),
    employee('Cora', 'Sales', 0.2),
    employee('Dan', null, 5),
  )
  expect(rows).toEqual([
    ['Dan', 5],
    ['Total of no department', '5.00'],
    ['Ben', 10],
    ['Total of Finance', '10.00'],
    ['Ana', 0.1],
    ['Cora', 0.2],
    ['Total of Sales', '0.30'],
  ])
  expect([...subtotals].map(([title]) => title)).toEqual(['Total of no department', 'Total of Finance', 'Total of Sales'])
})

test('a single department needs no total', () => {
  expect(list(employee('Ana', 'Sales', 1), employee('Ben', 'Sales', 2)).rows).toHaveLength(2)
})
