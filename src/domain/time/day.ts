/** One work day: from its plan, punches and filings to minutes, with the ignored ones and the reasons. */

import { attendFixed, attendFlexi, type LeaveOfDay } from './attendance.ts'
import { dateText, MINUTES_PER_DAY, type Minute } from './clock.ts'
import type { DayFacts, DayFindings, DayResult, DayStatus, Ignored } from './day-result.ts'
import { type FiledDay, timesOn } from './filings.ts'
import { isHolidayType, paidByCompany } from './holidays.ts'
import { creditOvertime } from './overtime.ts'
import { creditPremiumDay } from './premium-day.ts'
import { type DayPlan, typeOn } from './schedule.ts'
import { shifted } from './shifts.ts'
import { intersect, NONE, type Spans, subtract, total, union } from './spans.ts'
import { addTo, type Cells, noCells, OVERTIME, REGULAR, rowsOf } from './split.ts'
import { dayTrace } from './trace.ts'

/** Computes one work day. */
export function reckonDay(facts: DayFacts): DayResult {
  const { plan, filed, policy } = facts
  const midnight = plan.day * MINUTES_PER_DAY
  const business = businessSpans(facts, midnight)
  const spans = presenceSpans(facts, midnight, business)
  const recorded = isPresumed(facts) ? { recorded: union(facts.presence.spans, business) } : {}
  const typeOf = (day: number): number => typeOn(plan, day, facts.plans, policy)
  const authorizations = filed?.authorized ?? []

  const shift = plan.is_duty ? plan.shift : undefined
  const leaves = shift && filed?.leaves.length ? leavesOfDay(filed, midnight, shift.from) : []
  const attend = shift?.kind === 'Flexi' ? attendFlexi : attendFixed
  const attendance = shift ? attend(shift, midnight, { presence: spans, ...recorded, leaves, policy }) : undefined
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
    ends: shift && !filed?.mark ? midnight + shift.to : undefined,
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

/** Without punches or a mark by hand, the shift of an employee who need not punch counts as worked. */
const isPresumed = ({ plan, filed, needs_no_punches }: DayFacts): boolean => needs_no_punches && plan.is_duty && !filed?.mark

/** The employee's presence: punches, official business, marks by hand. */
function presenceSpans(facts: DayFacts, midnight: Minute, business: Spans): Spans {
  const { plan, filed, presence } = facts
  if (filed?.mark?.mark === 'absent') return NONE
  const isWhole = filed?.mark?.mark === 'present' || isPresumed(facts)
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
