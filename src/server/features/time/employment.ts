/** Time follows the employment: its first and last day, and the days on which its terms change. */

import type { Row } from '../../../engine/model/module.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { idOf } from '../../records/row.ts'
import { holdTime } from './locks.ts'
import { fixPastDays } from './past-days.ts'
import { dropDaysOutside, processDays } from './process.ts'
import { refreshSheets } from './sheets.ts'

const dayOf = (value: unknown): string | undefined => (value ? String(value).slice(0, 10) : undefined)
const later = (a: string, b: string): string => (a > b ? a : b)

/** The first and the last day of the employee's time: processed days, and the cut-offs of the sheets. */
async function knownTime(ctx: Ctx, employee: number): Promise<{ from: string; to: string } | undefined> {
  const [known] = await ctx.db.query<{ from: string | null; to: string | null }>(
    sql`
      SELECT least(min(d.first), (SELECT min(date_from) FROM ${table(ctx, 'time_sheet')} WHERE employee_id = ${employee}))::text AS "from",
        max(d.first)::text AS "to"
      FROM (SELECT date AS first FROM ${table(ctx, 'daily_time_record')} WHERE employee_id = ${employee}) d
    `,
  )
  return known?.from && known.to ? { from: known.from, to: known.to } : undefined
}

/**
 * Deletes processed days outside of the employment, processes those between the dates again and sums up their sheets. Days of
 * locked sheets stay: payroll names them. Nothing is done for an employee whose time was never processed.
 */
async function renew(ctx: Ctx, employee: number, dates: { readonly from: string; readonly to?: string }): Promise<void> {
  const known = await knownTime(ctx, employee)
  if (!known) return
  const system = asSystem(ctx, 'the employment changed')
  const from = later(dates.from, known.from)
  const to = later(dates.to ?? known.to, dates.from)
  await holdTime(ctx, [employee])
  await dropDaysOutside(system, [employee], known)
  if (from <= to) await processDays(system, { employeeIds: [employee], from, to })
  await refreshSheets(system, [employee], { from: dates.from, to: later(to, known.to) })
}

/** Sums up the open sheets that include the day, in parts that begin on the days on which the terms change. */
async function divide(ctx: Ctx, employee: number, day: string): Promise<void> {
  await holdTime(ctx, [employee])
  await refreshSheets(asSystem(ctx, 'the terms of employment changed'), [employee], { from: day, to: day })
}

/** Terms that decide by themselves how a day counts: the holidays of the place, and the shift and time zone of the team. */
const OF_THE_DAY = ['branch_id', 'team_id']

/** The days that a movement changes, as far as they are processed: all from its day on, or only how their sheet is divided. */
async function followMovement(ctx: Ctx, movement: Row): Promise<void> {
  const [employee, day] = [idOf(movement, 'employee_id'), dayOf(movement.effective_date)]
  const changed = (movement.changed_fields as string[] | null) ?? []
  if (employee === null || day === undefined || !changed.length) return
  if (changed.some((name) => OF_THE_DAY.includes(name))) await renew(ctx, employee, { from: day })
  else await divide(ctx, employee, day)
}

/** Movements on days of open sheets that are not divided there: they were entered after the days were processed. */
const undividedSheets = (ctx: Ctx, employee: number): Promise<Row[]> =>
  ctx.db.query<Row>(
    sql`
      SELECT m.employee_id, m.effective_date::text AS effective_date, m.changed_fields
      FROM ${table(ctx, 'personal_movement')} m
      JOIN ${table(ctx, 'time_sheet')} t ON t.employee_id = m.employee_id
        AND m.effective_date > t.date_from
        AND m.effective_date <= t.date_to
      WHERE m.employee_id = ${employee}
        AND t.status <> 'locked'
        AND NOT EXISTS (
          SELECT 1
          FROM jsonb_array_elements(t.period_time->'parts') part
          WHERE part->>'from' = m.effective_date::text
        )
      ORDER BY m.effective_date, m.id
    `,
  )

/** The last movement that changed the place or the team of an employee. */
const lastTransfer = (ctx: Ctx, employee: number): Promise<Row[]> =>
  ctx.db.query<Row>(
    sql`
      SELECT employee_id, effective_date::text AS effective_date, changed_fields
      FROM ${table(ctx, 'personal_movement')}
      WHERE employee_id = ${employee} AND changed_fields && ${OF_THE_DAY}::text[]
      ORDER BY id DESC
      LIMIT 1
    `,
  )

/** The default shift of the team that the employee's record names. */
async function shiftOfTeam(ctx: Ctx, employee: Row): Promise<number | null> {
  const [team] = await ctx.db.query<{ shift: number | null }>(
    sql`SELECT default_shift_id AS shift FROM ${table(ctx, 'team')} WHERE id = ${idOf(employee, 'team_id')}`,
  )
  return team?.shift ?? null
}

/**
 * Another shift of the employee counts from today: past days keep theirs. A first or last day that is entered late, moved or taken back, and terms that change on a day that was processed before: the
 * days concerned are processed again, so that no day outside of the employment is paid and each day at the terms in force on it.
 */
const employment: SaveHook = {
  name: 'time.employment',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (!before || !after || !ctx.modules.has('daily_time_record')) return
    const id = Number(after.id)
    const today = ctx.clock.today(ctx.company.time_zone)
    const shift = idOf(before, 'shift_template_id') ?? (await shiftOfTeam(ctx, before))
    if (shift !== null && changed.has('shift_template_id')) await fixPastDays(ctx, sql`SELECT ${id}::bigint`, shift)
    const [hired, separated] = ['date_hired', 'date_separated'].map((name) => [dayOf(before[name]), dayOf(after[name])] as const)
    if (changed.has('date_hired')) {
      const days = hired!.filter((day) => day !== undefined).sort()
      await renew(ctx, id, { from: days[0]!, to: days.at(-1)! })
    }
    if (changed.has('date_separated')) {
      const days = separated!.map((day) => day ?? today).sort()
      if (days[0]! < today) await renew(ctx, id, { from: days[0]!, to: days[1]! })
    }
    if (!ctx.modules.has('personal_movement')) return
    const moved = OF_THE_DAY.some((name) => changed.has(name)) ? await lastTransfer(ctx, id) : []
    for (const movement of [...moved, ...(await undividedSheets(ctx, id))]) await followMovement(ctx, movement)
  },
}

/** A movement that was entered, or a pending one that was deleted. */
const movement: SaveHook = {
  name: 'time.movement',
  async afterSave(ctx, _module, { before, after }) {
    if (ctx.modules.has('daily_time_record') && (!before || !after)) await followMovement(ctx, (after ?? before)!)
  },
}

export const employmentHooks = [employment, movement]
