/** Reports for timekeepers: the filings of a span of days, and the sums of each employee's days. */
import type { Module } from '../../../../engine/model/module.ts'
import { can } from '../../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { literal } from '../../../platform/db/name.ts'
import { handler, table } from '../../../platform/http/params.ts'
import { requireAction } from '../../../records/access.ts'
import { envOf } from '../../../records/query/env.ts'
import { scopeSql } from '../../../records/query/scope.ts'
import { refJson, runPage } from '../../../records/report/page.ts'
import { readParameters } from '../../../records/report/parameters.ts'
import { filedModules, filedSql } from '../filings-by-day.ts'
import { visibleRows } from './query.ts'

/** Sums of day records (alias `t`). */
export const SUMS = {
  days: 'count(*)',
  present: `count(*) FILTER (WHERE t.attendance IN ('present', 'half_day', 'official_business', 'rest_day_worked', 'holiday_worked', 'unscheduled_worked'))`,
  absent: `count(*) FILTER (WHERE t.attendance = 'absent')`,
  incomplete: `count(*) FILTER (WHERE t.attendance = 'incomplete')`,
  on_leave: `count(*) FILTER (WHERE t.attendance = 'on_leave')`,
  rest_days: 'count(*) FILTER (WHERE t.is_rest_day)',
  work_hours: 'coalesce(sum(t.work_hours), 0)',
  late_minutes: 'coalesce(sum(t.late_minutes), 0)',
  undertime_minutes: 'coalesce(sum(t.undertime_minutes), 0)',
  overtime_hours: 'coalesce(sum(t.overtime_hours), 0)',
  night_diff_hours: 'coalesce(sum(t.night_diff_hours), 0)',
  leave_hours: 'coalesce(sum(t.leave_hours), 0)',
  ob_hours: 'coalesce(sum(t.ob_hours), 0)',
} as const
export const DAY_SUMS = Object.entries(SUMS)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')

const EMPLOYEE = `${refJson('e', 'full_name', "e.employee_no || ' · ' || e.full_name")}`

/** Of each employee whose days the caller may see. */
const summaryReport = handler('dtr.summaryReport', async (ctx, { query }, module) => {
  const { from, to, ...filters } = await readParameters(ctx, module, query)
  const days = ctx.modules.get('daily_time_record')!
  requireAction(ctx, days, 'index')
  const whose = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [[name === 'employee_id' ? name : `employee.${name}`, value] as const],
  )
  const { where, params } = visibleRows(ctx, days, { filter: { date: { gte: from, lte: to }, ...Object.fromEntries(whose) } })
  const sql = `SELECT e.id AS employee_id, ${EMPLOYEE}::jsonb AS employee, e.full_name AS by_name, ${DAY_SUMS}
    FROM ${table(ctx, days.entity.table)} t JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id WHERE ${where} GROUP BY e.id`
  return runPage(ctx, module, { query, sql, params, order: 'by_name, employee_id' })
})

const titles = (selected: readonly (readonly [string, string])[], column: string): string =>
  selected.length
    ? `CASE ${column} ${selected.map(([name, title]) => `WHEN ${literal(name)} THEN ${literal(title)}`).join(' ')} ELSE ${column} END`
    : column
const statesOf = (module: Module): [string, string][] =>
  Object.values(module.workflow?.states ?? {}).map(({ name, title }) => [name, title])

/** Filings that touch the days, of every kind that the caller may list; with a single day, also what its record says. */
const filingReport = handler('dtr.filingReport', async (ctx, { query }, module) => {
  const { from, to, employee_id, branch_id, department_id, undecided } = await readParameters(ctx, module, query)
  const env = envOf(ctx)
  const kinds = filedModules(ctx).filter((filedModule) => ctx.system !== undefined || can(ctx.principal, filedModule, 'index'))
  const filed = filedSql(ctx, (module) =>
    kinds.includes(module) ? scopeSql(ctx, env, module, { alias: 'f', action: 'index' }) : undefined,
  )
  const [first, last] = [env.params.add(from, 'date'), env.params.add(to, 'date')]
  const equals = (column: string, value: unknown): string[] => (value === null ? [] : [`${column} = ${env.params.add(value, 'bigint')}`])
  const where = [
    `f.first_day <= ${last} AND f.last_day >= ${first}`,
    ...equals('f.employee_id', employee_id),
    ...equals('e.branch_id', branch_id),
    ...equals('e.department_id', department_id),
    ...(undecided === true ? ["f.status = 'posted'"] : []),
  ]
  const status = kinds.length
    ? `CASE f.module ${kinds.map((entry) => `WHEN ${literal(entry.name)} THEN ${titles(statesOf(entry), 'f.status')}`).join(' ')} END`
    : 'f.status'
  const kind = titles(
    kinds.map((entry) => [entry.name, entry.singular]),
    'f.module',
  )
  const attendance = attendanceTitles(ctx)
  const sql = `SELECT f.module || ':' || f.id || ':' || f.employee_id || ':' || f.first_day AS id, f.employee_id, ${EMPLOYEE} AS employee, e.full_name AS by_name,
      f.first_day AS date_from, f.last_day AS date_to, ${kind} AS kind, f.transaction_no, ${status} AS status, f.status IN ('approved', 'processed') AS counts,
      (SELECT ${attendance} FROM ${table(ctx, 'daily_time_record')} r WHERE r.employee_id = f.employee_id AND r.date = f.first_day AND f.first_day = f.last_day) AS attendance,
      f.module AS module_name, f.id AS record_id
    FROM (${filed}) f JOIN ${table(ctx, 'employee')} e ON e.id = f.employee_id WHERE ${where.join(' AND ')}`
  return runPage(ctx, module, { query, sql, params: env.params.values as unknown[], order: 'date_from, by_name, id' })
})

/** The title of a day record's attendance. */
function attendanceTitles(ctx: Ctx): string {
  const options = ctx.modules.get('daily_time_record')?.field.attendance?.options ?? []
  return titles(
    options.map(({ value, label }) => [String(value), label]),
    'r.attendance',
  )
}

export const timeReportHandlers = [summaryReport, filingReport]
