/**
 * Holidays by place, and the kind of day that they make of a date.
 *
 * Regular holidays and special days of the nation hold everywhere; local ones (a city's charter day) only where
 * the work is done. Two regular holidays on one date (Araw ng Kagitingan on Maundy Thursday or Good Friday) make a
 * double regular holiday. A special day on the date of a regular holiday is absorbed by it. A special *working*
 * day is an ordinary day for pay.
 * Sources: Labor Code art. 94; RA 9492; yearly proclamations; DOLE Handbook on Workers' Statutory Monetary
 * Benefits, chapters on holiday pay and premium pay.
 */
import { DomainError } from '../../kernel/errors.ts'
import { requireList, requireValues } from '../input-schema.ts'
import { type DayNumber, dateText, dayNumber } from './clock.ts'
import { DAY_TYPES, type DayType } from './types.ts'

const HOLIDAY_KINDS = ['regular', 'special', 'special_working'] as const
export type HolidayKind = (typeof HOLIDAY_KINDS)[number]

export interface Holiday {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly name: string
  readonly kind: HolidayKind
  /** Codes of the regions, provinces, cities or branches where it holds; none or empty: the whole country. */
  readonly places?: readonly string[]
  /** The same for one place, as rows of the statutory calendar have it. */
  readonly place?: string
  /** Repeats on the same date every year. */
  readonly is_recurring?: boolean
  /** The last day on which a recurring one still holds: it was repealed. */
  readonly effective_to?: string
  /** Proclamation or law, for the explanation. */
  readonly source?: string
  /**
   * The company pays the day to employees who did not work because of it. Only for special days: regular holidays are paid by
   * law, and special working days are worked (DOLE Handbook: no work, no pay "unless there is a favorable company policy").
   */
  readonly is_paid_if_unworked?: boolean
}

/** The holidays that hold on a date at the given places. */
export interface HolidayCalendar {
  on(day: DayNumber, places: readonly string[]): readonly Holiday[]
}

const NO_HOLIDAYS: readonly Holiday[] = []

/** Orders holidays by date so that a day finds its own at once. One calendar serves all employees. */
export function holidayCalendar(holidays: readonly Holiday[]): HolidayCalendar {
  requireList(holidays, 'holidays')
  const byDay = new Map<DayNumber, Holiday[]>()
  const yearly = new Map<string, { since: DayNumber; until: DayNumber; holiday: Holiday }[]>()
  for (const [index, holiday] of holidays.entries()) {
    const day = dayNumber(holiday.date, `holidays.${index}.date`)
    requireValues(holiday.places ?? [], 'string', `holidays.${index}.places`)
    if (!HOLIDAY_KINDS.includes(holiday.kind))
      throw new DomainError(`holidays.${index}.kind`, `"${String(holiday.kind)}" is not a kind of holiday.`)
    if (holiday.is_recurring) {
      const key = holiday.date.slice(5)
      const until =
        holiday.effective_to === undefined ? Number.POSITIVE_INFINITY : dayNumber(holiday.effective_to, `holidays.${index}.effective_to`)
      yearly.set(key, [...(yearly.get(key) ?? []), { since: day, until, holiday }])
    } else byDay.set(day, [...(byDay.get(day) ?? []), holiday])
  }
  const all = (day: DayNumber): readonly Holiday[] => {
    const ofDay = byDay.get(day) ?? NO_HOLIDAYS
    if (!yearly.size) return ofDay
    const returning = (yearly.get(dateText(day).slice(5)) ?? [])
      .filter((candidate) => day >= candidate.since && day <= candidate.until)
      .map((entry) => entry.holiday)
    // A proclamation of the year that names the same holiday again does not make it double.
    return [...ofDay, ...returning.filter((holiday) => !ofDay.some((dated) => dated.name === holiday.name))]
  }
  return {
    on(day, places) {
      const holidays = all(day)
      if (!holidays.length) return NO_HOLIDAYS
      return holidays.filter((holiday) => holdsAt(holiday, places))
    },
  }
}

/**
 * One calendar out of several by their first days: a company that takes over another list of days, or an employee who
 * moves between companies with their own. Days before the first calendar have none.
 */
export function calendarByDate(
  calendars: readonly { readonly effective_from: string; readonly calendar: HolidayCalendar }[],
): HolidayCalendar {
  const dated = calendars.map((calendar, index) => ({
    from: dayNumber(calendar.effective_from, `calendars.${index}.effective_from`),
    calendar: calendar.calendar,
  }))
  dated.sort((a, b) => b.from - a.from)
  return { on: (day, places) => dated.find((candidate) => candidate.from <= day)?.calendar.on(day, places) ?? NO_HOLIDAYS }
}

function holdsAt(holiday: Holiday, places: readonly string[]): boolean {
  if (holiday.place !== undefined && places.includes(holiday.place)) return true
  return holiday.places?.length ? holiday.places.some((place) => places.includes(place)) : holiday.place === undefined
}

/** The kind of day for premium pay, from the holidays of the date and whether it is the employee's rest day. */
export function dayType(holidays: readonly Holiday[], isRestDay: boolean): DayType {
  let regular = 0
  let special = 0
  let working = 0
  for (const holiday of holidays) {
    if (holiday.kind === 'regular') regular++
    else if (holiday.kind === 'special') special++
    else working++
  }
  if (regular > 1) return isRestDay ? 'double_regular_rest_day' : 'double_regular'
  if (regular) return isRestDay ? 'regular_holiday_rest_day' : 'regular_holiday'
  if (special > 1) return isRestDay ? 'double_special_rest_day' : 'double_special'
  if (special) return isRestDay ? 'special_rest_day' : 'special'
  if (isRestDay) return 'rest_day'
  return working ? 'special_working' : 'ordinary'
}

/** The special day that the company pays unworked, where no law pays the date already. */
export function paidByCompany(holidays: readonly Holiday[]): Holiday | undefined {
  if (holidays.some((holiday) => holiday.kind === 'regular')) return undefined
  return holidays.find((holiday) => holiday.kind === 'special' && holiday.is_paid_if_unworked)
}

/** Place of a kind of day in `DAY_TYPES`, as hot loops count. */
export const dayTypeIndex = (type: DayType): number => DAY_TYPES.indexOf(type)

/** Employees need not work: every kind but an ordinary, a special working and a plain rest day. */
export const isHolidayType = (type: DayType): boolean => type !== 'ordinary' && type !== 'special_working' && type !== 'rest_day'
