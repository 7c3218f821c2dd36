/** Pay periods: made from the cut-offs of a pay cycle; those of one cycle never overlap. */

import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays, yearOf } from '../../../kernel/dates.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { linesOf } from '../../records/row.ts'

interface CutOff {
  readonly period_no: number
  readonly day_from: number
  readonly day_to: number
  readonly payout_day: number
}

/** Cut-offs of a cycle that names none: the whole month, or its two halves. */
const USUAL: Readonly<Record<string, readonly CutOff[]>> = {
  monthly: [{ period_no: 1, day_from: 1, day_to: 31, payout_day: 31 }],
  semi_monthly: [
    { period_no: 1, day_from: 1, day_to: 15, payout_day: 15 },
    { period_no: 2, day_from: 16, day_to: 31, payout_day: 31 },
  ],
}

const two = (value: number): string => String(value).padStart(2, '0')
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
/** The day of a month; the last one where the month is shorter. */
const dayOf = (year: number, month: number, day: number): string => {
  const moment = new Date(Date.UTC(year, month - 1, 1))
  const [y, m] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1]
  return `${y}-${two(m)}-${two(Math.min(day, lastDay(y, m)))}`
}

interface Draft {
  readonly month: number
  readonly period_no: number
  readonly date_from: string
  readonly date_to: string
  readonly payout_date: string
  readonly is_last_of_month: boolean
}

/**
 * The periods of a year by their cut-offs, each month's in the order of their numbers. A last day before the first day is in the
 * next month, and so is a payout before it. The first cut-off of a month begins in the month before then: 26 January to
 * 10 February, paid on the 15th, is the first payroll of February, whose second one deducts the month's contributions.
 */
export function periodsOf(year: number, cutOffs: readonly CutOff[]): Draft[] {
  const numbers = cutOffs.map((cutOff) => Number(cutOff.period_no))
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  return Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) =>
    cutOffs.map((cutOff): Draft => {
      const [from, to] = [Number(cutOff.day_from), Number(cutOff.day_to)]
      const isAcross = to < from
      const begins = isAcross && Number(cutOff.period_no) === first ? month - 1 : month
      const ends = isAcross ? begins + 1 : begins
      const date_to = dayOf(year, ends, to)
      const payout = dayOf(year, ends, Number(cutOff.payout_day))
      return {
        month,
        period_no: Number(cutOff.period_no),
        date_from: dayOf(year, begins, from),
        date_to,
        payout_date: payout < date_to ? dayOf(year, ends + 1, Number(cutOff.payout_day)) : payout,
        is_last_of_month: Number(cutOff.period_no) === last,
      }
    }),
  )
}

const WEEKS: Readonly<Record<string, number>> = { weekly: 7, bi_weekly: 14 }

/**
 * Weeks or fortnights that end in the year, the first after the last one of the year before, else on a Monday; each belongs to
 * the month in which it ends.
 */
function weeksOf(year: number, days: number, last?: string): Draft[] {
  let from = `${year}-01-01`
  from = last && last >= addDays(from, -days) ? addDays(last, 1) : addDays(from, -((new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7))
  const weeks: Draft[] = []
  for (; addDays(from, days - 1).slice(0, 4) <= String(year); from = addDays(from, days)) {
    const date_to = addDays(from, days - 1)
    const month = Number(date_to.slice(5, 7))
    const earlier = weeks.filter((week) => week.month === month).length
    const isLast = addDays(date_to, days).slice(0, 7) !== date_to.slice(0, 7)
    weeks.push({ month, period_no: earlier + 1, date_from: from, date_to, payout_date: date_to, is_last_of_month: isLast })
  }
  return weeks
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** The days of a period as people say them: `November 16–30, 2026`. */
export function daysName(from: string, to: string): string {
  const [start, end] = [from, to].map((date) => ({
    year: yearOf(date),
    month: MONTHS[Number(date.slice(5, 7)) - 1],
    day: Number(date.slice(8)),
  }))
  const first = `${start!.month} ${start!.day}`
  if (start!.year !== end!.year) return `${first}, ${start!.year}–${end!.month} ${end!.day}, ${end!.year}`
  return `${first}–${start!.month === end!.month ? '' : `${end!.month} `}${end!.day}, ${end!.year}`
}

/** The last day of the cycle's periods of earlier years. */
async function lastBefore(ctx: Ctx, cycle: Row, year: number): Promise<string | undefined> {
  const [row] = await ctx.db.query<{ last: string | null }>(
    sql`SELECT max(date_to)::text AS last FROM ${table(ctx, 'pay_period')} WHERE pay_cycle_id = ${cycle.id} AND year < ${year}`,
  )
  return row?.last ?? undefined
}

/** Makes the missing periods of a year; returns how many were made. Refuses a period that would overlap another. */
export async function generatePeriods(ctx: Ctx, cycle: Row, year: number, scheduleId?: number): Promise<Row> {
  const module = ctx.modules.get('pay_period')!
  const declared = linesOf(cycle, 'cutoff_days') as unknown as CutOff[]
  const frequency = String(cycle.frequency)
  const cutOffs = declared.length ? declared : USUAL[frequency]
  const days = declared.length ? undefined : WEEKS[frequency]
  const drafts = days ? weeksOf(year, days, await lastBefore(ctx, cycle, year)) : cutOffs ? periodsOf(year, cutOffs) : undefined
  if (!drafts) throw refuse('E_CUTOFF', 'The pay cycle has no cut-offs. Enter the first and last day of each payroll of a month.')
  const known = await ctx.db.query<{ year: number; month: number; period_no: number; date_from: string }>(
    sql`
      SELECT year, month, period_no, date_from::text
      FROM ${table(ctx, 'pay_period')}
      WHERE pay_cycle_id = ${cycle.id} AND year BETWEEN ${year - 1} AND ${year}
    `,
  )
  const has = new Set(known.flatMap((entry) => (Number(entry.year) === year ? `${entry.month}/${entry.period_no}` : [])))
  // Periods across the turn of the year may have been made with the year before.
  const begun = new Set(known.map(({ date_from }) => date_from))
  const made: number[] = []
  for (const draft of drafts) {
    if (has.has(`${draft.month}/${draft.period_no}`) || begun.has(draft.date_from)) continue
    const row = await ctx.services.records.create(ctx, module, {
      code: `${String(cycle.code).slice(0, 16)}-${year}-${two(draft.month)}-${draft.period_no}`,
      name: drafts.length > 12 ? daysName(draft.date_from, draft.date_to) : `${MONTHS[draft.month - 1]} ${year}`,
      pay_cycle_id: cycle.id,
      ...(scheduleId ? { pay_schedule_id: scheduleId } : {}),
      year,
      ...draft,
      dtr_from: draft.date_from,
      dtr_to: draft.date_to,
    })
    made.push(Number(row.id))
  }
  const note = `New pay periods of ${year}: ${made.length}.`
  return { made: made.length, pay_period_ids: made, note }
}

/** Periods of one cycle do not overlap, and a closed one keeps its days. */
export const payPeriodSaved: SaveHook = {
  name: 'payPeriod.noOverlap',
  async afterSave(ctx, _module, { before, after, changed }) {
    const dates = ['pay_cycle_id', 'date_from', 'date_to', 'dtr_from', 'dtr_to', 'payout_date', 'period_no', 'month', 'year']
    if (before?.is_closed && (!after || dates.some((name) => changed.has(name))))
      throw refuse('E_PERIOD_CLOSED', `${String(before.name)} is closed: its payroll was posted. Void the payroll first.`)
    if (!after) return
    const [other] = await ctx.db.query<{ name: string; from: string; to: string }>(
      sql`
        SELECT name, date_from::text AS
        from, date_to::text AS to
        FROM ${table(ctx, 'pay_period')}
        WHERE pay_cycle_id = ${after.pay_cycle_id}
          AND id <> ${after.id}
          AND date_from <= ${after.date_to}::date
          AND date_to >= ${after.date_from}::date
        LIMIT 1
      `,
    )
    if (other) throw invalid({ date_from: [`These days overlap ${other.name} (${formatDate(other.from)} to ${formatDate(other.to)}).`] })
  },
}
