/** The last weeks of a demo company's stock: transfers between branches, adjustments, a count that is posted and one that goes on. */

import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import { create, type Places } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

interface Line {
  item_id: number
  uom_id: number
  qty: number
}

/** The company to be made, its branches and warehouses, and the days of its history. */
interface StockHistory {
  readonly plan: DemoCompany
  readonly places: Places
  readonly start: Date
  readonly days: number
}

/** Made after everything else that moves stock: what it takes was there on the day and on all days since. */
export async function makeStockHistory(host: DemoHost, company: Company, { plan, places, start, days }: StockHistory): Promise<void> {
  const random = createRandom(plan.seed + 3)
  const warehouse = await host.as(company, 'warehouse')
  const module = (name: string) => warehouse.modules.get(name)!
  const act = (name: string, id: number, action: string) =>
    warehouse.services.workflow.carryOut(warehouse, module(name), { id, action, input: {} })
  const setDay = (day: number) => host.setClock(new Date(start.getTime() + day * DAY_MS + 6 * 3_600_000))
  const place = (code: string) => places.locations.get(code)!
  const [head, ...others] = plan.branches.map(({ code }) => code)

  const transfer = async (day: number, from: string, to: string, received: number) => {
    setDay(day)
    const items = (await spare(warehouse, place(from))).slice(0, 3)
    if (items.length === 0) return
    const id = await create(warehouse, 'inventory_transfer', {
      from_location_id: place(from),
      to_location_id: place(to),
      transit_location_id: place('TRANSIT'),
      carrier: random.pick(['2GO Freight', 'LBC Express', 'Company truck']),
      items,
    })
    await act('inventory_transfer', id, 'post')
    if (received === 0 || from.slice(0, 3) === to.slice(0, 3)) return
    setDay(day + 1)
    const draft = await warehouse.services.records.defaults(warehouse, module('inventory_receiving'), {
      module: 'inventory_transfer',
      ids: [id],
    })
    const lines = (draft['items'] as Record<string, unknown>[]).slice(0, received)
    await act('inventory_receiving', await create(warehouse, 'inventory_receiving', { ...draft, items: lines }), 'post')
  }
  const adjust = async (day: number, at_: string, reason: string) => {
    setDay(day)
    const items = (await spare(warehouse, place(at_))).slice(3, 5).map((line) => ({ ...line, qty: 1 }))
    if (items.length === 0) return
    const id = await create(warehouse, 'inventory_adjustment', { location_id: place(at_), adjustment_type: 'Decrease', reason, items })
    await act('inventory_adjustment', id, 'post')
  }

  setDay(days - 14)
  const asked = (await spare(warehouse, place(`${head}-WH`))).slice(0, 2)
  for (const [index, code] of others.entries())
    if (asked.length > 0) {
      const id = await create(warehouse, 'inventory_request', {
        location_id: place(`${code}-WH`),
        from_location_id: place(`${head}-WH`),
        date_needed: new Date(start.getTime() + days * DAY_MS).toISOString().slice(0, 10),
        purpose: 'Display for the holidays',
        items: asked,
      })
      if (index === 0) await act('inventory_request', id, 'post')
    }
  await transfer(days - 12, `${head}-WH`, `${head}-ST`, 0)
  for (const [index, code] of others.entries()) await transfer(days - 9 + index * 3, `${head}-WH`, `${code}-WH`, index === 0 ? 3 : 1)
  await adjust(days - 5, `${head}-WH`, 'Damage')
  await adjust(days - 4, `${head}-WH`, 'Sample')

  setDay(days - 1)
  const count = async (name: string, more: Record<string, unknown>) => {
    const id = await create(warehouse, name, { location_id: place(`${head}-WH`), is_frozen: false, ...more })
    await act(name, id, 'start')
    return id
  }
  const listed = (await spare(warehouse, place(`${head}-WH`))).slice(0, 8)
  if (listed.length === 0) return
  const id = await count('physical_count', { scope: 'List', items: listed.map(({ item_id }) => ({ item_id })) })
  const sheet = await warehouse.services.records.get(warehouse, module('physical_count'), id)
  const books = new Map((await onHand(warehouse, place(`${head}-WH`))).map((row) => [row.item_id, row.qty]))
  await warehouse.services.records.update(warehouse, module('physical_count'), id, {
    version: sheet['version'],
    items: (sheet['items'] as { id: number; item_id: number }[]).map((row, index) => ({
      id: row.id,
      qty_counted: Math.max(0, (books.get(row.item_id) ?? 0) + (index === 2 ? -1 : index === 5 ? 1 : 0)),
    })),
  })
  // Users who counted blind do not compare.
  const admin = await host.as(company, 'admin')
  for (const action of ['compare', 'post'])
    await admin.services.workflow.transition(admin, module('physical_count'), { id, action, input: {} })
  await count('cycle_count', { items: listed.slice(0, 5).map(({ item_id }) => ({ item_id })) })
}

/** Stock of a location of which at least 10 were free on all days of the last weeks. */
export const onHand = (ctx: Ctx, location: number): Promise<{ item_id: number; uom_id: number; qty: number }[]> =>
  ctx.db.query(
    sql`
      SELECT b.item_id, i.uom_id, b.qty::float8 AS qty
      FROM ${table(ctx, 'stock_bucket')} b
      JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
      WHERE b.location_id = ${location}
        AND b.qty - b.reserved_qty >= 10
        AND NOT EXISTS (
          SELECT 1
          FROM (
            SELECT sum(sum(m.qty_delta)) OVER (ORDER BY m.transaction_date) AS run, min(m.transaction_date) OVER () AS first,
              lead(m.transaction_date, 1, 'infinity') OVER (ORDER BY m.transaction_date) AS until
            FROM ${table(ctx, 'inventory_movement')} m
            WHERE m.item_id = b.item_id
              AND m.location_id = b.location_id
            GROUP BY m.transaction_date
          ) r
          CROSS JOIN (SELECT max(transaction_date) - 20 AS day FROM ${table(ctx, 'inventory_movement')}) recent
          WHERE (r.run < 10 AND r.until > recent.day)
            OR r.first > recent.day
        )
      ORDER BY b.item_id
    `,
  )

/** Items of which a few can go: there were enough of them in the last weeks. */
const spare = async (ctx: Ctx, location: number): Promise<Line[]> =>
  (await onHand(ctx, location)).map(({ item_id, uom_id }) => ({ item_id, uom_id, qty: 2 }))
