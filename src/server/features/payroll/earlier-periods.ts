/** Pay periods of a payroll's month that are still to be paid before it. */

import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'

/**
 * Earlier periods of the month whose salary is not posted: the payroll that is posted last settles the month's contributions,
 * so one that is forgotten leaves them short. Periods from before the group's first payroll were paid elsewhere.
 */
export const earlierPeriods = (ctx: Ctx, id: number): Sql => sql`
  SELECT NULL::bigint, 'earlier_period_open', 'warning',
    concat(
      'Not posted yet in the same month: ', d.names,
      '. Post earlier pay periods first; contributions of the month are complete only when all its payrolls are posted'
    )
  FROM ${table(ctx, 'payroll')} p
  JOIN ${table(ctx, 'pay_group')} g ON g.id = p.pay_group_id
  JOIN ${table(ctx, 'pay_period')} n ON n.id = p.pay_period_id
  CROSS JOIN LATERAL (
    SELECT string_agg(d.name, '; ' ORDER BY d.date_from) AS names
    FROM ${table(ctx, 'pay_period')} d
    WHERE d.pay_cycle_id = n.pay_cycle_id
      AND d.year = n.year
      AND d.month = n.month
      AND d.date_from < n.date_from
      AND EXISTS (SELECT 1 FROM ${table(ctx, 'employee')} e WHERE e.pay_group_id = g.id AND e.status = 'active' AND e.date_hired <= d.date_to)
      AND EXISTS (
        SELECT 1
        FROM ${table(ctx, 'payroll')} b
        JOIN ${table(ctx, 'pay_period')} f ON f.id = b.pay_period_id
        WHERE b.pay_group_id = g.id AND b.status <> 'voided' AND f.date_from <= d.date_from
      )
      AND NOT EXISTS (
        SELECT 1
        FROM ${table(ctx, 'payroll')} s
        WHERE s.pay_group_id = g.id AND s.pay_period_id = d.id AND s.payroll_tag = 'standard' AND s.status = 'posted'
      )
  ) d
  WHERE p.id = ${id} AND d.names IS NOT NULL
`
