/**
 * Counts of stock. `stock.sheet` begins one: it lists what is to be counted, remembers what the books say at that moment
 * and may freeze the location. `stock.book` writes the remembered quantities beside the counted ones, so that movements in
 * between change no difference. What is remembered stays out of the rows until then: users who count blind cannot read it.
 */

import { microsText } from '../../../domain/minor-units.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { allOf, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, linesOf, recordId, textOf } from '../../records/row.ts'
import { merged, prepare } from '../../records/write/prepare.ts'
import { lineChanges, writeLines } from '../../records/write/store.ts'
import type { BucketKey } from './bucket.ts'
import { bucketOf, LOCATION } from './move.ts'
import { StockSession } from './stock-posting.ts'

type SheetParams = { sheet: string; location: string; items?: Record<string, string>; when?: string; freeze?: string }
type BookParams = { lines: string; location: string; to: string; when?: string }

/** Rows of the record with the bucket of each; refuses an item that stands twice, whose difference would count twice. */
function counted(fx: EffectContext, { lines, location, when }: Omit<BookParams, 'to'>): Map<Row, BucketKey> {
  const result = new Map<Row, BucketKey>()
  const seen = new Set<string>()
  for (const [index, line] of linesOf(fx.record, lines).entries()) {
    if (when && fx.evaluate(when, line) !== true) continue
    const key = bucketOf(fx, line, location)
    if (!key) continue
    const name = `${key.item_id}|${key.location_id}`
    if (seen.has(name)) throw refuse('E_DUPLICATE', `Line ${index + 1}: the item is already on the list. Count it in one line.`)
    seen.add(name)
    result.set(line, key)
  }
  return result
}

/** Remembers what is in the buckets, where nothing is remembered yet; answers what is. */
async function remember(fx: EffectContext, keys: readonly BucketKey[]): Promise<Map<string, string>> {
  const stock = StockSession.of(fx)
  const { ctx } = fx
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'stock_count')} (source_module, source_id, item_id, location_id, qty)
      SELECT ${fx.module.name}, ${recordId(fx)}, u.*
      FROM unnest(
        ${keys.map((key) => key.item_id)}::bigint[], ${keys.map((key) => key.location_id)}::bigint[],
        ${keys.map((key) => microsText(stock.bucket(key).qty))}::numeric[]
      ) AS u
      ON CONFLICT DO NOTHING
    `,
  )
  const rows = await ctx.db.query<BucketKey & { qty: string }>(
    sql`
      SELECT item_id, location_id, qty
      FROM ${table(ctx, 'stock_count')}
      WHERE source_module = ${fx.module.name}
        AND source_id = ${recordId(fx)}
    `,
  )
  return new Map(rows.map((row) => [`${row.item_id}|${row.location_id}`, row.qty]))
}

async function forget(fx: EffectContext): Promise<void> {
  for (const name of ['stock_count', 'stock_freeze'])
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
      'Begins a count: adds a row for every item that is in stock at the location, remembers what the books say, and may freeze the location.',
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

/** A row for each item in stock there that the record asks for and does not have yet, in the order of the item codes. */
async function addRows(fx: EffectContext, { sheet: lines, items = {} }: SheetParams, location_id: number): Promise<void> {
  const { ctx, module, record } = fx
  const rows = linesOf(record, lines)
  const asked = Object.entries(items).filter(([, field]) => record[field] !== null && record[field] !== undefined && record[field] !== '')
  const matches = await ctx.db.query<{ item_id: number }>(
    sql`
      SELECT b.item_id
      FROM ${table(ctx, 'stock_bucket')} b
      JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
      WHERE b.location_id = ${location_id}
        AND b.qty <> 0
        AND i.item_type = 'Stock'
        AND NOT b.item_id = ANY (${rows.map((row) => idOf(row, 'item_id'))}::bigint[])
        AND ${allOf(asked.map(([name, field]) => sql`i.${ref(name)}::text = ${String(record[field])}`))}
      ORDER BY i.sku_code
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
    for (const [line, key] of rows) line[params.to] = dec(books.get(`${key.item_id}|${key.location_id}`))
    await fx.ctx.db.query(
      sql`
        UPDATE ${table(fx.ctx, lines.table)} l
        SET ${ref(params.to)} = u.qty
        FROM unnest(
          ${[...rows.keys()].map(({ id }) => id)}::bigint[],
          ${[...rows.values()].map((key) => books.get(`${key.item_id}|${key.location_id}`))}::numeric[]
        ) AS u(id, qty)
        WHERE l.id = u.id
      `,
    )
    fx.derive()
    return null
  },
  reverse: (fx) => forget(fx),
}
