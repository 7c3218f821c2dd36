import { expect, test } from 'vitest'
import type { Field } from '../../engine/model/module.ts'
import { unrepeated } from './report.ts'

test('a report of one record does not repeat it in a column of every row', () => {
  const column = (name: string, type = 'reference') => ({ name, type }) as Field
  const parameters = [column('payroll_id'), column('department_id')]
  const columns = [column('payroll_id'), column('employee_id'), column('department_id'), column('gross', 'money')]
  const named = (given: readonly Field[]) => given.map(({ name }) => name)
  const values = { payroll_id: 12, department_id: null }
  expect(named(unrepeated({ parameters } as never, columns, values))).toEqual(['employee_id', 'department_id', 'gross'])
  expect(named(unrepeated({ parameters, book: {} } as never, columns, values))).toEqual(named(columns))
  // "Total" stands in a column without figures.
  expect(named(unrepeated({ parameters } as never, [columns[0]!, columns[3]!], values))).toEqual(['payroll_id', 'gross'])
})
