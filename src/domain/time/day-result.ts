import type { Attendance } from './attendance.ts'
import type { Minute } from './clock.ts'
import type { FiledDay } from './filings.ts'
import type { Credited, NotCredited } from './overtime.ts'
import type { TimePolicy } from './policy.ts'
import type { Presence, Punch, PunchFault } from './punches.ts'
import type { DayPlan } from './schedule.ts'
import type { Spans } from './spans.ts'
import type { Cells } from './split.ts'
import type { Speech, TraceLine } from './trace-line.ts'
import type { DayType, WorkedMinutes } from './types.ts'

/** Something that did not count, and why. */
export interface Ignored {
  readonly what: 'punch' | 'work' | 'filing'
  readonly reason: PunchFault | NotCredited | 'not_approved' | 'not_authorized' | 'during_leave' | 'no_work_owed' | 'marked_absent'
  readonly from?: Minute
  readonly to?: Minute
  readonly minutes?: number
  /** Number of the punch or filing. */
  readonly no?: string
}

/** One work day of one employee, in whole minutes. */
export interface DayResult {
  readonly date: string
  readonly status: DayStatus
  readonly day_type: DayType
  /** Name of the special day that the company pays unworked; only where the shift of the day would have been owed without it. */
  readonly company_paid?: string
  readonly shift: string | undefined
  readonly is_duty: boolean
  readonly is_flexi: boolean
  /** When the shift that is owed ends; absent where nobody waits for it: no shift is owed, or a timekeeper marked the day. */
  readonly ends: Minute | undefined
  readonly time_in: Minute | undefined
  readonly time_out: Minute | undefined
  /** Punches that belong to the work day, in order. */
  readonly punches: readonly Punch[]
  /** Work owed: zero on rest days and holidays. It is always the sum of the next five and the leave. */
  readonly scheduled_minutes: number
  /** Credited work of the shift, official business included. */
  readonly regular_minutes: number
  readonly late_minutes: number
  readonly undertime_minutes: number
  readonly absent_minutes: number
  readonly paid_leave_minutes: number
  readonly unpaid_leave_minutes: number
  /** Leave of the day during which the SSS or EC pays: the highest of the benefits, in percent of pay. */
  readonly benefit_percent: number | undefined
  /** Credited work beyond the shift, and all work of rest days and holidays up to eight hours. */
  readonly premium_minutes: number
  readonly overtime_minutes: number
  readonly night_minutes: number
  /** Official business, breaks included. */
  readonly business_minutes: number
  readonly worked: readonly WorkedMinutes[]
  /** 1, or a half when at least half of the day was absence or leave. */
  readonly day_worked: 0 | 0.5 | 1
  /** Flexible shifts: undertime that unpaid work of other days of the cut-off may fill. */
  readonly fillable_minutes: number
  /** Flexible shifts: unpaid work beyond the day's minutes, which may fill what another day lacks. */
  readonly surplus: Cells | undefined
  readonly ignored: readonly Ignored[]
  /** Explanation in words for the employee. Built on demand. */
  trace(say?: Speech): TraceLine[]
}

/** Input of the computation of one day. */
export interface DayFacts {
  readonly plan: DayPlan
  /** Plans of the dates around, in order without gaps, for hours past midnight. */
  readonly plans: readonly DayPlan[]
  readonly presence: Presence
  readonly filed: FiledDay | undefined
  readonly policy: TimePolicy
  /** The employee need not punch: the shift counts as worked. */
  readonly needs_no_punches: boolean
}

/** Findings of the computation, for the explanation. */
export interface DayFindings {
  readonly attendance: Attendance | undefined
  readonly credited: Credited
  readonly business: Spans
  readonly spans: Spans
}

const DAY_STATUSES = [
  'present',
  'half_day',
  'incomplete',
  'absent',
  'on_leave',
  'official_business',
  'rest_day',
  'rest_day_worked',
  'holiday',
  'holiday_worked',
  'unscheduled',
  'unscheduled_worked',
] as const

/** `incomplete`: a punch has no counterpart, so the day waits for a correction. */
export type DayStatus = (typeof DAY_STATUSES)[number]
