/** Hooks of saving schedules, shifts, places and time records. */

import { DAY_TYPES } from '../../../domain/time/types.ts'
import type { Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { idOf } from '../../records/row.ts'
import { employmentHooks } from './employment.ts'
import { requireUnlocked } from './locks.ts'
import { requireApart } from './overlaps.ts'
import { fixPastDays, pastUseOf } from './past-days.ts'
import { completeSchedules } from './schedules.ts'
import { shiftOf, type TemplateRow, WEEKDAYS } from './shifts.ts'

const time = (value: unknown): string | null => (typeof value === 'string' && value ? value.slice(0, 5) : null)
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** Kinds of days that processing knows keep their codes, and stay. */
const dayType: SaveHook = {
  name: 'time.dayType',
  async afterSave(_ctx, _module, { before, after }) {
    const isKnown = (code: unknown): boolean => DAY_TYPES.includes(String(code) as never)
    if (!before || !isKnown(before.code) || after?.code === before.code) return
    throw refuse(
      'E_DAY_TYPE',
      `"${String(before.code)}" is identified by code during processing. Its code cannot change and it cannot be deleted.`,
    )
  },
}

/** The time zone is one that the calendar of the machine knows; one of them is the default. */
const zone: SaveHook = {
  name: 'time.zone',
  forUsersOnly: true,
  async afterSave(ctx, module, { after }) {
    if (!after) return
    try {
      new Intl.DateTimeFormat('en', { timeZone: String(after.iana_name) })
    } catch {
      throw invalid({ iana_name: ['There is no time zone with this name. Use a name such as Asia/Manila.'] })
    }
    if (after.is_default === true)
      await ctx.db.query(sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET is_default = false
        WHERE is_default AND id <> ${after.id}
      `)
  },
}

/** Fields of a template by the words of the domain. */
const FIELDS: Readonly<Record<string, string>> = { required_minutes: 'hours', parts: 'time_out', breaks: 'break_in', code: 'time_in' }

const templateRow = (row: Row): TemplateRow => ({
  id: Number(row.id),
  code: String(row.code),
  shift_type: row.shift_type as string,
  time_in: time(row.time_in)!,
  time_out: time(row.time_out)!,
  time_type: row.time_type as string,
  break_out: time(row.break_out),
  break_in: time(row.break_in),
  break_minutes: number(row.break_minutes),
  hours: number(row.hours),
  grace_minutes: number(row.grace_minutes),
  core_start: time(row.core_start),
  core_end: time(row.core_end),
  days: [],
})

/** What a template computes days with. */
const COUNTS = [
  'shift_type',
  'time_in',
  'time_out',
  'time_type',
  'break_out',
  'break_in',
  'break_minutes',
  'hours',
  'grace_minutes',
  'core_start',
  'core_end',
  'days',
] as const

/** The days of the week of a template, in the parts that count. */
const week = (row: Row): string =>
  JSON.stringify(
    ((row.days as Row[] | undefined) ?? [])
      .map((day) => [day.weekday, time(day.time_in), time(day.time_out), day.is_rest_day === true])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  )

/** 422 `E_SHIFT_USED` when days that are over, and not locked, would count differently by the changed template. */
async function requireUnused(ctx: Ctx, before: Row, after: Row): Promise<void> {
  const differs = (name: (typeof COUNTS)[number]): boolean =>
    name === 'days' ? week(before) !== week(after) : !sameValue(before[name], after[name])
  if (!COUNTS.some(differs)) return
  const use = await pastUseOf(ctx, Number(after.id))
  if (!use) return
  const days = use.from === use.to ? formatDate(use.from) : `${formatDate(use.from)} to ${formatDate(use.to)}`
  throw refuse(
    'E_SHIFT_USED',
    `Days that are not locked (${days}, employees: ${use.employees}) are computed with this shift and would count differently. Create a shift template with the new hours. Then select it for the employees or the team, which counts from that day, or plan it for a date in Shift Schedules.`,
  )
}

/** A template must give a shift on each day of the week: an error that would stop the processing of all employees is refused here. */
const shiftTemplate: SaveHook = {
  name: 'time.shiftTemplate',
  async afterSave(ctx, _module, { before, after }) {
    if (!after) return
    const template = templateRow(after)
    const compile = (hours: { time_in: string; time_out: string } | undefined, line?: number): number => {
      try {
        return shiftOf(template, hours).required
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const name =
          error.field
            .split('.')
            .slice(2)
            .find((part) => part in template || part in FIELDS) ?? 'time_in'
        throw invalid({ [line === undefined ? (FIELDS[name] ?? name) : `days.${line}.time_out`]: [error.message] })
      }
    }
    const required = compile(undefined)
    if (template.shift_type === 'Fixed' && Math.round(Number(after.hours) * 60) !== required)
      throw invalid({ hours: [`From time in to time out without the break there are ${required / 60} hours.`] })
    const seen = new Set<unknown>()
    for (const [index, day] of ((after.days as Row[] | undefined) ?? []).entries()) {
      if (seen.has(day.weekday)) throw invalid({ [`days.${index}.weekday`]: ['This day is listed twice.'] })
      seen.add(day.weekday)
      const [from, to] = [time(day.time_in), time(day.time_out)]
      if (Boolean(from) !== Boolean(to)) throw invalid({ [`days.${index}.time_out`]: ['Enter both times, or none.'] })
      if (from && to) compile({ time_in: from, time_out: to }, index)
    }
    if (seen.size === WEEKDAYS.length && ((after.days as Row[]) ?? []).every((day) => day.is_rest_day === true))
      throw invalid({ days: ['A week needs at least one working day.'] })
    if (before) await requireUnused(ctx, before, after)
  },
}

/** The team's shift changes from today on: past days that can still be computed keep the one that they had. */
const team: SaveHook = {
  name: 'time.team',
  async afterSave(ctx, _module, { before, after, changed }) {
    const was = before && idOf(before, 'default_shift_id')
    if (!was || !after || !changed.has('default_shift_id')) return
    await fixPastDays(
      ctx,
      sql`SELECT x.id FROM ${table(ctx, 'employee')} x WHERE x.team_id = ${after.id} AND x.shift_template_id IS NULL`,
      was,
    )
  },
}

const OF_THE_SHIFT = ['shift_template_id', 'time_in', 'time_out', 'break_out', 'break_in', 'is_rest_day'] as const

/** Hours that were left empty come from the template. Days of locked sheets keep their shifts, and shifts do not overlap. */
const schedule: SaveHook = {
  name: 'time.schedule',
  async afterSave(ctx, _module, { before, after }) {
    for (const row of [before, after])
      if (row?.employee_id && row.date)
        await requireUnlocked(ctx, [Number(row.employee_id)], String(row.date).slice(0, 10), String(row.date).slice(0, 10))
    // A day that was changed by hand stays when weeks are planned from templates again.
    const byHand = before !== undefined && after !== undefined && OF_THE_SHIFT.some((name) => before[name] !== after[name])
    if (!after) return
    await completeSchedules(ctx, [Number(after.id)], byHand)
    await requireApart(ctx, [{ employee: Number(after.employee_id), date: String(after.date).slice(0, 10) }])
  },
}

const isCorner = (value: unknown): boolean => {
  const { latitude, longitude } = (value ?? {}) as Row
  return (
    [latitude, longitude].every((candidate) => typeof candidate === 'number') &&
    Math.abs(Number(latitude)) <= 90 &&
    Math.abs(Number(longitude)) <= 180
  )
}
const geofence: SaveHook = {
  name: 'time.geofence',
  async afterSave(_ctx, _module, { after }) {
    const polygon = after?.polygon
    if (polygon === null || polygon === undefined) return
    if (!Array.isArray(polygon) || polygon.length < 3 || !polygon.every(isCorner))
      throw invalid({ polygon: ['Enter three corners or more, each with latitude and longitude in degrees.'] })
  },
}

const geofenceTag: SaveHook = {
  name: 'time.geofenceTag',
  async afterSave(ctx, module, { before, after }) {
    if (!after || before) return
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET tagged_by = ${ctx.principal.user_id || null}, tagged_at = ${ctx.clock.now().toISOString()}
        WHERE id = ${after.id}
      `,
    )
  },
}

/** A punch that was entered finds its employee by the biometric id, and the other way round. */
const punched: SaveHook = {
  name: 'time.punched',
  async afterSave(ctx, module, { before, after }) {
    if (!after || before) return
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)} r
        SET employee_id = e.id, branch_id = coalesce(r.branch_id, e.branch_id)
        FROM ${table(ctx, 'employee')} e
        WHERE r.id = ${after.id}
          AND (e.id = r.employee_id OR (r.employee_id IS NULL AND e.biometric_id = r.biometric_id))
      `,
    )
  },
}

/** A day of a locked sheet is neither changed nor deleted. */
const record: SaveHook = {
  name: 'time.record',
  async afterSave(ctx, _module, { before, after }) {
    const row = before ?? after!
    const date = String(row.date).slice(0, 10)
    await requireUnlocked(ctx, [Number(row.employee_id)], date, date)
  },
}

export const timeHooks = [dayType, zone, shiftTemplate, team, schedule, geofence, geofenceTag, punched, record, ...employmentHooks]
