/** Net pay that is far from what the employee usually gets: warnings for the reviewer, with limits from the settings. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Problem } from './problem.ts'
import { previousPayroll } from './register.ts'

/**
 * Employees whose net pay changed by more than the setting `payroll_net_change_percent` against the same cut-off of the
 * month before (the payroll before where there is none), or is above `payroll_net_above`. Zero switches a limit off.
 */
export async function unusualPay(ctx: Ctx, payrollId: number): Promise<Problem[]> {
  const percent = Number(ctx.settings.payroll_net_change_percent ?? 0)
  const above = Number(ctx.settings.payroll_net_above ?? 0)
  if (!(percent > 0) && !(above > 0)) return []
  const earlier = (await previousPayroll(ctx, payrollId, 'same_cutoff')) ?? (await previousPayroll(ctx, payrollId))
  const lines = employeesTable(ctx)
  const person = sql`
    json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee
  `
  return ctx.db.query<Problem>(
    sql`
      SELECT u.employee_id, ${person}, u.kind, 'warning' AS severity, u.message
      FROM (
        SELECT l.employee_id, 'net_change' AS kind,
          concat(
            'Net pay ', to_char(l.net_pay, 'FM999,999,999,990.00'), ' is ',
            to_char(abs(l.net_pay - b.net_pay) * 100 / b.net_pay, 'FM999,990.0'), '% ',
            CASE WHEN l.net_pay > b.net_pay THEN 'more' ELSE 'less' END,
            ' than in ', o.transaction_no, ' (', to_char(b.net_pay, 'FM999,999,999,990.00'), ')'
          ) AS message
        FROM ${lines} l
        JOIN ${lines} b ON b.parent_id = ${earlier}::bigint AND b.employee_id = l.employee_id AND b.net_pay > 0
        JOIN ${table(ctx, 'payroll')} o ON o.id = b.parent_id
        JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id AND p.payroll_tag = 'standard'
        WHERE l.parent_id = ${payrollId}
          AND l.state = 'computed'
          AND ${percent}::numeric > 0
          AND abs(l.net_pay - b.net_pay) * 100 > b.net_pay * ${percent}::numeric
        UNION ALL
        SELECT l.employee_id, 'net_above',
          concat(
            'Net pay ', to_char(l.net_pay, 'FM999,999,999,990.00'), ' is above ',
            to_char(${above}::numeric, 'FM999,999,999,990.00')
          )
        FROM ${lines} l
        WHERE l.parent_id = ${payrollId}
          AND l.state = 'computed'
          AND ${above}::numeric > 0
          AND l.net_pay > ${above}::numeric
      ) u
      JOIN ${table(ctx, 'employee')} e ON e.id = u.employee_id
      ORDER BY e.employee_no, u.kind
    `,
  )
}
