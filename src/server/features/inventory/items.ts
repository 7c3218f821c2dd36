/** Endpoints of the item module: stock summaries, and item data for document lines. */

import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { id, NONE, optionalId } from '../../platform/http/params.ts'
import { branchScope, codeLabel, refJson } from '../../records/report/page.ts'
import { pricedItems } from './costs.ts'
import { onOrderSql } from './stock-report.ts'

/** Stock of an item in the caller's branches, one row per location, as numbers. */
async function stockByLocation(ctx: Ctx, item: number, location: number | null): Promise<Row[]> {
  const p = new Params()
  const costs = ctx.system !== undefined || ctx.principal.access.includes('cost')
  const where = [p.equals('b.item_id', item), p.equals('b.location_id', location), branchScope(ctx, 'l.branch_id', p)].join(' AND ')
  const [answer] = await ctx.db.query<{ rows: Row[] | null }>(
    `SELECT json_agg(r ORDER BY r.code) AS rows FROM (
       SELECT l.id AS location_id, l.code, ${refJson('l', 'name', codeLabel('l'))} AS location, l.branch_id, b.qty AS on_hand, b.reserved_qty AS reserved,
              b.qty - b.reserved_qty AS available, CASE WHEN l.type = 'Transit' THEN b.qty ELSE 0 END AS in_transit, coalesce(o.qty, 0) AS on_order
              ${costs ? ', b.value AS total_value, CASE WHEN b.qty = 0 THEN 0 ELSE round(b.value / b.qty, 4) END AS unit_cost' : ''}
       FROM (SELECT item_id, location_id, qty, reserved_qty, value FROM ${table(ctx, 'stock_bucket').text}
             UNION ALL
             SELECT o.item_id, o.location_id, 0, 0, 0 FROM (${onOrderSql(ctx)}) o
             WHERE NOT EXISTS (SELECT 1 FROM ${table(ctx, 'stock_bucket').text} k WHERE k.item_id = o.item_id AND k.location_id = o.location_id)) b
       JOIN ${table(ctx, 'inventory_location').text} l ON l.id = b.location_id
       LEFT JOIN (${onOrderSql(ctx)}) o ON o.item_id = b.item_id AND o.location_id = b.location_id
       WHERE ${where}) r`,
    p.values,
  )
  return answer!.rows ?? []
}

const sum = (rows: readonly Row[], name: string): number =>
  Number(rows.reduce((total, row) => total + BigInt(Math.round(Number(row[name] ?? 0) * 1e6)), 0n)) / 1e6

export const totalInventorySummary: Handler = {
  name: 'item.totalInventorySummary',
  params: NONE,
  async run(ctx, _module, request) {
    const item_id = id(request.query, 'item_id')
    const rows = await stockByLocation(
      ctx,
      item_id,
      optionalId(request.query, 'location_id') ?? optionalId(request.query, 'location') ?? null,
    )
    const names = ['on_hand', 'reserved', 'available', 'in_transit', 'on_order']
    return { item_id, ...Object.fromEntries(names.map((name) => [name, sum(rows, name)])), locations: rows }
  },
}

export const totalItemDetail: Handler = {
  name: 'item.totalItemDetail',
  params: NONE,
  async run(ctx, _module, request) {
    return stockByLocation(ctx, id(request.query, 'item_id'), optionalId(request.query, 'location_id') ?? null)
  },
}

/**
 * Items for document lines: by `ids` or `search`, with units, the price of a price level on a day, and the available
 * quantity in a location.
 */
export const getData: Handler = {
  name: 'item.getData',
  params: NONE,
  async run(ctx, _module, request) {
    const { query } = request
    const ids = String(query.ids ?? query.item_id ?? '')
      .split(',')
      .filter(Boolean)
      .map((name) => id({ ids: name }, 'ids'))
    const search = String(query.search ?? '')
      .trim()
      .slice(0, 100)
    const p = new Params()
    const location = p.add(optionalId(query, 'location_id') ?? optionalId(query, 'location') ?? null, 'bigint')
    const where = ['i.is_active IS NOT FALSE']
    if (ids.length) where.push(`i.id = ANY(${p.add(ids, 'bigint[]')})`)
    for (const word of search.split(/\s+/).filter(Boolean)) {
      const like = p.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`, 'text')
      where.push(`(i.name ILIKE ${like} OR i.sku_code ILIKE ${like} OR i.barcode ILIKE ${like})`)
    }
    const stock = branchScope(ctx, 'l.branch_id', p)
    const [answer] = await ctx.db.query<{ rows: Row[] | null }>(
      `SELECT json_agg(r ORDER BY r.sku_code) AS rows FROM (
         SELECT i.id, i.sku_code, i.barcode, i.name, i.description, i.item_type, i.vat_class, i.input_vat_class, i.is_serialized, i.uom_id,
                ${refJson('u', 'name', codeLabel('u'))} AS uom, i.purchase_uom_id, i.sales_uom_id, i.selling_price,
                (SELECT coalesce(json_agg(json_build_object('uom_id', m.uom_id, 'uom', ${refJson('mu', 'name', codeLabel('mu'))}, 'factor', m.factor,
                          'factor_denominator', coalesce(m.factor_denominator, 1), 'barcode', m.barcode) ORDER BY m.id), '[]')
                 FROM ${table(ctx, 'uom_matrix').text} m JOIN ${table(ctx, 'uom').text} mu ON mu.id = m.uom_id
                 WHERE m.item_id = i.id AND m.is_active IS NOT FALSE) AS uoms,
                (SELECT coalesce(sum(b.qty - b.reserved_qty), 0) FROM ${table(ctx, 'stock_bucket').text} b JOIN ${table(ctx, 'inventory_location').text} l ON l.id = b.location_id
                 WHERE b.item_id = i.id AND (${location} IS NULL OR b.location_id = ${location}) AND ${stock}) AS available
         FROM ${table(ctx, 'item').text} i LEFT JOIN ${table(ctx, 'uom').text} u ON u.id = i.uom_id
         WHERE ${where.join(' AND ')} ORDER BY i.sku_code LIMIT 100) r`,
      p.values,
    )
    const rows = answer!.rows ?? []
    const price_level_id = optionalId(query, 'price_level_id') ?? optionalId(query, 'price_level') ?? null
    const prices = await pricedItems(
      ctx,
      rows.map((row) => Number(row.id)),
      { price_level_id, date: ctx.clock.today(ctx.company.time_zone) },
    )
    const vat = await listVatRate(ctx)
    return rows.map((row) => ({
      ...row,
      unit_price:
        prices
          .get(Number(row.id))
          ?.price({ uom_id: Number(row.uom_id), qty: 1, vat })
          .toNumber() ?? row.selling_price,
    }))
  },
}

/** Percent of VAT that list prices contain: that of the tax type with VAT in its prices. */
async function listVatRate(ctx: Ctx): Promise<Decimal> {
  const [type] = await ctx.db.query<{ rate: string | null }>(
    sql`
      SELECT rate::text
      FROM ${table(ctx, 'tax_type')}
      WHERE computation = 'inclusive'
      ORDER BY id
      LIMIT 1
    `,
  )
  return dec(type?.rate)
}

/** `{id}/uom`: a unit of the item with factor 1 unless it has one already. */
export const addUom: Handler = {
  name: 'item.addUom',
  params: NONE,
  async run(ctx, _module, request) {
    const item_id = id(request.params, 'id')
    const uom_id = id(request.body, 'uom_id')
    return ctx.services.records.create(ctx, ctx.modules.get('uom_matrix')!, { factor: 1, ...request.body, item_id, uom_id })
  },
}

/** `{id}/uom/{uom_id}`: takes a unit of an item away, by the unit’s id or the conversion’s. */
export const removeUom: Handler = {
  name: 'item.removeUom',
  params: NONE,
  async run(ctx, _module, request) {
    const item_id = id(request.params, 'id')
    const uom_id = id(request.params, 'uom_id')
    const [row] = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, 'uom_matrix')}
        WHERE item_id = ${item_id} AND (uom_id = ${uom_id} OR id = ${uom_id})
        ORDER BY (uom_id = ${uom_id}) DESC
        LIMIT 1
      `,
    )
    await ctx.services.records.remove(ctx, ctx.modules.get('uom_matrix')!, row?.id ?? 0)
    return null
  },
}
