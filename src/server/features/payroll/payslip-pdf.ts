/** Printed payslips. */

import type { Ctx } from '../../platform/context.ts'
import { empty, raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import type { Slip } from './pdf-forms.ts'

/** The result of a query as JSON, or `none` where the company has no such records. */
const given = (ctx: Ctx, module: string, statement: Sql, none: '[]' | '{}'): Sql =>
  ctx.modules.has(module) ? sql`(${statement})` : sql`'${raw(none)}'::json`

/** Government numbers by kind, leave and loans on the day of payout, of employee `e` and payroll `p`. */
const idsSql = (ctx: Ctx): Sql =>
  given(
    ctx,
    'employee_id',
    sql`
      SELECT coalesce(json_object_agg(i.id_type, i.id_number), '{}')
      FROM ${table(ctx, 'employee_id')} i
      WHERE i.employee_id = e.id AND i.id_type IN ('SSS', 'TIN', 'Philhealth', 'Pagibig')
    `,
    '{}',
  )
const balancesSql = (rows: Sql): Sql =>
  sql`
    SELECT coalesce(json_agg(json_build_object('name', b.name, 'balance', b.balance) ORDER BY b.name), '[]')
    FROM (${rows}) b
    WHERE b.balance <> 0
  `
const leavesSql = (ctx: Ctx): Sql =>
  given(
    ctx,
    'employee_balance_history',
    balancesSql(
      sql`
        SELECT y.name, sum(coalesce(h.qty_in, 0) - coalesce(h.qty_out, 0))::float AS balance
        FROM ${table(ctx, 'employee_balance_history')} h
        JOIN ${table(ctx, 'leave_type')} y ON y.id = h.leave_type_id
        WHERE h.employee_id = e.id AND h.date <= p.payout_date
        GROUP BY y.name
      `,
    ),
    '[]',
  )
const loansSql = (ctx: Ctx): Sql =>
  given(
    ctx,
    'loan_ledger',
    balancesSql(
      sql`
        SELECT DISTINCT ON (g.loan_entry_id) y.name, g.balance::float AS balance
        FROM ${table(ctx, 'loan_ledger')} g
        JOIN ${table(ctx, 'loan_type')} y ON y.id = g.loan_type_id
        WHERE g.employee_id = e.id AND g.date <= p.payout_date
        ORDER BY g.loan_entry_id, g.date DESC, g.id DESC
      `,
    ),
    '[]',
  )

/** Printed payslips of a payroll: of posted ones and of those being checked. */
export async function slipsOf(
  ctx: Ctx,
  payrollId: number,
  employeeIds: readonly number[] | null,
  limit: number,
): Promise<(Slip & { employee_id: number; email: string | null })[]> {
  return ctx.db.query(
    sql`
      SELECT e.id AS employee_id, e.email, e.employee_no, e.full_name AS name, d.name AS department, o.name AS period,
        o.date_from::text, o.date_to::text, p.dtr_from::text, p.dtr_to::text,
        ${ctx.modules.has('position') ? sql`x.name` : sql`NULL`} AS position, p.payout_date::text, p.payroll_tag AS tag,
        (
          SELECT (i.result->>'monthly_rate')::float
          FROM ${table(ctx, 'payroll_input')} i
          WHERE i.payroll_id = p.id AND i.employee_id = e.id AND i.input->'employee'->>'rate_type' = 'monthly'
        ) AS monthly_rate,
        l.gross::float, l.deductions::float AS total_deductions, l.net_pay::float, s.ytd_gross::float, s.ytd_tax::float,
        (
          SELECT coalesce(
            json_agg(
              json_build_object('name', t.name, 'qty', t.qty, 'unit', t.unit, 'rate', t.rate, 'amount', t.amount)
              ORDER BY t.line_no
            ),
            '[]'
          )
          FROM ${entriesTable(ctx)} t
          WHERE t.parent_id = p.id AND t.employee_id = e.id AND t.part = 'earning' AND t.is_manual IS NOT TRUE
        ) AS earnings,
        (
          SELECT coalesce(json_agg(json_build_object('name', t.name, 'amount', -t.amount) ORDER BY t.line_no), '[]')
          FROM ${entriesTable(ctx)} t
          WHERE t.parent_id = p.id
            AND t.employee_id = e.id
            AND t.part IN ('contribution', 'tax', 'deduction')
            AND t.is_manual IS NOT TRUE
        ) AS deductions,
        ${idsSql(ctx)} AS ids, ${leavesSql(ctx)} AS leaves, ${loansSql(ctx)} AS loans
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      JOIN ${table(ctx, 'pay_period')} o ON o.id = p.pay_period_id
      LEFT JOIN ${table(ctx, 'department')} d
        ON d.id = l.department_id ${ctx.modules.has('position') ? sql`LEFT JOIN ${table(ctx, 'position')} x ON x.id = e.position_id` : empty}
      LEFT JOIN ${table(ctx, 'payslip')} s ON s.payroll_id = p.id AND s.employee_id = e.id
      WHERE p.id = ${payrollId}
        AND l.state = 'computed'
        AND (${employeeIds}::bigint[] IS NULL OR e.id = ANY (${employeeIds}::bigint[]))
      ORDER BY e.employee_no
      LIMIT ${limit}
    `,
  )
}
