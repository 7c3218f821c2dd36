/** Problems of a payroll before it is processed: errors that block it, and warnings to check. */

import { datesForPeople } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { join, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { staleConversions } from './final-pay-leave.ts'
import { wageProblems } from './minimum-wage-check.ts'
import { netProblems } from './net-of-tax.ts'
import type { Problem } from './problem.ts'
import { type PayrollKind, problemQueries } from './problem-queries.ts'
import { expectedProblems } from './projected-13th-month.ts'
import { unrecordedProblems } from './thirteenth-month.ts'
import { unusualPay } from './unusual-pay.ts'
import { taxOfYearBefore } from './year-before.ts'

/** Ids that a contribution needs, by the kind of id. */
const IDS = [
  ['SSS', 'has_sss', 'SSS'],
  ['Philhealth', 'has_philhealth', 'PhilHealth'],
  ['Pagibig', 'has_pagibig', 'Pag-IBIG'],
  ['TIN', 'has_withholding', 'TIN'],
] as const

/** Employees without the number under which a contribution or tax of theirs is reported. */
const missingIds = (ctx: Ctx, where: Sql): Sql[] =>
  IDS.map(
    ([type, has, name]) =>
      sql`
        SELECT e.id AS employee_id, 'missing_id' AS kind, 'warning' AS severity,
          ${`${name} number is missing`}::text AS message
        FROM ${table(ctx, 'employee')} e
        WHERE ${where}
          AND e.${ref(has)} IS NOT FALSE
          AND NOT EXISTS (
            SELECT 1
            FROM ${table(ctx, 'employee_id')} n
            WHERE n.employee_id = e.id
              AND n.id_type = ${type}
          )
      `,
  )

const named = (ctx: Ctx, problems: readonly Sql[]): Sql =>
  sql`
    SELECT p.employee_id,
      CASE
        WHEN e.id IS NULL THEN NULL
        ELSE json_build_object(
          'id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)
        )
      END AS employee,
      p.kind, p.severity, p.message
    FROM (${join([...problems], ' UNION ALL ')}) p
    LEFT JOIN ${table(ctx, 'employee')} e ON e.id = p.employee_id
    ORDER BY (p.severity = 'error') DESC, e.employee_no, p.kind, p.message
  `

/** Those of the given employees who lack ids; one statement. */
export const idCheck = (ctx: Ctx, employeeIds: readonly number[]): Promise<Problem[]> =>
  ctx.db.query<Problem>(named(ctx, missingIds(ctx, sql`e.id = ANY (${employeeIds}::bigint[])`)))

/** All findings of a payroll, errors first, rates of pay and unusual net pay last. */
export async function problemsOf(ctx: Ctx, id: number): Promise<Problem[]> {
  const ids = missingIds(ctx, sql`e.id IN (SELECT employee_id FROM ${employeesTable(ctx)} WHERE parent_id = ${id})`)
  const [kind] = await ctx.db.query<PayrollKind>(
    sql`
      SELECT payroll_tag AS tag, status NOT IN ('posted', 'voided') AS "isOpen"
      FROM ${table(ctx, 'payroll')}
      WHERE id = ${id}
    `,
  )
  if (!kind) return []
  const problems = [
    ...(await ctx.db.prepared<Problem>(named(ctx, [...problemQueries(ctx, id, kind), ...ids]))),
    ...(await staleConversions(ctx, id)),
    ...(await expectedProblems(ctx, id)),
    ...(await unrecordedProblems(ctx, id)),
    ...(await taxOfYearBefore(ctx, id)),
    ...(await wageProblems(ctx, id)),
    ...(await netProblems(ctx, id)),
    ...(await unusualPay(ctx, id)),
  ]
  // The calculation and the database write ISO dates.
  return problems.map((problem) => ({ ...problem, message: datesForPeople(problem.message) }))
}
