/** Endpoints of punches: the web clock, their files and lists, breaks, and the places of punches. */
import { PUNCH_KINDS } from '../../../../domain/time/punch-kind.ts'
import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx, HandlerRequest, Reply } from '../../../platform/context.ts'
import { Params } from '../../../platform/db/params.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import { handler, id, ids, oneOf, optionalId, optionalText, rows, table } from '../../../platform/http/params.ts'
import { eachRecord } from '../../../records/bulk.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { xlsxStream } from '../../../records/export/xlsx.ts'
import type { SheetFile } from '../../../records/import/sheet.ts'
import { branchScope, codeLabel, refJson, runPage } from '../../../records/report/page.ts'
import { readParameters } from '../../../records/report/parameters.ts'
import {
  importPunches,
  type PunchReport,
  previewPunches,
  readDeviceFile,
  readPunchFile,
  readPunchList,
  TEMPLATE,
  unreadRows,
} from '../import.ts'
import { underWay } from '../open-shift.ts'
import { localDate, ownEmployee, type PunchInput, punch, toggleBreak } from '../punch.ts'
import { partsOf } from './prints.ts'
import { optionalDate, timeQuery } from './query.ts'

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === '1'

function fileOf({ files, body }: HandlerRequest): SheetFile {
  const [file] = files
  if (file) return file
  if (typeof body.text === 'string') return { name: 'text', body: Buffer.from(body.text) }
  throw invalid({ file: ['Choose a file.'] })
}

/** The same, or a previously uploaded file, as dialogs send it. */
async function deviceFileOf(ctx: Ctx, request: HandlerRequest): Promise<SheetFile> {
  if (typeof request.body.file !== 'number') return fileOf(request)
  const { row, body } = await ctx.services.files.get(ctx, request.body.file)
  return { name: String(row.name), body: Buffer.concat(await Array.fromAsync(body)) }
}

const punchesIn = (count: number): string => `${count} ${count === 1 ? 'punch' : 'punches'}`

/** Preview of a file: rows, errors by row, punches that exist already, unknown employee ids. */
const upload = handler('raw_time_log.upload', async (ctx, request) => previewPunches(ctx, await readPunchFile(ctx, fileOf(request))))

/** Imports all rows of a file or of the request, or none when one of them cannot be read. */
const importRows = handler('raw_time_log.import', async (ctx, request) => {
  const log =
    request.body.rows !== undefined && !request.files.length
      ? readPunchList(rows(request.body, 'rows'))
      : await readPunchFile(ctx, fileOf(request))
  if (isTrue(request.query.preview)) return previewPunches(ctx, log)
  if (log.errors.length) {
    const details = await previewPunches(ctx, log)
    throw new AppError('invalid', `Nothing was imported: ${unreadRows(log)} of ${details.total} rows cannot be read.`, { details })
  }
  return importPunches(ctx, log, { source: 'import', device: optionalText(request.body, 'device', 60) })
})

/** The message for the user who pressed a button. */
interface Told {
  readonly note?: string
  readonly problems?: readonly { readonly label: string; readonly message: string }[]
}

/** Imports a device's text file: readable lines are imported, unreadable ones are reported. */
const importDevice = handler('raw_time_log.importDevice', async (ctx, request): Promise<PunchReport & Told> => {
  const file = await deviceFileOf(ctx, request)
  const log = await readDeviceFile(file)
  if (isTrue(request.query.preview)) return previewPunches(ctx, log)
  if (!log.punches.length)
    throw new AppError('invalid', 'No line of the file is a device punch.', { details: await previewPunches(ctx, log) })
  const done = await importPunches(ctx, log, { source: 'wl20', device: optionalText(request.body, 'device', 60) ?? file.name.slice(0, 60) })
  const twice = done.duplicates ? `; ${done.duplicates} of the file were there already` : ''
  return {
    ...done,
    note: `${punchesIn(done.created)} imported${twice}.`,
    problems: [...done.errors, ...done.warnings].map(({ row, message }) => ({ label: `Line ${row}`, message })),
  }
})

const EXAMPLES = [
  ['1001', '2026/01/05', '08:00 AM', 'In'],
  ['1001', '2026/01/05', '05:00 PM', 'Out'],
]
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The sheet to fill in, with two rows as an example. */
const template = handler('raw_time_log.template', async (_ctx, { query }): Promise<Reply> => {
  if (query.format !== 'xlsx') {
    const body = `\uFEFF${[TEMPLATE, ...EXAMPLES].map((row) => csvLine(row)).join('')}`
    return { reply: { type: 'text/csv; charset=utf-8', filename: 'raw-time-logs.csv', body } }
  }
  const columns = TEMPLATE.map((title) => ({ title, type: 'text' as const, sql: '' }))
  const rows = (async function* () {
    yield EXAMPLES
  })()
  return { reply: { type: XLSX, filename: 'raw-time-logs.xlsx', body: xlsxStream({ columns, rows }, 'Raw time logs') } }
})

const bulkDelete = handler('raw_time_log.bulkDelete', async (ctx, { body }, module) =>
  partsOf(await eachRecord(ctx, module, { action: 'delete', ids: ids(body, 'ids') })),
)

const fetchLogs = handler('raw_time_log.fetch', async (ctx, { query }, module) => ({
  success: true,
  ...(await ctx.services.records.list(ctx, module, { ...timeQuery(query, module), sort: String(query.sort ?? '-logged_at') })),
}))

/** The latest punches that the caller can see. */
const recent = handler('raw_time_log.recent', async (ctx, { query }, module) => {
  const limit = Math.min(Math.max(Number(query.limit ?? 20) || 20, 1), 100)
  return (await ctx.services.records.list(ctx, module, { ...timeQuery(query, module), limit, page: 1, sort: '-logged_at' })).data
})

const degrees = (from: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = from[name]
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) throw invalid({ [name]: ['Must be a number of degrees.'] })
  return number
}

function punchInput({ body, files }: HandlerRequest): Omit<PunchInput, 'type'> {
  const [latitude, longitude] = [degrees(body, 'latitude'), degrees(body, 'longitude')]
  if ((latitude === undefined) !== (longitude === undefined))
    throw invalid({ [latitude === undefined ? 'latitude' : 'longitude']: ['A place has a latitude and a longitude.'] })
  return {
    source: oneOf(body, 'source', ['web', 'mobile'], 'web'),
    place: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
    address: optionalText(body, 'address', 300),
    device: optionalText(body, 'device', 100),
    photo: files[0] ?? optionalId(body, 'photo'),
  }
}

const clock = handler('time_log.punch', (ctx, request) =>
  punch(ctx, { ...punchInput(request), type: oneOf(request.body, 'type', PUNCH_KINDS) }),
)

/** Today's punches of the signed-in employee, and their clock state; a night shift began before them. */
const today = handler('time_log.today', async (ctx) => {
  const employeeId = await ownEmployee(ctx)
  const { date, status, logs } = await underWay(ctx, employeeId)
  const isToday = ({ logged_at }: Row) => localDate(new Date(String(logged_at)), employeeId.zone) === date
  return { date, state: status === 'in' ? 'working' : status, logs: logs.filter(isToday) }
})

const toggle = handler('break_status.toggle', (ctx, request) => {
  const given = request.body.status
  const status = given === undefined || given === null || given === '' ? undefined : oneOf(request.body, 'status', ['on_break', 'working'])
  return toggleBreak(ctx, punchInput(request), status)
})

/** Breaks that the caller can see; of today unless another date is asked for. */
const breaks = handler('break_status.fetch', async (ctx, { query }, module) => {
  const date = optionalDate(query, 'date') ?? ctx.clock.today(ctx.company.time_zone)
  const asked = timeQuery(query, module)
  return { success: true, ...(await ctx.services.records.list(ctx, module, { ...asked, filter: { ...asked.filter, date } })) }
})

/* ---------- places ---------- */

const PLACED = (ctx: Ctx): string => `
  SELECT t.id, t.id AS raw_time_log_id, json_build_object('id', t.id, 'name', t.biometric_id, 'label', t.biometric_id) AS raw_time_log, t.employee_id,
    json_build_object('id', e.id, 'name', e.full_name, 'label', e.employee_no || ' · ' || e.full_name) AS employee, t.logged_at, t.type, t.latitude, t.longitude, t.address,
    t.geofence_id, ${refJson('g', 'name', codeLabel('g'))} AS geofence, t.is_inside_geofence, CASE WHEN t.direction = 'In' THEN 'in' ELSE 'out' END AS time_status, t.logged_at AS ord
  FROM ${table(ctx, 'raw_time_log')} t JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id LEFT JOIN ${table(ctx, 'geofencing')} g ON g.id = t.geofence_id`
const onDate = (p: Params, ctx: Ctx, date: unknown): string => {
  const [day, zone] = [p.add(date, 'date'), p.add(ctx.company.time_zone, 'text')]
  return `t.logged_at >= (${day})::timestamp AT TIME ZONE ${zone} AND t.logged_at < (${day} + 1)::timestamp AT TIME ZONE ${zone}`
}

/** The employees whose places the caller can see: with `view_all` all of their branches, else their own. */
function within(ctx: Ctx, p: Params): string {
  const all = ctx.system !== undefined || ctx.principal.grants.employee_location?.includes('view_all')
  return all ? branchScope(ctx, 'e.branch_id', p) : `t.employee_id = ${p.add(ctx.principal.employee_id ?? 0, 'bigint')}`
}

const report = handler('location.report', async (ctx, { query }, module) => {
  const values = await readParameters(ctx, module, query)
  const p = new Params()
  const where = [
    't.latitude IS NOT NULL',
    onDate(p, ctx, values.date),
    p.equals('t.employee_id', values.employee_id),
    p.equals('t.geofence_id', values.geofence_id),
    within(ctx, p),
  ]
  if (values.time_status === 'in' || values.time_status === 'out')
    where.push(p.equals('t.direction', values.time_status === 'in' ? 'In' : 'Out', 'text'))
  return runPage(ctx, module, { query, sql: `${PLACED(ctx)} WHERE ${where.join(' AND ')}`, params: p.values, order: 'ord DESC, id' })
})

/** The last place of each employee on a date. */
const places = handler('location.all', async (ctx, { query }) => {
  const p = new Params()
  const where = [
    't.latitude IS NOT NULL',
    onDate(p, ctx, optionalDate(query, 'date') ?? ctx.clock.today(ctx.company.time_zone)),
    p.equals('e.branch_id', optionalId(query, 'branch_id') ?? optionalId(query, 'branch')),
    p.equals('e.department_id', optionalId(query, 'department_id') ?? optionalId(query, 'department')),
    p.equals('t.geofence_id', optionalId(query, 'geofence_id')),
    within(ctx, p),
  ]
  const status = oneOf(query, 'time_status', ['all', 'in', 'out'], 'all')
  const latest = `SELECT DISTINCT ON (x.employee_id) x.* FROM (${PLACED(ctx)} WHERE ${where.join(' AND ')}) x ORDER BY x.employee_id, x.logged_at DESC, x.id DESC`
  const list = await ctx.db.query<Row>(
    `SELECT l.*, l.latitude::float8 AS latitude, l.longitude::float8 AS longitude FROM (${latest}) l ${status === 'all' ? '' : `WHERE l.time_status = ${p.add(status, 'text')}`} ORDER BY l.logged_at DESC`,
    p.values,
  )
  return list.map(({ ord: _ord, ...row }) => row)
})

/** The places of one employee on a date, in order. */
const onePlaces = handler('location.one', async (ctx, { query }) => {
  const p = new Params()
  const where = [
    't.latitude IS NOT NULL',
    onDate(p, ctx, optionalDate(query, 'date') ?? ctx.clock.today(ctx.company.time_zone)),
    p.equals('t.employee_id', optionalId(query, 'employee_id') ?? ctx.principal.employee_id ?? id(query, 'employee_id')),
    within(ctx, p),
  ]
  const list = await ctx.db.query<Row>(
    `SELECT l.*, l.latitude::float8 AS latitude, l.longitude::float8 AS longitude FROM (${PLACED(ctx)} WHERE ${where.join(' AND ')}) l ORDER BY l.logged_at, l.id`,
    p.values,
  )
  return list.map(({ ord: _ord, ...row }) => row)
})

export const logHandlers = [
  upload,
  importRows,
  importDevice,
  template,
  bulkDelete,
  fetchLogs,
  recent,
  clock,
  today,
  toggle,
  breaks,
  report,
  places,
  onePlaces,
]
