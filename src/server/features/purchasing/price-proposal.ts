/** The price that a line of a purchase order begins with: the supplier's last one, else the item's cost. */

import type { Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import { Params } from '../../platform/db/params.ts'
import { handler, optionalId, rows } from '../../platform/http/params.ts'
import { seesOf } from '../../records/access.ts'
import { branchScope } from '../../records/report/page.ts'
import { table } from '../../records/row.ts'

interface Found {
  index: number
  last_price: string | null
  cost: string | null
  vat_class: string | null
  computation: string | null
  rate: string | null
}

/**
 * For each row the price of the supplier's latest posted order of the item in that unit and under that tax type, among
 * orders that the caller can see; else the item's cost in the unit, with VAT where prices contain it, for callers who can
 * see costs.
 */
export const fromSupplier = handler('price.fromSupplier', async (ctx, { body }, module) => {
  const record = body.record as Row
  const lines = rows(body, 'rows')
  const p = new Params()
  const asked = lines.map((line, index) => ({ index, item_id: optionalId(line, 'item_id') ?? 0, uom_id: optionalId(line, 'uom_id') ?? 0 }))
  const tax = p.add(optionalId(record, 'tax_type_id') ?? null, 'bigint')
  const supplier = p.add(optionalId(record, 'supplier_id') ?? null, 'bigint')
  const matches = await ctx.db.query<Found>(
    `SELECT a.index, i.vat_class, t.computation, t.rate::text,
       (i.cost * coalesce(m.factor, 1) / coalesce(m.factor_denominator, 1))::text AS cost,
       (SELECT l.unit_price::text FROM ${table(ctx, module.entity.table)} o JOIN ${table(ctx, `${module.entity.table}__items`)} l ON l.parent_id = o.id
        WHERE o.supplier_id = ${supplier} AND o.tax_type_id = ${tax} AND o.status IN ('posted', 'closed') AND l.item_id = a.item_id AND l.uom_id = a.uom_id
          AND ${branchScope(ctx, 'o.branch_id', p)} ORDER BY o.transaction_date DESC, o.id DESC, l.line_no DESC LIMIT 1) AS last_price
     FROM json_to_recordset(${p.add(JSON.stringify(asked), 'json')}) AS a(index int, item_id bigint, uom_id bigint)
     JOIN ${table(ctx, 'item')} i ON i.id = a.item_id
     LEFT JOIN ${table(ctx, 'uom_matrix')} m ON m.item_id = i.id AND m.uom_id = a.uom_id AND a.uom_id <> i.uom_id AND m.is_active IS NOT FALSE
     LEFT JOIN ${table(ctx, 'tax_type')} t ON t.id = ${tax}
     WHERE a.uom_id = i.uom_id OR m.id IS NOT NULL`,
    p.values,
  )
  const cost = ctx.modules.get('item')!.field.cost
  const seesOrders = ctx.system !== undefined || canDo(ctx.principal, module, 'index')
  const prices: (number | null)[] = lines.map(() => null)
  for (const row of matches) {
    if (seesOrders && row.last_price !== null) prices[row.index] = dec(row.last_price).toNumber()
    else if (cost && seesOf(ctx)(cost) && row.cost !== null && dec(row.cost).gt(0)) {
      const withVat = row.computation === 'inclusive' && row.vat_class === 'V'
      prices[row.index] = dec(row.cost)
        .times(withVat ? dec(row.rate).div(100).plus(1) : 1)
        .toDecimalPlaces(4)
        .toNumber()
    }
  }
  return prices
})
