/** What to order again: stock that is promised, coming and asked for, against the minimum of the item or of the item at a location. */
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import type { ReportWithParams } from '../feature.ts'
import { onOrderSql } from './stock-report.ts'

/** Lines of documents that are still to be served, by the location that they are for. */
interface Open {
  readonly module: string
  readonly lines: string
  /** Reference of the document to the location. */
  readonly location: string
  /** Counters of the lines that together say how much is served. */
  readonly taken: readonly string[]
  readonly states: readonly string[]
  /** Flag of documents that leave nothing open. */
  readonly unless?: string
}
interface Figures {
  readonly in_transit: Open
  readonly requested: Open
}

const NAME = { type: 'string', pattern: '^[a-z_]+$' } as const
const NAMES = { type: 'array', minItems: 1, items: NAME } as const
const OPEN: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['module', 'lines', 'location', 'taken', 'states'],
  properties: { module: NAME, lines: NAME, location: NAME, taken: NAMES, states: NAMES, unless: NAME },
}

/** What documents leave open per item and location, in base units. */
function openSql(ctx: Ctx, { module, lines, location, taken, states, unless }: Open): string {
  const document = ctx.modules.get(module)
  // The package that has it need not be installed.
  if (!document) return 'SELECT NULL::bigint AS item_id, NULL::bigint AS location_id, 0 AS qty WHERE FALSE'
  const rest = ['l.qty', ...taken.map((name) => `l.${quote(name)}`)].join(' - ')
  return `
    SELECT l.item_id, d.${quote(location)} AS location_id, sum(greatest(${rest}, 0) * l.uom_num / l.uom_den) AS qty
    FROM ${linesTable(ctx, module, lines)} l JOIN ${table(ctx, module)} d ON d.id = l.parent_id
    WHERE d.status IN (${states.map(literal).join(', ')}) ${unless ? `AND d.${quote(unless)} IS NOT TRUE` : ''} GROUP BY 1, 2`
}

/**
 * Items below their minimum, in base units. An item with levels of locations has a row for each of these; any other item with a
 * reorder level has one row over all locations, which only users of all branches see, because it is no figure of one branch.
 * Suggested is the least number of reorder quantities (or the exact shortage) that brings the projected stock up to the minimum.
 */
function reorderReport(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>, values: Row): Promise<ReportPage> {
  const open = module.report!.params as unknown as Figures
  const p = new Params()
  const everywhere = ctx.system !== undefined || ctx.principal.branch_ids.length === 0
  const local = [branchScope(ctx, 'l.branch_id', p), p.equals('l.id', values.location_id), p.equals('l.branch_id', values.branch_id)]
  const whole = everywhere && !values.location_id && !values.branch_id ? 'TRUE' : 'FALSE'
  const items = [
    p.equals('i.id', values.item_id),
    p.equals('i.item_category_id', values.item_category_id),
    p.equals('i.default_supplier_id', values.supplier_id),
  ]
  const figures = [
    [
      'on_hand',
      `SELECT item_id, location_id, sum(qty) AS qty FROM ${table(ctx, 'stock_bucket')} b JOIN ${table(ctx, 'inventory_location')} l ON l.id = b.location_id WHERE l.type <> 'Transit' GROUP BY 1, 2`,
    ],
    ['reserved', `SELECT item_id, location_id, sum(reserved_qty) AS qty FROM ${table(ctx, 'stock_bucket')} GROUP BY 1, 2`],
    ['in_transit', openSql(ctx, open.in_transit)],
    ['on_order', onOrderSql(ctx)],
    ['requested', openSql(ctx, open.requested)],
  ] as const
  const sql = `
    WITH ${figures.map(([name, rows]) => `q_${name} AS (${rows})`).join(', ')},
    levels AS (
      SELECT s.parent_id AS item_id, s.location_id, l.branch_id, max(s.reorder_level) AS reorder_level, max(s.reorder_qty) AS reorder_qty
      FROM ${linesTable(ctx, 'item', 'stock_levels')} s JOIN ${table(ctx, 'inventory_location')} l ON l.id = s.location_id
      WHERE ${local.join(' AND ')} GROUP BY 1, 2, 3
      UNION ALL
      SELECT i.id, NULL, NULL, i.reorder_level, i.reorder_qty FROM ${table(ctx, 'item')} i
      WHERE ${whole} AND i.reorder_level > 0 AND NOT EXISTS (SELECT 1 FROM ${linesTable(ctx, 'item', 'stock_levels')} s WHERE s.parent_id = i.id)),
    stock AS (
      SELECT v.*, ${figures.map(([name]) => `coalesce((SELECT sum(q.qty) FROM q_${name} q WHERE q.item_id = v.item_id AND (v.location_id IS NULL OR q.location_id = v.location_id)), 0) AS ${name}`).join(', ')}
      FROM levels v),
    short AS (
      SELECT s.*, s.on_hand - s.reserved + s.in_transit + s.on_order + s.requested AS projected FROM stock s)
    SELECT s.item_id, ${refJson('i', 'name', codeLabel('i', 'sku_code'))} AS item, s.location_id, ${refJson('l', 'name', codeLabel('l'))} AS location,
           s.branch_id, ${refJson('b', 'name', codeLabel('b'))} AS branch, i.default_supplier_id AS supplier_id,
           ${refJson('p', 'name', codeLabel('p'))} AS supplier, i.uom_id, ${refJson('u', 'name', codeLabel('u'))} AS uom,
           s.on_hand, s.reserved, s.in_transit, s.on_order, s.requested, s.projected, s.reorder_level, s.reorder_qty,
           CASE WHEN s.projected >= s.reorder_level THEN 0
                WHEN s.reorder_qty > 0 THEN ceil((s.reorder_level - s.projected) / s.reorder_qty) * s.reorder_qty
                ELSE s.reorder_level - s.projected END AS suggested,
           i.sku_code AS ord_item, l.code AS ord_location
    FROM short s JOIN ${table(ctx, 'item')} i ON i.id = s.item_id
    LEFT JOIN ${table(ctx, 'inventory_location')} l ON l.id = s.location_id LEFT JOIN ${table(ctx, 'branch')} b ON b.id = s.branch_id
    LEFT JOIN ${table(ctx, 'supplier')} p ON p.id = i.default_supplier_id LEFT JOIN ${table(ctx, 'uom')} u ON u.id = i.uom_id
    WHERE i.is_active IS NOT FALSE AND i.is_purchasable IS NOT FALSE AND i.item_type = 'Stock'
      AND (${values.all === true ? 'TRUE' : 's.projected < s.reorder_level'}) AND ${items.join(' AND ')}`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord_item, ord_location NULLS FIRST' })
}

/** The documents that bring goods and those that ask for them stand in the parameters of the report. */
export const reorder: ReportWithParams = {
  run: reorderReport,
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['in_transit', 'requested'],
    properties: { in_transit: OPEN, requested: OPEN },
  },
}
