/**
 * Converts raw punches to stretches of presence. Punches are sorted first, so the order in which devices deliver them
 * never matters. Each belongs to a work day by shift windows, not by its calendar date: the out at 6:10 AM ends the night
 * shift that began the evening before.
 */

import { DomainError } from '../../kernel/errors.ts'
import { MINUTES_PER_DAY, type Minute } from './clock.ts'
import type { Authorization, TimelogFiling } from './filings.ts'
import type { PolicyOn, TimePolicy } from './policy.ts'
import type { PunchKind } from './punch-kind.ts'
import type { DayPlan } from './schedule.ts'
import { push } from './spans.ts'

export interface Punch {
  readonly at: Minute
  /** Devices without keys send none: those punches alternate between in and out. */
  readonly kind?: PunchKind
  readonly no?: string
  readonly source?: string
}

export type PunchFault = 'duplicate' | 'corrected' | 'missing_in' | 'missing_out'

interface IgnoredPunch {
  readonly punch: Punch
  readonly reason: PunchFault
}

/** The presence of one work day, from its punches. */
export interface Presence {
  /** Flat stretches in moments. */
  readonly spans: readonly Minute[]
  /** All punches that belong to the work day, in order. */
  readonly punches: readonly Punch[]
  readonly ignored: readonly IgnoredPunch[]
  readonly time_in: Minute | undefined
  readonly time_out: Minute | undefined
}

interface Placed extends Punch {
  readonly is_correction?: boolean
}

const NOT_HERE: Presence = { spans: [], punches: [], ignored: [], time_in: undefined, time_out: undefined }

/** In a tie, the end of a stretch comes before the beginning of the next one. */
const RANK: Record<PunchKind | 'none', number> = { time_out: 0, break_out: 1, none: 2, break_in: 3, time_in: 4 }
const rank = (punch: Punch): number => RANK[punch.kind ?? 'none']
const goesIn = (kind: PunchKind): boolean => kind === 'time_in' || kind === 'break_in'

function compare(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at - b.at
  const byKind = rank(a) - rank(b)
  if (byKind) return byKind
  if (Boolean(a.is_correction) !== Boolean(b.is_correction)) return a.is_correction ? -1 : 1
  const [left, right] = [`${a.no ?? ''}|${a.source ?? ''}`, `${b.no ?? ''}|${b.source ?? ''}`]
  return left < right ? -1 : left > right ? 1 : 0
}

/** All punches in order; approved corrections replace the punches that they correct. */
function inOrder(
  punches: readonly Punch[],
  corrections: readonly { filing: TimelogFiling; at: Minute }[],
): { list: Placed[]; replaced: Placed[] } {
  for (let index = 0; index < punches.length; index++)
    if (!Number.isInteger(punches[index]!.at)) throw new DomainError(`punches.${index}.at`, 'A punch has a moment in whole minutes.')
  if (!corrections.length) return { list: [...punches].sort(compare), replaced: [] }
  const gone = new Set(corrections.map((correction) => correction.filing.replaces).filter((no) => no !== undefined))
  const list: Placed[] = []
  const replaced: Placed[] = []
  for (const punch of punches) (punch.no !== undefined && gone.has(punch.no) ? replaced : list).push(punch)
  for (const { filing, at: minute } of corrections)
    list.push({ at: minute, kind: filing.type, no: filing.no, source: 'filing', is_correction: true })
  return { list: list.sort(compare), replaced }
}

/** The expected time of a work day: its shift, or the time filed for a day without one. */
function anchor(plan: DayPlan, authorized: readonly Authorization[]): [Minute, Minute] | undefined {
  const midnight = plan.day * MINUTES_PER_DAY
  if (plan.shift && !plan.is_rest_day) return [midnight + plan.shift.from, midnight + plan.shift.to]
  const filed = authorized[0]
  return filed ? [filed.from, Math.max(...authorized.map((authorization) => authorization.to))] : undefined
}

/** The moment at which the punches of one work day end and those of the next begin. */
function boundary(before: [Minute, Minute] | undefined, next: [Minute, Minute] | undefined, nextDay: number, policy: TimePolicy): Minute {
  const lead = policy.punches.before_shift_minutes
  const midnight = nextDay * MINUTES_PER_DAY
  if (next) return before ? Math.max(next[0] - lead, Math.floor((before[1] + next[0]) / 2)) : next[0] - lead
  return before ? Math.max(midnight, before[1] + lead) : midnight
}

/** What corrects and bounds the punches of a day. */
interface PairingRules {
  readonly corrections: readonly { filing: TimelogFiling; at: Minute }[]
  readonly authorizedOn: (day: number) => readonly Authorization[]
  readonly policyOn: PolicyOn
}

/**
 * The presence of each planned day. `plans` are consecutive dates; punches before the first or after the last one's
 * window belong to none of these days and are left to another computation. Each day has its own policy.
 */
export function presences(
  plans: readonly DayPlan[],
  punches: readonly Punch[],
  { corrections, authorizedOn, policyOn }: PairingRules,
): Presence[] {
  const { list, replaced } = inOrder(punches, corrections)
  const out: Presence[] = new Array(plans.length)
  let position = 0
  let bounds = plans.length ? anchor(plans[0]!, authorizedOn(plans[0]!.day)) : undefined
  if (plans.length) {
    const from = bounds ? bounds[0] - policyOn(plans[0]!.day).punches.before_shift_minutes : plans[0]!.day * MINUTES_PER_DAY
    while (position < list.length && list[position]!.at < from) position++
  }
  for (let i = 0; i < plans.length; i++) {
    const plan = plans[i]!
    const policy = policyOn(plan.day)
    const next = plans[i + 1]
    const following = next ? anchor(next, authorizedOn(next.day)) : undefined
    const until = next
      ? boundary(bounds, following, next.day, policyOn(next.day))
      : bounds
        ? bounds[1] + policy.punches.after_shift_minutes
        : (plan.day + 1) * MINUTES_PER_DAY
    const from = position
    while (position < list.length && list[position]!.at < until) position++
    // Work that continues past the window: the out belongs to its in.
    if (position > from && position < list.length) {
      const last = list[position - 1]!
      const closing = list[position]!
      const isOpen = last.kind !== undefined && goesIn(last.kind)
      if (isOpen && closing.kind !== undefined && !goesIn(closing.kind) && closing.at - last.at <= policy.punches.longest_minutes)
        position++
    }
    const gone = replaced.length
      ? replaced.filter((placed) => placed.at < until && Math.floor(placed.at / MINUTES_PER_DAY) === plan.day)
      : replaced
    out[i] =
      position === from && !gone.length ? NOT_HERE : pair(list, { first: from, last: position, replaced: gone, anchored: bounds, policy })
    bounds = following
  }
  return out
}

/** The part of the ordered punches that belongs to one day. */
interface DayOfPunches {
  readonly first: number
  readonly last: number
  readonly replaced: readonly Placed[]
  readonly anchored: [Minute, Minute] | undefined
  readonly policy: TimePolicy
}

/** Pairs the beginnings and ends of stretches of presence, from `first` up to `last` of an ordered list. */
function pair(list: readonly Placed[], { first, last, replaced, anchored, policy }: DayOfPunches): Presence {
  const spans: Minute[] = []
  const ignored: IgnoredPunch[] = replaced.map((punch) => ({ punch, reason: 'corrected' }))
  const same = policy.punches.duplicate_minutes
  let open: Placed | undefined
  let closed: Placed | undefined
  let timeIn: Minute | undefined
  const fill = policy.punches.missing === 'schedule' ? anchored : undefined

  /** The stretch that began with `open` has no end. */
  const leaveOpen = (): void => {
    if (fill && open && open.at < fill[1]) {
      push(spans, open.at, fill[1])
      closed = { at: fill[1], kind: 'time_out' }
    }
    if (open) ignored.push({ punch: open, reason: 'missing_out' })
    open = undefined
  }

  for (let i = first; i < last; i++) {
    const punch = list[i]!
    const isIn = punch.kind === undefined ? open === undefined : goesIn(punch.kind)
    if (punch.kind === undefined && i > first && punch.at - list[i - 1]!.at <= same && list[i - 1]!.kind === undefined) {
      ignored.push({ punch, reason: 'duplicate' })
      continue
    }
    if (isIn) {
      if (open) {
        // Two in a row: a duplicate, a correction, or the out between them is missing.
        if (punch.kind === open.kind && punch.is_correction !== open.is_correction) {
          const [right, wrong] = punch.is_correction ? [punch, open] : [open, punch]
          ignored.push({ punch: wrong, reason: 'corrected' })
          open = right
          continue
        }
        if (punch.at - open.at <= same) {
          ignored.push({ punch, reason: 'duplicate' })
          continue
        }
        leaveOpen()
      }
      // A short break counts as work.
      const away =
        punch.kind === 'break_in' && closed?.kind === 'break_out' && spans.at(-1) === closed.at ? punch.at - closed.at : undefined
      if (closed && away !== undefined && away <= policy.breaks.paid_up_to_minutes) push(spans, closed.at, punch.at)
      open = punch
      continue
    }
    if (open && punch.at - open.at > policy.punches.longest_minutes) leaveOpen()
    if (open) {
      timeIn ??= open.at
      push(spans, open.at, punch.at)
      open = undefined
      closed = punch
      continue
    }
    // An out without an in: a duplicate of the last one, its correction, or its in is missing.
    const isCorrection = closed !== undefined && punch.kind === closed.kind && punch.is_correction !== closed.is_correction
    if (closed && spans.at(-1) === closed.at && (isCorrection || punch.at - closed.at <= same)) {
      if (punch.is_correction && !closed.is_correction) {
        ignored.push({ punch: closed, reason: 'corrected' })
        spans[spans.length - 1] = punch.at
        closed = punch
      } else if (closed.is_correction && !punch.is_correction) ignored.push({ punch, reason: 'corrected' })
      else ignored.push({ punch, reason: 'duplicate' })
      continue
    }
    const from = fill && !spans.length && fill[0] < punch.at ? fill[0] : undefined
    if (from !== undefined) {
      push(spans, from, punch.at)
      timeIn ??= from
    }
    ignored.push({ punch, reason: 'missing_in' })
    closed = punch
  }
  if (open) {
    if (fill) timeIn ??= open.at
    leaveOpen()
  }
  return { spans, punches: list.slice(first, last), ignored, time_in: timeIn ?? spans[0], time_out: spans[spans.length - 1] }
}
