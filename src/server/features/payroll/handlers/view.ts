/** Endpoints of the payroll workbench beside those of a payroll: its progress, and its register page by page. */

import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx } from '../../../platform/context.ts'
import { raw, sql, table } from '../../../platform/db/sql.ts'
import { invalid } from '../../../platform/errors.ts'
import { flag, handler, id, oneOf, optionalId, optionalText } from '../../../platform/http/params.ts'
import { employeesTable, entriesTable } from '../../payroll-runs/tables.ts'
import { paidOut } from '../held-pay.ts'
import { problemsOf } from '../problems.ts'
import { COMPARED, netChanges, previousPayroll, visiblePayrolls } from '../register.ts'
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

/** The totals of an earlier payroll; null where the caller may not see it. */
async function totalsOf(ctx: Ctx, payrollId: number | null): Promise<Row | null> {
  const [visible = null] = payrollId === null ? [] : await visiblePayrolls(ctx, { id: payrollId })
  if (visible === null) return null
  const [totals = null] = await ctx.db.query<Row>(
    sql`
      SELECT id, transaction_no AS name, employee_count, total_gross::float, total_deductions::float, total_net::float,
        total_employer::float
      FROM ${table(ctx, 'payroll')}
      WHERE id = ${visible}
    `,
  )
  return totals
}

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
      FROM ${paidOut(ctx, recordId)}
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      JOIN ${table(ctx, 'bank_account')} a ON a.id = e.bank_account_id AND a.is_active IS NOT FALSE
      JOIN ${table(ctx, 'bank')} b ON b.id = a.bank_id
      WHERE l.net_pay > 0
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
  const previous_payroll_id = await previousPayroll(ctx, recordId)
  return { run, departments, banks, without_email: mail!.missing, previous_payroll_id, previous: await totalsOf(ctx, previous_payroll_id) }
})

/** Net pay by employee against an earlier payroll: `against` is `previous` (default) or `same_cutoff`. */
const netComparison = handler('payroll.netComparison', (ctx, { params, query }) =>
  netChanges(ctx, id(params, 'id'), oneOf(query, 'against', COMPARED, 'previous')),
)

/** Lines of a contribution or the tax, by agency. */
const AGENCIES = {
  sss: { employee: ['SSS', 'SSS_MPF'], employer: ['SSS_EMPLOYER', 'SSS_MPF_EMPLOYER'], ec: ['EC'] },
  philhealth: { employee: ['PHILHEALTH'], employer: ['PHILHEALTH_EMPLOYER'], ec: [] },
  pagibig: { employee: ['PAGIBIG', 'PAGIBIG_EXTRA'], employer: ['PAGIBIG_EMPLOYER'], ec: [] },
  withholding_tax: { employee: ['WITHHOLDING_TAX', 'TAX_REFUND'], employer: [], ec: [] },
} as const
type Agency = keyof typeof AGENCIES

/** Contributions to one agency by employee; those without any are left out. */
const contributionLines = handler('payroll.contributionLines', async (ctx, { params, query }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  const codes = AGENCIES[oneOf(query, 'agency', Object.keys(AGENCIES)) as Agency]
  const sum = (names: readonly string[]) =>
    sql`
      coalesce(
        sum(CASE WHEN t.part = 'employer_share' THEN t.amount ELSE -t.amount END) FILTER (WHERE t.code = ANY (${names}::text[])), 0
      )::float
    `
  return ctx.db.query<Row>(
    sql`
      SELECT t.employee_id,
        json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee,
        ${sum(codes.employee)} AS employee_share, ${sum(codes.employer)} AS employer_share, ${sum(codes.ec)} AS ec
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      WHERE t.parent_id = ${recordId}
        AND t.is_manual IS NOT TRUE
        AND t.code = ANY (${[...codes.employee, ...codes.employer, ...codes.ec]}::text[])
      GROUP BY t.employee_id, e.id
      ORDER BY e.full_name, e.id
    `,
  )
})

export const payrollViewHandlers = [view, progress, netComparison, contributionLines]
