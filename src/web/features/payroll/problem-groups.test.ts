import { expect, test } from 'vitest'
import { differentProblems, groupedProblems } from './problem-groups.ts'
import type { Problem } from './types.ts'

const problem = (id: number, kind: string, message: string, severity: Problem['severity'] = 'warning'): Problem => ({
  employee_id: id,
  employee: { id, name: `E-${id}`, label: `E-${id}` },
  kind,
  severity,
  message,
})

test('a problem shared by many employees is shown once, with all of them', () => {
  const stale = Array.from({ length: 120 }, (_, index) => problem(index + 1, 'stale', 'Another payroll changed: precompute again', 'error'))
  const others = [
    problem(7, 'missing_id', 'TIN number is missing'),
    problem(7, 'missing_id', 'SSS number is missing'),
    problem(8, 'missing_id', 'TIN number is missing'),
  ]
  const [first, second] = groupedProblems([...stale, ...others])
  expect(first).toMatchObject({ kind: 'stale', isError: true })
  expect(first!.problems.map(({ message, list }) => [message, list.length])).toEqual([['Another payroll changed: precompute again', 120]])
  expect(second!.isError).toBe(false)
  expect(second!.problems.map(({ message, list }) => [message, list.map(({ employee_id }) => employee_id)])).toEqual([
    ['TIN number is missing', [7, 8]],
    ['SSS number is missing', [7]],
  ])
  expect(differentProblems([...stale, ...others])).toBe(3)
})
