/** Punches by the hundred thousand: read from sheets and device files, matched to employees, written without repeating any. */

import { randomBytes } from 'node:crypto'
import { momentText } from '../../../domain/time/clock.ts'
import { type DevicePunch, type ReadLog, readDeviceLog, readPunchRows } from '../../../domain/time/device-log.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { bytesOf } from '../../platform/files/uploads.ts'
import { publishRecord } from '../../records/audience/audience.ts'
import { readSheet, type SheetFile } from '../../records/import/sheet.ts'

const MAX_PUNCHES = 200_000
/** Bytes of a device's text file: enough for the most punches at once. */
const MAX_DEVICE_BYTES = 10_000_000
/** Punches of one statement. */
const CHUNK = 20_000
const SHOWN = 500

/** Something about a row. Errors keep it out, warnings do not. */
interface PunchError {
  readonly row: number
  readonly field?: string
  readonly message: string
}
/** The contents of a file, before or after its import. */
export interface PunchReport {
  readonly total: number
  readonly valid: number
  readonly created: number
  /** Punches that are there already, or twice in the file. */
  readonly duplicates: number
  /** Punches of ids that no employee has yet; they wait for one. */
  readonly unmatched: number
  readonly unmatched_ids: readonly string[]
  readonly errors: readonly PunchError[]
  /** Rows of ids that no employee has. */
  readonly warnings: readonly PunchError[]
  readonly batch?: string
  readonly rows?: readonly Row[]
}

export const TEMPLATE = ['biometric_id', 'date', 'time', 'direction'] as const
const NAMES: Readonly<Record<string, string>> = {
  'biometric id': 'biometric_id',
  id: 'biometric_id',
  'employee no': 'biometric_id',
  'employee no.': 'biometric_id',
  employee_no: 'biometric_id',
  type: 'direction',
  state: 'direction',
  logged_at: 'moment',
  'logged at': 'moment',
  datetime: 'moment',
  'date time': 'moment',
}
/** Names of a punch's parts in a sheet. */
const FIELD_OF = { biometric_id: 'biometric_id', at: 'date', state: 'direction' } as const
/** Errors and warnings of one report. */
const TOLD = 1000

/** Dates and times as cells of a workbook come: the time of a day is a fraction of it, or a moment of 1899. */
function timeText(text: string): string {
  const moment = /T(\d{2}:\d{2})/.exec(text)
  if (moment) return moment[1]!
  if (!/^0?\.\d+$/.test(text)) return text
  const minutes = Math.round(Number(text) * 1440)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function punchRow(cells: Readonly<Record<string, string>>) {
  const [day, clock] = cells.moment ? cells.moment.split(/[T ](.*)/) : [cells.date ?? '', timeText(cells.time ?? '')]
  return {
    biometric_id: cells.biometric_id ?? '',
    date: (day ?? '').slice(0, 10),
    time: (clock ?? '').replace(/[Z.].*$/, ''),
    ...(cells.direction ? { direction: cells.direction.replaceAll('_', ' ').replace(/^time (in|out)$/i, '$1') } : {}),
  }
}

/** Punches of a CSV or Excel file. 400 when the titles are not those of the template. */
async function readPunchSheet(ctx: Ctx, file: SheetFile): Promise<ReadLog> {
  const [titles, ...rows] = await readSheet(ctx, file)
  if (!titles || !rows.length) throw invalid({ file: ['The file has no rows below the titles.'] })
  const names = titles.map((title) => {
    const text = title.trim().toLowerCase()
    return NAMES[text] ?? text
  })
  const missing = names.includes('moment') ? ['biometric_id'] : ['biometric_id', 'date', 'time']
  const absent = missing.filter((name) => !names.includes(name))
  if (absent.length) throw invalid({ file: [`The first row must hold the titles ${TEMPLATE.join(', ')}; ${absent.join(', ')} missing.`] })
  return numbered(readPunchRows(rows.map((row) => punchRow(Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']))))), 2)
}

/** A sheet, or the text of a device: its lines have a number, an id and a moment, with tabs between them. */
export async function readPunchFile(ctx: Ctx, file: SheetFile): Promise<ReadLog> {
  const first = (Buffer.isBuffer(file.body) ? file.body : file.body.head).subarray(0, 500).toString('utf8').split(/\r?\n/, 2)
  const isDevice = first.some((line) => /^[^\t]*\t[^\t]+\t\d{4}[-/]\d{1,2}[-/]\d{1,2}[ T]\d/.test(line))
  return isDevice ? readDeviceFile(file) : readPunchSheet(ctx, file)
}

/** The same for rows of a request. */
export function readPunchList(rows: readonly Row[]): ReadLog {
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  const list = rows.map((row) => {
    const cells = Object.fromEntries(Object.entries(row).map(([name, value]) => [NAMES[name] ?? name, text(value)]))
    return punchRow(cells)
  })
  return numbered(readPunchRows(list), 1)
}

/** Lines of a device's text file. */
export async function readDeviceFile({ body }: Pick<SheetFile, 'body'>): Promise<ReadLog> {
  const size = Buffer.isBuffer(body) ? body.length : body.size
  if (size > MAX_DEVICE_BYTES) throw invalid({ file: [`A device's file may have ${MAX_DEVICE_BYTES / 1_000_000} MB at most.`] })
  return readDeviceLog((await bytesOf(body)).toString('utf8'))
}

/** Lines counted as the file's rows are. */
const numbered = (log: ReadLog, first: number): ReadLog => ({
  punches: log.punches.map((punch) => ({ ...punch, line: punch.line! - 1 + first })),
  errors: log.errors.map((error) => ({ ...error, line: error.line - 1 + first })),
})

const errorsOf = (log: ReadLog): PunchError[] =>
  log.errors.slice(0, TOLD).map(({ line, part, why }) => ({ row: line, ...(part ? { field: FIELD_OF[part] } : {}), message: why }))

/** Rows that cannot be read, each counted once. */
export const unreadRows = (log: ReadLog): number => new Set(log.errors.map((error) => error.line)).size

/** Rows of ids that no employee has, of readable rows and of others: a typing error shows before it is looked for. */
async function warningsOf(ctx: Ctx, log: ReadLog): Promise<PunchError[]> {
  const rows = [...log.punches, ...log.errors].filter((candidate) => candidate.biometric_id && candidate.line !== undefined)
  const ids = [...new Set(rows.map((row) => row.biometric_id!.slice(0, 40)))]
  const strangers = await ctx.db.query<{ b: string }>(
    sql`
      SELECT w.b
      FROM unnest(${ids}::text[]) AS w(b)
      WHERE NOT EXISTS (SELECT 1 FROM ${table(ctx, 'employee')} e WHERE e.biometric_id = w.b)
        AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'employee')} e WHERE e.employee_no = w.b)
    `,
  )
  const unknown = new Set(strangers.map((row) => row.b))
  const firstById = new Map(rows.filter((row) => unknown.has(row.biometric_id!.slice(0, 40))).map((row) => [row.line!, row]))
  return [...firstById]
    .sort(([a], [b]) => a - b)
    .slice(0, TOLD)
    .map(([row, punch]) => {
      const note = 'why' in punch ? '' : ' The punch is stored and will be assigned once an employee has this id.'
      return { row, field: 'biometric_id', message: `No employee has the biometric id ${punch.biometric_id}.${note}` }
    })
}

interface Source {
  readonly source: 'import' | 'wl20' | 'biometric'
  readonly device?: string | undefined
}

/** Statement parts: given punches with their employees, instants in the employee's zone, and existing punches. */
function matched(ctx: Ctx, chunk: string): Sql {
  return sql`
    WITH given AS (
      SELECT n, b, m, k
      FROM jsonb_to_recordset(${chunk}::jsonb) AS g(n int, b text, m int, k text)
    ),
    people AS MATERIALIZED (
      SELECT DISTINCT ON (w.b) w.b, e.id, e.branch_id,
        coalesce(z.iana_name, ${ctx.company.time_zone}::text) AS zone, e.employee_no, e.full_name
      FROM (SELECT DISTINCT b FROM given) w
      JOIN ${table(ctx, 'employee')} e ON e.biometric_id = w.b OR e.employee_no = w.b
      LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
      LEFT JOIN ${table(ctx, 'branch')} c ON c.id = e.branch_id
      LEFT JOIN ${table(ctx, 'time_zone')} z ON z.id = coalesce(e.time_zone_id, t.time_zone_id, c.time_zone_id)
      ORDER BY w.b, (e.biometric_id = w.b) DESC NULLS LAST, e.id
    ),
    placed AS (
      SELECT g.n, g.b, g.k, p.id AS employee_id, p.branch_id, p.employee_no, p.full_name,
        (
          timestamp 'epoch' + g.m * interval '1 minute'
        ) AT TIME ZONE coalesce(p.zone, ${ctx.company.time_zone}::text) AS at
      FROM given g
      LEFT JOIN people p ON p.b = g.b
    ),
    fresh AS (
      SELECT DISTINCT ON (b, at, k) *
      FROM placed f
      WHERE NOT EXISTS (
        SELECT 1
        FROM ${table(ctx, 'raw_time_log')} r
        WHERE r.biometric_id = f.b
          AND r.logged_at = f.at
          AND r.type IS NOT DISTINCT FROM f.k
      )
      ORDER BY b, at, k, n
    )
  `
}

const chunks = (punches: readonly DevicePunch[]): string[] => {
  const out: string[] = []
  for (let position = 0; position < punches.length; position += CHUNK)
    out.push(
      JSON.stringify(
        punches
          .slice(position, position + CHUNK)
          .map((punch, index) => ({ n: position + index + 1, b: punch.biometric_id.slice(0, 40), m: punch.at, k: punch.kind ?? null })),
      ),
    )
  return out
}

function requireSome(log: ReadLog): void {
  if (log.punches.length > MAX_PUNCHES) throw invalid({ file: [`At most ${MAX_PUNCHES} punches at once.`] })
}

/** The result that an import of a file would have, with its first rows as understood. Writes nothing. */
export async function previewPunches(ctx: Ctx, log: ReadLog): Promise<PunchReport> {
  requireSome(log)
  let fresh = 0
  const unmatched = new Map<string, number>()
  for (const chunk of chunks(log.punches)) {
    const [row] = await ctx.db.query<{ fresh: number; unmatched: { b: string; n: number }[] | null }>(
      sql`
        ${matched(ctx, chunk)}
        SELECT (SELECT count(*) FROM fresh) AS fresh,
          (
            SELECT json_agg(u)
            FROM (SELECT b, count(*)::int AS n FROM placed WHERE employee_id IS NULL GROUP BY b ORDER BY b) u
          ) AS unmatched
      `,
    )
    fresh += Number(row!.fresh)
    for (const { b, n } of row!.unmatched ?? []) unmatched.set(b, (unmatched.get(b) ?? 0) + n)
  }
  const [first] = chunks(log.punches.slice(0, SHOWN))
  const rows = first
    ? await ctx.db.query<Row>(
        sql`
          ${matched(ctx, first)}
          SELECT n AS row, b AS biometric_id, at AS logged_at, k AS type, employee_id, employee_no, full_name AS employee
          FROM placed
          ORDER BY n
        `,
      )
    : []
  return {
    total: log.punches.length + unreadRows(log),
    valid: log.punches.length,
    created: 0,
    duplicates: log.punches.length - fresh,
    unmatched: [...unmatched.values()].reduce((sum, n) => sum + n, 0),
    unmatched_ids: [...unmatched.keys()].slice(0, SHOWN),
    errors: errorsOf(log),
    warnings: await warningsOf(ctx, log),
    rows: rows.map((row, index) => ({ ...row, at: momentText(log.punches[index]!.at) })),
  }
}

/**
 * Takes punches over in one transaction: those that are there already are left out, those of unknown ids wait for an
 * employee. Two imports at once do not take the same punch twice.
 */
export async function importPunches(ctx: Ctx, log: ReadLog, { source, device }: Source): Promise<PunchReport> {
  requireSome(log)
  const batch = `${ctx.clock.now().toISOString().slice(0, 19)}-${randomBytes(4).toString('hex')}`
  const ids = new Set<string>()
  const { created, unmatched } = await ctx.db.tx(async () => {
    await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`punches:${ctx.company.schema}`}, 0))`)
    let [created, unmatched] = [0, 0]
    for (const chunk of chunks(log.punches)) {
      const user = ctx.principal.user_id || null
      const now = ctx.clock.now().toISOString()
      const [row] = await ctx.db.query<{ created: number; unmatched: number; ids: string[] | null }>(
        sql`
          ${matched(ctx, chunk)},
          made AS (
            INSERT INTO ${table(ctx, 'raw_time_log')} (
              employee_id, branch_id, biometric_id, logged_at, type, direction, device, source, import_batch,
              is_processed, version, created_by, updated_by, created_at, updated_at
            )
            SELECT employee_id, branch_id, b, at, k,
              CASE WHEN k IN ('time_in', 'break_in') THEN 'In' WHEN k IS NOT NULL THEN 'Out' END, ${device ?? null},
              ${source}, ${batch}, false, 1, ${user}, ${user}, ${now}, ${now}
            FROM fresh
            ORDER BY n
            RETURNING employee_id, biometric_id
          )
          SELECT count(*) AS created, count(*) FILTER (WHERE employee_id IS NULL) AS unmatched,
            (array_agg(DISTINCT biometric_id) FILTER (WHERE employee_id IS NULL))[1:${SHOWN}] AS ids
          FROM made
        `,
      )
      created += Number(row!.created)
      unmatched += Number(row!.unmatched)
      for (const id of row!.ids ?? []) ids.add(id)
    }
    if (created) publishRecord(ctx, { module: 'raw_time_log' }, { action: 'import' })
    return { created, unmatched }
  })
  return {
    total: log.punches.length + unreadRows(log),
    valid: log.punches.length,
    created,
    duplicates: log.punches.length - created,
    unmatched,
    unmatched_ids: [...ids].slice(0, SHOWN),
    errors: errorsOf(log),
    warnings: await warningsOf(ctx, log),
    batch,
  }
}

/** Punches that waited for these employees are theirs now. */
export async function claimPunches(ctx: Ctx, employeeIds: readonly number[]): Promise<void> {
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'raw_time_log')} r
      SET employee_id = e.id, branch_id = coalesce(r.branch_id, e.branch_id)
      FROM ${table(ctx, 'employee')} e
      WHERE e.id = ANY (${employeeIds}::bigint[])
        AND e.biometric_id IS NOT NULL
        AND r.biometric_id = e.biometric_id
        AND r.employee_id IS NULL
    `,
  )
}
