/** Endpoints of daily time records: process, mark, explain a day, sums and printouts. */

import { computeTime } from '../../../../domain/time/employee.ts'
import type { Json, Row } from '../../../../engine/model/module.ts'
import { formatDate, formatTime } from '../../../../engine/runtime/format/index.ts'
import { daysBetween } from '../../../../kernel/dates.ts'
import { DomainError } from '../../../../kernel/errors.ts'
import type { Ctx, Handler, HandlerRequest } from '../../../platform/context.ts'
import { raw, sql, table } from '../../../platform/db/sql.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { handler, id, ids, optionalId } from '../../../platform/http/params.ts'
import { eachRecord } from '../../../records/bulk.ts'
import { bandsOf } from '../day-bands.ts'
import { filedSql } from '../filings-by-day.ts'
import { loadInputs } from '../inputs.ts'
import { requireUnlocked } from '../locks.ts'
import { type Days, employeesOf, openRun, PROCESS_QUEUE, workRun } from '../process.ts'
import { storedDay } from '../records.ts'
import { timeSetup } from '../setup.ts'
import { partsOf } from './prints.ts'
import { employeesIn, span, timeQuery, visibleRows } from './query.ts'
import { DAY_SUMS, SUMS } from './reports.ts'

/** Employee days up to which the caller waits for the response; more become a job. */
const AT_ONCE = 1000

const list = handler('dtr.list', async (ctx, { query }, module) => ({
  success: true,
  ...(await ctx.services.records.list(ctx, module, timeQuery(query, module))),
}))

const international = handler('dtr.international', async (ctx, { query }, module) => {
  const asked = timeQuery(query, module)
  return {
    success: true,
    ...(await ctx.services.records.list(ctx, module, { ...asked, filter: { ...asked.filter, is_international: true } })),
  }
})

/** Sums by employee over the dates asked for, one page of them with the sums of all. */
const summary = handler('dtr.summary', async (ctx, { query }, module) => {
  const asked = timeQuery(query, module)
  const { where, params } = visibleRows(ctx, module, asked)
  const [limit, page] = [Math.min(Math.max(Number(asked.limit ?? 50) || 50, 1), 500), Math.max(Number(asked.page ?? 1) || 1, 1)]
  const [answer] = await ctx.db.query<{ data: Row[] | null; totals: Row; total: number }>(
    `WITH s AS (SELECT e.id AS employee_id, e.employee_no, e.full_name AS name, ${DAY_SUMS}
       FROM ${table(ctx, 'daily_time_record').text} t JOIN ${table(ctx, 'employee').text} e ON e.id = t.employee_id WHERE ${where} GROUP BY e.id)
     SELECT (SELECT json_agg(p) FROM (SELECT employee_id, json_build_object('id', employee_id, 'name', name, 'label', employee_no || ' · ' || name) AS employee, ${Object.keys(SUMS).join(', ')}
         FROM s ORDER BY name, employee_id LIMIT ${limit} OFFSET ${(page - 1) * limit}) p) AS data,
       (SELECT json_build_object(${Object.keys(SUMS)
         .map((name) => `'${name}', coalesce(sum(${name}), 0)`)
         .join(', ')}) FROM s) AS totals, (SELECT count(*) FROM s) AS total`,
    params,
  )
  const total = Number(answer!.total)
  return {
    success: true,
    data: answer!.data ?? [],
    totals: answer!.totals,
    pagination: { page, per_page: limit, current_page: page, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
})

/** The days of a call: as entered, else those of the time records of a pay period. */
async function askedDays(ctx: Ctx, body: Row): Promise<{ from: string; to: string }> {
  const period = optionalId(body, 'pay_period_id')
  if (period === undefined || body.date_from || body.date_to) return span(body)
  const [days] = await ctx.db.query<{ from: string; to: string }>(
    sql`
      SELECT coalesce(dtr_from, date_from)::text AS "from", coalesce(dtr_to, date_to)::text AS "to"
      FROM ${table(ctx, 'pay_period')}
      WHERE id = ${period}
    `,
  )
  if (!days) throw invalid({ pay_period_id: ['The pay period was not found.'] })
  return days
}

/**
 * Processes dates of employees, of a pay group, of a branch, or of all employees that the caller reaches. Few days are
 * processed at once, many as a job. 423 when all that was asked for is locked.
 */
const process: Handler = {
  name: 'dtr.process',
  params: { type: 'object', additionalProperties: false, properties: { international: { type: 'boolean' } } },
  async run(ctx, _module, { body }: HandlerRequest, params: Json) {
    const days: Days = {
      ...(await askedDays(ctx, body)),
      employeeIds: employeesIn(body),
      payGroupId: optionalId(body, 'pay_group_id'),
      branchId: optionalId(body, 'branch_id'),
      departmentId: optionalId(body, 'department_id'),
      international: (params as { international?: boolean } | null)?.international,
    }
    const today = ctx.clock.today(ctx.company.time_zone)
    if (days.from > today) throw invalid({ date_from: ['The dates cannot be in the future.'] })
    if (days.employeeIds?.length === 1) await requireUnlocked(ctx, days.employeeIds, days.from, days.to)
    await timeSetup(ctx)
    const ids = await employeesOf(ctx, days)
    if (!ids.length) throw refuse('E_NOBODY', 'No employees to process: none of the selected employees worked here on these dates.')
    const length = daysBetween(days.from, days.to) + 1
    if (ids.length * length <= AT_ONCE) {
      const { id } = await openRun(ctx, days)
      return workRun(ctx, id, () => undefined)
    }
    return ctx.db.tx(async () => {
      const run = await openRun(ctx, days)
      return { job_id: await ctx.services.jobs.send(ctx, PROCESS_QUEUE, { run: run.id }), employees: run.employees }
    })
  },
}

/** The day of a record that the caller may see; 423 when its sheet is locked. */
async function openDay(ctx: Ctx, module: Parameters<Handler['run']>[1], id: number): Promise<Row> {
  const row = await ctx.services.records.get(ctx, module, id, 'view')
  const date = String(row.date).slice(0, 10)
  await requireUnlocked(ctx, [Number(row.employee_id)], date, date)
  return row
}

const MARKS = {
  type: 'object',
  additionalProperties: false,
  required: ['mark'],
  properties: { mark: { enum: ['mark_absent', 'mark_present', 'clear_mark'] } },
} as const
const markOf = (params: Json): string => (params as { mark: string }).mark

const mark: Handler = {
  name: 'dtr.mark',
  params: MARKS as never,
  async run(ctx, module, { body }, params) {
    const record = await openDay(ctx, module, id(body, 'id'))
    return ctx.services.workflow.transition(ctx, module, { id: Number(record.id), action: markOf(params), input: {} })
  },
}

const batchMark: Handler = {
  name: 'dtr.batchMark',
  params: MARKS as never,
  async run(ctx, module, { body }, params) {
    return partsOf(await eachRecord(ctx, module, { action: markOf(params), ids: ids(body, 'ids') }))
  },
}

const bulkDelete = handler('dtr.bulkDelete', async (ctx, { body }, module) =>
  partsOf(await eachRecord(ctx, module, { action: 'delete', ids: ids(body, 'ids') })),
)

const STALE = { about: 'stale', text: 'This day changed since it was processed. Process it again.' }

/**
 * Explains in sentences why a day counts as it does, computed again from the present data. `is_current` is false when
 * that gives a result other than the record's: then something was changed since, and the day must be processed.
 */
const trace = handler('dtr.trace', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'), 'index')
  const date = String(record.date).slice(0, 10)
  const setup = await timeSetup(ctx)
  const [input] = await loadInputs(ctx, setup, [Number(record.employee_id)], { from: date, to: date })
  if (!input) throw refuse('E_NOT_EMPLOYED', 'The employee was not employed on this date.')
  try {
    const day = computeTime(input.time).days[0]
    if (!day) throw refuse('E_NOT_EMPLOYED', 'The employee was not employed on this date.')
    const now = JSON.parse(JSON.stringify(storedDay(day))) as Row
    const is_current = same(now, record.result as Row | null)
    return {
      id: record.id,
      date,
      employee: record.employee,
      attendance: record.attendance,
      is_current,
      bands: bandsOf(input, day),
      lines: [...(is_current ? [] : [STALE]), ...day.trace({ date: formatDate, time: formatTime })],
      punches: day.punches.map(({ at: minute, kind, source, no }) => ({
        at: minute % 1440,
        kind: kind ?? null,
        source: source ?? null,
        raw_time_log_id: no ? Number(no) : null,
      })),
      result: now,
    }
  } catch (error) {
    if (error instanceof DomainError) throw refuse('E_TIME_SETUP', `Attendance could not be computed: ${error.message}`)
    throw error
  }
})

/** Compares without regard to the order of keys, because the database has its own. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => same(left[key], right[key]))
}

/** Filings of an employee that touch a date, in any state, and which of them the day counts. */
const filings = handler('dtr.filings', async (ctx, { body }, module) => {
  const employee = optionalId(body, 'employee_id') ?? ctx.principal.employee_id ?? id(body, 'employee_id')
  const { from: date } = span({ date: body.date ?? body.date_from })
  if (employee !== ctx.principal.employee_id) {
    const { where, params } = visibleRows(ctx, module, { filter: { employee_id: employee } })
    const others = await ctx.db.query(`SELECT 1 FROM ${table(ctx, 'daily_time_record').text} t WHERE ${where} LIMIT 1`, params)
    if (!others.length) await ctx.services.records.get(ctx, ctx.modules.get('employee')!, employee, 'view')
  }
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT DISTINCT f.module, f.id, f.transaction_no, f.status, f.status IN ('approved', 'processed') AS counts
      FROM (${raw(filedSql(ctx))}) f
      WHERE f.employee_id = ${employee} AND ${date}::date BETWEEN f.first_day AND f.last_day
      ORDER BY 1, 2
    `,
  )
  return {
    employee_id: employee,
    date,
    has_filing: rows.length > 0,
    filings: rows.map((row) => ({ ...row, title: ctx.modules.get(String(row.module))!.singular })),
  }
})

export const dayRecordHandlers = [list, international, summary, process, mark, batchMark, bulkDelete, trace, filings]
