/** Problems of the leave that a final pay pays in cash: days filed after the last one, and credits that changed since. */

import type { Amount } from '../../../domain/statutory/amount.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { conversionsDue } from '../leave/cash-conversion.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Problem } from './problem.ts'

/**
 * Leave with pay that is filed for days after the last one: its credits are not converted. Voiding what is only reserved
 * frees them. What was taken, or began before, cannot be voided for those days alone.
 */
export function leaveAfterLastDay(ctx: Ctx, id: number): Sql[] {
  if (!ctx.modules.has('leave_filing')) return []
  return [
    sql`
      SELECT f.employee_id, 'leave_after_last_day', CASE WHEN f.reserved THEN 'error' ELSE 'warning' END,
        concat(
          f.no, ': leave for ', trim_scale(f.days), CASE WHEN f.days = 1 THEN ' day' ELSE ' days' END, ' after the last day, ',
          to_char(f.last, 'YYYY/MM/DD'),
          CASE
            WHEN f.reserved THEN ', is not paid in cash. Void the filing and precompute again'
            ELSE ', is not paid in cash. Give the days back with a leave amendment and precompute again'
          END
        )
      FROM (
        SELECT l.employee_id, f.transaction_no AS no, sum(d.qty) AS days, e.date_separated AS last,
          f.date_from > e.date_separated AND f.status <> 'processed' AS reserved
        FROM ${employeesTable(ctx)} l
        JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
        JOIN ${table(ctx, 'leave_filing')} f ON f.employee_id = e.id
        JOIN ${linesTable(ctx, 'leave_filing', 'dates')} d ON d.parent_id = f.id
        WHERE l.parent_id = ${id}
          AND f.status IN ('posted', 'approved', 'processed')
          AND f.date_to > e.date_separated
          AND d.date > e.date_separated
          AND d.with_pay IS NOT FALSE
        GROUP BY l.employee_id, f.id, e.date_separated
      ) f
    `,
  ]
}

interface Conversion {
  readonly leave_type_id: number
  readonly days: Amount
}

const inWords = (conversions: readonly Conversion[]): string =>
  conversions
    .map(({ leave_type_id, days }) => `${leave_type_id}: ${dec(days).toFixed()}`)
    .sort()
    .join()

/** Final pays that are not processed yet and whose employees have other days to be paid in cash than were computed. */
export async function staleConversions(ctx: Ctx, payroll: number): Promise<Problem[]> {
  const computed = await ctx.db.query<{ employee_id: number; employee: Row; to: string; conversions: Conversion[] }>(
    sql`
      SELECT i.employee_id, i.input->'period'->>'to' AS "to", coalesce(i.input->'leave_conversion', '[]'::jsonb) AS conversions,
        json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
        AND p.status IN ('draft', 'precomputed')
        AND p.payroll_tag = 'final_pay'
      WHERE i.payroll_id = ${payroll}
      ORDER BY e.employee_no
    `,
  )
  if (!computed.length) return []
  const ids = computed.map(({ employee_id }) => Number(employee_id))
  const due = await conversionsDue(ctx, ids, { to: computed[0]!.to, tag: 'final_pay' })
  const message = 'The leave to be paid in cash changed after this was computed: precompute again'
  return computed
    .filter(
      ({ employee_id, conversions }) =>
        inWords(conversions) !== inWords(due.find((entry) => entry.employee_id === Number(employee_id))?.conversions ?? []),
    )
    .map(({ employee_id, employee }): Problem => ({ employee_id, employee, kind: 'stale', severity: 'error', message }))
}
