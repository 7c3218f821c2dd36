/** Yearly papers that are expected of the years with posted payrolls and have no record yet. */

import { alphalistDue, DOLE_REPORTS, doleDue } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler } from '../../platform/http/params.ts'

/** Years in which a payroll was paid and for which the table lacks a row with these values. */
const yearsWithout = async (ctx: Ctx, name: string, where: { readonly report?: string }): Promise<number[]> => {
  const only = where.report === undefined ? sql`true` : sql`r.report = ${where.report}`
  const rows = await ctx.db.query<{ year: number }>(
    sql`
      SELECT DISTINCT extract(year FROM p.payout_date)::int AS year
      FROM ${table(ctx, 'payroll')} p
      WHERE p.status = 'posted' AND NOT EXISTS (
        SELECT 1 FROM ${table(ctx, name)} r WHERE r.year = extract(year FROM p.payout_date) AND ${only}
      )
      ORDER BY 1 DESC
    `,
  )
  return rows.map(({ year }) => Number(year))
}

/** `GET dole_report/expected`: reports that no record prepares. */
const dole = handler('doleReport.expected', async (ctx, _request, module): Promise<Row[]> => {
  const rows: Row[] = []
  for (const report of DOLE_REPORTS)
    for (const year of await yearsWithout(ctx, module.entity.table, { report }))
      rows.push({ year, report, due_date: doleDue(report, year) })
  return rows
})

/** `GET alphalist/expected`: years without an alphalist. */
const alphalist = handler('alphalist.expected', async (ctx, _request, module): Promise<Row[]> => {
  const years = await yearsWithout(ctx, module.entity.table, {})
  return years.map((year) => ({ year, due_date: alphalistDue(year) }))
})

export const expectedPaperHandlers = [dole, alphalist]
