/**
 * The stock side of one posting: buckets are locked in one fixed order, movements are computed in memory by the valuation
 * rules, and written together: one statement for all balances and all ledger rows.
 */

import { centsText, microsText, toMicros } from '../../../domain/minor-units.ts'
import { firstShortDay } from '../../../domain/stock/backdate.ts'
import { type Bucket, type MovementKind, Shortage, type Step } from '../../../domain/stock/valuation.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { quantityText, recordId, textOf } from '../../records/row.ts'
import { isStockItem } from '../accounting/accounts.ts'
import { noteBooks } from '../accounting/books-invariant.ts'
import type { BucketKey } from './bucket.ts'
import { requireNotCounted } from './count-freeze.ts'

/** The origin of a row: its line, or the row that it undoes. */
export interface Origin {
  readonly source_line_id?: number | null
  readonly reverses_row_id?: number
}

interface Held extends BucketKey {
  /** Item, location and account columns. */
  readonly info: Row
  readonly before: Bucket
  bucket: Bucket
  readonly reserved: bigint
  readonly lastDate: string | null
  touched: boolean
}
interface Pending extends BucketKey, Origin {
  readonly kind: MovementKind
  readonly qty: bigint
  readonly value: bigint
  readonly qtyAfter: bigint
  readonly valueAfter: bigint
  readonly branch_id: number | null
}

const keyOf = (key: BucketKey): string => `${key.item_id}|${key.location_id}`
const sessions = new WeakMap<Row, StockSession>()

export class StockSession {
  private readonly fx: EffectContext
  private readonly held = new Map<string, Held>()
  private pending: Pending[] = []

  private constructor(fx: EffectContext) {
    this.fx = fx
  }

  /** The session of the record being posted; what one effect locked, the next finds. */
  static of(fx: EffectContext): StockSession {
    const open = sessions.get(fx.record)
    if (open) return open
    const session = new StockSession(fx)
    sessions.set(fx.record, session)
    return session
  }

  /** Locks buckets by item and location, making those that do not exist yet. */
  async lock(keys: readonly BucketKey[]): Promise<void> {
    const wanted = new Map<string, BucketKey>()
    for (const key of keys) if (!this.held.has(keyOf(key))) wanted.set(keyOf(key), key)
    if (wanted.size === 0) return
    const list = [...wanted.values()].sort((a, b) => a.item_id - b.item_id || a.location_id - b.location_id)
    const found = await this.take(list)
    const missing = list.filter((key) => !found.has(keyOf(key)))
    if (missing.length === 0) return
    await this.fx.ctx.db.query(
      sql`
        INSERT INTO ${table(this.fx.ctx, 'stock_bucket')} (item_id, location_id)
        SELECT *
        FROM unnest(${missing.map((key) => key.item_id)}::bigint[], ${missing.map((key) => key.location_id)}::bigint[])
        ON CONFLICT DO NOTHING
      `,
    )
    await this.take(missing)
  }

  private async take(keys: readonly BucketKey[]): Promise<Set<string>> {
    const { ctx } = this.fx
    const rows = await ctx.db.prepared<Row & BucketKey>(sql`
        SELECT b.item_id, b.location_id, b.qty, b.value, b.reserved_qty, b.last_cost, b.last_date, i.sku_code,
          i.name AS item_name, i.item_type, i.is_serialized, i.is_lot_tracked, i.allow_negative AS item_allow_negative, i.inventory_account_id,
          i.cogs_account_id, g.inventory_account_id AS group_inventory_account_id,
          g.cogs_account_id AS group_cogs_account_id, l.code AS location_code, l.type AS location_type, l.branch_id,
          l.allow_negative AS location_allow_negative, l.inventory_account_id AS location_inventory_account_id,
          n.inventory_account_id AS branch_inventory_account_id
        FROM unnest(
          ${keys.map((key) => key.item_id)}::bigint[], ${keys.map((key) => key.location_id)}::bigint[]
        ) AS k(item_id, location_id)
        JOIN ${table(ctx, 'stock_bucket')} b USING (item_id, location_id)
        JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
        LEFT JOIN ${table(ctx, 'item_group')} g ON g.id = i.item_group_id
        JOIN ${table(ctx, 'inventory_location')} l ON l.id = b.location_id
        LEFT JOIN ${table(ctx, 'branch')} n ON n.id = l.branch_id
        ORDER BY b.item_id, b.location_id
        FOR UPDATE OF b
      `)
    for (const row of rows) {
      const bucket: Bucket = {
        qty: toMicros(row.qty),
        value: toCents(row.value),
        // Kept in pesos with eight decimals: millionths of a centavo.
        lastCost: row.last_cost === null ? null : BigInt(String(row.last_cost).replace('.', '')),
      }
      this.held.set(keyOf(row), {
        item_id: row.item_id,
        location_id: row.location_id,
        info: row,
        before: bucket,
        bucket,
        reserved: toMicros(row.reserved_qty),
        lastDate: row.last_date as string | null,
        touched: false,
      })
    }
    return new Set(rows.map(keyOf))
  }

  private get(key: BucketKey): Held {
    const held = this.held.get(keyOf(key))
    if (!held) throw new Error('A stock bucket was moved without being locked.')
    return held
  }

  bucket(key: BucketKey): Bucket {
    return this.get(key).bucket
  }

  /** Account columns of the bucket's item, location and branch, for `accountFor`. */
  place(key: BucketKey): { item: Row; location: Row } {
    const { info } = this.get(key)
    return {
      item: info,
      location: {
        code: info.location_code,
        type: info.location_type,
        inventory_account_id: info.location_inventory_account_id,
        branch_inventory_account_id: info.branch_inventory_account_id,
      },
    }
  }

  isStock(key: BucketKey): boolean {
    return isStockItem(this.get(key).info)
  }

  /** Negative stock needs the company's setting, and the item or the location to allow it. */
  allowsNegative(key: BucketKey): boolean {
    const { info } = this.get(key)
    return (
      this.fx.ctx.settings.allow_negative_stock === true && (info.item_allow_negative === true || info.location_allow_negative === true)
    )
  }

  /** Quantity that can be issued: on hand less the reservations of others. */
  available(key: BucketKey, ownHolds = 0n): bigint {
    const held = this.get(key)
    const reserved = held.reserved - ownHolds
    return held.bucket.qty - (reserved > 0n ? reserved : 0n)
  }

  /**
   * Applies a valuation step to a bucket; returns the step. Refuses with E_INSUFFICIENT_STOCK when the bucket, or its
   * unreserved part, does not contain enough.
   */
  apply(key: BucketKey, origin: Origin, work: (bucket: Bucket, allowNegative: boolean) => Step): Step {
    const held = this.get(key)
    let step: Step
    try {
      step = work(held.bucket, this.allowsNegative(key))
    } catch (error) {
      if (error instanceof Shortage) throw this.shortage(key, error.needed, error.available)
      throw error
    }
    for (const row of step.rows) {
      this.pending.push({
        item_id: key.item_id,
        location_id: key.location_id,
        ...origin,
        kind: row.kind,
        qty: row.qty,
        value: row.value,
        qtyAfter: row.qtyAfter,
        valueAfter: row.valueAfter,
        branch_id: held.info.branch_id === null ? null : Number(held.info.branch_id),
      })
    }
    held.bucket = step.bucket
    held.touched = true
    return step
  }

  shortage(key: BucketKey, needed: bigint, available: bigint): Error {
    const { info } = this.get(key)
    return refuse(
      'E_INSUFFICIENT_STOCK',
      `${String(info.sku_code)} @ ${String(info.location_code)}: needed ${quantityText(needed)}, available ${quantityText(available)}. Receive or transfer stock first, or lower the quantity.`,
      { item_id: key.item_id, location_id: key.location_id, needed: quantityText(needed), available: quantityText(available) },
    )
  }

  /** Writes the pending rows, dated `fx.date`; returns the ids of the new ledger rows in order. */
  async flush(): Promise<number[]> {
    const rows = this.pending
    if (rows.length === 0) return []
    await requireNotCounted(this.fx, rows)
    await this.checkDates()
    this.pending = []
    const { fx } = this
    noteBooks(fx)
    const { ctx } = fx
    const touched = [...this.held.values()].filter((held) => held.touched)
    const written = await ctx.db.query<{ id: number }>(
      sql`
        WITH balance AS (
          UPDATE ${table(ctx, 'stock_bucket')} b
          SET qty = u.qty, value = u.value, last_cost = u.last_cost, last_date = greatest(b.last_date, ${fx.date}::date)
          FROM unnest(
            ${touched.map((held) => held.item_id)}::bigint[], ${touched.map((held) => held.location_id)}::bigint[],
            ${touched.map((held) => microsText(held.bucket.qty))}::numeric[],
            ${touched.map((held) => centsText(held.bucket.value))}::numeric[],
            ${touched.map((held) => (held.bucket.lastCost === null ? null : fromCents(held.bucket.lastCost).div(1_000_000).toFixed(8)))}::numeric[]
          ) AS u(item_id, location_id, qty, value, last_cost)
          WHERE b.item_id = u.item_id AND b.location_id = u.location_id
        )
        INSERT INTO ${table(ctx, 'inventory_movement')} (
          posting_seq, date, transaction_date, source_module, source_id, transaction_no, created_by, updated_by,
          line_no, item_id, location_id, branch_id, source_line_id, kind, qty_delta, value_delta, qty_after,
          value_after, reverses_row_id, qty_in, qty_out, unit_cost, total_cost, running_qty
        )
        SELECT ${fx.posting_seq}, ${ctx.clock.now().toISOString()}, ${fx.date}::date, ${fx.module.name},
          ${recordId(fx)}, ${textOf(fx.record, 'transaction_no') || null}, ${ctx.principal.user_id || null},
          ${ctx.principal.user_id || null}, r.n, r.item_id, r.location_id, r.branch_id, r.source_line_id, r.kind, r.qty,
          r.value, r.qty_after, r.value_after, r.reverses_row_id, greatest(r.qty, 0), greatest(-r.qty, 0),
          CASE WHEN r.qty = 0 THEN 0 ELSE round(abs(r.value / r.qty), 4) END, r.value, r.qty_after
        FROM unnest(
          ${rows.map((row) => row.item_id)}::bigint[], ${rows.map((row) => row.location_id)}::bigint[],
          ${rows.map((row) => row.branch_id)}::bigint[], ${rows.map((row) => row.source_line_id ?? null)}::bigint[],
          ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => microsText(row.qty))}::numeric[],
          ${rows.map((row) => centsText(row.value))}::numeric[],
          ${rows.map((row) => microsText(row.qtyAfter))}::numeric[],
          ${rows.map((row) => centsText(row.valueAfter))}::numeric[],
          ${rows.map((row) => row.reverses_row_id ?? null)}::bigint[]
        )
        WITH ORDINALITY AS r(
          item_id, location_id, branch_id, source_line_id, kind, qty, value, qty_after, value_after, reverses_row_id, n
        )
        ORDER BY r.n
        RETURNING id
      `,
    )
    return written.map((row) => row.id)
  }

  /**
   * Rule B2: goods issued on an earlier day must have been on hand on that day and on every day since. For voids only the
   * quantity is checked: their value is that of the row they undo.
   */
  private async checkDates(): Promise<void> {
    const { fx } = this
    const net = new Map<string, { held: Held; qty: bigint; value?: bigint }>()
    for (const row of this.pending) {
      const held = this.get(row)
      if (held.lastDate === null || held.lastDate <= fx.date || this.allowsNegative(row)) continue
      const sum = net.get(keyOf(row)) ?? { held, qty: 0n }
      net.set(keyOf(row), { ...sum, qty: sum.qty - row.qty, ...(row.kind === 'out' ? { value: (sum.value ?? 0n) - row.value } : {}) })
    }
    const outs = [...net.values()].filter((sum) => sum.qty > 0n)
    if (outs.length === 0) return
    const later = await fx.ctx.db.query<BucketKey & { date: string; qty: string; value: string }>(
      sql`
        SELECT item_id, location_id, transaction_date AS date, sum(qty_delta) AS qty, sum(value_delta) AS value
        FROM unnest(
          ${outs.map(({ held }) => held.item_id)}::bigint[], ${outs.map(({ held }) => held.location_id)}::bigint[]
        ) AS k(item_id, location_id)
        JOIN ${table(fx.ctx, 'inventory_movement')} m USING (item_id, location_id)
        WHERE m.transaction_date > ${fx.date}::date
        GROUP BY 1, 2, 3
      `,
    )
    for (const { held, qty, value } of outs) {
      const days = later
        .filter((row) => keyOf(row) === keyOf(held))
        .map((row) => ({ date: row.date, qty: toMicros(row.qty), value: toCents(row.value) }))
      const first = { date: fx.date, qty: held.before.qty, value: held.before.value }
      for (const day of days) {
        first.qty -= day.qty
        first.value -= day.value
      }
      const short = firstShortDay([first, ...days], fx.date, qty, value)
      if (short) {
        throw refuse(
          'E_BACKDATE',
          `${String(held.info.sku_code)}: stock would be negative on ${formatDate(short.date)} (${quantityText(short.qty)}). Date the document later.`,
          { item_id: held.item_id, date: short.date },
        )
      }
    }
  }
}
