/** What the board of shifts knows beside the records: weekly shifts, hours of templates, and what speaks against work on a day. */
import { dateText, dayNumber } from '../../../../domain/time/clock.ts'
import type { DayPlan } from '../../../../domain/time/schedule.ts'
import type { Module, Row } from '../../../../engine/model/module.ts'
import type { DayNote, Hours, PlanDay, PlanFacts } from '../../../../engine/model/plan.ts'
import { addDays } from '../../../../kernel/dates.ts'
import { DomainError } from '../../../../kernel/errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { handler, ids } from '../../../platform/http/params.ts'
import { filedSql } from '../filings-by-day.ts'
import { loadInputs, type WorkerInput } from '../inputs.ts'
import { lockedSpans } from '../locks.ts'
import { hoursOf, overlapNotes, plansOf, restNotes } from '../overlaps.ts'
import { type TimeSetup, timeSetup } from '../setup.ts'
import { needsOf } from '../staffing.ts'
import { span } from './query.ts'

/** Filings that take a person away from a shift, or give the day another one. */
const AWAY: Readonly<Record<string, DayNote['kind']>> = {
  leave_filing: 'leave',
  cto_filing: 'leave',
  official_business_filing: 'assignment',
  shift_adjustment: 'assignment',
  restday_filing: 'assignment',
}
const STANDING = ['posted', 'approved', 'processed']

interface FiledDays {
  readonly employee_id: number
  readonly module: string
  readonly status: string
  readonly first_day: string
  readonly last_day: string
}

const filedBetween = (ctx: Ctx, people: readonly number[], from: string, to: string): Promise<FiledDays[]> => {
  const away = (module: Module): readonly string[] | undefined => (module.name in AWAY ? [] : undefined)
  return ctx.db.query<FiledDays>(
    sql`
      SELECT DISTINCT f.employee_id, f.module, f.status, f.first_day::text AS first_day, f.last_day::text AS last_day
      FROM (${raw(filedSql(ctx, away))}) f
      WHERE f.employee_id = ANY (${people}::bigint[])
        AND f.status = ANY (${STANDING}::text[])
        AND f.first_day <= ${to}::date
        AND f.last_day >= ${from}::date
      ORDER BY 1, 2, 4
    `,
  )
}

function daysOf(
  ctx: Ctx,
  input: WorkerInput,
  facts: { from: string; to: string; filed: readonly FiledDays[]; locked: readonly { from: string; to: string }[]; rest: number },
): Record<string, PlanDay> {
  const { from, to, filed, locked, rest } = facts
  const { worker } = input
  // A day more on either side: the neighbours' shifts.
  const [plans, usual] = [true, false].map((dated) => plansOf(input, addDays(from, -1), addDays(to, 1), dated)) as [DayPlan[], DayPlan[]]
  const days: Record<string, PlanDay> = {}
  for (const [index, plan] of plans.entries()) {
    const date = dateText(plan.day)
    if (date < from || date > to) continue
    const weekly = usual[index]!
    const hours = hoursOf(plan)
    const notes: DayNote[] = [
      ...((worker.hired && date < worker.hired) || (worker.separated && date > worker.separated)
        ? [{ kind: 'away', text: 'Not employed on this day.', closed: true, refused: true } as const]
        : []),
      ...(locked.some((each) => each.from <= date && date <= each.to)
        ? [{ kind: 'locked', text: 'The time sheet is locked.', closed: true } as const]
        : []),
      ...overlapNotes(plans, index),
      ...restNotes(plans, index, rest),
      ...plan.holidays.map(({ name }): DayNote => ({ kind: 'holiday', text: 'Holiday', detail: name })),
      ...filed
        .filter(({ first_day, last_day }) => first_day <= date && date <= last_day)
        .map(({ module, status }): DayNote => {
          // An approved change of shift goes before the schedule when the day is processed.
          if (module === 'shift_adjustment' && status !== 'posted')
            return { kind: 'assignment', text: 'An approved shift adjustment decides this day.', closed: true, refused: true }
          const { singular, workflow } = ctx.modules.get(module)!
          return { kind: AWAY[module]!, text: singular, detail: workflow?.states[status]?.title ?? status }
        }),
      ...(weekly.is_rest_day ? [{ kind: 'rest', text: 'Weekly rest day.' } as const] : []),
    ]
    days[date] = {
      usual: { choice: weekly.shift ? worker.shift_template_id : null, free: weekly.is_rest_day },
      ...(hours && { hours }),
      notes,
    }
  }
  return days
}

/** Hours of each shift by day of the week, from Sunday. Templates whose hours are invalid have none. */
function hoursByWeekday(setup: TimeSetup): Record<string, (Hours | null)[]> {
  return Object.fromEntries(
    [...setup.shifts.templates.keys()].map((id) => {
      try {
        const week = setup.shifts.week(id, {})?.week ?? []
        return [id, week.map(({ shift, is_rest_day }): Hours | null => (shift && !is_rest_day ? [shift.from, shift.to] : null))]
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        return [id, Array.from({ length: 7 }, () => null)]
      }
    }),
  )
}

/** `shift_schedule.days`: the days of employees who work here then; others are left out. */
const days = handler('shift_schedule.days', async (ctx, { body }): Promise<PlanFacts> => {
  const people = ids(body, 'people')
  const { from, to } = span({ date_from: body.from, date_to: body.to })
  const setup = await timeSetup(ctx)
  const filed = await filedBetween(ctx, people, from, to)
  const spans = await lockedSpans(ctx, people, from, to)
  const rest = Number(ctx.settings['time.rest_between_shifts_minutes'] ?? 0)
  const result: Record<string, Record<string, PlanDay>> = {}
  for (const input of await loadInputs(ctx, setup, people, { from, to })) {
    const { id } = input.worker
    const facts = {
      from,
      to,
      filed: filed.filter(({ employee_id }) => employee_id === id),
      locked: spans.filter(({ employee_id }) => employee_id === id),
      rest,
    }
    try {
      result[id] = daysOf(ctx, input, facts)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // A set-up that cannot be computed with is shown, and can be planned over.
      const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => addDays(from, index))
      result[id] = Object.fromEntries(
        days.map((date) => [date, { usual: { choice: null, free: false }, notes: [{ kind: 'overlap', text: error.message }] }]),
      )
    }
  }
  const { narrowed } = body
  const needs = narrowed === undefined ? undefined : await needsOf(ctx, setup, { shown: people, from, to, narrowed: narrowed as Row })
  return { days: result, hours: hoursByWeekday(setup), rest, ...(needs && { needs }) }
})

export const plannerHandlers = [days]
