/** Days without pay of employees, as accrual plans need them. */

import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'

/** Days, which may be parts of days, by date. */
type UnpaidDays = Readonly<Record<string, number>>

/**
 * By employee, the days without pay from one date to another, both included: absence and leave without pay of the processed
 * day; for an unprocessed day, those of an approved leave filing. Days without any are left out. One statement.
 */
export async function unpaidDays(ctx: Ctx, employeeIds: readonly number[], from: string, to: string): Promise<Map<number, UnpaidDays>> {
  const rows = await ctx.db.query<{ employee_id: number; date: string; days: string }>(
    sql`
      WITH recorded AS (
        SELECT employee_id, date, (result->>'scheduled_minutes')::numeric AS owed,
          (result->>'absent_minutes')::numeric + (result->>'unpaid_leave_minutes')::numeric AS missed
        FROM ${table(ctx, 'daily_time_record')}
        WHERE employee_id = ANY (${employeeIds}::bigint[])
          AND date BETWEEN ${from}::date AND ${to}::date
          AND result IS NOT NULL
      ),
        filed AS (
          SELECT f.employee_id, d.date, sum(d.qty) AS days
          FROM ${table(ctx, 'leave_filing')} f
          JOIN ${linesTable(ctx, 'leave_filing', 'dates')} d ON d.parent_id = f.id
          WHERE f.employee_id = ANY (${employeeIds}::bigint[])
            AND d.date BETWEEN ${from}::date AND ${to}::date
            AND f.status IN ('approved', 'processed')
            AND coalesce(d.with_pay, f.with_pay) IS NOT TRUE
            AND NOT EXISTS (SELECT 1 FROM recorded r WHERE r.employee_id = f.employee_id AND r.date = d.date)
          GROUP BY f.employee_id, d.date
        )
      SELECT employee_id, date::text AS date, (missed / owed)::text AS days
      FROM recorded
      WHERE owed > 0 AND missed > 0
      UNION ALL
      SELECT employee_id, date::text, least(days, 1)::text
      FROM filed
      WHERE days > 0
    `,
  )
  const result = new Map<number, Record<string, number>>()
  for (const { employee_id, date, days } of rows) {
    const unpaid = result.get(employee_id) ?? {}
    unpaid[date] = dec(days).toNumber()
    result.set(employee_id, unpaid)
  }
  return result
}
