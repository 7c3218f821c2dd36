/**
 * A day on which no work is owed: rest day, holiday, or no schedule. Work counts from the first hour as premium work;
 * only work beyond eight hours is overtime (Labor Code art. 93, 94; DOLE Handbook, chapter on premium pay).
 */
import { breakOf } from './attendance.ts'
import { MINUTES_PER_DAY } from './clock.ts'
import type { Authorization } from './filings.ts'
import { authorizedPart, type Credited, NOTHING, type NotCredited, steps } from './overtime.ts'
import type { TimePolicy } from './policy.ts'
import type { DayPlan } from './schedule.ts'
import { shifted } from './shifts.ts'
import { afterFirst, first, intersect, NONE, type Spans, subtract, total, union } from './spans.ts'

/** Presence on a rest day or holiday, and what authorizes it. */
interface PremiumDayWork {
  readonly presence: Spans
  readonly business: Spans
  readonly authorizations: readonly Authorization[]
  readonly policy: TimePolicy
}

/**
 * The counted part of the presence, and its kind. `business` is official business filed for the day, which needs no other
 * authorization.
 */
export function creditPremiumDay(plan: DayPlan, { presence, business, authorizations, policy }: PremiumDayWork): Credited {
  if (!presence.length && !business.length) return NOTHING
  const midnight = plan.day * MINUTES_PER_DAY
  const filed = authorizedPart(presence, authorizations)
  const authorized = union(filed.spans, business)
  const isHolidayWithShift = plan.shift !== undefined && !plan.is_rest_day
  const rule = isHolidayWithShift ? policy.holiday_work : policy.rest_day_work
  const parts = isHolidayWithShift && plan.shift ? shifted(plan.shift.parts, midnight) : NONE
  const ignored: { spans: Spans; reason: NotCredited }[] = []

  let allowed = authorized
  if (rule === 'actual') allowed = union(subtract(presence, filed.breaks), business)
  else if (rule === 'schedule') allowed = union(authorized, subtract(intersect(presence, parts), filed.breaks))
  const notAllowed = subtract(subtract(presence, allowed), filed.breaks)
  if (notAllowed.length) ignored.push({ spans: notAllowed, reason: authorizations.length ? 'beyond_authorization' : 'no_authorization' })

  const breaks = union(filed.breaks, unpaidBreaks(plan, allowed, filed.breaks, policy))
  if (breaks.length) {
    const taken = intersect(breaks, presence)
    if (taken.length) ignored.push({ spans: taken, reason: 'break' })
    allowed = subtract(allowed, breaks)
  }

  const regular = first(allowed, policy.regular_minutes)
  const beyond = afterFirst(allowed, policy.regular_minutes)
  const isFree = policy.overtime.authorization === 'actual'
  const overtime = isFree ? beyond : intersect(beyond, authorized)
  const refused = subtract(beyond, overtime)
  if (refused.length) ignored.push({ spans: refused, reason: 'no_authorization' })
  return steps(overtime, policy, ignored, regular)
}

/** The shift's own breaks on a holiday; on other days a meal break where the work was long enough and none was filed. */
function unpaidBreaks(plan: DayPlan, allowed: Spans, filed: Spans, policy: TimePolicy): Spans {
  if (policy.breaks.deduction === 'punched' || filed.length || !allowed.length) return NONE
  const { shift } = plan
  if (shift && !plan.is_rest_day && !shift.floating_break) {
    const midnight = plan.day * MINUTES_PER_DAY
    return shifted(subtract(shift.parts, shift.work), midnight)
  }
  const minutes = shift && !plan.is_rest_day ? shift.floating_break : policy.breaks.unscheduled_minutes
  if (!minutes || total(allowed) <= policy.breaks.after_minutes) return NONE
  return breakOf([allowed[0]!, allowed[allowed.length - 1]!], allowed, minutes, policy)
}
