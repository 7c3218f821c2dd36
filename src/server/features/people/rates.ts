/** Agreed pay per hour, day and month of an employee, by the arithmetic of payroll. */

import { ratesOf } from '../../../domain/payroll/terms.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

/** Working days of a year where neither the employee nor their pay cycle sets them: Monday to Friday. */
const DAYS_PER_YEAR = 261
const HOURS_PER_DAY = 8

/**
 * Paid days of a year and hours of a day: the employee's own, else the days of the cycle and the hours of the pay rate of their
 * pay group, as payroll takes them.
 */
async function standardsOf(ctx: Ctx, employee: Row): Promise<{ readonly days: number; readonly hours: number }> {
  const ofOwn = { days: Number(employee.days_per_year ?? 0), hours: Number(employee.hours_per_day ?? 0) }
  const group = await groupStandards(ctx, employee)
  return { days: ofOwn.days || group.days || DAYS_PER_YEAR, hours: ofOwn.hours || group.hours || HOURS_PER_DAY }
}

async function groupStandards(ctx: Ctx, employee: Row): Promise<{ readonly days: number; readonly hours: number }> {
  const group = ctx.modules.get('pay_group')
  const isKnown = group?.field.pay_cycle_id && group.field.pay_rate_id && ctx.modules.has('pay_cycle') && ctx.modules.has('pay_rate')
  if (!employee.pay_group_id || !isKnown) return { days: 0, hours: 0 }
  const [row] = await ctx.db.query<{ days: string | null; hours: string | null }>(
    sql`
      SELECT c.days_per_year AS days, r.hours_per_day AS hours
      FROM ${table(ctx, 'pay_group')} g
      JOIN ${table(ctx, 'pay_cycle')} c ON c.id = g.pay_cycle_id
      LEFT JOIN ${table(ctx, 'pay_rate')} r ON r.id = g.pay_rate_id
      WHERE g.id = ${employee.pay_group_id}
    `,
  )
  return { days: Number(row?.days ?? 0), hours: Number(row?.hours ?? 0) }
}

/** Rates in pesos, rounded to the centavo; null without pay. */
interface Rates {
  readonly daily_rate: string | null
  readonly hourly_rate: string | null
  readonly monthly_salary: string | null
}

export async function ratesFor(ctx: Ctx, employee: Row): Promise<Rates> {
  const { salary_rate_type: type, basic_rate: rate } = employee
  if (!type || rate === null || rate === undefined || dec(rate).isZero())
    return { daily_rate: null, hourly_rate: null, monthly_salary: null }
  const { days, hours } = await standardsOf(ctx, employee)
  const rates = ratesOf({
    type: type as 'monthly',
    rate: dec(rate),
    factor: dec(days),
    hoursPerDay: dec(hours),
    field: 'basic_rate',
  })
  return {
    daily_rate: rates.daily.toFixed(2),
    hourly_rate: rates.hourly.toFixed(2),
    monthly_salary: rates.monthly.toFixed(2),
  }
}
