/**
 * A day on which work is owed: the worked part of the shift, and the split of the rest into lateness, undertime and
 * absence. Always: worked + late + undertime + absent + leave = required minutes of the shift.
 */
import type { Minute } from './clock.ts'
import { chargedLateness, rounded, type TimePolicy } from './policy.ts'
import { type Shift, shifted } from './shifts.ts'
import { afterFirst, between, end, first, intersect, NONE, push, type Spans, start, subtract, total, union } from './spans.ts'

/** Leave of a day, as filed. */
export interface LeaveOfDay {
  readonly with_pay: boolean
  readonly covers: 'whole_day' | 'first_half' | 'second_half' | 'minutes' | 'times'
  readonly minutes?: number
  readonly times?: Spans
}

export interface Attendance {
  /** Credited work within the shift. */
  readonly worked: Spans
  readonly late: number
  /** Actual lateness by the clock, before grace and rounding. */
  readonly late_raw: number
  readonly undertime: number
  readonly absent: number
  readonly paid_leave: number
  readonly unpaid_leave: number
  /** Presence outside the work of the shift: before, after, in the gap of a split shift. */
  readonly extra: Spans
  /** Work during leave with pay: it does not count again. */
  readonly during_leave: Spans
}

/**
 * The position of an unpaid break without fixed hours on this day: in the time the employee was away between first
 * arrival and last departure; its missing part in the middle of the longest stretch of work, when there was enough work
 * to require a break, and otherwise outside the worked stretch.
 */
export function breakOf(within: Spans, presence: Spans, minutes: number, policy: TimePolicy): Spans {
  const here = intersect(presence, within)
  const from = within[0]!
  const to = within[within.length - 1]!
  if (!here.length) {
    const middle = Math.floor((from + to - minutes) / 2)
    return [middle, middle + minutes]
  }
  let out = first(subtract([start(here)!, end(here)!], here), minutes)
  let left = minutes - total(out)
  if (!left || policy.breaks.deduction === 'punched') return out
  if (total(here) <= policy.breaks.after_minutes) {
    const after = Math.min(left, to - end(here)!)
    if (after) out = union(out, [end(here)!, end(here)! + after])
    left -= after
    const before = Math.min(left, start(here)! - from)
    if (before) out = union(out, [start(here)! - before, start(here)!])
    left -= before
  }
  return left > 0 ? union(out, middleOfLongest(here, left)) : out
}

/** This many minutes in the middle of the longest stretch, the earliest of equals. */
export function middleOfLongest(spans: Spans, minutes: number): Spans {
  let best = 0
  for (let i = 2; i < spans.length; i += 2) if (spans[i + 1]! - spans[i]! > spans[best + 1]! - spans[best]!) best = i
  const length = spans[best + 1]! - spans[best]!
  const taken = Math.min(minutes, length)
  const from = spans[best]! + Math.floor((length - taken) / 2)
  return [from, from + taken]
}

/** The minutes that leave of a fixed shift covers; leave by minutes covers missing minutes, the earliest first. */
function leaveSpans(leaves: readonly LeaveOfDay[], work: Spans, presence: Spans): { paid: Spans; unpaid: Spans } {
  let paid = NONE
  let unpaid = NONE
  const half = Math.floor(total(work) / 2)
  for (const leave of leaves) {
    const free = subtract(subtract(work, paid), unpaid)
    let spans = NONE
    if (leave.covers === 'whole_day') spans = free
    else if (leave.covers === 'first_half') spans = intersect(free, first(work, half))
    else if (leave.covers === 'second_half') spans = intersect(free, afterFirst(work, half))
    else if (leave.covers === 'times') spans = intersect(free, leave.times ?? NONE)
    else spans = first(subtract(free, presence), leave.minutes ?? 0)
    // Work is paid as work; leave without pay does not reduce it.
    if (leave.with_pay) paid = union(paid, spans)
    else unpaid = union(unpaid, subtract(spans, presence))
  }
  return { paid, unpaid }
}

/** Presence with paid breaks filled in, where the employee was there before and after. */
function withPaidBreaks(shift: Shift, midnight: Minute, presence: Spans): Spans {
  if (!shift.paid_breaks.length || presence.length < 4) return presence
  const away = subtract([start(presence)!, end(presence)!], presence)
  return union(presence, intersect(away, shifted(shift.paid_breaks, midnight)))
}

/** What the attendance of a day is computed from, besides its shift. */
interface ShiftDay {
  readonly presence: Spans
  /** The presence on record, where the shift counts as worked without punches: leave is not taken for work that is only presumed. */
  readonly recorded?: Spans
  readonly leaves: readonly LeaveOfDay[]
  readonly policy: TimePolicy
}

/** A fixed shift (one part or several) on a day beginning at `midnight`. */
export function attendFixed(shift: Shift, midnight: Minute, { presence: shown, recorded, leaves, policy }: ShiftDay): Attendance {
  const presence = withPaidBreaks(shift, midnight, shown)
  const punched = recorded === undefined ? presence : withPaidBreaks(shift, midnight, recorded)
  const parts = shifted(shift.parts, midnight)
  let work = shifted(shift.work, midnight)
  if (shift.floating_break) {
    const filed = leaves.reduce<Spans>((sum, leave) => (leave.covers === 'times' ? union(sum, leave.times ?? NONE) : sum), NONE)
    // The part of the break that was not taken shortens the shift at its end, so that the required minutes stay the same.
    work = first(subtract(work, breakOf(work, union(presence, filed), shift.floating_break, policy)), shift.required)
  }
  const { paid, unpaid } = leaveSpans(leaves, work, punched)
  const owed = paid.length || unpaid.length ? subtract(subtract(work, paid), unpaid) : work
  const covered = intersect(presence, owed)
  const worked: Minute[] = []
  let late = 0
  let lateRaw = 0
  let undertime = 0
  let absent = 0
  const firstWorked = start(covered)
  const lastWorked = end(covered)
  for (let i = 0; i < owed.length; i += 2) {
    const from = owed[i]!
    const to = owed[i + 1]!
    const here = between(covered, from, to)
    if (!here.length) {
      if (policy.missed_part === 'absent' || firstWorked === undefined) absent += to - from
      else if (to <= firstWorked) {
        late += to - from
        lateRaw += to - from
      } else undertime += to - from
      continue
    }
    const isArrival = startsPart(parts, from)
    const raw = here[0]! - from
    const charged = isArrival
      ? Math.min(to - from, chargedLateness(raw, shift.grace ?? policy.lateness.grace_minutes, policy.lateness))
      : raw
    const gone = to - here[here.length - 1]!
    const isDeparture = here[here.length - 1] === lastWorked
    const left = isDeparture ? Math.min(to - from - charged, rounded(gone, policy.undertime.step_minutes, policy.undertime.rounding)) : gone
    // Forgiven minutes count as worked, charged ones do not, no matter what the clock showed.
    const credited = between(
      union(union(here, charged < raw ? [from + charged, here[0]!] : NONE), left < gone ? [here[here.length - 1]!, to - left] : NONE),
      from + charged,
      to - left,
    )
    for (let k = 0; k < credited.length; k += 2) push(worked, credited[k]!, credited[k + 1]!)
    late += charged
    lateRaw += raw
    undertime += to - from - total(credited) - charged
  }
  const outside = subtract(presence, policy.breaks.deduction === 'punched' ? work : parts)
  return {
    worked,
    late,
    late_raw: lateRaw,
    undertime,
    absent,
    paid_leave: total(paid),
    unpaid_leave: total(unpaid),
    extra: outside,
    during_leave: intersect(punched, paid),
  }
}

function startsPart(parts: Spans, minute: Minute): boolean {
  for (let i = 0; i < parts.length; i += 2) if (parts[i] === minute) return true
  return false
}

/**
 * A flexible shift: the required minutes at any time between the earliest arrival and the latest departure. Lateness
 * counts from the start of the core hours only; missing required minutes are undertime.
 */
export function attendFlexi(shift: Shift, midnight: Minute, { presence, recorded, leaves, policy }: ShiftDay): Attendance {
  const window = shifted(shift.work, midnight)
  const here = intersect(presence, window)
  const awayBetween = here.length ? end(here)! - start(here)! - total(here) : 0
  const isLong = total(here) > policy.breaks.after_minutes
  const unpunched = policy.breaks.deduction === 'automatic' && isLong ? Math.max(0, shift.floating_break - awayBetween) : 0
  const net = unpunched ? subtract(here, middleOfLongest(here, unpunched)) : here
  const punched = recorded === undefined ? total(net) : total(intersect(recorded, window))
  const half = Math.floor(shift.required / 2)
  let paid = 0
  let unpaid = 0
  for (const leave of leaves) {
    const asked =
      leave.covers === 'whole_day'
        ? shift.required
        : leave.covers === 'first_half'
          ? half
          : leave.covers === 'second_half'
            ? shift.required - half
            : leave.covers === 'times'
              ? total(intersect(window, leave.times ?? NONE))
              : (leave.minutes ?? 0)
    const missing = leave.with_pay ? shift.required : Math.max(0, shift.required - punched)
    const given = Math.min(asked, missing - paid - unpaid)
    if (given <= 0) continue
    if (leave.with_pay) paid += given
    else unpaid += given
  }
  const owed = shift.required - paid - unpaid
  const core = shift.core_start === undefined ? undefined : midnight + shift.core_start
  const arrived = start(here)
  const lateRaw = arrived === undefined || core === undefined ? 0 : Math.max(0, arrived - core - paid - unpaid)
  const late = Math.min(owed, chargedLateness(lateRaw, shift.grace ?? policy.lateness.grace_minutes, policy.lateness))
  const worked = first(net, owed - late)
  const isAbsent = !net.length
  const missing = owed - total(worked) - late
  return {
    worked,
    late,
    late_raw: lateRaw,
    undertime: isAbsent ? 0 : missing,
    absent: isAbsent ? missing : 0,
    paid_leave: paid,
    unpaid_leave: unpaid,
    // What is presumed beside the leave is no further work.
    extra: recorded !== undefined && paid + unpaid > 0 ? NONE : union(afterFirst(net, total(worked)), subtract(presence, window)),
    during_leave: NONE,
  }
}
