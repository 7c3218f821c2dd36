/**
 * A company's policy on time: grace, rounding, overtime, breaks, nights, and the choices between days that the law leaves
 * open. Every setting has a default; the default is the law where there is one, and else the convention that costs the
 * employee least.
 */
import { DomainError } from '../../kernel/errors.ts'
import { requireRecord } from '../input-schema.ts'
import { type DayNumber, dateText, dayNumber } from './clock.ts'

const ROUNDINGS = ['down', 'up', 'nearest'] as const
type Rounding = (typeof ROUNDINGS)[number]

/** Lateness of `from` up to and including `to` minutes is charged as `charge`. */
interface TardinessBracket {
  readonly from: number
  readonly to: number
  readonly charge: number
}

export interface TimePolicy {
  readonly lateness: {
    /** Minutes after the start that are not charged; a shift's own grace takes precedence. No law requires one. */
    readonly grace_minutes: number
    /** Beyond the grace: `excess` charges only the minutes beyond it, `all` counts from the scheduled start. */
    readonly beyond_grace: 'excess' | 'all'
    readonly step_minutes: number
    readonly rounding: Rounding
    /** Used instead of steps where given. Lateness above the last bracket is charged by the minute. */
    readonly brackets: readonly TardinessBracket[]
  }
  readonly undertime: { readonly step_minutes: number; readonly rounding: Rounding }
  /** An unworked part of a shift is `absent`, or charged as `late` (before) and undertime (after). */
  readonly missed_part: 'absent' | 'late'
  readonly overtime: {
    /** `required`: only overtime with an approved filing; `actual`: all work after the shift. */
    readonly authorization: 'required' | 'actual'
    /** Under `actual`, work before the shift counts, too. */
    readonly before_shift: boolean
    /** A day's overtime below this is not counted. */
    readonly minimum_minutes: number
    /** A day's overtime is cut down to whole steps. */
    readonly step_minutes: number
    /** Extra work is overtime after the `schedule`, or only after `eight_hours` (Labor Code art. 87) where the shift is shorter. */
    readonly after: 'schedule' | 'eight_hours'
  }
  /** Work on a rest day or a day without schedule: only as filed and approved, or all actual work. */
  readonly rest_day_work: 'authorized' | 'actual'
  /** Work on a holiday: within the shift of the day and as filed (`schedule`), only as filed, or all actual work. */
  readonly holiday_work: 'schedule' | 'authorized' | 'actual'
  readonly breaks: {
    /** `automatic` deducts the unpaid break even when it was not punched; `punched` only the punched one. */
    readonly deduction: 'automatic' | 'punched'
    /** A break without fixed hours is deducted automatically only after this many minutes of work. */
    readonly after_minutes: number
    /** Breaks punched as such and no longer than this are paid (coffee breaks of 5 to 20 minutes, IRR book III rule I §7). */
    readonly paid_up_to_minutes: number
    /** Unpaid break of work on days without a shift (meal break of an hour, Labor Code art. 85). */
    readonly unscheduled_minutes: number
  }
  /** Night shift differential, minutes of the day; the window may cross midnight. 10 PM to 6 AM by Labor Code art. 86. */
  readonly night: { readonly from: number; readonly to: number }
  /** Minutes of a shift past midnight have the holidays of their own date (`calendar`), or of the date the shift began. */
  readonly holiday_attribution: 'calendar' | 'shift_start'
  /** Minutes past midnight belong to the rest day of the date on which the shift began (`shift_start`), or of their own date. */
  readonly rest_day_attribution: 'calendar' | 'shift_start'
  /** The first minutes of a rest day or holiday are premium work, the rest is overtime (eight hours, Labor Code art. 83, 93). */
  readonly regular_minutes: number
  readonly punches: {
    /** Punches of the same kind within this many minutes count as one. */
    readonly duplicate_minutes: number
    /** Longest stretch between an in and its out; beyond it the out counts as missing. */
    readonly longest_minutes: number
    /** How long before a shift its first punch can be. */
    readonly before_shift_minutes: number
    /** How long after the last known shift its last punch can be. */
    readonly after_shift_minutes: number
    /** An unpaired punch: `leave_out` ignores the stretch, `schedule` takes the shift's start or end instead. */
    readonly missing: 'leave_out' | 'schedule'
  }
  /** Missing minutes of flexible shifts are judged at the `cut_off`, or on each `day`. Time paid as overtime never fills them. */
  readonly flexi_deficit: 'cut_off' | 'day'
}

export const DEFAULT_POLICY: TimePolicy = {
  lateness: { grace_minutes: 0, beyond_grace: 'excess', step_minutes: 1, rounding: 'down', brackets: [] },
  undertime: { step_minutes: 1, rounding: 'down' },
  missed_part: 'absent',
  overtime: { authorization: 'required', before_shift: false, minimum_minutes: 30, step_minutes: 15, after: 'schedule' },
  rest_day_work: 'authorized',
  holiday_work: 'schedule',
  breaks: { deduction: 'automatic', after_minutes: 300, paid_up_to_minutes: 20, unscheduled_minutes: 60 },
  night: { from: 22 * 60, to: 6 * 60 },
  holiday_attribution: 'calendar',
  rest_day_attribution: 'shift_start',
  regular_minutes: 480,
  punches: {
    duplicate_minutes: 2,
    longest_minutes: 20 * 60,
    before_shift_minutes: 240,
    after_shift_minutes: 600,
    missing: 'leave_out',
  },
  flexi_deficit: 'cut_off',
}

/** A policy in force from a day on, until the next. */
export interface PolicyFrom {
  readonly effective_from: string
  readonly policy: TimePolicy
}
/** The policy of each work day. */
export type PolicyOn = (day: DayNumber) => TimePolicy

/**
 * The policy of each work day, from one policy for all days or from several by their first days (a new grace period, a
 * transfer to a branch with other rules). A shift follows the policy of the day on which it begins; days before the first
 * policy use the first one.
 */
export function policyOn(policy: TimePolicy | readonly PolicyFrom[]): PolicyOn {
  if (!isDated(policy)) return () => policy
  const dated = policy.map((policyFrom, index) => ({
    from: dayNumber(policyFrom.effective_from, `policy.${index}.effective_from`),
    policy: policyFrom.policy,
  }))
  dated.sort((a, b) => b.from - a.from)
  const first = dated.at(-1)
  if (!first) throw new DomainError('policy', 'There is no policy of time.')
  for (const [index, policy] of dated.entries())
    if (dated[index + 1]?.from === policy.from) throw new DomainError('policy', `Two policies begin on ${dateText(policy.from)}.`)
  return (day) => (dated.find((candidate) => candidate.from <= day) ?? first).policy
}
const isDated = (policy: TimePolicy | readonly PolicyFrom[]): policy is readonly PolicyFrom[] => Array.isArray(policy)

/** The company's settings that override the defaults, group by group. */
export type PolicyChanges = {
  readonly [K in keyof TimePolicy]?: TimePolicy[K] extends object ? Partial<TimePolicy[K]> : TimePolicy[K]
}

/** A complete policy from a company's settings. Throws `DomainError` for invalid settings. */
export function timePolicy(changes: PolicyChanges = {}): TimePolicy {
  requireRecord(changes, 'policy')
  const policy = { ...DEFAULT_POLICY } as Record<string, unknown>
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const before = policy[name]
    if (typeof before === 'object') requireRecord(value, `policy.${name}`)
    policy[name] = typeof value === 'object' && value !== null ? { ...(before as object), ...value } : value
  }
  const complete = policy as unknown as TimePolicy
  requireSoundPolicy(complete)
  return complete
}

function requireSoundPolicy(policy: TimePolicy): void {
  const minutes: [string, number, number][] = [
    ['lateness.grace_minutes', policy.lateness.grace_minutes, 0],
    ['lateness.step_minutes', policy.lateness.step_minutes, 1],
    ['undertime.step_minutes', policy.undertime.step_minutes, 1],
    ['overtime.minimum_minutes', policy.overtime.minimum_minutes, 0],
    ['overtime.step_minutes', policy.overtime.step_minutes, 1],
    ['breaks.after_minutes', policy.breaks.after_minutes, 0],
    ['breaks.paid_up_to_minutes', policy.breaks.paid_up_to_minutes, 0],
    ['breaks.unscheduled_minutes', policy.breaks.unscheduled_minutes, 0],
    ['regular_minutes', policy.regular_minutes, 1],
    ['punches.duplicate_minutes', policy.punches.duplicate_minutes, 0],
    ['punches.longest_minutes', policy.punches.longest_minutes, 1],
    ['punches.before_shift_minutes', policy.punches.before_shift_minutes, 0],
    ['punches.after_shift_minutes', policy.punches.after_shift_minutes, 0],
    ['night.from', policy.night.from, 0],
    ['night.to', policy.night.to, 0],
  ]
  for (const [name, value, least] of minutes)
    if (!Number.isInteger(value) || value < least)
      throw new DomainError(`policy.${name}`, `This must be a whole number of minutes, ${least} or more.`)
  if (policy.night.from > 1440 || policy.night.to > 1440)
    throw new DomainError('policy.night', 'The night window lies within the 24 hours of a day.')
  let after = 0
  for (const [index, bracket] of policy.lateness.brackets.entries()) {
    const field = `policy.lateness.brackets.${index}`
    if (![bracket.from, bracket.to, bracket.charge].every((value) => Number.isInteger(value) && value >= 0))
      throw new DomainError(field, 'A bracket has whole minutes, none of them negative.')
    if (bracket.to < bracket.from || bracket.from <= after) throw new DomainError(field, 'Brackets follow each other and do not overlap.')
    after = bracket.to
  }
}

/** Minutes rounded to whole steps. */
export function rounded(minutes: number, step: number, rounding: Rounding): number {
  if (step === 1) return minutes
  const steps = minutes / step
  return step * (rounding === 'down' ? Math.floor(steps) : rounding === 'up' ? Math.ceil(steps) : Math.floor(steps + 0.5))
}

/** The charge for this many minutes of lateness: nothing within the grace, then by bracket or by step. */
export function chargedLateness(minutes: number, grace: number, policy: TimePolicy['lateness']): number {
  if (minutes <= grace) return 0
  const late = policy.beyond_grace === 'excess' ? minutes - grace : minutes
  for (const bracket of policy.brackets) if (late >= bracket.from && late <= bracket.to) return bracket.charge
  return policy.brackets.length ? late : rounded(late, policy.step_minutes, policy.rounding)
}
