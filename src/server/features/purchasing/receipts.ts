/**
 * Goods received not invoiced: each receipt line owes its value until bills and returns have cleared it, to
 * the centavo; the last of them takes what is left.
 */

import { toCents } from '../../../domain/decimal.ts'
import { centsText, toMicros } from '../../../domain/minor-units.ts'
import { partOf } from '../../../domain/stock/valuation.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, linesTable, microsOf, table } from '../../records/row.ts'

/** A receipt line while it is being cleared; quantities in its own unit, millionths. */
export interface ReceiptLine {
  readonly id: number
  readonly parent_id: number
  readonly item_id: number
  readonly location_id: number
  readonly supplier_id: number
  readonly date: string
  /** Line of the purchase order that it came from. */
  readonly order_line_id: number | null
  readonly qty: bigint
  readonly net: bigint
  taken: bigint
  cleared: bigint
  share: bigint
}

/**
 * Receipt lines that the record's lines come from, locked. Counters already include this record (its
 * sources were served before), so what it takes itself is subtracted again.
 */
export async function receiptLines(fx: EffectContext, lines: readonly Row[]): Promise<Map<number, ReceiptLine>> {
  const ids = lines
    .filter((line) => line.source_module === 'goods_receipt')
    .map((line) => idOf(line, 'source_line_id'))
    .filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await fx.ctx.db.query<
    Row & {
      id: number
      parent_id: number
      item_id: number
      location_id: number
      supplier_id: number
      date: string
      order_line_id: number | null
    }
  >(
    `SELECT l.id, l.parent_id, l.item_id, r.location_id, r.supplier_id, r.transaction_date AS date, l.qty, l.net, l.qty_billed + l.qty_returned AS taken, l.grni_cleared,
            CASE WHEN l.source_module = 'purchase_order' THEN l.source_line_id END AS order_line_id
     FROM ${linesTable(fx.ctx, 'goods_receipt', 'items')} l JOIN ${table(fx.ctx, 'goods_receipt')} r ON r.id = l.parent_id
     WHERE l.id = ANY($1) ORDER BY l.id FOR UPDATE OF l`,
    [ids],
  )
  const found = new Map<number, ReceiptLine>(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        parent_id: row.parent_id,
        item_id: row.item_id,
        location_id: row.location_id,
        supplier_id: row.supplier_id,
        date: row.date,
        order_line_id: row.order_line_id,
        qty: toMicros(row.qty),
        net: toCents(row.net),
        taken: toMicros(row.taken),
        cleared: toCents(row.grni_cleared),
        share: 0n,
      },
    ]),
  )
  const party = idOf(fx.record, 'supplier_id')
  for (const line of lines) {
    const receipt = found.get(idOf(line, 'source_line_id') ?? 0)
    if (!receipt || line.source_module !== 'goods_receipt') continue
    if (receipt.supplier_id !== party)
      throw refuse('E_SOURCE', 'The receipt belongs to another supplier. Choose a receipt of this supplier.')
    if (receipt.date > fx.date) throw refuse('E_DATE', 'The document is dated before the receipt it refers to. Change the date.')
    receipt.taken -= microsOf(line, 'qty')
  }
  return found
}

/** The value that `qty` of a receipt line clears. */
export function clearShare(receipt: ReceiptLine, qty: bigint): bigint {
  const share = partOf(receipt.net, qty, receipt.qty, receipt.taken, receipt.cleared)
  receipt.taken += qty
  receipt.cleared += share
  receipt.share += share
  return share
}

/** Adds shares (centavos, negative to give back) to what is cleared of receipt lines. */
export async function writeCleared(fx: EffectContext, shares: readonly { id: number; share: bigint }[]): Promise<void> {
  const changed = shares.filter(({ share }) => share !== 0n).sort((a, b) => a.id - b.id)
  if (changed.length === 0) return
  await fx.ctx.db.query(
    `UPDATE ${linesTable(fx.ctx, 'goods_receipt', 'items')} l SET grni_cleared = l.grni_cleared + u.share
     FROM unnest($1::bigint[], $2::numeric[]) AS u(id, share) WHERE l.id = u.id`,
    [changed.map(({ id }) => id), changed.map(({ share }) => centsText(share))],
  )
}
