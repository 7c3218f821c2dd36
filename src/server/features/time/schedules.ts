/** Dated shifts: hours from their templates, and whole weeks of them for groups of employees. */

import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { holdTime } from './locks.ts'
import { requireApart } from './overlaps.ts'

/** The time zone of the employee `e`: their own, else that of their team, branch or company. */
const zoneOf = (ctx: Ctx): Sql => sql`
  coalesce(
    (
      SELECT z.iana_name
      FROM ${table(ctx, 'time_zone')} z
      WHERE z.id = coalesce(
        e.time_zone_id,
        (SELECT t.time_zone_id FROM ${table(ctx, 'team')} t WHERE t.id = e.team_id),
        (SELECT b.time_zone_id FROM ${table(ctx, 'branch')} b WHERE b.id = e.branch_id)
      )
    ),
    ${ctx.company.time_zone}::text
  )
`

/** Fills in empty times, and whether the shift runs into the next day. Those changed by hand are no longer planned by a template. */
export async function completeSchedules(ctx: Ctx, ids: readonly number[], byHand = false): Promise<void> {
  await ctx.db.query(
    sql`
      WITH planned AS (
        SELECT s.id, z.zone, s.date, coalesce(d.time_in, t.time_in) AS i, coalesce(d.time_out, t.time_out) AS o,
          CASE WHEN d.time_in IS NULL THEN t.break_out END AS bo,
          CASE WHEN d.time_in IS NULL THEN t.break_in END AS bi,
          s.is_rest_day IS NULL AND d.is_rest_day IS TRUE AS rests
        FROM ${table(ctx, 'shift_schedule')} s
        JOIN ${table(ctx, 'employee')} e ON e.id = s.employee_id
        CROSS JOIN LATERAL (SELECT ${zoneOf(ctx)} AS zone) z
        JOIN ${table(ctx, 'shift_template')} t ON t.id = s.shift_template_id
        LEFT JOIN ${table(ctx, 'shift_template__days')} d ON d.parent_id = t.id
          AND d.weekday = lower(to_char(s.date, 'FMday'))
        WHERE s.id = ANY (${ids}::bigint[])
      ),
      hours AS (
        SELECT id, zone, rests, i, date + i AS time_in, CASE WHEN o <= i THEN date + 1 ELSE date END + o AS time_out,
          CASE WHEN bo < i THEN date + 1 ELSE date END + bo AS break_out,
          CASE WHEN bi < i THEN date + 1 ELSE date END + bi AS break_in
        FROM planned
      )
      UPDATE ${table(ctx, 'shift_schedule')} s
      SET time_in = coalesce(s.time_in, h.time_in AT TIME ZONE h.zone),
        time_out = coalesce(s.time_out, h.time_out AT TIME ZONE h.zone),
        break_out = CASE WHEN s.time_in IS NULL THEN h.break_out AT TIME ZONE h.zone ELSE s.break_out END,
        break_in = CASE WHEN s.time_in IS NULL THEN h.break_in AT TIME ZONE h.zone ELSE s.break_in END,
        is_rest_day = coalesce(s.is_rest_day, h.rests), 
        source = CASE WHEN ${byHand}::boolean AND s.source = 'template' THEN 'manual' ELSE coalesce(s.source, 'manual') END,
        is_night_shift = (
          coalesce(s.time_out AT TIME ZONE h.zone, h.time_out)
        )::date > (coalesce(s.time_in AT TIME ZONE h.zone, h.time_in))::date
      FROM hours h
      WHERE h.id = s.id
    `,
  )
}

interface Generation {
  readonly employeeIds: readonly number[]
  /** The template of all of them; without it each employee has that of their attendance settings or of their team. */
  readonly templateId?: number | undefined
  readonly from: string
  readonly to: string
  /** Also replaces days that were planned by hand or by an adjustment; otherwise those stay. */
  readonly overwrite?: boolean | undefined
  /** Leaves days alone that have a shift of any origin. */
  readonly onlyFree?: boolean | undefined
}

/**
 * Plans employees' shifts from a template for all dates from one to another, in the caller's transaction: days of the week
 * that are free in the template or in the employee's rest days become rest days. Days of locked sheets stay. 422 `E_PLAN` where shifts
 * would overlap. Returns how
 * many it made.
 */
export async function generateSchedules(ctx: Ctx, plan: Generation): Promise<number> {
  await holdTime(ctx, plan.employeeIds)
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  const rows = await ctx.db.query<{ id: number; employee: number; date: string }>(
    sql`
      WITH wanted AS (
        SELECT e.id AS employee_id, g.date::date AS date,
          coalesce(
            ${plan.templateId ?? null}::bigint, e.shift_template_id,
            (SELECT t.default_shift_id FROM ${table(ctx, 'team')} t WHERE t.id = e.team_id)
          ) AS template
        FROM ${table(ctx, 'employee')} e
        CROSS JOIN generate_series(${plan.from}::date, ${plan.to}::date, interval '1 day') g(date)
        WHERE e.id = ANY (${plan.employeeIds}::bigint[])
          AND (e.date_hired IS NULL OR e.date_hired <= g.date)
          AND (e.date_separated IS NULL OR e.date_separated >= g.date)
      ),
      planned AS (
        SELECT w.*,
          coalesce(
            (SELECT lower(to_char(w.date, 'FMday')) = ANY (r.weekdays) FROM ${table(ctx, 'rest_day')} r WHERE r.employee_id = w.employee_id AND r.is_active IS NOT FALSE AND r.date IS NULL AND r.effective_from <= w.date AND (r.effective_to IS NULL OR r.effective_to >= w.date) ORDER BY r.effective_from DESC, r.id DESC LIMIT 1),
            (SELECT d.is_rest_day FROM ${table(ctx, 'shift_template__days')} d WHERE d.parent_id = w.template AND d.weekday = lower(to_char(w.date, 'FMday')) LIMIT 1),
              false
          ) AS rests
        FROM wanted w
        WHERE w.template IS NOT NULL
          AND NOT EXISTS (
            SELECT 1
            FROM ${table(ctx, 'time_sheet')} t
            WHERE t.employee_id = w.employee_id
              AND t.status = 'locked'
              AND w.date BETWEEN t.date_from AND t.date_to
          )
      )
      INSERT INTO ${table(ctx, 'shift_schedule')} AS s (
        employee_id, date, shift_template_id, is_rest_day, source, version, created_by, updated_by, created_at,
        updated_at
      )
      SELECT employee_id, date, template, rests, 'template', 1, ${user}, ${user}, ${now}, ${now}
      FROM planned
      ON CONFLICT (employee_id, date) WHERE date IS NOT NULL DO UPDATE SET
        shift_template_id = excluded.shift_template_id, is_rest_day = excluded.is_rest_day, source = 'template',
        time_in = NULL, time_out = NULL, break_out = NULL, break_in = NULL, version = s.version + 1,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at
      WHERE NOT ${plan.onlyFree ?? false} AND (${plan.overwrite ?? false} OR s.source = 'template')
      RETURNING s.id, s.employee_id AS employee, s.date::text AS date
    `,
  )
  await completeSchedules(
    ctx,
    rows.map((row) => row.id),
  )
  // Days that go on as before are not judged again.
  if (!plan.onlyFree) await requireApart(ctx, rows, true)
  return rows.length
}
