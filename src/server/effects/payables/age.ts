/** `payables.age`: freezes the aging of open payables on a day into the record's rows. One query. */
import { AGING_BOUNDS, AGING_LABELS } from '../../../domain/payables/aging.ts'
import type { Json } from '../../../engine/module.ts'
import type { Ctx, Effect } from '../../context.ts'
import { idOf, linesTable, recordId, table, textOf } from '../common.ts'

/** Bounds of the aging columns from the company's settings: four upper limits in days. */
export function agingBounds(ctx: Ctx): number[] {
  const set = ctx.settings.aging_buckets
  if (Array.isArray(set) && set.length === 4 && set.every((one) => Number.isInteger(one))) return set as number[]
  return AGING_BOUNDS.slice(1)
}

/** Names of the aging columns for those limits. */
export function agingLabels(bounds: readonly number[]): string[] {
  if (bounds.every((bound, i) => bound === AGING_BOUNDS[i + 1])) return [...AGING_LABELS]
  return ['Current', ...bounds.map((bound, i) => `${(bounds[i - 1] ?? 0) + 1}-${bound}`), `Over ${bounds.at(-1)}`]
}

export const payablesAge: Effect = {
  name: 'payables.age',
  rank: 40,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const asOf = textOf(record, 'as_of') || fx.date
    const bounds = agingBounds(ctx)
    const due = record.basis === 'bill_date' ? 'document_date' : 'due_date'
    const lines = linesTable(ctx, fx.module.name, 'rows')
    const branches = ctx.system === undefined && ctx.principal.branch_ids.length ? ctx.principal.branch_ids : null
    const [total] = await ctx.db.query<{ total: string; count: number }>(
      `WITH gone AS (DELETE FROM ${lines} WHERE parent_id = $1),
       open AS (
         SELECT o.*, o.amount - coalesce((SELECT sum(a.amount) FROM ${table(ctx, 'open_item_application')} a WHERE a.open_item_id = o.id AND a.date <= $2::date), 0) AS left_open,
                $2::date - o.${due} AS days
         FROM ${table(ctx, 'open_item')} o
         WHERE o.kind = 'payable' AND o.date <= $2::date
           AND ($3::bigint IS NULL OR o.party_id = $3) AND ($4::bigint IS NULL OR o.branch_id = $4)
           AND ($5::bigint[] IS NULL OR o.branch_id = ANY($5))),
       written AS (
         INSERT INTO ${lines} (parent_id, line_no, supplier_id, bill_id, supplier_invoice_no, bill_date, due_date, days, "current", d30, d60, d90, d120, "over", balance)
         SELECT $1, row_number() OVER (ORDER BY s.name, o.due_date, o.id), o.party_id, CASE WHEN o.source_module = 'bill' THEN o.source_id END, coalesce(o.reference_no, o.transaction_no), o.document_date, o.due_date, o.days,
           CASE WHEN o.days <= 0 THEN left_open ELSE 0 END,
           CASE WHEN o.days BETWEEN 1 AND $6 THEN left_open ELSE 0 END,
           CASE WHEN o.days > $6 AND o.days <= $7 THEN left_open ELSE 0 END,
           CASE WHEN o.days > $7 AND o.days <= $8 THEN left_open ELSE 0 END,
           CASE WHEN o.days > $8 AND o.days <= $9 THEN left_open ELSE 0 END,
           CASE WHEN o.days > $9 THEN left_open ELSE 0 END, left_open
         FROM open o JOIN ${table(ctx, 'supplier')} s ON s.id = o.party_id WHERE left_open <> 0
         RETURNING balance)
       SELECT coalesce(sum(balance), 0) AS total, count(*) AS count FROM written`,
      [recordId(fx), asOf, idOf(record, 'supplier_id'), idOf(record, 'branch_id'), branches, ...bounds],
    )
    await ctx.db.query(`UPDATE ${table(ctx, fx.module.entity.table)} SET total = $2, buckets = $3 WHERE id = $1`, [
      recordId(fx),
      total!.total,
      JSON.stringify(agingLabels(bounds)),
    ])
    return { rows: total!.count }
  },
  /** The frozen rows of a discarded run stay readable; nothing else was touched. */
  async reverse() {},
}
