/** What the yearly DOLE reports list of each employee, from posted payrolls, with the payslips that it was paid by. */

import { type EmployeeTerms, hasRate, thirteenthMonth, wageStanding } from '../../../domain/payroll/index.ts'
import { pesos } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { snapshotOf } from '../payroll/run.ts'
import { thirteenthYear, thirteenthYearsOf } from '../payroll/thirteenth-month.ts'
import { entriesTable, isPaidIn } from '../payroll-runs/tables.ts'

export interface DoleProblem {
  readonly severity: 'error' | 'warning'
  readonly employee_id: number | null
  readonly problem: string
  readonly detail: string
}

export interface DoleRows {
  readonly rows: readonly (Row & { readonly employee_id: number })[]
  readonly payments: readonly Row[]
  readonly problems: readonly DoleProblem[]
  readonly totals: Readonly<Record<string, Decimal | number | null>>
}

const warning = (employee_id: number | null, problem: string, detail = ''): DoleProblem => ({
  severity: 'warning',
  employee_id,
  problem,
  detail,
})
const sum = (rows: readonly Row[], name: string): Decimal => rows.reduce((all, row) => all.plus(dec(row[name])), ZERO)

/** Positions that a 13th month is not due to by law. */
const MANAGERIAL = ['Managerial', 'Executive']

/** The 13th month of the year by employee with basic salary or 13th month in it: earned, due and granted, and each payslip that granted it. */
export async function thirteenthMonthRows(ctx: Ctx, year: number): Promise<DoleRows> {
  const payments = await ctx.db.query<{ employee_id: number; payslip_id: number | null; paid_on: string; amount: string }>(
    sql`
      SELECT t.employee_id, s.id AS payslip_id, p.payout_date::text AS paid_on, sum(t.amount)::text AS amount
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'payroll')} p ON p.id = t.parent_id AND p.status = 'posted'
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = p.id AND i.employee_id = t.employee_id
      LEFT JOIN ${table(ctx, 'payslip')} s ON s.payroll_id = p.id AND s.employee_id = t.employee_id
      WHERE ${thirteenthYear} = ${year} AND t.code = '13TH_MONTH' AND t.is_manual IS NOT TRUE
      GROUP BY t.employee_id, e.full_name, s.id, p.id
      ORDER BY e.full_name, t.employee_id, p.payout_date, p.id
    `,
  )
  const sums = await thirteenthYearsOf(ctx, { year })
  const granted = new Set(payments.map(({ employee_id }) => employee_id))
  const basicOf = (id: number): Decimal => sums.get(id)?.years.get(year)?.earned ?? ZERO
  const ids = [...new Set([...sums.keys(), ...granted])].filter((id) => granted.has(id) || !basicOf(id).isZero())
  const earned = await ctx.db.query<{ employee_id: number; position: string | null; level: string | null }>(
    sql`
      SELECT e.id AS employee_id, o.name AS position, o.level
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'position')} o ON o.id = e.position_id
      WHERE e.id = ANY (${ids}::bigint[])
      ORDER BY e.full_name, e.id
    `,
  )
  const byEmployee = Map.groupBy(payments, ({ employee_id }) => employee_id)
  const problems: DoleProblem[] = []
  const rows = earned.map(({ employee_id, position, level }) => {
    const basic = basicOf(employee_id)
    const due = level !== null && MANAGERIAL.includes(level) ? ZERO : thirteenthMonth(basic)
    const paid = sum(byEmployee.get(employee_id) ?? [], 'amount')
    const difference = paid.minus(due)
    if (difference.isNegative()) problems.push(warning(employee_id, 'short', pesos(difference.abs())))
    return {
      employee_id,
      position,
      basic,
      due,
      paid,
      difference,
      payslip_id: byEmployee.get(employee_id)?.at(-1)?.payslip_id ?? null,
    }
  })
  return {
    rows,
    payments: payments.map((payment) => ({ ...payment })),
    problems,
    totals: {
      benefited: rows.filter(({ paid }) => paid.isPositive() && !paid.isZero()).length,
      total_basic: sum(rows, 'basic'),
      total_due: sum(rows, 'due'),
      total_paid: sum(rows, 'paid'),
    },
  }
}

interface LastPay {
  readonly employee_id: number
  readonly position: string | null
  readonly terms: EmployeeTerms
  readonly day: string
  readonly tables: string
  readonly payslip_id: number | null
}

/** Rates of pay beside the minimum wage of employees at the end of the year, by the last salary that they were paid. */
export async function wageRows(ctx: Ctx, year: number): Promise<DoleRows> {
  const last = await ctx.db.query<LastPay>(
    sql`
      SELECT DISTINCT ON (e.full_name, e.id) e.id AS employee_id, o.name AS position, i.input->'employee' AS terms,
        i.input->'period'->>'to' AS day, i.tables, s.id AS payslip_id
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
        AND p.payroll_tag IN ('standard', 'supplementary')
        AND ${isPaidIn({ year })}
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
        AND (e.date_separated IS NULL OR e.date_separated >= make_date(${year}, 12, 31))
      LEFT JOIN ${table(ctx, 'position')} o ON o.id = e.position_id
      LEFT JOIN ${table(ctx, 'payslip')} s ON s.payroll_id = p.id AND s.employee_id = e.id
      ORDER BY e.full_name, e.id, p.payout_date DESC, p.id DESC
    `,
  )
  const problems: DoleProblem[] = []
  const rows: DoleRows['rows'][number][] = []
  for (const { employee_id, position, terms, day, tables, payslip_id } of last) {
    const run = await snapshotOf(ctx, tables)
    // Contractors are paid no wage.
    if (!hasRate(terms, day, run.tables)) continue
    const checked = wageStanding(terms, day, run.tables)
    if (!checked) problems.push(warning(employee_id, 'no_region'))
    if (checked?.standing === 'below')
      problems.push(
        warning(employee_id, 'below_minimum', `${pesos(checked.rate)} < ${pesos(checked.minimum.rate)} (${checked.minimum.source})`),
      )
    const wage = { rate: checked?.rate ?? null, per: checked?.minimum.per ?? null, minimum: checked?.minimum.rate ?? null }
    rows.push({ employee_id, position, region: terms.region ?? null, ...wage, standing: checked?.standing ?? null, payslip_id })
  }
  const count = (standing: string): number => rows.filter((row) => row.standing === standing).length
  return {
    rows,
    payments: [],
    problems,
    totals: { below_minimum: count('below'), at_minimum: count('at'), above_minimum: count('above') },
  }
}
