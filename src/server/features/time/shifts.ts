/** Shift templates as rows, and the domain's shifts made from them; each variant is compiled once. */

import type { WeekDay, WeekPattern } from '../../../domain/time/schedule.ts'
import { compileShift, type Shift } from '../../../domain/time/shifts.ts'

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A row of `shift_template` with its lines; times are `HH:mm`. */
export interface TemplateRow {
  readonly id: number
  readonly code: string
  readonly shift_type: string | null
  readonly time_in: string
  readonly time_out: string
  readonly time_type: string | null
  readonly break_out: string | null
  readonly break_in: string | null
  readonly break_minutes: number | null
  readonly hours: number | null
  readonly grace_minutes: number | null
  readonly core_start: string | null
  readonly core_end: string | null
  readonly days: readonly { weekday: string; time_in: string | null; time_out: string | null; is_rest_day: boolean | null }[]
}

/** Overrides of a template by an employee's own settings. */
export interface ShiftOverrides {
  readonly grace_minutes?: number | null
  readonly break_minutes?: number | null
  /** Flexible hours on a fixed template: its hours at any time near it. */
  readonly is_flexi?: boolean | null
}
/** Hours of one date instead of those of the template. */
interface ShiftHours {
  readonly time_in: string
  readonly time_out: string
  readonly break_out?: string | null
  readonly break_in?: string | null
}

/** How far from a fixed template's hours an employee with flexible hours may work. */
const FLEXI_MARGIN = 180
const DAY = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minute: number): string => {
  const within = ((minute % DAY) + DAY) % DAY
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

/** The shift of a template, with other hours and an employee's own settings. Throws `DomainError` for invalid hours. */
export function shiftOf(template: TemplateRow, hours: ShiftHours | undefined, overrides: ShiftOverrides = {}): Shift {
  const isTemplateFlexi = template.shift_type === 'Flexi'
  const isFlexi = isTemplateFlexi || overrides.is_flexi === true
  const [from, to] = [hours?.time_in ?? template.time_in, hours?.time_out ?? template.time_out]
  const [breakOut, breakIn] = hours ? [hours.break_out, hours.break_in] : [template.break_out, template.break_in]
  const widened = isFlexi && !isTemplateFlexi
  // A template says on which day it ends; hours of a date are moments, so an end before the start is on the day after.
  const timeType = hours || widened ? undefined : ((template.time_type ?? undefined) as 'today' | 'tomorrow' | undefined)
  const length = (minutesOf(to) - minutesOf(from) + DAY) % DAY || DAY
  const margin = widened ? Math.min(FLEXI_MARGIN, Math.floor((DAY - length) / 2)) : 0
  const breakMinutes = overrides.break_minutes ?? template.break_minutes
  const isFixedBreak = !isFlexi && breakOut && breakIn && (overrides.break_minutes === null || overrides.break_minutes === undefined)
  const floating = breakMinutes ?? (!isFlexi && !hours ? 0 : fixedBreak(template))
  const grace = overrides.grace_minutes ?? template.grace_minutes
  return compileShift({
    code: template.code,
    kind: isFlexi ? 'Flexi' : 'Fixed',
    parts: [
      {
        time_in: timeOf(minutesOf(from) - margin),
        time_out: timeOf(minutesOf(to) + margin),
        ...(timeType ? { time_type: timeType } : {}),
      },
    ],
    ...(isFixedBreak ? { breaks: [{ break_out: breakOut, break_in: breakIn }] } : { break_minutes: floating }),
    ...(isFlexi ? { required_minutes: Math.round(Number(template.hours ?? 8) * 60) } : {}),
    ...(isTemplateFlexi && template.core_start ? { core_start: template.core_start } : {}),
    ...(isTemplateFlexi && template.core_end ? { core_end: template.core_end } : {}),
    ...(grace === null || grace === undefined ? {} : { grace_minutes: grace }),
  })
}

const fixedBreak = (template: TemplateRow): number =>
  template.break_out && template.break_in ? (minutesOf(template.break_in) - minutesOf(template.break_out) + DAY) % DAY : 0

/** Compiled shifts by their parameters; one for all employees with the same settings. */
export class ShiftBook {
  readonly templates: ReadonlyMap<number, TemplateRow>
  readonly #known = new Map<string, Shift>()
  readonly #weeks = new Map<string, WeekPattern>()

  constructor(templates: readonly TemplateRow[]) {
    this.templates = new Map(templates.map((template) => [template.id, template]))
  }

  shift(id: number, hours: ShiftHours | undefined, overrides: ShiftOverrides): Shift | undefined {
    const template = this.templates.get(id)
    if (!template) return undefined
    const key = [
      id,
      hours?.time_in,
      hours?.time_out,
      hours?.break_out,
      hours?.break_in,
      overrides.grace_minutes,
      overrides.break_minutes,
      overrides.is_flexi,
    ].join('|')
    let shift = this.#known.get(key)
    if (!shift) this.#known.set(key, (shift = shiftOf(template, hours, overrides)))
    return shift
  }

  /** The week of a template: days listed in it have their own hours or are rest days, the others its plain hours. */
  week(id: number, overrides: ShiftOverrides): WeekPattern | undefined {
    const template = this.templates.get(id)
    if (!template) return undefined
    const key = [id, overrides.grace_minutes, overrides.break_minutes, overrides.is_flexi].join('|')
    let weekPattern = this.#weeks.get(key)
    if (!weekPattern) {
      const days = new Map(template.days.map((day) => [day.weekday, day]))
      const week = WEEKDAYS.map((name): WeekDay => {
        const day = days.get(name)
        const hours = day?.time_in && day.time_out ? { time_in: day.time_in, time_out: day.time_out } : undefined
        const shift = this.shift(id, hours, overrides)!
        return { shift, ...(day?.is_rest_day ? { is_rest_day: true } : {}) }
      })
      this.#weeks.set(key, (weekPattern = { effective_from: '1900-01-01', week }))
    }
    return weekPattern
  }
}
