/** SQL of a payroll's problems: employees whom another payroll pays for the same days. */

import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'

/** Queries of `employee_id, kind, severity, message`. */
export function paidTwice(ctx: Ctx, id: number): Sql[] {
  const [payroll, lines] = [table(ctx, 'payroll'), employeesTable(ctx)]
  return [
    // An employee in two payrolls of the same days is paid twice; a final pay or a supplementary payroll after the salary
    // pays none of them again.
    sql`
      SELECT l.employee_id, 'paid_twice', 'error',
        concat(o.transaction_no, ' pays the same days: take the employee out of one of the two')
      FROM ${lines} l
      JOIN ${payroll} p ON p.id = l.parent_id
      JOIN ${payroll} o ON o.pay_period_id = p.pay_period_id
        AND o.id <> p.id
        AND o.status <> 'voided'
        AND o.payroll_tag IN ('standard', 'supplementary', 'final_pay')
        AND NOT (p.payroll_tag = 'final_pay' AND o.payroll_tag <> 'final_pay' AND o.status = 'posted')
        AND NOT (p.payroll_tag = 'supplementary' AND o.status = 'posted')
      JOIN ${lines} m ON m.parent_id = o.id AND m.employee_id = l.employee_id
      WHERE p.id = ${id}
        AND p.payroll_tag IN ('standard', 'supplementary', 'final_pay')
        AND p.status NOT IN ('posted', 'voided')
    `,
    // After a change to a pay group of another cycle, its period may include days that a period of the old one paid. Not
    // paying them again is no deduction from wages (Labor Code art. 113), so the payroll waits until an entry subtracts the
    // amount.
    sql`
      SELECT l.employee_id, 'paid_twice',
        CASE
          WHEN EXISTS (
            SELECT 1
            FROM ${entriesTable(ctx)} t
            WHERE t.parent_id = p.id
              AND t.employee_id = l.employee_id
              AND (t.is_manual OR t.source_module = 'payroll_adjustment')
              AND (t.amount < 0 OR t.part = 'deduction')
          )
            THEN 'warning'
          ELSE 'error'
        END,
        concat(
          o.transaction_no, ' also pays ', to_char(greatest(c.date_from, d.date_from), 'YYYY/MM/DD'), ' to ',
          to_char(least(c.date_to, d.date_to), 'YYYY/MM/DD'),
          ': take the pay of these days off with an entry of this payroll or an adjustment'
        )
      FROM ${lines} l
      JOIN ${payroll} p ON p.id = l.parent_id AND p.payroll_tag = 'standard' AND p.status NOT IN ('posted', 'voided')
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      JOIN ${lines} m ON m.employee_id = l.employee_id
      JOIN ${payroll} o ON o.id = m.parent_id AND o.status <> 'voided' AND o.payroll_tag = 'standard'
      JOIN ${table(ctx, 'pay_period')} c ON c.id = o.pay_period_id
        AND c.pay_cycle_id <> d.pay_cycle_id
        AND c.date_from <= d.date_to
        AND c.date_to >= d.date_from
      WHERE p.id = ${id}
    `,
  ]
}
