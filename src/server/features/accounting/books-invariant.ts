/**
 * The books invariant: the value that a document moved in stock equals the value that it posted to inventory accounts, to
 * the centavo. It is checked after the effects of every transition, so that no combination of effects in a descriptor can
 * make them differ.
 */

import type { Row } from '../../../engine/model/module.ts'
import type { EffectContext, Guard } from '../../platform/context.ts'
import { empty, join, linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { moneyText, nameOf, recordId } from '../../records/row.ts'

/** Records whose transition wrote stock rows or journal lines. */
const written = new WeakSet<Row>()

/** Notes that the books of the record changed and have to be held against each other. */
export const noteBooks = (fx: EffectContext): void => void written.add(fx.record)

/** The sources of the inventory account of goods; the chart's role is the fallback of all of them. */
const OVERRIDES = ['item', 'item_group', 'inventory_location', 'branch'] as const

/**
 * Refuses with E_BOOKS where stock and ledger would part. All rows of the record count, those of earlier transitions
 * too: a void of a document that was once posted wrong leaves nothing behind, and is not refused.
 */
export const booksAgree: Guard = {
  name: 'books.agree',
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async check(fx) {
    const { ctx, module } = fx
    if (!written.has(fx.record) || !ctx.modules.has('inventory_movement') || !ctx.modules.has('accounting_entry')) return
    const overrides = OVERRIDES.filter((name) => ctx.modules.get(name)?.field.inventory_account_id)
    const overridden = overrides.map(
      (name) => sql` OR EXISTS (SELECT 1 FROM ${table(ctx, name)} o WHERE o.inventory_account_id = l.account_id)`,
    )
    const [sums] = await ctx.db.prepared<{ stock: string; ledger: string }>(sql`
        SELECT coalesce(
          (
            SELECT round(sum(value_delta) * 100)
            FROM ${table(ctx, 'inventory_movement')}
            WHERE source_module = ${module.name} AND source_id = ${recordId(fx)}
          ),
          0
        )::bigint::text AS stock,
          coalesce(
            (
              SELECT round(sum(l.debit - l.credit) * 100)
              FROM ${table(ctx, 'accounting_entry')} e
              JOIN ${linesTable(ctx, 'accounting_entry', 'lines')} l ON l.parent_id = e.id
              WHERE e.source_module = ${module.name}
                AND e.source_id = ${recordId(fx)}
                AND (
                  EXISTS (
                    SELECT 1
                    FROM ${table(ctx, 'chart_of_account')} a
                    WHERE a.id = l.account_id AND a.role IN ('inventory', 'inventory_in_transit')
                  ) ${overridden.length ? join(overridden, '') : empty}
                )
            ),
            0
          )::bigint::text AS ledger
      `)
    const [stock, ledger] = [BigInt(sums!.stock), BigInt(sums!.ledger)]
    if (stock === ledger) return
    throw refuse(
      'E_BOOKS',
      `${nameOf(fx)} would change the stock by ${moneyText(stock)} and the inventory accounts by ${moneyText(ledger)}. Nothing was posted. ` +
        `Use accounts for expenses that are not inventory accounts, or have the postings of ${module.title} corrected.`,
      { stock: moneyText(stock), ledger: moneyText(ledger) },
    )
  },
}

/** Refuses a movement without anything to move: rows with an item and a quantity. */
export function requireMoved(fx: EffectContext, moved: number): void {
  if (moved === 0) throw refuse('E_BOOKS', `${nameOf(fx)} has no line to move in stock. Add a line with an item and a quantity above zero.`)
}
