/** Reads what the price of an item depends on: its units, the prices kept for it, and the customer's price level. */

import { type LevelPrice, listPrice, type PriceLevel } from '../../../domain/trade/pricing.ts'
import type { VatClass } from '../../../domain/trade/tax.ts'
import { BASE, type Factor } from '../../../domain/trade/uom.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

interface Priced {
  readonly id: number
  readonly name: string
  readonly sku_code: string
  /** The unit it is counted in. */
  readonly base_uom_id: number
  /** The unit it is sold in. */
  readonly uom_id: number
  readonly uom: string
  /** Decimals that quantities of the unit may have. */
  readonly precision: number
  readonly vat_class: VatClass | null
  readonly sellable: boolean
  readonly stock: boolean
  /** List price of a quantity of a unit, with VAT; `vat` is the percent that list prices contain. */
  price(ask: { uom_id: number; qty: Decimal | number; vat: Decimal | number }): Decimal
}

interface Found extends Omit<Priced, 'price'> {
  selling_price: string | null
  cost: string | null
  units: (Factor & { uom_id: number })[]
  prices: (Omit<LevelPrice, 'unit'> & { level: number; is_default: boolean; uom_id: number })[]
}

/**
 * Items as they are priced on a day for customers of a price level; those of the level `null` pay the default
 * prices. One query for the items, one for the level.
 */
export async function pricedItems(
  ctx: Ctx,
  ids: readonly number[],
  ask: { price_level_id: number | null; date: string },
): Promise<Map<number, Priced>> {
  const t = (name: string) => table(ctx, name)
  const [level] = await ctx.db.query<Omit<PriceLevel, 'prices'>>(
    sql`
      SELECT basis, percent::text, valid_from, valid_until, is_active
      FROM ${t('price_level')}
      WHERE id = ${ask.price_level_id}
    `,
  )
  const rows = await ctx.db.query<Found>(
    sql`
      SELECT i.id, i.name, i.sku_code, i.uom_id AS base_uom_id, u.id AS uom_id, u.name AS uom,
        coalesce(u.precision, 0) AS precision, i.is_active IS NOT FALSE
        AND i.is_sellable IS NOT FALSE AS sellable, i.item_type = 'Stock' AS stock, i.vat_class, i.selling_price::text,
          i.cost::text,
          (
            SELECT coalesce(
              json_agg(
                json_build_object(
                  'uom_id', m.uom_id, 'num', m.factor::text, 'den', coalesce(m.factor_denominator, 1)::text
                )
              ),
              '[]'
            )
            FROM ${t('uom_matrix')} m
            WHERE m.item_id = i.id AND m.uom_id <> i.uom_id AND m.is_active IS NOT FALSE
          ) AS units,
          (
            SELECT coalesce(
              json_agg(
                json_build_object(
                  'level', x.price_level_id, 'is_default', x.is_default IS TRUE, 'uom_id', x.uom_id, 'price',
                  x.price::text, 'min_qty', x.min_qty::text, 'effective_from', x.effective_from, 'effective_to',
                  x.effective_to, 'is_vat_inclusive', l.is_vat_inclusive
                )
                ORDER BY x.id
              ),
              '[]'
            )
            FROM ${t('item_price_level')} x
            JOIN ${t('price_level')} l ON l.id = x.price_level_id
            WHERE x.item_id = i.id
              AND (
                x.price_level_id = ${ask.price_level_id}
                OR x.is_default
                AND l.is_active IS NOT FALSE
                AND (l.valid_from IS NULL OR l.valid_from <= ${ask.date})
                AND (l.valid_until IS NULL OR l.valid_until >= ${ask.date})
              )
          ) AS prices
      FROM ${t('item')} i
      JOIN ${t('uom')} u ON u.id = coalesce(i.sales_uom_id, i.uom_id)
      WHERE i.id = ANY(${ids})
    `,
  )
  return new Map(rows.map((row) => [row.id, priced(row, level, ask)]))
}

function priced(row: Found, level: Omit<PriceLevel, 'prices'> | undefined, ask: { price_level_id: number | null; date: string }): Priced {
  const factors = new Map<number, Factor>([...row.units.map((unit) => [unit.uom_id, unit] as const), [row.base_uom_id, BASE]])
  // A price in a unit the item no longer has says nothing.
  const prices = row.prices.flatMap((price) => {
    const factor = factors.get(price.uom_id)
    return factor ? [{ ...price, unit: { uom_id: price.uom_id, factor } }] : []
  })
  const levels: PriceLevel[] = [
    ...(level ? [{ ...level, prices: prices.filter((price) => price.level === ask.price_level_id) }] : []),
    { basis: 'fixed', prices: prices.filter((price) => price.is_default) },
  ]
  return {
    ...row,
    price: ({ uom_id, qty, vat }) =>
      listPrice({ item: row, unit: { uom_id, factor: factors.get(uom_id) ?? BASE }, qty, date: ask.date, vat_rate: vat, levels }),
  }
}
