/** `stock.move`: goods into or out of a location, at cost or at the moving average. */

import { dec, fromCents, toCents } from '../../../domain/decimal.ts'
import { centsText, toMicros } from '../../../domain/minor-units.ts'
import { adjustValue, issue, receive } from '../../../domain/stock/valuation.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { asRule, idOf, linesOf, linesTable, recordId } from '../../records/row.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { requireMoved } from '../accounting/books-invariant.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { consumeHolds, type HoldUse, ownHolds, returnHolds } from './allocations.ts'
import { undoRows } from './reversal.ts'
import { type BucketKey, StockSession } from './stock-posting.ts'

type Params = {
  lines: string
  direction: 'in' | 'out'
  location: string
  quantity?: string
  cost?: string
  costTo?: string
}

/** Parameter that says where the goods of a line are. */
export const LOCATION = {
  type: 'string',
  format: 'any-field',
  to: ['inventory_location'],
  description: 'Field of the line, else of the record, with the location.',
} as const

/** The bucket of a line; null when the line has no item. */
function bucketOf(fx: EffectContext, line: Row, location: string): BucketKey | null {
  const item_id = idOf(line, 'item_id')
  if (item_id === null) return null
  const location_id = idOf(line, location) ?? idOf(fx.record, location)
  if (location_id === null) throw refuse('E_LOCATION', 'Choose the location of the stock.')
  return { item_id, location_id }
}

export const stockMove: Effect<Params> = {
  name: 'stock.move',
  rank: 20,
  params: {
    description:
      'Moves the rows of a child table into or out of a location: in at the cost given, out at the moving average. Void puts everything back.',
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'direction', 'location'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table whose rows move.' },
      direction: { enum: ['in', 'out'], description: 'Into the location, or out of it.' },
      location: LOCATION,
      quantity: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description: 'Expression over the row: quantity in base units.',
        default: 'base_qty',
      },
      cost: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description: 'Expression over the row: what comes in is worth. Goods out go at the average.',
      },
      costTo: { type: 'string', format: 'line-field', of: ['numeric'], description: 'Field of the line that takes the cost of goods out.' },
    },
    allOf: [
      {
        if: { type: 'object', required: ['direction'], properties: { direction: { const: 'out' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: {
          properties: { cost: { not: {}, description: 'Goods out go at their average cost; "costTo" names the field that takes it.' } },
        },
      },
      {
        if: { type: 'object', required: ['direction'], properties: { direction: { const: 'in' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: {
          properties: { costTo: { not: {}, description: 'Goods in are worth what "cost" says; only goods out have a cost to return.' } },
        },
      },
    ],
  },
  async lock(fx, params) {
    const keys = linesOf(fx.record, params.lines)
      .map((line) => bucketOf(fx, line, params.location))
      .filter((key) => key !== null)
    await StockSession.of(fx).lock(keys)
  },
  async apply(fx, params): Promise<Json> {
    const stock = StockSession.of(fx)
    const holds = params.direction === 'out' ? await ownHolds(fx) : undefined
    const issued = new Map<string, bigint>()
    const nameOf = (key: BucketKey) => `${key.item_id}|${key.location_id}`
    const costs: { id: number; cost: string }[] = []
    const variances: { key: BucketKey; amount: bigint }[] = []
    let moved = 0
    for (const line of linesOf(fx.record, params.lines)) {
      const key = bucketOf(fx, line, params.location)
      if (!key) continue
      const qty = toMicros(fx.decimal(params.quantity ?? 'base_qty', line))
      if (qty <= 0n) continue
      moved++
      // Goods that are not kept in stock have no bucket to move in.
      if (!stock.isStock(key)) continue
      const origin = { source_line_id: idOf(line, 'id') }
      if (params.direction === 'in') {
        const cost = toCents(dec(fx.decimal(params.cost ?? '0', line)))
        const step = stock.apply(key, origin, (bucket) => receive(bucket, qty, cost))
        if (step.variance !== 0n) variances.push({ key, amount: step.variance })
        continue
      }
      const available = stock.available(key, holds?.of(key))
      if (qty > available && !stock.allowsNegative(key)) throw stock.shortage(key, qty, available)
      const step = stock.apply(key, origin, (bucket, allowNegative) => issue(bucket, qty, allowNegative))
      issued.set(nameOf(key), (issued.get(nameOf(key)) ?? 0n) + qty)
      if (params.costTo) {
        const cost = -step.rows[0]!.value
        line[params.costTo] = fromCents(cost)
        if (origin.source_line_id !== null) costs.push({ id: origin.source_line_id, cost: centsText(cost) })
      }
    }
    requireMoved(fx, moved)
    const used = holds ? await consumeHolds(fx, holds, (key) => issued.get(nameOf(key)) ?? 0n) : []
    const rows = await stock.flush()
    if (costs.length) await writeLineValues(fx, params.lines, params.costTo!, costs)
    if (variances.length === 0) return { rows, used }
    const accounts = await roleAccounts(fx.ctx, ['inventory', 'cogs'])
    const entry = await writeEntry(
      fx,
      variances.flatMap(({ key, amount }) => [
        { account_id: accountFor('cogs', stock.place(key), accounts), amount },
        { account_id: accountFor('inventory', stock.place(key), accounts), amount: -amount },
      ]),
      { journal: 'Inventory', remarks: 'Cost of goods that were issued before they came in' },
    )
    return { rows, used, entry: entry ?? null }
  },
  async reverse(fx, entry) {
    const done = entry as { rows: number[]; used?: HoldUse[]; entry?: number | null }
    const postings = await undoRows(fx, done.rows)
    await returnHolds(fx, done.used ?? [])
    if (postings.length) await writeEntry(fx, postings, { journal: 'Inventory', remarks: 'Valuation differences on void' })
    if (done.entry) await reverseEntry(fx, done.entry)
  },
}

/** Sets one money column on several lines of the record at once. */
async function writeLineValues(
  fx: EffectContext,
  lines: string,
  column: string,
  values: readonly { id: number; cost: string }[],
): Promise<void> {
  await fx.ctx.db.query(
    `UPDATE ${linesTable(fx.ctx, fx.module.name, lines)} t SET "${column}" = u.value
     FROM unnest($1::bigint[], $2::numeric[]) AS u(id, value) WHERE t.id = u.id AND t.parent_id = $3`,
    [values.map((one) => one.id), values.map((one) => one.cost), recordId(fx)],
  )
}

type RevalueParams = { lines: string; location: string; amount: string }

/** `stock.revalue`: a write-down or write-up of what is in stock, without quantity. */
export const stockRevalue: Effect<RevalueParams> = {
  name: 'stock.revalue',
  rank: 20,
  params: {
    description: 'Changes what stock is worth without moving any: a write-down or write-up.',
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'location', 'amount'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      location: LOCATION,
      amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the row: what the value changes by.' },
    },
  },
  async lock(fx, params) {
    await StockSession.of(fx).lock(
      linesOf(fx.record, params.lines)
        .map((line) => bucketOf(fx, line, params.location))
        .filter((key) => key !== null),
    )
  },
  async apply(fx, params): Promise<Json> {
    const stock = StockSession.of(fx)
    for (const line of linesOf(fx.record, params.lines)) {
      const key = bucketOf(fx, line, params.location)
      if (!key || !stock.isStock(key)) continue
      const amount = toCents(dec(fx.decimal(params.amount, line)))
      if (amount === 0n) continue
      asRule('E_REVALUE', () => stock.apply(key, { source_line_id: idOf(line, 'id') }, (bucket) => adjustValue(bucket, amount)))
    }
    return { rows: await stock.flush() }
  },
  async reverse(fx, entry) {
    const postings = await undoRows(fx, (entry as { rows: number[] }).rows)
    if (postings.length) await writeEntry(fx, postings, { journal: 'Inventory', remarks: 'Valuation differences on void' })
  },
}
