/** Filings in the domain's shape: approved and processed ones count, pending ones are reported. One query per kind. */

import type { FilingStatus, TimeFiling } from '../../../domain/time/filings.ts'
import type { PunchKind } from '../../../domain/time/punch-kind.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { type ShiftBook, WEEKDAYS } from './shifts.ts'

/** A filing of the domain with the row it comes from. */
export interface Filed {
  readonly employee_id: number
  readonly filing: TimeFiling
  readonly module: string
  readonly id: number
}

/** Employees with their time zones, as two arrays for `unnest`. */
export interface Zoned {
  readonly ids: readonly number[]
  readonly zones: readonly string[]
}

const READ = ['posted', 'approved', 'processed']
const STATUS: Readonly<Record<string, FilingStatus>> = { posted: 'pending', approved: 'approved', processed: 'processed' }
const local = (column: Sql): Sql => sql`to_char(${column} AT TIME ZONE e.zone, 'YYYY-MM-DD"T"HH24:MI')`
const clock = (column: Sql): Sql => sql`to_char(${column}, 'HH24:MI')`
const MINUTES_PER_HOUR = 60
/** Leave is counted in days of eight hours. */
const MINUTES_PER_DAY_OF_LEAVE = 480

interface Base {
  readonly id: number
  readonly employee_id: number
  readonly transaction_no: string | null
  readonly status: string
}
const head = (row: Base, module: string): { no: string; status: FilingStatus } => ({
  no: row.transaction_no ?? `${module} ${row.id}`,
  status: STATUS[row.status] ?? 'draft',
})

/** All filings that touch a date from `from` to `to`. */
export async function loadFilings(
  ctx: Ctx,
  people: Zoned,
  { from, to, shifts }: { readonly from: string; readonly to: string; readonly shifts: ShiftBook },
): Promise<Filed[]> {
  const read: Read = (module, columns, where, joined = sql`JOIN ${table(ctx, module)} f ON f.employee_id = e.id`) =>
    ctx.modules.has(module)
      ? ctx.db.query(
          sql`
            SELECT f.id, e.id AS employee_id, f.transaction_no, f.status, ${columns}
            FROM unnest(${people.ids}::bigint[], ${people.zones}::text[]) AS e(id, zone)
            ${joined}
            WHERE f.status = ANY (${READ})
              AND ${where}
            ORDER BY f.id
          `,
        )
      : Promise.resolve([])
  const spans = sql`f.date_from <= ${to}::date AND f.date_to >= ${from}::date`
  const onDate = (column: Sql): Sql => sql`${column} BETWEEN ${from}::date AND ${to}::date`
  const result: Filed[] = []
  const add = (row: Base, module: string, filing: TimeFiling): void =>
    void result.push({ employee_id: row.employee_id, filing, module, id: row.id })

  for (const row of await read<{ type: PunchKind; at: string }>(
    'timelog_filing',
    sql`f.type, ${local(sql`f.logged_at`)} AS at`,
    sql`${onDate(sql`(f.logged_at AT TIME ZONE e.zone)::date`)} AND f.type IS NOT NULL`,
  ))
    add(row, 'timelog_filing', { kind: 'timelog', ...head(row, 'timelog_filing'), type: row.type, at: row.at })

  await leaves(ctx, read, spans, add)

  for (const row of await read<{ date_from: string; date_to: string; time_from: string | null; time_to: string | null }>(
    'official_business_filing',
    sql`f.date_from::text AS date_from, f.date_to::text AS date_to, ${clock(sql`f.time_from`)} AS time_from, ${clock(sql`f.time_to`)} AS time_to`,
    spans,
  )) {
    const { date_from, date_to, time_from, time_to } = row
    const times = time_from && time_to ? { time_from, time_to } : {}
    add(row, 'official_business_filing', {
      kind: 'official_business',
      ...head(row, 'official_business_filing'),
      date_from,
      date_to,
      ...times,
    })
  }

  // Overtime that is exchanged for time off is not also paid.
  for (const row of await read<{ date: string; from: string; to: string; break_minutes: number | null; hours: number | null }>(
    'overtime_filing',
    sql`
      f.date::text AS date, ${local(sql`f.start_at`)} AS "from", ${local(sql`f.end_at`)} AS "to", f.break_minutes,
        f.hours::float8 AS hours
    `,
    sql`${onDate(sql`f.date`)} AND f.is_cto IS NOT TRUE AND f.start_at IS NOT NULL AND f.end_at > f.start_at`,
  ))
    add(row, 'overtime_filing', { kind: 'overtime', ...head(row, 'overtime_filing'), ...authorized(row) })

  await restDays(read, onDate, add)
  await shiftChanges({ ctx, read, spans, shifts, add })

  for (const row of await read<{ date_from: string; date_to: string; hours: number | null }>(
    'cto_filing',
    sql`f.date_from::text AS date_from, f.date_to::text AS date_to, f.hours::float8 AS hours`,
    spans,
  )) {
    const { date_from, date_to } = row
    const isOneDay = date_from === date_to
    const duration = isOneDay
      ? { duration_type: 'hours' as const, minutes: Math.round(Number(row.hours ?? 0) * MINUTES_PER_HOUR) }
      : { duration_type: 'whole_day' as const }
    add(row, 'cto_filing', {
      kind: 'leave',
      ...head(row, 'cto_filing'),
      leave_type: 'compensatory time off',
      with_pay: true,
      date_from,
      date_to,
      ...duration,
    })
  }
  return result
}

type Read = <T>(module: string, columns: Sql, where: Sql, joined?: Sql) => Promise<(T & Base)[]>
type Add = (row: Base, module: string, filing: TimeFiling) => void

const authorized = (row: { date: string; from: string; to: string; break_minutes: number | null; hours: number | null }) => ({
  date: row.date,
  from: row.from,
  to: row.to,
  ...(row.break_minutes ? { break_minutes: row.break_minutes } : {}),
  ...(row.hours ? { minutes: Math.round(row.hours * MINUTES_PER_HOUR) } : {}),
})

interface LeaveRow {
  date_from: string
  date_to: string
  duration_type: 'whole_day' | 'first_half' | 'second_half' | 'hours'
  qty: number | null
  with_pay: boolean | null
  leave_type: string
  time_from: string | null
  time_to: string | null
  dates: { date: string; with_pay: boolean | null }[] | null
}

/** Leave, date by date where its own rows say so: when a balance runs out, some of its days are without pay. */
async function leaves(ctx: Ctx, read: Read, spans: Sql, add: Add): Promise<void> {
  const module = ctx.modules.get('leave_filing')
  if (!module) return
  const lines = module.lines.find((line) => line.name === 'dates')
  const timed = module.field.time_from !== undefined && module.field.time_to !== undefined
  const dates = lines
    ? sql`
        (
          SELECT json_agg(json_build_object('date', d.date, 'with_pay', d.with_pay))
          FROM ${table(ctx, lines.table)} d
          WHERE d.parent_id = f.id
            AND d.date IS NOT NULL
        )
      `
    : sql`NULL`
  const rows = await read<LeaveRow>(
    'leave_filing',
    sql`
      f.date_from::text AS date_from, f.date_to::text AS date_to, f.duration_type, f.qty::float8 AS qty, f.with_pay,
      (SELECT t.name FROM ${table(ctx, 'leave_type')} t WHERE t.id = f.leave_type_id) AS leave_type,
      ${timed ? clock(sql`f.time_from`) : sql`NULL`} AS time_from,
      ${timed ? clock(sql`f.time_to`) : sql`NULL`} AS time_to,
      ${dates} AS dates
    `,
    spans,
  )
  for (const row of rows) {
    const duration =
      row.duration_type !== 'hours'
        ? { duration_type: row.duration_type }
        : row.time_from && row.time_to
          ? { duration_type: row.duration_type, time_from: row.time_from, time_to: row.time_to }
          : { duration_type: row.duration_type, minutes: Math.round(Number(row.qty ?? 0) * MINUTES_PER_DAY_OF_LEAVE) }
    const addLeave = (date_from: string, date_to: string, pay: boolean | null): void =>
      add(row, 'leave_filing', {
        kind: 'leave',
        ...head(row, 'leave_filing'),
        leave_type: row.leave_type ?? 'leave',
        with_pay: pay === true,
        date_from,
        date_to,
        ...duration,
      })
    if (row.dates?.length) for (const date of row.dates) addLeave(date.date, date.date, date.with_pay ?? row.with_pay)
    else if (row.duration_type === 'whole_day') addLeave(row.date_from, row.date_to, row.with_pay)
    else addLeave(row.date_from, row.date_from, row.with_pay)
  }
}

/** A worked rest day, or one moved to another date. */
async function restDays(read: Read, onDate: (column: Sql) => Sql, add: Add): Promise<void> {
  const rows = await read<{ date: string; new_rest_date: string | null; from: string | null; to: string | null; hours: number | null }>(
    'restday_filing',
    sql`
      f.date::text AS date, f.new_rest_date::text AS new_rest_date, ${local(sql`f.work_start`)} AS "from",
        ${local(sql`f.work_end`)} AS "to", f.hours::float8 AS hours
    `,
    sql`(${onDate(sql`f.date`)} OR ${onDate(sql`f.new_rest_date`)})`,
  )
  for (const row of rows) {
    const { date, new_rest_date, from, to } = row
    if (new_rest_date) add(row, 'restday_filing', { kind: 'rest_day_move', ...head(row, 'restday_filing'), date, new_rest_date })
    else if (from && to && from < to)
      add(row, 'restday_filing', {
        kind: 'rest_day_work',
        ...head(row, 'restday_filing'),
        ...authorized({ date, from, to, break_minutes: null, hours: row.hours }),
      })
  }
}

interface ShiftChanges {
  readonly ctx: Ctx
  readonly read: Read
  /** Condition: the filing touches the days. */
  readonly spans: Sql
  readonly shifts: ShiftBook
  readonly add: Add
}

/** Other shifts for some dates, of the listed employees or of the employee who files. */
async function shiftChanges({ ctx, read, spans, shifts, add }: ShiftChanges): Promise<void> {
  const rows = await read<{ date_from: string; date_to: string; shift_template_id: number; weekdays: string[] | null }>(
    'shift_adjustment',
    sql`f.date_from::text AS date_from, f.date_to::text AS date_to, f.shift_template_id, f.weekdays`,
    spans,
    sql`
      JOIN ${table(ctx, 'shift_adjustment')} f ON CASE
        WHEN EXISTS (SELECT 1 FROM ${table(ctx, 'shift_adjustment__employees')} l WHERE l.parent_id = f.id)
          THEN EXISTS (
            SELECT 1
            FROM ${table(ctx, 'shift_adjustment__employees')} l
            WHERE l.parent_id = f.id
              AND l.employee_id = e.id
          )
        ELSE f.employee_id = e.id
      END
    `,
  )
  for (const row of rows as (Row & Base & (typeof rows)[number])[]) {
    const shift = shifts.shift(Number(row.shift_template_id), undefined, {})
    if (!shift) continue
    const weekdays = row.weekdays?.length
      ? { weekdays: row.weekdays.map((name) => WEEKDAYS.indexOf(name as (typeof WEEKDAYS)[number])) }
      : {}
    const { date_from, date_to } = row
    add(row, 'shift_adjustment', { kind: 'shift_change', ...head(row, 'shift_adjustment'), date_from, date_to, shift, ...weekdays })
  }
}
