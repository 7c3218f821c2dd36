/** Agreed pay per hour, day and month of an employee, by the arithmetic of payroll. */

import { ratesOf } from '../../../domain/payroll/terms.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

/** Working days of a year where neither the employee nor their pay cycle sets them: Monday to Friday. */
const DAYS_PER_YEAR = 261
const HOURS_PER_DAY = 8

/** Paid days of a year: the employee's own, else those of the cycle of their pay group. */
async function daysPerYear(ctx: Ctx, employee: Row): Promise<number> {
  if (Number(employee.days_per_year) > 0) return Number(employee.days_per_year)
  const group = ctx.modules.get('pay_group')
  if (!employee.pay_group_id || !group?.field.pay_cycle_id || !ctx.modules.has('pay_cycle')) return DAYS_PER_YEAR
  const [row] = await ctx.db.query<{ days: string | null }>(
    sql`
      SELECT c.days_per_year AS days
      FROM ${table(ctx, 'pay_group')} g
      JOIN ${table(ctx, 'pay_cycle')} c ON c.id = g.pay_cycle_id
      WHERE g.id = ${employee.pay_group_id}
    `,
  )
  return Number(row?.days) > 0 ? Number(row!.days) : DAYS_PER_YEAR
}

/** Rates in pesos, rounded to the centavo; null without pay. */
export interface Rates {
  readonly daily_rate: string | null
  readonly hourly_rate: string | null
  readonly monthly_salary: string | null
}

export async function ratesFor(ctx: Ctx, employee: Row): Promise<Rates> {
  const { salary_rate_type: type, basic_rate: rate } = employee
  if (!type || rate === null || rate === undefined || dec(rate).isZero())
    return { daily_rate: null, hourly_rate: null, monthly_salary: null }
  const rates = ratesOf({
    type: type as 'monthly',
    rate: dec(rate),
    factor: dec(await daysPerYear(ctx, employee)),
    hoursPerDay: dec(HOURS_PER_DAY),
    field: 'basic_rate',
  })
  return {
    daily_rate: rates.daily.toFixed(2),
    hourly_rate: rates.hourly.toFixed(2),
    monthly_salary: rates.monthly.toFixed(2),
  }
}
