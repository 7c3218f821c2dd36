/** `stock.revalue`: a change of the value of stock, without quantity. */

import { toMicros } from '../../../domain/minor-units.ts'
import { adjustValue, revalue } from '../../../domain/stock/valuation.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { dec, fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { raw, ref, sql } from '../../platform/db/sql.ts'
import { asRule, idOf, linesOf } from '../../records/row.ts'
import { writeLines } from '../../workflow/builtin/carry.ts'
import { notePlace } from '../accounting/accounts.ts'
import { writeEntry } from '../accounting/entry.ts'
import type { BucketKey } from './bucket.ts'
import { bucketOf, LOCATION } from './move.ts'
import { undoRows } from './reversal.ts'
import { StockSession } from './stock-posting.ts'

type Params = { lines: string; location: string; amount: string; source?: string; quantity?: string; to?: string }

export const stockRevalue: Effect<Params> = {
  name: 'stock.revalue',
  rank: 20,
  params: {
    // Asked for also where the descriptor does not name it.
    guard: 'period.open',
    description:
      'Changes what stock is worth without moving any: a write-down or write-up, or with `quantity` a price difference that comes after the goods.',
    examples: [
      { lines: 'items', location: 'location_id', amount: '-loss' },
      {
        lines: 'items',
        source: 'goods_receipt',
        location: 'location_id',
        amount: 'variance',
        quantity: 'base_qty',
        to: 'variance_to_stock',
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'location', 'amount'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      source: {
        type: 'string',
        format: 'source',
        description:
          'Module of the document that brought the goods: only rows taken from it count, and `location` is a field of that document.',
      },
      location: LOCATION,
      amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the row: what the value changes by.' },
      quantity: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description:
          'Expression over the row: base units that the amount is about. Only the part that belongs to goods still in stock changes their value.',
      },
      to: { type: 'string', format: 'line-field', of: ['money'], description: 'Field of the row that takes what went into stock.' },
    },
  },
  async lock(fx, params) {
    await StockSession.of(fx).lock([...(await bucketsOf(fx, params)).values()])
  },
  async apply(fx, params): Promise<Json> {
    const stock = StockSession.of(fx)
    const buckets = await bucketsOf(fx, params)
    await stock.lock([...buckets.values()])
    const about: bigint[] = []
    const written: { id: number; values: Record<string, bigint> }[] = []
    for (const [line, key] of buckets) {
      const amount = toCents(dec(fx.decimal(params.amount, line)))
      notePlace(line, stock.place(key))
      const into = amount === 0n || !stock.isStock(key) ? amount : change(fx, params, { line, key, amount, about })
      if (!params.to) continue
      line[params.to] = fromCents(into)
      written.push({ id: idOf(line, 'id')!, values: { [params.to]: into } })
    }
    await writeLines(fx, params.lines, written)
    const rows = await stock.flush()
    return { rows, held: Object.fromEntries(params.quantity ? rows.map((id, index) => [String(id), about[index]!.toString()]) : []) }
  },
  async reverse(fx, entry) {
    const { rows, held } = entry as { rows: number[]; held?: Record<string, string> }
    const postings = await undoRows(fx, rows, held)
    if (postings.length) await writeEntry(fx, postings, { journal: 'Inventory', remarks: 'Valuation differences on void' })
  },
}

interface Change {
  readonly line: Row
  readonly key: BucketKey
  /** Centavos. */
  readonly amount: bigint
  /** Takes, per row written, the millionths that it is about. */
  readonly about: bigint[]
}

/** Changes the value of one bucket; returns the part of the amount that it took. */
function change(fx: EffectContext, { quantity }: Params, { line, key, amount, about }: Change): bigint {
  const stock = StockSession.of(fx)
  const qty = quantity ? toMicros(fx.decimal(quantity, line)) : 0n
  const step = asRule('E_REVALUE', () =>
    stock.apply(key, { source_line_id: idOf(line, 'id') }, (bucket) =>
      quantity ? revalue(bucket, amount, qty) : adjustValue(bucket, amount),
    ),
  )
  for (const row of step.rows) about.push(row.qtyAfter < qty ? row.qtyAfter : qty)
  return amount - step.variance
}

/** The buckets of the lines: where the record says, or where the document that brought the goods put them. */
async function bucketsOf(fx: EffectContext, { lines, location, source }: Params): Promise<Map<Row, BucketKey>> {
  const result = new Map<Row, BucketKey>()
  const rows = linesOf(fx.record, lines).filter(
    (line) => !source || (line.source_module === source && idOf(line, 'source_line_id') !== null),
  )
  const places = source ? await placedBy(fx, { source, lines, location, rows }) : undefined
  for (const line of rows) {
    const key = places ? places.get(idOf(line, 'source_line_id')!) : bucketOf(fx, line, location)
    if (key) result.set(line, key)
  }
  return result
}

interface PlacedRows {
  readonly source: string
  readonly lines: string
  readonly location: string
  readonly rows: readonly Row[]
}

/** The place of the goods of the source's rows, by row. */
async function placedBy(fx: EffectContext, { source, lines, location, rows }: PlacedRows): Promise<Map<number, BucketKey>> {
  const module = fx.ctx.modules.get(source)
  const from = module?.lines.find((line) => line.name === fx.module.sources.find((entry) => entry.module === source)?.lines[lines]?.from)
  if (!module || !from || rows.length === 0) return new Map()
  const { schema } = fx.ctx.company
  const place = from.field[location] ? sql`coalesce(l.${ref(location)}, d.${ref(location)})` : sql`d.${ref(location)}`
  const matches = await fx.ctx.db.query<BucketKey & { id: number }>(
    sql`
      SELECT l.id, l.item_id, ${place} AS location_id
      FROM ${raw(qualify(schema, from.table))} l
      JOIN ${raw(qualify(schema, module.entity.table))} d ON d.id = l.parent_id
      WHERE l.id = ANY (${rows.map((line) => idOf(line, 'source_line_id'))}::bigint[]) AND l.item_id IS NOT NULL
    `,
  )
  return new Map(matches.map(({ id, item_id, location_id }) => [id, { item_id, location_id }]))
}
