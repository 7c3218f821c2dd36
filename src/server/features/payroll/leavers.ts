/** Amounts of earlier payrolls that a final pay settles: days paid after the last one, and contributions still open. */

import type { MonthToDate, OverpaidDays, PayslipInput } from '../../../domain/payroll/index.ts'
import type { DayResult } from '../../../domain/time/day-result.ts'
import { computeTime } from '../../../domain/time/employee.ts'
import { judgeHolidays, sumPeriod } from '../../../domain/time/period.ts'
import type { PeriodTime } from '../../../domain/time/types.ts'
import { addDays } from '../../../kernel/dates.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { loadInputs } from '../time/inputs.ts'
import { revived, type StoredDay } from '../time/records.ts'
import { timeSetup } from '../time/setup.ts'

/** Days before the last one that are looked at for the workday before a holiday. */
const HISTORY_DAYS = 31

interface Overpaying {
  readonly employee_id: number
  readonly payroll: string
  readonly input: PayslipInput
  readonly paid: string
  /** The last day of the employment. */
  readonly last: string
  readonly dtr_from: string
  readonly dtr_to: string
}

/** Posted salaries that were computed without the separation, or with a later one, and were not taken back yet. */
const overpaying = (ctx: Ctx, ids: readonly number[]): Promise<Overpaying[]> => {
  const [payroll, inputs] = [table(ctx, 'payroll'), table(ctx, 'payroll_input')]
  return ctx.db.query<Overpaying>(
    sql`
      SELECT i.employee_id, p.transaction_no AS payroll, i.input, l.basic_pay::text AS paid,
        e.date_separated::text AS last, p.dtr_from::text, p.dtr_to::text
      FROM ${inputs} i
      JOIN ${payroll} p ON p.id = i.payroll_id AND p.status = 'posted' AND p.payroll_tag = 'standard'
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      JOIN ${employeesTable(ctx)} l ON l.parent_id = p.id AND l.employee_id = i.employee_id
      WHERE i.employee_id = ANY (${ids}::bigint[])
        AND (i.input->'period'->>'to')::date > e.date_separated
        AND coalesce((i.input->'employee'->>'separated_on')::date, (i.input->'period'->>'to')::date) > e.date_separated
        AND NOT EXISTS (
          SELECT 1
          FROM ${inputs} f
          JOIN ${payroll} o ON o.id = f.payroll_id AND o.status = 'posted', jsonb_array_elements(f.input->'overpaid') v
          WHERE f.employee_id = i.employee_id AND v->>'payroll' = p.transaction_no
        )
      ORDER BY i.employee_id, i.input->'period'->>'from', p.id
    `,
  )
}

type Days = ReadonlyMap<string, DayResult>

/** Days as they were processed when those payrolls were made. */
async function daysOnRecord(ctx: Ctx, ids: readonly number[], from: string, to: string): Promise<Map<number, Days>> {
  const rows = await ctx.db.query<{ employee_id: number; days: StoredDay[] }>(
    sql`
      SELECT employee_id, json_agg(result ORDER BY date) AS days
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ANY (${ids}::bigint[]) AND date BETWEEN ${from}::date AND ${to}::date AND result IS NOT NULL
      GROUP BY employee_id
    `,
  )
  return new Map(rows.map((row) => [row.employee_id, new Map(row.days.map((day) => [day.date, revived(day)]))]))
}

/** The days as the schedule has them, whether or not the employee was employed on them; empty where the company has no schedules. */
export async function scheduledDays(ctx: Ctx, ids: readonly number[], from: string, to: string): Promise<Map<number, Days>> {
  const result = new Map<number, Days>()
  // A company that processes no time has no schedules; processing time reports the reason.
  const setup = await timeSetup(ctx).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!setup) return result
  for (const { worker, time } of await loadInputs(ctx, setup, ids, { from, to, afterLeaving: true })) {
    try {
      const { employed_to: _left, ...always } = { ...time }
      result.set(worker.id, new Map(computeTime(always).days.map((day) => [day.date, day])))
    } catch (error) {
      // An invalid schedule is reported where the employee's days are processed; here the days are not known.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return result
}

/** Recorded work is owed even after the last day. An employee who need not punch has only a schedule. */
const wasWorked = (day: DayResult): boolean => (day.time_in ?? undefined) !== undefined && day.regular_minutes > 0

/** The sum of the given days, in parts where the terms of pay change. */
function sumOf(days: readonly DayResult[], from: string, to: string, changes: readonly string[]): PeriodTime {
  const within = days.filter(({ date }) => from <= date && date <= to)
  const on = changes.filter((date) => from < date && date <= to)
  const holidays = judgeHolidays(days).filter(({ date }) => within.some((day) => day.date === date))
  return sumPeriod(within, holidays, {}, on.length ? { from, to, on } : undefined)
}

/**
 * By employee, the days after their last one that posted payrolls paid by the month. Employees without a schedule for
 * them are left out: the problems of the run report those payrolls. A fixed number of statements for any number of
 * employees.
 */
export async function overpaidOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OverpaidDays[]>> {
  const result = new Map<number, OverpaidDays[]>()
  if (!ids.length || !ctx.modules.has('shift_template')) return result
  const runs = (await overpaying(ctx, ids)).filter(({ input }) => isMonthly(input))
  if (!runs.length) return result
  const owners = [...new Set(runs.map((run) => run.employee_id))]
  const dates = runs.flatMap((run) => [addDays(run.last, 1), run.input.period.to, run.dtr_to]).sort()
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const record = await daysOnRecord(ctx, owners, addDays(first, -HISTORY_DAYS), last)
  const schedule = await scheduledDays(ctx, owners, addDays(first, -HISTORY_DAYS), last)
  for (const run of runs) {
    const { employee_id, input, payroll, paid } = run
    const { employee, period } = input
    const recorded = record.get(employee_id) ?? new Map<string, DayResult>()
    const planned = schedule.get(employee_id)
    const after = addDays(run.last, 1)
    const from = period.from > after ? period.from : after
    const to = employee.separated_on ?? period.to
    // An employee without any scheduled day has a schedule that is not maintained.
    if (![...recorded.values(), ...(planned?.values() ?? [])].some((day) => day.is_duty)) continue
    const days: DayResult[] = []
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const day = recorded.get(date) ?? planned?.get(date)
      if (day && !wasWorked(day)) days.push(day)
    }
    const changes = (employee.rate_changes ?? []).map((rate_change) => rate_change.effective_from)
    const cutOff = run.dtr_from > after ? run.dtr_from : after
    const away = input.time ? [...recorded.values()].filter((day) => day.date < after || !wasWorked(day)) : []
    const known = result.get(employee_id) ?? []
    result.set(employee_id, known)
    known.push({
      payroll,
      month: period.month ?? period.to.slice(0, 7),
      from,
      to,
      employee,
      time: sumOf(days, from, to, changes),
      taken_off: sumOf(away, cutOff, run.dtr_to < cutOff ? cutOff : run.dtr_to, changes),
      paid,
    })
  }
  return result
}

const isMonthly = ({ employee }: PayslipInput): boolean =>
  [employee, ...(employee.rate_changes ?? [])].some((terms) => terms.rate_type === 'monthly')

/** The last month of an employment, as its payrolls left it. */
interface LastMonth {
  /** `YYYY-MM` */
  readonly month: string
  readonly month_to_date: MonthToDate
  /** The voluntary addition to Pag-IBIG of the month was deducted. */
  readonly has_pagibig_extra: boolean
}

/**
 * By employee, the sums of the month in which the employment ended, where payrolls of that month were posted: a final pay
 * that is made later deducts the contributions of that month that are still open, because a month without work has none.
 */
export async function lastMonthsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, LastMonth>> {
  if (!ids.length) return new Map()
  const rows = await ctx.db.query<LastMonth & { employee_id: number }>(
    sql`
      SELECT DISTINCT ON (i.employee_id) i.employee_id, i.result->'month'->>'month' AS month,
        i.result->'month'->'data' AS month_to_date,
        EXISTS (
          SELECT 1
          FROM ${entriesTable(ctx)} t
          JOIN ${table(ctx, 'payroll_input')} o ON o.payroll_id = t.parent_id AND o.employee_id = t.employee_id
          JOIN ${table(ctx, 'payroll')} q ON q.id = o.payroll_id AND q.status = 'posted'
          WHERE t.employee_id = i.employee_id
            AND t.code = 'PAGIBIG_EXTRA'
            AND o.result->'month'->>'month' = i.result->'month'->>'month'
        ) AS has_pagibig_extra
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      WHERE i.employee_id = ANY (${ids}::bigint[])
        AND i.result->'month'->>'month' = to_char(e.date_separated, 'YYYY-MM')
      ORDER BY i.employee_id, p.posted_at DESC, p.id DESC
    `,
  )
  return new Map(rows.map(({ employee_id, ...leaver }) => [employee_id, leaver]))
}

/** Days before the payroll, or before the last day, in which unpaid salaries are searched for. */
const UNPAID_WITHIN = 62

/**
 * SQL: days of employment before a payroll that no posted payroll paid, as rows of `employee_id, kind, severity, message`.
 * Either the period of the last day, whose salary run leaves out employees who left in it, or a period that was paid to the
 * pay group before the employee was in it. A payroll pays its own period only, so these days must be paid in another way.
 */
export function unpaidDays(ctx: Ctx, id: number): Sql {
  const [payroll, period] = [table(ctx, 'payroll'), table(ctx, 'pay_period')]
  const day = (date: Sql): Sql => sql`to_char(${date}, 'YYYY/MM/DD')`
  return sql`
    SELECT w.employee_id, 'unpaid_days', 'warning',
      concat(
        'No payroll paid ', ${day(sql`w.first`)}, ' to ', ${day(sql`w.last`)}, ' (', w.periods, '): ',
        CASE
          WHEN w.tag = 'final_pay'
            THEN 'make the final pay for that period instead, or pay the days with an entry of this payroll'
          ELSE 'pay the days with an entry of this payroll or an adjustment'
        END
      )
    FROM (
      SELECT l.employee_id, p.payroll_tag AS tag, min(greatest(o.date_from, e.date_hired)) AS first,
        max(least(o.date_to, e.date_separated)) AS last, string_agg(o.name, '; ' ORDER BY o.date_from) AS periods
      FROM ${employeesTable(ctx)} l
      JOIN ${payroll} p ON p.id = l.parent_id
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      JOIN ${period} d ON d.id = p.pay_period_id
      JOIN ${period} o ON o.pay_cycle_id = d.pay_cycle_id
        AND o.date_to < d.date_from
        AND o.date_to > coalesce(e.date_separated, d.date_from) - ${UNPAID_WITHIN}::int
        AND o.date_to >= e.date_hired
        AND o.date_from <= coalesce(e.date_separated, o.date_to)
      WHERE p.id = ${id}
        AND (
          p.payroll_tag = 'final_pay'
          AND e.date_separated BETWEEN o.date_from AND o.date_to OR EXISTS (
            SELECT 1
            FROM ${payroll} q
            WHERE q.pay_period_id = o.id
              AND q.pay_group_id = p.pay_group_id
              AND q.payroll_tag = 'standard'
              AND q.status = 'posted'
          )
        )
        AND NOT EXISTS (
          SELECT 1
          FROM ${payroll} q
          JOIN ${period} r ON r.id = q.pay_period_id
          JOIN ${employeesTable(ctx)} m ON m.parent_id = q.id AND m.employee_id = e.id
          WHERE q.payroll_tag IN ('standard', 'supplementary', 'final_pay')
            AND q.status = 'posted'
            AND least(o.date_to, e.date_separated) BETWEEN r.date_from AND r.date_to
        )
      GROUP BY 1, 2
    ) w
  `
}
