/** `stock.move`: goods into or out of a location, at cost or at the moving average. */

import { toMicros } from '../../../domain/minor-units.ts'
import { gain, issue, issueAt, receive, type Step } from '../../../domain/stock/valuation.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { dec, fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { asRule, idOf, linesOf } from '../../records/row.ts'
import { writeLines } from '../../workflow/builtin/carry.ts'
import { accountFor, notePlace, roleAccounts } from '../accounting/accounts.ts'
import { requireMoved } from '../accounting/books-invariant.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { consumeHolds, type HoldUse, ownHolds, returnHolds } from './allocations.ts'
import type { BucketKey } from './bucket.ts'
import { undoRows } from './reversal.ts'
import { type Origin, StockSession } from './stock-posting.ts'
import { StockUnits, type UnitMove } from './units.ts'

type Params = {
  lines: string
  direction: 'in' | 'out'
  location: string
  quantity?: string
  cost?: string
  carried?: string
  costTo?: string
  when?: string
  reserved?: boolean
}

/** Parameter that says where the goods of a line are. */
export const LOCATION = {
  type: 'string',
  format: 'any-field',
  to: ['inventory_location'],
  description: 'Field of the line, else of the record, with the location.',
} as const

/** The lines that a movement is about. */
const movedBy = (fx: EffectContext, { lines, when }: Params): Row[] =>
  linesOf(fx.record, lines).filter((line) => !when || fx.evaluate(when, line) === true)

/** The bucket of a line; null when the line has no item. */
export function bucketOf(fx: EffectContext, line: Row, location: string): BucketKey | null {
  const item_id = idOf(line, 'item_id')
  if (item_id === null) return null
  const location_id = idOf(line, location) ?? idOf(fx.record, location)
  if (location_id === null) throw refuse('E_LOCATION', 'Choose the location of the stock.')
  return { item_id, location_id }
}

export const stockMove: Effect<Params> = {
  name: 'stock.move',
  keepsRecord: true,
  rank: 20,
  params: {
    // Asked for also where the descriptor does not name it.
    guard: 'period.open',
    description:
      'Moves the rows of a child table into or out of a location: in at the cost given, out at the moving average. Void puts everything back.',
    examples: [
      { lines: 'items', direction: 'in', location: 'location_id', cost: 'cost_value' },
      { lines: 'items', direction: 'out', location: 'location_id', costTo: 'cost_value' },
      { lines: 'items', direction: 'out', location: 'transit_location_id', carried: 'cost_value' },
    ],
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
        description:
          'Expression over the row: what comes in is worth; without it, goods found come in at the average. Goods out go at the average.',
      },
      carried: {
        type: 'string',
        format: 'line-field',
        of: ['numeric'],
        description: 'Field of the line with the value that goes out with the goods instead of the average: what was put in transit.',
      },
      when: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression over the row; rows for which it is false do not move.',
      },
      reserved: {
        type: 'boolean',
        default: false,
        description: 'Goods go out even where they are reserved for others: they are gone already.',
      },
      costTo: {
        type: 'string',
        format: 'line-field',
        of: ['numeric'],
        description: 'Field of the line that takes the cost of goods out, or of goods found.',
      },
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
          properties: {
            carried: { not: {}, description: 'Goods in are worth what "cost" says; "carried" is for goods out of transit.' },
          },
        },
      },
      {
        if: { type: 'object', required: ['cost'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: {
          properties: { costTo: { not: {}, description: 'Goods in are worth what "cost" says; only goods out have a cost to return.' } },
        },
      },
    ],
  },
  async lock(fx, params) {
    // A transfer moves the same goods twice: all buckets of the record are locked together.
    const moves = (fx.calls ?? []).filter((call) => call.name === 'stock.move').map((call) => call.params as Params)
    const keys = [params, ...moves].flatMap((entry) =>
      movedBy(fx, entry)
        .map((line) => bucketOf(fx, line, entry.location))
        .filter((key) => key !== null),
    )
    await StockSession.of(fx).lock(keys)
  },
  async apply(fx, params): Promise<Json> {
    const stock = StockSession.of(fx)
    const units = new StockUnits(fx)
    const holds = params.direction === 'out' ? await ownHolds(fx) : undefined
    const issued = new Map<string, bigint>()
    const nameOf = (key: BucketKey) => `${key.item_id}|${key.location_id}`
    const costs: { id: number; values: Record<string, bigint> }[] = []
    const variances: { key: BucketKey; amount: bigint }[] = []
    let moved = 0
    const note = (line: Row, cost: bigint): void => {
      line[params.costTo!] = fromCents(cost)
      costs.push({ id: idOf(line, 'id')!, values: { [params.costTo!]: cost } })
    }
    const lines = movedBy(fx, params)
    for (const line of lines) {
      const key = bucketOf(fx, line, params.location)
      if (!key) continue
      const qty = toMicros(fx.decimal(params.quantity ?? 'base_qty', line))
      if (qty <= 0n) continue
      moved++
      notePlace(line, stock.place(key))
      // Goods that are not kept in stock have no bucket to move in.
      if (!stock.isStock(key)) continue
      const origin = { source_line_id: idOf(line, 'id') }
      units.add(params.lines, line, key, params.direction === 'in' ? qty : -qty)
      if (params.direction === 'in') {
        const step =
          params.cost === undefined
            ? await found(fx, key, origin, qty)
            : stock.apply(key, origin, (bucket) => receive(bucket, qty, toCents(dec(fx.decimal(params.cost!, line)))))
        if (step.variance !== 0n) variances.push({ key, amount: step.variance })
        if (params.costTo) note(line, step.rows[0]!.value)
        continue
      }
      const available = params.reserved ? stock.bucket(key).qty : stock.available(key, holds?.of(key))
      if (qty > available && !stock.allowsNegative(key)) throw stock.shortage(key, qty, available)
      const { carried } = params
      const step = stock.apply(key, origin, (bucket, allowNegative) =>
        carried ? issueAt(bucket, qty, toCents(dec(line[carried] ?? 0))) : issue(bucket, qty, allowNegative),
      )
      if (step.variance !== 0n) variances.push({ key, amount: step.variance })
      issued.set(nameOf(key), (issued.get(nameOf(key)) ?? 0n) + qty)
      if (params.costTo) note(line, -step.rows[0]!.value)
    }
    // A condition may exclude all rows; without one, at least one row must move.
    if (lines.length || !params.when) requireMoved(fx, moved)
    const used = holds ? await consumeHolds(fx, holds, (key) => issued.get(nameOf(key)) ?? 0n) : []
    const rows = await stock.flush()
    await writeLines(fx, params.lines, costs)
    const movedUnits = await units.flush()
    const done = { rows, used, ...(movedUnits.length ? { units: movedUnits as unknown as Json } : {}) }
    if (variances.length === 0) return done
    const role = params.carried ? 'valuation_variance' : 'cogs'
    const accounts = await roleAccounts(fx.ctx, ['inventory', role])
    const entry = await writeEntry(
      fx,
      variances.flatMap(({ key, amount }) => [
        { account_id: accountFor(role, stock.place(key), accounts), amount },
        { account_id: accountFor('inventory', stock.place(key), accounts), amount: -amount },
      ]),
      {
        journal: 'Inventory',
        remarks: params.carried ? 'Value left in transit' : 'Cost of goods that were issued before they came in',
      },
    )
    return { ...done, entry: entry ?? null }
  },
  async reverse(fx, entry) {
    const done = entry as unknown as { rows: number[]; used?: HoldUse[]; units?: UnitMove[]; entry?: number | null }
    const postings = await undoRows(fx, done.rows)
    if (done.units) await new StockUnits(fx).undo(done.units)
    await returnHolds(fx, done.used ?? [])
    if (postings.length) await writeEntry(fx, postings, { journal: 'Inventory', remarks: 'Valuation differences on void' })
    if (done.entry) await reverseEntry(fx, done.entry)
  },
}

/** The cost of an item per base unit in millionths of a centavo; none where it is not known. */
export const standardCost = (cost: string | null | undefined): bigint | null =>
  Number(cost) > 0 ? BigInt(dec(cost).times(100_000_000).toFixed(0)) : null

/** K7, goods found: at the average, in an empty bucket at the last cost paid, else at the item's standard cost. */
async function found(fx: EffectContext, key: BucketKey, origin: Origin, qty: bigint): Promise<Step> {
  const [item] = await fx.ctx.db.query<{ cost: string | null }>(sql`SELECT cost FROM ${table(fx.ctx, 'item')} WHERE id = ${key.item_id}`)
  const standard = standardCost(item?.cost)
  return asRule('E_COST', () => StockSession.of(fx).apply(key, origin, (bucket) => gain(bucket, qty, standard)))
}
