/**
 * Lots and serial numbers of goods that are tracked by them: which of them are where, beside the quantity and the value of
 * their bucket. Goods that came in before their item was tracked have no number yet: as many units as the bucket has more
 * than its numbers say can leave under a number that is new.
 */

import { microsText, toMicros } from '../../../domain/minor-units.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { EffectContext } from '../../platform/context.ts'
import { sql, table, unnested } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId, textOf } from '../../records/row.ts'
import type { BucketKey } from './bucket.ts'
import { StockSession } from './stock-posting.ts'

/** So much of a lot, or the one piece with a serial number, coming in (positive) or going out. */
interface Unit extends BucketKey {
  readonly lot_no: string
  readonly serial_no: string
  readonly qty: bigint
  readonly expires: string | null
}
/** What an effect did to a unit, for its reversal. */
export interface UnitMove extends BucketKey {
  readonly lot_no: string
  readonly serial_no: string
  readonly qty: string
}

const PIECE = 1_000_000n
const MODULE = 'stock_unit'
/** Lots in stock that a refusal names. */
const NAMED = 5
const nameOf = ({ item_id, location_id, lot_no, serial_no }: Omit<UnitMove, 'qty'>): string =>
  JSON.stringify([Number(item_id), Number(location_id), lot_no, serial_no])

export class StockUnits {
  private readonly fx: EffectContext
  private readonly stock: StockSession
  private readonly units: Unit[] = []
  /** Units that leave without being in stock. */
  private readonly unknown: Unit[] = []
  /** Lines in which serial numbers are entered. */
  private readonly entered = new Map<string, number>()
  private readonly buckets = new Map<string, BucketKey>()

  constructor(fx: EffectContext) {
    this.fx = fx
    this.stock = StockSession.of(fx)
  }

  /** Notes what moves with a row; `qty` in millionths, negative for goods out. Rows without such fields name no units. */
  add(lines: string, line: Row, key: BucketKey, qty: bigint): void {
    const item = this.stock.place(key).item
    if (item.is_serialized !== true && item.is_lot_tracked !== true) return
    this.buckets.set(`${key.item_id}|${key.location_id}`, key)
    const names = new Set(this.fx.module.lines.find(({ name }) => name === lines)?.fields.map(({ name }) => name))
    const lot_no = item.is_lot_tracked === true && names.has('lot_no') ? textOf(line, 'lot_no').trim() : ''
    if (item.is_lot_tracked === true && names.has('lot_no') && !lot_no)
      throw refuse('E_LOT', `${String(item.sku_code)} is tracked by lot. Enter the lot number.`)
    const expires = textOf(line, 'expiry_date') || null
    if (item.is_serialized !== true || !names.has('serial_nos')) {
      if (lot_no) this.units.push({ ...key, lot_no, serial_no: '', qty, expires })
      return
    }
    const serials = serialsOf(line)
    for (const serial_no of serials) this.requireNew(serial_no, line, key, qty)
    if (BigInt(serials.length) * PIECE !== (qty < 0n ? -qty : qty))
      throw refuse('E_SERIAL', `${String(item.sku_code)} is tracked by serial number. Enter one for each unit.`)
    for (const serial_no of serials) this.units.push({ ...key, lot_no, serial_no, qty: qty < 0n ? -PIECE : PIECE, expires })
  }

  /** Refuses a serial number that is entered twice in one document: one piece cannot come, or go, twice. */
  private requireNew(serial_no: string, line: Row, key: BucketKey, qty: bigint): void {
    const name = [key.item_id, key.location_id, qty < 0n, serial_no].join('|')
    const [before, here] = [this.entered.get(name), Number(line.line_no)]
    this.entered.set(name, here)
    if (before === undefined) return
    const sku = String(this.stock.place(key).item.sku_code)
    throw refuse(
      'E_SERIAL',
      before === here
        ? `${sku}: serial number ${serial_no} is entered twice in line ${here}. Enter one for each unit.`
        : `${sku}: serial number ${serial_no} is entered in line ${before} and again in line ${here}. Leave it in one of them.`,
    )
  }

  /** Undoes what an effect did. */
  undo(moves: readonly UnitMove[]): Promise<UnitMove[]> {
    for (const { item_id, location_id, lot_no, serial_no, qty } of moves) {
      this.buckets.set(`${item_id}|${location_id}`, { item_id, location_id })
      this.units.push({ item_id, location_id, lot_no, serial_no, qty: -toMicros(qty), expires: null })
    }
    return this.flush(true)
  }

  /** Writes the units after the buckets were written; answers what changed. `exact`: none may leave that is not there. */
  async flush(exact = false): Promise<UnitMove[]> {
    if (this.buckets.size === 0) return []
    const { ctx } = this.fx
    const items = [...new Set([...this.buckets.values()].map(({ item_id }) => Number(item_id)))].sort((a, b) => a - b)
    // A serial number is once in the company: receipts of it at two locations wait for each other.
    for (const item of items)
      await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.company.schema}.${MODULE}.${item}`}, 0))`)
    const moves = await this.write(exact)
    await this.requireOnce(items)
    await this.requireCovered()
    return moves
  }

  private async write(exact: boolean): Promise<UnitMove[]> {
    if (this.units.length === 0) return []
    const { fx } = this
    const { ctx } = fx
    const wanted = new Map<string, Unit>()
    for (const unit of this.units) {
      const same = wanted.get(nameOf(unit))
      wanted.set(nameOf(unit), same ? { ...same, qty: same.qty + unit.qty } : unit)
    }
    const list = [...wanted.values()]
    const keyed = unnested('u', [
      { name: 'item_id', type: 'bigint', values: list.map((unit) => unit.item_id) },
      { name: 'location_id', type: 'bigint', values: list.map((unit) => unit.location_id) },
      { name: 'lot_no', type: 'text', values: list.map((unit) => unit.lot_no) },
      { name: 'serial_no', type: 'text', values: list.map((unit) => unit.serial_no) },
    ])
    const known = await ctx.db.query<UnitMove & { id: number }>(
      sql`
        SELECT s.id, s.item_id, s.location_id, s.lot_no, s.serial_no, s.qty
        FROM ${keyed}
        JOIN ${table(ctx, MODULE)} s USING (item_id, location_id, lot_no, serial_no)
      `,
    )
    const before = new Map(known.map((row) => [nameOf(row), row]))
    const moves: UnitMove[] = []
    const inStock = (unit: Unit): bigint => toMicros(before.get(nameOf(unit))?.qty ?? '0')
    const lacking = exact ? list.find((unit) => inStock(unit) + unit.qty < 0n) : undefined
    if (lacking) throw await this.missing(lacking)
    const rows = list.map((unit) => {
      const had = inStock(unit)
      let has = had + unit.qty
      // What has no number yet leaves under this one.
      if (has < 0n) {
        this.unknown.push(unit)
        has = 0n
      }
      const { item_id, location_id, lot_no, serial_no } = unit
      if (has !== had) moves.push({ item_id, location_id, lot_no, serial_no, qty: microsText(has - had) })
      return { ...unit, id: before.get(nameOf(unit))?.id ?? null, has: microsText(has) }
    })
    await ctx.db.query(
      sql`
        -- A lot expires on the same day wherever it is: documents that only move it do not say when.
        MERGE INTO ${table(ctx, MODULE)} s
        USING (
          SELECT u.*, l.branch_id, (
            SELECT max(o.expiry_date)
            FROM ${table(ctx, MODULE)} o
            WHERE o.item_id = u.item_id AND o.lot_no = u.lot_no AND u.lot_no <> ''
          ) AS lot_expiry
          FROM ${unnested('u', [
            { name: 'id', type: 'bigint', values: rows.map((row) => row.id) },
            { name: 'item_id', type: 'bigint', values: rows.map((row) => row.item_id) },
            { name: 'location_id', type: 'bigint', values: rows.map((row) => row.location_id) },
            { name: 'lot_no', type: 'text', values: rows.map((row) => row.lot_no) },
            { name: 'serial_no', type: 'text', values: rows.map((row) => row.serial_no) },
            { name: 'qty', type: 'numeric', values: rows.map((row) => row.has) },
            { name: 'expiry_date', type: 'date', values: rows.map((row) => row.expires) },
          ])}
          JOIN ${table(ctx, 'inventory_location')} l ON l.id = u.location_id
        ) n
        ON s.id = n.id
        WHEN MATCHED THEN
          UPDATE SET
            qty = n.qty,
            expiry_date = coalesce(n.expiry_date, s.expiry_date, n.lot_expiry),
            moved_on = ${fx.date}::date,
            source_module = ${fx.module.name},
            source_id = ${recordId(fx)},
            transaction_no = ${textOf(fx.record, 'transaction_no') || null}
        WHEN NOT MATCHED THEN
          INSERT (version, item_id, location_id, branch_id, lot_no, serial_no, qty, expiry_date, moved_on, source_module, source_id, transaction_no)
          VALUES (1, n.item_id, n.location_id, n.branch_id, n.lot_no, n.serial_no, n.qty, coalesce(n.expiry_date, n.lot_expiry), ${fx.date}::date,
            ${fx.module.name}, ${recordId(fx)}, ${textOf(fx.record, 'transaction_no') || null})
      `,
    )
    return moves
  }

  private async missing({ lot_no, serial_no, ...key }: Unit): Promise<Error> {
    const { item, location } = this.stock.place(key)
    const [sku, place] = [String(item.sku_code), String(location.code)]
    if (serial_no) return refuse('E_SERIAL', `${sku}: serial number ${serial_no} is not in stock at ${place}. Choose one that is.`)
    const { ctx } = this.fx
    // Those that expire first are the ones to take.
    const lots = await ctx.db.query<{ lot_no: string; qty: string }>(
      sql`
        SELECT lot_no, trim_scale(qty)::text AS qty
        FROM ${table(ctx, MODULE)}
        WHERE item_id = ${key.item_id} AND location_id = ${key.location_id} AND lot_no <> '' AND qty > 0
        ORDER BY expiry_date, lot_no
        LIMIT ${NAMED}
      `,
    )
    const named = lots.map((lot) => `${lot.lot_no} (${lot.qty})`).join(', ')
    return refuse(
      'E_LOT',
      named
        ? `${sku}: lot ${lot_no} does not have enough in stock at ${place}. In stock there: ${named}.`
        : `${sku}: lot ${lot_no} does not have enough in stock at ${place}. Choose another lot.`,
    )
  }

  private async requireOnce(items: readonly number[]): Promise<void> {
    const serials = [...new Set(this.units.map(({ serial_no }) => serial_no).filter(Boolean))]
    if (serials.length === 0) return
    const { ctx } = this.fx
    const [twice] = await ctx.db.query<{ sku_code: string; serial_no: string }>(
      sql`
        SELECT i.sku_code, s.serial_no
        FROM ${table(ctx, MODULE)} s
        JOIN ${table(ctx, 'item')} i ON i.id = s.item_id
        WHERE s.item_id = ANY(${items}::bigint[])
          AND s.serial_no = ANY(${serials}::text[])
        GROUP BY 1, 2
        HAVING sum(s.qty) > 1
        LIMIT 1
      `,
    )
    if (twice) throw refuse('E_SERIAL', `${twice.sku_code}: serial number ${twice.serial_no} is already in stock. Correct the number.`)
  }

  /** No bucket has less than its numbers say. */
  private async requireCovered(): Promise<void> {
    const { ctx } = this.fx
    const keys = [...this.buckets.values()]
    const rows = await ctx.db.query<BucketKey & { qty: string }>(
      sql`
        SELECT item_id, location_id, sum(s.qty) AS qty
        FROM ${unnested('k', [
          { name: 'item_id', type: 'bigint', values: keys.map((key) => key.item_id) },
          { name: 'location_id', type: 'bigint', values: keys.map((key) => key.location_id) },
        ])}
        JOIN ${table(ctx, MODULE)} s USING (item_id, location_id)
        GROUP BY 1, 2
      `,
    )
    for (const row of rows) {
      if (toMicros(row.qty) <= this.stock.bucket(row).qty) continue
      const named = this.unknown.find((unit) => unit.item_id === row.item_id && unit.location_id === row.location_id)
      if (named) throw await this.missing(named)
      const { item } = this.stock.place(row)
      const sku = String(item.sku_code)
      throw item.is_serialized === true
        ? refuse(
            'E_SERIAL',
            `${sku} is tracked by serial number. Leave it out here, and make an inventory adjustment that names the missing ones.`,
          )
        : refuse('E_LOT', `${sku} is tracked by lot. Leave it out here, and make an inventory adjustment that names the lot.`)
    }
  }
}

/** Serial numbers of a row, as they were typed. */
function serialsOf(line: Row): string[] {
  const value = line.serial_nos
  return Array.isArray(value) ? value.map((serial) => String(serial).trim()).filter(Boolean) : []
}
