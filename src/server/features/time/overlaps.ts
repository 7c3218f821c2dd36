/** Shifts of neighbouring days that overlap: they would stop the processing of attendance, so that no way of saving lets them through. */
import { dayNumber, durationText } from '../../../domain/time/clock.ts'
import { type DayPlan, planDays } from '../../../domain/time/schedule.ts'
import type { DayNote, Hours } from '../../../engine/model/plan.ts'
import { addDays } from '../../../kernel/dates.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { loadInputs, type WorkerInput } from './inputs.ts'
import { timeSetup } from './setup.ts'

const DAY = 1440

/** The plan of each day by itself, with the dated shifts or without them. Neighbours are compared afterwards. */
export function plansOf(input: WorkerInput, from: string, to: string, dated: boolean): DayPlan[] {
  const { schedule, filings, calendar } = input.time
  const planned = dated ? schedule : { ...schedule, dated: (schedule.dated ?? []).filter(({ date }) => !input.schedules.has(date)) }
  const plans: DayPlan[] = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++)
    plans.push(...planDays(planned, filings, calendar, { first: day, last: day }))
  return plans
}

/** Start and end of the shift; nothing on a day without work. */
export const hoursOf = ({ shift, is_rest_day }: DayPlan): Hours | undefined => (shift && !is_rest_day ? [shift.from, shift.to] : undefined)

/** Shifts of neighbouring days that overlap stop the processing of the employee: neither of them can be saved. */
export function overlapNotes(plans: readonly DayPlan[], index: number): DayNote[] {
  const hours = hoursOf(plans[index]!)
  if (!hours) return []
  const [before, after] = [plans[index - 1] && hoursOf(plans[index - 1]!), plans[index + 1] && hoursOf(plans[index + 1]!)]
  return [
    ...(before && before[1] > hours[0] + DAY
      ? [{ kind: 'overlap', text: 'Starts before the shift of the day before ends.', refused: true } as const]
      : []),
    ...(after && hours[1] > after[0] + DAY
      ? [{ kind: 'overlap', text: 'Ends after the shift of the next day starts.', refused: true } as const]
      : []),
  ]
}

/**
 * What is said of work that follows other work with less than `least` minutes between. It is a warning: no law of the Philippines
 * sets a rest between two days of work, so the company decides, and people who plan may have a reason.
 */
export function restNotes(plans: readonly DayPlan[], index: number, least: number): DayNote[] {
  const [before, hours, after] = [index - 1, index, index + 1].map((day) => plans[day] && hoursOf(plans[day]))
  if (!hours) return []
  const gap = Math.min(...(before ? [hours[0] + DAY - before[1]] : []), ...(after ? [after[0] + DAY - hours[1]] : []))
  return gap >= 0 && gap < least ? [{ kind: 'short', text: 'Little rest between two shifts', detail: durationText(gap) }] : []
}

/** A planned day of an employee, as `YYYY-MM-DD`. */
interface PlannedDay {
  readonly employee: number
  readonly date: string
}

const waiting = new WeakMap<object, PlannedDay[]>()

/**
 * 422 `E_PLAN` when the shift of one of the days overlaps that of the day before or after. Within a batch of saves the
 * check waits for its end: days that change together may collide in between.
 */
export async function requireApart(ctx: Ctx, days: readonly PlannedDay[], named = false): Promise<void> {
  const { atEnd } = ctx
  if (!atEnd) return check(ctx, days, named)
  const gathered = waiting.get(atEnd) ?? []
  gathered.push(...days)
  waiting.set(atEnd, gathered)
  atEnd.set('time.overlaps', () => check(ctx, gathered, named))
}

async function check(ctx: Ctx, days: readonly PlannedDay[], named: boolean): Promise<void> {
  if (!days.length) return
  const dates = days.map(({ date }) => date).sort()
  const [from, to] = [addDays(dates[0]!, -1), addDays(dates.at(-1)!, 1)]
  const people = [...new Set(days.map(({ employee }) => employee))]
  const first = dayNumber(from)
  for (const input of await loadInputs(ctx, await timeSetup(ctx), people, { from, to })) {
    const plans = safePlans(input, from, to)
    for (const { employee, date } of days) {
      if (employee !== input.worker.id || !plans) continue
      const [note] = overlapNotes(plans, dayNumber(date) - first)
      if (note) throw refuse('E_PLAN', `${named ? `${input.worker.name}, ` : ''}${date.replaceAll('-', '/')}: ${note.text}`)
    }
  }
}

/** The plans; undefined for a set-up that cannot be computed with, which processing reports itself. */
function safePlans(input: WorkerInput, from: string, to: string): DayPlan[] | undefined {
  try {
    return plansOf(input, from, to, true)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
