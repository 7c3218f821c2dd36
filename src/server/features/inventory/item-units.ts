/**
 * Units of an item: the one that it is counted in, and those with a conversion into it. Services and goods that are not kept
 * in stock can be bought and sold in any unit.
 */

import { checkPrecision } from '../../../domain/trade/uom.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx, Guard } from '../../platform/context.ts'
import { sql, table, unnested } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { handler, id } from '../../platform/http/params.ts'
import { listQuery } from '../../records/routes/query.ts'
import { asRule, idOf, linesOf } from '../../records/row.ts'

/** Choices of the dropdown for a line with an item: the units that the item has. */
export const forItem = handler('uom.forItem', async (ctx, { query }, module) => {
  const { item_id: _item, ...rest } = query
  const asked = listQuery(rest)
  const ids = await unitsOf(ctx, id(query, 'item_id'))
  return ctx.services.records.dropdown(ctx, module, ids ? { ...asked, filter: { ...asked.filter, id: { in: ids } } } : asked)
})

/** Undefined where it may be any. */
async function unitsOf(ctx: Ctx, item: number): Promise<number[] | undefined> {
  const rows = await ctx.db.query<{ uom_id: number }>(
    sql`
      SELECT i.uom_id
      FROM ${table(ctx, 'item')} i
      WHERE i.id = ${item} AND i.item_type = 'Stock'
      UNION
      SELECT m.uom_id
      FROM ${table(ctx, 'item')} i
      JOIN ${table(ctx, 'uom_matrix')} m ON m.item_id = i.id
      WHERE i.id = ${item} AND i.item_type = 'Stock' AND m.is_active IS NOT FALSE
    `,
  )
  return rows.length ? rows.map(({ uom_id }) => Number(uom_id)) : undefined
}

type Params = { lines: string; quantity?: string }

interface Unit {
  readonly item_id: number
  readonly uom_id: number
  readonly sku_code: string
  readonly code: string
  readonly precision: number
  /** Whether the unit needs a conversion; `factor` is that of the present one. */
  readonly is_converted: boolean
  readonly factor: string | null
}

export const unitsAccepted: Guard<Params> = {
  name: 'units.accepted',
  params: {
    description: 'Refuses rows in a unit that their item has no conversion from, and quantities with more decimals than the unit has.',
    examples: [{ lines: 'items' }],
    type: 'object',
    additionalProperties: false,
    required: ['lines'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table whose rows have an item and a unit.' },
      quantity: { type: 'string', format: 'line-field', of: ['quantity'], description: 'Field with the quantity.', default: 'qty' },
    },
  },
  async check(fx, { lines, quantity = 'qty' }) {
    const rows = linesOf(fx.record, lines).filter(
      (row) => idOf(row, 'item_id') !== null && idOf(row, 'uom_id') !== null && !isPlain(row, quantity),
    )
    const units = await unitsOn(fx.ctx, rows)
    for (const row of rows) {
      const unit = units.get(keyOf(row))
      if (!unit) continue
      // A line keeps the factor that it was saved with; one unit for one base unit is what lines without a conversion had.
      if (unit.is_converted && dec(row.uom_num ?? 1).eq(dec(row.uom_den ?? 1)) && (unit.factor === null || !dec(unit.factor).eq(1)))
        throw refuse(
          'E_UOM',
          unit.factor === null
            ? `${unit.sku_code} has no conversion from ${unit.code}. Add one to the item or choose another unit.`
            : `${unit.sku_code}: the line was saved before the item had a conversion from ${unit.code}. Remove the line and enter it again.`,
        )
      asRule('E_UOM_FRACTION', () => checkPrecision(row[quantity] ?? 0, { name: unit.code, precision: unit.precision }))
    }
  },
}

/** A whole number of the item's own unit, as most rows have: it fits in any case, and nothing need be read for it. */
const isPlain = (row: Row, quantity: string): boolean =>
  idOf((row.item as Row | undefined) ?? {}, 'uom_id') === idOf(row, 'uom_id') && dec(row[quantity] ?? 0).isInteger()

const keyOf = (row: Row): string => `${idOf(row, 'item_id')} ${idOf(row, 'uom_id')}`

async function unitsOn(ctx: Ctx, lines: readonly Row[]): Promise<Map<string, Unit>> {
  if (lines.length === 0) return new Map()
  const rows = await ctx.db.query<Unit>(
    sql`
      SELECT DISTINCT k.item_id, k.uom_id, i.sku_code, u.code, u.precision,
        i.item_type = 'Stock' AND i.uom_id <> k.uom_id AS is_converted,
        m.factor / coalesce(m.factor_denominator, 1) AS factor
      FROM ${unnested('k', [
        { name: 'item_id', type: 'bigint', values: lines.map((row) => idOf(row, 'item_id')) },
        { name: 'uom_id', type: 'bigint', values: lines.map((row) => idOf(row, 'uom_id')) },
      ])}
      JOIN ${table(ctx, 'item')} i ON i.id = k.item_id
      JOIN ${table(ctx, 'uom')} u ON u.id = k.uom_id
      LEFT JOIN ${table(ctx, 'uom_matrix')} m ON m.item_id = k.item_id AND m.uom_id = k.uom_id
    `,
  )
  return new Map(rows.map((row) => [`${row.item_id} ${row.uom_id}`, row]))
}
