/** Time sheets: the sum of an employee's days in a pay period, as payroll reads it. */

import { judgeHolidays, type SheetOptions, sumPeriod } from '../../../domain/time/period.ts'
import type { PeriodTime } from '../../../domain/time/types.ts'
import type { Row } from '../../../engine/model/module.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { termsOf } from '../people/employment-terms.ts'
import { loadWorkers, type Worker } from './inputs.ts'
import { revived, type StoredDay } from './records.ts'

/** Days before a period that are checked for the workday before its first holidays. */
const HISTORY_DAYS = 31

/** Parts of the time that a sheet includes, in the order of their ids. */
export const OPTIONS = [
  { option_id: 1, name: 'Overtime', key: 'overtime' },
  { option_id: 2, name: 'Night differential', key: 'night_differential' },
  { option_id: 3, name: 'Holidays', key: 'holiday' },
] as const

interface Period {
  readonly id: number
  readonly pay_cycle_id: number
  readonly from: string
  readonly to: string
}
interface Sheet {
  readonly id: number
  readonly employee_id: number
  readonly pay_period_id: number
  readonly status: string
  readonly options: readonly { option_id: number; value: boolean | null }[]
}

/** Pay periods that count time on one of the dates, or the named one. */
async function periodsOn(ctx: Ctx, from: string, to: string, only?: number): Promise<Period[]> {
  return ctx.db.query<Period>(
    sql`
      SELECT *
      FROM (
        SELECT id, pay_cycle_id, coalesce(dtr_from, date_from)::text AS "from", coalesce(dtr_to, date_to)::text AS "to"
        FROM ${table(ctx, 'pay_period')}
      ) p
      WHERE p."from" <= ${to}
        AND p."to" >= ${from}
        AND (${only ?? null}::bigint IS NULL OR p.id = ${only ?? null}::bigint)
      ORDER BY p."from", p.id
    `,
  )
}

/** Cut-offs that touch the dates, extended to whole cut-offs: the days of a sheet. */
export async function sheetPeriod(ctx: Ctx, id: number): Promise<Period | undefined> {
  return (await periodsOn(ctx, '0001-01-01', '9999-12-31', id))[0]
}

async function storedDays(ctx: Ctx, ids: readonly number[], from: string, to: string): Promise<Map<number, StoredDay[]>> {
  const rows = await ctx.db.query<{ employee_id: number; days: StoredDay[] }>(
    sql`
      SELECT employee_id, json_agg(result ORDER BY date) AS days
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ANY (${ids}::bigint[]) AND date BETWEEN ${from}::date AND ${to}::date AND result IS NOT NULL
      GROUP BY employee_id
    `,
  )
  return new Map(rows.map((row) => [row.employee_id, row.days]))
}

async function knownSheets(ctx: Ctx, ids: readonly number[], periods: readonly number[]): Promise<Map<string, Sheet>> {
  const options = table(ctx, 'time_sheet__options')
  const rows = await ctx.db.query<Sheet>(
    sql`
      SELECT s.id, s.employee_id, s.pay_period_id, s.status,
        coalesce(
          (
            SELECT json_agg(json_build_object('option_id', o.option_id, 'value', o.value))
            FROM ${options} o
            WHERE o.parent_id = s.id
          ),
          '[]'
        ) AS options
      FROM ${table(ctx, 'time_sheet')} s
      WHERE s.employee_id = ANY (${ids}::bigint[]) AND s.pay_period_id = ANY (${periods}::bigint[])
    `,
  )
  return new Map(rows.map((row) => [`${row.employee_id}|${row.pay_period_id}`, row]))
}

/** Options of a sheet: those that were set, else those of the employee's attendance settings. */
function optionsOf(worker: Worker, sheet: Sheet | undefined): Required<SheetOptions> {
  const set = new Map(sheet?.options.map((option) => [option.option_id, option.value !== false]))
  const entitlements = { overtime: worker.allow_overtime, night_differential: worker.night_differential, holiday: worker.holiday_pay }
  return Object.fromEntries(
    OPTIONS.map(({ option_id, key }) => [key, set.get(option_id) ?? entitlements[key] !== false]),
  ) as unknown as Required<SheetOptions>
}

const sum = (time: PeriodTime, part: (row: PeriodTime['worked'][number]) => number): number =>
  time.worked.reduce((total, row) => total + part(row), 0)
const DAY = 480

interface SheetFacts {
  readonly time: PeriodTime
  readonly incomplete: number
  readonly options: Required<SheetOptions>
}

/** A sheet as a row; minutes become hours, and absences days of the scheduled length. */
function sheetRow(worker: Worker, period: Period, { time, incomplete, options }: SheetFacts): Row {
  const perDay = time.days_scheduled ? time.scheduled_minutes / time.days_scheduled : DAY
  const overtime = Object.fromEntries(
    time.worked
      .filter((row) => row.overtime + row.overtime_night > 0)
      .map((row) => [row.day_type, Math.round(((row.overtime + row.overtime_night) / 60) * 100) / 100]),
  )
  return {
    e: worker.id,
    p: period.id,
    f: period.from,
    t: period.to,
    d: time.days_worked,
    r: sum(time, (row) => row.regular + row.regular_night),
    l: time.late_minutes,
    u: time.undertime_minutes,
    a: time.absent_minutes / perDay,
    o: overtime,
    om: sum(time, (row) => row.overtime + row.overtime_night),
    n: sum(time, (row) => row.regular_night + row.overtime_night),
    lp: time.paid_leave_minutes / perDay,
    lu: time.unpaid_leave_minutes / perDay,
    i: incomplete,
    x: time,
    op: OPTIONS.map(({ option_id, name, key }) => ({ option_id, name, value: options[key] })),
  }
}

/** The sum of an employee's days in a pay period. */
interface SheetTime {
  readonly worker: Worker
  readonly period: Period
  readonly time: PeriodTime
  /** Days without a time in or out. */
  readonly incomplete: number
  readonly options: Required<SheetOptions>
}

/** Which sheets are summed up, and how. */
interface SheetsAsked {
  readonly payPeriodId?: number
  /** Includes locked sheets. */
  readonly withLocked?: boolean
  /** Days on which a sum is split, beside those on which the terms of pay change; by employee. */
  readonly cuts?: ReadonlyMap<number, readonly string[]>
}

/** Sums up the days of employees in the pay periods that touch the dates; employees without a pay group are left out. */
async function sheetTimes(
  ctx: Ctx,
  employeeIds: readonly number[],
  { from, to, asked }: { readonly from: string; readonly to: string; readonly asked: SheetsAsked },
): Promise<SheetTime[]> {
  const workers = (await loadWorkers(ctx, employeeIds)).filter((worker) => worker.pay_cycle_id !== null)
  const periods = await periodsOn(ctx, from, to, asked.payPeriodId)
  if (!workers.length || !periods.length) return []
  const ids = workers.map((worker) => worker.id)
  const first = periods.reduce((least, period) => (period.from < least ? period.from : least), periods[0]!.from)
  const last = periods.reduce((most, period) => (period.to > most ? period.to : most), periods[0]!.to)
  const days = await storedDays(ctx, ids, addDays(first, -HISTORY_DAYS), last)
  const sheets = await knownSheets(
    ctx,
    ids,
    periods.map((period) => period.id),
  )
  const terms = await termsOf(ctx, ids, first, last)
  const result: SheetTime[] = []
  for (const worker of workers) {
    const sheetDays = (days.get(worker.id) ?? []).map(revived)
    for (const period of periods) {
      const sheet = sheets.get(`${worker.id}|${period.id}`)
      if (period.pay_cycle_id !== worker.pay_cycle_id || (sheet?.status === 'locked' && !asked.withLocked)) continue
      const until = sheetDays.filter((day) => day.date <= period.to)
      const within = until.filter((day) => day.date >= period.from)
      if (!within.length && !sheet) continue
      const isNew = worker.hired !== null && worker.hired >= period.from
      const holidays = judgeHolidays(until, worker.present_previous || !isNew).filter((judgeHoliday) => judgeHoliday.date >= period.from)
      const changes = [...(terms.get(worker.id) ?? []).map((employeeTerms) => employeeTerms.from), ...(asked.cuts?.get(worker.id) ?? [])]
      const on = changes.filter((date) => date > period.from && date <= period.to)
      const options = optionsOf(worker, sheet)
      const time = sumPeriod(within, holidays, options, on.length ? { from: period.from, to: period.to, on } : undefined)
      result.push({ worker, period, time, incomplete: within.filter((day) => day.status === 'incomplete').length, options })
    }
  }
  return result
}

/**
 * Makes or updates the sheets of employees in the pay periods that touch the dates (or only in the one named). Locked
 * ones and employees without pay group are left out. Within the caller's transaction; answers how many there are.
 */
export async function refreshSheets(
  ctx: Ctx,
  employeeIds: readonly number[],
  { from, to, payPeriodId }: { readonly from: string; readonly to: string; readonly payPeriodId?: number },
): Promise<number> {
  const times = await sheetTimes(ctx, employeeIds, { from, to, asked: payPeriodId === undefined ? {} : { payPeriodId } })
  await writeSheets(
    ctx,
    times.map((time) => sheetRow(time.worker, time.period, { time: time.time, incomplete: time.incomplete, options: time.options })),
  )
  return times.length
}

/**
 * The time of sheets, locked ones too, split on the days on which the terms of pay change as known now, and on `cuts`; by
 * `employee|pay period`. Nothing is written. A fixed number of statements for any number of employees.
 */
export async function timeInParts(
  ctx: Ctx,
  cuts: ReadonlyMap<number, readonly string[]>,
  from: string,
  to: string,
): Promise<Map<string, PeriodTime>> {
  const times = await sheetTimes(ctx, [...cuts.keys()], { from, to, asked: { withLocked: true, cuts } })
  return new Map(times.map(({ worker, period, time }) => [`${worker.id}|${period.id}`, time]))
}

async function writeSheets(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (!rows.length) return
  const options = table(ctx, 'time_sheet__options')
  const columns: Readonly<Record<string, string>> = {
    date_from: 'f',
    date_to: 't',
    days_worked: 'round(d, 2)',
    regular_hours: 'round(r / 60.0, 2)',
    late_minutes: 'l',
    undertime_minutes: 'u',
    absences: 'round(a, 2)',
    overtime: 'o',
    overtime_hours: 'round(om / 60.0, 2)',
    night_diff_hours: 'round(n / 60.0, 2)',
    leave_with_pay: 'round(lp, 2)',
    leave_without_pay: 'round(lu, 2)',
    incomplete_days: 'i',
    period_time: 'x',
  }
  const names = Object.keys(columns)
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      WITH given AS MATERIALIZED (
        SELECT *
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(
          e bigint, p bigint, f date, t date, d numeric, r int, l int, u int, a numeric, o jsonb, om int, n int,
          lp numeric, lu numeric, i int, x jsonb, op jsonb
        )
      ),
      made AS (
        INSERT INTO ${table(ctx, 'time_sheet')} AS s (
          employee_id, pay_period_id, ${raw(names.join(', '))}, status, version, created_by, updated_by, created_at,
          updated_at
        )
        SELECT e, p, ${raw(Object.values(columns).join(', '))}, 'open', 1, ${user}, ${user}, ${now}, ${now}
        FROM given
        ON CONFLICT (employee_id, pay_period_id) DO UPDATE SET
          ${raw(names.map((name) => `${name} = excluded.${name}`).join(', '))}, version = s.version + 1,
          updated_by = excluded.updated_by, updated_at = excluded.updated_at
        WHERE s.status <> 'locked'
        RETURNING s.id, s.employee_id, s.pay_period_id
      )
      INSERT INTO ${options} (parent_id, line_no, option_id, name, value)
      SELECT m.id, (k.v->>'option_id')::int, (k.v->>'option_id')::int, k.v->>'name', (k.v->>'value')::boolean
      FROM made m
      JOIN given g ON g.e = m.employee_id AND g.p = m.pay_period_id
      CROSS JOIN LATERAL jsonb_array_elements(g.op) k(v)
      WHERE NOT EXISTS (SELECT 1 FROM ${options} x WHERE x.parent_id = m.id)
    `,
  )
}

/** Freezes or unfreezes days. */
export async function freezeDays(
  ctx: Ctx,
  employeeIds: readonly number[],
  { from, to, isLocked }: { readonly from: string; readonly to: string; readonly isLocked: boolean },
): Promise<void> {
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'daily_time_record')}
      SET is_locked = ${isLocked}, version = version + 1
      WHERE employee_id = ANY (${employeeIds}::bigint[])
        AND date BETWEEN ${from}::date AND ${to}::date
        AND is_locked IS DISTINCT FROM ${isLocked}
    `,
  )
}
