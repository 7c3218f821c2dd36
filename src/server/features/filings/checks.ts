/**
 * The checks of a filing: the cut-off, closed periods, locked time sheets, other filings, rest days, holidays and the
 * shift. The form asks for them while it is filled in; submitting checks again and refuses what is not allowed.
 */

import { filingRefusal } from '../../../domain/time/filings.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { formatDate, formatTime } from '../../../engine/runtime/format/index.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { columns, empty, ref, sql, table } from '../../platform/db/sql.ts'
import type { RuleName } from '../../platform/rules.ts'
import { lockedSpans } from '../time/locks.ts'
import { type DayFacts, dayFacts, partOfDay } from './days.ts'

/** A note about a record that is being edited. `danger`: the record could not be submitted. */
export interface Note {
  readonly tone: 'info' | 'warning' | 'danger'
  readonly text: string
  /** Name of the rule that would refuse it. */
  readonly rule?: RuleName
}

/** Longer filings are not checked day by day. */
const MOST_DAYS = 92
/** Days of the longest filing. */
const MOST_DAYS_FILED = 366
const TOO_LONG = 'File more than a year in parts.'
const TIME_OFF: ReadonlySet<string> = new Set(['leave_filing', 'cto_filing'])
/** An employee can have only one of these filings for a day; another one is refused. */
const ALONE: ReadonlySet<string> = new Set(['leave_filing', 'cto_filing', 'official_business_filing', 'restday_filing'])

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)

/** First and last day that a record covers; undefined while they are not known. */
export function periodOf(module: Module, record: Row): readonly [string, string] | undefined {
  const [first, last] = module.entity.period ?? []
  const from = first && record[first]
  const to = last && record[last]
  return isDate(from) && isDate(to) && from <= to ? [from.slice(0, 10), to.slice(0, 10)] : undefined
}

/** `2026/11/03`, or `2026/11/03 to 2026/11/05`. */
const spoken = (from: string, to: string): string => (from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`)

/** All notes on a record of an employee, refusals first. */
export async function filingNotes(ctx: Ctx, module: Module, record: Row): Promise<Note[]> {
  const span = periodOf(module, record)
  const employee = Number(record.employee_id ?? 0)
  if (!span || !employee) return []
  const [from, to] = span
  const notes = [...(await cutOff(ctx, [employee], from, to)), ...(await others(ctx, module, record, { employee, from, to }))]
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS <= MOST_DAYS) {
    const days = await dayFacts(ctx, employee, from, to)
    notes.push(...(await onDays(ctx, module, record, days)), ...(await outOfOrder(ctx, record, { employee, date: from })))
  }
  return notes.sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
}

/** The first of the employees who is not employed on all of the dates. */
async function notEmployed(ctx: Ctx, employees: readonly number[], from: string, to: string): Promise<string | undefined> {
  const [person] = await ctx.db.query<{ name: string; hired: string | null; last: string | null }>(
    sql`
      SELECT full_name AS name, date_hired::text AS hired, date_separated::text AS last
      FROM ${table(ctx, 'employee')}
      WHERE id = ANY (${employees}::bigint[])
        AND (date_hired > ${from}::date OR date_separated < ${to}::date)
      ORDER BY id
      LIMIT 1
    `,
  )
  if (!person) return undefined
  return person.last && person.last < to
    ? `The last day of ${person.name} is ${formatDate(person.last)}. File for dates until then.`
    : `${person.name} was hired on ${formatDate(person.hired!)}. File for dates from then on.`
}

/**
 * Dates outside of the employment, too late, too early, a closed pay period or a locked time sheet (G123). A period is closed to
 * employees who were paid for it, and to those of a group that was: a group that joins the cycle later is still to be paid.
 */
export async function cutOff(ctx: Ctx, employees: readonly number[], from: string, to: string): Promise<Note[]> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const limits = { back: Number(ctx.settings.filing_days_back ?? 30), ahead: Number(ctx.settings.filing_days_ahead ?? 60) }
  const [closed] = await ctx.db.query<{ name: string }>(
    sql`
      SELECT p.name
      FROM ${table(ctx, 'pay_period')} p
      JOIN ${table(ctx, 'pay_group')} g ON g.pay_cycle_id = p.pay_cycle_id
      JOIN ${table(ctx, 'employee')} e ON e.pay_group_id = g.id
      WHERE e.id = ANY (${employees}::bigint[])
        AND p.is_closed
        AND EXISTS (
          SELECT 1
          FROM ${table(ctx, 'payroll')} r
          WHERE r.pay_period_id = p.id
            AND r.status = 'posted'
            AND r.payroll_tag IN ('standard', 'supplementary', 'final_pay')
            AND (
              (r.pay_group_id = g.id AND r.payroll_tag = 'standard')
              OR EXISTS (SELECT 1 FROM ${table(ctx, 'payslip')} s WHERE s.payroll_id = r.id AND s.employee_id = e.id)
            )
        )
        AND coalesce(p.dtr_from, p.date_from) <= ${to}::date
        AND coalesce(p.dtr_to, p.date_to) >= ${from}::date
      ORDER BY p.id
      LIMIT 1
    `,
  )
  const danger = (rule: RuleName, text: string): Note[] => [{ tone: 'danger', rule, text }]
  const away = await notEmployed(ctx, employees, from, to)
  if (away) return danger('E_NOT_EMPLOYED', away)
  if (closed) return danger('E_PERIOD_LOCKED', `The pay period ${closed.name} is closed.`)
  if ((await lockedSpans(ctx, employees, from, to)).length)
    return danger('E_PERIOD_LOCKED', 'The time sheet of these dates is locked. Ask the timekeeper to unlock it.')
  // The first day decides: a maternity leave of 105 days may end long after the days that may be filed ahead.
  const refusal =
    filingRefusal(from, today, false, limits) ?? ((Date.parse(to) - Date.parse(from)) / DAY_MS > MOST_DAYS_FILED ? TOO_LONG : undefined)
  return refusal ? danger('E_FILING_CUTOFF', refusal) : []
}

interface Other {
  readonly id: number
  readonly transaction_no: string | null
  readonly from: string
  readonly to: string
  readonly part: string | null
}

/** The effective states of a filing: submitted, approved or processed. */
export const standing = (module: Module): string[] =>
  Object.values(module.workflow?.states ?? {})
    .filter(({ flags }) => flags.some((flag) => flag === 'is_posted' || flag === 'is_approved' || flag === 'is_processed'))
    .map(({ name }) => name)

export const filingsOf = (ctx: Ctx): Module[] =>
  [...ctx.modules.values()].filter(({ kind, entity }) => kind === 'filing' && entity.period && entity.owner === 'employee_id')

/** The kind of filing that authorized work becomes once it is done. */
const becomes = (module: Module): string | undefined => /^(.+)_with_authorization$/.exec(module.name)?.[1]

/** Other filings of the employee on the same days. */
async function others(
  ctx: Ctx,
  module: Module,
  record: Row,
  { employee, from, to }: { readonly employee: number; readonly from: string; readonly to: string },
): Promise<Note[]> {
  const notes: Note[] = []
  const later = becomes(module)
  const related = filingsOf(ctx).filter(
    (other) => other.name === module.name || other.name === later || (ALONE.has(module.name) && ALONE.has(other.name)),
  )
  for (const other of related) {
    const same = other.name === module.name
    const alike = same || other.name === later
    const [first, last] = other.entity.period!
    const times = alike ? timesOf(module, record) : undefined
    const theirs = timeFields(other)
    // The filing that was created from this one does not conflict with it.
    const values = same ? record.id : record[`${other.name}_id`]
    const atTimes = times !== undefined && theirs !== undefined
    const more = atTimes
      ? sql`AND tstzrange(${columns(theirs)}) && tstzrange(${record[times.from]}::timestamptz, ${record[times.to]}::timestamptz)`
      : same && module.field.logged_at
        ? sql`AND type = ${record.type ?? null}`
        : empty
    const rows = await ctx.db.query<Other>(
      sql`
        SELECT id, transaction_no, ${ref(first)}::text AS "from", ${ref(last)}::text AS "to",
          ${other.field.duration_type ? ref('duration_type') : sql`NULL`} AS part
        FROM ${table(ctx, other.entity.table)}
        WHERE employee_id = ${employee}
          AND ${ref(first)} <= ${to}::date
          AND ${ref(last)} >= ${from}::date
          AND status = ANY (${standing(other)}::text[])
          AND id <> ${Number(values ?? 0)}
          ${more}
        ORDER BY id
        LIMIT 5
      `,
    )
    for (const row of rows) {
      if (parted(record.duration_type, row.part)) continue
      const text = `${other.singular} ${row.transaction_no ?? row.id} covers ${spoken(row.from, row.to)} already.`
      const refused = (alike && (ALONE.has(other.name) || atTimes)) || (TIME_OFF.has(module.name) && TIME_OFF.has(other.name))
      notes.push(refused ? { tone: 'danger', rule: 'E_FILING_CONFLICT', text } : { tone: 'warning', text })
    }
  }
  return notes
}

/** Two parts of a day that do not overlap: the halves, or separate hours. */
const parted = (value: unknown, other: unknown): boolean =>
  (value === 'first_half' && other === 'second_half') ||
  (value === 'second_half' && other === 'first_half') ||
  (value === 'hours' && other === 'hours')

const TIMES = [
  ['start_at', 'end_at'],
  ['planned_start', 'planned_end'],
] as const
/** Fields with the start and end time of work that was done or is planned. */
const timeFields = (module: Module) => TIMES.find(([from]) => module.field[from])

/** Their values, where both are filled in. */
function timesOf(module: Module, record: Row): { from: string; to: string } | undefined {
  const [from, to] = timeFields(module) ?? []
  if (!from || !to || !record[from] || !record[to]) return undefined
  return Date.parse(String(record[from])) < Date.parse(String(record[to])) ? { from, to } : undefined
}

/** Days by name; of many only the first. */
function listed(days: readonly string[]): string {
  const named = days.slice(0, 3).map((day) => spoken(day, day))
  return days.length > 3 ? `${named.join(', ')} and ${days.length - 3} more` : named.join(', ')
}

/** The days on which the employee of a filing was present for the whole shift. */
async function workedInFull(ctx: Ctx, { employee_id }: Row, days: readonly DayFacts[]): Promise<string[]> {
  const rows = await ctx.db.query<{ date: string }>(
    sql`
      SELECT date::text AS date
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ${employee_id}
        AND date = ANY (${days.map(({ date }) => date)}::date[])
        AND attendance = 'present'
        AND coalesce(late_minutes, 0) + coalesce(undertime_minutes, 0) = 0
      ORDER BY date
    `,
  )
  return rows.map(({ date }) => date)
}

/** Rest days, holidays and the shift. */
async function onDays(ctx: Ctx, module: Module, record: Row, days: readonly DayFacts[]): Promise<Note[]> {
  const resting = days.filter((day) => day.is_rest_day).map((day) => day.date)
  const list = listed(resting)
  const notes: Note[] = []
  if (TIME_OFF.has(module.name)) {
    if (resting.length) notes.push({ tone: 'warning', text: `No leave is needed on rest days: ${list}.` })
    const worked = await workedInFull(ctx, record, days)
    if (worked.length) notes.push({ tone: 'warning', text: `No time off is needed on days that were worked in full: ${listed(worked)}.` })
    for (const day of days) if (day.holiday) notes.push({ tone: 'warning', text: `${spoken(day.date, day.date)} is ${day.holiday}.` })
  } else if (module.name === 'official_business_filing') {
    if (resting.length) notes.push({ tone: 'info', text: `On a rest day: ${list}. The hours count as work on a rest day.` })
  } else if (module.name.startsWith('restday_filing')) {
    for (const day of days)
      if (!day.is_rest_day) notes.push({ tone: 'warning', text: `${spoken(day.date, day.date)} is not a rest day by the schedule.` })
  } else notes.push(...(await inShift(ctx, module, record, days)))
  return notes
}

/** Refuses hours within the shift, which are no overtime, and warns of a wrong overtime type. */
async function inShift(ctx: Ctx, module: Module, record: Row, days: readonly DayFacts[]): Promise<Note[]> {
  const times = timesOf(module, record)
  const [day] = days
  if (!times || !day) return []
  const part = await partOfDay(ctx, day, String(record[times.from]), String(record[times.to]))
  const shift = `the shift of ${spoken(day.date, day.date)}, ${formatTime(day.time_in)} to ${formatTime(day.time_out)}`
  if (part === 'shift') return [{ tone: 'danger', rule: 'E_FILING_CONFLICT', text: `These hours lie within ${shift}.` }]
  const name = module.field.overtime_type && part
  if (!name || !record.overtime_type || record.overtime_type === name) return []
  const title = module.field.overtime_type?.options?.find((option) => option.value === name)?.label ?? name
  const why = {
    pre_shift: `are before ${shift}`,
    post_shift: `are after ${shift}`,
    rest_day: 'are on a rest day',
    holiday: 'are on a holiday',
  }
  return [{ tone: 'warning', text: `These hours ${why[name]}; their overtime type is ${title}.` }]
}

/** Warns of a time out that is not after the time in of the same day, and the other way round: most often AM for PM. */
async function outOfOrder(ctx: Ctx, { type, logged_at }: Row, { employee, date }: { employee: number; date: string }): Promise<Note[]> {
  if ((type !== 'time_in' && type !== 'time_out') || !logged_at) return []
  const isOut = type === 'time_out'
  const other = ref(isOut ? 'time_in' : 'time_out')
  const moment = sql`${logged_at}::timestamptz`
  const [day] = await ctx.db.query<{ time: string }>(
    sql`
      SELECT to_char(${other} AT TIME ZONE ${ctx.company.time_zone}, 'HH24:MI') AS time
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ${employee}
        AND date = ${date}::date
        AND ${isOut ? sql`${other} >= ${moment}` : sql`${other} <= ${moment}`}
    `,
  )
  if (!day) return []
  const text = isOut
    ? `The time out is not after the time in of the day, ${formatTime(day.time)}.`
    : `The time in is not before the time out of the day, ${formatTime(day.time)}.`
  return [{ tone: 'warning', text }]
}
