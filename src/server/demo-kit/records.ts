/** Tools of the demo: records made through the services, and values that its parts pass to each other. */
import type { Field, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import type { Ids } from './host.ts'

/** The fields of a record that a form would send: those that users can write. */
function writable(fields: Readonly<Record<string, Field>>, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.writable))
}

export async function create(ctx: Ctx, name: string, input: Row): Promise<number> {
  const module = ctx.modules.get(name)!
  const sent = writable(module.field, input)
  for (const lines of module.lines) {
    const rows = input[lines.name]
    if (Array.isArray(rows)) sent[lines.name] = (rows as Row[]).map((row) => writable(lines.field, row))
  }
  return ctx.services.records.add(ctx, module, sent)
}

/** All rows of a small module by one of their fields. */
export async function idsBy(ctx: Ctx, module: string, field: string, filter: Row = {}): Promise<Ids> {
  const ids = new Map<string, number>()
  for (let page = 1; ; page++) {
    const { data, pagination } = await ctx.services.records.list(ctx, ctx.modules.get(module)!, { page, limit: 500, sort: 'id', filter })
    for (const row of data) ids.set(String(row[field]), row['id'] as number)
    if (page * 500 >= pagination.total || data.length === 0) return ids
  }
}

/** By name: no two of them have the same one, as many of the smaller places do. */
export const largeCities = (ctx: Ctx): Promise<Ids> => idsBy(ctx, 'city', 'name', { city_class: 'huc' })

export interface Places {
  readonly branches: Ids
  readonly locations: Ids
}

export interface Goods {
  /** Costs without VAT; `vatable`: VAT is added to them. */
  readonly items: readonly { id: number; cost: number; vatable: boolean; uom_id: number; pack?: { uom_id: number; factor: number } }[]
  /** `inclusive`: the prices of the supplier contain VAT. */
  readonly suppliers: readonly { id: number; inclusive: boolean }[]
  readonly bank_account_id: number
}
