/** The price that a line of a quotation or order begins with: that of the customer's price level. */

import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler, optionalId, rows } from '../../platform/http/params.ts'
import { pricedItems } from '../inventory/costs.ts'

/** Tax types whose prices are quoted without the VAT that list prices contain; as in the reservation's lines. */
const WITHOUT_VAT = ['exclusive', 'exempt', 'zero_rated']

/** Whether it is a day of the calendar. An incomplete form may contain anything. */
const isDay = (value: unknown): value is string => {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value
}

/** The level of the document, else that of its customer. */
async function levelOf(ctx: Ctx, record: Row): Promise<number | null> {
  const priceLevel = optionalId(record, 'price_level_id')
  if (priceLevel !== undefined) return priceLevel
  const [customer] = await ctx.db.query<{ price_level_id: number | null }>(
    sql`
      SELECT price_level_id
      FROM ${table(ctx, 'customer')}
      WHERE id = ${optionalId(record, 'customer_id') ?? null}
    `,
  )
  return customer?.price_level_id ?? null
}

export const forCustomer = handler('price.forCustomer', async (ctx, { body }) => {
  const record = body.record as Row
  const lines = rows(body, 'rows')
  const ids = lines.map((line) => optionalId(line, 'item_id') ?? 0)
  const date = isDay(record.transaction_date) ? record.transaction_date : ctx.clock.today(ctx.company.time_zone)
  const items = await pricedItems(ctx, ids, { price_level_id: await levelOf(ctx, record), date })
  const [tax] = await ctx.db.query<{ computation: string | null; list_rate: string | null }>(
    sql`
      SELECT (
        SELECT computation FROM ${table(ctx, 'tax_type')} WHERE id = ${optionalId(record, 'tax_type_id') ?? null}
      ) AS computation,
        (
          SELECT rate::text
          FROM ${table(ctx, 'tax_type')}
          WHERE computation = 'inclusive'
          ORDER BY id
          LIMIT 1
        ) AS list_rate
    `,
  )
  const vat = dec(tax?.list_rate)
  return lines.map((line, index) => {
    const item = items.get(ids[index]!)
    const uom_id = optionalId(line, 'uom_id')
    if (!item || uom_id === undefined) return null
    const listed = item.price({ uom_id, qty: Number(line.qty) > 0 ? Number(line.qty) : 1, vat })
    const price = item.vat_class === 'V' && WITHOUT_VAT.includes(tax?.computation ?? '') ? listed.div(vat.div(100).plus(1)) : listed
    return price.toDecimalPlaces(4).toNumber()
  })
})
