/** Processed days as rows of `daily_time_record` and `time_log`: one statement each, rewriting only changed rows. */

import type { DayResult } from '../../../domain/time/day-result.ts'
import { counts } from '../../../domain/time/filings.ts'
import type { PunchKind } from '../../../domain/time/punch-kind.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import type { WorkerInput } from './inputs.ts'
import type { TimeSetup } from './setup.ts'

/** The stored part of a day: the domain's result without its explanation, which is built on demand. */
export type StoredDay = Omit<DayResult, 'trace' | 'punches'>

export function storedDay(day: DayResult): StoredDay {
  const { trace: _trace, punches: _punches, ...dayRecord } = day
  return dayRecord
}
/** A stored day for the sums of the domain, which need no explanation. */
export const revived = (day: StoredDay): DayResult => ({ ...day, punches: [], trace: () => [] })

/** The filing of a kind that counts on a date, the latest one. */
function filingOn(input: WorkerInput, module: string, date: string): number | null {
  let found: number | null = null
  for (const { module: name, id, filing } of input.filed) {
    if (name !== module || !counts(filing)) continue
    const isOn = 'date_from' in filing ? filing.date_from <= date && date <= filing.date_to : 'date' in filing && filing.date === date
    if (isOn) found = id
  }
  return found
}

const isOut = (kind: PunchKind | undefined): boolean => kind === 'time_out' || kind === 'break_out'

/** A processed day as a row; times are local minutes, which the database converts to instants. */
export function dayRow(setup: TimeSetup, input: WorkerInput, day: DayResult): Row {
  const { worker } = input
  const index = day.punches.findIndex((punch) => punch.kind === 'break_out')
  const out = index < 0 ? undefined : day.punches[index]
  const back = index < 0 ? undefined : day.punches.slice(index).find((punch) => punch.kind === 'break_in')
  return {
    e: worker.id,
    d: day.date,
    a: day.status,
    s: input.schedules.get(day.date) ?? null,
    c: day.shift ?? null,
    t: setup.dayTypes.get(day.day_type)!,
    z: worker.zone,
    zi: worker.time_zone_id,
    i: worker.is_international,
    // An unpaired punch is shown, although no time is counted by it.
    ti: day.time_in ?? day.punches.find((punch) => !isOut(punch.kind))?.at ?? null,
    bo: out?.at ?? null,
    bi: back?.at ?? null,
    to: day.time_out ?? day.punches.findLast((punch) => isOut(punch.kind))?.at ?? null,
    rd: day.day_type === 'rest_day' || day.day_type.endsWith('_rest_day'),
    w: day.regular_minutes + day.premium_minutes,
    l: day.late_minutes,
    u: day.undertime_minutes,
    ab: day.absent_minutes,
    o: day.overtime_minutes,
    n: day.night_minutes,
    v: day.paid_leave_minutes + day.unpaid_leave_minutes,
    b: day.business_minutes,
    lf: filingOn(input, 'leave_filing', day.date),
    of: filingOn(input, 'overtime_filing', day.date),
    m: input.marks.get(day.date) ?? null,
    r: storedDay(day),
  }
}

const instant = (column: string): string => `(timestamp 'epoch' + ${column} * interval '1 minute') AT TIME ZONE z`
const hours = (column: string): string => `round(${column} / 60.0, 2)`

/** Writes days. Rows that are already equal are not written. */
export async function writeDays(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (!rows.length) return
  const columns: Readonly<Record<string, string>> = {
    attendance: 'a',
    shift_schedule_id: 's',
    shift_code: 'c',
    day_type_id: 't',
    time_in: instant('ti'),
    break_out: instant('bo'),
    break_in: instant('bi'),
    time_out: instant('"to"'),
    is_rest_day: 'rd',
    is_absent: `a = 'absent'`,
    exception: `CASE WHEN a IN ('absent', 'incomplete') THEN a WHEN a LIKE 'unscheduled%' THEN 'unscheduled' WHEN l > 0 THEN 'late' WHEN u > 0 THEN 'undertime' END`,
    work_hours: hours('w'),
    late_minutes: 'l',
    undertime_minutes: 'u',
    absent_minutes: 'ab',
    overtime_hours: hours('o'),
    night_diff_hours: hours('n'),
    leave_hours: hours('v'),
    ob_hours: hours('b'),
    leave_filing_id: 'lf',
    overtime_filing_id: '"of"',
    time_zone_id: 'zi',
    is_international: 'i',
    mark: 'm',
    result: 'r',
  }
  const names = Object.keys(columns)
  const now = ctx.clock.now().toISOString()
  const user = ctx.principal.user_id || null
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'daily_time_record')} AS t (
        employee_id, date, ${raw(names.join(', '))}, status, is_locked, processed_at, version, created_by, updated_by,
        created_at, updated_at
      )
      SELECT e, d, ${raw(Object.values(columns).join(', '))}, 'processed', false, ${now}, 1, ${user}, ${user},
        ${now}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
        e bigint, d date, a text, s bigint, c text, t bigint, z text, zi bigint, i boolean, ti int, bo int, bi int,
        "to" int, rd boolean, w int, l int, u int, ab int, o int, n int, v int, b int, lf bigint, "of" bigint, m text,
        r jsonb
      )
      ON CONFLICT (employee_id, date) WHERE date IS NOT NULL DO UPDATE SET
        ${raw(names.map((name) => `${name} = excluded.${name}`).join(', '))}, processed_at = excluded.processed_at,
        version = t.version + 1, updated_by = excluded.updated_by, updated_at = excluded.updated_at
      WHERE (${raw(names.map((name) => `t.${name}`).join(', '))}) IS DISTINCT FROM (
        ${raw(names.map((name) => `excluded.${name}`).join(', '))}
      )
    `,
  )
}

/** Punches of the days by work date, for `time_log`. Those without a kind alternate between in and out, as they were read. */
export function punchRows(days: readonly DayResult[]): Row[] {
  return days.flatMap((day) => {
    let isIn = false
    return day.punches.flatMap((punch): Row[] => {
      const kind: PunchKind = punch.kind ?? (isIn ? 'time_out' : 'time_in')
      isIn = kind === 'time_in' || kind === 'break_in'
      return punch.source === 'filing' || punch.no === undefined ? [] : [{ r: Number(punch.no), d: day.date, k: kind }]
    })
  })
}

/** Records which punches the days have used, and on which work date. */
export async function writePunches(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (!rows.length) return
  const punches = table(ctx, 'raw_time_log')
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      WITH used AS MATERIALIZED (
        SELECT *
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(r bigint, d date, k text)
      ),
      told AS (
        UPDATE ${punches} r
        SET is_processed = true
        FROM used u
        WHERE r.id = u.r
          AND r.is_processed IS NOT TRUE
      )
      INSERT INTO ${table(ctx, 'time_log')} AS t (
        employee_id, date, type, direction, is_break, logged_at, raw_time_log_id, source, is_used, photo, latitude,
        longitude, version, created_at, updated_at
      )
      SELECT p.employee_id, u.d, u.k, CASE WHEN u.k IN ('time_in', 'break_in') THEN 'In' ELSE 'Out' END,
        u.k IN ('break_in', 'break_out'), p.logged_at, p.id,
        CASE p.source WHEN 'web_bundy' THEN 'web' WHEN 'wl20' THEN 'biometric' ELSE p.source END, true, p.photo,
        p.latitude, p.longitude, 1, ${now}, ${now}
      FROM used u
      JOIN ${punches} p ON p.id = u.r
      ON CONFLICT (raw_time_log_id) DO UPDATE SET
        date = excluded.date, type = excluded.type, direction = excluded.direction, is_break = excluded.is_break,
        is_used = true, version = t.version + 1
      WHERE (t.date, t.type, t.is_used) IS DISTINCT FROM (excluded.date, excluded.type, true)
    `,
  )
}
