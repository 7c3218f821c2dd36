/** Payslips as they are printed. */
import type { Ctx } from '../context.ts'
import { table } from '../effects/common.ts'
import type { Slip } from './forms.ts'
import { employeesTable, entriesTable } from './run.ts'

/** Payslips of a payroll as they are printed: of posted ones and of those being examined. */
export async function slipsOf(
  ctx: Ctx,
  payrollId: number,
  employeeIds: readonly number[] | null,
  limit: number,
): Promise<(Slip & { employee_id: number; email: string | null })[]> {
  return ctx.db.query(
    `SELECT e.id AS employee_id, e.email, e.employee_no, e.full_name AS name, d.name AS department, o.name AS period, p.payout_date::text, p.payroll_tag AS tag, l.gross::float, l.deductions::float AS total_deductions, l.net_pay::float,
       s.ytd_gross::float, s.ytd_tax::float,
       (SELECT coalesce(json_agg(json_build_object('name', t.name, 'qty', t.qty, 'amount', t.amount) ORDER BY t.line_no), '[]') FROM ${entriesTable(ctx)} t WHERE t.parent_id = p.id AND t.employee_id = e.id AND t.part = 'earning' AND t.is_manual IS NOT TRUE) AS earnings,
       (SELECT coalesce(json_agg(json_build_object('name', t.name, 'amount', -t.amount) ORDER BY t.line_no), '[]') FROM ${entriesTable(ctx)} t WHERE t.parent_id = p.id AND t.employee_id = e.id AND t.part IN ('contribution', 'tax', 'deduction') AND t.is_manual IS NOT TRUE) AS deductions
     FROM ${employeesTable(ctx)} l JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id JOIN ${table(ctx, 'pay_period')} o ON o.id = p.pay_period_id
     LEFT JOIN ${table(ctx, 'department')} d ON d.id = l.department_id LEFT JOIN ${table(ctx, 'payslip')} s ON s.payroll_id = p.id AND s.employee_id = e.id
     WHERE p.id = $1 AND l.state = 'computed' AND ($2::bigint[] IS NULL OR e.id = ANY ($2)) ORDER BY e.employee_no LIMIT $3`,
    [payrollId, employeeIds, limit],
  )
}
