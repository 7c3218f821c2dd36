/** Reports of leave balances: one row for each employee and leave type, and employees down with leave types across. */

import type { Module, Row, SpreadColumn } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { table } from '../../platform/db/sql.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { balancesOf, type LeaveBalance } from './balances.ts'

type Query = Readonly<Record<string, unknown>>

/** The figures of a balance, in days, as both reports name them. */
const figuresOf = ({ beginning, granted, adjusted, used, reserved, available, expiring }: LeaveBalance) => ({
  entitled: Number((beginning + granted + adjusted).toFixed(6)),
  used,
  pending: reserved,
  available,
  expiring,
})
type Figure = keyof ReturnType<typeof figuresOf>
const FIGURES: Readonly<Record<Figure, string>> = {
  entitled: 'entitled',
  used: 'taken',
  pending: 'pending',
  available: 'available',
  expiring: 'expiring',
}

/** Balances of the active employees in the caller's branches that the parameters choose, and the year. */
async function chosenBalances(ctx: Ctx, parameters: Row): Promise<{ balances: LeaveBalance[]; year: number }> {
  const { year: given, leave_type_id, branch_id, department_id, employee_id } = parameters
  const people = new Params()
  const found = await ctx.db.query<{ id: number }>(
    `SELECT e.id FROM ${table(ctx, 'employee').text} e WHERE e.status = 'active' AND ${branchScope(ctx, 'e.branch_id', people)}
      AND ${people.equals('e.branch_id', branch_id)} AND ${people.equals('e.department_id', department_id)} AND ${people.equals('e.id', employee_id)}
      ORDER BY e.full_name, e.id`,
    people.values,
  )
  const year = Number(given ?? ctx.clock.today(ctx.company.time_zone).slice(0, 4))
  const balances = await balancesOf(
    ctx,
    found.map(({ id }) => Number(id)),
    { year, ...(leave_type_id ? { leave_type_id: Number(leave_type_id) } : {}) },
  )
  return { balances, year }
}

/**
 * Credits of a year (default: this year) in days: `entitled` is what the year began with and what was granted or amended, `pending` is
 * reserved by filings that are not used yet, `available` is what a leave that begins today could take, `expiring` is lost after
 * `expires_on` unless it is used.
 */
export async function leaveSummary(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const { balances } = await chosenBalances(ctx, await readParameters(ctx, module, query))
  const rows = balances.map((balance) => {
    const { employee_id, leave_type_id, expires_on } = balance
    return { employee_id, leave_type_id, ...figuresOf(balance), expires_on }
  })
  const p = new Params()
  const sql = `SELECT b.employee_id, ${refJson('e', 'full_name', `concat_ws(' · ', e.employee_no, e.full_name)`)} AS employee,
      e.department_id, ${refJson('d', 'name', codeLabel('d'))} AS department, b.leave_type_id, ${refJson('t', 'name', codeLabel('t'))} AS leave_type,
      b.entitled, b.used, b.pending, b.available, b.expiring, b.expires_on, e.full_name AS ord_name, e.id AS ord_id, b.ord AS ord_type
    FROM (SELECT x.*, row_number() OVER () AS ord FROM json_to_recordset(${p.add(JSON.stringify(rows), 'json')})
      AS x(employee_id bigint, leave_type_id bigint, entitled numeric, used numeric, pending numeric, available numeric,
        expiring numeric, expires_on date)) b
    JOIN ${table(ctx, 'employee').text} e ON e.id = b.employee_id
    LEFT JOIN ${table(ctx, 'department').text} d ON d.id = e.department_id
    JOIN ${table(ctx, 'leave_type').text} t ON t.id = b.leave_type_id`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_name, ord_id, ord_type' })
}

const MOST = 1000
const isFigure = (name: unknown): name is Figure => typeof name === 'string' && name in FIGURES

/** The columns of the matrix: a leave type each, or all figures of each leave type beside each other. */
function columnsOf(
  balances: readonly LeaveBalance[],
  show: unknown,
): (SpreadColumn & { readonly figure: Figure; readonly type: number })[] {
  const types = new Map(balances.map(({ leave_type_id, leave_type }) => [leave_type_id, leave_type]))
  return [...types].flatMap(([type, { name }]) => {
    const figures = isFigure(show) ? [show] : (Object.keys(FIGURES) as Figure[])
    return figures.map((figure) => ({
      name: `t${type}_${figure}`,
      title: isFigure(show) ? name : `${name}, ${FIGURES[figure]}`,
      with: { leave_type_id: type },
      figure,
      type,
    }))
  })
}

/**
 * Employees down, leave types across: what `show` names of each balance, in days. `expiring` says in words what each employee loses
 * first, and when. Columns are the leave types with entries of the chosen employees.
 */
export async function leaveMatrix(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const parameters = await readParameters(ctx, module, query)
  const { balances, year } = await chosenBalances(ctx, parameters)
  const columns = columnsOf(balances, parameters.show)
  const ids = new Params()
  const people = await ctx.db.query<Row & { id: number }>(
    `SELECT e.id, e.id AS employee_id, ${refJson('e', 'full_name', `concat_ws(' · ', e.employee_no, e.full_name)`)} AS employee,
      e.department_id, ${refJson('d', 'name', codeLabel('d'))} AS department
     FROM ${table(ctx, 'employee').text} e LEFT JOIN ${table(ctx, 'department').text} d ON d.id = e.department_id
     WHERE e.id = ANY (${ids.add([...new Set(balances.map(({ employee_id }) => employee_id))], 'bigint[]')})`,
    ids.values,
  )
  const byId = new Map(people.map((person) => [Number(person.id), person]))
  const rows = [...Map.groupBy(balances, ({ employee_id }) => employee_id)].map(([employee, credits]): Row => {
    const byType = new Map(credits.map((balance) => [balance.leave_type_id, figuresOf(balance)]))
    const losses = credits.flatMap(({ expiring, expires_on, leave_type }) =>
      expires_on ? [{ on: expires_on, text: `${leave_type.name}: ${expiring} until ${expires_on.replaceAll('-', '/')}` }] : [],
    )
    return {
      ...byId.get(employee),
      ...Object.fromEntries(columns.map(({ name, type, figure }) => [name, byType.get(type)?.[figure] ?? null])),
      expiring: losses
        .sort((a, b) => a.on.localeCompare(b.on))
        .map(({ text }) => text)
        .join('; '),
    }
  })
  const all = query.limit === 'all'
  const limit = all ? Math.max(rows.length, 1) : Math.min(Math.max(Math.trunc(Number(query.limit ?? 50)) || 50, 1), MOST)
  const page = all ? 1 : Math.max(Math.trunc(Number(query.page ?? 1)) || 1, 1)
  const total = rows.length
  return {
    success: true,
    data: rows.slice((page - 1) * limit, page * limit),
    totals: {},
    columns: columns.map(({ name, title, with: values }) => ({ name, title, with: values! })),
    parameters: { ...parameters, year },
    pagination: { page, per_page: limit, current_page: page, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
}
