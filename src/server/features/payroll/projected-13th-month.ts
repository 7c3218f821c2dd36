/** The projected basic salary of a 13th month run: that of the days of its year in pay periods that are not paid yet. */

import { type EmployeeTerms, type ExpectedPeriod, expectedBasic, type ThirteenthMonth } from '../../../domain/payroll/index.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import { ZERO } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { type EmployeeTerms as Segment, termsOf } from '../people/employment-terms.ts'
import { paidMaternity } from './maternity.ts'
import type { Problem } from './problem.ts'
import { type Run, turnOf } from './run.ts'
import { thirteenthYearOf } from './thirteenth-month.ts'

interface Expecting {
  readonly id: number
  readonly date_hired: string | null
  readonly date_separated: string | null
}

interface PeriodRow {
  readonly pay_cycle_id: number
  readonly from: string
  readonly to: string
  readonly period_no: number
  readonly is_last_of_month: boolean | null
  readonly frequency: string
  readonly periods_per_month: number
  readonly in_month: number
}

/** The month from which a run includes the rest of the year, unless the setting says never or always. */
const YEAR_END_MONTH = '11'

/** Whether a run includes salary that is still to be paid: by the setting, and not before November unless it says always. */
function counts(ctx: Ctx, tag: string, { payDate, year }: { readonly payDate: string; readonly year: number }): boolean {
  if (tag !== '13th_month') return false
  const rule = ctx.settings.thirteenth_month_expected ?? 'year_end'
  return rule === 'always' || (rule === 'year_end' && payDate >= `${year}-${YEAR_END_MONTH}-01`)
}

/**
 * By employee, the basic salary of the pay periods with days in the year of the 13th month, after the last salary posted for
 * the employee or their pay group; where none was, from the run's own period on. Periods count by their days and not by their
 * payout: a cut-off of December that is paid in January is earned in the old year. Empty where nothing is projected.
 * `termsFor` makes the terms of pay from an employee's dated ones. Four statements for any number of employees.
 */
export async function expectedOf(
  ctx: Ctx,
  run: Run,
  employees: readonly Expecting[],
  termsFor: (employeeId: number, segments: readonly Segment[]) => EmployeeTerms,
): Promise<Map<number, ThirteenthMonth>> {
  const result = new Map<number, ThirteenthMonth>()
  const year = thirteenthYearOf(run.period, null)
  if (!counts(ctx, run.tag, { payDate: run.period.pay_date, year })) return result
  const ids = employees.map((employee) => employee.id)
  const periods = await periodsOf(ctx, year)
  const last = periods.at(-1)
  if (!last) return result
  const paid = await paidUntil(ctx, year, ids)
  const terms = await termsOf(ctx, ids, run.period.from < periods[0]!.from ? run.period.from : periods[0]!.from, last.to)
  const leaves = await paidMaternity(ctx, run, ids)
  for (const { id, date_hired, date_separated } of employees) {
    const history = paid.get(id)
    const after = history?.until ?? addDays(run.period.from, -1)
    const left = periods.filter((period) => period.pay_cycle_id === (history?.pay_cycle_id ?? run.pay_cycle_id) && period.from > after)
    try {
      const agreed = termsFor(id, terms.get(id) ?? [])
      const [first, end] = [`${year}-01-01`, `${year}-12-31`]
      const employed = {
        from: date_hired !== null && date_hired > first ? date_hired : first,
        to: date_separated !== null && date_separated < end ? date_separated : end,
      }
      const spans = salaried(employed, leaves.get(id) ?? [])
      const parts = spans.map((span) => expectedBasic(agreed, span, left.map(periodOf), run.tables)).filter((part) => part.from && part.to)
      const basic = parts.reduce((sum, part) => sum.plus(part.basic), ZERO)
      if (parts.length) result.set(id, { expected_basic: basic.toFixed(), expected_from: parts[0]!.from!, expected_to: parts.at(-1)!.to! })
    } catch (error) {
      // Invalid terms are reported when the payslip is computed.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return result
}

interface Employed {
  readonly from: string
  readonly to: string
}

/** The parts of an employment outside of leaves for which no salary is paid, in order. */
function salaried(employed: Employed, leaves: readonly { readonly from: string; readonly to: string }[]): Employed[] {
  const spans: Employed[] = []
  let { from } = employed
  for (const leave of leaves) {
    spans.push({ from, to: addDays(leave.from, -1) })
    if (leave.to >= from) from = addDays(leave.to, 1)
  }
  return [...spans, { from, to: employed.to }].filter(({ from: first, to }) => first <= to)
}

/** Warns of a run with a projection when the pay periods of its year end too early for it. */
export async function expectedProblems(ctx: Ctx, payrollId: number): Promise<Problem[]> {
  const [row] = await ctx.db.query<{ tag: string; payout: string; year: number; name: string; last: string }>(
    sql`
      SELECT p.payroll_tag AS tag, p.payout_date::text AS payout, y.year, d.name, d.date_to::text AS last
      FROM ${table(ctx, 'payroll')} p
      JOIN ${table(ctx, 'pay_period')} o ON o.id = p.pay_period_id
      CROSS JOIN LATERAL (SELECT extract(year FROM least(o.date_to, p.payout_date))::int AS year) y
      JOIN ${table(ctx, 'pay_period')} d ON d.pay_cycle_id = o.pay_cycle_id AND d.date_from <= make_date(y.year, 12, 31)
      WHERE p.id = ${payrollId}
      ORDER BY d.date_to DESC, d.id DESC
      LIMIT 1
    `,
  )
  if (!row || row.last >= `${row.year}-12-31` || !counts(ctx, row.tag, { payDate: row.payout, year: row.year })) return []
  const message = `The last pay period made of the year is ${row.name}, which ends on ${formatDate(row.last)}: salaries after it are not counted. Make the year's pay periods and precompute again`
  return [{ employee_id: null, employee: null, kind: 'year_unfinished', severity: 'warning', message }]
}

const periodOf = (row: PeriodRow): ExpectedPeriod => ({ from: row.from, to: row.to, ...turnOf(row) })

/** Pay periods of all cycles with days in the year, in order. */
const periodsOf = (ctx: Ctx, year: number): Promise<PeriodRow[]> =>
  ctx.db.query<PeriodRow>(
    sql`
      SELECT d.pay_cycle_id, d.date_from::text AS "from", d.date_to::text AS "to", d.period_no, d.is_last_of_month,
        c.frequency, c.periods_per_month,
        max(d.period_no) OVER (PARTITION BY d.pay_cycle_id, d.year, d.month) AS in_month
      FROM ${table(ctx, 'pay_period')} d
      JOIN ${table(ctx, 'pay_cycle')} c ON c.id = d.pay_cycle_id
      WHERE d.date_from <= make_date(${year}, 12, 31) AND d.date_to >= make_date(${year}, 1, 1)
      ORDER BY d.date_from, d.id
    `,
  )

/** By employee their pay cycle, and the last day, in the year or after it, for which a salary was posted to them or their group. */
async function paidUntil(ctx: Ctx, year: number, ids: readonly number[]) {
  const [payroll, period, lines] = [table(ctx, 'payroll'), table(ctx, 'pay_period'), employeesTable(ctx)]
  const rows = await ctx.db.query<{ id: number; pay_cycle_id: number | null; until: string | null }>(
    sql`
      SELECT e.id, g.pay_cycle_id,
        greatest(
          (
            SELECT max(d.date_to)
            FROM ${lines} l
            JOIN ${payroll} p ON p.id = l.parent_id
            JOIN ${period} d ON d.id = p.pay_period_id
            WHERE l.employee_id = e.id
              AND p.status = 'posted'
              AND p.payroll_tag IN ('standard', 'final_pay')
              AND d.date_to >= make_date(${year}, 1, 1)
          ),
          (
            SELECT max(d.date_to)
            FROM ${payroll} p
            JOIN ${period} d ON d.id = p.pay_period_id
            WHERE p.pay_group_id = e.pay_group_id
              AND p.status = 'posted'
              AND p.payroll_tag = 'standard'
              AND d.date_to >= make_date(${year}, 1, 1)
          )
        )::text AS until
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE e.id = ANY (${ids}::bigint[])
    `,
  )
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]))
}
