/** Landed cost that receipts accrued and bills of forwarders clear. */
import { toCents } from '../../../domain/decimal.ts'
import { centsText } from '../../../domain/minor-units.ts'
import type { EffectContext } from '../../platform/context.ts'
import { table } from '../../records/row.ts'

export interface LandedPart {
  id: number
  amount: string
}

/**
 * What a landed bill of `total` clears of the accruals of the receipts it names: all of it when it names
 * none, else what those receipts still owe, oldest first. The difference is the caller's variance.
 */
export async function landedAccrual(fx: EffectContext, total: bigint): Promise<{ accrued: bigint; parts: LandedPart[] }> {
  const ids = Array.isArray(fx.record.landed_receipt_ids) ? (fx.record.landed_receipt_ids as number[]) : []
  if (ids.length === 0) return { accrued: total, parts: [] }
  const receipt = table(fx.ctx, 'goods_receipt')
  const rows = await fx.ctx.db.query<{ id: number; open: string }>(
    `SELECT id, landed_cost - landed_billed AS open FROM ${receipt} WHERE id = ANY($1) AND status IN ('posted', 'closed') ORDER BY id FOR UPDATE`,
    [ids],
  )
  const parts = rows.map((row) => ({ id: row.id, amount: toCents(row.open) })).filter(({ amount }) => amount > 0n)
  await change(fx, parts)
  return {
    accrued: parts.reduce((sum, part) => sum + part.amount, 0n),
    parts: parts.map(({ id, amount }) => ({ id, amount: amount.toString() })),
  }
}

/** Gives back what a voided bill cleared. */
export async function releaseLanded(fx: EffectContext, parts: readonly LandedPart[]): Promise<void> {
  await change(
    fx,
    parts.map(({ id, amount }) => ({ id, amount: -BigInt(amount) })),
  )
}

async function change(fx: EffectContext, parts: readonly { id: number; amount: bigint }[]): Promise<void> {
  if (parts.length === 0) return
  await fx.ctx.db.query(
    `UPDATE ${table(fx.ctx, 'goods_receipt')} r SET landed_billed = r.landed_billed + u.amount
     FROM unnest($1::bigint[], $2::numeric[]) AS u(id, amount) WHERE r.id = u.id`,
    [parts.map(({ id }) => id), parts.map(({ amount }) => centsText(amount))],
  )
}
