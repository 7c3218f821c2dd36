/** The inputs of time processing, for many employees at once: a fixed number of queries for any number of them. */

import type { EmployeeTime } from '../../../domain/time/employee.ts'
import type { TimeFiling } from '../../../domain/time/filings.ts'
import type { PunchKind } from '../../../domain/time/punch-kind.ts'
import type { Punch } from '../../../domain/time/punches.ts'
import type { DatedShift, RestDayRule, Schedule, WeekPattern } from '../../../domain/time/schedule.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { type EmployeeTerms, termsOf } from '../people/employment-terms.ts'
import { type Filed, loadFilings, type Zoned } from './filings.ts'
import { placeCode, type TimeSetup } from './setup.ts'
import { type ShiftOverrides, WEEKDAYS } from './shifts.ts'

/** An employee with the data that time processing needs. */
export interface Worker {
  readonly id: number
  readonly employee_no: string
  readonly name: string
  readonly zone: string
  readonly time_zone_id: number | null
  readonly is_international: boolean
  readonly pay_cycle_id: number | null
  /** The employee's own shift, else that of their present team. */
  readonly shift_template_id: number | null
  readonly own_shift_id: number | null
  readonly is_flexi: boolean | null
  readonly is_exempt: boolean | null
  readonly grace_minutes: number | null
  readonly break_minutes: number | null
  readonly allow_overtime: boolean | null
  readonly holiday_pay: boolean | null
  readonly night_differential: boolean | null
  readonly hired: string | null
  readonly separated: string | null
  readonly present_previous: boolean
}

/** The inputs of one employee's time processing, with the rows behind them. */
export interface WorkerInput {
  readonly worker: Worker
  readonly time: EmployeeTime
  readonly filed: readonly Filed[]
  /** Ids of `shift_schedule` by date. */
  readonly schedules: ReadonlyMap<string, number>
  readonly marks: ReadonlyMap<string, 'absent' | 'present'>
}

/** Employees by id, in order of their ids; `from` and `to` leave out employees who were not employed then. */
export async function loadWorkers(ctx: Ctx, ids: readonly number[]): Promise<Worker[]> {
  return ctx.db.query<Worker>(
    sql`
      SELECT e.id, e.employee_no, e.full_name AS name, coalesce(z.iana_name, ${ctx.company.time_zone}::text) AS zone,
        z.id AS time_zone_id, z.is_international IS TRUE AS is_international, g.pay_cycle_id,
        coalesce(e.shift_template_id, t.default_shift_id) AS shift_template_id, e.shift_template_id AS own_shift_id, e.is_flexi,
        e.is_exempt_dtr AS is_exempt, e.grace_minutes, e.break_minutes, e.allow_overtime, e.holiday_pay,
        e.night_differential, e.date_hired::text AS hired, e.date_separated::text AS separated,
        e.present_previous IS NOT NULL AS present_previous
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = e.branch_id
      LEFT JOIN ${table(ctx, 'time_zone')} z ON z.id = coalesce(e.time_zone_id, t.time_zone_id, b.time_zone_id)
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE e.id = ANY (${ids}::bigint[])
      ORDER BY e.id
    `,
  )
}

function groups<T, R>(rows: readonly T[], key: (row: T) => number, make: (row: T) => R): Map<number, R[]> {
  const result = new Map<number, R[]>()
  for (const row of rows) {
    const list = result.get(key(row))
    if (list) list.push(make(row))
    else result.set(key(row), [make(row)])
  }
  return result
}

interface ScheduleRow {
  readonly employee_id: number
  readonly id: number
  readonly date: string
  readonly shift_template_id: number
  readonly is_rest_day: boolean | null
  readonly time_in: string | null
  readonly time_out: string | null
  readonly break_out: string | null
  readonly break_in: string | null
}

async function loadSchedules(ctx: Ctx, people: Zoned, from: string, to: string): Promise<Map<number, ScheduleRow[]>> {
  const clock = (column: string): string => `to_char(s.${column} AT TIME ZONE e.zone, 'HH24:MI') AS ${column}`
  const rows = await ctx.db.query<ScheduleRow>(
    sql`
      SELECT s.employee_id, s.id, s.date::text AS date, s.shift_template_id, s.is_rest_day,
        ${raw(['time_in', 'time_out', 'break_out', 'break_in'].map(clock).join(', '))}
      FROM unnest(${people.ids}::bigint[], ${people.zones}::text[]) AS e(id, zone)
      JOIN ${table(ctx, 'shift_schedule')} s ON s.employee_id = e.id
      WHERE s.date BETWEEN ${from}::date AND ${to}::date
    `,
  )
  return groups(
    rows,
    (row) => row.employee_id,
    (row) => row,
  )
}

interface RestRow extends RestDayRule {
  readonly employee_id: number
  readonly date: string | null
}

async function loadRestDays(ctx: Ctx, ids: readonly number[], from: string, to: string): Promise<Map<number, RestRow[]>> {
  const rows = await ctx.db.query<{
    employee_id: number
    weekdays: string[] | null
    date: string | null
    effective_from: string
    effective_to: string | null
  }>(
    sql`
      SELECT employee_id, weekdays, date::text AS date, effective_from::text AS effective_from,
        effective_to::text AS effective_to
      FROM ${table(ctx, 'rest_day')}
      WHERE employee_id = ANY (${ids}::bigint[])
        AND is_active IS NOT FALSE
        AND effective_from <= ${to}::date
        AND (effective_to IS NULL OR effective_to >= ${from}::date)
      ORDER BY effective_from, id
    `,
  )
  return groups(
    rows,
    (row) => row.employee_id,
    ({ effective_to, weekdays, ...row }): RestRow => ({
      ...row,
      weekdays: (weekdays ?? []).map((name) => WEEKDAYS.indexOf(name as (typeof WEEKDAYS)[number])),
      ...(effective_to ? { effective_to } : {}),
    }),
  )
}

/** Punches as local minutes. Punches made by filings are left out, because the filings themselves count. */
async function loadPunches(ctx: Ctx, people: Zoned, from: string, to: string): Promise<Map<number, Punch[]>> {
  const rows = await ctx.db.query<{ employee_id: number; punches: [number, number, PunchKind | null, string][] }>(
    sql`
      SELECT e.id AS employee_id,
        json_agg(
          json_build_array(
            r.id, floor(extract(epoch FROM r.logged_at AT TIME ZONE e.zone) / 60),
            coalesce(r.type, CASE r.direction WHEN 'In' THEN 'time_in' WHEN 'Out' THEN 'time_out' END), r.source
          )
        ) AS punches
      FROM unnest(${people.ids}::bigint[], ${people.zones}::text[]) AS e(id, zone)
      JOIN ${table(ctx, 'raw_time_log')} r ON r.employee_id = e.id
      WHERE r.logged_at >= (${from}::date)::timestamp AT TIME ZONE e.zone
        AND r.logged_at < (${to}::date + 1)::timestamp AT TIME ZONE e.zone
        AND r.source <> 'filing'
      GROUP BY e.id
    `,
  )
  return new Map(
    rows.map(({ employee_id, punches }) => [
      employee_id,
      punches.map(([id, minute, kind, source]): Punch => ({ at: minute, no: String(id), source, ...(kind ? { kind } : {}) })),
    ]),
  )
}

async function loadMarks(
  ctx: Ctx,
  ids: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, [string, 'absent' | 'present'][]>> {
  const rows = await ctx.db.query<{ employee_id: number; date: string; mark: 'absent' | 'present' }>(
    sql`
      SELECT employee_id, date::text AS date, mark
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ANY (${ids}::bigint[]) AND date BETWEEN ${from}::date AND ${to}::date AND mark IS NOT NULL
    `,
  )
  return groups(
    rows,
    (row) => row.employee_id,
    (row): [string, 'absent' | 'present'] => [row.date, row.mark],
  )
}

/** The place of work of each employee by date: their branch, with its city and region. */
async function loadPlaces(
  ctx: Ctx,
  terms: ReadonlyMap<number, readonly EmployeeTerms[]>,
): Promise<Map<number, NonNullable<Schedule['places']>>> {
  const rows = await ctx.db.query<{ id: number; city_id: number | null; region_id: number | null }>(
    sql`SELECT id, city_id, region_id FROM ${table(ctx, 'branch')}`,
  )
  const codes = new Map(
    rows.map(({ id, city_id, region_id }) => [
      id,
      [placeCode('branch', id), ...(city_id ? [placeCode('city', city_id)] : []), ...(region_id ? [placeCode('region', region_id)] : [])],
    ]),
  )
  return new Map(
    [...terms].map(([id, list]) => [
      id,
      list.map((employeeTerms) => ({ effective_from: employeeTerms.from, codes: codes.get(employeeTerms.branch_id ?? 0) ?? [] })),
    ]),
  )
}

/** The default shifts of teams. */
async function loadTeamShifts(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db.query<{ id: number; shift: number }>(
    sql`SELECT id, default_shift_id AS shift FROM ${table(ctx, 'team')} WHERE default_shift_id IS NOT NULL`,
  )
  return new Map(rows.map(({ id, shift }) => [Number(id), Number(shift)]))
}

const NO_SHIFTS: WeekPattern['week'] = WEEKDAYS.map(() => ({}))

/** A template by whose week an employee works from a day on; none where the team of that time has none. */
interface WeeklyShift {
  readonly from: string
  readonly template: number | null
}

/** The employee's weekly shifts by date: their own, else those of the teams that they were in. */
const weeklyOf = (worker: Worker, terms: readonly EmployeeTerms[], teams: ReadonlyMap<number, number>): WeeklyShift[] =>
  worker.own_shift_id !== null
    ? [{ from: '1900-01-01', template: worker.own_shift_id }]
    : terms.map(({ from, team_id }) => ({ from, template: teams.get(team_id ?? 0) ?? null }))

function scheduleOf(
  setup: TimeSetup,
  { worker, weekly }: { readonly worker: Worker; readonly weekly: readonly WeeklyShift[] },
  rows: readonly ScheduleRow[],
  rests: readonly RestRow[],
): Omit<Schedule, 'places'> {
  const overrides: ShiftOverrides = { grace_minutes: worker.grace_minutes, break_minutes: worker.break_minutes, is_flexi: worker.is_flexi }
  const patterns = weekly.map(({ from, template }): WeekPattern => {
    const known = template === null ? undefined : setup.shifts.week(template, overrides)
    return { effective_from: from, week: known?.week ?? NO_SHIFTS }
  })
  const dated: DatedShift[] = rows.map((row) => {
    const hours =
      row.time_in && row.time_out
        ? { time_in: row.time_in, time_out: row.time_out, break_out: row.break_out, break_in: row.break_in }
        : undefined
    const shift = setup.shifts.shift(Number(row.shift_template_id), sameAs(setup, row, hours) ? undefined : hours, overrides)
    return { date: row.date, ...(shift ? { shift } : {}), ...(row.is_rest_day ? { is_rest_day: true } : {}) }
  })
  for (const rest of rests)
    if (rest.date) {
      const known = dated.findIndex((row) => row.date === rest.date)
      if (known >= 0) dated[known] = { ...dated[known]!, is_rest_day: true }
      else dated.push({ date: rest.date, is_rest_day: true })
    }
  return { patterns, dated, rest_days: rests.filter((rest) => !rest.date) }
}

/** Hours of a date that equal those of its template: the same compiled shift serves all of them. */
function sameAs(
  setup: TimeSetup,
  row: ScheduleRow,
  hours: { time_in: string; time_out: string; break_out: string | null; break_in: string | null } | undefined,
): boolean {
  const template = setup.shifts.templates.get(Number(row.shift_template_id))
  return (
    !hours ||
    (template?.time_in === hours.time_in &&
      template.time_out === hours.time_out &&
      (hours.break_out === null || (template.break_out === hours.break_out && template.break_in === hours.break_in)))
  )
}

/** First and last date to load. */
interface InputDates {
  readonly from: string
  readonly to: string
  readonly afterLeaving?: boolean
}

/**
 * Inputs of employees for the dates `from` to `to`. Employees who were not employed on any of them are left out, unless
 * days after a separation are asked for. Bad rows of one employee throw nothing here: processing that employee's days
 * reports them.
 */
export async function loadInputs(
  ctx: Ctx,
  setup: TimeSetup,
  ids: readonly number[],
  { from, to, afterLeaving = false }: InputDates,
): Promise<WorkerInput[]> {
  // One more date on either side: windows of neighbouring shifts decide to which day a punch belongs.
  const [first, last] = [addDays(from, -1), addDays(to, 1)]
  const workers = (await loadWorkers(ctx, ids)).filter(
    (worker) => (!worker.hired || worker.hired <= to) && (afterLeaving || !worker.separated || worker.separated >= from),
  )
  const people: Zoned = { ids: workers.map((worker) => worker.id), zones: workers.map((worker) => worker.zone) }
  const schedules = await loadSchedules(ctx, people, first, last)
  const rests = await loadRestDays(ctx, people.ids, first, last)
  const punches = await loadPunches(ctx, people, first, addDays(last, 1))
  const filings = groups(
    await loadFilings(ctx, people, { from: first, to: last, shifts: setup.shifts }),
    (filed) => filed.employee_id,
    (filed) => filed,
  )
  const marks = await loadMarks(ctx, people.ids, from, to)
  const terms = await termsOf(ctx, people.ids, first, last)
  const places = await loadPlaces(ctx, terms)
  const teamShifts = await loadTeamShifts(ctx)
  return workers.map((worker) => {
    const rows = schedules.get(worker.id) ?? []
    const filed = filings.get(worker.id) ?? []
    const marked = marks.get(worker.id) ?? []
    const all: TimeFiling[] = [
      ...filed.map((entry) => entry.filing),
      ...marked.map(([date, mark]): TimeFiling => ({ kind: 'mark', no: 'by the timekeeper', status: 'approved', date, mark })),
    ]
    return {
      worker,
      filed,
      schedules: new Map(rows.map((row) => [row.date, row.id])),
      marks: new Map(marked),
      time: lazily(
        () =>
          scheduleOf(setup, { worker, weekly: weeklyOf(worker, terms.get(worker.id) ?? [], teamShifts) }, rows, rests.get(worker.id) ?? []),
        {
          from,
          to,
          ...(worker.hired ? { employed_from: worker.hired } : {}),
          ...(worker.separated ? { employed_to: worker.separated } : {}),
          places: places.get(worker.id) ?? [],
          punches: punches.get(worker.id) ?? [],
          filings: worker.allow_overtime === false ? all.filter((timeFiling) => timeFiling.kind !== 'overtime') : all,
          calendar: setup.calendar,
          policy: worker.allow_overtime === false ? withoutOvertime(setup) : setup.policy,
          needs_no_punches: worker.is_exempt === true,
        },
      ),
    }
  })
}

/** Actual overtime is zero for employees who are not paid any. */
const withoutOvertime = (setup: TimeSetup): TimeSetup['policy'] => ({
  ...setup.policy,
  overtime: { ...setup.policy.overtime, authorization: 'required' },
})

type Facts = Omit<EmployeeTime, 'schedule'> & { readonly places: NonNullable<Schedule['places']> }

/** Compiling a shift may fail for one employee: it is delayed until their days are processed. */
function lazily(schedule: () => Omit<Schedule, 'places'>, { places, ...facts }: Facts): EmployeeTime {
  let made: Schedule | undefined
  return {
    ...facts,
    get schedule() {
      return (made ??= { ...schedule(), places })
    },
  }
}
