/** The register of payrolls and the changes between two of them, as pages of reports. */

import { inForce, STATUTORY } from '../../../domain/statutory/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { optionalId, optionalText } from '../../platform/http/params.ts'
import { idsOf } from '../../records/list.ts'
import { codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { payrollModule } from './run.ts'
import { thirteenthYear, thirteenthYearsOf } from './thirteenth-month.ts'

type Query = Readonly<Record<string, unknown>>

export const reportModule = (ctx: Ctx, name: string): Module => {
  const module = ctx.modules.get(name)
  if (!module) throw notFound('Cannot find module')
  return module
}

const employeeJson = (alias: string): string => refJson(alias, 'full_name', `concat_ws(' · ', ${alias}.employee_no, ${alias}.full_name)`)
const nameJson = (alias: string): string => refJson(alias, 'name', codeLabel(alias))
const PAYROLL_JSON = `json_build_object('id', p.id, 'name', p.transaction_no, 'label', p.transaction_no)`

/** Ids of the payrolls among those asked that the caller may see: closed groups are left out for others. */
export function visiblePayrolls(ctx: Ctx, filter: Row): Promise<number[]> {
  return idsOf(ctx, payrollModule(ctx), { filter, sort: '-id' })
}

/** States of payrolls whose pay is computed. */
const COMPUTED = 'precomputed,processed,approved,declined,posted'

/** Refuses the register of a payroll without any computed pay: it would be a page of zeros. */
async function requireComputed(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const [row] = await ctx.db.query<{ transaction_no: string }>(
    sql`
      SELECT p.transaction_no
      FROM ${table(ctx, 'payroll')} p
      WHERE p.id = ANY (${ids}::bigint[])
        AND NOT EXISTS (SELECT 1 FROM ${employeesTable(ctx)} l WHERE l.parent_id = p.id AND l.state <> 'pending')
    `,
  )
  if (row) throw refuse('E_NOT_COMPUTED', `${row.transaction_no} is not computed yet. Precompute it, then run the register again.`)
}

/**
 * The pay of all employees, one line each: of a payroll, or those of a period; of the latest payroll that is computed when
 * neither is chosen.
 */
export async function register(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const values = await readParameters(ctx, module, query)
  const { payroll_id, pay_period_id, pay_group_id, department_id } = values
  const filter = Object.fromEntries(
    Object.entries({ id: payroll_id, pay_period_id, pay_group_id }).filter(([, value]) => value !== null && value !== undefined),
  )
  const isChosen = Boolean(payroll_id || pay_period_id)
  const status = isChosen ? { ne: 'voided' } : { in: COMPUTED }
  const visible = await visiblePayrolls(ctx, payroll_id ? filter : { ...filter, status })
  const ids = isChosen ? visible : visible.slice(0, 1)
  if (payroll_id) await requireComputed(ctx, ids)
  const p = new Params()
  const sql = `SELECT l.id, p.id AS payroll_id, ${PAYROLL_JSON} AS payroll, l.employee_id, ${employeeJson('e')} AS employee, l.department_id, ${nameJson('d')} AS department,
      p.pay_period_id, ${refJson('o', 'name', 'o.name')} AS pay_period, p.pay_group_id, ${nameJson('g')} AS pay_group,
      coalesce(l.basic_pay, 0) AS basic_pay, coalesce(l.overtime, 0) AS overtime, coalesce(l.night_differential, 0) AS night_differential, coalesce(l.holiday_pay, 0) AS holiday_pay, coalesce(l.allowances, 0) AS allowances, coalesce(l.bonuses, 0) AS bonuses, coalesce(l.other_earnings, 0) AS other_earnings, coalesce(l.gross, 0) AS gross,
      coalesce(l.sss_ee, 0) + coalesce(l.philhealth_ee, 0) + coalesce(l.pagibig_ee, 0) AS statutory, coalesce(l.withholding_tax, 0) AS withholding_tax, coalesce(l.loans, 0) AS loans, coalesce(l.other_deductions, 0) AS other_deductions, coalesce(l.net_pay, 0) AS net_pay,
      p.id AS ord_payroll, e.employee_no AS ord_no
    FROM ${employeesTable(ctx).text} l JOIN ${table(ctx, 'payroll').text} p ON p.id = l.parent_id JOIN ${table(ctx, 'employee').text} e ON e.id = l.employee_id
    LEFT JOIN ${table(ctx, 'department').text} d ON d.id = l.department_id JOIN ${table(ctx, 'pay_period').text} o ON o.id = p.pay_period_id JOIN ${table(ctx, 'pay_group').text} g ON g.id = p.pay_group_id
    WHERE p.id = ANY (${p.add(ids, 'bigint[]')}) AND ${p.equals('l.department_id', department_id)}`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_payroll, ord_no' })
}

/** Which earlier payroll is compared: the one before, or the one of the same cut-off a month earlier. */
export const COMPARED = ['previous', 'same_cutoff'] as const
type Compared = (typeof COMPARED)[number]

/**
 * The group's payroll of the same tag before this one, or the one of the same cut-off (`period_no`) of the month before. Where
 * contributions are deducted once a month, only the latter has the same deductions.
 */
export async function previousPayroll(ctx: Ctx, id: number, compared: Compared = 'previous'): Promise<number | null> {
  const same = sql`AND bd.period_no = pd.period_no AND bd.year * 12 + bd.month = pd.year * 12 + pd.month - 1`
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT b.id
      FROM ${table(ctx, 'payroll')} p
      JOIN ${table(ctx, 'payroll')} b ON b.pay_group_id = p.pay_group_id
        AND b.payroll_tag = p.payroll_tag
        AND b.id <> p.id
        AND b.status <> 'voided'
      JOIN ${table(ctx, 'pay_period')} pd ON pd.id = p.pay_period_id
      JOIN ${table(ctx, 'pay_period')} bd ON bd.id = b.pay_period_id
      WHERE p.id = ${id} AND bd.date_to < pd.date_from ${compared === 'previous' ? sql`` : same}
      ORDER BY bd.date_to DESC, b.id DESC
      LIMIT 1
    `,
  )
  return row?.id ?? null
}

/** Every changed line of each employee with its reason, as a statement that ends in conditions. */
function changesSql(ctx: Ctx, p: Params, { current, previous }: { readonly current: number; readonly previous: number | null }): string {
  const [now, before] = [p.add(current, 'bigint'), p.add(previous, 'bigint')]
  const side = (id: string) =>
    `SELECT employee_id, pay_item_id, min(name) AS name, sum(amount) AS amount, bool_or(source_module IN ('payroll_adjustment', 'entry', 'earning', 'allowance', 'deduction', 'loan_entry', 'employee_de_minimis_benefit')) AS entered, bool_or(part = 'contribution') AS contribution
     FROM ${entriesTable(ctx).text} WHERE parent_id = ${id} AND is_manual IS NOT TRUE AND part <> 'employer_share' GROUP BY employee_id, pay_item_id, CASE WHEN pay_item_id IS NULL THEN code END`
  const rate = (id: string) =>
    `SELECT employee_id, (result->>'monthly_rate')::numeric AS rate FROM ${table(ctx, 'payroll_input').text} WHERE payroll_id = ${id}`
  return `WITH now_ AS (${side(now)}), before_ AS (${side(before)}), now_rate AS (${rate(now)}), before_rate AS (${rate(before)}),
      both_ AS (SELECT coalesce(n.employee_id, b.employee_id) AS employee_id, coalesce(n.pay_item_id, b.pay_item_id) AS pay_item_id, coalesce(n.name, b.name) AS item,
         coalesce(b.amount, 0) AS previous_amount, coalesce(n.amount, 0) AS current_amount, coalesce(n.entered, b.entered) AS entered, coalesce(n.contribution, b.contribution) AS contribution
       FROM now_ n FULL JOIN before_ b ON b.employee_id = n.employee_id AND b.pay_item_id IS NOT DISTINCT FROM n.pay_item_id AND (n.pay_item_id IS NOT NULL OR n.name = b.name))
    SELECT x.employee_id, ${employeeJson('e')} AS employee, x.pay_item_id, ${nameJson('i')} AS pay_item, coalesce(i.name, x.item) AS item, x.previous_amount, x.current_amount,
      x.current_amount - x.previous_amount AS variance, CASE WHEN x.previous_amount = 0 THEN NULL ELSE round((x.current_amount - x.previous_amount) / abs(x.previous_amount) * 100, 2) END AS variance_percent,
      CASE WHEN rb.employee_id IS NULL THEN 'new_hire' WHEN rn.employee_id IS NULL THEN 'separated' WHEN rb.rate <> rn.rate AND NOT coalesce(x.entered, false) AND NOT (coalesce(x.contribution, false) AND 0 IN (x.previous_amount, x.current_amount)) THEN 'rate_change' WHEN x.entered THEN 'adjustment' WHEN x.contribution AND 0 IN (x.previous_amount, x.current_amount) THEN 'schedule' ELSE 'attendance' END AS reason,
      e.employee_no AS ord_no, i.sort_order AS ord_item, x.item AS ord_name
    FROM both_ x JOIN ${table(ctx, 'employee').text} e ON e.id = x.employee_id LEFT JOIN ${table(ctx, 'pay_item').text} i ON i.id = x.pay_item_id
    LEFT JOIN now_rate rn ON rn.employee_id = x.employee_id LEFT JOIN before_rate rb ON rb.employee_id = x.employee_id
    WHERE x.current_amount <> x.previous_amount`
}

/**
 * Differences by employee and pay item, with their reason: a new hire, a separation, a changed rate, an entered amount, a
 * contribution taken by another payroll of the month, or time.
 */
export async function reconciliation(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const given = await readParameters(ctx, module, query)
  const current = Number(given.current_payroll_id)
  await ctx.services.records.get(ctx, payrollModule(ctx), current)
  const previous = given.previous_payroll_id ? Number(given.previous_payroll_id) : await previousPayroll(ctx, current)
  if (previous !== null) await ctx.services.records.get(ctx, payrollModule(ctx), previous)
  const p = new Params()
  const sql = `${changesSql(ctx, p, { current, previous })} AND ${p.equals('x.employee_id', optionalId(query, 'employee_id'))}`
  const filtered = `SELECT * FROM (${sql}) f WHERE ${p.equals('f.reason', optionalText(query, 'reason'), 'text')}`
  return runPage(ctx, module, { query, sql: filtered, params: p.values, order: 'ord_no, ord_item NULLS LAST, ord_name' })
}

/**
 * Net pay by employee in a payroll and in an earlier one, the largest change first. `reason` is said of those who are in one
 * of the two only.
 */
export async function netChanges(ctx: Ctx, current: number, compared: Compared): Promise<Row> {
  await ctx.services.records.get(ctx, payrollModule(ctx), current)
  const found = await previousPayroll(ctx, current, compared)
  // A payroll of a confidential group that the caller may not see is no payroll to compare with.
  const [previous = null] = found === null ? [] : await visiblePayrolls(ctx, { id: found })
  const lines = employeesTable(ctx)
  const rows = await ctx.db.query<Row>(
    sql`
      WITH pay AS (
        SELECT l.employee_id,
          max(l.net_pay) FILTER (WHERE l.parent_id = ${previous}::bigint) AS before,
          max(l.net_pay) FILTER (WHERE l.parent_id = ${current}) AS now,
          bool_or(l.parent_id = ${current}) AS in_now,
          coalesce(bool_or(l.parent_id = ${current} AND l.state <> 'computed'), false) AS not_computed,
          coalesce(bool_or(l.parent_id = ${previous}::bigint), false) AS in_before,
          coalesce(
            max(l.department_id) FILTER (WHERE l.parent_id = ${current}), max(l.department_id)
          ) AS department_id
        FROM ${lines} l
        WHERE l.parent_id = ${current} OR l.parent_id = ${previous}::bigint
        GROUP BY l.employee_id
      )
      SELECT pay.employee_id, ${raw(employeeJson('e'))} AS employee,
        coalesce(pay.before, 0)::float AS previous_amount,
        coalesce(pay.now, 0)::float AS current_amount,
        (coalesce(pay.now, 0) - coalesce(pay.before, 0))::float AS variance,
        round((coalesce(pay.now, 0) - pay.before) / nullif(abs(pay.before), 0) * 100, 1)::float AS variance_percent,
        CASE WHEN pay.not_computed THEN 'not_computed' WHEN NOT pay.in_before THEN 'new_hire' WHEN NOT pay.in_now THEN 'separated' END AS reason,
        pay.department_id, d.name AS department
      FROM pay
      JOIN ${table(ctx, 'employee')} e ON e.id = pay.employee_id
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = pay.department_id
      ORDER BY abs(coalesce(pay.now, 0) - coalesce(pay.before, 0)) DESC, e.full_name, e.id
    `,
  )
  const [payroll = null] = previous
    ? await ctx.db.query<Row>(sql`SELECT id, transaction_no AS name FROM ${table(ctx, 'payroll')} WHERE id = ${previous}`)
    : []
  if (previous === null) return { previous: payroll, rows: [] }
  const causes = await mainCauses(ctx, current, previous)
  return { previous: payroll, rows: rows.map((row) => ({ ...row, cause: row.reason ?? causes.get(Number(row.employee_id)) ?? null })) }
}

/** For each employee, the reason of the line that changed the most. */
async function mainCauses(ctx: Ctx, current: number, previous: number): Promise<ReadonlyMap<number, string>> {
  const p = new Params()
  const changes = changesSql(ctx, p, { current, previous })
  const rows = await ctx.db.query<{ employee_id: number; reason: string }>(
    `SELECT DISTINCT ON (employee_id) employee_id, reason FROM (${changes}) c ORDER BY employee_id, abs(variance) DESC, ord_name`,
    p.values as unknown[],
  )
  return new Map(rows.map(({ employee_id, reason }) => [Number(employee_id), reason]))
}

/** Payslips of an employee over the years; without the right to all, the caller's own. */
export async function history(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const { employee_id, year } = await readParameters(ctx, module, query)
  const slips = reportModule(ctx, 'payslip')
  const filter: Row = employee_id ? { employee_id } : {}
  if (year) filter.payout_date = { gte: `${Number(year)}-01-01`, lte: `${Number(year)}-12-31` }
  // The row predicate of payslips decides which ones the caller sees.
  const ids = await idsOf(ctx, slips, { filter, sort: '-payout_date' })
  const p = new Params()
  const sql = `SELECT s.id, s.employee_id, ${employeeJson('e')} AS employee, s.id AS payslip_id, json_build_object('id', s.id, 'name', o.name, 'label', o.name) AS payslip, s.payroll_id, ${PAYROLL_JSON} AS payroll,
      s.pay_period_id, ${refJson('o', 'name', 'o.name')} AS pay_period, s.payout_date, s.gross, s.total_deductions AS deductions, s.net_pay, s.downloaded_at, s.payout_date AS ord_date
    FROM ${table(ctx, 'payslip').text} s JOIN ${table(ctx, 'employee').text} e ON e.id = s.employee_id JOIN ${table(ctx, 'payroll').text} p ON p.id = s.payroll_id JOIN ${table(ctx, 'pay_period').text} o ON o.id = s.pay_period_id
    WHERE s.id = ANY (${p.add(ids, 'bigint[]')})`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_date DESC, id DESC' })
}

/** One twelfth of the basic salary earned in the year, and its non-taxable part: the ceiling is that of the year of payment. */
export async function nthMonth(ctx: Ctx, module: Module, query: Query): Promise<ReportPage> {
  const given = await readParameters(ctx, module, query)
  const today = ctx.clock.today(ctx.company.time_zone)
  const year = Number(given.year ?? today.slice(0, 4))
  const p = new Params()
  const [y, nth, user] = [p.add(year, 'int'), p.add(Number(given.nth ?? 13), 'int'), p.add(ctx.principal.user_id, 'bigint')]
  const open =
    ctx.system === undefined
      ? `(g.id IS NULL OR g.is_confidential IS NOT TRUE OR ${user} = ANY (coalesce(g.user_ids, '{}')))`
      : `${user} IS NOT NULL`
  const years = await thirteenthYearsOf(ctx, { year, ...(query.employee_id ? { ids: [Number(query.employee_id)] } : {}) })
  const earned = [...years].map(([employee_id, sums]) => ({ employee_id, basic: sums.years.get(year)?.earned.toFixed() ?? '0' }))
  const ceiling = inForce(STATUTORY.other_benefits, `${year}-12-31`, 'Ceiling of other benefits').ceiling.toFixed()
  const sql = `SELECT b.employee_id AS id, b.employee_id, ${employeeJson('e')} AS employee, ${y} AS year, ${nth} AS nth, greatest(make_date(${y}, 1, 1), e.date_hired) AS date_from, least(make_date(${y}, 12, 31), coalesce(e.date_separated, make_date(${y}, 12, 31))) AS date_to,
      b.basic AS basic_total, m.months, round(b.basic / 12, 2) AS amount, least(round(b.basic / 12, 2), greatest(0, ${ceiling} - coalesce(y.nontaxable_13th, 0) + coalesce(x.paid, 0))) AS non_taxable,
      greatest(0, round(b.basic / 12, 2) - greatest(0, ${ceiling} - coalesce(y.nontaxable_13th, 0) + coalesce(x.paid, 0))) AS taxable,
      coalesce(x.amount, 0) AS paid, x.payroll_id, CASE WHEN x.payroll_id IS NULL THEN NULL ELSE json_build_object('id', x.payroll_id, 'name', x.no, 'label', x.no) END AS payroll, e.employee_no AS ord_no
    FROM jsonb_to_recordset(${p.add(JSON.stringify(earned), 'jsonb')}) b(employee_id bigint, basic numeric) JOIN ${table(ctx, 'employee').text} e ON e.id = b.employee_id LEFT JOIN ${table(ctx, 'ytd_payroll').text} y ON y.employee_id = b.employee_id AND y.year = ${y} LEFT JOIN ${table(ctx, 'pay_group').text} g ON g.id = e.pay_group_id
    LEFT JOIN LATERAL (SELECT count(DISTINCT o.month)::numeric AS months FROM ${table(ctx, 'payslip').text} s JOIN ${table(ctx, 'pay_period').text} o ON o.id = s.pay_period_id WHERE s.employee_id = b.employee_id AND o.year = ${y} AND s.payroll_tag = 'standard') m ON true
    LEFT JOIN LATERAL (SELECT max(p.id) AS payroll_id, max(p.transaction_no) AS no, sum(t.exempt) AS paid, sum(t.amount) AS amount FROM ${table(ctx, 'payroll').text} p JOIN ${entriesTable(ctx).text} t ON t.parent_id = p.id AND t.employee_id = b.employee_id AND t.code = '13TH_MONTH'
      JOIN ${table(ctx, 'payroll_input').text} i ON i.payroll_id = p.id AND i.employee_id = b.employee_id JOIN ${table(ctx, 'pay_period').text} d ON d.id = p.pay_period_id
      WHERE p.status = 'posted' AND ${thirteenthYear.text} = ${y}) x ON true
    WHERE ${open} AND ${p.equals('e.pay_group_id', given.pay_group_id)} AND ${p.equals('b.employee_id', query.employee_id ? Number(query.employee_id) : null)}`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_no' })
}

/** Basic salary of the year by the months in which it was earned, from posted payrolls. */
export async function basicByMonth(ctx: Ctx, employeeId: number, year: number): Promise<Row[]> {
  const years = await thirteenthYearsOf(ctx, { year, ids: [employeeId] })
  const months = years.get(employeeId)?.years.get(year)?.months ?? []
  return months.map(({ month, basic }) => ({ month: Number(month.slice(5)), basic: basic.toNumber() }))
}
