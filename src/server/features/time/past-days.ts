/**
 * Past days that can still be computed. Shift templates, and the shift of an employee or a team, have no dates: a change of
 * them must not rewrite how such days count. Dated shifts and locked time sheets are what keeps a day as it was.
 */

import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { holdTime } from './locks.ts'
import { generateSchedules } from './schedules.ts'

/**
 * The open past days of employees, as rows of `employee_id` and `date`: from the first day with a record or a punch that no
 * locked time sheet has, until yesterday, within the employment. Days before the first record count for nothing.
 */
const openPastDays = (ctx: Ctx, employees: Sql): Sql => {
  const today = ctx.clock.today(ctx.company.time_zone)
  const isLocked = (employee: Sql, date: Sql): Sql => sql`EXISTS (
    SELECT 1 FROM ${table(ctx, 'time_sheet')} t
    WHERE t.employee_id = ${employee} AND t.status = 'locked' AND ${date} BETWEEN t.date_from AND t.date_to
  )`
  return sql`
    SELECT f.employee_id, g.date::date AS date
    FROM (
      SELECT e.id AS employee_id, e.date_hired, e.date_separated,
        least(
          (
            SELECT min(d.date) FROM ${table(ctx, 'daily_time_record')} d
            WHERE d.employee_id = e.id AND NOT ${isLocked(sql`d.employee_id`, sql`d.date`)}
          ),
          (
            SELECT min((r.logged_at AT TIME ZONE ${ctx.company.time_zone})::date) FROM ${table(ctx, 'raw_time_log')} r
            WHERE r.employee_id = e.id
              AND NOT ${isLocked(sql`r.employee_id`, sql`(r.logged_at AT TIME ZONE ${ctx.company.time_zone})::date`)}
          )
        ) AS first
      FROM ${table(ctx, 'employee')} e
      WHERE e.id IN (${employees})
    ) f
    CROSS JOIN generate_series(greatest(f.first, f.date_hired), least(${today}::date - 1, f.date_separated), interval '1 day') g(date)
    WHERE f.first IS NOT NULL AND NOT ${isLocked(sql`f.employee_id`, sql`g.date::date`)}
  `
}

/** Open past days that go by a template. */
export interface PastUse {
  /** First and last of them. */
  readonly from: string
  readonly to: string
  readonly employees: number
}

/** The open past days that are computed with the template, by a dated shift or as the shift of the employee or team; undefined for none. */
export async function pastUseOf(ctx: Ctx, template: number): Promise<PastUse | undefined> {
  if (!ctx.modules.has('daily_time_record')) return undefined
  const schedules = table(ctx, 'shift_schedule')
  const employees = sql`
    SELECT x.id FROM ${table(ctx, 'employee')} x
    LEFT JOIN ${table(ctx, 'team')} m ON m.id = x.team_id
    WHERE coalesce(x.shift_template_id, m.default_shift_id) = ${template}
      OR EXISTS (SELECT 1 FROM ${schedules} s WHERE s.employee_id = x.id AND s.shift_template_id = ${template})
  `
  const [use] = await ctx.db.query<{ from: string | null; to: string | null; employees: number }>(
    sql`
      SELECT min(p.date)::text AS "from", max(p.date)::text AS "to", count(DISTINCT p.employee_id)::int AS employees
      FROM (${openPastDays(ctx, employees)}) p
      JOIN ${table(ctx, 'employee')} e ON e.id = p.employee_id
      LEFT JOIN ${table(ctx, 'team')} m ON m.id = e.team_id
      LEFT JOIN ${schedules} s ON s.employee_id = p.employee_id AND s.date = p.date
      WHERE coalesce(s.shift_template_id, e.shift_template_id, m.default_shift_id) = ${template}
    `,
  )
  return use?.from && use.to ? { from: use.from, to: use.to, employees: use.employees } : undefined
}

/**
 * Writes the open past days of employees that have no dated shift down as shifts of the template, in the caller's
 * transaction: what they are computed with stays when the shift of the employee or team changes.
 */
export async function fixPastDays(ctx: Ctx, employees: Sql, template: number): Promise<void> {
  if (!ctx.modules.has('daily_time_record')) return
  const rows = await ctx.db.query<{ employee_id: number; from: string; to: string }>(
    sql`
      SELECT employee_id, min(date)::text AS "from", max(date)::text AS "to"
      FROM (${openPastDays(ctx, employees)}) p
      GROUP BY employee_id
      ORDER BY employee_id
    `,
  )
  const spans = new Map<string, { from: string; to: string; employeeIds: number[] }>()
  for (const { employee_id, from, to } of rows) {
    const span = spans.get(`${from}|${to}`) ?? { from, to, employeeIds: [] }
    span.employeeIds.push(Number(employee_id))
    spans.set(`${from}|${to}`, span)
  }
  await holdTime(
    ctx,
    rows.map((row) => Number(row.employee_id)),
  )
  for (const span of spans.values()) await generateSchedules(ctx, { ...span, templateId: template, onlyFree: true })
}
