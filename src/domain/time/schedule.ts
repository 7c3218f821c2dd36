/**
 * The shift, rest day and holidays of each date for an employee: weekly patterns by their effective dates, dated rows
 * over them, rest days, and changes by approved filings.
 */
import { DomainError } from '../../kernel/errors.ts'
import { type DayNumber, dateText, dayNumber, MINUTES_PER_DAY, type Minute, weekday } from './clock.ts'
import { counts, type RestDayMoveFiling, type ShiftChangeFiling, type TimeFiling } from './filings.ts'
import { dayType, dayTypeIndex, type Holiday, type HolidayCalendar, isHolidayType } from './holidays.ts'
import type { TimePolicy } from './policy.ts'
import type { Shift } from './shifts.ts'
import type { DayType } from './types.ts'

/** The plan of one day of the week. Neither shift nor rest day: a day without schedule. */
export interface WeekDay {
  readonly shift?: Shift
  readonly is_rest_day?: boolean
}

/** A week, from Sunday, that holds from a date on, until another one or its end. */
export interface WeekPattern {
  readonly effective_from: string
  readonly effective_to?: string
  readonly week: readonly WeekDay[]
}

export interface DatedShift extends WeekDay {
  readonly date: string
}

/** Rest days by the week; where one holds it decides, and not the pattern. */
export interface RestDayRule {
  readonly effective_from: string
  readonly effective_to?: string
  readonly weekdays: readonly number[]
}

export interface Schedule {
  readonly patterns: readonly WeekPattern[]
  readonly dated?: readonly DatedShift[]
  readonly rest_days?: readonly RestDayRule[]
  /** The place of work from a date on: codes that local holidays name. */
  readonly places?: readonly { readonly effective_from: string; readonly codes: readonly string[] }[]
}

/** The plan of one date. */
export interface DayPlan {
  readonly day: DayNumber
  readonly shift: Shift | undefined
  readonly is_rest_day: boolean
  readonly holidays: readonly Holiday[]
  readonly type: DayType
  /** Work is owed: there is a shift, and it is neither a rest day nor a holiday. A special working day is owed. */
  readonly is_duty: boolean
  /** Numbers of the filings that changed the plan. */
  readonly changed_by: readonly string[]
}

interface Dated<T> {
  readonly from: DayNumber
  readonly to: DayNumber
  readonly rule: T
}

function inOrder<T extends { effective_from: string; effective_to?: string }>(rules: readonly T[], field: string): Dated<T>[] {
  return rules
    .map((rule, index) => {
      const from = dayNumber(rule.effective_from, `${field}.${index}.effective_from`)
      const to = rule.effective_to === undefined ? Number.POSITIVE_INFINITY : dayNumber(rule.effective_to, `${field}.${index}.effective_to`)
      if (to < from) throw new DomainError(`${field}.${index}.effective_to`, 'The end must be after the start.')
      return { from, to, rule }
    })
    .sort((a, b) => b.from - a.from)
}

/** The rule that took effect last among those that hold on the day. */
const holding = <T>(rules: readonly Dated<T>[], day: DayNumber): T | undefined =>
  rules.find((rule) => rule.from <= day && day <= rule.to)?.rule

/** The plans of all dates from `first` to `last`. Throws `DomainError` where shifts of neighbouring days overlap. */
export function planDays(
  schedule: Schedule,
  filings: readonly TimeFiling[],
  calendar: HolidayCalendar,
  { first, last }: { readonly first: DayNumber; readonly last: DayNumber },
): DayPlan[] {
  const patterns = inOrder(schedule.patterns, 'schedule.patterns')
  for (const [index, pattern] of schedule.patterns.entries())
    if (pattern.week.length !== 7) throw new DomainError(`schedule.patterns.${index}.week`, 'A week has seven days.')
  const rests = inOrder(schedule.rest_days ?? [], 'schedule.rest_days')
  const places = inOrder(schedule.places ?? [], 'schedule.places')
  const dated = new Map(
    (schedule.dated ?? []).map((datedShift, index) => [dayNumber(datedShift.date, `schedule.dated.${index}.date`), datedShift]),
  )
  const changes = filings.filter((filing): filing is ShiftChangeFiling => filing.kind === 'shift_change' && counts(filing))
  const moves = filings.filter((filing): filing is RestDayMoveFiling => filing.kind === 'rest_day_move' && counts(filing))

  const planned = (day: DayNumber): { shift?: Shift; isRest: boolean } => {
    const datedShift = dated.get(day)
    const week = datedShift ?? holding(patterns, day)?.week[weekday(day)]
    const rest = datedShift ? undefined : holding(rests, day)
    return {
      ...(week?.shift ? { shift: week.shift } : {}),
      isRest: rest ? rest.weekdays.includes(weekday(day)) : (week?.is_rest_day ?? false),
    }
  }

  const plans: DayPlan[] = []
  let before: Minute = Number.NEGATIVE_INFINITY
  for (let day = first; day <= last; day++) {
    let { shift, isRest } = planned(day)
    let changedBy: readonly string[] = NO_ONE
    if (changes.length || moves.length) {
      const by: string[] = []
      const date = dateText(day)
      for (const change of changes)
        if (change.date_from <= date && date <= change.date_to && (!change.weekdays || change.weekdays.includes(weekday(day)))) {
          shift = change.shift
          by.push(change.no)
        }
      for (const move of moves) {
        if (move.date === date) {
          isRest = false
          // The day that is worked now has the hours of the day that is not.
          shift ??= planned(dayNumber(move.new_rest_date, 'filings.new_rest_date')).shift
          by.push(move.no)
        } else if (move.new_rest_date === date) {
          isRest = true
          by.push(move.no)
        }
      }
      changedBy = by
    }
    const holidays = calendar.on(day, holding(places, day)?.codes ?? NO_ONE)
    const type = dayType(holidays, isRest)
    const isDuty = shift !== undefined && !isRest && !isHolidayType(type)
    if (shift && !isRest) {
      const from = day * MINUTES_PER_DAY + shift.from
      if (from < before)
        throw new DomainError(`schedule.${dateText(day)}`, `The shift ${shift.code} starts before the shift of the day before ends.`)
      before = day * MINUTES_PER_DAY + shift.to
    }
    plans.push({ day, shift, is_rest_day: isRest, holidays, type, is_duty: isDuty, changed_by: changedBy })
  }
  return plans
}

const NO_ONE: readonly string[] = []

/** The kind of day (place in `DAY_TYPES`) that a calendar date has for work of the given plan; `of` are plans by date. */
export function typeOn(plan: DayPlan, day: DayNumber, plans: readonly DayPlan[], policy: TimePolicy): number {
  if (day === plan.day) return dayTypeIndex(plan.type)
  const ownPlan = plans.length ? plans[day - plans[0]!.day] : undefined
  const holidays = policy.holiday_attribution === 'calendar' && ownPlan ? ownPlan.holidays : plan.holidays
  const isRest = policy.rest_day_attribution === 'calendar' && ownPlan ? ownPlan.is_rest_day : plan.is_rest_day
  return dayTypeIndex(dayType(holidays, isRest))
}
