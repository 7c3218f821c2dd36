/** One work day: from its plan, punches and filings to minutes, with the ignored ones and the reasons. */
import { type Attendance, attendFixed, attendFlexi, type LeaveOfDay } from './attendance.ts'
import { dateText, MINUTES_PER_DAY, type Minute } from './clock.ts'
import { type FiledDay, timesOn } from './filings.ts'
import { isHolidayType, paidByCompany } from './holidays.ts'
import { type Credited, creditOvertime, type NotCredited } from './overtime.ts'
import type { TimePolicy } from './policy.ts'
import { creditPremiumDay } from './premium-day.ts'
import type { Presence, Punch, PunchFault } from './punches.ts'
import { type DayPlan, typeOn } from './schedule.ts'
import { shifted } from './shifts.ts'
import { intersect, NONE, type Spans, subtract, total, union } from './spans.ts'
import { addTo, type Cells, noCells, OVERTIME, REGULAR, rowsOf } from './split.ts'
import { dayTrace, type Speech, type TraceLine } from './trace.ts'
import type { DayType, WorkedMinutes } from './types.ts'

export const DAY_STATUSES = [
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

/** Computes one work day. */
export function reckonDay(facts: DayFacts): DayResult {
  const { plan, filed, policy } = facts
  const midnight = plan.day * MINUTES_PER_DAY
  const business = businessSpans(facts, midnight)
  const spans = presenceSpans(facts, midnight, business)
  const typeOf = (day: number): number => typeOn(plan, day, facts.plans, policy)
  const authorizations = filed?.authorized ?? []

  const shift = plan.is_duty ? plan.shift : undefined
  const leaves = shift && filed?.leaves.length ? leavesOfDay(filed, midnight, shift.from) : []
  const attend = shift?.kind === 'Flexi' ? attendFlexi : attendFixed
  const attendance = shift ? attend(shift, midnight, { presence: spans, leaves, policy }) : undefined
  const room = shift && policy.overtime.after === 'eight_hours' ? Math.max(0, policy.regular_minutes - shift.required) : 0
  const credited =
    shift && attendance
      ? creditOvertime(attendance.extra, { shiftEnd: midnight + shift.to, room, authorizations, policy })
      : creditPremiumDay(plan, { presence: spans, business, authorizations, policy })

  const cells = noCells()
  if (attendance) addTo(cells, attendance.worked, { part: REGULAR, typeOf, policy })
  addTo(cells, credited.regular, { part: REGULAR, typeOf, policy })
  addTo(cells, credited.spans, { part: OVERTIME, typeOf, policy })

  const worked = rowsOf(cells)
  const regular = attendance ? total(attendance.worked) : 0
  const anything = regular + total(credited.regular) + total(credited.spans) > 0
  let night = 0
  for (const row of worked) night += row.regular_night + row.overtime_night
  const missed = attendance ? attendance.absent + attendance.paid_leave + attendance.unpaid_leave : 0
  const isHalf = shift !== undefined && missed * 2 >= shift.required
  const findings: DayFindings = { attendance, credited, business, spans }
  const result: DayResult = {
    date: dateText(plan.day),
    status: statusOf(facts, findings, anything, isHalf),
    day_type: plan.type,
    ...companyPaid(plan),
    shift: plan.shift?.code,
    is_duty: plan.is_duty,
    is_flexi: shift?.kind === 'Flexi',
    time_in: facts.presence.time_in,
    time_out: facts.presence.time_out,
    punches: facts.presence.punches,
    scheduled_minutes: shift?.required ?? 0,
    regular_minutes: regular,
    late_minutes: attendance?.late ?? 0,
    undertime_minutes: attendance?.undertime ?? 0,
    absent_minutes: attendance?.absent ?? 0,
    paid_leave_minutes: attendance?.paid_leave ?? 0,
    unpaid_leave_minutes: attendance?.unpaid_leave ?? 0,
    benefit_percent: benefitOf(filed),
    premium_minutes: total(credited.regular),
    overtime_minutes: total(credited.spans),
    night_minutes: night,
    business_minutes: total(business),
    worked,
    day_worked: anything ? (isHalf ? 0.5 : 1) : 0,
    fillable_minutes: shift?.kind === 'Flexi' && policy.flexi_deficit === 'cut_off' ? (attendance?.undertime ?? 0) : 0,
    surplus: surplusOf(facts, findings, typeOf),
    ignored: ignoredOf(facts, findings),
    trace: (say) => dayTrace(facts, findings, result, say),
  }
  return result
}

/** The company pays what would have been worked: nothing on a rest day or without a shift. */
function companyPaid({ shift, is_rest_day, holidays }: DayPlan): { readonly company_paid?: string } {
  const holiday = shift && !is_rest_day ? paidByCompany(holidays) : undefined
  return holiday ? { company_paid: holiday.name } : {}
}

/** The higher benefit, where both the SSS and the EC pay (IRR book III rule IV section 6(b)). */
function benefitOf(filed: FiledDay | undefined): number | undefined {
  let highest: number | undefined
  for (const { with_pay, benefit_percent: percent } of filed?.leaves ?? [])
    if (!with_pay && percent !== undefined) highest = Math.max(highest ?? 0, percent)
  return highest
}

/** Official business of the day in moments; without times it is the whole shift. */
function businessSpans({ plan, filed }: DayFacts, midnight: Minute): Spans {
  let spans = NONE
  for (const officialBusinessFiling of filed?.business ?? []) {
    if (officialBusinessFiling.time_from !== undefined && officialBusinessFiling.time_to !== undefined)
      spans = union(
        spans,
        timesOn(midnight, {
          from: officialBusinessFiling.time_from,
          to: officialBusinessFiling.time_to,
          shiftFrom: plan.shift?.from ?? 0,
          field: `filings.${officialBusinessFiling.no}`,
        }),
      )
    else if (plan.shift && plan.is_duty) spans = union(spans, shifted(plan.shift.parts, midnight))
  }
  return spans
}

/** The employee's presence: punches, official business, marks by hand. */
function presenceSpans({ plan, filed, presence, needs_no_punches }: DayFacts, midnight: Minute, business: Spans): Spans {
  if (filed?.mark?.mark === 'absent') return NONE
  const isWhole = filed?.mark?.mark === 'present' || (needs_no_punches && plan.is_duty)
  if (isWhole && plan.shift) {
    // A flexible shift is worked from its core, or from its start.
    const { shift } = plan
    if (shift.kind === 'Fixed') return shifted(shift.parts, midnight)
    const from = midnight + Math.min(shift.core_start ?? shift.from, shift.to - shift.required - shift.floating_break)
    return [from, from + shift.required + shift.floating_break]
  }
  return business.length ? union(presence.spans, business) : presence.spans
}

function leavesOfDay(filed: FiledDay, midnight: Minute, shiftFrom: number): LeaveOfDay[] {
  return filed.leaves.map((leave): LeaveOfDay => {
    if (leave.duration_type !== 'hours') return { with_pay: leave.with_pay, covers: leave.duration_type }
    if (leave.time_from !== undefined && leave.time_to !== undefined)
      return {
        with_pay: leave.with_pay,
        covers: 'times',
        times: timesOn(midnight, { from: leave.time_from, to: leave.time_to, shiftFrom, field: `filings.${leave.no}` }),
      }
    return { with_pay: leave.with_pay, covers: 'minutes', minutes: leave.minutes ?? 0 }
  })
}

function statusOf({ plan, presence, filed }: DayFacts, findings: DayFindings, anything: boolean, isHalf: boolean): DayStatus {
  if (!plan.is_duty) {
    if (isHolidayType(plan.type)) return anything ? 'holiday_worked' : 'holiday'
    if (plan.is_rest_day) return anything ? 'rest_day_worked' : 'rest_day'
    return anything ? 'unscheduled_worked' : 'unscheduled'
  }
  const { attendance } = findings
  const leave = attendance ? attendance.paid_leave + attendance.unpaid_leave : 0
  if (attendance && leave > 0 && leave === plan.shift?.required) return 'on_leave'
  if (
    !filed?.mark &&
    presence.ignored.some((ignoredPunch) => ignoredPunch.reason === 'missing_in' || ignoredPunch.reason === 'missing_out')
  )
    return 'incomplete'
  if (!anything) return 'absent'
  if (isHalf) return 'half_day'
  return findings.business.length && !presence.spans.length ? 'official_business' : 'present'
}

/** Unpaid work of a flexible shift, within its hours, as counters. */
function surplusOf({ plan, policy }: DayFacts, { attendance, credited }: DayFindings, typeOf: (day: number) => number): Cells | undefined {
  if (plan.shift?.kind !== 'Flexi' || !attendance || policy.flexi_deficit === 'day') return undefined
  const window = shifted(plan.shift.work, plan.day * MINUTES_PER_DAY)
  const unpaid = subtract(subtract(intersect(attendance.extra, window), credited.spans), credited.regular)
  if (!unpaid.length) return undefined
  const cells = noCells()
  addTo(cells, unpaid, { part: REGULAR, typeOf, policy })
  return cells
}

function ignoredOf({ plan, filed, presence }: DayFacts, { attendance, credited }: DayFindings): Ignored[] {
  const out: Ignored[] = []
  for (const { punch, reason } of presence.ignored)
    out.push({ what: 'punch', reason, from: punch.at, ...(punch.no === undefined ? {} : { no: punch.no }) })
  const work = (spans: Spans, reason: Ignored['reason']): void => {
    for (let i = 0; i < spans.length; i += 2)
      out.push({ what: 'work', reason, from: spans[i]!, to: spans[i + 1]!, minutes: spans[i + 1]! - spans[i]! })
  }
  for (const entry of credited.ignored) work(entry.spans, entry.reason)
  if (attendance?.during_leave.length) work(attendance.during_leave, 'during_leave')
  if (!filed) return out
  if (filed.mark?.mark === 'absent') work(presence.spans, 'marked_absent')
  if (!plan.is_duty) for (const leave of filed.leaves) out.push({ what: 'filing', reason: 'no_work_owed', no: leave.no })
  for (const { filing, reason } of filed.refused) out.push({ what: 'filing', reason, no: filing.no })
  return out
}
