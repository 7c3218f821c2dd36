/** What a count means for other documents: a location that does not move meanwhile, and days that are settled. */
import type { EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId, table } from '../../records/row.ts'
import type { BucketKey } from './stock-posting.ts'

/** Ends the count of a document: its location moves again, and what was counted is not back-dated from then on. */
export async function endCount(fx: EffectContext): Promise<void> {
  const { ctx } = fx
  const own = [fx.module.name, recordId(fx)]
  await ctx.db.query(`DELETE FROM ${table(ctx, 'stock_freeze')} WHERE source_module = $1 AND source_id = $2`, own)
  await ctx.db.query(
    `WITH c AS (UPDATE ${table(ctx, 'stock_count')} SET counted_on = $3 WHERE source_module = $1 AND source_id = $2 RETURNING item_id, location_id)
     UPDATE ${table(ctx, 'stock_bucket')} b SET last_date = greatest(b.last_date, $3::date) FROM c WHERE b.item_id = c.item_id AND b.location_id = c.location_id`,
    [...own, fx.date],
  )
}

/**
 * Refuses movements at a location that another document counts, and such as are dated before a count of the goods. Rows
 * that undo others are asked for the first only: what a void puts back is what the books said.
 */
export async function requireNotCounted(
  fx: EffectContext,
  keys: readonly (BucketKey & { readonly reverses_row_id?: number })[],
): Promise<void> {
  const { ctx } = fx
  const dated = keys.filter((key) => key.reverses_row_id === undefined)
  const [found] = await ctx.db.query<{ code: string; no: string | null; day: string | null }>(
    `SELECT l.code, f.transaction_no AS no, NULL::date AS day FROM ${table(ctx, 'stock_freeze')} f JOIN ${table(ctx, 'inventory_location')} l ON l.id = f.location_id
     WHERE f.location_id = ANY($1::bigint[]) AND NOT (f.source_module = $3 AND f.source_id = $4)
     UNION ALL
     SELECT l.code, NULL, c.counted_on FROM unnest($2::bigint[], $6::bigint[]) AS k(item_id, location_id)
     JOIN ${table(ctx, 'stock_count')} c USING (item_id, location_id) JOIN ${table(ctx, 'inventory_location')} l ON l.id = c.location_id
     WHERE c.counted_on > $5::date AND NOT (c.source_module = $3 AND c.source_id = $4) LIMIT 1`,
    [
      keys.map((key) => key.location_id),
      dated.map((key) => key.item_id),
      fx.module.name,
      recordId(fx),
      fx.date,
      dated.map((key) => key.location_id),
    ],
  )
  if (!found) return
  throw refuse(
    'E_COUNT_FREEZE',
    found.day === null
      ? `Location ${found.code} is being counted${found.no ? ` (${found.no})` : ''}. Post or void that count first.`
      : `The goods were counted at ${found.code} on ${found.day}. Date the document on that day or later.`,
  )
}
