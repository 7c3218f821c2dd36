/** BIR form 1601-C of a month (January 2018): its items from the payrolls that were paid in it. */

import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import { type Month, seen } from './remittance.ts'

interface PaidMonth {
  readonly is_minimum_wage: boolean
  readonly gross: string
  readonly other_benefits: string
  readonly de_minimis: string
  readonly contributions: string
  readonly taxable: string
  readonly withheld: string
  /** Exempt pay for holidays, overtime, nights and hazards. */
  readonly premiums: string
}

/** What each employee was paid in the month, of the pay groups that the caller sees. */
const paidIn = (ctx: Ctx, { year, month }: Month, group: number | null): Promise<PaidMonth[]> =>
  ctx.db.query<PaidMonth>(
    sql`
      SELECT e.is_minimum_wage IS TRUE AS is_minimum_wage, sum((i.result->'adds'->>'gross')::numeric)::text AS gross,
        sum((i.result->'adds'->>'nontaxable_13th')::numeric)::text AS other_benefits,
        sum((i.result->'adds'->>'de_minimis')::numeric)::text AS de_minimis,
        sum((i.result->'adds'->>'sss')::numeric + (i.result->'adds'->>'philhealth')::numeric + (i.result->'adds'->>'pagibig')::numeric)::text AS contributions,
        sum((i.result->'adds'->>'taxable_income')::numeric)::text AS taxable,
        sum((i.result->'adds'->>'tax_withheld')::numeric)::text AS withheld,
        sum((
          SELECT coalesce(sum(x.exempt), 0)
          FROM ${entriesTable(ctx)} x
          LEFT JOIN ${table(ctx, 'pay_item')} t ON t.id = x.pay_item_id
          WHERE x.parent_id = p.id
            AND x.employee_id = i.employee_id
            AND x.part = 'earning'
            AND x.is_manual IS NOT TRUE
            AND t.kind IN ('premium', 'hazard')
        ))::text AS premiums
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE extract(year FROM p.payout_date) = ${year}
        AND extract(month FROM p.payout_date) = ${month}
        AND (CASE WHEN g.is_confidential THEN g.id END) IS NOT DISTINCT FROM ${group}::bigint
        AND ${seen(ctx)}
      GROUP BY e.id
    `,
  )

export interface TaxReturnItem extends Record<string, unknown> {
  readonly item: string
  readonly description: string
  readonly amount: Decimal
}

/** The items of the form, 14 to 27. `adjustment` is what earlier months of the year were remitted short (or beyond: negative). */
export async function taxReturn(
  ctx: Ctx,
  { month, group, adjustment }: { readonly month: Month; readonly group: number | null; readonly adjustment: Decimal },
): Promise<TaxReturnItem[]> {
  const paid = await paidIn(ctx, month, group)
  const sum = (amountOf: (row: PaidMonth) => Decimal): Decimal => paid.reduce((all, row) => all.plus(amountOf(row)), ZERO)
  /** Exempt pay that is neither a limited benefit nor a contribution: wages of minimum wage earners, other exempt pay of others. */
  const rest = (row: PaidMonth): Decimal =>
    dec(row.gross).minus(dec(row.other_benefits)).minus(dec(row.de_minimis)).minus(dec(row.contributions)).minus(dec(row.taxable))
  const ofMinimum = (amountOf: (row: PaidMonth) => Decimal) => sum((row) => (row.is_minimum_wage ? amountOf(row) : ZERO))
  const premiums = ofMinimum((row) => dec(row.premiums))
  const nontaxable = sum((row) => dec(row.gross).minus(dec(row.taxable)))
  const taxable = sum((row) => dec(row.taxable))
  const untaxed = sum((row) => (!row.is_minimum_wage && dec(row.withheld).isZero() ? dec(row.taxable) : ZERO))
  const withheld = sum((row) => dec(row.withheld))
  return [
    ['14', 'Total amount of compensation', sum((row) => dec(row.gross))],
    ['15', 'Statutory minimum wage of minimum wage earners', ofMinimum(rest).minus(premiums)],
    ['16', 'Holiday, overtime, night shift differential and hazard pay of minimum wage earners', premiums],
    ['17', '13th month pay and other benefits', sum((row) => dec(row.other_benefits))],
    ['18', 'De minimis benefits', sum((row) => dec(row.de_minimis))],
    ['19', "SSS, GSIS, PHIC, HDMF contributions and union dues (employees' share)", sum((row) => dec(row.contributions))],
    ['20', 'Other non-taxable compensation', sum((row) => (row.is_minimum_wage ? ZERO : rest(row)))],
    ['21', 'Total non-taxable compensation (15 to 20)', nontaxable],
    ['22', 'Total taxable compensation (14 less 21)', taxable],
    ['23', 'Taxable compensation not subject to withholding tax', untaxed],
    ['24', 'Net taxable compensation (22 less 23)', taxable.minus(untaxed)],
    ['25', 'Total taxes withheld', withheld],
    ['26', 'Adjustment of taxes withheld of previous months', adjustment],
    ['27', 'Taxes withheld for remittance (25 and 26)', withheld.plus(adjustment)],
  ].map(([item, description, amount]) => ({ item, description, amount }) as TaxReturnItem)
}
