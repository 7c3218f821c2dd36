/** The inputs of time processing that all employees share: policy, shifts, holidays, kinds of days. */

import { type Holiday, type HolidayCalendar, type HolidayKind, holidayCalendar } from '../../../domain/time/holidays.ts'
import type { TimePolicy } from '../../../domain/time/policy.ts'
import { DAY_TYPES, type DayType } from '../../../domain/time/types.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { policyOf } from './policy.ts'
import { ShiftBook, type TemplateRow } from './shifts.ts'

export interface TimeSetup {
  readonly policy: TimePolicy
  readonly shifts: ShiftBook
  readonly calendar: HolidayCalendar
  /** Ids of `day_type` by the names of the domain. */
  readonly dayTypes: ReadonlyMap<DayType, number>
}

/** The calendar's kind for each kind of day of a holiday; days that are worked like others make no difference. */
const KIND_OF: Readonly<Partial<Record<DayType, HolidayKind>>> = {
  regular_holiday: 'regular',
  double_regular: 'regular',
  special: 'special',
  double_special: 'special',
  special_working: 'special_working',
}

/** Place codes of holidays and employees. */
export const placeCode = (kind: 'branch' | 'region' | 'city', id: number): string => `${kind}:${id}`

const clock = (column: string): Sql => sql`to_char(${raw(column)}, 'HH24:MI')`

async function templates(ctx: Ctx): Promise<TemplateRow[]> {
  const [templates, days] = [qualify(ctx.company.schema, 'shift_template'), qualify(ctx.company.schema, 'shift_template__days')]
  return ctx.db.query<TemplateRow>(
    sql`
      SELECT t.id, t.code, t.shift_type, ${clock('t.time_in')} AS time_in, ${clock('t.time_out')} AS time_out,
        t.time_type, ${clock('t.break_out')} AS break_out, ${clock('t.break_in')} AS break_in, t.break_minutes,
        t.hours::float8 AS hours, t.grace_minutes, ${clock('t.core_start')} AS core_start,
        ${clock('t.core_end')} AS core_end,
        coalesce(
          (
            SELECT json_agg(
              json_build_object(
                'weekday', d.weekday, 'time_in', ${clock('d.time_in')}, 'time_out', ${clock('d.time_out')},
                'is_rest_day', d.is_rest_day
              )
            )
            FROM ${raw(days)} d
            WHERE d.parent_id = t.id
          ),
          '[]'
        ) AS days
      FROM ${raw(templates)} t
      WHERE t.time_in IS NOT NULL AND t.time_out IS NOT NULL
    `,
  )
}

async function holidays(ctx: Ctx): Promise<Holiday[]> {
  const rows = await ctx.db.query<{
    date: string
    name: string
    day_type: DayType
    is_recurring: boolean | null
    is_paid: boolean
    source: string | null
    branch_ids: number[] | null
    region_ids: number[] | null
    city_ids: number[] | null
  }>(
    sql`
      SELECT h.date::text AS date, h.name, d.code AS day_type, h.is_recurring, t.is_paid_if_unworked IS TRUE AS is_paid,
        h.proclamation_no AS source, to_json(h.branch_ids) AS branch_ids, to_json(h.region_ids) AS region_ids,
        to_json(h.city_ids) AS city_ids
      FROM ${table(ctx, 'holiday')} h
      JOIN ${table(ctx, 'holiday_type')} t ON t.id = h.holiday_type_id
      JOIN ${table(ctx, 'day_type')} d ON d.id = t.day_type_id
      WHERE h.is_active IS NOT FALSE AND h.date IS NOT NULL
      ORDER BY h.date, h.id
    `,
  )
  return rows.flatMap((row): Holiday[] => {
    const kind = KIND_OF[row.day_type]
    if (!kind) return []
    const places = [
      ...(row.branch_ids ?? []).map((id) => placeCode('branch', id)),
      ...(row.region_ids ?? []).map((id) => placeCode('region', id)),
      ...(row.city_ids ?? []).map((id) => placeCode('city', id)),
    ]
    const holiday: Holiday = {
      date: row.date,
      name: row.name,
      kind,
      places,
      ...(row.is_recurring ? { is_recurring: true } : {}),
      ...(row.is_paid && kind === 'special' ? { is_paid_if_unworked: true } : {}),
      ...(row.source ? { source: row.source } : {}),
    }
    // A double kind of day already counts as two holidays.
    return row.day_type.startsWith('double') ? [holiday, { ...holiday, name: `${row.name} (second)` }] : [holiday]
  })
}

/** Reads all of it in three queries. 422 when kinds of days are missing or a setting is invalid. */
export async function timeSetup(ctx: Ctx): Promise<TimeSetup> {
  const policy = policyOf(ctx)
  const types = await ctx.db.query<{ id: number; code: DayType }>(sql`SELECT id, code FROM ${table(ctx, 'day_type')}`)
  const dayTypes = new Map(types.map((row) => [row.code, row.id]))
  const missing = DAY_TYPES.filter((code) => !dayTypes.has(code))
  if (missing.length) throw refuse('E_DAY_TYPES', `Kinds of days are missing: ${missing.join(', ')}. Add day types with these codes.`)
  return { policy, shifts: new ShiftBook(await templates(ctx)), calendar: holidayCalendar(await holidays(ctx)), dayTypes }
}
