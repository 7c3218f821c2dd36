/**
 * Remittances and fringe benefit returns that are expected of a year and not generated yet: of months with contributions,
 * tax or loan payments, and of the present month once payrolls are run here.
 */

import { fringeReturnDue, REMITTANCE_AGENCIES, type RemittanceAgency, remittanceDue } from '../../../domain/statutory/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import { entriesTable, isPaidIn } from '../payroll-runs/tables.ts'
import { CONTRIBUTIONS, EMPLOYER_NUMBER, employerOf, isLoanPayment, seen } from './remittance.ts'
import { hadFinalTax, isPart, mainPart, PARTS, type Part, withheldTax } from './remittance-parts.ts'

/** The year of the query, from 1950 to 2100. */
export function yearIn(query: Readonly<Record<string, unknown>>): number {
  const year = Number(query.year)
  if (!Number.isInteger(year) || year < 1950 || year > 2100) throw invalid({ year: ['The year is not valid.'] })
  return year
}

interface Sum {
  readonly month: number
  readonly pay_group_id: number | null
  readonly pay_group: string | null
  readonly amount: string
}

/** Amounts of an agency by employee `employee_id` and month of the year. */
function amountsIn(ctx: Ctx, [agency, part]: readonly [RemittanceAgency, Part], year: number): Sql {
  if (part === 'loans')
    return sql`
      SELECT e.employee_id, extract(month FROM p.payout_date)::int AS month, -e.amount AS amount
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status = 'posted'
      WHERE ${isLoanPayment(ctx, agency)} AND ${isPaidIn({ year })}
    `
  const paid = CONTRIBUTIONS[agency]
  if (paid)
    return sql`
      SELECT c.employee_id, c.month, ${raw(paid.employee)} + ${raw(paid.employer)} + ${raw(paid.ec)} AS amount
      FROM ${table(ctx, paid.module)} c
      WHERE c.year = ${year}
    `
  return sql`
    SELECT i.employee_id, extract(month FROM p.payout_date)::int AS month,
      ${part === 'final_tax' ? withheldTax(ctx, 'i.payroll_id', 'i.employee_id') : sql`(i.result->'adds'->>'tax_withheld')::numeric`} AS amount
    FROM ${table(ctx, 'payroll_input')} i
    JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
    WHERE ${isPaidIn({ year })}
      AND ${hadFinalTax(ctx, 'i.payroll_id', 'i.employee_id')} = ${part === 'final_tax'}
  `
}

/** Sums by month and confidential pay group that have no remittance. */
const sumsOf = (ctx: Ctx, kind: readonly [RemittanceAgency, Part], year: number): Promise<Sum[]> =>
  ctx.db.query<Sum>(
    sql`
      SELECT s.*
      FROM (
        SELECT a.month, CASE WHEN g.is_confidential THEN g.id END AS pay_group_id, max(CASE WHEN g.is_confidential THEN g.name END) AS pay_group,
          sum(a.amount)::text AS amount
        FROM (${amountsIn(ctx, kind, year)}) a
        JOIN ${table(ctx, 'employee')} e ON e.id = a.employee_id
        LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
        WHERE ${seen(ctx)}
        GROUP BY 1, 2
      ) s
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table(ctx, 'monthly_remittance')} r
        WHERE r.year = ${year} AND r.month = s.month AND r.agency = ${kind[0]} AND ${isPart('r', kind[1])}
          AND r.pay_group_id IS NOT DISTINCT FROM s.pay_group_id
      )
      ORDER BY s.month, s.pay_group_id NULLS FIRST
    `,
  )

/** Agencies whose contributions or tax of a month are generated already. */
const generatedIn = async (ctx: Ctx, year: number, month: number): Promise<Set<string>> => {
  const rows = await ctx.db.query<{ agency: string }>(
    sql`
      SELECT DISTINCT r.agency FROM ${table(ctx, 'monthly_remittance')} r
      WHERE r.year = ${year} AND r.month = ${month} AND r.pay_group_id IS NULL AND ${isPart('r', 'contributions')}
    `,
  )
  return new Set(rows.map(({ agency }) => agency))
}
const hasPosted = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'payroll')} WHERE status = 'posted' LIMIT 1`)).length > 0

/** `GET monthly_remittance/expected?year=`: months, agencies and parts without a remittance, with their amount so far. */
const remittances = handler('remittance.expected', async (ctx, { query }): Promise<Row[]> => {
  const year = yearIn(query)
  const today = ctx.clock.today(ctx.company.time_zone)
  if (year > Number(today.slice(0, 4))) return []
  const employer = await employerOf(ctx, { lock: false })
  const due = (agency: RemittanceAgency, part: Part, month: number): string | null =>
    remittanceDue(agency, { year, month, part }, { name: employer.name, number: employer[EMPLOYER_NUMBER[agency]] }) ?? null
  const rows: Row[] = []
  for (const [agency, part] of PARTS) {
    if (part === 'loans' && !ctx.modules.has('loan_entry')) continue
    for (const { month, pay_group_id, pay_group, amount } of await sumsOf(ctx, [agency, part], year)) {
      // A pay group that files separately has a tax return only for months with tax withheld; so has every group for final tax.
      if (agency === 'BIR' && (pay_group_id !== null || part === 'final_tax') && Number(amount) === 0) continue
      const group = pay_group_id === null ? null : { id: Number(pay_group_id), name: pay_group, label: pay_group }
      rows.push({
        year,
        month,
        agency,
        part,
        pay_group_id: group?.id ?? null,
        ...(group && { pay_group: group }),
        due_date: due(agency, part, month),
        grand_total: Number(amount),
      })
    }
  }
  if (today.startsWith(String(year)) && (await hasPosted(ctx))) {
    const month = Number(today.slice(5, 7))
    const generated = await generatedIn(ctx, year, month)
    for (const agency of REMITTANCE_AGENCIES) {
      const isThere = rows.some((row) => row.agency === agency && row.month === month && row.part === mainPart(agency) && !row.pay_group_id)
      if (!isThere && !generated.has(agency))
        rows.push({ year, month, agency, part: mainPart(agency), pay_group_id: null, due_date: due(agency, mainPart(agency), month) })
    }
  }
  return rows
})

/** `GET bir_1603q/expected?year=`: quarters with fringe benefits and without a working paper. */
const fringeReturns = handler('fringeReturn.expected', async (ctx, { query }, module: Module): Promise<Row[]> => {
  const year = yearIn(query)
  const rows = await ctx.db.query<{ quarter: number; pay_group_id: number | null; pay_group: string | null; tax: string }>(
    sql`
      SELECT s.*
      FROM (
        SELECT b.quarter, CASE WHEN g.is_confidential THEN g.id END AS pay_group_id, max(CASE WHEN g.is_confidential THEN g.name END) AS pay_group,
          sum(b.tax)::text AS tax
        FROM ${table(ctx, 'fringe_benefit')} b
        JOIN ${table(ctx, 'employee')} e ON e.id = b.employee_id
        LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
        WHERE b.year = ${year} AND b.status = 'posted' AND ${seen(ctx)}
        GROUP BY 1, 2
      ) s
      WHERE NOT EXISTS (
        SELECT 1 FROM ${table(ctx, module.entity.table)} r
        WHERE r.year = ${year} AND r.quarter = s.quarter AND r.pay_group_id IS NOT DISTINCT FROM s.pay_group_id
      )
      ORDER BY s.quarter, s.pay_group_id NULLS FIRST
    `,
  )
  return rows.map(({ quarter, pay_group_id, pay_group, tax }) => ({
    year,
    quarter,
    pay_group_id: pay_group_id === null ? null : Number(pay_group_id),
    ...(pay_group_id !== null && { pay_group: { id: Number(pay_group_id), name: pay_group, label: pay_group } }),
    due_date: fringeReturnDue({ year, quarter }),
    grand_total: Number(tax),
  }))
})

export const expectedRemittanceHandlers = [remittances, fringeReturns]
