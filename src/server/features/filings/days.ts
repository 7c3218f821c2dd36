/** An employee's days by schedule, rest days and holidays, against which a filing is checked before it is submitted. */

import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'

export interface DayFacts {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly is_rest_day: boolean
  readonly holiday: string | null
  /** Scheduled hours as `HH:mm`; null without a shift. */
  readonly time_in: string | null
  readonly time_out: string | null
}

/** Whether employee `e` of team `m` has a rest day on `day`: a dated schedule decides, else their rest days, else the shift. */
export function restSql(ctx: Ctx, day: string): string {
  return `coalesce(
    (SELECT x.is_rest_day FROM ${table(ctx, 'shift_schedule').text} x WHERE x.employee_id = e.id AND x.date = ${day} ORDER BY x.id DESC LIMIT 1),
    (SELECT x.date = ${day} OR trim(to_char(${day}, 'day')) = ANY (x.weekdays) FROM ${table(ctx, 'rest_day').text} x
      WHERE x.employee_id = e.id AND x.is_active IS NOT FALSE AND x.effective_from <= ${day} AND (x.effective_to IS NULL OR x.effective_to >= ${day})
      ORDER BY (x.date = ${day}) DESC NULLS LAST, x.effective_from DESC, x.id DESC LIMIT 1),
    (SELECT x.is_rest_day FROM ${table(ctx, 'shift_template__days').text} x
      WHERE x.parent_id = coalesce(e.shift_template_id, m.default_shift_id) AND x.weekday = trim(to_char(${day}, 'day')) LIMIT 1),
    false)`
}

/** Days from `from` to `to`, both inclusive. A dated schedule takes precedence over rest days, and these over the shift's week. */
export function dayFacts(ctx: Ctx, employee: number, from: string, to: string): Promise<DayFacts[]> {
  const clock = (column: Sql) => sql`to_char(${column}, 'HH24:MI')`
  const local = (column: Sql) => sql`to_char(${column} AT TIME ZONE ${ctx.company.time_zone}, 'HH24:MI')`
  return ctx.db.query<DayFacts>(
    sql`
      SELECT d::date::text AS date, coalesce(s.is_rest_day, r.is_rest, w.is_rest_day, false) AS is_rest_day,
        h.name AS holiday,
        coalesce(${local(sql`s.time_in`)}, ${clock(sql`w.time_in`)}, ${clock(sql`t.time_in`)}) AS time_in,
        coalesce(${local(sql`s.time_out`)}, ${clock(sql`w.time_out`)}, ${clock(sql`t.time_out`)}) AS time_out
      FROM ${table(ctx, 'employee')} e
      CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') d
      LEFT JOIN ${table(ctx, 'team')} m ON m.id = e.team_id
      LEFT JOIN LATERAL (
        SELECT *
        FROM ${table(ctx, 'shift_schedule')} x
        WHERE x.employee_id = e.id
          AND x.date = d::date
        ORDER BY x.id DESC
        LIMIT 1
      ) s ON true
      LEFT JOIN ${table(ctx, 'shift_template')} t ON t.id = coalesce(
        s.shift_template_id, e.shift_template_id, m.default_shift_id
      )
      LEFT JOIN LATERAL (
        SELECT *
        FROM ${table(ctx, 'shift_template__days')} x
        WHERE x.parent_id = t.id
          AND x.weekday = trim(to_char(d, 'day'))
        LIMIT 1
      ) w ON true
      LEFT JOIN LATERAL (
        SELECT (x.date = d::date OR trim(to_char(d, 'day')) = ANY (x.weekdays)) AS is_rest
        FROM ${table(ctx, 'rest_day')} x
        WHERE x.employee_id = e.id
          AND x.is_active IS NOT FALSE
          AND x.effective_from <= d::date
          AND (x.effective_to IS NULL OR x.effective_to >= d::date)
        ORDER BY (x.date = d::date) DESC NULLS LAST, x.effective_from DESC, x.id DESC
        LIMIT 1
      ) r ON true
      LEFT JOIN LATERAL (
        SELECT x.name
        FROM ${table(ctx, 'holiday')} x
        WHERE x.is_active IS NOT FALSE
          AND (
            x.date = d::date OR (
              x.is_recurring
              AND x.date <= d::date
              AND to_char(x.date, 'MM-DD') = to_char(d, 'MM-DD')
            )
          )
          AND (
            coalesce(cardinality(x.branch_ids), 0) + coalesce(cardinality(x.region_ids), 0)
              + coalesce(cardinality(x.city_ids), 0) = 0
            OR e.branch_id = ANY (x.branch_ids)
          )
        ORDER BY x.id
        LIMIT 1
      ) h ON true
      WHERE e.id = ${employee}
      ORDER BY d
    `,
  )
}

/** The part of the day in which hours fall, which gives overtime its kind; `shift` where they overlap the shift. */
type PartOfDay = 'pre_shift' | 'post_shift' | 'rest_day' | 'holiday' | 'shift'

/** The part of a work day in which the time between two instants falls; undefined on a day without shift. */
export async function partOfDay(ctx: Ctx, day: DayFacts, from: string, to: string): Promise<PartOfDay | undefined> {
  if (day.holiday) return 'holiday'
  if (day.is_rest_day) return 'rest_day'
  if (!day.time_in || !day.time_out) return undefined
  const [match] = await ctx.db.query<{ part: PartOfDay }>(
    sql`
      SELECT CASE
        WHEN g.ends <= s.starts THEN 'pre_shift'
        WHEN g.starts >= s.ends THEN 'post_shift'
        ELSE 'shift'
        END AS part
      FROM (
        SELECT ${from}::timestamptz AT TIME ZONE ${ctx.company.time_zone} AS starts,
          ${to}::timestamptz AT TIME ZONE ${ctx.company.time_zone} AS ends
      ) g,
        (
          SELECT ${day.date}::date + ${day.time_in}::time AS starts,
            ${day.date}::date + ${day.time_out}::time + CASE
              WHEN ${day.time_out}::time <= ${day.time_in}::time THEN interval '1 day'
              ELSE interval '0'
              END AS ends
        ) s
    `,
  )
  return match?.part
}
