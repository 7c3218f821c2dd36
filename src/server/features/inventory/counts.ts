/**
 * Counts of stock. `stock.sheet` begins one: it lists what is to be counted, remembers what the books say at that moment
 * and may freeze the location. `stock.book` writes the remembered quantities beside the counted ones, so that movements in
 * between change no difference. What is remembered stays out of the rows until then: users who count blind cannot read it.
 */

import { microsText, toMicros } from '../../../domain/minor-units.ts'
import { differenceCost } from '../../../domain/stock/valuation.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { dec, fromCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { allOf, empty, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, linesOf, recordId, textOf } from '../../records/row.ts'
import { merged, prepare } from '../../records/write/prepare.ts'
import { lineChanges, writeLines } from '../../records/write/store.ts'
import type { BucketKey } from './bucket.ts'
import { bucketOf, LOCATION, standardCost } from './move.ts'
import { StockSession } from './stock-posting.ts'

type SheetParams = { sheet: string; location: string; items?: Record<string, string>; when?: string; freeze?: string }
type BookParams = { lines: string; location: string; to: string; when?: string; cost?: { difference: string; to: string } }

/** What a row of the sheet counts: all of an item at the location, or a lot of it (empty where it is all). */
interface Counted extends BucketKey {
  readonly lot_no: string
}
const nameOf = ({ item_id, location_id, lot_no }: Counted): string => `${item_id}|${location_id}|${lot_no}`
const lotOf = (line: Row): string => ((line.item as Row | undefined)?.is_lot_tracked === true ? textOf(line, 'lot_no').trim() : '')

/**
 * Rows of the record with what each counts. An item in one row is counted as a whole, and the lot says where it differs; in
 * several rows, each counts its lot. Refuses what stands twice, whose difference would count twice.
 */
function counted(fx: EffectContext, { lines, location, when }: Omit<BookParams, 'to' | 'cost'>): Map<Row, Counted> {
  const rows = linesOf(fx.record, lines).flatMap((line, index) => {
    const key = when && fx.evaluate(when, line) !== true ? null : bucketOf(fx, line, location)
    return key ? [{ line, index, key, bucket: `${key.item_id}|${key.location_id}` }] : []
  })
  const times = Map.groupBy(rows, ({ bucket }) => bucket)
  const seen = new Set<string>()
  return new Map(
    rows.map(({ line, index, key, bucket }) => {
      const entry = { ...key, lot_no: times.get(bucket)!.length > 1 ? lotOf(line) : '' }
      const isTwice = times.get(bucket)!.length > 1 && (!entry.lot_no || seen.has(nameOf(entry)))
      if (isTwice)
        throw refuse(
          'E_DUPLICATE',
          `Line ${index + 1}: the item is on the list more than once. Count it in one line, or each lot of it in a line that names the lot.`,
        )
      seen.add(nameOf(entry))
      return [line, entry]
    }),
  )
}

/** Remembers what is in the buckets and in their lots, where nothing is remembered yet; answers what is. */
async function remember(fx: EffectContext, keys: readonly BucketKey[]): Promise<Map<string, string>> {
  const stock = StockSession.of(fx)
  const { ctx } = fx
  const buckets = [...new Map(keys.map((key) => [`${key.item_id}|${key.location_id}`, key])).values()]
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'stock_count')} (source_module, source_id, item_id, location_id, qty)
      SELECT ${fx.module.name}, ${recordId(fx)}, u.*
      FROM unnest(
        ${buckets.map((key) => key.item_id)}::bigint[], ${buckets.map((key) => key.location_id)}::bigint[],
        ${buckets.map((key) => microsText(stock.bucket(key).qty))}::numeric[]
      ) AS u
      ON CONFLICT DO NOTHING
    `,
  )
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'stock_count_lot')} (source_module, source_id, item_id, location_id, lot_no, qty)
      SELECT ${fx.module.name}, ${recordId(fx)}, item_id, location_id, s.lot_no, sum(s.qty)
      FROM unnest(
        ${buckets.map((key) => key.item_id)}::bigint[], ${buckets.map((key) => key.location_id)}::bigint[]
      ) AS u(item_id, location_id)
      JOIN ${table(ctx, 'stock_unit')} s USING (item_id, location_id)
      WHERE s.lot_no <> ''
      GROUP BY 3, 4, 5
      ON CONFLICT DO NOTHING
    `,
  )
  const rows = await ctx.db.query<Counted & { qty: string }>(
    sql`
      SELECT item_id, location_id, '' AS lot_no, qty
      FROM ${table(ctx, 'stock_count')}
      WHERE source_module = ${fx.module.name}
        AND source_id = ${recordId(fx)}
      UNION ALL
      SELECT item_id, location_id, lot_no, qty
      FROM ${table(ctx, 'stock_count_lot')}
      WHERE source_module = ${fx.module.name}
        AND source_id = ${recordId(fx)}
    `,
  )
  return new Map(rows.map((row) => [nameOf(row), row.qty]))
}

async function forget(fx: EffectContext): Promise<void> {
  for (const name of ['stock_count', 'stock_count_lot', 'stock_freeze'])
    await fx.ctx.db.query(
      sql`
        DELETE FROM ${table(fx.ctx, name)}
        WHERE source_module = ${fx.module.name}
          AND source_id = ${recordId(fx)}
      `,
    )
}

export const stockSheet: Effect<SheetParams> = {
  name: 'stock.sheet',
  rank: 20,
  params: {
    description:
      'Begins a count: adds a row for every item that is in stock at the location, and for each lot where there are several, remembers what the books say, and may freeze the location.',
    examples: [
      { sheet: 'items', location: 'location_id', items: { item_category_id: 'item_category_id' }, freeze: 'is_frozen' },
      { sheet: 'items', location: 'location_id', when: "scope == 'Class'" },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['sheet', 'location'],
    properties: {
      sheet: { type: 'string', format: 'lines', description: 'Child table that is the count sheet.' },
      location: { type: 'string', format: 'field', to: ['inventory_location'], description: 'Field of the record with the location.' },
      items: {
        type: 'object',
        additionalProperties: { type: 'string', format: 'field', description: 'Field of the record.' },
        description: 'Field of the item to the field of the record that it must equal; one that is empty restricts nothing.',
      },
      when: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression over the record; while it is false no rows are added to those that are there.',
      },
      freeze: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression over the record; when true, nothing else moves at the location until the document is released or voided.',
      },
    },
  },
  async lock(fx, params) {
    const location_id = placeOf(fx, params)
    const rows = await fx.ctx.db.query<BucketKey>(
      sql`
        SELECT item_id, location_id
        FROM ${table(fx.ctx, 'stock_bucket')}
        WHERE location_id = ${location_id}
      `,
    )
    await StockSession.of(fx).lock([...rows, ...counted(fx, { lines: params.sheet, location: params.location }).values()])
  },
  async apply(fx, params): Promise<Json> {
    const location_id = placeOf(fx, params)
    if (!params.when || fx.evaluate(params.when) === true) await addRows(fx, params, location_id)
    const keys = [...counted(fx, { lines: params.sheet, location: params.location }).values()]
    if (keys.length === 0) throw refuse('E_NOTHING_OPEN', 'Nothing is in stock there to count. Add the items to count as lines.')
    await StockSession.of(fx).lock(keys)
    await remember(fx, keys)
    if (params.freeze && fx.evaluate(params.freeze) === true) await freeze(fx, location_id)
    return null
  },
  reverse: (fx) => forget(fx),
}

function placeOf(fx: EffectContext, { location }: SheetParams): number {
  const id = idOf(fx.record, location)
  if (id === null) throw refuse('E_LOCATION', 'Choose the location of the stock.')
  return id
}

/**
 * A row for each item in stock there that the record asks for and does not have yet, in the order of the item codes; one for
 * each lot where several lots make up the stock.
 */
async function addRows(fx: EffectContext, { sheet: lines, items = {} }: SheetParams, location_id: number): Promise<void> {
  const { ctx, module, record } = fx
  const rows = linesOf(record, lines)
  const asked = Object.entries(items).filter(([, field]) => record[field] !== null && record[field] !== undefined && record[field] !== '')
  const matches = await ctx.db.query<{ item_id: number; lot_no: string | null }>(
    sql`
      SELECT b.item_id, lots.lot_no
      FROM ${table(ctx, 'stock_bucket')} b
      JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
      LEFT JOIN (
        SELECT s.item_id, s.location_id, s.lot_no, count(*) OVER w AS number, sum(sum(s.qty)) OVER w AS qty
        FROM ${table(ctx, 'stock_unit')} s
        WHERE s.lot_no <> ''
        GROUP BY 1, 2, 3
        HAVING sum(s.qty) > 0
        WINDOW w AS (PARTITION BY s.item_id, s.location_id)
      ) lots ON i.is_lot_tracked AND lots.item_id = b.item_id AND lots.location_id = b.location_id AND lots.number > 1 AND lots.qty = b.qty
      WHERE b.location_id = ${location_id}
        AND b.qty <> 0
        AND i.item_type = 'Stock'
        AND NOT b.item_id = ANY (${rows.map((row) => idOf(row, 'item_id'))}::bigint[])
        AND ${allOf(asked.map(([name, field]) => sql`i.${ref(name)}::text = ${String(record[field])}`))}
      ORDER BY i.sku_code, lots.lot_no
    `,
  )
  if (matches.length === 0) return
  const draft = await merged(ctx, module, record, { [lines]: [...rows, ...matches] })
  const { record: prepared } = await prepare(ctx, module, draft, { current: record, source: 'records' })
  await writeLines(ctx, recordId(fx), lineChanges(module, record, prepared))
  record[lines] = (await ctx.services.records.load(ctx, module, recordId(fx)))[lines]
}

async function freeze(fx: EffectContext, location_id: number): Promise<void> {
  const { ctx } = fx
  const id = recordId(fx)
  const [mine] = await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'stock_freeze')} (location_id, source_module, source_id, transaction_no)
      VALUES (${location_id}, ${fx.module.name}, ${id}, ${textOf(fx.record, 'transaction_no') || null})
      ON CONFLICT (location_id) DO UPDATE SET transaction_no = excluded.transaction_no
      WHERE stock_freeze.source_module = ${fx.module.name}
        AND stock_freeze.source_id = ${id}
      RETURNING location_id
    `,
  )
  if (!mine) throw refuse('E_COUNT_FREEZE', 'The location is being counted by another document. Post or void that count first.')
}

/** Sets in the rows what their differences would cost now: of goods whose cost nobody knows yet, nothing. */
async function estimate(fx: EffectContext, rows: ReadonlyMap<Row, BucketKey>, { difference, to }: NonNullable<BookParams['cost']>) {
  fx.derive()
  const items = await fx.ctx.db.query<{ id: number; cost: string | null }>(
    sql`SELECT id, cost FROM ${table(fx.ctx, 'item')} WHERE id = ANY(${[...rows.values()].map(({ item_id }) => item_id)}::bigint[])`,
  )
  const standard = new Map(items.map(({ id, cost }) => [id, standardCost(cost)]))
  const stock = StockSession.of(fx)
  for (const [line, key] of rows) {
    const differs = fx.evaluate(difference, line) === null ? 0n : toMicros(fx.decimal(difference, line))
    line[to] = fromCents(differenceCost(stock.bucket(key), differs, standard.get(key.item_id)))
  }
}

export const stockBook: Effect<BookParams> = {
  name: 'stock.book',
  rank: 20,
  params: {
    description:
      'Writes what the books say is in stock into the rows, in base units: what was remembered when the count began, else what is there now.',
    examples: [{ lines: 'items', location: 'location_id', to: 'qty_system' }],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'location', 'to'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      location: LOCATION,
      to: { type: 'string', format: 'line-field', of: ['quantity'], description: 'Field of the row that takes the quantity.' },
      when: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression over the row; the others are left alone.',
      },
      cost: {
        type: 'object',
        additionalProperties: false,
        required: ['difference', 'to'],
        description: 'What the difference would cost if it were posted now.',
        properties: {
          difference: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the row, in base units.' },
          to: { type: 'string', format: 'line-field', of: ['money'], description: 'Field of the row that takes the cost.' },
        },
      },
    },
  },
  async lock(fx, params) {
    await StockSession.of(fx).lock([...counted(fx, params).values()])
  },
  async apply(fx, params): Promise<Json> {
    const rows = counted(fx, params)
    if (rows.size === 0) return null
    await StockSession.of(fx).lock([...rows.values()])
    const books = await remember(fx, [...rows.values()])
    const lines = fx.module.lines.find((line) => line.name === params.lines)!
    for (const [line, key] of rows) line[params.to] = dec(books.get(nameOf(key)) ?? 0)
    if (params.cost) await estimate(fx, rows, params.cost)
    await fx.ctx.db.query(
      sql`
        UPDATE ${table(fx.ctx, lines.table)} l
        SET ${ref(params.to)} = u.qty ${params.cost ? sql`, ${ref(params.cost.to)} = u.cost` : empty}
        FROM unnest(
          ${[...rows.keys()].map(({ id }) => id)}::bigint[],
          ${[...rows.values()].map((key) => books.get(nameOf(key)) ?? 0)}::numeric[],
          ${[...rows.keys()].map((line) => (params.cost ? String(line[params.cost.to]) : null))}::numeric[]
        ) AS u(id, qty, cost)
        WHERE l.id = u.id
      `,
    )
    fx.derive()
    return null
  },
  reverse: (fx) => forget(fx),
}
