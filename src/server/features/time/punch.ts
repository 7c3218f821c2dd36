/** The web clock: one punch of the signed-in employee, checked against their settings, restrictions and geofences. */

import { type Geofence, judgePlace, type Place, type PunchPlace } from '../../../domain/time/geofence.ts'
import type { PunchKind } from '../../../domain/time/punch-kind.ts'
import type { Row } from '../../../engine/model/module.ts'
import { DomainError } from '../../../kernel/errors.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, Upload } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, forbidden, invalid, refuse } from '../../platform/errors.ts'
import { holdTime } from './locks.ts'
import { policyOf } from './policy.ts'

export interface PunchInput {
  readonly type: PunchKind
  readonly source: 'web' | 'mobile'
  readonly place?: Place | undefined
  readonly address?: string | undefined
  /** Name of the device by the client. */
  readonly device?: string | undefined
  /** A picture taken at the punch: the id of an earlier upload, or the upload itself. */
  readonly photo?: number | Upload | undefined
}

interface Puncher {
  readonly id: number
  readonly biometric_id: string
  readonly branch_id: number | null
  readonly zone: string
  readonly allow_web_bundy: boolean | null
  readonly allow_mobile: boolean | null
  readonly requires_photo: boolean | null
  readonly requires_geofence: boolean | null
  readonly status: string | null
  readonly break_minutes: number | null
}

/** The signed-in employee. 422 when the user is no employee. */
export async function ownEmployee(ctx: Ctx): Promise<Puncher> {
  const [row] = await ctx.db.query<Puncher>(
    sql`
      SELECT e.id, coalesce(e.biometric_id, e.employee_no) AS biometric_id, e.branch_id,
        coalesce(z.iana_name, ${ctx.company.time_zone}::text) AS zone, e.allow_web_bundy, e.allow_mobile,
        e.requires_photo, e.requires_geofence, e.status, e.break_minutes
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = e.branch_id
      LEFT JOIN ${table(ctx, 'time_zone')} z ON z.id = coalesce(e.time_zone_id, t.time_zone_id, b.time_zone_id)
      WHERE e.id = ${ctx.principal.employee_id}
    `,
  )
  if (!row) throw refuse('E_NO_EMPLOYEE', 'Your account is not linked to an employee. Ask Human Resources to link it.')
  return row
}

/** The date at the employee's place of work. */
export const localDate = (instant: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** Restrictions in force on the date, each of which can refuse the punch. */
async function requireUnrestricted(ctx: Ctx, puncher: Puncher, input: PunchInput, date: string): Promise<{ mustBeInside: boolean }> {
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT r.restriction_type, r.ip_addresses, r.early_in_minutes, r.late_in_minutes, r.reason,
        coalesce(
          (SELECT json_agg(d.device_id) FROM ${table(ctx, 'user_device')} d WHERE d.id = ANY (r.device_ids)), '[]'
        ) AS devices
      FROM ${table(ctx, 'timein_restriction')} r
      WHERE r.employee_id = ${puncher.id}
        AND r.is_active IS NOT FALSE
        AND r.effective_from <= ${date}::date
        AND (r.effective_to IS NULL OR r.effective_to >= ${date}::date)
      ORDER BY r.id
    `,
  )
  let mustBeInside = false
  for (const row of rows) {
    const why = row.reason ? ` (${String(row.reason)})` : ''
    if (row.restriction_type === 'blocked') throw refuse('E_PUNCH_BLOCKED', `You cannot punch at present${why}. Ask your timekeeper.`)
    if (row.restriction_type === 'geofence') mustBeInside = true
    if (row.restriction_type === 'ip_address' && !isFrom(ctx.request?.ip, String(row.ip_addresses ?? '')))
      throw refuse('E_PUNCH_NETWORK', `You may punch only from the company's network${why}.`)
    if (row.restriction_type === 'device' && !(row.devices as string[]).includes(input.device ?? ''))
      throw refuse('E_PUNCH_DEVICE', `You can punch only with a device registered for you${why}.`)
    if (row.restriction_type === 'schedule' && input.type === 'time_in') await requireSchedule(ctx, puncher, { row, date, why })
  }
  return { mustBeInside }
}

/** Addresses are separated by commas or lines; one that ends in a star is a network. */
function isFrom(ip: string | undefined, list: string): boolean {
  if (!ip) return false
  const plain = ip.replace(/^::ffff:/, '')
  return list
    .split(/[\s,;]+/)
    .filter(Boolean)
    .some((name) => (name.endsWith('*') ? plain.startsWith(name.slice(0, -1)) : plain === name))
}

async function requireSchedule(
  ctx: Ctx,
  puncher: Puncher,
  { row, date, why }: { readonly row: Row; readonly date: string; readonly why: string },
): Promise<void> {
  const [shift] = await ctx.db.query<{ minutes: number }>(
    sql`
      SELECT extract(epoch FROM ${ctx.clock.now().toISOString()}::timestamptz - s.start) / 60 AS minutes
      FROM (
        SELECT coalesce(
          (
            SELECT time_in
            FROM ${table(ctx, 'shift_schedule')}
            WHERE employee_id = ${puncher.id} AND date = ${date}::date AND is_rest_day IS NOT TRUE
          ),
          (
            SELECT (${date}::date + t.time_in) AT TIME ZONE ${puncher.zone}
            FROM ${table(ctx, 'employee')} e
            JOIN ${table(ctx, 'shift_template')} t ON t.id = e.shift_template_id
            WHERE e.id = ${puncher.id}
          )
        ) AS start
      ) s
    `,
  )
  if (!shift || shift.minutes === null) return
  const minutes = Number(shift.minutes)
  if (row.early_in_minutes !== null && minutes < -Number(row.early_in_minutes))
    throw refuse('E_PUNCH_EARLY', `You can punch in from ${String(row.early_in_minutes)} minutes before your shift${why}.`)
  if (row.late_in_minutes !== null && minutes > Number(row.late_in_minutes))
    throw refuse(
      'E_PUNCH_LATE',
      `You can punch in up to ${String(row.late_in_minutes)} minutes after the start of your shift${why}. File a time log instead.`,
    )
}

type Fence = Geofence & { readonly id: number; readonly name: string | null }

async function fencesOf(ctx: Ctx, employee: number, date: string): Promise<Fence[]> {
  const rows = await ctx.db.query<{
    id: number
    code: string
    name: string | null
    latitude: number
    longitude: number
    radius_m: number
    polygon: Place[] | null
    strict: boolean
  }>(
    sql`
      SELECT g.id, g.code, g.name, g.latitude::float8 AS latitude, g.longitude::float8 AS longitude, g.radius_m,
        g.polygon, (g.strict IS TRUE OR t.is_strict IS TRUE) AS strict
      FROM ${table(ctx, 'employee_geofence')} t
      JOIN ${table(ctx, 'geofencing')} g ON g.id = t.geofence_id
      WHERE t.employee_id = ${employee}
        AND t.is_active IS NOT FALSE
        AND g.is_active IS NOT FALSE
        AND (t.effective_from IS NULL OR t.effective_from <= ${date}::date)
        AND (t.effective_to IS NULL OR t.effective_to >= ${date}::date)
      ORDER BY g.code
    `,
  )
  return rows.map(({ polygon, strict, ...row }) => ({ ...row, is_strict: strict, ...(polygon?.length ? { polygon } : {}) }))
}

async function judged(
  ctx: Ctx,
  puncher: Puncher,
  input: PunchInput,
  { date, mustBeInside }: { readonly date: string; readonly mustBeInside: boolean },
): Promise<PunchPlace & { geofence_id: number | null }> {
  const fences = (await fencesOf(ctx, puncher.id, date)).map((entry) => ({ ...entry, is_strict: entry.is_strict || mustBeInside }))
  if (mustBeInside && !fences.length)
    throw refuse('E_GEOFENCE', 'You can punch only inside a place tagged for you, and there is none yet. Ask your timekeeper.')
  let place: PunchPlace
  try {
    place = judgePlace(input.place, fences)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw invalid({ [error.field.split('.').at(-1)!]: [error.message] })
  }
  const fence = fences.find((candidate) => candidate.code === place.fence)
  if (!place.is_allowed)
    throw refuse(
      'E_GEOFENCE',
      input.place
        ? `You are ${place.distance_m} m from ${fence?.name ?? place.fence}. Punch inside the place that is tagged for you.`
        : 'Your location is needed to punch. Allow location access in your browser.',
    )
  return { ...place, geofence_id: fence?.id ?? null }
}

/** Records a punch of the signed-in employee, now. Returns the row of `time_log`. */
export async function punch(ctx: Ctx, input: PunchInput): Promise<Row> {
  const puncher = await ownEmployee(ctx)
  if (puncher.status === 'inActive') throw forbidden('You are no longer employed.')
  if (input.source === 'web' ? puncher.allow_web_bundy === false : puncher.allow_mobile === false)
    throw refuse(
      'E_PUNCH_NOT_ALLOWED',
      `The ${input.source === 'web' ? 'web' : 'mobile'} clock is not switched on for you. Use the device at your place of work.`,
    )
  const now = ctx.clock.now()
  const date = localDate(now, puncher.zone)
  const { mustBeInside } = await requireUnrestricted(ctx, puncher, input, date)
  const place = await judged(ctx, puncher, input, { date, mustBeInside: mustBeInside || puncher.requires_geofence === true })
  if (puncher.requires_photo === true && !input.photo) throw refuse('E_PUNCH_PHOTO', 'A photo is needed to punch.')
  const raw = ctx.modules.get('raw_time_log')
  if (!raw) throw new AppError('fault', 'There is no module for punches.')
  return ctx.db.tx(async () => {
    await holdTime(ctx, [puncher.id])
    await requireNotTwice(ctx, puncher, input.type, now)
    const system = asSystem(ctx, 'a punch by the web clock')
    const made = await ctx.services.records.create(system, raw, {
      employee_id: puncher.id,
      biometric_id: puncher.biometric_id,
      logged_at: now.toISOString(),
      type: input.type,
      direction: isIn(input.type) ? 'In' : 'Out',
      source: input.source === 'web' ? 'web_bundy' : 'mobile',
      branch_id: puncher.branch_id,
      ...(input.device ? { device: input.device.slice(0, 60) } : {}),
      ...(input.place ? { latitude: round(input.place.latitude), longitude: round(input.place.longitude) } : {}),
      ...(input.address ? { address: input.address } : {}),
      ...(typeof input.photo === 'number' ? { photo: input.photo } : {}),
    })
    const id = Number(made.id)
    const file =
      input.photo && typeof input.photo === 'object'
        ? await ctx.services.files.put(ctx, input.photo, { module: raw.name, record_id: id })
        : undefined
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'raw_time_log')}
        SET geofence_id = ${place.geofence_id}, is_inside_geofence = ${place.is_inside ?? null},
          photo = coalesce(${file?.id ?? null}, photo), is_processed = false
        WHERE id = ${id}
      `,
    )
    const [log] = await ctx.db.query<Row>(
      sql`
        INSERT INTO ${table(ctx, 'time_log')} (
          employee_id, date, type, direction, is_break, logged_at, raw_time_log_id, source, is_used, photo, latitude,
          longitude, version, created_by, updated_by, created_at, updated_at
        )
        SELECT r.employee_id, ${date}::date, r.type, r.direction, r.type IN ('break_in', 'break_out'), r.logged_at,
          r.id, ${input.source}, false, r.photo, r.latitude, r.longitude, 1, ${ctx.principal.user_id || null},
          ${ctx.principal.user_id || null}, ${now.toISOString()}, ${now.toISOString()}
        FROM ${table(ctx, 'raw_time_log')} r
        WHERE r.id = ${id}
        RETURNING id, employee_id, date::text AS date, type, direction, is_break, logged_at, raw_time_log_id, source,
          latitude::float8 AS latitude, longitude::float8 AS longitude, photo
      `,
    )
    return { ...log!, geofence: place.fence ?? null, is_inside_geofence: place.is_inside ?? null, distance_m: place.distance_m ?? null }
  })
}

const isIn = (type: PunchKind): boolean => type === 'time_in' || type === 'break_in'
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** A button pressed twice counts as one punch. */
async function requireNotTwice(ctx: Ctx, puncher: Puncher, type: PunchKind, now: Date): Promise<void> {
  const since = new Date(now.getTime() - policyOf(ctx).punches.duplicate_minutes * 60_000)
  const [same] = await ctx.db.query<{ at: string }>(
    sql`
      SELECT to_char(logged_at AT TIME ZONE ${puncher.zone}, 'HH12:MI AM') AS at
      FROM ${table(ctx, 'raw_time_log')}
      WHERE employee_id = ${puncher.id} AND type = ${type} AND logged_at > ${since.toISOString()}
      ORDER BY logged_at DESC
      LIMIT 1
    `,
  )
  if (same) throw refuse('E_PUNCH_TWICE', `This punch was recorded at ${same.at} already.`)
}

/** Begins or ends the break of the signed-in employee, with its punch. */
export async function toggleBreak(ctx: Ctx, input: Omit<PunchInput, 'type'>, wanted: 'on_break' | 'working' | undefined): Promise<Row> {
  const puncher = await ownEmployee(ctx)
  return ctx.db.tx(async () => {
    await holdTime(ctx, [puncher.id])
    const [open] = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, 'break_status')}
        WHERE employee_id = ${puncher.id}
          AND status = 'on_break'
          AND break_out > ${new Date(ctx.clock.now().getTime() - 86_400_000).toISOString()}
        ORDER BY id DESC
        LIMIT 1
      `,
    )
    const next = wanted ?? (open ? 'working' : 'on_break')
    if ((next === 'on_break') === Boolean(open)) throw refuse('E_BREAK', open ? 'You are already on a break.' : 'You are not on a break.')
    const log = await punch(ctx, { ...input, type: open ? 'break_in' : 'break_out' })
    const allowed = puncher.break_minutes ?? Number(ctx.settings['time.break_allowed_minutes'] ?? 60)
    const now = ctx.clock.now().toISOString()
    const [row] = open
      ? await ctx.db.query<Row>(
          sql`
            UPDATE ${table(ctx, 'break_status')}
            SET status = 'working', break_in = ${now}::timestamptz, minutes = m.n,
              is_over_break = m.n > allowed_minutes, version = version + 1, updated_at = ${now}::timestamptz
            FROM (
              SELECT id AS k, floor(extract(epoch FROM ${now}::timestamptz - break_out) / 60)::int AS n
              FROM ${table(ctx, 'break_status')}
              WHERE id = ${open.id}
            ) m
            WHERE id = m.k
            RETURNING *
          `,
        )
      : await ctx.db.query<Row>(
          sql`
            INSERT INTO ${table(ctx, 'break_status')} (
              employee_id, date, status, break_out, allowed_minutes, is_over_break, source, version, created_by,
              updated_by, created_at, updated_at
            )
            VALUES (
              ${puncher.id}, ${log.date}, 'on_break', ${now}, ${allowed}, false, ${input.source}, 1,
              ${ctx.principal.user_id || null}, ${ctx.principal.user_id || null}, ${now}, ${now}
            )
            RETURNING *
          `,
        )
    return { ...row!, time_log: log }
  })
}
