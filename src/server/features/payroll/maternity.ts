/** Maternity leaves that a payroll pays by the SSS benefit and the salary differential (RA 11210), and their problems. */

import { type MaternityLeave, maternityCreditsNeeded, maternityMonths } from '../../../domain/payroll/index.ts'
import { inForce, type StatutoryTables } from '../../../domain/statutory/index.ts'
import { Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Run } from './run.ts'
import { hoursOf, type Joining, workdaysWithin } from './workdays.ts'

interface Filed {
  readonly id: number
  readonly employee_id: number
  readonly filing: string
  readonly from: string
  readonly to: string
  readonly days: number
  readonly sss_benefit: string | null
  /** A payroll that was not voided has paid the benefit and the differential, or is about to. */
  readonly is_settled: boolean
}

interface Credit {
  readonly employee_id: number
  readonly month: string
  readonly credit: string
}

/** Approved maternity leaves with pay, as conditions on a filing `f` and its type `t`. */
const APPROVED = sql`t.category = 'maternity' AND f.with_pay IS NOT FALSE AND f.status IN ('approved', 'processed')`

/** Whether a payroll other than this one has settled the leave `f`. */
const settledSql = (ctx: Ctx, payroll: number): Sql =>
  sql`
    EXISTS (
      SELECT 1
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} o ON o.id = i.payroll_id AND o.status <> 'voided'
      WHERE i.employee_id = f.employee_id
        AND i.payroll_id <> ${payroll}
        AND i.input->'maternity' @> jsonb_build_array(jsonb_build_object('key', f.id::text, 'settles', true))
    )
  `

interface Span {
  readonly from: string
  readonly to: string
}

/** By employee, the days of maternity leaves that another payroll has paid in full: no salary is paid for them any more. */
export async function paidMaternity(ctx: Ctx, run: Run, employees: readonly number[]): Promise<Map<number, Span[]>> {
  if (!ctx.modules.has('leave_filing')) return new Map()
  const rows = await ctx.db.query<Span & { employee_id: number }>(
    sql`
      SELECT f.employee_id, f.date_from::text AS "from", f.date_to::text AS "to"
      FROM ${table(ctx, 'leave_filing')} f
      JOIN ${table(ctx, 'leave_type')} t ON t.id = f.leave_type_id
      WHERE f.employee_id = ANY (${employees}::bigint[])
        AND f.date_to >= ${run.period.from}::date
        AND ${APPROVED}
        AND ${settledSql(ctx, run.payroll_id)}
      ORDER BY f.date_from
    `,
  )
  return Map.groupBy(rows, (row) => row.employee_id)
}

/**
 * By employee, the leaves with days in the cut-off of the run; in its pay period for employees without a time sheet
 * (`hasTime`), whose salary is paid for the workdays of that period. A leave whose benefit is neither entered nor
 * computable from salary credits on record is left out: it is paid as any leave with pay, and the problems say so.
 */
export async function maternityOf(
  ctx: Ctx,
  run: Run,
  employees: readonly (Joining & { readonly hours_per_day: string | null })[],
  hasTime: (id: number) => boolean,
): Promise<Map<number, MaternityLeave[]>> {
  const employeeIds = employees.map((employee) => employee.id)
  const { period, dtr } = run
  const result = new Map<number, MaternityLeave[]>()
  if (!ctx.modules.has('leave_filing')) return result
  const all = await ctx.db.query<Filed>(
    sql`
      SELECT f.id, f.employee_id, f.transaction_no AS filing, f.date_from::text AS "from", f.date_to::text AS "to",
        f.sss_benefit::text,
        coalesce(
          (
            SELECT round(sum(d.qty))::int
            FROM ${linesTable(ctx, 'leave_filing', 'dates')} d
            WHERE d.parent_id = f.id
              AND d.with_pay IS NOT FALSE
          ),
          f.date_to - f.date_from + 1
        ) AS days,
        ${settledSql(ctx, run.payroll_id)} AS is_settled
      FROM ${table(ctx, 'leave_filing')} f
      JOIN ${table(ctx, 'leave_type')} t ON t.id = f.leave_type_id
      WHERE f.employee_id = ANY (${employeeIds}::bigint[])
        AND ${APPROVED}
        AND f.date_from <= ${dtr.to > period.to ? dtr.to : period.to}::date
        AND f.date_to >= ${dtr.from < period.from ? dtr.from : period.from}::date
      ORDER BY f.date_from, f.id
    `,
  )
  const filed = all.filter((candidate) => {
    const paid = hasTime(candidate.employee_id) ? dtr : period
    return candidate.from <= paid.to && candidate.to >= paid.from
  })
  if (!filed.length) return result
  const credits = await creditsOf(
    ctx,
    filed.filter((candidate) => candidate.sss_benefit === null).map((entry) => entry.employee_id),
    filed.map((entry) => maternityMonths(entry.from)),
  )
  const days = await ctx.db.query<{ employee_id: number; date: string; minutes: number }>(
    sql`
      SELECT employee_id, date::text, (result->>'paid_leave_minutes')::int AS minutes
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ANY (${filed.map((entry) => entry.employee_id)}::bigint[])
        AND date BETWEEN ${run.dtr.from}::date AND ${run.dtr.to}::date
        AND (result->>'paid_leave_minutes')::int > 0
      ORDER BY employee_id, date
    `,
  )
  const timeless = new Set(filed.map((entry) => entry.employee_id).filter((id) => !hasTime(id)))
  const workdays = await workdaysWithin(
    ctx,
    run,
    employees.filter(({ id }) => timeless.has(id)),
  )
  const dayMinutes = new Map(employees.map((employee) => [employee.id, Number(hoursOf(run, employee)) * 60]))
  for (const entry of filed) {
    const { employee_id, from, to } = entry
    const away = timeless.has(employee_id)
      ? workdays.get(employee_id)!.map(({ date }) => ({ date, minutes: dayMinutes.get(employee_id)! }))
      : days.filter((day) => day.employee_id === employee_id).map(({ date, minutes }) => ({ date, minutes }))
    const ownCredits = creditsBefore(credits, run.tables, { employee_id, from })
    if (entry.sss_benefit === null && ownCredits.length < maternityCreditsNeeded(from)) continue
    const leave: MaternityLeave = {
      key: String(entry.id),
      filing: entry.filing,
      from,
      to,
      days: entry.days,
      time: away.filter(({ date }) => from <= date && date <= to),
      settles: !entry.is_settled,
      ...(entry.sss_benefit === null ? { credits: ownCredits } : { sss_benefit: entry.sss_benefit }),
      pays_differential: ctx.settings.maternity_differential !== false,
    }
    result.set(employee_id, [...(result.get(employee_id) ?? []), leave])
  }
  return result
}

/** The regular salary credits of an employee in the twelve months before the semester of a contingency, of those on record. */
export function creditsBefore(
  credits: readonly Credit[],
  tables: StatutoryTables,
  contingency: { employee_id: number; from: string },
): string[] {
  const months = maternityMonths(contingency.from)
  return credits
    .filter(({ employee_id, month }) => employee_id === contingency.employee_id && month >= months.from && month <= months.to)
    .map(({ month, credit }) => Decimal.min(dec(credit), inForce(tables.sss, `${month}-01`, 'SSS table').regular_maximum).toFixed())
}

/** Salary credits of months with contributions, each as its last payroll left it, in the months that the leaves need. */
export async function creditsOf(
  ctx: Ctx,
  employeeIds: readonly number[],
  months: readonly { from: string; to: string }[],
): Promise<Credit[]> {
  if (!employeeIds.length || !ctx.modules.has('sss_contribution_payment')) return []
  const first = months.map((month) => month.from).sort()[0]!
  const last = months
    .map((month) => month.to)
    .sort()
    .at(-1)!
  return ctx.db.query<Credit>(
    sql`
      SELECT employee_id, concat(year, '-', lpad(month::text, 2, '0')) AS month,
        (array_agg(msc ORDER BY id DESC))[1]::text AS credit
      FROM ${table(ctx, 'sss_contribution_payment')}
      WHERE employee_id = ANY (${employeeIds}::bigint[])
        AND msc > 0
        AND year * 12 + month BETWEEN ${monthNumber(first)} AND ${monthNumber(last)}
      GROUP BY employee_id, year, month
    `,
  )
}
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

const UNKNOWN_BENEFIT =
  ' is not known: too few salary credits of its twelve months are on record. The leave is paid as salary, and taxed. Have human resources enter the SSS benefit with the approved leave, then precompute again'

/** Problems of maternity leaves in a payroll, as rows of `employee_id, kind, severity, message`. */
export function maternityProblems(ctx: Ctx, id: number): Sql {
  if (!ctx.modules.has('leave_filing')) return sql`SELECT NULL::bigint, '', '', '' WHERE false`
  return sql`
    SELECT f.employee_id,
      CASE
        WHEN m.leave IS NULL THEN 'maternity_unknown'
        WHEN m.leave->>'sss_benefit' IS NOT NULL OR f.sss_benefit IS NOT NULL THEN 'stale'
        ELSE 'maternity_credits'
      END AS kind,
      CASE
        WHEN m.leave IS NOT NULL AND (m.leave->>'sss_benefit' IS NOT NULL OR f.sss_benefit IS NOT NULL) THEN 'error'
        ELSE 'warning'
      END AS severity,
      CASE
        WHEN m.leave IS NULL
          THEN concat(
            'The SSS benefit of the maternity leave ', f.transaction_no,
            ${UNKNOWN_BENEFIT}::text
          )
        WHEN m.leave->>'sss_benefit' IS NOT NULL OR f.sss_benefit IS NOT NULL
          THEN concat(
            'The SSS benefit of the maternity leave ', f.transaction_no,
            ' changed after this was computed: precompute again'
          )
        ELSE concat(
          'The SSS benefit of the maternity leave ', f.transaction_no, ' is computed from ',
          jsonb_array_length(m.leave->'credits'),
          ' salary credits on record. Compare it with the benefit that the SSS computed, or enter that with the leave'
        )
      END AS message
    FROM ${table(ctx, 'payroll_input')} i
    JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
      AND p.payroll_tag IN ('standard', 'supplementary', 'final_pay')
      AND p.status NOT IN ('posted', 'voided')
    JOIN ${table(ctx, 'leave_filing')} f ON f.employee_id = i.employee_id
      AND f.date_from <= CASE WHEN i.input ? 'time' THEN p.dtr_to ELSE (i.input->'period'->>'to')::date END
      AND f.date_to >= CASE WHEN i.input ? 'time' THEN p.dtr_from ELSE (i.input->'period'->>'from')::date END
    JOIN ${table(ctx, 'leave_type')} t ON t.id = f.leave_type_id AND ${APPROVED}
    LEFT JOIN LATERAL (
      SELECT l AS leave
      FROM jsonb_array_elements(i.input->'maternity') l
      WHERE l->>'key' = f.id::text
    ) m ON true
    WHERE i.payroll_id = ${id}
      AND NOT coalesce((i.input->>'no_time')::boolean, false)
      AND (
        m.leave IS NULL OR (
          (m.leave->>'settles')::boolean
          AND (
            (m.leave->>'sss_benefit')::numeric IS DISTINCT FROM f.sss_benefit OR (
              m.leave->>'sss_benefit' IS NULL
              AND jsonb_array_length(m.leave->'credits') < 6
            )
          )
        )
      )
    UNION ALL
    ${paidAsSalary(ctx, id)}
  `
}

/** Leaves settled in full by a payroll of which an earlier salary had paid days, because the leave was not known yet. */
const paidAsSalary = (ctx: Ctx, id: number): Sql =>
  sql`
    SELECT f.employee_id, 'maternity_paid', 'warning',
      concat(
        o.transaction_no, ' paid salary for ', to_char(greatest(f.date_from, d.date_from), 'YYYY/MM/DD'), ' to ',
        to_char(least(f.date_to, d.date_to), 'YYYY/MM/DD'), ', days of the maternity leave ', f.transaction_no,
        ', for which the SSS benefit and the salary differential are full pay: take the salary of these days back with an adjustment'
      )
    FROM (
      SELECT (l->>'key')::bigint AS leave_id
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status NOT IN ('posted', 'voided'),
        jsonb_array_elements(i.input->'maternity') l
      WHERE i.payroll_id = ${id}
        AND (l->>'settles')::boolean
      -- These few leaves first: PostgreSQL expects many of them, and would join all payrolls of all employees before.
      OFFSET 0
    ) settled
    JOIN ${table(ctx, 'leave_filing')} f ON f.id = settled.leave_id
    JOIN ${employeesTable(ctx)} m ON m.employee_id = f.employee_id
    JOIN ${table(ctx, 'payroll')} o ON o.id = m.parent_id AND o.status = 'posted' AND o.payroll_tag = 'standard'
    JOIN ${table(ctx, 'payroll_input')} b ON b.payroll_id = o.id AND b.employee_id = f.employee_id
    JOIN ${table(ctx, 'pay_period')} d ON d.id = o.pay_period_id
      AND d.date_from <= f.date_to
      AND d.date_to >= f.date_from
    WHERE m.basic_pay > 0
      AND NOT coalesce(b.input->'maternity' @> jsonb_build_array(jsonb_build_object('key', f.id::text)), false)
  `
