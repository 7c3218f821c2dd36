/** Line tables of a payroll: its employees, and the entries (earnings, deductions, shares) of each. */
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'

export const employeesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'employees')
export const entriesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'entries')

/**
 * Condition: the payroll `p` is paid in the year, or in that month of it (1 to 12). The first day and the day after the last one are
 * what an index of the payout date can find; the year and month of each row are not.
 */
export function isPaidIn({ year, month }: { readonly year: number; readonly month?: number }): Sql {
  const first = (months: number): string => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10)
  const [from, end] = month === undefined ? [first(0), first(12)] : [first(month - 1), first(month)]
  return sql`(p.payout_date >= ${from}::date AND p.payout_date < ${end}::date)`
}

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
