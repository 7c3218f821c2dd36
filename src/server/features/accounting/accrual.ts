/** `accrual.clear`: a bill that clears what other documents have accrued: freight and handling of receipts. */

import { centsText } from '../../../domain/minor-units.ts'
import type { Json } from '../../../engine/model/module.ts'
import { dec, fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Ctx, Effect } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { recordId } from '../../records/row.ts'

type Params = { documents: string; accrued: string; cleared: string; amount: string; to: string; when?: string }
interface AccrualEntry {
  module: string
  column: string
  parts: { id: number; amount: string }[]
}

export const accrualClear: Effect<Params> = {
  name: 'accrual.clear',
  rank: 10,
  params: {
    description:
      'Clears what the documents named have accrued and not cleared yet, all of it; without documents, as much as the record’s own amount. The difference to that amount is the caller’s variance.',
    examples: [
      {
        documents: 'landed_receipt_ids',
        accrued: 'landed_cost',
        cleared: 'landed_billed',
        amount: 'sum(items, net)',
        to: 'accrual_cleared',
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['documents', 'accrued', 'cleared', 'amount', 'to'],
    properties: {
      documents: { type: 'string', format: 'field', of: ['references'], description: 'Field with the documents.' },
      accrued: {
        type: 'string',
        format: 'referenced-field',
        through: 'documents',
        of: ['money'],
        description: 'Field of a document with what it accrued.',
      },
      cleared: {
        type: 'string',
        format: 'referenced-field',
        through: 'documents',
        of: ['money'],
        description: 'Field of a document that adds up what was cleared.',
      },
      amount: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description: 'Expression over the record: the amount that was billed.',
      },
      to: { type: 'string', format: 'field', of: ['money'], description: 'Field of the record that takes what was cleared.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression; nothing is cleared when it is false.' },
    },
  },
  async apply(fx, { documents, accrued, cleared, amount, to, when }): Promise<Json> {
    if (when && fx.evaluate(when) !== true) return null
    const { ctx, record } = fx
    const ids = Array.isArray(record[documents]) ? (record[documents] as number[]) : []
    const module = ctx.modules.get(fx.module.field[documents]?.to ?? '')
    const entry: AccrualEntry = { module: module?.name ?? '', column: cleared, parts: [] }
    let sum = toCents(dec(fx.decimal(amount)))
    if (ids.length && module) {
      const rows = await ctx.db.query<{ id: number; open: string }>(
        sql`
          SELECT id, coalesce(${ref(accrued)}, 0) - coalesce(${ref(cleared)}, 0) AS open
          FROM ${table(ctx, module.entity.table)}
          WHERE id = ANY(${ids}) AND status IN ('posted', 'closed')
          ORDER BY id
          FOR UPDATE
        `,
      )
      const open = rows.map((row) => ({ id: row.id, cents: toCents(row.open) })).filter(({ cents }) => cents > 0n)
      entry.parts = open.map(({ id, cents }) => ({ id, amount: centsText(cents) }))
      sum = open.reduce((total, { cents }) => total + cents, 0n)
      await addCleared(ctx, entry, 1)
    }
    record[to] = fromCents(sum)
    await ctx.db.query(sql`
      UPDATE ${table(ctx, fx.module.entity.table)}
      SET ${ref(to)} = ${centsText(sum)}
      WHERE id = ${recordId(fx)}
    `)
    return entry as unknown as Json
  },
  async reverse(fx, entry) {
    if (entry) await addCleared(fx.ctx, entry as unknown as AccrualEntry, -1)
  },
}

async function addCleared(ctx: Ctx, { module, column, parts }: AccrualEntry, sign: 1 | -1): Promise<void> {
  if (parts.length === 0) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module)} d
      SET ${ref(column)} = coalesce(d.${ref(column)}, 0) + ${sign}::int * u.amount
      FROM unnest(
        ${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ amount }) => amount)}::numeric[]
      ) AS u(id, amount)
      WHERE d.id = u.id
    `,
  )
}
