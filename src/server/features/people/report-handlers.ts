/** Figures and lists about all employees: headcount, hires and separations, birthdays, anniversaries. */

import { stringify } from 'csv-stringify/sync'
import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { empty, type Sql, sql, table } from '../../platform/db/sql.ts'
import { forbidden } from '../../platform/errors.ts'
import { handler, oneOf } from '../../platform/http/params.ts'
import { seesOf } from '../../records/access.ts'
import { type ReportPage, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { hiredReport } from './hired-report.ts'
import { conditions, joins, KINDS, listingOf, requireAccess } from './listings.ts'

const statistics = handler('employee.statistics', async (ctx, request) => {
  requireAccess(ctx, 'employment')
  // In a small team, a count by sex shows the sex of its members: it follows the access to that field.
  const byGender = seesOf(ctx)({ access: 'personal' })
  const where = conditions(request)
  const today = ctx.clock.today(ctx.company.time_zone)
  const group = (expr: Sql) =>
    sql`
      (
        SELECT coalesce(json_agg(json_build_object('name', name, 'count', n) ORDER BY n DESC, name), '[]'::json)
        FROM (
          SELECT coalesce(${expr}, '') AS name, count(*)::int AS n ${joins(ctx)}
          WHERE ${where}
            AND e.status = 'active'
          GROUP BY 1
        ) g
      )
    `
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT (SELECT count(*)::int ${joins(ctx)} WHERE ${where}) AS total,
        (SELECT count(*)::int ${joins(ctx)} WHERE ${where} AND e.status = 'active') AS active,
        (
          SELECT count(*)::int ${joins(ctx)}
          WHERE ${where}
            AND e.date_hired >= date_trunc('month', ${today}::date)
        ) AS newly_hired,
        (
          SELECT count(*)::int ${joins(ctx)}
          WHERE ${where}
            AND e.date_separated >= date_trunc('month', ${today}::date)
        ) AS separated,
        ${group(sql`b.name`)} AS by_branch, ${group(sql`d.name`)} AS by_department,
        ${group(sql`y.name`)} AS by_employment_type
        ${byGender ? sql`, ${group(sql`e.gender`)} AS by_gender` : empty}
    `,
  )
  return row
})

const count = handler('employee.count', async (ctx, request) => {
  const where = conditions(request)
  const [row] = await ctx.db.query<{ count: number }>(
    sql`
      SELECT count(*)::int AS count
      ${joins(ctx)}
      WHERE ${where}
        AND ${request.query.status === undefined ? sql`e.status = 'active'` : sql`true`}
    `,
  )
  return { count: row!.count }
})

/** Whole years that the longest-serving employee has worked here. */
const maxYears = handler('employee.maxYears', async (ctx) => {
  const today = ctx.clock.today(ctx.company.time_zone)
  const [row] = await ctx.db.query<{ years: number | null }>(
    sql`
      SELECT max(extract(year FROM age(${today}::date, date_hired)))::int AS years
      FROM ${table(ctx, 'employee')}
      WHERE status = 'active'
        AND date_hired <= ${today}
    `,
  )
  return { years: row?.years ?? 0 }
})

const report = handler('employee.report', async (ctx, request) => {
  const kind = oneOf(request.query, 'report_type', KINDS, 'masterlist')
  const { report_type: _kind, ...query } = request.query
  return ctx.db.query<Row>(listingOf(ctx, { ...request, query }, kind).statement)
})

const exportable = handler('employee.exportable', async (ctx, request) => {
  const kind = oneOf({ endpoint: request.params.endpoint?.replaceAll('-', '_') }, 'endpoint', KINDS)
  const { statement, names } = listingOf(ctx, request, kind)
  const rows = await ctx.db.query<Row>(statement)
  const body = `\uFEFF${stringify([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))], { escape_formulas: true })}`
  return { reply: { type: 'text/csv; charset=utf-8', filename: `${kind}.csv`, body } }
})

/**
 * The report of employees: the list that its parameter `report_type` names, with the columns of that list. Users who cannot
 * see all employees cannot read it (403).
 */
const listing = handler('employee.listing', async (ctx, request, module): Promise<ReportPage> => {
  const employees = ctx.modules.get('employee')!
  if (ctx.system === undefined && !can(ctx.principal, employees, 'view_all'))
    throw forbidden(`You need the "view_all" permission on ${employees.title} to do this.`)
  const given = Object.entries(await readParameters(ctx, module, request.query)).filter(([, value]) => value !== null)
  const { report_type, ...filters } = Object.fromEntries(given)
  const { statement, names } = listingOf(ctx, { ...request, query: filters }, oneOf({ report_type }, 'report_type', KINDS))
  const { text, values } = sql`SELECT l.*, row_number() OVER () AS ord FROM (${statement}) l`
  const page = await runPage(ctx, module, { query: request.query, sql: text, params: values, order: 'ord' })
  return { ...page, hidden: module.report!.columns.flatMap(({ name }) => (names.includes(name) ? [] : [name])) }
})

export const employeeReportHandlers = [statistics, count, maxYears, report, exportable, listing, hiredReport]
