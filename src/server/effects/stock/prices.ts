/**
 * What an item costs a customer on a day: the price of his level for the unit and quantity, else what the level's
 * basis makes of the item's own price. Always with VAT, as list prices are.
 */
import { Decimal } from 'decimal.js'
import type { Ctx } from '../../context.ts'
import { table } from '../common.ts'

export interface Priced {
  readonly id: number
  readonly name: string
  readonly sku_code: string
  readonly uom_id: number
  readonly uom: string
  /** Decimals that quantities of the unit may have. */
  readonly precision: number
  readonly sellable: boolean
  readonly stock: boolean
  readonly price: Decimal
}

interface Found {
  id: number
  name: string
  sku_code: string
  uom_id: number
  uom: string
  precision: number
  sellable: boolean
  stock: boolean
  vat_class: string | null
  selling_price: string | null
  cost: string | null
  factor: string
  basis: string | null
  percent: string | null
  inclusive: boolean | null
  level_price: string | null
}

/** The item in the unit it is sold in; undefined when there is none. `vat` is the percent that list prices contain. */
export async function priceOf(
  ctx: Ctx,
  ask: { item_id: number; price_level_id: number | null; qty: Decimal; date: string; vat: Decimal },
): Promise<Priced | undefined> {
  const t = (name: string) => table(ctx, name)
  const [row] = await ctx.db.query<Found>(
    `WITH i AS (
       SELECT i.*, coalesce(i.sales_uom_id, i.uom_id) AS unit_id FROM ${t('item')} i WHERE i.id = $1
     ), factors AS (
       SELECT i.uom_id, 1::numeric AS factor FROM i
       UNION ALL SELECT m.uom_id, m.factor / coalesce(nullif(m.factor_denominator, 0), 1) FROM ${t('uom_matrix')} m, i
         WHERE m.item_id = i.id AND m.uom_id <> i.uom_id AND m.is_active IS NOT FALSE
     )
     SELECT i.id, i.name, i.sku_code, i.unit_id AS uom_id, u.name AS uom, u.precision, i.is_active IS NOT FALSE AND i.is_sellable IS NOT FALSE AS sellable,
            i.item_type = 'Stock' AS stock, i.vat_class, i.selling_price::text, i.cost::text, f.factor::text, l.basis, l.percent::text, l.is_vat_inclusive AS inclusive,
            (SELECT (x.price * f.factor / xf.factor)::text FROM ${t('item_price_level')} x JOIN factors xf ON xf.uom_id = x.uom_id
             WHERE x.item_id = i.id AND (x.price_level_id = $2 OR ($2::bigint IS NULL AND x.is_default)) AND coalesce(x.min_qty, 1) * xf.factor <= greatest($3::numeric, 1) * f.factor
               AND (x.effective_from IS NULL OR x.effective_from <= $4) AND (x.effective_to IS NULL OR x.effective_to >= $4)
             ORDER BY (x.uom_id = i.unit_id) DESC, x.min_qty DESC NULLS LAST, x.effective_from DESC NULLS LAST, x.id DESC LIMIT 1) AS level_price
     FROM i JOIN ${t('uom')} u ON u.id = i.unit_id LEFT JOIN factors f ON f.uom_id = i.unit_id LEFT JOIN ${t('price_level')} l ON l.id = $2`,
    [ask.item_id, ask.price_level_id, ask.qty.toFixed(), ask.date],
  )
  if (!row) return undefined
  const { id, name, sku_code, uom_id, uom, precision, sellable, stock } = row
  return { id, name, sku_code, uom_id, uom, precision: Number(precision ?? 0), sellable, stock, price: listPrice(row, ask.vat) }
}

function listPrice(row: Found, vat: Decimal): Decimal {
  const whole = (text: string | null) => new Decimal(text ?? 0)
  const share = whole(row.percent).dividedBy(100)
  const own = whole(row.selling_price).times(row.factor ?? 1)
  const price =
    row.level_price !== null
      ? withVat(whole(row.level_price), row, vat)
      : row.basis === 'discount'
        ? own.times(new Decimal(1).minus(share))
        : row.basis === 'markup'
          ? withVat(
              whole(row.cost)
                .times(row.factor ?? 1)
                .times(share.plus(1)),
              { ...row, inclusive: false },
              vat,
            )
          : own
  return price.toDecimalPlaces(4, Decimal.ROUND_HALF_UP)
}

/** Prices of a level may be kept without VAT; list prices of what is VATable contain it. */
const withVat = (price: Decimal, row: Pick<Found, 'inclusive' | 'vat_class'>, vat: Decimal): Decimal =>
  row.inclusive === false && row.vat_class === 'V' ? price.times(vat.dividedBy(100).plus(1)) : price
