/** Goods reserved for a document: they cannot be issued to, or reserved by, another one. */

import { microsText, toMicros } from '../../../domain/minor-units.ts'
import type { Json } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { idOf, linesOf, recordId } from '../../records/row.ts'
import type { BucketKey } from './bucket.ts'
import { endCount } from './count-freeze.ts'
import { StockSession } from './stock-posting.ts'

type Params = { lines: string; location: string; quantity?: string; partial?: boolean }
interface Hold extends BucketKey {
  id: number
  qty: bigint
}
interface OwnHolds {
  of(key: BucketKey): bigint
  readonly list: readonly Hold[]
}

/** Holds of the documents that the record's lines come from (an order's, when a delivery is posted). */
export async function ownHolds(fx: EffectContext): Promise<OwnHolds> {
  const sources = fx.module.lines
    .flatMap((lines) => linesOf(fx.record, lines.name))
    .map((line) => ({ module: line.source_module, id: idOf(line, 'source_line_id') }))
    .filter((source) => typeof source.module === 'string' && source.id !== null)
  if (sources.length === 0) return { list: [], of: () => 0n }
  const rows = await fx.ctx.db.query<BucketKey & { id: number; qty: string }>(
    sql`
      SELECT h.id, h.item_id, h.location_id, h.qty
      FROM ${table(fx.ctx, 'stock_hold')} h
      JOIN unnest(
        ${sources.map((source) => source.module)}::text[], ${sources.map((source) => source.id)}::bigint[]
      ) AS s(module, id) ON h.source_module = s.module
        AND h.source_line_id = s.id
      ORDER BY h.id
    `,
  )
  const list = rows.map((row) => ({ ...row, qty: toMicros(row.qty) }))
  const same = (a: BucketKey, b: BucketKey) => a.item_id === b.item_id && a.location_id === b.location_id
  return { list, of: (key) => list.filter((hold) => same(hold, key)).reduce((sum, hold) => sum + hold.qty, 0n) }
}

/** How much of a hold was used up: quantity in base units, as text. */
export type HoldUse = { id: number; use: string }

/**
 * Issued goods use up their own holds, oldest first; `issued` returns the quantity that left a bucket, in millionths.
 * Returns the used holds, for `returnHolds`.
 */
export async function consumeHolds(fx: EffectContext, holds: OwnHolds, issued: (key: BucketKey) => bigint): Promise<HoldUse[]> {
  const left = new Map<string, bigint>()
  const uses = holds.list
    .map((hold) => {
      const name = `${hold.item_id}|${hold.location_id}`
      const rest = left.get(name) ?? issued(hold)
      const use = hold.qty < rest ? hold.qty : rest
      left.set(name, rest - use)
      return { id: hold.id, use }
    })
    .filter(({ use }) => use > 0n)
    .map(({ id, use }) => ({ id, use: microsText(use) }))
  await reduceHolds(fx, uses)
  return uses
}

/** Goods that come back by a void are kept for the same order again. */
export const returnHolds = (fx: EffectContext, uses: readonly HoldUse[]): Promise<void> =>
  reduceHolds(
    fx,
    uses.map(({ id, use }) => ({ id, use: `-${use}` })),
  )

async function reduceHolds(fx: EffectContext, uses: readonly HoldUse[]): Promise<void> {
  if (uses.length === 0) return
  await fx.ctx.db.query(
    sql`
      WITH u AS (
        SELECT *
        FROM unnest(${uses.map(({ id }) => id)}::bigint[], ${uses.map(({ use }) => use)}::numeric[]) AS u(id, use)
      ),
        held AS (
          UPDATE ${table(fx.ctx, 'stock_hold')} h
          SET qty = h.qty - u.use
          FROM u
          WHERE h.id = u.id
          RETURNING h.item_id, h.location_id, u.use
        )
      UPDATE ${table(fx.ctx, 'stock_bucket')} b
      SET reserved_qty = b.reserved_qty - g.use
      FROM (SELECT item_id, location_id, sum(use) AS use FROM held GROUP BY 1, 2) g
      WHERE b.item_id = g.item_id AND b.location_id = g.location_id
    `,
  )
}

/** The holds that a record needs, by line; quantity in millionths of the base unit. */
export interface Wanted extends BucketKey {
  readonly line: number | null
  readonly qty: bigint
}

/** The present holds of the record. */
export async function heldBy(fx: EffectContext): Promise<(Hold & { line: number | null })[]> {
  const rows = await fx.ctx.db.query<BucketKey & { id: number; qty: string; line: number | null }>(
    sql`
      SELECT id, item_id, location_id, qty, source_line_id AS line
      FROM ${table(fx.ctx, 'stock_hold')}
      WHERE source_module = ${fx.module.name} AND source_id = ${recordId(fx)}
      ORDER BY id
    `,
  )
  return rows.map((row) => ({ ...row, qty: toMicros(row.qty) }))
}

/** Locks the buckets that a change of the record's holds touches: before and after. */
export async function lockHolds(fx: EffectContext, wanted: readonly BucketKey[]): Promise<void> {
  await StockSession.of(fx).lock([...wanted, ...(await heldBy(fx))])
}

const nameOf = (key: BucketKey): string => `${key.item_id}|${key.location_id}`

/**
 * Sets the holds of the record to the wanted ones; its buckets are locked. Its present holds already count as available
 * to it. Refuses with E_INSUFFICIENT_STOCK, or with `partial` reserves the available quantity. Returns the ids.
 */
export async function setHolds(fx: EffectContext, wanted: readonly Wanted[], partial: boolean): Promise<number[]> {
  const stock = StockSession.of(fx)
  const before = await heldBy(fx)
  const byLocation = new Map<string, bigint>()
  for (const hold of before) byLocation.set(nameOf(hold), (byLocation.get(nameOf(hold)) ?? 0n) + hold.qty)
  const taken = new Map<string, bigint>()
  const holds: Wanted[] = []
  for (const want of wanted) {
    if (want.qty <= 0n || !stock.isStock(want)) continue
    const name = nameOf(want)
    const available = stock.available(want, byLocation.get(name)) - (taken.get(name) ?? 0n)
    if (want.qty > available && !partial) throw stock.shortage(want, want.qty, available)
    const qty = want.qty < available ? want.qty : available
    if (qty <= 0n) continue
    taken.set(name, (taken.get(name) ?? 0n) + qty)
    holds.push({ ...want, qty })
  }
  await dropHolds(
    fx,
    before.map((hold) => hold.id),
  )
  return insertHolds(fx, holds)
}

async function insertHolds(fx: EffectContext, holds: readonly Wanted[]): Promise<number[]> {
  if (holds.length === 0) return []
  const rows = await fx.ctx.db.query<{ id: number }>(
    sql`
      WITH h AS (
        SELECT *
        FROM unnest(
          ${holds.map((hold) => hold.item_id)}::bigint[], ${holds.map((hold) => hold.location_id)}::bigint[],
          ${holds.map((hold) => microsText(hold.qty))}::numeric[], ${holds.map((hold) => hold.line)}::bigint[]
        ) AS u(item_id, location_id, qty, line)
      ),
        reserved AS (
          UPDATE ${table(fx.ctx, 'stock_bucket')} b
          SET reserved_qty = b.reserved_qty + s.qty
          FROM (SELECT item_id, location_id, sum(qty) AS qty FROM h GROUP BY 1, 2) s
          WHERE b.item_id = s.item_id AND b.location_id = s.location_id
        )
      INSERT INTO ${table(fx.ctx, 'stock_hold')} (item_id, location_id, qty, source_module, source_id, source_line_id)
      SELECT item_id, location_id, qty, ${fx.module.name}, ${recordId(fx)}, line
      FROM h
      RETURNING id
    `,
  )
  return rows.map((row) => row.id)
}

/** Releases the rest of holds. */
async function dropHolds(fx: EffectContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await fx.ctx.db.query(
    sql`
      WITH gone AS (
        DELETE FROM ${table(fx.ctx, 'stock_hold')} WHERE id = ANY(${ids}) RETURNING item_id, location_id, qty
      )
      UPDATE ${table(fx.ctx, 'stock_bucket')} b
      SET reserved_qty = b.reserved_qty - g.qty
      FROM (SELECT item_id, location_id, sum(qty) AS qty FROM gone GROUP BY 1, 2) g
      WHERE b.item_id = g.item_id AND b.location_id = g.location_id
    `,
  )
}

export const stockReserve: Effect<Params> = {
  name: 'stock.reserve',
  rank: 20,
  params: {
    description: 'Reserves stock for the document.',
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'location'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table whose rows are reserved.' },
      location: {
        type: 'string',
        format: 'any-field',
        to: ['inventory_location'],
        description: 'Field of the line, else of the record, with the location.',
      },
      quantity: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description: 'Expression over the row: quantity in base units.',
        default: 'base_qty',
      },
      partial: { type: 'boolean', description: 'Reserve what there is instead of refusing.', default: false },
    },
  },
  async lock(fx, params) {
    await lockHolds(fx, wantedOf(fx, params))
  },
  async apply(fx, params): Promise<Json> {
    return { holds: await setHolds(fx, wantedOf(fx, params), params.partial === true) }
  },
  async reverse(fx, entry) {
    await dropHolds(fx, (entry as { holds: number[] }).holds)
  },
}

function wantedOf(fx: EffectContext, params: Params): Wanted[] {
  return linesOf(fx.record, params.lines).flatMap((line) => {
    const item_id = idOf(line, 'item_id')
    const location_id = idOf(line, params.location) ?? idOf(fx.record, params.location)
    if (item_id === null || location_id === null) return []
    return [{ item_id, location_id, line: idOf(line, 'id'), qty: toMicros(fx.decimal(params.quantity ?? 'base_qty', line)) }]
  })
}

/** Lets go of everything that is still kept for the document. */
export const stockRelease: Effect<null> = {
  name: 'stock.release',
  rank: 20,
  params: {
    description: 'Releases the stock still reserved for the document, and the location that it counts.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  lock: (fx) => lockHolds(fx, []),
  async apply(fx): Promise<Json> {
    await endCount(fx)
    return { holds: await setHolds(fx, [], true) }
  },
  // A void, the only thing that undoes, keeps nothing for the document either.
  async reverse() {},
}
