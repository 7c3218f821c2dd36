/**
 * Year-to-date sums that each payroll passes to the next. Users see and edit them in `ytd_payroll`; hidden ones (limits
 * used, the month's contributions, taxes of the pay period) are stored beside it. Changes to the row after the last
 * posting count as a difference, so that opening values can be entered before, between or after payrolls.
 */

import type { MonthToDate, Payslip, PeriodToDate, YearToDate } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

/** Columns of `ytd_payroll` that posting adds to. */
export const YEAR_COLUMNS = [
  'gross',
  'basic',
  'nontaxable_13th',
  'taxable_13th',
  'thirteenth_month_paid',
  'de_minimis',
  'sss',
  'philhealth',
  'pagibig',
  'taxable_income',
  'tax_withheld',
] as const
type YearColumn = (typeof YEAR_COLUMNS)[number]
type YearSums = Record<YearColumn, string>

type Plain = Record<string, unknown>
/** The state that posting left; all amounts are decimal texts. */
interface CarriedData {
  readonly year: Plain & { readonly periods: number; readonly cumulative_average: boolean; readonly de_minimis: Record<string, string> }
  readonly month: { readonly month: string; readonly data: MonthToDate }
  readonly period: { readonly pay_period_id: number; readonly data: PeriodToDate }
  /** The values of `ytd_payroll` right after the posting. */
  readonly columns: YearSums & { readonly periods: number }
}

/** The starting values of an employee's payroll. */
export interface Carried {
  /** Version of the year's row; 0 where there is none. Posting checks that it is unchanged. */
  readonly version: number
  readonly year_to_date?: YearToDate
  readonly month_to_date?: MonthToDate
  readonly period_to_date?: PeriodToDate
}

interface CarriedOf {
  readonly year: number
  readonly month: string
  readonly pay_period_id: number
}

interface Found {
  readonly employee_id: number
  readonly year: number
  readonly version: number
  readonly row: Row
  readonly data: CarriedData | null
}

/** The sums that employees bring into a payroll. One statement for any number of them. */
export async function carriedOf(ctx: Ctx, employeeIds: readonly number[], scope: CarriedOf): Promise<Map<number, Carried>> {
  const rows = await ctx.db.query<Found>(
    sql`
      SELECT y.employee_id, y.year, y.version, to_jsonb(y) AS row, c.data
      FROM ${table(ctx, 'ytd_payroll')} y
      LEFT JOIN ${table(ctx, 'payroll_carried')} c ON c.employee_id = y.employee_id AND c.year = y.year
      WHERE y.employee_id = ANY (${employeeIds}::bigint[]) AND y.year IN (${scope.year}, ${scope.year} - 1)
      ORDER BY y.employee_id, y.year
    `,
  )
  const byEmployee = new Map<number, Carried>()
  for (const entry of rows) {
    const { data } = entry
    // A month may be paid in the year after: its contributions are carried over the turn. Tax is that of the year of the payout,
    // so what was withheld for the period in another year is settled there.
    const isSameYear = entry.year === scope.year
    const month = data?.month.month === scope.month ? { month_to_date: data.month.data } : {}
    const period = isSameYear && data?.period.pay_period_id === scope.pay_period_id ? { period_to_date: data.period.data } : {}
    const before = byEmployee.get(entry.employee_id) ?? { version: 0 }
    byEmployee.set(entry.employee_id, {
      ...before,
      ...month,
      ...period,
      ...(isSameYear ? { version: Number(entry.version), year_to_date: yearOf(entry) } : {}),
    })
  }
  await addEarlier(ctx, byEmployee, scope)
  return byEmployee
}

/**
 * The month and the period so far where the last payroll was of another one: a supplementary payroll goes back to a period
 * after which others were paid, and the payroll after it goes on with its own. Of the period, as above, only payrolls that were
 * paid in the same year.
 */
async function addEarlier(ctx: Ctx, byEmployee: Map<number, Carried>, scope: CarriedOf): Promise<void> {
  const ids = [...byEmployee].filter(([, sums]) => !sums.month_to_date || !sums.period_to_date).map(([id]) => id)
  if (!ids.length) return
  const rows = await ctx.db.query<{ employee_id: number; month: MonthToDate | null; period: PeriodToDate | null }>(
    sql`
      SELECT i.employee_id,
        (
          array_agg(i.result->'month'->'data' ORDER BY p.posted_at DESC, p.id DESC)
          FILTER (WHERE i.result->'month'->>'month' = ${scope.month})
        )[1] AS month,
        (
          array_agg(i.result->'period' ORDER BY p.posted_at DESC, p.id DESC)
          FILTER (WHERE p.pay_period_id = ${scope.pay_period_id} AND extract(year FROM p.payout_date) = ${scope.year})
        )[1] AS period
      FROM ${table(ctx, 'payroll')} p
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = p.id AND i.employee_id = ANY (${ids}::bigint[])
      WHERE p.status = 'posted'
        AND (
          d.id = ${scope.pay_period_id} OR (
            d.year = ${Number(scope.month.slice(0, 4))} AND d.month = ${Number(scope.month.slice(5, 7))}
          )
        )
      GROUP BY 1
    `,
  )
  for (const { employee_id, month, period } of rows)
    byEmployee.set(employee_id, {
      ...(month ? { month_to_date: month } : {}),
      ...(period ? { period_to_date: period } : {}),
      ...byEmployee.get(employee_id)!,
    })
}

const plus = (a: unknown, b: Decimal): string => dec(a).plus(b).toFixed()

/** The year as computed so far, with later changes by hand. */
function yearOf({ row, data }: Found): YearToDate {
  const changed = (name: YearColumn): Decimal => dec(row[name]).minus(dec(data?.columns[name]))
  const year = (data?.year ?? {}) as Plain
  const periods = Number(row.periods ?? 0) - Number(data?.columns.periods ?? 0) + Number(year.periods ?? 0)
  const previous = [row.previous_employer_taxable, row.previous_employer_tax, row.previous_employer_benefits].some(
    (value) => !dec(value).isZero(),
  )
  return {
    gross: plus(year.gross, changed('gross')),
    basic: plus(year.basic, changed('basic')),
    taxable_regular: plus(year.taxable_regular, changed('taxable_income')),
    taxable_supplementary: plus(year.taxable_supplementary, ZERO),
    contributions: plus(year.contributions, changed('sss').plus(changed('philhealth')).plus(changed('pagibig'))),
    withheld: plus(year.withheld, changed('tax_withheld')),
    periods: Math.max(0, periods),
    cumulative_average: year.cumulative_average === true,
    other_benefits_exempt: plus(year.other_benefits_exempt, changed('nontaxable_13th')),
    // The columns of exempt and taxable benefits include bonuses; only amounts paid as 13th month reduce the 13th month
    // (PD 851).
    thirteenth_month_paid: plus(year.thirteenth_month_paid, changed('thirteenth_month_paid')),
    de_minimis: (year.de_minimis as Record<string, string>) ?? {},
    ...(previous
      ? {
          previous_employer: {
            taxable: dec(row.previous_employer_taxable).toFixed(),
            withheld: dec(row.previous_employer_tax).toFixed(),
            periods: Number(row.previous_employer_periods ?? 0),
            other_benefits_exempt: dec(row.previous_employer_benefits).toFixed(),
          },
        }
      : {}),
  }
}

/** Every decimal of a value as its text. */
export function texts(value: unknown): unknown {
  if (value instanceof Decimal || (typeof value === 'object' && value !== null && 'toFixed' in value)) return (value as Decimal).toFixed()
  if (Array.isArray(value)) return value.map(texts)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, texts(member)]))
  return value
}

/** The sums that a payslip adds to the year's row. `kindOf` returns the kind of the pay item behind a line. */
export function yearAdds(slip: Payslip, before: Decimal, kindOf: (code: string) => string | null): YearSums {
  let [basic, taxable13th, thirteenthMonth, deMinimis, sss, philhealth, pagibig] = [ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]
  for (const line of slip.lines) {
    if (line.counts.thirteenth_month) basic = basic.plus(line.amount)
    if (line.code === 'SSS' || line.code === 'SSS_MPF') sss = sss.minus(line.amount)
    else if (line.code === 'PHILHEALTH') philhealth = philhealth.minus(line.amount)
    else if (line.code === 'PAGIBIG') pagibig = pagibig.minus(line.amount)
    else if (line.group === 'earning') {
      const kind = line.code === '13TH_MONTH' ? '13th_month' : kindOf(line.code)
      if (kind === '13th_month') thirteenthMonth = thirteenthMonth.plus(line.amount)
      // The excess over the limit counts with 13th month and other benefits, exempt or not.
      if (kind === 'de_minimis') deMinimis = deMinimis.plus(line.within_limit ?? line.exempt)
      else if (kind !== null && BASKET.has(kind)) taxable13th = taxable13th.plus(line.taxable)
    }
  }
  const isFinal = slip.tax_base.method === 'final'
  return {
    gross: slip.gross.toFixed(),
    basic: basic.toFixed(),
    nontaxable_13th: slip.year_to_date.other_benefits_exempt.minus(before).toFixed(),
    taxable_13th: taxable13th.toFixed(),
    thirteenth_month_paid: thirteenthMonth.toFixed(),
    de_minimis: deMinimis.toFixed(),
    sss: sss.toFixed(),
    philhealth: philhealth.toFixed(),
    pagibig: pagibig.toFixed(),
    // A final tax is no tax on compensation: it is remitted and reported by itself (form 1601-FQ).
    taxable_income: isFinal ? '0' : slip.tax_base.regular.plus(slip.tax_base.supplementary).toFixed(),
    tax_withheld: isFinal ? '0' : slip.tax.toFixed(),
  }
}
/** Kinds that fill the yearly ceiling of 13th month and other benefits. */
const BASKET: ReadonlySet<string> = new Set(['13th_month', 'bonus', 'other_benefit'])
