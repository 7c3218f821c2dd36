/**
 * Which work outside the shift is credited: only what an approved filing covers (or what the policy pays as worked),
 * from a minimum on, in whole steps. Undertime of the day is never set off against it (Labor Code art. 88).
 */
import { middleOfLongest } from './attendance.ts'
import type { Authorization } from './filings.ts'
import type { TimePolicy } from './policy.ts'
import { afterFirst, first, intersect, NONE, type Spans, subtract, total, union } from './spans.ts'

export type NotCredited = 'no_authorization' | 'beyond_authorization' | 'below_minimum' | 'rounding' | 'break'

export interface Credited {
  /** Overtime. */
  readonly spans: Spans
  /** Work beyond a short shift that is still within the first eight hours. */
  readonly regular: Spans
  readonly ignored: readonly { readonly spans: Spans; readonly reason: NotCredited }[]
}

export const NOTHING: Credited = { spans: NONE, regular: NONE, ignored: [] }

/** The part of `extra` that authorizations cover: within their times, without their breaks, up to their minutes. */
export function authorizedPart(extra: Spans, authorizations: readonly Authorization[]): { spans: Spans; breaks: Spans } {
  let spans = NONE
  let breaks = NONE
  for (const authorization of authorizations) {
    let covered = subtract(intersect(extra, [authorization.from, authorization.to]), spans)
    // The filed break is taken out of the middle, unless the employee punched it.
    const away = covered.length ? covered[covered.length - 1]! - covered[0]! - total(covered) : 0
    const rest = authorization.break_minutes - away
    if (rest > 0 && covered.length) {
      const taken = middleOfLongest(covered, rest)
      breaks = union(breaks, taken)
      covered = subtract(covered, taken)
    }
    spans = union(spans, total(covered) > authorization.most ? first(covered, authorization.most) : covered)
  }
  return { spans, breaks }
}

/** What limits the work credited as overtime. */
interface OvertimeRules {
  readonly shiftEnd: number
  readonly room: number
  readonly authorizations: readonly Authorization[]
  readonly policy: TimePolicy
}

/**
 * The counted part of work outside the shift on a day with work owed. `shiftEnd` separates work after the shift from work
 * before it; `room` is how many minutes of it are still regular work.
 */
export function creditOvertime(extra: Spans, { shiftEnd, room, authorizations, policy }: OvertimeRules): Credited {
  if (!extra.length) return NOTHING
  const ignored: { spans: Spans; reason: NotCredited }[] = []
  const filed = authorizedPart(extra, authorizations)
  let spans = filed.spans
  if (policy.overtime.authorization === 'actual') {
    const paid = policy.overtime.before_shift ? extra : intersect(extra, [shiftEnd, Number.MAX_SAFE_INTEGER])
    spans = union(spans, subtract(paid, filed.breaks))
  }
  if (filed.breaks.length) ignored.push({ spans: filed.breaks, reason: 'break' })
  const left = subtract(subtract(extra, spans), filed.breaks)
  if (left.length) ignored.push({ spans: left, reason: authorizations.length ? 'beyond_authorization' : 'no_authorization' })
  return steps(afterFirst(spans, room), policy, ignored, first(spans, room))
}

/** The minimum of a day and its whole steps; minutes are cut off at the end. */
export function steps(spans: Spans, policy: TimePolicy, ignored: { spans: Spans; reason: NotCredited }[], regular: Spans): Credited {
  const minutes = total(spans)
  if (!minutes) return { spans: NONE, regular, ignored }
  const { minimum_minutes: minimum, step_minutes: step } = policy.overtime
  if (minutes < minimum) return { spans: NONE, regular, ignored: [...ignored, { spans, reason: 'below_minimum' }] }
  const credited = first(spans, minutes - (minutes % step))
  const cut = subtract(spans, credited)
  return { spans: credited, regular, ignored: cut.length ? [...ignored, { spans: cut, reason: 'rounding' }] : ignored }
}
