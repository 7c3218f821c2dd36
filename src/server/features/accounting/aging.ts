/** `payables.age`: freezes the aging of open payables on a day into the record's rows. One query reads, one writes. */

import { centsText } from '../../../domain/minor-units.ts'
import { AGING_BOUNDS, AGING_FIELDS, agingLabels, checkBounds, daysPastDue, inBucket } from '../../../domain/payables/aging.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Ctx, Effect } from '../../platform/context.ts'
import { columns, linesTable, sql, table, unnested } from '../../platform/db/sql.ts'
import { asRule, centsOf, idOf, recordId, textOf } from '../../records/row.ts'

/** Upper ends of the buckets from the company's settings, which name the four beyond `Current`. */
export function agingBounds(ctx: Ctx): readonly number[] {
  const set = ctx.settings.aging_buckets
  if (Array.isArray(set) && set.length === 4 && set.every((candidate) => Number.isInteger(candidate))) return [0, ...(set as number[])]
  return AGING_BOUNDS
}

type OpenRow = Row & {
  party_id: number
  bill_id: number | null
  reference: string | null
  document_date: string
  due_date: string
  /** The day it is aged from. */
  due: string
  /** The open amount on the day. */
  open: string
}

export const payablesAge: Effect = {
  name: 'payables.age',
  rank: 40,
  params: {
    description: 'Fills in the open items of suppliers by age.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const asOf = textOf(record, 'as_of') || fx.date
    const bounds = agingBounds(ctx)
    asRule('E_AGING_BUCKETS', () => checkBounds(bounds))
    const due = record.basis === 'bill_date' ? sql`document_date` : sql`due_date`
    const branches = ctx.system === undefined && ctx.principal.branch_ids.length ? ctx.principal.branch_ids : null
    const items = await ctx.db.query<OpenRow>(
      sql`
        SELECT o.*, s.name
        FROM (
          SELECT o.id, o.party_id, CASE WHEN o.source_module = 'bill' THEN o.source_id END AS bill_id,
            coalesce(o.reference_no, o.transaction_no) AS reference, o.document_date, o.due_date, o.${due} AS due,
            o.amount - coalesce(
              (
                SELECT sum(a.amount)
                FROM ${table(ctx, 'open_item_application')} a
                WHERE a.open_item_id = o.id AND a.date <= ${asOf}::date
              ),
              0
            ) AS open
          FROM ${table(ctx, 'open_item')} o
          WHERE o.kind = 'payable'
            AND o.date <= ${asOf}::date
            AND (${idOf(record, 'supplier_id')}::bigint IS NULL OR o.party_id = ${idOf(record, 'supplier_id')}::bigint)
            AND (${idOf(record, 'branch_id')}::bigint IS NULL OR o.branch_id = ${idOf(record, 'branch_id')}::bigint)
            AND (${branches}::bigint[] IS NULL OR o.branch_id = ANY(${branches}::bigint[]))
        ) o
        JOIN ${table(ctx, 'supplier')} s ON s.id = o.party_id
        WHERE o.open <> 0
        ORDER BY s.name, o.due_date, o.id
      `,
    )
    const rows = items.map((item) => {
      const days = daysPastDue(item.due, asOf, centsOf(item, 'open'))
      return { item, days, buckets: inBucket(centsOf(item, 'open'), days, bounds) }
    })
    const lines = linesTable(ctx, fx.module.name, 'rows')
    const values = [
      { name: 'supplier_id', type: 'bigint', values: items.map((item) => item.party_id) },
      { name: 'bill_id', type: 'bigint', values: items.map((item) => item.bill_id) },
      { name: 'supplier_invoice_no', type: 'text', values: items.map((item) => item.reference) },
      { name: 'bill_date', type: 'date', values: items.map((item) => item.document_date) },
      { name: 'due_date', type: 'date', values: items.map((item) => item.due_date) },
      { name: 'days', type: 'int', values: rows.map(({ days }) => days) },
      { name: 'balance', type: 'numeric', values: items.map((item) => item.open) },
      ...AGING_FIELDS.map((name, i) => ({ name, type: 'numeric', values: rows.map(({ buckets }) => centsText(buckets[i]!)) })),
    ]
    const names = columns(values.map(({ name }) => name))
    await ctx.db.query(
      sql`
        WITH gone AS (DELETE FROM ${lines} WHERE parent_id = ${recordId(fx)})
        INSERT INTO ${lines} (parent_id, line_no, ${names})
        SELECT ${recordId(fx)}, n, ${names}
        FROM ${unnested('r', values, 'n')}
      `,
    )
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, fx.module.entity.table)}
        SET total = ${centsText(items.reduce((sum, item) => sum + centsOf(item, 'open'), 0n))},
          buckets = ${JSON.stringify(agingLabels(bounds))}
        WHERE id = ${recordId(fx)}
      `,
    )
    return { rows: rows.length }
  },
  /** The frozen rows of a discarded run stay readable; nothing else was touched. */
  async reverse() {},
}
