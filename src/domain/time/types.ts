/** The result of time and attendance for payroll: minutes by kind of day, already split and explained. */

/** Kinds of a calendar day for premium pay (Labor Code arts. 87, 91–94; DOLE Handbook on Workers' Statutory Monetary Benefits). */
export const DAY_TYPES = [
  'ordinary',
  'rest_day',
  'special',
  'special_rest_day',
  'regular_holiday',
  'regular_holiday_rest_day',
  'double_regular',
  'double_regular_rest_day',
  'double_special',
  'double_special_rest_day',
  'special_working',
] as const
export type DayType = (typeof DAY_TYPES)[number]

/** Minutes worked on days of one type. The four parts do not overlap. */
export interface WorkedMinutes {
  readonly day_type: DayType
  /** Within the first eight hours (or the scheduled hours), outside the night window. */
  readonly regular: number
  /** The same, within the night window (10 PM to 6 AM unless the policy says otherwise). */
  readonly regular_night: number
  /** Credited overtime outside the night window. */
  readonly overtime: number
  /** Credited overtime within the night window. */
  readonly overtime_night: number
}

/**
 * A holiday on which nothing, or less than a whole day, was worked. Whether an unworked one is paid depends on the day
 * before it; one that was worked in part is always paid for the rest of the day (Labor Code art. 94(a)).
 */
export interface UnworkedHoliday {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly day_type: DayType
  /** Present, or on leave with pay, on the workday before (Labor Code IRR book III rule IV §6). */
  readonly entitled: boolean
  /** On leave with an SSS or EC benefit: the holiday is paid at the benefit's percentage of pay, 0 to 100. All of it unless given. */
  readonly paid_percent?: number
  /** A special day that the company pays though the law does not: its name. */
  readonly company_paid?: string
  /** Minutes of the day's regular hours that were worked on the holiday; absent when none were. */
  readonly worked_minutes?: number
}

/** One employee's time of one pay period, as payroll reads it. Counts of days may be halves; everything else is whole minutes. */
export interface PeriodTime {
  readonly scheduled_minutes: number
  readonly days_scheduled: number
  /** Days on which anything was worked, for allowances that go by the day. */
  readonly days_worked: number
  readonly absent_minutes: number
  readonly late_minutes: number
  readonly undertime_minutes: number
  readonly worked: readonly WorkedMinutes[]
  readonly unworked_holidays: readonly UnworkedHoliday[]
  readonly paid_leave_minutes: number
  readonly unpaid_leave_minutes: number
  /** The same minutes by stretches of dates, where terms of pay change inside; together they are the period. */
  readonly parts?: readonly TimePart[]
}

/** The time of some dates of a period, `from` to `to`, both included. */
export interface TimePart extends Omit<PeriodTime, 'parts'> {
  readonly from: string
  readonly to: string
}
