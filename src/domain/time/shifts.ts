/**
 * Shifts: fixed, flexible, split and across midnight. A template is written in clock times; `compileShift` turns it
 * into minutes from midnight of the day the shift begins, so that a night shift simply ends after minute 1440.
 */
import { DomainError } from '../../kernel/errors.ts'
import { requireList, requireRecord } from '../input-schema.ts'
import { clockMinute, MINUTES_PER_DAY } from './clock.ts'
import { ordered, type Spans, subtract, total } from './spans.ts'

export interface ShiftTemplate {
  readonly code: string
  readonly kind: 'Fixed' | 'Flexi'
  /**
   * One part, or several for a split shift, in order. An end at or before its start, or `tomorrow`, is on the next
   * day. A flexible shift has one part: from the earliest arrival to the latest departure that counts.
   */
  readonly parts: readonly { readonly time_in: string; readonly time_out: string; readonly time_type?: 'today' | 'tomorrow' }[]
  /** Breaks at fixed hours. Paid ones (coffee breaks, 20-minute meals) stay part of the work. */
  readonly breaks?: readonly { readonly break_out: string; readonly break_in: string; readonly is_paid?: boolean }[]
  /** Unpaid break without fixed times. */
  readonly break_minutes?: number
  /** Flexible shifts: minutes of work that the day requires. */
  readonly required_minutes?: number
  /** Flexible shifts: hours at which everyone is present. Lateness counts from the start of them. */
  readonly core_start?: string
  readonly core_end?: string
  /** Instead of the policy's grace. */
  readonly grace_minutes?: number
}

/** A shift in minutes from midnight of the day it begins. */
export interface Shift {
  readonly code: string
  readonly kind: 'Fixed' | 'Flexi'
  readonly from: number
  readonly to: number
  readonly parts: Spans
  /** The parts without unpaid breaks at fixed hours. */
  readonly work: Spans
  /** Paid breaks at fixed hours: an employee who is away during them counts as present. */
  readonly paid_breaks: Spans
  /** Unpaid break without fixed hours, taken out of `work` day by day. */
  readonly floating_break: number
  /** Minutes of work that the day requires. */
  readonly required: number
  readonly core_start?: number
  readonly core_end?: number
  readonly grace?: number
}

/** Checks a template and turns it into minutes. Throws `DomainError` naming the field. */
export function compileShift(template: ShiftTemplate, field = `shift.${template?.code}`): Shift {
  requireRecord(template, field)
  requireList(template.parts, `${field}.parts`)
  requireList(template.breaks ?? [], `${field}.breaks`)
  const parts: number[] = []
  for (const [index, part] of template.parts.entries()) {
    const path = `${field}.parts.${index}`
    let from = clockMinute(part.time_in, `${path}.time_in`)
    if (parts.length && from < parts[parts.length - 1]!) from += MINUTES_PER_DAY
    let to = clockMinute(part.time_out, `${path}.time_out`)
    while (to <= from) to += MINUTES_PER_DAY
    if (part.time_type === 'tomorrow' && to <= MINUTES_PER_DAY) to += MINUTES_PER_DAY
    if (part.time_type === 'today' && to > MINUTES_PER_DAY)
      throw new DomainError(`${path}.time_out`, 'The end is before the start of the shift.')
    parts.push(from, to)
  }
  const from = parts[0]
  const to = parts[parts.length - 1]
  if (from === undefined || to === undefined) throw new DomainError(`${field}.parts`, 'A shift has at least one part.')
  if (to - from > MINUTES_PER_DAY) throw new DomainError(`${field}.parts`, 'The parts overlap, or the shift is longer than 24 hours.')
  const unpaid: [number, number][] = []
  const paid: [number, number][] = []
  for (const [index, pause] of (template.breaks ?? []).entries()) {
    const path = `${field}.breaks.${index}`
    let out = clockMinute(pause.break_out, `${path}.break_out`)
    let back = clockMinute(pause.break_in, `${path}.break_in`)
    if (out < from) out += MINUTES_PER_DAY
    while (back <= out) back += MINUTES_PER_DAY
    if (!inside(parts, out, back)) throw new DomainError(path, 'A break lies within a part of its shift.')
    ;(pause.is_paid ? paid : unpaid).push([out, back])
  }
  const fixedBreak = total(ordered(unpaid))
  if (fixedBreak !== unpaid.reduce((sum, [out, back]) => sum + back - out, 0)) throw new DomainError(`${field}.breaks`, 'Breaks overlap.')
  const given = wholeMinutes(template.break_minutes ?? 0, `${field}.break_minutes`)
  if (given && fixedBreak && given !== fixedBreak)
    throw new DomainError(`${field}.break_minutes`, `The break at fixed hours has ${fixedBreak} minutes, not ${given}.`)
  const floating = fixedBreak ? 0 : given
  if (floating && parts.length > 2) throw new DomainError(`${field}.break_minutes`, 'The breaks of a split shift have fixed hours.')
  const work = subtract(parts, ordered(unpaid))
  const required =
    template.kind === 'Flexi' ? wholeMinutes(template.required_minutes ?? 0, `${field}.required_minutes`) : total(work) - floating
  if (required <= 0) throw new DomainError(`${field}.required_minutes`, 'A shift requires some work.')
  if (template.kind === 'Flexi') {
    if (parts.length > 2) throw new DomainError(`${field}.parts`, 'A flexible shift has one part.')
    if (required + floating > total(work))
      throw new DomainError(`${field}.required_minutes`, 'The hours required do not fit between arrival and departure.')
  }
  const within = (text: string | undefined, name: string): number | undefined => {
    if (text === undefined) return undefined
    let minute = clockMinute(text, `${field}.${name}`)
    if (minute < from) minute += MINUTES_PER_DAY
    if (minute > to) throw new DomainError(`${field}.${name}`, 'Core hours lie within the shift.')
    return minute
  }
  const coreStart = within(template.core_start, 'core_start')
  const coreEnd = within(template.core_end, 'core_end')
  if (coreStart !== undefined && coreEnd !== undefined && coreEnd <= coreStart)
    throw new DomainError(`${field}.core_end`, 'Core hours end after they start.')
  return {
    code: template.code,
    kind: template.kind,
    from,
    to,
    parts,
    work,
    paid_breaks: ordered(paid),
    floating_break: floating,
    required,
    ...(coreStart === undefined ? {} : { core_start: coreStart }),
    ...(coreEnd === undefined ? {} : { core_end: coreEnd }),
    ...(template.grace_minutes === undefined ? {} : { grace: wholeMinutes(template.grace_minutes, `${field}.grace_minutes`) }),
  }
}

function inside(parts: Spans, from: number, to: number): boolean {
  for (let i = 0; i < parts.length; i += 2) if (from >= parts[i]! && to <= parts[i + 1]!) return true
  return false
}

/** Refuses negative and broken minutes. */
export function wholeMinutes(minutes: number, field: string): number {
  if (!Number.isInteger(minutes) || minutes < 0) throw new DomainError(field, 'Minutes are whole and not negative.')
  return minutes
}

/** Spans moved to a day: minutes of the day become moments. */
export function shifted(spans: Spans, by: number): Spans {
  const out = new Array<number>(spans.length)
  for (let i = 0; i < spans.length; i++) out[i] = spans[i]! + by
  return out
}
