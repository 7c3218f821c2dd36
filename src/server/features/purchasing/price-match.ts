/** `price.match`: the three-way match of order, receipt and bill, line by line. */

import { beyondTolerance } from '../../../domain/stock/valuation.ts'
import type { Json } from '../../../engine/model/module.ts'
import { dec, toCents } from '../../../kernel/decimal.ts'
import type { Effect } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { linesOf, textOf } from '../../records/row.ts'
import { mayAccept, requireOrderedPrices } from './ordered-price.ts'

type Params = { lines: string; source: string; order?: string; amount: string; against: string; tolerance: string; limit: string }

export const priceMatch: Effect<Params> = {
  name: 'price.match',
  keepsRecord: true,
  rank: 10,
  params: {
    description:
      'Compares what is billed with what was received. Beyond the tolerance a user with the right to approve must post; beyond the limit it is refused.',
    examples: [
      {
        lines: 'items',
        source: 'goods_receipt',
        amount: 'net',
        against: 'grni_share',
        tolerance: 'settings.bill_price_tolerance_percent',
        limit: 'settings.bill_price_block_percent',
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'source', 'amount', 'against', 'tolerance', 'limit'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      source: { type: 'string', format: 'source', description: 'Module of the receipts; other rows are not compared.' },
      order: {
        type: 'string',
        format: 'module',
        description: 'Module of the orders that receipts come from: the billed price is compared with that of the order, too.',
      },
      amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the row: what is billed.' },
      against: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the row: what was received for it.' },
      tolerance: { type: 'string', format: 'expression', gives: 'number', description: 'Expression: percent that needs no approval.' },
      limit: { type: 'string', format: 'expression', gives: 'number', description: 'Expression: percent beyond which no one can post.' },
    },
  },
  async apply(fx, { lines, source, order, amount, against, tolerance, limit }): Promise<Json> {
    const approved = mayAccept(fx)
    for (const line of linesOf(fx.record, lines)) {
      if (line.source_module !== source) continue
      const [billed, received] = [toCents(dec(fx.decimal(amount, line))), toCents(dec(fx.decimal(against, line)))]
      const name = textOf(line, 'description') || 'A line'
      const [most, free] = [fx.decimal(limit, line), fx.decimal(tolerance, line)]
      if (beyondTolerance(billed, received, most.toString())) {
        throw refuse(
          'E_PRICE_VARIANCE',
          `${name}: the billed price differs from the receipt by more than ${most.toString()}%. Correct the price or the receipt.`,
        )
      }
      if (!approved && beyondTolerance(billed, received, free.toString())) {
        throw refuse(
          'E_PRICE_APPROVAL',
          `${name}: the billed price differs from the receipt${free.gt(0) ? ` by more than ${free.toString()}%` : ''}. Have the document approved first, or let a user post it who can approve ${fx.module.title.toLowerCase()}.`,
        )
      }
    }
    if (order) await requireOrderedPrices(fx, { lines, order, receipt: source, tolerance: fx.decimal(tolerance).toString() })
    return null
  },
  /** Nothing was written. */
  async reverse() {},
}
