/** Items of BIR form 2316 for a year, read for any number of employees at once: posted payrolls and the year's sums. */

import { form2316, type YearOfPay } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { paidItem } from '../payroll/paid-items.ts'
import { companyTables, exactTables } from '../payroll/statutory-tables/read.ts'
import { YEAR_COLUMNS } from '../payroll/ytd.ts'
import { entriesTable, isPaidIn } from '../payroll-runs/tables.ts'

const yearOfPay = (row: Row): YearOfPay => ({
  gross: dec(row.gross),
  nontaxable_13th: dec(row.nontaxable_13th),
  taxable_13th: dec(row.taxable_13th),
  de_minimis: dec(row.de_minimis),
  contributions: dec(row.sss).plus(dec(row.philhealth)).plus(dec(row.pagibig)),
  taxable: dec(row.taxable_income),
  withheld: dec(row.tax_withheld),
})

/** An employee's year. */
export interface YearFigures {
  /** Items of the form by their number, in pesos. */
  readonly boxes: Readonly<Record<string, Decimal>>
  readonly previous: { readonly tin: unknown; readonly name: unknown; readonly address: unknown; readonly benefits: Decimal }
  /** Tax withheld by payrolls paid in December. */
  readonly december: Decimal
}

/** Items of gross compensation, of tax withheld, and of a previous employer. */
const COMPENSATION = ['19', '22', '25A', '25B'] as const

/**
 * Whether the year has compensation to certify. A year's record alone is none: contractors are paid by service fee, whose expanded
 * withholding form 2307 certifies, and some employees had no pay.
 */
export const hasCompensation = ({ boxes, previous }: YearFigures): boolean =>
  COMPENSATION.some((item) => !boxes[item]!.isZero()) || !previous.benefits.isZero()

/** Employees whose pay is looked up one by one. */
const FEW = 20

/** By employee, those with a record of the year; `employees` limits it to these. */
export async function figuresOfYear(ctx: Ctx, year: number, employees: readonly number[] | null = null): Promise<Map<number, YearFigures>> {
  const years = await ctx.db.query<Row>(
    sql`
      SELECT *
      FROM ${table(ctx, 'ytd_payroll')}
      WHERE year = ${year} AND (${employees}::bigint[] IS NULL OR employee_id = ANY (${employees}::bigint[]))
    `,
  )
  if (!years.length) return new Map()
  // Many are found by the payrolls of the year: a list of them would be looked through for each payroll.
  const whose = (alias: string): Sql =>
    employees && employees.length <= FEW ? sql`${raw(alias)}.employee_id = ANY (${employees}::bigint[])` : sql`true`
  const posted = sql`p.status = 'posted' AND ${isPaidIn({ year })}`
  const sums = await ctx.db.query<Row>(
    sql`
      SELECT a.employee_id,
        coalesce(sum((a.adds->>'tax_withheld')::numeric) FILTER (WHERE extract(month FROM a.payout_date) = 12), 0)::text AS december,
        ${raw(YEAR_COLUMNS.map((name) => `coalesce(sum((a.adds->>'${name}')::numeric), 0)::text AS ${name}`).join(', '))}
      FROM (
        SELECT i.employee_id, p.payout_date, i.result->'adds' AS adds
        FROM ${table(ctx, 'payroll_input')} i
        JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
        WHERE ${whose('i')}
          AND ${posted}
        -- Each stored result is read once, and not once for each column.
        OFFSET 0
      ) a
      GROUP BY 1
    `,
  )
  const lines = await ctx.db.query<Row>(
    sql`
      SELECT e.employee_id, e.code, e.part, e.source_module, i.code AS item_code, i.kind, sum(e.amount)::text AS amount,
        sum(e.taxable)::text AS taxable, sum(e.exempt)::text AS exempt
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id
      LEFT JOIN ${table(ctx, 'pay_item')} i ON i.id = e.pay_item_id
      WHERE ${whose('e')}
        AND ${posted}
        AND e.is_manual IS NOT TRUE
        AND e.part IN ('earning', 'deduction')
      GROUP BY 1, 2, 3, 4, 5, 6
    `,
  )
  const paidBy = new Map(sums.map((row) => [Number(row.employee_id), row]))
  const itemsBy = Map.groupBy(lines, (row) => Number(row.employee_id))
  const tables = exactTables(await companyTables(ctx, null, null))
  return new Map(
    years.map((whole) => {
      const id = Number(whole.employee_id)
      const paid = paidBy.get(id) ?? {}
      const previous = { taxable: dec(whole.previous_employer_taxable), withheld: dec(whole.previous_employer_tax) }
      const { previous_employer_tin: tin, previous_employer_name: name, previous_employer_address: address } = whole
      const items = (itemsBy.get(id) ?? []).map(paidItem)
      return [
        id,
        {
          boxes: form2316({ year, items, paid: yearOfPay(paid), whole: yearOfPay(whole), previous }, tables),
          previous: { tin, name, address, benefits: dec(whole.previous_employer_benefits) },
          december: dec(paid.december),
        },
      ]
    }),
  )
}
