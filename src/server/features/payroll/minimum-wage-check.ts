/** Employees' places of work for wage orders, and rates of a payroll that do not agree with them. */

import { type EmployeeTerms, type PayPeriod, wageFindings } from '../../../domain/payroll/index.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import type { Problem } from './problem.ts'
import { snapshotOf } from './run.ts'

/** Region and category of the minimum wage, in the words of the wage tables. */
export type WagePlace = Pick<EmployeeTerms, 'region' | 'wage_category'>

/**
 * The wage region of each branch, else that of its city, and which of the region's wages holds there. A province may belong
 * to the board of another region: those of the Negros Island Region do until it has one (DOLE Administrative Order 264-2025).
 */
export async function wagePlaces(ctx: Ctx): Promise<Map<number, WagePlace>> {
  const rows = await ctx.db.query<{ id: number; region: string; category: string | null }>(
    sql`
      SELECT b.id, r.code AS region, b.wage_category AS category
      FROM ${table(ctx, 'branch')} b
      LEFT JOIN ${table(ctx, 'city')} c ON c.id = b.city_id
      LEFT JOIN ${table(ctx, 'province')} p ON p.id = coalesce(b.province_id, c.province_id)
      JOIN ${table(ctx, 'region')} r ON r.id = coalesce(p.wage_region_id, b.region_id, c.region_id, p.region_id)
    `,
  )
  return new Map(rows.map(({ id, region, category }) => [id, { region, ...(category ? { wage_category: category } : {}) }]))
}

/** Warnings of a payroll of salaries: by the input that each employee was computed with, and the tables stored with it. */
export async function wageProblems(ctx: Ctx, payrollId: number): Promise<Problem[]> {
  const rows = await ctx.db.query<{
    employee_id: number
    person: Problem['employee']
    terms: EmployeeTerms
    period: PayPeriod
    tables: string
  }>(
    sql`
      SELECT i.employee_id,
        json_build_object(
          'id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)
        ) AS person,
        i.input->'employee' AS terms, i.input->'period' AS period, i.tables
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      WHERE i.payroll_id = ${payrollId}
        AND i.input->'period'->>'tag' IN ('standard', 'supplementary', 'final_pay')
        AND i.input->'employee'->>'region' IS NOT NULL
      ORDER BY e.employee_no
    `,
  )
  const result: Problem[] = []
  for (const { employee_id, person, terms, period, tables } of rows) {
    const from = terms.hired_on ?? period.from
    const to = terms.separated_on ?? period.to
    for (const { kind, date, words } of wageFindings(terms, from, to, (await snapshotOf(ctx, tables)).tables))
      result.push({
        employee_id,
        employee: person,
        kind,
        severity: 'warning',
        message: `${words}${date === period.to ? '' : `, until ${formatDate(date)}`}`,
      })
  }
  return result
}
