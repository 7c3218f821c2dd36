/** Endpoints of time sheets: made for a pay period, summed up, locked, and their options. */

import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { AppError, invalid, notFound } from '../../../platform/errors.ts'
import { flag, handler, id, ids, optionalId } from '../../../platform/http/params.ts'
import { eachRecord } from '../../../records/bulk.ts'
import { bulkLater, isMany } from '../../../workflow/background.ts'
import { matches, named } from '../../../workflow/matching.ts'
import { holdTime, locked } from '../locks.ts'
import { employeesOf } from '../process.ts'
import { sheetGaps } from '../sheet-completeness.ts'
import { OPTIONS, refreshSheets, sheetPeriod } from '../sheets.ts'
import { partsOf } from './prints.ts'
import { employeesIn, timeQuery, visibleRows } from './query.ts'

const BATCH = 500

const SUMS = [
  'days_worked',
  'regular_hours',
  'late_minutes',
  'undertime_minutes',
  'absences',
  'overtime_hours',
  'night_diff_hours',
  'leave_with_pay',
  'leave_without_pay',
  'incomplete_days',
]

/** Sums by pay period over the sheets asked for. */
const summary = handler('time_sheet.summary', async (ctx, { query }, module) => {
  const { where, params } = visibleRows(ctx, module, timeQuery(query, module))
  const rows = await ctx.db.query<Row>(
    `SELECT p.id AS pay_period_id, json_build_object('id', p.id, 'name', p.name, 'label', p.name) AS pay_period, t.date_from::text AS date_from, t.date_to::text AS date_to,
       count(*)::int AS sheets, (count(*) FILTER (WHERE t.status = 'locked'))::int AS locked, ${SUMS.map((name) => `coalesce(sum(t.${name}), 0)::float8 AS ${name}`).join(', ')}
     FROM ${table(ctx, 'time_sheet').text} t JOIN ${table(ctx, 'pay_period').text} p ON p.id = t.pay_period_id WHERE ${where}
     GROUP BY p.id, t.date_from, t.date_to ORDER BY t.date_from DESC, p.id`,
    params,
  )
  return {
    success: true,
    data: rows,
    pagination: { page: 1, per_page: Math.max(rows.length, 1), current_page: 1, total: rows.length, last_page: 1 },
  }
})

/** Locks or unlocks a sheet; without `is_locked` it toggles. */
const lock = handler('time_sheet.lock', async (ctx, { params, body }, module) => {
  const sheet = await ctx.services.records.get(ctx, module, id(params, 'id'), 'view')
  const wanted = body.is_locked === undefined ? sheet.status !== 'locked' : flag(body, 'is_locked')
  if (wanted === (sheet.status === 'locked')) return sheet
  return ctx.services.workflow.transition(ctx, module, { id: Number(sheet.id), action: wanted ? 'lock' : 'unlock', input: {} })
})

const bulkLock = handler('time_sheet.bulkLock', async (ctx, { body }, module) => {
  const wanted = body.is_locked === undefined ? true : flag(body, 'is_locked')
  return partsOf(await eachRecord(ctx, module, { action: wanted ? 'lock' : 'unlock', ids: ids(body, 'ids') }))
})

/** Locks every open sheet of a pay period that the caller reaches: at once, or as a job where there are many. */
const lockPeriod = handler('time_sheet.lockPeriod', async (ctx, { body }, module) => {
  const period = id(body, 'pay_period_id')
  const { ids: open } = await matches(ctx, module, 'lock', { 'filter[pay_period_id]': String(period) })
  if (isMany(ctx, open)) return { job_id: await bulkLater(ctx, module, { action: 'lock', ids: open, labelled: true }) }
  const results = await named(ctx, module, await eachRecord(ctx, module, { action: 'lock', ids: open }))
  const refused = results.filter(({ success }) => !success)
  return {
    note: open.length
      ? `${results.length - refused.length} of ${results.length} time sheets locked.`
      : 'All time sheets of the period are locked.',
    problems: refused.map(({ id: sheet, label, message }) => ({ label: label ?? `#${sheet}`, message })),
  }
})

/** Missing data of the sheets, reported before they are locked; the timekeeper decides. */
const gaps = handler('time_sheet.gaps', (ctx, { body }) => sheetGaps(ctx, body.ids as number[]))

/** Includes a part of the time in a sheet, or excludes it. 423 while it is locked. */
const option = handler('time_sheet.option', async (ctx, { params, body }, module) => {
  const which = OPTIONS.find((candidate) => String(candidate.option_id) === params.optionId)
  if (!which) throw notFound('There is no such option.')
  if (body.value === undefined) throw invalid({ value: ['Field is required'] })
  const value = flag(body, 'value')
  const sheet = await ctx.services.records.get(ctx, module, id(params, 'id'), 'view')
  const employee = Number(sheet.employee_id)
  await ctx.db.tx(async () => {
    await holdTime(ctx, [employee])
    const [row] = await ctx.db.query<{ status: string }>(
      sql`SELECT status FROM ${table(ctx, 'time_sheet')} WHERE id = ${sheet.id} FOR UPDATE`,
    )
    if (row!.status === 'locked') throw locked()
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'time_sheet__options')}
        SET value = ${value}
        WHERE parent_id = ${sheet.id} AND option_id = ${which.option_id}
      `,
    )
    await refreshSheets(ctx, [employee], { ...dates(sheet), payPeriodId: Number(sheet.pay_period_id) })
  })
  return ctx.services.records.get(ctx, module, Number(sheet.id), 'view')
})

const dates = (sheet: Row): { readonly from: string; readonly to: string } => ({
  from: String(sheet.date_from).slice(0, 10),
  to: String(sheet.date_to).slice(0, 10),
})

/** Makes or updates the sheets of a pay period from the processed days. */
const generate = handler('time_sheet.generate', async (ctx: Ctx, { body }) => {
  const period = await sheetPeriod(ctx, id(body, 'pay_period_id'))
  if (!period) throw new AppError('not_found', 'The pay period was not found.')
  const all = await employeesOf(ctx, {
    from: period.from,
    to: period.to,
    employeeIds: employeesIn(body),
    payGroupId: optionalId(body, 'pay_group_id'),
  })
  let sheets = 0
  for (let index = 0; index < all.length; index += BATCH) {
    const batch = all.slice(index, index + BATCH)
    sheets += await ctx.db.tx(async () => {
      await holdTime(ctx, batch)
      return refreshSheets(ctx, batch, { from: period.from, to: period.to, payPeriodId: period.id })
    })
  }
  return { sheets }
})

export const sheetHandlers = [summary, lock, bulkLock, lockPeriod, gaps, option, generate]
