/** Lists of a payroll with a total below each department. */
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, toDecimal, ZERO } from '../../../kernel/decimal.ts'

/** The sum of a column in pesos, to the centavo. */
export const sumOf = (rows: readonly Row[], name: string): string =>
  rows.reduce<Decimal>((sum, row) => sum.plus(toDecimal(row[name])), ZERO).toFixed(2)

type Line = readonly unknown[]

/**
 * Employees as lines in the order of their departments, with a total below each department where there are several;
 * `subtotals` says which of the lines these are.
 */
export function byDepartment(
  employees: readonly Row[],
  line: (employee: Row) => Line,
  total: (title: string, employees: readonly Row[]) => Line,
): { readonly rows: readonly Line[]; readonly subtotals: ReadonlySet<Line> } {
  const departments = Map.groupBy(employees, (row) => String((row.department as Row | null)?.name ?? ''))
  if (departments.size < 2) return { rows: employees.map(line), subtotals: new Set() }
  const subtotals = new Set<Line>()
  const rows = [...departments]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, members]) => {
      const sum = total(`Total of ${name || 'no department'}`, members)
      subtotals.add(sum)
      return [...members.map(line), sum]
    })
  return { rows, subtotals }
}
