/**
 * Basic salary by the calendar year in which it was earned, and the 13th month paid for each year (PD 851), from posted payrolls and
 * what was entered by hand. `ytd_payroll` has the sums by the year of payment: what it has beyond the payrolls paid in the year was
 * entered. Payrolls posted before salary counted by its days are read the same way, so that none of it counts twice or is lost.
 */

import { type EarnedPart, earnedByYear, type ThirteenthMonth } from '../../../domain/payroll/index.ts'
import { yearOf } from '../../../kernel/dates.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, type Sql, sql, table } from '../../platform/db/sql.ts'
import type { Problem } from './problem.ts'

/** A calendar year of an employee. */
export interface ThirteenthYear {
  readonly months: readonly EarnedPart[]
  readonly entered: Decimal
  /** Basic salary earned in the year, entered amounts included. */
  readonly earned: Decimal
  /** 13th month paid for the year, in whatever year it was paid. */
  readonly paid: Decimal
  /** Whether any basic salary was paid in the year, or entered for it: if not, no 13th month payroll of the year could have paid it. */
  readonly has_pay: boolean
}

/** An employee's years, and the version of all their sums, as posting checks it. */
export interface ThirteenthSums {
  readonly version: number
  readonly years: ReadonlyMap<number, ThirteenthYear>
}

interface Slip {
  readonly employee_id: number
  readonly paid_in: number
  readonly from: string
  readonly to: string
  /** The calendar year for which it paid a 13th month. */
  readonly year: number
  readonly basic: string
  readonly thirteenth: string
}

/**
 * SQL: the calendar year for which a payroll pays a 13th month: that of the last day of its period or of the employment, and never
 * one that begins after the payout. `p`: the payroll, `d`: its period, `i`: the payslip's input.
 */
export const thirteenthYear: Sql = sql`
  extract(year FROM least(coalesce((i.input->'employee'->>'separated_on')::date, d.date_to), p.payout_date))::int
`

/** The same year before anything is stored. */
export function thirteenthYearOf(period: { readonly to: string; readonly pay_date: string }, separated: string | null): number {
  const last = separated !== null && separated < period.to ? separated : period.to
  return yearOf(last < period.pay_date ? last : period.pay_date)
}

/** Whose years, and which; all without them. */
interface Wanted {
  readonly ids?: readonly number[]
  readonly year?: number
}

/** By employee, their years with basic salary or a 13th month. Two statements for any number of employees. */
export async function thirteenthYearsOf(ctx: Ctx, { ids, year: wanted }: Wanted): Promise<Map<number, ThirteenthSums>> {
  const only = ids ? sql`AND i.employee_id = ANY (${ids}::bigint[])` : empty
  const about = wanted
    ? sql`
        AND (
          ${wanted} IN (extract(year FROM p.payout_date)::int, ${thirteenthYear})
          OR ${wanted} BETWEEN extract(year FROM d.date_from) AND extract(year FROM d.date_to)
        )
      `
    : empty
  const slips = await ctx.db.query<Slip>(
    sql`
      SELECT i.employee_id, extract(year FROM p.payout_date)::int AS paid_in,
        greatest(d.date_from, (i.input->'employee'->>'hired_on')::date)::text AS "from",
        coalesce((i.input->'employee'->>'separated_on')::date, d.date_to)::text AS "to", ${thirteenthYear} AS year,
        coalesce(i.result->'adds'->>'basic', '0') AS basic, coalesce(i.result->'adds'->>'thirteenth_month_paid', '0') AS thirteenth
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      WHERE (
        coalesce((i.result->'adds'->>'basic')::numeric, 0) <> 0
        OR coalesce((i.result->'adds'->>'thirteenth_month_paid')::numeric, 0) <> 0
      
      ) ${only} ${about}
    `,
  )
  const sums = await ctx.db.query<{ employee_id: number; year: number; version: number; basic: string; paid: string }>(
    sql`
      SELECT i.employee_id, i.year, i.version, coalesce(i.basic, 0)::text AS basic, coalesce(i.thirteenth_month_paid, 0)::text AS paid
      FROM ${table(ctx, 'ytd_payroll')} i
      WHERE ${wanted ? sql`i.year = ${wanted}` : sql`true`} ${only}
    `,
  )
  const years = new Map<number, Map<number, Year>>()
  const yearFor = (employee: number, year: number): Year => {
    const ofEmployee = years.get(employee) ?? years.set(employee, new Map()).get(employee)!
    return ofEmployee.get(year) ?? ofEmployee.set(year, { months: new Map(), entered: ZERO, paid: ZERO, has_pay: false }).get(year)!
  }
  const versions = new Map<number, number>()
  for (const { employee_id, year, version, basic, paid } of sums) {
    versions.set(employee_id, (versions.get(employee_id) ?? 0) + Number(version))
    const entry = yearFor(employee_id, year)
    entry.has_pay = !dec(basic).isZero()
    entry.entered = dec(basic)
    entry.paid = dec(paid)
  }
  for (const slip of slips) {
    // What the payrolls of a year of payment added to its sums is counted by its days, and leaves what was entered.
    const paidIn = yearFor(slip.employee_id, slip.paid_in)
    paidIn.entered = paidIn.entered.minus(slip.basic)
    paidIn.paid = paidIn.paid.minus(slip.thirteenth)
    const forYear = yearFor(slip.employee_id, slip.year)
    forYear.paid = forYear.paid.plus(slip.thirteenth)
    for (const { month, basic } of earnedByYear(dec(slip.basic), slip)) {
      const { months } = yearFor(slip.employee_id, yearOf(month))
      months.set(month, (months.get(month) ?? ZERO).plus(basic))
    }
  }
  return new Map(
    [...years].map(([id, byYear]) => [
      id,
      {
        version: versions.get(id) ?? 0,
        years: new Map([...byYear].flatMap(([year, entry]) => (wanted && year !== wanted ? [] : [[year, summed(entry)] as const]))),
      },
    ]),
  )
}

interface Year {
  readonly months: Map<string, Decimal>
  entered: Decimal
  paid: Decimal
  has_pay: boolean
}

function summed({ months, entered, ...rest }: Year): ThirteenthYear {
  const rows = [...months].map(([month, basic]) => ({ month, basic })).sort((a, b) => (a.month < b.month ? -1 : 1))
  return { ...rest, entered, months: rows, earned: rows.reduce((sum, { basic }) => sum.plus(basic), entered) }
}

/**
 * Earlier years whose unpaid rest a later payroll pays: those for which a 13th month was paid, and those whose salary was paid
 * later only. Of the rest it is not known: they may have been paid by another system, or nothing was due.
 */
const isSettled = ({ paid, has_pay }: ThirteenthYear): boolean => !paid.isZero() || !has_pay

/** The 13th month of a year as a payslip computes it. */
export function thirteenthMonthOf(years: ReadonlyMap<number, ThirteenthYear> | undefined, year: number): ThirteenthMonth {
  const current = years?.get(year)
  const before = [...(years ?? [])].filter(
    ([earlier, sums]) => earlier < year && isSettled(sums) && !(sums.earned.isZero() && sums.paid.isZero()),
  )
  return {
    year,
    ...(current?.months.length ? { months: current.months.map(({ month, basic }) => ({ month, basic: basic.toFixed() })) } : {}),
    ...(current && !current.entered.isZero() ? { entered: current.entered.toFixed() } : {}),
    ...(current && !current.paid.isZero() ? { paid: current.paid.toFixed() } : {}),
    ...(before.length
      ? {
          before: before
            .map(([earlier, { earned, paid }]) => ({ year: earlier, basic: earned.toFixed(), paid: paid.toFixed() }))
            .sort((a, b) => a.year - b.year),
        }
      : {}),
  }
}

/** The basic salary of the year before for which no 13th month is recorded, so that the payslip leaves it out. */
export function unrecordedYear(years: ReadonlyMap<number, ThirteenthYear> | undefined, year: number) {
  const sums = years?.get(year - 1)
  return sums && !isSettled(sums) && sums.earned.isPositive() && !sums.earned.isZero()
    ? { year: year - 1, basic: sums.earned.toFixed() }
    : undefined
}

/** Warns of salary of the year before for which no 13th month is recorded: whether it was paid elsewhere is not known. */
export async function unrecordedProblems(ctx: Ctx, payrollId: number): Promise<Problem[]> {
  const rows = await ctx.db.query<{ year: number; count: number; names: string }>(
    sql`
      SELECT (i.input->'unrecorded_13th_month'->>'year')::int AS year, count(*)::int AS count,
        array_to_string((array_agg(e.full_name ORDER BY e.full_name))[1:3], '; ') AS names
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status NOT IN ('posted', 'voided')
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      WHERE i.payroll_id = ${payrollId} AND i.input ? 'unrecorded_13th_month'
      GROUP BY 1
      ORDER BY 1
    `,
  )
  return rows.map(({ year, count, names }) => ({
    employee_id: null,
    employee: null,
    kind: 'thirteenth_month_unrecorded',
    severity: 'warning',
    message: `No 13th month pay of ${year} is recorded for ${count === 1 ? '1 employee' : `${count} employees`} with basic salary earned in ${year} (${names}${count > 3 ? '; …' : ''}). If it was paid, enter it in the year-to-date amounts of ${year}; if it is due, make a 13th month payroll of the last pay period of ${year}`,
  }))
}

/** SQL: the version of the sums that a payslip is computed from: a 13th month counts those of all years. `i`: its input, `p`: the payroll. */
export const sumsVersion = (ctx: Ctx): Sql => sql`
  (
    SELECT coalesce(sum(y.version), 0)
    FROM ${table(ctx, 'ytd_payroll')} y
    WHERE y.employee_id = i.employee_id
      AND (y.year = extract(year FROM p.payout_date)::int OR p.payroll_tag IN ('13th_month', 'final_pay'))
  )
`
