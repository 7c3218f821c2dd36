/** What form 2316 says of an employee's year: its record where there is one, else the year's pay as it is now. */

import type { Row } from '../../../engine/model/module.ts'
import { round2 } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { type EmployeeYear, employeeYears } from './alphalist-rows.ts'

export const TAX_FORM = 'tax_form_2316'

/** What the form says of a year, beside the facts about the employee. */
export interface Form2316 {
  readonly boxes: Readonly<Record<string, unknown>>
  readonly previous: { readonly tin: unknown; readonly name: unknown; readonly address: unknown }
  readonly from: string
  readonly to: string
  readonly is_minimum_wage: boolean
  /** Items 9 and 10, of minimum wage earners. */
  readonly wage_per_day: unknown
  readonly wage_per_month: unknown
  readonly substituted: boolean
  readonly signatory: string | null
}

/** The form of a year's pay. It ends with the employment, the year, or today. */
export function formOfYear(ctx: Ctx, { figures, listed }: EmployeeYear, signatory: string | null = null): Form2316 {
  const today = ctx.clock.today(ctx.company.time_zone)
  const { wage } = listed
  return {
    boxes: figures.boxes,
    previous: figures.previous,
    from: listed.from,
    to: today >= listed.from && today < listed.to ? today : listed.to,
    is_minimum_wage: listed.schedule === 'D2',
    wage_per_day: wage?.day ?? null,
    wage_per_month: wage ? round2(wage.day.times(wage.factor).div(12)) : null,
    substituted: listed.substituted,
    signatory,
  }
}

async function storedForm(ctx: Ctx, employee: number, year: number): Promise<Form2316 | undefined> {
  if (!ctx.modules.has(TAX_FORM)) return undefined
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT f.*, f.period_from::text AS "from", f.period_to::text AS "to", y.previous_employer_tin, y.previous_employer_name,
        y.previous_employer_address, s.full_name AS signatory,
        (
          SELECT json_object_agg(b.item, b.amount::text) FROM ${linesTable(ctx, TAX_FORM, 'boxes')} b WHERE b.parent_id = f.id
        ) AS figures
      FROM ${table(ctx, TAX_FORM)} f
      LEFT JOIN ${table(ctx, 'ytd_payroll')} y ON y.employee_id = f.employee_id AND y.year = f.year
      LEFT JOIN ${table(ctx, 'employee')} s ON s.id = f.signatory_id
      WHERE f.employee_id = ${employee} AND f.year = ${year}
    `,
  )
  if (!row) return undefined
  return {
    boxes: row.figures as Record<string, unknown>,
    previous: { tin: row.previous_employer_tin, name: row.previous_employer_name, address: row.previous_employer_address },
    from: String(row.from),
    to: String(row.to),
    is_minimum_wage: row.is_minimum_wage === true,
    wage_per_day: row.wage_per_day,
    wage_per_month: row.wage_per_month,
    substituted: row.is_substituted === true,
    signatory: (row.signatory as string | null) ?? null,
  }
}

/** The form of one employee. Throws E_NO_YEAR where the year has no pay. */
export async function formOf(ctx: Ctx, employee: number, year: number): Promise<Form2316> {
  const stored = await storedForm(ctx, employee, year)
  if (stored) return stored
  const [found] = await employeeYears(ctx, year, [employee])
  if (found) return formOfYear(ctx, found)
  throw await noYear(ctx, employee, year)
}

/** The refusal of an employee without pay in the year. */
export async function noYear(ctx: Ctx, employee: number, year: number) {
  const [who] = await ctx.db.query<{ name: string }>(sql`SELECT full_name AS name FROM ${table(ctx, 'employee')} WHERE id = ${employee}`)
  return refuse(
    'E_NO_YEAR',
    `No pay of ${year} is recorded for ${who?.name ?? 'the employee'}. Post a payroll of that year, or enter its year-to-date amounts.`,
  )
}
