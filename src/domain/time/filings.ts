/**
 * Filings that change the counts of a day: corrections of punches, leave, official business, overtime, work on rest days,
 * changes of shift, and marks by hand. Only approved (or processed) ones count; the others are reported as ignored, with
 * the reason.
 */
import { daysBetween } from '../../kernel/dates.ts'
import { DomainError } from '../../kernel/errors.ts'
import { clockMinute, type DayNumber, dayNumber, MINUTES_PER_DAY, type Minute, minuteAt } from './clock.ts'
import type { PunchKind } from './punch-kind.ts'
import { type Shift, wholeMinutes } from './shifts.ts'

const FILING_STATUSES = ['draft', 'pending', 'returned', 'approved', 'processed', 'disapproved', 'voided'] as const
export type FilingStatus = (typeof FILING_STATUSES)[number]

interface Filed {
  /** Number of the document, for the explanation. */
  readonly no: string
  readonly status: FilingStatus
}

/** A forgotten or wrong punch. It overrides a device's punch of the same kind next to it. */
export interface TimelogFiling extends Filed {
  readonly kind: 'timelog'
  readonly type: PunchKind
  /** `YYYY-MM-DDTHH:mm` */
  readonly at: string
  /** Number of the punch that it replaces. */
  readonly replaces?: string
}

interface LeaveFiling extends Filed {
  readonly kind: 'leave'
  readonly leave_type: string
  readonly date_from: string
  readonly date_to: string
  readonly duration_type: 'whole_day' | 'first_half' | 'second_half' | 'hours'
  /** For `hours`: the minutes; they cover missing minutes, the earliest first. */
  readonly minutes?: number
  /** For `hours`: the time, instead of minutes. */
  readonly time_from?: string
  readonly time_to?: string
  readonly with_pay: boolean
  /**
   * Leave without pay of the employer during which the SSS or EC pays a benefit: the benefit as a percentage of pay,
   * e.g. 90 of sickness. Holidays inside it are paid at that percentage.
   */
  readonly benefit_percent?: number
}

/** Away on the company's business: counts as present, without lateness. Without times it covers the whole shift. */
interface OfficialBusinessFiling extends Filed {
  readonly kind: 'official_business'
  readonly date_from: string
  readonly date_to: string
  readonly time_from?: string
  readonly time_to?: string
}

interface Authorized {
  /** Work date. */
  readonly date: string
  readonly from: string
  readonly to: string
  readonly break_minutes?: number
  /** At most this many minutes, regardless of the times. */
  readonly minutes?: number
  /** Filings with authorization: only an authorized plan counts, and an approved extension lengthens it. */
  readonly authorization?: 'Pending' | 'Authorized' | 'Denied'
  readonly extension_minutes?: number
  readonly extension?: 'None' | 'Requested' | 'Approved' | 'Denied'
}
export interface OvertimeFiling extends Filed, Authorized {
  readonly kind: 'overtime'
}
interface RestDayWorkFiling extends Filed, Authorized {
  readonly kind: 'rest_day_work'
}
/** The employee takes the rest day of `date` on `new_rest_date` instead. */
export interface RestDayMoveFiling extends Filed {
  readonly kind: 'rest_day_move'
  readonly date: string
  readonly new_rest_date: string
}
export interface ShiftChangeFiling extends Filed {
  readonly kind: 'shift_change'
  readonly date_from: string
  readonly date_to: string
  /** Only these days of the week (0 is Sunday); all when missing. */
  readonly weekdays?: readonly number[]
  readonly shift: Shift
}
/** A mark by hand that stays until it is cleared: absent regardless of punches, or present for the whole shift. */
interface Mark extends Filed {
  readonly kind: 'mark'
  readonly date: string
  readonly mark: 'absent' | 'present'
}

export type TimeFiling =
  | TimelogFiling
  | LeaveFiling
  | OfficialBusinessFiling
  | OvertimeFiling
  | RestDayWorkFiling
  | RestDayMoveFiling
  | ShiftChangeFiling
  | Mark

export const counts = (filing: Filed): boolean => filing.status === 'approved' || filing.status === 'processed'

/** Authorized time of one work date, in moments. */
export interface Authorization {
  readonly filing: OvertimeFiling | RestDayWorkFiling
  readonly from: Minute
  readonly to: Minute
  readonly break_minutes: number
  readonly most: number
}

/** The filings of each work date, ready for the computation of the day. */
export interface FiledDay {
  leaves: LeaveFiling[]
  business: OfficialBusinessFiling[]
  authorized: Authorization[]
  mark?: Mark
  /** Filings that do not count, with the reason. */
  refused: { filing: TimeFiling; reason: 'not_approved' | 'not_authorized' }[]
}

const emptyDay = (): FiledDay => ({ leaves: [], business: [], authorized: [], refused: [] })

/** Sorts filings to the work dates from `first` to `last`. */
export function filedDays(filings: readonly TimeFiling[], first: DayNumber, last: DayNumber): Map<DayNumber, FiledDay> {
  const days = new Map<DayNumber, FiledDay>()
  const dayOf = (day: DayNumber): FiledDay => {
    let filedDay = days.get(day)
    if (!filedDay) days.set(day, (filedDay = emptyDay()))
    return filedDay
  }
  for (const [index, filing] of filings.entries()) {
    const field = `filings.${index}`
    const [from, to] = datesOf(filing, field)
    for (let day = Math.max(from, first); day <= Math.min(to, last); day++) {
      if (!counts(filing)) {
        dayOf(day).refused.push({ filing, reason: 'not_approved' })
        continue
      }
      if (filing.kind === 'leave') dayOf(day).leaves.push(soundLeave(filing, field))
      else if (filing.kind === 'official_business') dayOf(day).business.push(filing)
      else if (filing.kind === 'mark') dayOf(day).mark = filing
      else if (filing.kind === 'overtime' || filing.kind === 'rest_day_work') {
        if (filing.authorization && filing.authorization !== 'Authorized') dayOf(day).refused.push({ filing, reason: 'not_authorized' })
        else dayOf(day).authorized.push(authorization(filing, field))
      }
    }
  }
  return days
}

function datesOf(filing: TimeFiling, field: string): [DayNumber, DayNumber] {
  if ('date_from' in filing) {
    const from = dayNumber(filing.date_from, `${field}.date_from`)
    const to = dayNumber(filing.date_to, `${field}.date_to`)
    if (to < from) throw new DomainError(`${field}.date_to`, 'The filing ends before it begins.')
    return [from, to]
  }
  if (filing.kind === 'timelog') {
    const day = dayNumber(String(filing.at).slice(0, 10), `${field}.at`)
    return [day, day]
  }
  const day = dayNumber(filing.date, `${field}.date`)
  return [day, day]
}

function soundLeave(filing: LeaveFiling, field: string): LeaveFiling {
  if (filing.duration_type !== 'whole_day' && filing.date_from !== filing.date_to)
    throw new DomainError(`${field}.date_to`, 'Leave for a part of a day is filed for one date.')
  const percent = filing.benefit_percent ?? 0
  if (!(Number.isFinite(percent) && percent >= 0 && percent <= 100))
    throw new DomainError(`${field}.benefit_percent`, 'A percentage lies between 0 and 100.')
  if (filing.duration_type === 'hours') {
    if (filing.minutes === undefined && (filing.time_from === undefined || filing.time_to === undefined))
      throw new DomainError(`${field}.minutes`, 'Leave by the hour says how long, or from when to when.')
    if (filing.minutes !== undefined) wholeMinutes(filing.minutes, `${field}.minutes`)
  }
  return filing
}

function authorization(filing: OvertimeFiling | RestDayWorkFiling, field: string): Authorization {
  const from = minuteAt(filing.from, `${field}.from`)
  let to = minuteAt(filing.to, `${field}.to`)
  if (to <= from) throw new DomainError(`${field}.to`, 'The time ends before it begins.')
  if (to - from > MINUTES_PER_DAY) throw new DomainError(`${field}.to`, 'One filing can cover at most 24 hours.')
  const extension = wholeMinutes(filing.extension_minutes ?? 0, `${field}.extension_minutes`)
  const isExtended = filing.extension === 'Approved'
  if (isExtended) to += extension
  return {
    filing,
    from,
    to,
    break_minutes: wholeMinutes(filing.break_minutes ?? 0, `${field}.break_minutes`),
    most:
      filing.minutes === undefined
        ? Number.POSITIVE_INFINITY
        : wholeMinutes(filing.minutes, `${field}.minutes`) + (isExtended ? extension : 0),
  }
}

/** Clock times of a filing; `shiftFrom` is the start of the shift in minutes after midnight. */
interface FiledTimes {
  readonly from: string
  readonly to: string
  readonly shiftFrom: number
  readonly field: string
}

/** The times of a filing on a work date that begins at `midnight`; a time before the shift's start means the night after. */
export function timesOn(midnight: Minute, { from, to, shiftFrom, field }: FiledTimes): [Minute, Minute] {
  let start = clockMinute(from, `${field}.time_from`)
  let end = clockMinute(to, `${field}.time_to`)
  // 01:00 on a shift that starts at 22:00 can only be the night after; 07:00 before an 08:00 start is just early.
  if (shiftFrom - start > 12 * 60) start += MINUTES_PER_DAY
  while (end <= start) end += MINUTES_PER_DAY
  return [midnight + start, midnight + end]
}

/**
 * Why a filing is too late or too early; undefined when it is allowed: at most `back` days after its date and `ahead`
 * days before it, and never in a closed pay period.
 */
export function filingRefusal(
  date: string,
  today: string,
  isPeriodClosed: boolean,
  limits: { readonly back: number; readonly ahead: number } = { back: 30, ahead: 60 },
): string | undefined {
  dayNumber(date, 'date')
  dayNumber(today, 'today')
  if (isPeriodClosed) return 'The pay period of this date is closed.'
  const late = daysBetween(date, today)
  if (late > limits.back) return `Filings are taken up to ${limits.back} days after their date.`
  if (-late > limits.ahead) return `Filings are taken up to ${limits.ahead} days ahead.`
  return undefined
}
