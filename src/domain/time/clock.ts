/**
 * Local clock time as whole minutes. A `Minute` counts from midnight of 1 January 1970 in the employee's own
 * place, without zones: 8:00 AM of day number 3 is `3 × 1440 + 480`. Attendance is computed in these integers.
 */
import { dateOfDay, dayNumber as daysSinceEpoch, isDate } from '../../kernel/dates.ts'
import { DomainError } from '../../kernel/errors.ts'

/** Minutes since local midnight of 1970-01-01. */
export type Minute = number
/** Whole days since 1970-01-01. */
export type DayNumber = number

export const MINUTES_PER_DAY = 1440
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/
const CLOCK = /^(\d{2}):(\d{2})$/

/** The day number of a date `YYYY-MM-DD`. */
export function dayNumber(date: string, field = 'date'): DayNumber {
  if (!isDate(date))
    throw new DomainError(field, DATE.test(date) ? `${date} is not in the calendar.` : `"${date}" is not a date (YYYY-MM-DD).`)
  return daysSinceEpoch(date)
}

/** The date `YYYY-MM-DD` of a day number. */
export const dateText = dateOfDay

/** The day of the week: 0 is Sunday, 6 is Saturday. */
export const weekday = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7

/** The moment of a local date and time `YYYY-MM-DDTHH:mm`. Seconds are dropped: 08:00:59 is 8:00. */
export function minuteAt(text: string, field = 'at'): Minute {
  const match = MOMENT.exec(text)
  if (!match || Number(match[2]) > 23 || Number(match[3]) > 59)
    throw new DomainError(field, `"${text}" is not a date and time (YYYY-MM-DDTHH:mm).`)
  return dayNumber(match[1]!, field) * MINUTES_PER_DAY + Number(match[2]) * 60 + Number(match[3])
}

/** The minute of the day of a clock time `HH:mm`; `24:00` is the end of the day. */
export function clockMinute(text: string, field = 'time'): number {
  const match = CLOCK.exec(text)
  const minute = match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
  if (!match || Number(match[2]) > 59 || minute > MINUTES_PER_DAY) throw new DomainError(field, `"${text}" is not a time of day (HH:mm).`)
  return minute
}

/** The day that a moment falls on. */
export const dayOf = (minute: Minute): DayNumber => Math.floor(minute / MINUTES_PER_DAY)

/** A moment as `YYYY-MM-DDTHH:mm`. */
export function momentText(minute: Minute): string {
  return `${dateText(dayOf(minute))}T${clockText(minute)}`
}

/** The clock time of a moment as `HH:mm`. */
export function clockText(minuteOfDay: Minute): string {
  const minute = ((minuteOfDay % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const zones = new Map<string, Intl.DateTimeFormat>()

/** The local moment, in an IANA time zone, of an instant in milliseconds since the epoch (as punches are stored). */
export function localMinute(instant: number, zone = 'Asia/Manila'): Minute {
  let format = zones.get(zone)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
    } catch {
      throw new DomainError('time_zone', `There is no time zone "${zone}".`)
    }
    zones.set(zone, format)
  }
  const parts: Record<string, string> = {}
  for (const part of format.formatToParts(instant)) parts[part.type] = part.value
  return minuteAt(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`)
}

/** Minutes in words: `90` is `1 h 30 min`. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (!hours) return `${rest} min`
  return rest ? `${hours} h ${rest} min` : `${hours} h`
}
