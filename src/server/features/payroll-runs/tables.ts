/** Line tables of a payroll: its employees, and the entries (earnings, deductions, shares) of each. */
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'

export const employeesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'employees')
export const entriesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'entries')

/** The number of a processed payroll that has entries of the record: it must be undone before the record is. */
export async function payrollTaking(ctx: Ctx, source: string, id: number): Promise<string | undefined> {
  const [payroll] = await ctx.db.query<{ transaction_no: string }>(
    sql`
      SELECT p.transaction_no
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status IN ('processed', 'approved', 'posted')
      WHERE e.source_module = ${source} AND e.source_id = ${id}
      LIMIT 1
    `,
  )
  return payroll?.transaction_no
}
