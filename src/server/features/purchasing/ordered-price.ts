/** The price of goods against that of their order: what a receipt takes into stock, and what a bill pays. */

import { toMicros } from '../../../domain/minor-units.ts'
import { beyondTolerance } from '../../../domain/stock/valuation.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { EffectContext, Guard } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, linesOf, textOf } from '../../records/row.ts'

/** Rows of a document, the module of the orders, and that of the receipts in between, if any. */
interface Ordered {
  readonly lines: string
  readonly order: string
  readonly receipt?: string | undefined
  /** Percent by which the price may differ. */
  readonly tolerance: string
}

/** Whether the user may accept a price that was not agreed. */
export const mayAccept = ({ ctx, record, module }: EffectContext): boolean =>
  ctx.system !== undefined || Boolean(record.approved_by) || can(ctx.principal, module, 'approval')

/**
 * Refuses rows whose price for a base unit, less the discount in percent, differs from that of the order. Rows without an
 * order have no agreed price.
 */
export async function requireOrderedPrices(fx: EffectContext, { lines, order, receipt, tolerance }: Ordered): Promise<void> {
  if (mayAccept(fx)) return
  const rows = linesOf(fx.record, lines).filter((line) => line.source_module === (receipt ?? order))
  if (rows.length === 0) return
  const { ctx } = fx
  const ids = rows.map((line) => idOf(line, 'source_line_id'))
  const ordered = table(ctx, `${order}__items`)
  const source: Sql = receipt
    ? sql`
        ${table(ctx, `${receipt}__items`)} s
        JOIN ${ordered} o ON o.id = s.source_line_id AND s.source_module = ${order}
      `
    : sql`${ordered} s JOIN ${ordered} o ON o.id = s.id`
  const agreed = await ctx.db.query<{ id: number; price: string }>(
    sql`
      SELECT s.id, (o.unit_price * (100 - coalesce(o.discount_percent, 0)) / 100 * o.uom_den / nullif(o.uom_num, 0))::text AS price
      FROM ${source}
      WHERE s.id = ANY(${ids}::bigint[])
    `,
  )
  const prices = new Map(agreed.map(({ id, price }) => [Number(id), dec(price)]))
  for (const line of rows) {
    const price = prices.get(idOf(line, 'source_line_id')!)
    if (price === undefined) continue
    const given = dec(line.unit_price ?? 0)
      .times(dec(100).minus(dec(line.discount_percent ?? 0)))
      .div(100)
      .times(dec(line.uom_den ?? 1))
      .div(dec(line.uom_num ?? 1))
    if (!beyondTolerance(toMicros(given.toFixed(6)), toMicros(price.toFixed(6)), tolerance)) continue
    throw refuse(
      'E_PRICE_APPROVAL',
      `${textOf(line, 'description') || 'A line'}: the price differs from the order. Restore it, have the document approved first, or let a user post it who can approve ${fx.module.title.toLowerCase()}.`,
    )
  }
}

type Params = { lines: string; order: string; tolerance: string }

export const priceOrdered: Guard<Params> = {
  name: 'price.ordered',
  params: {
    description: 'Refuses rows whose price differs from that of the order they come from, unless the user can approve the document.',
    examples: [{ lines: 'items', order: 'purchase_order', tolerance: 'settings.bill_price_tolerance_percent' }],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'order', 'tolerance'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      order: { type: 'string', format: 'source', description: 'Module of the orders; other rows are not compared.' },
      tolerance: { type: 'string', format: 'expression', gives: 'number', description: 'Expression: percent that needs no approval.' },
    },
  },
  check: (fx, { lines, order, tolerance }) => requireOrderedPrices(fx, { lines, order, tolerance: fx.decimal(tolerance).toString() }),
}
