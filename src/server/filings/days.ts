/** What an employee's days are by schedule, rest days and holidays: what a filing is held against before it is handed in. */
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

export interface DayFacts {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly is_rest_day: boolean
  readonly holiday: string | null
  /** Scheduled hours as `HH:mm`; null without a shift. */
  readonly time_in: string | null
  readonly time_out: string | null
}

/** Days from `from` to `to`, both inclusive. A dated schedule goes before rest days, these before the shift's week. */
export function dayFacts(ctx: Ctx, employee: number, from: string, to: string): Promise<DayFacts[]> {
  const table = (name: string) => qualify(ctx.company.schema, name)
  const clock = (column: string) => `to_char(${column}, 'HH24:MI')`
  const local = (column: string) => `to_char(${column} AT TIME ZONE $4, 'HH24:MI')`
  return ctx.db.query<DayFacts>(
    `SELECT d::date::text AS date, coalesce(s.is_rest_day, r.is_rest, w.is_rest_day, false) AS is_rest_day, h.name AS holiday,
       coalesce(${local('s.time_in')}, ${clock('w.time_in')}, ${clock('t.time_in')}) AS time_in,
       coalesce(${local('s.time_out')}, ${clock('w.time_out')}, ${clock('t.time_out')}) AS time_out
     FROM ${table('employee')} e CROSS JOIN generate_series($2::date, $3::date, interval '1 day') d
     LEFT JOIN ${table('team')} m ON m.id = e.team_id
     LEFT JOIN LATERAL (SELECT * FROM ${table('shift_schedule')} x WHERE x.employee_id = e.id AND x.date = d::date ORDER BY x.id DESC LIMIT 1) s ON true
     LEFT JOIN ${table('shift_template')} t ON t.id = coalesce(s.shift_template_id, e.shift_template_id, m.default_shift_id)
     LEFT JOIN LATERAL (SELECT * FROM ${table('shift_template__days')} x WHERE x.parent_id = t.id AND x.weekday = trim(to_char(d, 'day')) LIMIT 1) w ON true
     LEFT JOIN LATERAL (SELECT (x.date = d::date OR trim(to_char(d, 'day')) = ANY (x.weekdays)) AS is_rest FROM ${table('rest_day')} x
       WHERE x.employee_id = e.id AND x.is_active IS NOT FALSE AND x.effective_from <= d::date AND (x.effective_to IS NULL OR x.effective_to >= d::date)
       ORDER BY (x.date = d::date) DESC NULLS LAST, x.effective_from DESC, x.id DESC LIMIT 1) r ON true
     LEFT JOIN LATERAL (SELECT x.name FROM ${table('holiday')} x
       WHERE x.is_active IS NOT FALSE AND (x.date = d::date OR (x.is_recurring AND x.date <= d::date AND to_char(x.date, 'MM-DD') = to_char(d, 'MM-DD')))
         AND (coalesce(cardinality(x.branch_ids), 0) + coalesce(cardinality(x.region_ids), 0) + coalesce(cardinality(x.city_ids), 0) = 0 OR e.branch_id = ANY (x.branch_ids))
       ORDER BY x.id LIMIT 1) h ON true
     WHERE e.id = $1 ORDER BY d`,
    [employee, from, to, ctx.company.time_zone],
  )
}
