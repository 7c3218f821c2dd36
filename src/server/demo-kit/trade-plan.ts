/**
 * What a demo company must sell, buy and have at the start to pay its people and keep a little: the measures that its orders
 * are sized by, so that its statements are plausible however many people and documents it has.
 */
import type { Ctx } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'

/** Amounts in pesos, without VAT. */
export interface TradePlan {
  /** Salaries of a month, with 13th month pay and the employer's contributions. */
  readonly payroll: number
  /** Orders of customers in six months. */
  readonly orders: number
  /** Sales of a month. */
  readonly sales: number
  /** Goods on hand, at cost, that purchases keep up. */
  readonly stock: number
  /** Money at the start. */
  readonly cash: number
  /** Sold so far, and goods on hand or ordered, at cost; changed as orders are made. */
  readonly so: { sold: number; onHand: number }
}

/** 13th month pay, contributions, premiums and benefits on top of basic pay. */
const ON_PAY = 1.24
/** Rent, utilities and the like, as a share of the payroll (`features/accounting/demo.ts`). */
export const OVERHEAD = 0.24
/** Gross margin to be expected of the price list and its levels, and what is to remain before income tax. */
const MARGIN = 0.3
const NET = 0.045
/**
 * Goods on hand, and money at the start, each in months of sales: goods turn over about five times a year, and the money lasts
 * until the first customers have paid. Few large orders need more of both.
 */
const monthsOfStock = (orders: number): number => 2 + 15 / orders
const monthsOfCash = (orders: number): number => 0.9 + 8 / orders
export const DAYS_OF_MONTH = 30.4

/** The measures of a company from the pay of its employees, for so many orders of customers in six months. */
export async function tradePlan(ctx: Ctx, orders: number): Promise<TradePlan> {
  const [row] = await ctx.db.query<{ pay: number }>(
    sql`
      SELECT coalesce(
        sum(CASE salary_rate_type WHEN 'daily' THEN basic_rate * days_per_year / 12 ELSE basic_rate END), 0
      )::float8 AS pay
      FROM ${table(ctx, 'employee')}
    `,
  )
  const payroll = row!.pay * ON_PAY
  const sales = (payroll * (1 + OVERHEAD)) / (MARGIN - NET)
  return {
    payroll,
    orders,
    sales,
    stock: sales * (1 - MARGIN) * monthsOfStock(orders),
    cash: sales * monthsOfCash(orders),
    so: { sold: 0, onHand: 0 },
  }
}

/** An amount as people agree on them: to two digits that count, up. */
export function roundUp(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return Math.ceil(amount / unit) * unit
}

/** A quantity as people order it: hundreds in tens, thousands in hundreds. At least one. */
export function roundQty(qty: number): number {
  const unit = qty >= 2000 ? 100 : qty >= 200 ? 10 : qty >= 50 ? 5 : 1
  return Math.max(1, Math.floor(qty / unit) * unit)
}
