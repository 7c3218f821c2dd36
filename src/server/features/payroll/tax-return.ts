/** BIR form 1601-C of a month (January 2018): its items from the payrolls that were paid in it. */

import { isCompensation, isLimitedBenefit, type PaidItem } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { entriesTable, isPaidIn } from '../payroll-runs/tables.ts'
import { paidItem } from './paid-items.ts'
import { type Month, seen } from './remittance.ts'

/** Sums of one employee's payrolls of the month. */
interface PaidMonth {
  readonly employee_id: number
  /** As those payrolls were computed: the mark may have changed since. */
  readonly is_minimum_wage: boolean
  /** A payroll of the month was computed above the minimum wage: of all of them, or since a raise. */
  readonly is_above: boolean
  readonly gross: string
  readonly other_benefits: string
  readonly contributions: string
  readonly taxable: string
  readonly withheld: string
}

/**
 * FROM and WHERE of what was paid in the month to employees of the pay groups that the caller sees. Pay with a final tax is no
 * compensation of this return.
 */
const paidIn = (ctx: Ctx, month: Month, group: number | null): Sql => sql`
  FROM ${table(ctx, 'payroll_input')} i
  JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
  JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
  LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
  WHERE ${isPaidIn(month)}
    AND NOT i.input->'employee' ? 'final_tax_rate'
    AND (CASE WHEN g.is_confidential THEN g.id END) IS NOT DISTINCT FROM ${group}::bigint
    AND ${seen(ctx)}
`

const added = (name: string): Sql => sql`sum((i.result->'adds'->>${name})::numeric)`

/** What each employee was paid in the month. */
const sumsOf = (ctx: Ctx, month: Month, group: number | null): Promise<PaidMonth[]> =>
  ctx.db.query<PaidMonth>(
    sql`
      SELECT e.id AS employee_id,
        coalesce(bool_or((i.input->'employee'->>'minimum_wage_earner')::boolean), false) AS is_minimum_wage,
        bool_or((i.input->'employee'->>'minimum_wage_earner')::boolean IS NOT TRUE) AS is_above, ${added('gross')}::text AS gross,
        ${added('nontaxable_13th')}::text AS other_benefits,
        (${added('sss')} + ${added('philhealth')} + ${added('pagibig')})::text AS contributions,
        ${added('taxable_income')}::text AS taxable, ${added('tax_withheld')}::text AS withheld
      ${paidIn(ctx, month, group)}
      GROUP BY e.id
    `,
  )

/** The lines behind these sums, by employee and pay item. */
async function itemsOf(ctx: Ctx, month: Month, group: number | null): Promise<Map<number, PaidItem[]>> {
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT x.employee_id, x.code, x.part, x.source_module, t.code AS item_code, t.kind, sum(x.amount)::text AS amount,
        sum(x.taxable)::text AS taxable, sum(x.exempt)::text AS exempt
      FROM ${entriesTable(ctx)} x
      LEFT JOIN ${table(ctx, 'pay_item')} t ON t.id = x.pay_item_id
      WHERE (x.parent_id, x.employee_id) IN (SELECT i.payroll_id, i.employee_id ${paidIn(ctx, month, group)})
        AND x.is_manual IS NOT TRUE
        AND x.part IN ('earning', 'deduction')
      GROUP BY 1, 2, 3, 4, 5, 6
    `,
  )
  const byEmployee = Map.groupBy(rows, (row) => Number(row.employee_id))
  return new Map([...byEmployee].map(([id, lines]) => [id, lines.map(paidItem)]))
}

/** An employee's month in the terms of the form; pesos. */
interface Split {
  readonly isMinimum: boolean
  readonly isAbove: boolean
  readonly gross: Decimal
  readonly otherBenefits: Decimal
  readonly deMinimis: Decimal
  /** With union dues. */
  readonly contributions: Decimal
  readonly taxable: Decimal
  readonly withheld: Decimal
  /** Exempt pay for holidays, overtime, nights and hazards. */
  readonly premiums: Decimal
  /** Exempt pay that is neither a limited benefit nor a contribution: wages of minimum wage earners, other exempt pay of others. */
  readonly rest: Decimal
}

function split(sums: PaidMonth, items: readonly PaidItem[]): Split {
  const sum = (some: readonly PaidItem[], amount: (item: PaidItem) => Decimal): Decimal =>
    some.reduce((all, item) => all.plus(amount(item)), ZERO)
  const earnings = items.filter(({ is_earning }) => is_earning)
  const gross = dec(sums.gross).minus(
    sum(
      earnings.filter((item) => !isCompensation(item)),
      ({ amount }) => amount,
    ),
  )
  const dues = sum(
    items.filter(({ is_earning, kind }) => !is_earning && kind === 'union_dues'),
    ({ amount }) => amount.abs(),
  )
  const [otherBenefits, taxable] = [dec(sums.other_benefits), dec(sums.taxable)]
  const deMinimis = sum(earnings.filter(isLimitedBenefit), ({ exempt }) => exempt).minus(otherBenefits)
  const contributions = dec(sums.contributions).plus(dues)
  return {
    isMinimum: sums.is_minimum_wage,
    isAbove: sums.is_above,
    gross,
    otherBenefits,
    deMinimis,
    contributions,
    taxable,
    withheld: dec(sums.withheld),
    premiums: sum(
      earnings.filter(({ kind }) => kind === 'premium' || kind === 'hazard'),
      ({ exempt }) => exempt,
    ),
    rest: gross.minus(otherBenefits).minus(deMinimis).minus(contributions).minus(taxable),
  }
}

interface TaxReturnItem extends Record<string, unknown> {
  readonly item: string
  readonly description: string
  readonly amount: Decimal
}

/** The items of the form, 14 to 27. `adjustment` is what earlier months of the year were remitted short (or beyond: negative). */
export async function taxReturn(
  ctx: Ctx,
  { month, group, adjustment }: { readonly month: Month; readonly group: number | null; readonly adjustment: Decimal },
): Promise<TaxReturnItem[]> {
  const items = await itemsOf(ctx, month, group)
  const paid = (await sumsOf(ctx, month, group)).map((sums) => split(sums, items.get(Number(sums.employee_id)) ?? []))
  const sum = (amountOf: (row: Split) => Decimal): Decimal => paid.reduce((all, row) => all.plus(amountOf(row)), ZERO)
  const ofMinimum = (amountOf: (row: Split) => Decimal) => sum((row) => (row.isMinimum ? amountOf(row) : ZERO))
  const premiums = ofMinimum((row) => row.premiums)
  const nontaxable = sum((row) => row.gross.minus(row.taxable))
  const taxable = sum((row) => row.taxable)
  const untaxed = sum((row) => (row.isAbove && row.withheld.isZero() ? row.taxable : ZERO))
  const withheld = sum((row) => row.withheld)
  return [
    ['14', 'Total amount of compensation', sum((row) => row.gross)],
    ['15', 'Statutory minimum wage of minimum wage earners', ofMinimum((row) => row.rest).minus(premiums)],
    ['16', 'Holiday, overtime, night shift differential and hazard pay of minimum wage earners', premiums],
    ['17', '13th month pay and other benefits', sum((row) => row.otherBenefits)],
    ['18', 'De minimis benefits', sum((row) => row.deMinimis)],
    ['19', "SSS, GSIS, PHIC, HDMF contributions and union dues (employees' share)", sum((row) => row.contributions)],
    ['20', 'Other non-taxable compensation', sum((row) => (row.isMinimum ? ZERO : row.rest))],
    ['21', 'Total non-taxable compensation (15 to 20)', nontaxable],
    ['22', 'Total taxable compensation (14 less 21)', taxable],
    ['23', 'Taxable compensation not subject to withholding tax', untaxed],
    ['24', 'Net taxable compensation (22 less 23)', taxable.minus(untaxed)],
    ['25', 'Total taxes withheld', withheld],
    ['26', 'Adjustment of taxes withheld of previous months', adjustment],
    ['27', 'Taxes withheld for remittance (25 and 26)', withheld.plus(adjustment)],
  ].map(([item, description, amount]) => ({ item, description, amount }) as TaxReturnItem)
}
