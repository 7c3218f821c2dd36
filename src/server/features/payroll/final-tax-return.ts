/**
 * Final tax of non-resident aliens not engaged in trade or business (NIRC section 25(B)): the monthly form 0619-F, and the quarterly return
 * 1601-FQ with the months of its quarter, from payrolls by the day on which they were paid.
 */

import type { PaperValues } from '../../../domain/statutory/index.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { isPaidIn } from '../payroll-runs/tables.ts'
import { type Month, seen } from './remittance.ts'
import { hadFinalTax, isPart, withheldTax } from './remittance-parts.ts'

interface TaxedMonth {
  readonly month: number
  readonly rate: string
  readonly recipients: number
  readonly base: string
  readonly tax: string
}

/** Gross pay and final tax of the months, by rate; of the pay groups that the caller sees. */
const taxedIn = (ctx: Ctx, year: number, months: readonly number[], group: number | null): Promise<TaxedMonth[]> =>
  ctx.db.query<TaxedMonth>(
    sql`
      SELECT extract(month FROM p.payout_date)::int AS month, (i.input->'employee'->>'final_tax_rate')::numeric::text AS rate,
        count(DISTINCT i.employee_id)::int AS recipients, sum((i.result->'adds'->>'gross')::numeric)::text AS base,
        sum(${withheldTax(ctx, 'i.payroll_id', 'i.employee_id')})::text AS tax
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE ${isPaidIn({ year })}
        AND extract(month FROM p.payout_date) = ANY (${months}::int[])
        AND ${hadFinalTax(ctx, 'i.payroll_id', 'i.employee_id')}
        AND (CASE WHEN g.is_confidential THEN g.id END) IS NOT DISTINCT FROM ${group}::bigint
        AND ${seen(ctx)}
      GROUP BY 1, 2
      ORDER BY 1, 2
    `,
  )

const lineOf = ({ month, rate, recipients, base, tax }: TaxedMonth, year: number): PaperValues => ({
  description: `Pay of ${String(month).padStart(2, '0')}/${year}`,
  recipients,
  tax_base: base,
  tax_rate: `${dec(rate).times(100)}%`,
  tax_amount: tax,
})
const sum = (rows: readonly TaxedMonth[], name: 'base' | 'tax'): Decimal => rows.reduce((all, row) => all.plus(dec(row[name])), ZERO)

/** Tax of the two earlier months of the quarter that was remitted with form 0619-F. */
async function remittedBefore(ctx: Ctx, { year, month }: Month, group: number | null): Promise<Decimal> {
  const [row] = await ctx.db.query<{ paid: string }>(
    sql`
      SELECT coalesce(sum(r.amount_paid), 0)::text AS paid
      FROM ${table(ctx, 'monthly_remittance')} r
      WHERE r.agency = 'BIR' AND ${isPart('r', 'final_tax')} AND r.year = ${year} AND r.month IN (${month - 2}, ${month - 1})
        AND r.status = 'paid' AND r.pay_group_id IS NOT DISTINCT FROM ${group}::bigint
    `,
  )
  return dec(row?.paid)
}

/** Rows of form 0619-F: the month alone. */
export async function finalTaxOfMonth(ctx: Ctx, { year, month }: Month, group: number | null): Promise<PaperValues[]> {
  return (await taxedIn(ctx, year, [month], group)).map((row) => lineOf(row, year))
}

/** Rows of form 1601-FQ: the months of the quarter that ends with this month, their sum, what was remitted before, and what is still due. */
export async function finalTaxOfQuarter(ctx: Ctx, { year, month }: Month, group: number | null): Promise<PaperValues[]> {
  const rows = await taxedIn(ctx, year, [month - 2, month - 1, month], group)
  if (!rows.length) return []
  const before = await remittedBefore(ctx, { year, month }, group)
  return [
    ...rows.map((row) => lineOf(row, year)),
    { description: 'Total tax required to be withheld and remitted', tax_base: sum(rows, 'base'), tax_amount: sum(rows, 'tax') },
    { description: 'Less: remitted for the first two months of the quarter (0619-F)', tax_amount: before },
    { description: 'Tax still due', tax_amount: sum(rows, 'tax').minus(before) },
  ]
}
