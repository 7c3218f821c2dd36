/** Stock reports: quantities on a day, and the movements of one item. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'

type Query = Readonly<Record<string, unknown>>

/** Quantity and value per item and location as of a day: today's balances less everything dated later. */
export function stockBalance(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const asOf = p.add(values.as_of, 'date')
  const where = [
    p.equals('b.item_id', values.item_id),
    p.equals('b.location_id', values.location_id),
    p.equals('l.branch_id', values.branch_id),
    p.equals('i.item_category_id', values.item_category_id),
    p.equals('i.brand_id', values.brand_id),
    branchScope(ctx, 'l.branch_id', p),
  ]
  const sql = `
    SELECT b.item_id, ${refJson('i', 'name', codeLabel('i', 'sku_code'))} AS item, b.location_id, ${refJson('l', 'name', codeLabel('l'))} AS location,
           i.uom_id, ${refJson('u', 'name', codeLabel('u'))} AS uom, x.qty AS qty_on_hand, b.reserved_qty AS qty_reserved,
           CASE WHEN l.type = 'Transit' THEN 0 ELSE x.qty - b.reserved_qty END AS qty_available,
           CASE WHEN l.type = 'Transit' THEN x.qty ELSE 0 END AS qty_in_transit,
           CASE WHEN x.qty = 0 THEN 0 ELSE round(x.value / x.qty, 4) END AS unit_cost, x.value AS total_value,
           i.sku_code AS ord_item, l.code AS ord_location
    FROM ${table(ctx, 'stock_bucket')} b
    JOIN ${table(ctx, 'item')} i ON i.id = b.item_id JOIN ${table(ctx, 'inventory_location')} l ON l.id = b.location_id
    LEFT JOIN ${table(ctx, 'uom')} u ON u.id = i.uom_id
    LEFT JOIN (
      SELECT item_id, location_id, sum(qty_delta) AS qty, sum(value_delta) AS value FROM ${table(ctx, 'inventory_movement')}
      WHERE transaction_date > ${asOf} GROUP BY 1, 2) later USING (item_id, location_id)
    CROSS JOIN LATERAL (SELECT b.qty - coalesce(later.qty, 0) AS qty, b.value - coalesce(later.value, 0) AS value) x
    WHERE (x.qty <> 0 OR x.value <> 0) AND ${where.join(' AND ')}`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_item, ord_location' })
}

/** Movements of an item in posting order with running quantity and value. */
export async function stockCard(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  const where = [
    p.equals('m.item_id', values.item_id),
    p.equals('m.location_id', values.location_id),
    branchScope(ctx, 'm.branch_id', p),
  ].join(' AND ')
  const movement = table(ctx, 'inventory_movement')
  const sql = `
    WITH opening AS (
      SELECT coalesce(sum(m.qty_delta), 0) AS qty, coalesce(sum(m.value_delta), 0) AS value FROM ${movement} m
      WHERE m.transaction_date < ${from} AND ${where}),
    moved AS (
      SELECT m.id, m.transaction_date, m.transaction_no, m.kind, m.source_module, m.source_id, m.location_id, m.qty_delta, m.value_delta,
             o.qty + sum(m.qty_delta) OVER w AS qty, o.value + sum(m.value_delta) OVER w AS value
      FROM ${movement} m CROSS JOIN opening o
      WHERE m.transaction_date BETWEEN ${from} AND ${to} AND ${where} WINDOW w AS (ORDER BY m.id))
    SELECT NULL::bigint AS ord, NULL::date AS date, NULL AS transaction_no, 'Opening balance' AS description, NULL AS party, NULL::bigint AS location_id, NULL::json AS location,
           0::numeric AS qty_in, 0::numeric AS qty_out, 0::numeric AS value, o.qty AS running_qty, o.value AS running_value,
           CASE WHEN o.qty = 0 THEN 0 ELSE round(o.value / o.qty, 4) END AS average
    FROM opening o
    UNION ALL
    SELECT m.id, m.transaction_date, m.transaction_no, ${describe(ctx, 'm')}, ${partyName(ctx, 'm')}, m.location_id, ${refJson('l', 'name', codeLabel('l'))},
           greatest(m.qty_delta, 0), greatest(-m.qty_delta, 0), m.value_delta, m.qty, m.value,
           CASE WHEN m.qty = 0 THEN 0 ELSE round(m.value / m.qty, 4) END
    FROM moved m LEFT JOIN ${table(ctx, 'inventory_location')} l ON l.id = m.location_id`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord NULLS FIRST' })
}

/** The description of a movement: the document's title, and whether it was a void. */
function describe(ctx: Ctx, alias: string): string {
  const titles = [...ctx.modules.values()]
    .filter((module) => module.kind === 'document')
    .map((module) => `WHEN '${module.name}' THEN ${literal(module.singular)}`)
  const title = titles.length ? `CASE ${alias}.source_module ${titles.join(' ')} ELSE ${alias}.source_module END` : `${alias}.source_module`
  return `CASE WHEN ${alias}.kind LIKE 'void%' THEN 'Void of ' ELSE '' END || ${title} || CASE WHEN ${alias}.kind IN ('revalue', 'void_reval') THEN ' (value)' ELSE '' END`
}

/** The name of the customer or supplier of a movement's document; null where it has none, as a transfer. */
function partyName(ctx: Ctx, alias: string): string {
  const names = [...ctx.modules.values()]
    .filter(({ kind }) => kind === 'document')
    .flatMap((module) => {
      const party = module.field.customer_id ?? module.field.supplier_id
      const name =
        party?.to &&
        `(SELECT q.name FROM ${table(ctx, module.entity.table)} d JOIN ${table(ctx, party.to)} q ON q.id = d.${party.name} WHERE d.id = ${alias}.source_id)`
      return name ? [`WHEN '${module.name}' THEN ${name}`] : []
    })
  return names.length ? `CASE ${alias}.source_module ${names.join(' ')} END` : 'NULL::text'
}

/** Open orders per item and location, in base units; for the summaries of an item. */
export const onOrderSql = (ctx: Ctx): string => `
  SELECT l.item_id, o.location_id, sum(greatest(l.qty - l.qty_received + coalesce(l.qty_reopened, 0), 0) * l.uom_num / l.uom_den) AS qty
  FROM ${linesTable(ctx, 'purchase_order', 'items')} l JOIN ${table(ctx, 'purchase_order')} o ON o.id = l.parent_id
  WHERE o.status = 'posted' GROUP BY 1, 2`
