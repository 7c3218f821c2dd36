/** Voids stock rows exactly: rules K8, K9 and the reversal of value-only rows. */

import type { Posting } from '../../../domain/ledger/journal.ts'
import { toMicros } from '../../../domain/minor-units.ts'
import { type MovementKind, voidIn, voidOut, voidRevalue } from '../../../domain/stock/valuation.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import type { BucketKey } from './bucket.ts'
import { StockSession } from './stock-posting.ts'

interface Written extends BucketKey {
  id: number
  kind: MovementKind
  qty_delta: string
  value_delta: string
  source_line_id: number | null
  followed: boolean
}

/**
 * Undoes ledger rows, newest first. `held` gives, per value-only row, the millionths it was about when posted; a
 * value-only row without one is reversed in full. Goods in transit carry a value of their own, no matter what was issued
 * in between. Returns postings for what the mirrored journal does not cover: differences between a row's own value and
 * the value that could be removed from stock.
 */
export async function undoRows(fx: EffectContext, ids: readonly number[], held: Readonly<Record<string, string>> = {}): Promise<Posting[]> {
  if (ids.length === 0) return []
  const movement = table(fx.ctx, 'inventory_movement')
  // Locked before later rows are read, so that none can be added in between.
  const keys = await fx.ctx.db.query<BucketKey>(sql`SELECT DISTINCT item_id, location_id FROM ${movement} WHERE id = ANY(${ids})`)
  const stock = StockSession.of(fx)
  await stock.lock(keys)
  const rows = await fx.ctx.db.query<Written>(
    sql`
      SELECT r.id, r.item_id, r.location_id, r.kind, r.qty_delta, r.value_delta, r.source_line_id, r.kind = 'in'
        AND l.type <> 'Transit'
        AND EXISTS (
          SELECT 1
          FROM ${movement} m
          WHERE m.item_id = r.item_id
            AND m.location_id = r.location_id
            AND m.id > r.id
            AND m.qty_delta < 0
            AND NOT (m.source_module = r.source_module AND m.source_id = r.source_id)
            AND NOT EXISTS (SELECT 1 FROM ${movement} x WHERE x.reverses_row_id = m.id)
            AND NOT (
              m.kind = 'void_in'
              AND EXISTS (
                SELECT 1 FROM ${movement} o WHERE o.id = m.reverses_row_id AND o.value_delta = -m.value_delta
              )
            )
        ) AS followed
      FROM ${movement} r
      JOIN ${table(fx.ctx, 'inventory_location')} l ON l.id = r.location_id
      WHERE r.id = ANY(${ids})
      ORDER BY r.id DESC
    `,
  )
  const variances: { key: BucketKey; role: string; amount: bigint }[] = []
  for (const row of rows) {
    const qty = toMicros(row.qty_delta)
    const value = toCents(row.value_delta)
    const step = stock.apply(row, { source_line_id: row.source_line_id, reverses_row_id: row.id }, (bucket, allowNegative) => {
      if (row.kind === 'in') return voidIn(bucket, { qty, value }, !row.followed, allowNegative)
      if (row.kind === 'out') return voidOut(bucket, { qty, value })
      const about = held[String(row.id)]
      return voidRevalue(bucket, value, about === undefined ? (bucket.qty > 0n ? bucket.qty : 1n) : BigInt(about))
    })
    if (step.variance !== 0n)
      variances.push({ key: row, role: row.kind === 'revalue' ? 'purchase_price_variance' : 'valuation_variance', amount: step.variance })
  }
  await stock.flush()
  if (variances.length === 0) return []
  const accounts = await roleAccounts(fx.ctx, ['inventory', 'cogs', 'purchase_price_variance', 'valuation_variance'])
  return variances.flatMap(({ key, role, amount }) => [
    { account_id: accountFor(role, {}, accounts), amount },
    { account_id: accountFor('inventory', stock.place(key), accounts), amount: -amount },
  ])
}
