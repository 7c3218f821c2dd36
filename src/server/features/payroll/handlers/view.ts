/** Endpoints of the payroll workbench beside those of a payroll: its progress, and its register page by page. */

import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx } from '../../../platform/context.ts'
import { raw, sql, table } from '../../../platform/db/sql.ts'
import { invalid } from '../../../platform/errors.ts'
import { flag, handler, id, oneOf, optionalId, optionalText } from '../../../platform/http/params.ts'
import { employeesTable } from '../../payroll-runs/tables.ts'
import { problemsOf } from '../problems.ts'
import { COMPARED, netChanges, previousPayroll } from '../register.ts'
import { FIGURES, payrollModule } from '../run.ts'

const MOST = 500
/** Sort orders of the register. */
const ORDERS: Readonly<Record<string, string>> = {
  employee: 'e.full_name',
  employee_no: 'e.employee_no',
  department: 'd.name',
  ...Object.fromEntries(FIGURES.map((name) => [name, `l.${name}`])),
}

const payrollOf = (ctx: Ctx, payrollId: number): Promise<Row> => ctx.services.records.get(ctx, payrollModule(ctx), payrollId)

const numberOf = (query: Readonly<Record<string, unknown>>, name: string, fallback: number, most: number): number => {
  const value = Number(query[name] ?? fallback)
  if (!Number.isInteger(value) || value < 1) throw invalid({ [name]: ['The value is not valid.'] })
  return Math.min(value, most)
}

/** A page of the register: by search, department, or those with problems only; `sort` by a column, `-` for descending. */
const view = handler('payroll.registerView', async (ctx, { params, query }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  const limit = numberOf(query, 'limit', 100, MOST)
  const page = numberOf(query, 'page', 1, 1_000_000)
  const search = optionalText(query, 'search')
  const sort = optionalText(query, 'sort') ?? 'employee_no'
  const order = ORDERS[oneOf({ sort: sort.replace(/^-/, '') }, 'sort', Object.keys(ORDERS))]!
  const only = flag(query, 'problems') ? (await problemsOf(ctx, recordId)).flatMap((problem) => problem.employee_id ?? []) : null
  const pattern = search ? `%${search.replaceAll(/[%_\\]/g, '\\$&')}%` : null
  const departmentId = optionalId(query, 'department_id') ?? null
  const rows = await ctx.db.query<Row & { found: number }>(
    sql`
      SELECT l.employee_id AS id, e.employee_no, e.full_name AS employee, d.name AS department, l.state, l.error,
        ${raw(FIGURES.map((name) => `l.${name}::float AS ${name}`).join(', '))}, count(*) OVER ()::int AS found
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = l.department_id
      WHERE l.parent_id = ${recordId}
        AND (${pattern}::text IS NULL OR e.full_name ILIKE ${pattern} OR e.employee_no ILIKE ${pattern})
        AND (${departmentId}::bigint IS NULL OR l.department_id = ${departmentId})
        AND (${only}::bigint[] IS NULL OR l.employee_id = ANY (${only}))
      ORDER BY ${raw(order)} ${raw(sort.startsWith('-') ? 'DESC' : 'ASC')} NULLS LAST, e.employee_no, l.id
      LIMIT ${limit} OFFSET ${(page - 1) * limit}
    `,
  )
  const total = rows[0]?.found ?? 0
  return {
    success: true,
    data: rows.map(({ found: _found, ...row }) => row),
    pagination: { page, per_page: limit, current_page: page, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
})

/** The progress of a payroll: the running precomputation, its departments, the banks that pay it out, and the payroll before it. */
const progress = handler('payroll.standing', async (ctx, { params }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  const lines = employeesTable(ctx)
  const [run = null] = await ctx.db.query<Row>(
    sql`
      SELECT r.state, r.error, r.job_id,
        (SELECT count(*)::int FROM ${lines} l WHERE l.parent_id = r.record_id AND l.run = r.run) AS done,
        (SELECT count(*)::int FROM ${lines} l WHERE l.parent_id = r.record_id) AS total
      FROM ${table(ctx, 'transition_run')} r
      WHERE r.module = 'payroll' AND r.record_id = ${recordId}
    `,
  )
  const departments = await ctx.db.query<Row>(
    sql`
      SELECT l.department_id AS id, coalesce(d.name, '') AS name, count(*)::int AS employees,
        coalesce(sum(l.gross), 0)::float AS gross, coalesce(sum(l.net_pay), 0)::float AS net_pay
      FROM ${lines} l
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = l.department_id
      WHERE l.parent_id = ${recordId}
      GROUP BY l.department_id, d.id
      ORDER BY d.name NULLS LAST
    `,
  )
  const banks = await ctx.db.query<Row>(
    sql`
      SELECT b.id, b.name, count(*)::int AS employees
      FROM ${lines} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      JOIN ${table(ctx, 'bank_account')} a ON a.id = e.bank_account_id AND a.is_active IS NOT FALSE
      JOIN ${table(ctx, 'bank')} b ON b.id = a.bank_id
      WHERE l.parent_id = ${recordId} AND l.net_pay > 0
      GROUP BY b.id
      ORDER BY count(*) DESC, b.name
    `,
  )
  const [mail] = await ctx.db.query<{ missing: number }>(
    sql`
      SELECT count(*)::int AS missing
      FROM ${lines} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      WHERE l.parent_id = ${recordId} AND e.email IS NULL
    `,
  )
  return { run, departments, banks, without_email: mail!.missing, previous_payroll_id: await previousPayroll(ctx, recordId) }
})

/** Net pay by employee against an earlier payroll: `against` is `previous` (default) or `same_cutoff`. */
const netComparison = handler('payroll.netComparison', (ctx, { params, query }) =>
  netChanges(ctx, id(params, 'id'), oneOf(query, 'against', COMPARED, 'previous')),
)

export const payrollViewHandlers = [view, progress, netComparison]
