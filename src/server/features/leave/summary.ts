/** The report of leave balances: one row for each employee and leave type. */

import type { Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { table } from '../../platform/db/sql.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { balancesOf } from './balances.ts'

type Query = Readonly<Record<string, unknown>>

/**
 * Credits of active employees in the caller's branches, in days of a year (default: this year): `entitled` is what the year
 * began with and what was granted or amended, `pending` is reserved by filings that are not used yet, `available` is what a leave
 * that begins today could take.
 */
export async function leaveSummary(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const { year, leave_type_id, branch_id, department_id, employee_id } = await readParameters(ctx, module, query)
  const people = new Params()
  const found = await ctx.db.query<{ id: number }>(
    `SELECT e.id FROM ${table(ctx, 'employee').text} e WHERE e.status = 'active' AND ${branchScope(ctx, 'e.branch_id', people)}
      AND ${people.equals('e.branch_id', branch_id)} AND ${people.equals('e.department_id', department_id)} AND ${people.equals('e.id', employee_id)}`,
    people.values,
  )
  const today = ctx.clock.today(ctx.company.time_zone)
  const balances = await balancesOf(
    ctx,
    found.map(({ id }) => Number(id)),
    { year: Number(year ?? today.slice(0, 4)), ...(leave_type_id ? { leave_type_id: Number(leave_type_id) } : {}) },
  )
  const rows = balances.map(({ employee_id, leave_type_id, beginning, granted, adjusted, used, reserved, available }) => ({
    employee_id,
    leave_type_id,
    entitled: Number((beginning + granted + adjusted).toFixed(6)),
    used,
    pending: reserved,
    available,
  }))
  const p = new Params()
  const sql = `SELECT b.employee_id, ${refJson('e', 'full_name', `concat_ws(' · ', e.employee_no, e.full_name)`)} AS employee,
      e.department_id, ${refJson('d', 'name', codeLabel('d'))} AS department, b.leave_type_id, ${refJson('t', 'name', codeLabel('t'))} AS leave_type,
      b.entitled, b.used, b.pending, b.available, e.full_name AS ord_name, e.id AS ord_id, b.ord AS ord_type
    FROM (SELECT x.*, row_number() OVER () AS ord FROM json_to_recordset(${p.add(JSON.stringify(rows), 'json')})
      AS x(employee_id bigint, leave_type_id bigint, entitled numeric, used numeric, pending numeric, available numeric)) b
    JOIN ${table(ctx, 'employee').text} e ON e.id = b.employee_id
    LEFT JOIN ${table(ctx, 'department').text} d ON d.id = e.department_id
    JOIN ${table(ctx, 'leave_type').text} t ON t.id = b.leave_type_id`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_name, ord_id, ord_type' })
}
