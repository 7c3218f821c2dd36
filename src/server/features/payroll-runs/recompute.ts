/** Changed amounts of payrolls: which payroll has taken an amount for good, and which open ones must be recomputed. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from './tables.ts'

/** Number of the payroll that has taken a record's amount and computes no more: processed, approved or posted. */
export async function takenBy(ctx: Ctx, module: string, ids: readonly number[]): Promise<string | null> {
  if (!ctx.modules.has('payroll')) return null
  const [row] = await ctx.db.query<{ transaction_no: string }>(
    sql`
      SELECT p.transaction_no
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id
      WHERE e.source_module = ${module}
        AND e.source_id = ANY (${ids}::bigint[])
        AND p.status IN ('processed', 'approved', 'posted')
      ORDER BY p.id
      LIMIT 1
    `,
  )
  return row?.transaction_no ?? null
}

/** Open payrolls with the employee must recompute them before they are processed. */
export async function requireRecompute(ctx: Ctx, employeeId: number): Promise<void> {
  if (!ctx.modules.has('payroll')) return
  const payroll = table(ctx, 'payroll')
  const rows = await ctx.db.query<{ parent_id: number }>(
    sql`
      UPDATE ${employeesTable(ctx)} l
      SET state = 'pending', run = NULL
      FROM ${payroll} p
      WHERE p.id = l.parent_id
        AND l.employee_id = ${employeeId}
        AND l.state <> 'pending'
        AND p.status IN ('draft', 'precomputed', 'declined')
      RETURNING l.parent_id
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${payroll}
      SET status = 'draft', version = version + 1
      WHERE id = ANY (${rows.map((row) => row.parent_id)}::bigint[]) AND status IN ('precomputed', 'declined')
    `,
  )
}
