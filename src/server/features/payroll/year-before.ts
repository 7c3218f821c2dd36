/** The tax of the year of work, where its last pay is paid in a later year and cannot settle it. */

import { pesos } from '../../../domain/statutory/amount.ts'
import { annualise } from '../../../domain/statutory/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import type { Problem } from './problem.ts'
import { snapshotOf } from './run.ts'

/**
 * Warns of a final pay whose employee left in an earlier year, and of the salary of a December that is paid in January. Their own
 * tax is that of the year of payment. Where the last payroll of the year before was not computed as a last one, that year's tax
 * was never compared with the tax withheld (RR 11-2018 section 2.79(B)(5)(b)).
 */
export async function taxOfYearBefore(ctx: Ctx, payrollId: number): Promise<Problem[]> {
  const rows = await ctx.db.query<{
    employee_id: number
    person: Problem['employee']
    tables: string
    tag: string
    year: number
    taxable: string
    withheld: string
  }>(
    sql`
      SELECT i.employee_id,
        json_build_object(
          'id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)
        ) AS person,
        i.tables, p.payroll_tag AS tag, y.year, (coalesce(y.taxable_income, 0) + coalesce(y.previous_employer_taxable, 0))::text AS taxable,
        (coalesce(y.tax_withheld, 0) + coalesce(y.previous_employer_tax, 0))::text AS withheld
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      JOIN ${table(ctx, 'ytd_payroll')} y ON y.employee_id = e.id
        AND y.year = extract(year FROM CASE p.payroll_tag WHEN 'final_pay' THEN e.date_separated ELSE d.date_to END)
      WHERE i.payroll_id = ${payrollId}
        AND p.payroll_tag IN ('final_pay', 'standard')
        AND p.status NOT IN ('posted', 'voided')
        AND y.year < extract(year FROM p.payout_date)
        AND e.has_withholding IS NOT FALSE
        AND e.tax_exempt IS NOT TRUE
      ORDER BY e.employee_no
    `,
  )
  const result: Problem[] = []
  for (const { employee_id, person, tables, tag, year, taxable, withheld } of rows) {
    if (dec(taxable).isNegative() || dec(withheld).isNegative()) continue
    const annual = annualise((await snapshotOf(ctx, tables)).tables, `${year}-12-31`, { taxable, withheld })
    if (annual.tax.isZero()) continue
    const what = annual.tax.isNegative()
      ? `give back ${pesos(annual.tax.abs())}`
      : `${pesos(annual.tax)} more is due, for which the employer is liable`
    // The payroll before it was computed while this one was still expected within its year; made again, it is the last of the year.
    const how = tag === 'standard' ? `. Void the last payroll paid in ${year} and make it again: it then settles the year` : ''
    result.push({
      employee_id,
      employee: person,
      kind: 'tax_year_open',
      severity: 'warning',
      message: `The tax of ${year} is ${pesos(annual.tax_due)} and ${pesos(dec(withheld))} was withheld; this payroll is paid in a later year and does not settle it: ${what}${how}`,
    })
  }
  return result
}
