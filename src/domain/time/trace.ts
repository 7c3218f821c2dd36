/** The explanation of a work day, in words for the employee, with the law or the policy behind each line. */

import { clockText, durationText } from './clock.ts'
import type { DayFacts, DayFindings, DayResult, Ignored } from './day-result.ts'
import type { Speech, TraceLine } from './trace-line.ts'
import type { DayType } from './types.ts'

const AS_THEY_ARE: Speech = { date: (date) => date, time: (clock) => clock }

export const DAY_TYPE_WORDS: Record<DayType, string> = {
  ordinary: 'ordinary day',
  rest_day: 'rest day',
  special: 'special non-working day',
  special_rest_day: 'special non-working day on a rest day',
  regular_holiday: 'regular holiday',
  regular_holiday_rest_day: 'regular holiday on a rest day',
  double_regular: 'double regular holiday',
  double_regular_rest_day: 'double regular holiday on a rest day',
  double_special: 'double special day',
  double_special_rest_day: 'double special day on a rest day',
  special_working: 'special working day',
}

const REASONS: Record<Ignored['reason'], string> = {
  duplicate: 'it repeats the one before',
  corrected: 'replaced by a correction',
  missing_in: 'there is no time in for it',
  missing_out: 'there is no time out for it',
  no_authorization: 'no approved filing covers it',
  beyond_authorization: 'it is outside the approved hours',
  below_minimum: 'it is less than the minimum for overtime',
  rounding: 'overtime counts in whole steps',
  break: 'it is the unpaid break',
  not_approved: 'it is not approved',
  not_authorized: 'it was not authorized',
  during_leave: 'leave with pay covers it already',
  no_work_owed: 'no work was owed on this day',
  marked_absent: 'the day is marked as absent',
}

/** The lines of a day, in the order of the computation. */
export function dayTrace(facts: DayFacts, findings: DayFindings, result: DayResult, say: Speech = AS_THEY_ARE): TraceLine[] {
  const clock = (minute: number): string => say.time(clockText(minute))
  const { plan, policy, filed, presence } = facts
  const { attendance } = findings
  const lines: TraceLine[] = []
  const add = (about: string, text: string, minutes?: number, source?: string): void =>
    void lines.push({ about, text, ...(minutes === undefined ? {} : { minutes }), ...(source === undefined ? {} : { source }) })

  const names = plan.holidays.map((holiday) => holiday.name).join(' and ')
  const kind = DAY_TYPE_WORDS[plan.type]
  const holidaySource = plan.holidays.map((holiday) => holiday.source).find((candidate) => candidate !== undefined)
  add(
    'plan',
    `${say.date(result.date)} is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}${names ? ` (${names})` : ''}.`,
    undefined,
    holidaySource,
  )
  if (plan.shift)
    add(
      'plan',
      `Shift ${plan.shift.code}: ${clock(plan.shift.from)} to ${clock(plan.shift.to)}, ${durationText(plan.shift.required)} of work${plan.is_duty ? '' : ', not owed today'}.`,
      plan.is_duty ? plan.shift.required : 0,
    )
  else add('plan', 'There is no shift.', 0)
  if (result.company_paid !== undefined && result.day_worked === 0)
    add('plan', `Your company pays ${result.company_paid} even though you did not work.`, undefined, 'Company policy on its own holidays')
  for (const no of plan.changed_by) add('plan', `The plan was changed by filing ${no}.`, undefined, no)

  for (let i = 0; i < presence.spans.length; i += 2)
    add(
      'presence',
      `Present ${clock(presence.spans[i]!)} to ${clock(presence.spans[i + 1]!)}.`,
      presence.spans[i + 1]! - presence.spans[i]!,
    )
  for (const officialBusinessFiling of filed?.business ?? [])
    add('presence', `On official business (${officialBusinessFiling.no}): counts as present.`, undefined, officialBusinessFiling.no)
  if (filed?.mark) add('presence', `Marked ${filed.mark.mark} by hand (${filed.mark.no}).`)
  if (facts.needs_no_punches && plan.is_duty)
    add(
      'presence',
      filed?.leaves.length
        ? 'Need not punch: the shift counts as worked, other than the leave.'
        : 'Need not punch: the shift counts as worked.',
    )

  if (attendance) {
    add('worked', `${durationText(result.regular_minutes)} of the shift worked.`, result.regular_minutes)
    if (attendance.late_raw || result.late_minutes) {
      const grace = plan.shift?.grace ?? policy.lateness.grace_minutes
      const how =
        attendance.late_raw === result.late_minutes
          ? ''
          : ` (${durationText(attendance.late_raw)} on the clock; ${grace} min grace, then by the company's ${policy.lateness.brackets.length ? 'brackets' : 'steps'})`
      add('late', `Late: ${durationText(result.late_minutes)}${how}.`, result.late_minutes, 'Company policy on grace and tardiness')
    }
    if (result.undertime_minutes)
      add(
        'undertime',
        `Undertime: ${durationText(result.undertime_minutes)}. Overtime is not set off against it.`,
        result.undertime_minutes,
        'Labor Code art. 88',
      )
    if (result.absent_minutes) add('absent', `Absent: ${durationText(result.absent_minutes)}.`, result.absent_minutes)
    for (const leave of filed?.leaves ?? [])
      add('leave', `Leave ${leave.leave_type} ${leave.with_pay ? 'with' : 'without'} pay (${leave.no}).`, undefined, leave.no)
    if (result.paid_leave_minutes) add('leave', `Leave with pay: ${durationText(result.paid_leave_minutes)}.`, result.paid_leave_minutes)
    if (result.unpaid_leave_minutes)
      add('leave', `Leave without pay: ${durationText(result.unpaid_leave_minutes)}.`, result.unpaid_leave_minutes)
    add(
      'balance',
      `${result.regular_minutes} worked + ${result.late_minutes} late + ${result.undertime_minutes} undertime + ${result.absent_minutes} absent + ${result.paid_leave_minutes + result.unpaid_leave_minutes} leave = ${result.scheduled_minutes} minutes owed.`,
      result.scheduled_minutes,
    )
  }
  if (result.premium_minutes)
    add(
      'premium',
      `${durationText(result.premium_minutes)} of work outside the shift that is not overtime.`,
      result.premium_minutes,
      'Labor Code art. 93',
    )
  if (result.overtime_minutes) {
    const by = (filed?.authorized ?? []).map((authorization) => authorization.filing.no).join(', ')
    add(
      'overtime',
      `Overtime: ${durationText(result.overtime_minutes)}${by ? ` (${by})` : ''}.`,
      result.overtime_minutes,
      'Labor Code art. 87',
    )
  }
  for (const row of result.worked) {
    const night = row.regular_night + row.overtime_night
    add(
      'split',
      `As ${DAY_TYPE_WORDS[row.day_type]}: ${row.regular + row.regular_night} regular and ${row.overtime + row.overtime_night} overtime minutes${night ? `, of which ${night} between ${clock(policy.night.from)} and ${clock(policy.night.to)}` : ''}.`,
      row.regular + row.regular_night + row.overtime + row.overtime_night,
      night ? 'Labor Code art. 86' : undefined,
    )
  }
  for (const ignored of result.ignored) {
    // Punches have no number that users know.
    const source = ignored.what === 'punch' ? undefined : ignored.no
    add('ignored', `Not counted: ${ignoredText(ignored, clock)}, because ${REASONS[ignored.reason]}.`, ignored.minutes, source)
  }
  return lines
}

function ignoredText(ignored: Ignored, clock: (minute: number) => string): string {
  if (ignored.what === 'filing') return `filing ${ignored.no}`
  if (ignored.what === 'punch') return `the punch at ${clock(ignored.from!)}`
  return `work from ${clock(ignored.from!)} to ${clock(ignored.to!)}`
}
