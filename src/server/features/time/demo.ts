/** Time in the demo companies: shifts, rest days, places, six months of punches, and the records made from them. */

import { dayNumber, localMinute, MINUTES_PER_DAY, weekday } from '../../../domain/time/clock.ts'
import type { DevicePunch } from '../../../domain/time/device-log.ts'
import type { Row } from '../../../engine/model/module.ts'
import { addDays, dateOfDay } from '../../../kernel/dates.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import { create, idsBy, type Places } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { importPunches } from './import.ts'
import { openRun, workRun } from './process.ts'
import { generateSchedules } from './schedules.ts'

const FIXED = { shift_type: 'Fixed', hours: 8, grace_minutes: 5 }
const SUNDAY = { weekday: 'sunday', is_rest_day: true }
const WEEKEND = [{ weekday: 'saturday', is_rest_day: true }, SUNDAY]

const SHIFTS: readonly Row[] = [
  {
    ...FIXED,
    code: 'OFFICE',
    name: 'Office 8 to 5',
    time_in: '08:00',
    time_out: '17:00',
    break_out: '12:00',
    break_in: '13:00',
    days: WEEKEND,
  },
  { ...FIXED, code: 'STORE', name: 'Store 9 to 6', time_in: '09:00', time_out: '18:00', break_minutes: 60, days: [SUNDAY] },
  { ...FIXED, code: 'CLOSING', name: 'Store closing', time_in: '12:00', time_out: '21:00', break_minutes: 60, days: [SUNDAY] },
  {
    ...FIXED,
    code: 'NIGHT',
    name: 'Night 10 to 7',
    time_in: '22:00',
    time_out: '07:00',
    time_type: 'tomorrow',
    break_minutes: 60,
    is_night_shift: true,
    days: [SUNDAY],
  },
  {
    ...FIXED,
    shift_type: 'Flexi',
    code: 'FLEXI',
    name: 'Flexible hours',
    time_in: '07:00',
    time_out: '20:00',
    break_minutes: 60,
    core_start: '10:00',
    core_end: '15:00',
    days: WEEKEND,
  },
]

/** The shifts of a demo company; employees are hired into them. */
export async function makeShifts(ctx: Ctx): Promise<void> {
  for (const [index, shift] of SHIFTS.entries()) await create(ctx, 'shift_template', { ...shift, sort_order: index + 1 })
}

interface Worker {
  readonly id: number
  readonly biometric_id: string
  readonly shift: string
  readonly hired: string
  readonly username: string | null
}

const workers = (ctx: Ctx): Promise<Worker[]> => {
  return ctx.db.query<Worker>(
    sql`
      SELECT e.id, e.biometric_id, t.code AS shift, e.date_hired::text AS hired, u.username
      FROM ${table(ctx, 'employee')} e
      JOIN ${table(ctx, 'shift_template')} t ON t.id = e.shift_template_id
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = e.user_id
      WHERE e.biometric_id IS NOT NULL
      ORDER BY e.id
    `,
  )
}

/** Minutes of the day at which a shift begins and ends; past midnight beyond 1440. */
const HOURS: Readonly<Record<string, readonly [number, number]>> = {
  OFFICE: [480, 1020],
  STORE: [540, 1080],
  CLOSING: [720, 1260],
  NIGHT: [1320, 1860],
  FLEXI: [540, 1080],
}
const WEEK_OF: Readonly<Record<string, readonly number[]>> = { OFFICE: [0, 6], FLEXI: [0, 6], STORE: [0], CLOSING: [0], NIGHT: [0] }

interface Habits {
  readonly late: number
  readonly absent: number
  readonly overtime: number
  readonly breaks: boolean
}
const habitsOf = (random: Random): Habits => ({
  late: random.pick([0.03, 0.08, 0.08, 0.2]),
  absent: random.pick([0.005, 0.015, 0.015, 0.04]),
  overtime: random.pick([0.02, 0.06, 0.12]),
  breaks: random.chance(0.2),
})

/** One day's punches of one person: in, perhaps a break, out; sometimes late, staying on, or an out forgotten. */
function punchesOf(random: Random, worker: Worker, habits: Habits, day: number): DevicePunch[] {
  const [from, to] = HOURS[worker.shift]!
  const midnight = day * MINUTES_PER_DAY
  const punchAt = (minute: number, kind: NonNullable<DevicePunch['kind']>): DevicePunch => ({
    biometric_id: worker.biometric_id,
    at: midnight + minute,
    kind,
  })
  const arrival = from + (random.chance(habits.late) ? random.int(6, 45) : -random.int(0, 18))
  const leaving =
    to + (random.chance(habits.overtime) ? random.int(60, 180) : random.chance(0.02) ? -random.int(10, 90) : random.int(0, 12))
  const half = from + 240
  const out = random.chance(0.006) ? [] : [punchAt(leaving, 'time_out')]
  const rest = habits.breaks ? [punchAt(half + random.int(0, 5), 'break_out'), punchAt(half + 50 + random.int(0, 9), 'break_in')] : []
  return [punchAt(arrival, 'time_in'), ...rest, ...out]
}

/** The days whose punches are made. */
interface PunchHistory {
  readonly random: Random
  readonly holidays: ReadonlySet<string>
  readonly start: string
  readonly now: number
  readonly free: ReadonlyMap<number, number>
}

/** Punches of all from the first day until now, the same on every run. */
function history(people: readonly Worker[], { random, holidays, start, now, free }: PunchHistory): DevicePunch[] {
  const punches: DevicePunch[] = []
  const last = Math.floor(now / MINUTES_PER_DAY)
  for (const person of people) {
    const habits = habitsOf(random)
    const rests = free.has(person.id) ? [free.get(person.id)!] : WEEK_OF[person.shift]!
    for (let day = Math.max(dayNumber(start), dayNumber(person.hired)); day <= last; day++) {
      const isHoliday = holidays.has(dateOfDay(day))
      const isHere =
        !rests.includes(weekday(day)) && (!isHoliday || (person.shift !== 'OFFICE' && person.shift !== 'FLEXI' && random.chance(0.4)))
      if (!isHere || random.chance(habits.absent)) continue
      for (const punch of punchesOf(random, person, habits, day)) if (punch.at <= now) punches.push(punch)
    }
  }
  return punches
}

async function makeGeofences(ctx: Ctx, places: Places, people: readonly Worker[]): Promise<void> {
  const centres = [
    [14.5547, 121.0244],
    [10.3157, 123.8854],
    [7.0731, 125.6128],
  ] as const
  const fences: number[] = []
  for (const [index, [code, branch_id]] of [...places.branches].entries()) {
    const [latitude, longitude] = centres[index % centres.length]!
    fences.push(
      await create(ctx, 'geofencing', { code: `GF-${code}`, name: `Premises ${code}`, branch_id, latitude, longitude, radius_m: 150 }),
    )
  }
  for (const worker of people.filter((person) => person.username === 'employee' || person.username === 'sales'))
    await create(ctx, 'employee_geofence', { employee_id: worker.id, geofence_id: fences[0]! })
}

/** Some store employees have their rest day on a day of the week instead of Sunday. */
async function makeRestDays(ctx: Ctx, people: readonly Worker[], start: string): Promise<Map<number, number>> {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  const weekly = (await idsBy(ctx, 'rest_day_type', 'code')).get('ROTATING')!
  const free = new Map<number, number>()
  for (const [index, worker] of people.filter((person) => person.shift === 'CLOSING').entries()) {
    const day = 1 + (index % 5)
    free.set(worker.id, day)
    await create(ctx, 'rest_day', {
      employee_id: worker.id,
      rest_day_type_id: weekly,
      weekdays: [names[day]!],
      effective_from: start,
      source: 'schedule',
    })
  }
  return free
}

/** What stores and the night watch need, so that the board of shifts has something to compare with. */
const REQUIREMENTS: readonly { shift: string; headcount: number; weekdays?: readonly string[] }[] = [
  { shift: 'STORE', headcount: 12 },
  { shift: 'STORE', headcount: 16, weekdays: ['friday', 'saturday'] },
  { shift: 'CLOSING', headcount: 2 },
  { shift: 'NIGHT', headcount: 2 },
]

async function makeRequirements(ctx: Ctx, first: string): Promise<void> {
  const shifts = await ctx.db.query<{ id: number; code: string }>(sql`SELECT id, code FROM ${table(ctx, 'shift_template')}`)
  for (const { shift, ...need } of REQUIREMENTS) {
    const id = shifts.find(({ code }) => code === shift)?.id
    if (id)
      await create(ctx, 'staffing_requirement', {
        shift_template_id: id,
        effective_from: need.weekdays ? addDays(first, 1) : first,
        ...need,
      })
  }
}

/**
 * Makes the time of a demo company from its first day until now, in the ways that users have: device files, schedules
 * from templates, processing month by month. Days before now count as processed; the present one is not over yet.
 */
export async function makeTime(ctx: Ctx, seed: number, places: Places, start: Date): Promise<void> {
  const random = createRandom(seed * 53)
  const first = start.toISOString().slice(0, 10)
  const today = ctx.clock.today(ctx.company.time_zone)
  const people = await workers(ctx)
  const free = await makeRestDays(ctx, people, first)
  await makeGeofences(ctx, places, people)
  const holidays = await ctx.db.query<{ date: string }>(
    sql`
      SELECT h.date::text AS date
      FROM ${table(ctx, 'holiday')} h
      JOIN ${table(ctx, 'holiday_type')} t ON t.id = h.holiday_type_id
      WHERE t.code <> 'WORKING'
    `,
  )
  const now = localMinute(ctx.clock.now().getTime(), ctx.company.time_zone)
  const punches = history(people, { random, holidays: new Set(holidays.map((row) => row.date)), start: first, now, free })
  await importPunches(ctx, { punches, errors: [] }, { source: 'biometric', device: 'Main entrance' })
  const turns = people.filter((person) => person.shift === 'NIGHT' || person.shift === 'CLOSING').map((person) => person.id)
  await generateSchedules(ctx, { employeeIds: turns, from: addDays(today, -14), to: addDays(today, 14) })
  await makeRequirements(ctx, first)
  for (let from = first; from <= today; from = addDays(from, 61)) {
    const until = addDays(from, 60)
    const { id } = await openRun(ctx, { from, to: until < today ? until : today })
    await workRun(ctx, id, () => undefined)
  }
}
