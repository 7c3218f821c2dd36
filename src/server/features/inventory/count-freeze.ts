/** What a count means for other documents: a location that does not move meanwhile, and days that are settled. */

import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { EffectContext } from '../../platform/context.ts'
import { sql, table, unnested } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import type { BucketKey } from './bucket.ts'

/** Ends the count of a document: its location moves again, and what was counted is not back-dated from then on. */
export async function endCount(fx: EffectContext): Promise<void> {
  const { ctx } = fx
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'stock_freeze')}
      WHERE source_module = ${fx.module.name}
        AND source_id = ${recordId(fx)}
    `,
  )
  await ctx.db.query(
    sql`
      WITH c AS (
        UPDATE ${table(ctx, 'stock_count')}
        SET counted_on = ${fx.date}
        WHERE source_module = ${fx.module.name}
          AND source_id = ${recordId(fx)}
        RETURNING item_id, location_id
      )
      UPDATE ${table(ctx, 'stock_bucket')} b
      SET last_date = greatest(b.last_date, ${fx.date}::date)
      FROM c
      WHERE b.item_id = c.item_id
        AND b.location_id = c.location_id
    `,
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
  const id = recordId(fx)
  const counted = [
    { name: 'item_id', type: 'bigint', values: dated.map((key) => key.item_id) },
    { name: 'location_id', type: 'bigint', values: dated.map((key) => key.location_id) },
  ]
  const [match] = await ctx.db.query<{ code: string; no: string | null; day: string | null }>(
    sql`
      SELECT l.code, f.transaction_no AS no, NULL::date AS day
      FROM ${table(ctx, 'stock_freeze')} f
      JOIN ${table(ctx, 'inventory_location')} l ON l.id = f.location_id
      WHERE f.location_id = ANY(${keys.map((key) => key.location_id)}::bigint[])
        AND NOT (f.source_module = ${fx.module.name} AND f.source_id = ${id})
      UNION ALL
      SELECT l.code, NULL, c.counted_on
      FROM ${unnested('k', counted)}
      JOIN ${table(ctx, 'stock_count')} c USING (item_id, location_id)
      JOIN ${table(ctx, 'inventory_location')} l ON l.id = c.location_id
      WHERE c.counted_on > ${fx.date}::date
        AND NOT (c.source_module = ${fx.module.name} AND c.source_id = ${id})
      LIMIT 1
    `,
  )
  if (!match) return
  throw refuse(
    'E_COUNT_FREEZE',
    match.day === null
      ? `Location ${match.code} is being counted${match.no ? ` (${match.no})` : ''}. Post or void that count first.`
      : `The goods were counted at ${match.code} on ${formatDate(match.day)}. Date the document on that day or later.`,
  )
}
